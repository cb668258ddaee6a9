-- Sequential tests and the luck of the cards; the same columns as in harness/arena/columns.py.

ALTER TABLE ratings ADD COLUMN adjusted_elo DOUBLE;
ALTER TABLE ratings ADD COLUMN adjusted_lower DOUBLE;
ALTER TABLE ratings ADD COLUMN adjusted_upper DOUBLE;
ALTER TABLE ratings ADD COLUMN adjusted_margin DOUBLE;
ALTER TABLE ratings ADD COLUMN adjusted_margin_lower DOUBLE;
ALTER TABLE ratings ADD COLUMN adjusted_margin_upper DOUBLE;

-- The path of a sequential test, one row a pair in the order of the schedule, up to its decision.
CREATE TABLE sequential (
    run_id   VARCHAR NOT NULL,
    pairs    INTEGER NOT NULL,
    pair_id  VARCHAR NOT NULL,
    score    DOUBLE NOT NULL,
    llr      DOUBLE NOT NULL,
    accepted VARCHAR
);

-- The luck of NS in hands that the other match of the pair did not play as well, double dummy.
CREATE TABLE luck (
    match_id VARCHAR NOT NULL,
    hand_no  SMALLINT NOT NULL,
    luck     SMALLINT NOT NULL
);
