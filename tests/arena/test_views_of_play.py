"""Views of bids and cards: what the engine saw, under every preset and counting of cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

import pytest

from bots.random import RandomBot
from harness.arena.columns import Batch
from harness.arena.store import Store
from harness.arena.table import Seated, Table
from harness.game import (
    SEATS,
    CardSet,
    DealSet,
    Hand,
    Rules,
    View,
    card_name,
    card_names,
    preset,
    preset_names,
)
from tests.arena.stored import a_run, match_row

Row: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[str, int]

SEED: Final = bytes(range(16))
MATCHES: Final = 3

RULES: Final[dict[str, Rules]] = {
    **{name: preset(name) for name in preset_names()},
    "any trump over a card": preset(
        "counterclockwise",
        target=1500,
        no_trumps=True,
        all_trumps=True,
        contree=True,
        no_trumps_points="ace_19",
        all_trumps_points="jack_14",
    ),
    "in proportion": preset("coinche", no_trumps_points="plain", all_trumps_points="in_proportion"),
    "a dearer last trick": preset("bulgarian", last_trick=15, all_trumps_points="jack_13"),
}


class SparingBot(RandomBot):
    """Passes often, so that auctions end low as well as high."""

    def choose_bid(self, view: View) -> str:
        passes = "pass" in view.legal_bids and view.rng.random() < 0.6
        return "pass" if passes else super().choose_bid(view)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A database with some matches of random bots under each of `RULES`, which names their run."""
    with Store.open(tmp_path_factory.mktemp("plays") / "plays.duckdb", owner=True) as store:
        for name, rules in RULES.items():
            store.begin_run(*a_run(name, dict(rules.as_dict())))
            store.append(*(played(name, rules, number) for number in range(MATCHES)))
        yield store


def played(name: str, rules: Rules, number: int) -> Batch:
    """Play a match and return its rows."""
    match_id = f"{name} {number}"
    sides = (Seated("ada", SparingBot), Seated("bob", SparingBot))
    done = Table(rules, DealSet(SEED, number), sides).play()
    assert done.fault is None
    hands = [(match_id, *row) for row in done.hands]
    return Batch.of([match_row(match_id=match_id, run_id=name)], hands)


def hands(store: Store, name: str) -> list[Row]:
    return store.read(
        "SELECT hands.* FROM hands JOIN matches USING (match_id) WHERE run_id = ?", [name]
    ).to_pylist()


def viewed(store: Store, name: str, view: str, order: str) -> dict[Key, list[tuple[object, ...]]]:
    """Return the rows that a view has of each hand, without their hand."""
    sql = f"FROM {view} SEMI JOIN matches ON matches.match_id = {view}.match_id AND run_id = ?"
    rows = store.read(f"{sql} ORDER BY match_id, hand_no, {order}", [name])
    lines = map(tuple, zip(*rows.to_pydict().values(), strict=True))
    return {
        key: [line[2:] for line in of_hand] for key, of_hand in groupby(lines, itemgetter(0, 1))
    }


def of_each(store: Store, name: str, what: Any) -> dict[Key, Any]:  # noqa: ANN401 - a function of a hand
    """Return what a function makes of each stored hand, where that is anything."""
    found = {
        (row["match_id"], row["hand_no"]): what(Hand(RULES[name], row["deck"], seat(row)), row)
        for row in hands(store, name)
    }
    return {key: made for key, made in found.items() if made}


def seat(row: Row) -> int:
    return SEATS.index(row["dealer"])


def bids(hand: Hand, row: Row) -> list[tuple[object, ...]]:
    made: list[tuple[object, ...]] = []
    for turn, bid in enumerate(row["bids"].split(), 1):
        assert hand.turn is not None
        made.append((turn, SEATS[hand.turn], bid))
        hand.bid(bid)
    return made


def cards(hand: Hand, row: Row) -> list[tuple[int, int]]:
    """Return the seat and the card of each play."""
    bids(hand, row)
    made = []
    for card in row["plays"]:
        made.append((hand.log.turn, card))
        hand.push(card)
    return made


