-- Ratings with their places and by points as well, the same columns as in harness/arena/columns.py.

ALTER TABLE ratings ADD COLUMN level DOUBLE;
ALTER TABLE ratings ADD COLUMN rank_best INTEGER;
ALTER TABLE ratings ADD COLUMN rank_worst INTEGER;
ALTER TABLE ratings ADD COLUMN los_next DOUBLE;
ALTER TABLE ratings ADD COLUMN component INTEGER;
ALTER TABLE ratings ADD COLUMN clusters INTEGER;
ALTER TABLE ratings ADD COLUMN margin DOUBLE;
ALTER TABLE ratings ADD COLUMN margin_lower DOUBLE;
ALTER TABLE ratings ADD COLUMN margin_upper DOUBLE;
ALTER TABLE ratings ADD COLUMN margin_se DOUBLE;
