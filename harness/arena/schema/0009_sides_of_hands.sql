-- Who sat where is told with each hand as well: a question by side then need not look up the match
-- of every hand. Packed, that takes half a byte a hand.

ALTER TABLE hands ADD COLUMN side_ns VARCHAR;
ALTER TABLE hands ADD COLUMN side_ew VARCHAR;

UPDATE hands SET side_ns = ns, side_ew = ew FROM matches WHERE matches.match_id = hands.match_id;
