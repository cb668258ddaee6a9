-- What a pair's margin was made by: how many hands, and whether a fault ended one of its matches.

CREATE OR REPLACE VIEW pairs AS
SELECT one.run_id,
       one.pair_id,
       one.pairing,
       one.pair,
       one.deal_set,
       one.ns AS a,
       one.ew AS b,
       (CASE one.winner WHEN 'NS' THEN 0.5 WHEN 'EW' THEN 0 ELSE 0.25 END
           + CASE two.winner WHEN 'EW' THEN 0.5 WHEN 'NS' THEN 0 ELSE 0.25 END)::DOUBLE AS score,
       one.score_ns - one.score_ew + two.score_ew - two.score_ns AS margin,
       one.match_id AS first_match,
       two.match_id AS second_match,
       one.hands + two.hands AS hands,
       'forfeit' IN (one.ended_by, two.ended_by) AS forfeited
FROM matches AS one
JOIN matches AS two USING (run_id, pair_id)
WHERE one.leg < two.leg AND 'unfinished' NOT IN (one.ended_by, two.ended_by);