def plays(hand: Hand, row: Row) -> list[tuple[object, ...]]:
    size = hand.rules.seats
    made = cards(hand, row)
    return [
        (
            number // size + 1,
            number % size + 1,
            SEATS[who],
            card_name(card),
            hand.log.law.points[card],
            hand.log.trick_winners[number // size] == who,
        )
        for number, (who, card) in enumerate(made)
    ]


def tricks(hand: Hand, row: Row) -> list[tuple[object, ...]]:
    cards(hand, row)
    return [
        (
            number,
            SEATS[trick.leader],
            SEATS[trick.winner],
            card_names(trick.cards),
            trick.points,
        )
        for number, trick in enumerate(hand.log.tricks_played(), 1)
    ]


def holdings(hand: Hand, row: Row) -> list[tuple[object, ...]]:
    made = cards(hand, row)
    return sorted(
        (SEATS[who], str(CardSet.of(card for other, card in made if other == who)))
        for who in {who for who, _ in made}
    )


@pytest.mark.parametrize("name", RULES)
def test_each_bid_is_a_row_with_the_seat_that_made_it(store: Store, name: str) -> None:
    assert viewed(store, name, "auctions", "turn") == of_each(store, name, bids)


@pytest.mark.parametrize("name", RULES)
def test_each_card_is_a_row_with_its_seat_and_its_points(store: Store, name: str) -> None:
    assert viewed(store, name, "plays", "trick, place") == of_each(store, name, plays)


@pytest.mark.parametrize("name", RULES)
def test_each_trick_is_a_row_with_its_points(store: Store, name: str) -> None:
    assert viewed(store, name, "tricks", "trick") == of_each(store, name, tricks)


@pytest.mark.parametrize("name", RULES)
def test_each_seat_has_a_row_with_the_cards_that_it_plays(store: Store, name: str) -> None:
    assert viewed(store, name, "holdings", "seat") == of_each(store, name, holdings)


@pytest.mark.parametrize(
    ("name", "trump", "total"),
    [
        ("coinche", "NT", 162),  # 4 x (19 + 10 + 4 + 3 + 2), and 10
        ("coinche", "AT", 162),  # 4 x (13 + 9 + 6 + 5 + 3 + 2), and 10
        ("bulgarian", "NT", 260),  # twice 120 and 10
        ("bulgarian", "AT", 258),
        ("any trump over a card", "AT", 162),
        ("in proportion", "NT", 130),
        ("in proportion", "AT", 258),  # as played; scaled when the hand is scored
        ("a dearer last trick", "NT", 270),  # twice 120 and 15
        ("a dearer last trick", "AT", 167),
        ("two-handed", "H", 162),
    ],
)
def test_the_tricks_of_a_hand_add_up_to_all_that_the_trump_is_worth(
    store: Store, name: str, trump: str, total: int
) -> None:
    sql = """
        SELECT DISTINCT total FROM (
            SELECT sum(points)::INT AS total
            FROM tricks JOIN hands USING (match_id, hand_no) JOIN matches USING (match_id)
            WHERE run_id = ? AND trump = ?
            GROUP BY match_id, hand_no
        )
    """
    assert store.read(sql, [name, trump])["total"].to_pylist() == [total]


def test_a_run_of_before_cards_had_other_worths_counts_them_as_ever(store: Store) -> None:
    run, bots = a_run("old")
    assert not {"auction", "no_trumps_points", "all_trumps_points"} & json.loads(run.rules).keys()
    store.begin_run(run, bots)
    rows = [row | {"match_id": f"old {row['match_id']}"} for row in hands(store, "bulgarian")]
    matches = [
        match_row(match_id=match_id, run_id="old") for match_id in {row["match_id"] for row in rows}
    ]
    store.append(Batch.of(matches, [tuple(row.values()) for row in rows]))
    sql = """
        SELECT DISTINCT trump, sum(points)::INT AS total
        FROM tricks JOIN hands USING (match_id, hand_no)
        WHERE starts_with(match_id, 'old') AND trump IN ('NT', 'AT')
        GROUP BY match_id, hand_no, trump ORDER BY trump
    """
    assert store.read(sql).to_pydict() == {"trump": ["AT", "NT"], "total": [258, 130]}
