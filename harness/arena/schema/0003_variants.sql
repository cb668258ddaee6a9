-- Cards at no trumps and at all trumps count as the run's rules say, and each bid has a row.

CREATE OR REPLACE MACRO card_points
    (card, trump) AS
        CASE WHEN counts_as_trump(card, trump)
             THEN [0, 0, 14, 20, 3, 4, 10, 11][card % 8 + 1]
             ELSE [0, 0, 0, 2, 3, 4, 10, 11][card % 8 + 1]
        END,
    -- `counted` is the rule no_trumps_points or all_trumps_points, where one of those is trump.
    (card, trump, counted) AS
        CASE counted
             WHEN 'doubled' THEN 2 * card_points(card, trump)
             WHEN 'ace_19' THEN [0, 0, 0, 2, 3, 4, 10, 19][card % 8 + 1]
             WHEN 'jack_13' THEN [0, 0, 9, 13, 2, 3, 5, 6][card % 8 + 1]
             WHEN 'jack_14' THEN [0, 0, 9, 14, 1, 3, 5, 6][card % 8 + 1]
             ELSE card_points(card, trump)
        END;

-- Hands with the rules that give play its order and cards their worth, and each finished trick's
-- winning place. Runs of before these rules had names counted as the defaults do.
CREATE OR REPLACE VIEW played_hands AS
WITH orders AS (
    SELECT run_id,
           (rules ->> 'seats')::INTEGER AS seats,
           CASE rules ->> 'direction' WHEN 'clockwise' THEN 1 ELSE -1 END AS step,
           (rules ->> 'last_trick')::INTEGER AS last_trick,
           coalesce(rules ->> 'no_trumps_points', 'plain') AS no_trumps_points,
           coalesce(rules ->> 'all_trumps_points', 'trump') AS all_trumps_points
    FROM runs
),
won AS (
    SELECT match_id, hand_no, trump, plays, seats, step,
           CASE trump WHEN 'NT' THEN no_trumps_points WHEN 'AT' THEN all_trumps_points END
               AS counted,
           CASE counted WHEN 'doubled' THEN 2 * last_trick ELSE last_trick END AS last_trick,
           instr('NESW', dealer) - 1 + step AS first_seat,
           list_transform(range(len(plays) // seats), lambda trick:
               winning_place(plays[trick * seats + 1 : trick * seats + seats], trump)) AS places
    FROM hands JOIN matches USING (match_id) JOIN orders USING (run_id)
    WHERE len(plays) > 0
)
SELECT *, list_transform(range(len(places) + 1), lambda trick:
       first_seat + step * coalesce(list_sum(places[1 : trick]), 0)::INTEGER) AS leaders
FROM won;

-- One row a card, in the order played.
CREATE OR REPLACE VIEW plays AS
WITH cards AS (
    SELECT *, unnest(plays) AS card_number, unnest(range(len(plays))) AS play FROM played_hands
)
SELECT match_id,
       hand_no,
       (play // seats + 1)::UTINYINT AS trick,
       (play % seats + 1)::UTINYINT AS place,
       seat_name(leaders[play // seats + 1] + step * (play % seats), seats) AS seat,
       card_name(card_number) AS card,
       card_points(card_number, trump, counted)::UTINYINT AS points,
       coalesce(places[play // seats + 1] = play % seats, false) AS wins
FROM cards;

-- One row a finished trick; `points` has the last trick's bonus in it.
CREATE OR REPLACE VIEW tricks AS
WITH numbered AS (
    SELECT *,
           unnest(range(len(places))) AS trick,
           unnest(list_transform(range(len(places)), lambda trick:
               plays[trick * seats + 1 : trick * seats + seats])) AS cards
    FROM played_hands
)
SELECT match_id,
       hand_no,
       (trick + 1)::UTINYINT AS trick,
       seat_name(leaders[trick + 1], seats) AS leader,
       seat_name(leaders[trick + 2], seats) AS winner,
       array_to_string(list_transform(cards, lambda card: card_name(card)), ' ') AS cards,
       (list_sum(list_transform(cards, lambda card: card_points(card, trump, counted)))
           + CASE WHEN (trick + 1) * seats = 32 THEN last_trick ELSE 0 END)::SMALLINT AS points
FROM numbered;

-- One row a bid, in the order made. Bids go round the table; over a turned card the taker's
-- partner is passed by, since only the defenders answer.
CREATE VIEW auctions AS
WITH orders AS (
    SELECT run_id,
           (rules ->> 'seats')::INTEGER AS seats,
           CASE rules ->> 'direction' WHEN 'clockwise' THEN 1 ELSE -1 END AS step,
           coalesce(rules ->> 'auction', 'turn_up') = 'turn_up' AS only_defenders_answer
    FROM runs
),
said AS (
    SELECT match_id, hand_no, bids, seats, step, only_defenders_answer,
           instr('NESW', dealer) - 1 + step AS first_seat,
           coalesce(list_position(list_transform(bids, lambda bid: bid <> 'pass'), true), 32)
               AS taken
    FROM (SELECT * EXCLUDE (bids), string_split(bids, ' ') AS bids FROM hands WHERE bids <> '')
    JOIN matches USING (match_id) JOIN orders USING (run_id)
),
turns AS (SELECT *, unnest(bids) AS bid, unnest(range(1, len(bids) + 1)) AS turn FROM said)
SELECT match_id,
       hand_no,
       turn::UTINYINT AS turn,
       seat_name(first_seat + step * (turn - 1
           + CASE WHEN only_defenders_answer AND turn > taken + 1 THEN 1 ELSE 0 END), seats)
           AS seat,
       bid
FROM turns;
