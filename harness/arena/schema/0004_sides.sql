-- Who plays together, and who sits where. Runs of before this have one contestant at both seats.

CREATE TABLE sides (
    run_id VARCHAR NOT NULL,
    side   VARCHAR NOT NULL,
    place  UTINYINT NOT NULL,
    bot    VARCHAR NOT NULL
);

-- One row a seat of a match. In the second leg each sits where an opponent sat in the first; in
-- every other pair the partners of the pairing's second side change seats.
CREATE VIEW seats AS
WITH taken AS (
    SELECT match_id, run_id, pair, leg, ns, ew,
           unnest(if((rules ->> 'seats')::INTEGER = 2, ['N', 'E'], ['N', 'E', 'S', 'W'])) AS seat
    FROM matches JOIN (SELECT run_id, rules FROM runs) USING (run_id)
),
placed AS (
    SELECT *,
           if(seat IN ('N', 'S'), ns, ew) AS side,
           ((seat IN ('S', 'W')) <> (pair % 2 = 1 AND (seat IN ('N', 'S')) = (leg > 0)))::UTINYINT
               + 1 AS place
    FROM taken
)
SELECT match_id, seat, placed.side, coalesce(bot, placed.side) AS bot
FROM placed LEFT JOIN sides
    ON sides.run_id = placed.run_id AND sides.side = placed.side AND sides.place = placed.place;
