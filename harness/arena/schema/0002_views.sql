-- What is read: readable columns computed from the tables by SQL alone.

-- Cards: a card is suit * 8 + rank, suits S H D C, ranks 7 8 9 J Q K 10 A.

CREATE MACRO card_name(card) AS
    ['7', '8', '9', 'J', 'Q', 'K', '10', 'A'][card % 8 + 1] || substr('SHDC', card // 8 + 1, 1);

CREATE MACRO counts_as_trump(card, trump) AS
    trump = 'AT' OR trump = substr('SHDC', card // 8 + 1, 1);

CREATE MACRO card_points(card, trump) AS
    CASE WHEN counts_as_trump(card, trump)
         THEN [0, 0, 14, 20, 3, 4, 10, 11][card % 8 + 1]
         ELSE [0, 0, 0, 2, 3, 4, 10, 11][card % 8 + 1]
    END;

-- How strong a card is in a trick that `led` opened; 0 cannot win.
CREATE MACRO card_strength(card, led, trump) AS
    CASE WHEN trump = substr('SHDC', card // 8 + 1, 1)
         THEN 8 + [1, 2, 7, 8, 3, 4, 5, 6][card % 8 + 1]
         WHEN card // 8 <> led // 8 THEN 0
         WHEN trump = 'AT' THEN [1, 2, 7, 8, 3, 4, 5, 6][card % 8 + 1]
         ELSE card % 8 + 1
    END;

-- The place in a trick, from 0, of the card that wins it: the greatest strength carries its place.
CREATE MACRO winning_place(cards, trump) AS
    list_max(list_transform(cards, lambda card, place:
        16 * card_strength(card, cards[1], trump) + place - 1)) % 16;

-- Seats are numbered 0 to 3 for N E S W; with two seats, 0 and 1.
CREATE MACRO seat_name(number, seats) AS substr('NESW', (number % seats + seats) % seats + 1, 1);

-- Hands with the rules that give play its order, and each finished trick's winning place.
CREATE VIEW played_hands AS
WITH orders AS (
    SELECT run_id,
           (rules ->> 'seats')::INTEGER AS seats,
           CASE rules ->> 'direction' WHEN 'clockwise' THEN 1 ELSE -1 END AS step,
           (rules ->> 'last_trick')::INTEGER AS last_trick
    FROM runs
),
won AS (
    SELECT match_id, hand_no, trump, plays, seats, step, last_trick,
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
CREATE VIEW plays AS
WITH cards AS (
    SELECT *, unnest(plays) AS card_number, unnest(range(len(plays))) AS play FROM played_hands
)
SELECT match_id,
       hand_no,
       (play // seats + 1)::UTINYINT AS trick,
       (play % seats + 1)::UTINYINT AS place,
       seat_name(leaders[play // seats + 1] + step * (play % seats), seats) AS seat,
       card_name(card_number) AS card,
       card_points(card_number, trump)::UTINYINT AS points,
       coalesce(places[play // seats + 1] = play % seats, false) AS wins
FROM cards;

-- One row a finished trick; `points` has the last trick's bonus in it.
CREATE VIEW tricks AS
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
       (list_sum(list_transform(cards, lambda card: card_points(card, trump)))
           + CASE WHEN (trick + 1) * seats = 32 THEN last_trick ELSE 0 END)::SMALLINT AS points
FROM numbered;

-- What each seat plays in a hand played to its end, one row a seat, cards by suit and rank.
CREATE VIEW holdings AS
WITH seated AS (
    SELECT match_id, hand_no, plays, seats, unnest(range(seats)) AS seat,
           list_transform(range(len(plays)), lambda play:
               (leaders[play // seats + 1] + step * (play % seats)) % seats) AS players
    FROM played_hands
    WHERE len(plays) = 32
)
SELECT match_id,
       hand_no,
       seat_name(seat, seats) AS seat,
       array_to_string(list_transform(
           list_sort(list_filter(plays, lambda card, play:
               (players[play] + seats) % seats = seat)),
           lambda card: card_name(card)), ' ') AS cards
FROM seated;

-- Both legs of a pair as one row: `score` is what `a` scored, 0 to 1 by quarters, and `margin`
-- its points less those of `b`, over both matches. A pair that lacks a leg is not here, nor is one
-- with a match that rescoring left unfinished.
CREATE VIEW pairs AS
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
       two.match_id AS second_match
FROM matches AS one
JOIN matches AS two USING (run_id, pair_id)
WHERE one.leg < two.leg AND 'unfinished' NOT IN (one.ended_by, two.ended_by);

-- One row a contestant of a run, over the same pairs, best first. A forfeited match counts as won
-- or lost, but its score was not made by playing: points and margins leave it out.
CREATE VIEW standings AS
WITH complete AS (
    SELECT one.*, one.ended_by = 'forfeit' AS forfeited
    FROM matches AS one
    JOIN matches AS two USING (run_id, pair_id)
    WHERE one.leg <> two.leg AND 'unfinished' NOT IN (one.ended_by, two.ended_by)
),
sides AS (
    SELECT run_id, ns AS bot, winner = 'NS' AS won, winner IS NULL AS drawn,
           score_ns AS own, score_ew AS other, hands, forfeited
    FROM complete
    UNION ALL
    SELECT run_id, ew, winner = 'EW', winner IS NULL, score_ew, score_ns, hands, forfeited
    FROM complete
)
SELECT run_id,
       bot,
       count(*) AS matches,
       count(*) FILTER (won) AS wins,
       count(*) FILTER (drawn) AS draws,
       count(*) FILTER (NOT won) AS losses,
       count(*) FILTER (forfeited) AS forfeited,
       (wins + draws / 2) / matches AS score,
       sum(hands)::BIGINT AS hands,
       sum(own) FILTER (NOT forfeited) / sum(hands) FILTER (NOT forfeited) AS points_per_hand,
       sum(own - other) FILTER (NOT forfeited) / sum(hands) FILTER (NOT forfeited)
           AS margin_per_hand
FROM sides
GROUP BY run_id, bot
ORDER BY run_id, score DESC, margin_per_hand DESC, bot;
