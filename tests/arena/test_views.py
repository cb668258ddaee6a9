"""The views: what SQL alone makes of the stored cards and results."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from harness.arena.columns import Batch
from harness.arena.standings import rank
from harness.arena.store import Store
from harness.game import TRUMPS, card_name, card_names, parse_card, parse_card_list, trick_winner
from tests.arena.stored import PLAYS, a_batch, a_run, hand_row, match_row, return_leg


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "quick.db", owner=True) as store:
        yield store


def add_hand(store: Store, rules: dict[str, object] | None = None, **hand: object) -> None:
    """Store a run of one match of one hand."""
    store.begin_run(*a_run(rules=rules))
    store.append(Batch.of([match_row()], [hand_row(**hand)]))


def column(store: Store, sql: str, *parameters: object) -> list[object]:
    """Return the values of the only column that some SQL gives."""
    (values,) = store.read(sql, parameters).to_pydict().values()
    return list(values)


# Cards


def test_every_card_has_its_name_in_sql(store: Store) -> None:
    names = column(store, "SELECT card_name(card) FROM range(32) AS t(card)")
    assert names == [card_name(card) for card in range(32)]


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("AS 9S 10S KS", "S", "9S"),  # the nine of trumps beats the ace
        ("AS 9S JS KS", "S", "JS"),  # the jack beats both
        ("QS KS AS 9S", "H", "AS"),
        ("AD 10D 7S KD", "S", "7S"),  # the seven of trumps beats an ace led
        ("7D AS AC AH", "NT", "7D"),  # nothing beats the suit led
        ("JD 9D 10D AD", "NT", "AD"),
        ("AD 9D 10D KD", "AT", "9D"),  # every suit ranks as trumps do
        ("7D JS JC JH", "AT", "7D"),  # but no suit beats the one led
    ],
)
def test_a_trick_goes_to_the_card_that_wins_it(
    store: Store, trick: str, trump: str, winner: str
) -> None:
    cards = parse_card_list(trick)
    place = column(store, "SELECT winning_place(?, ?)", cards, trump)
    assert place == [cards.index(parse_card(winner))]


@pytest.mark.parametrize("trump", TRUMPS)
def test_tricks_won_in_sql_are_those_won_in_play(store: Store, trump: str) -> None:
    rng = random.Random(7)
    tricks = [rng.sample(range(32), 4) for _ in range(2000)]
    won = column(
        store,
        "SELECT winning_place(trick, ?) FROM (SELECT unnest(?::INT[][]) AS trick)",
        trump,
        tricks,
    )
    assert won == [trick_winner(trick, trump) for trick in tricks]


@pytest.mark.parametrize(
    ("cards", "trump", "points"),
    [
        ("JH KH QS AS", "H", 38),  # 20 + 4 + 3 + 11
        ("9H 8H 7H 10H", "H", 24),
        ("9S 8S 7S JS", "H", 2),
        ("JS JH JD JC", "AT", 80),
        ("JS JH JD JC", "NT", 8),
    ],
)
def test_cards_are_worth_what_the_trump_makes_them(
    store: Store, cards: str, trump: str, points: int
) -> None:
    listed = parse_card_list(cards)
    worth = column(
        store, "SELECT sum(card_points(card, ?))::INT FROM unnest(?) AS t(card)", trump, listed
    )
    assert worth == [points]


@pytest.mark.parametrize(
    ("trump", "total"), [("S", 152), ("H", 152), ("D", 152), ("C", 152), ("NT", 120), ("AT", 248)]
)
def test_the_cards_of_a_deck_add_up(store: Store, trump: str, total: int) -> None:
    points = column(store, "SELECT sum(card_points(card, ?))::INT FROM range(32) t(card)", trump)
    assert points == [total]


# Tricks, plays and holdings


def test_the_tricks_of_a_hand_have_their_leader_winner_cards_and_points(store: Store) -> None:
    add_hand(store)
    tricks = store.read("SELECT * EXCLUDE (match_id, hand_no) FROM tricks ORDER BY trick")
    assert tricks.column_names == ["trick", "leader", "winner", "cards", "points"]
    assert [tuple(row.values()) for row in tricks.to_pylist()] == [
        (1, "N", "N", "KS 9S JS 7S", 6),
        (2, "N", "W", "10S QS AS QC", 27),
        (3, "W", "S", "8D QD 7D 10D", 13),
        (4, "S", "W", "7C JC KC 9C", 38),
        (5, "W", "E", "KD JD AC AD", 28),
        (6, "E", "S", "KH 10H JH 7H", 16),
        (7, "S", "S", "10C 9H 8S 8H", 10),
        (8, "S", "S", "8C AH 9D QH", 24),  # 14, and 10 for the last trick
    ]


def test_the_last_trick_is_worth_what_the_rules_say(store: Store) -> None:
    add_hand(store, {"last_trick": 0})
    assert column(store, "SELECT points FROM tricks WHERE trick = 8") == [14]


def test_the_tricks_of_a_side_add_up_to_its_points(store: Store) -> None:
    add_hand(store)
    sides = store.read(
        "SELECT winner IN ('N', 'S') AS ns, sum(points)::INT AS points FROM tricks GROUP BY ns"
    )
    assert {row["ns"]: row["points"] for row in sides.to_pylist()} == {True: 69, False: 93}


def test_the_plays_of_a_hand_are_a_row_a_card_in_the_order_played(store: Store) -> None:
    add_hand(store)
    plays = store.read("SELECT * EXCLUDE (match_id, hand_no) FROM plays ORDER BY trick, place")
    assert plays.column_names == ["trick", "place", "seat", "card", "points", "wins"]
    assert plays["card"].to_pylist() == card_names(PLAYS).split()
    assert [tuple(row.values()) for row in plays.to_pylist()[4:12]] == [
        (2, 1, "N", "10S", 10, False),
        (2, 2, "E", "QS", 3, False),
        (2, 3, "S", "AS", 11, False),
        (2, 4, "W", "QC", 3, True),
        (3, 1, "W", "8D", 0, False),
        (3, 2, "N", "QD", 3, False),
        (3, 3, "E", "7D", 0, False),
        (3, 4, "S", "10D", 10, True),
    ]


def test_each_seat_holds_the_eight_cards_that_it_plays(store: Store) -> None:
    add_hand(store)
    holdings = store.read("SELECT seat, cards FROM holdings").to_pylist()
    assert {row["seat"]: row["cards"] for row in holdings} == {
        "N": "8S KS 10S 7H 9D JD QD KC",
        "E": "9S QS 8H QH KH 7D 9C AC",
        "S": "JS AS 10H 10D AD 7C 8C 10C",
        "W": "7S 9H JH AH 8D KD JC QC",
    }


def test_play_goes_round_the_other_way_where_the_rules_say_so(store: Store) -> None:
    add_hand(store, {"direction": "counterclockwise"}, dealer="N")
    assert column(store, "SELECT seat FROM plays WHERE trick < 3 ORDER BY trick, place") == [
        *("W", "S", "E", "N"),  # W leads the king of spades and wins
        *("W", "S", "E", "N"),  # N ruffs with the queen of clubs
    ]
    assert column(store, "SELECT leader FROM tricks WHERE trick = 3") == ["N"]


def test_two_seats_play_sixteen_tricks_of_two(store: Store) -> None:
    add_hand(store, {"seats": 2}, dealer="N")
    tricks = store.read("SELECT leader, winner, cards FROM tricks ORDER BY trick LIMIT 3")
    assert [tuple(row.values()) for row in tricks.to_pylist()] == [
        ("E", "E", "KS 9S"),
        ("E", "E", "JS 7S"),
        ("E", "E", "10S QS"),
    ]
    assert column(store, "SELECT count(*) FROM tricks") == [16]
    assert column(store, "SELECT len(string_split(cards, ' ')) FROM holdings") == [16, 16]


def test_a_hand_broken_off_shows_the_cards_played_and_the_tricks_finished(store: Store) -> None:
    add_hand(store, plays=PLAYS[:6], outcome="forfeit")
    plays = store.read("SELECT seat, wins FROM plays ORDER BY trick, place").to_pylist()
    assert [(row["seat"], row["wins"]) for row in plays] == [
        ("N", True),
        ("E", False),
        ("S", False),
        ("W", False),
        ("N", False),
        ("E", False),
    ]
    assert column(store, "SELECT cards FROM tricks") == ["KS 9S JS 7S"]
    assert column(store, "SELECT seat FROM holdings") == []


def test_a_hand_passed_out_has_no_plays(store: Store) -> None:
    add_hand(store, plays=[], trump=None, taker=None, contract=None, outcome="passed")
    for view in ("plays", "tricks", "holdings"):
        assert store.read(f"FROM {view}").num_rows == 0


# Pairs and standings

Result: TypeAlias = dict[str, int | str | None]


def pair(number: int, first: Result, second: Result) -> Batch:
    """Return both legs of a pair of ada, who has NS first, against bob."""
    shared = {"pair_id": f"p{number}", "pair": number, "deal_set": number}
    legs = [
        match_row(match_id=f"m{number}a", **shared, **first),
        return_leg(match_id=f"m{number}b", **shared, **second),
    ]
    return Batch.of(legs)


NS_WINS: Result = {"score_ns": 510, "score_ew": 320, "winner": "NS", "hands": 5}
EW_WINS: Result = {"score_ns": 400, "score_ew": 505, "winner": "EW", "hands": 5}
DRAWN: Result = {"score_ns": 500, "score_ew": 500, "winner": None, "hands": 10}


@pytest.mark.parametrize(
    ("first", "second", "score", "margin", "hands"),
    [
        (NS_WINS, EW_WINS, 1.0, 295, 10),  # 190 + 105
        (NS_WINS, DRAWN, 0.75, 190, 15),
        (NS_WINS, NS_WINS, 0.5, 0, 10),
        (DRAWN, DRAWN, 0.5, 0, 20),
        (EW_WINS, DRAWN, 0.25, -105, 15),
        (EW_WINS, NS_WINS, 0.0, -295, 10),
    ],
)
def test_a_pair_is_scored_by_quarters_for_the_one_that_had_ns_first(
    store: Store, first: Result, second: Result, score: float, margin: int, hands: int
) -> None:
    store.append(pair(3, first, second))
    assert store.read("FROM pairs").to_pylist() == [
        {
            "run_id": "run",
            "pair_id": "p3",
            "pairing": 0,
            "pair": 3,
            "deal_set": 3,
            "a": "ada",
            "b": "bob",
            "score": score,
            "margin": margin,
            "first_match": "m3a",
            "second_match": "m3b",
            "hands": hands,
            "forfeited": False,
        }
    ]


def test_a_pair_says_whether_a_fault_ended_either_match_of_it(store: Store) -> None:
    lost = EW_WINS | {"ended_by": "forfeit"}
    store.append(pair(0, NS_WINS, EW_WINS), pair(1, lost, NS_WINS), pair(2, NS_WINS, lost))
    assert column(store, "SELECT forfeited FROM pairs ORDER BY pair") == [False, True, True]


def test_half_a_pair_counts_nowhere(store: Store) -> None:
    store.append(a_batch("m1"))
    assert store.read("FROM pairs").num_rows == 0
    assert store.read("FROM standings").num_rows == 0


def test_standings_count_the_matches_of_complete_pairs(store: Store) -> None:
    store.append(pair(0, NS_WINS, EW_WINS), pair(1, EW_WINS, DRAWN))
    store.append(Batch.of([match_row(match_id="half", pair_id="half")]))
    ada, bob = store.read("FROM standings").to_pylist()
    assert ada == {
        "run_id": "run",
        "bot": "ada",
        "matches": 4,
        "wins": 2,
        "draws": 1,
        "losses": 1,
        "forfeited": 0,
        "score": 0.625,
        "hands": 25,
        "points_per_hand": pytest.approx(1915 / 25),  # 510 + 505 + 400 + 500
        "margin_per_hand": pytest.approx(190 / 25),  # 190 + 105 - 105
    }
    assert (bob["bot"], bob["score"]) == ("bob", 0.375)
    assert bob["margin_per_hand"] == pytest.approx(-190 / 25)


def test_a_forfeited_match_counts_as_lost_and_leaves_the_points_per_hand_alone(
    store: Store,
) -> None:
    store.append(pair(0, NS_WINS, EW_WINS))
    played = {
        row["bot"]: row["points_per_hand"] for row in store.read("FROM standings").to_pylist()
    }
    forfeited = pair(1, NS_WINS, EW_WINS).matches.to_pylist()
    store.append(Batch.of([match_row(**row | {"ended_by": "forfeit"}) for row in forfeited]))
    rows = {row["bot"]: row for row in store.read("FROM standings").to_pylist()}
    assert {bot: row["points_per_hand"] for bot, row in rows.items()} == played
    assert (rows["bob"]["losses"], rows["bob"]["forfeited"]) == (4, 2)


def test_a_pair_with_a_match_left_unfinished_counts_nowhere(store: Store) -> None:
    unfinished: Result = {"winner": None, "ended_by": "unfinished"}
    store.append(pair(0, NS_WINS, unfinished), pair(1, unfinished, EW_WINS))
    assert store.read("FROM pairs").num_rows == 0
    assert store.read("FROM standings").num_rows == 0
    assert rank(store.read, "run").rows == ()
    store.append(pair(2, NS_WINS, EW_WINS))
    assert column(store, "SELECT pair FROM pairs") == [2]
    assert column(store, "SELECT matches FROM standings") == [2, 2]
    assert [row.record.matches for row in rank(store.read, "run").rows] == [2, 2]


def test_standings_keep_runs_apart(store: Store) -> None:
    store.append(pair(0, NS_WINS, EW_WINS))
    other = pair(0, EW_WINS, NS_WINS).matches.to_pylist()
    rows = [
        match_row(**row | {"run_id": "second", "match_id": f"x{row['match_id']}"}) for row in other
    ]
    store.append(Batch.of(rows))
    first_places = column(store, "SELECT bot FROM standings WHERE score = 1 ORDER BY run_id")
    assert first_places == ["ada", "bob"]
