"""What property tests draw: decks, rules, positions, and whole hands played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from hypothesis import strategies as st

from harness.game import TRUMPS, Hand, Rules, card_names, preset
from harness.game.fields import Choice, Span, Value
from harness.game.rules import PACKETS, TO_TENS, describe
from tests import oracle

TEXTS: Final = tuple(oracle.TEXTS)
"""The presets that come from the rule texts."""

PRESETS: Final = tuple(oracle.PRESETS)
"""Those and the variants that the texts name."""

DUTIES: Final = ("rise", "overtrump", "undertrump", "partner_exempt")

AUCTIONS_OF_FOUR: Final = ("turn_up", "tens", "names")

seeds = st.integers(0, 2**32 - 1)
seats = st.integers(0, 3)
sides = st.sampled_from(("NS", "EW"))
decks = st.permutations(range(32))
holdings = st.sets(st.integers(0, 31), min_size=8, max_size=8)


def any_rules(rng: random.Random, auctions: Sequence[str] = tuple(PACKETS)) -> Rules:
    """Draw a value for every field, under one of some auctions."""
    values = {rule.name: any_value(rule.allowed, rng) for rule in describe()}
    auction = rng.choice(auctions)
    values |= {
        "auction": auction,
        "seats": 2 if auction == "last_card" else 4,
        "packets": rng.choice(PACKETS[auction]),
        "lowest_bid": (lowest := rng.randrange(60, 100)),
        "bid_step": (step := rng.randrange(1, 31)),
        "highest_bid": lowest + step * rng.randrange(12),
    }
    if auction != "tens":
        values["contract"] = rng.choice(("compare", "points"))
        values["score_by"] = rng.choice(("points", "points_and_bid"))
        values["failed_pays"] = rng.choice(("points", "points_and_bid"))
    if values["capot_bid"] is not None and values["generale_bid"] is not None:
        low, high = sorted((values["capot_bid"], values["generale_bid"]))
        values |= {"capot_bid": low, "generale_bid": high}
    if values["written_in"] == "tens":
        values["rounding"] = rng.choice(TO_TENS)
    ties = {values["tie"], values["tie_doubled"]}
    if "bank" in ties and ties & {"hold", "pool"}:
        values["tie_doubled"] = None
    if values["both_at_target"] == "as_level":
        values["level_at_target"] = rng.choice(("draw", "last_hand", "last_taker", "last_points"))
    if values["seats"] == 4:
        values["deals_next"] = "in_turn"
    given, other = rng.sample(("capot_total", "capot_bonus"), 2)
    values |= {given: rng.randrange(172, 301), other: None}
    return preset("contract82", **values)


def any_value(allowed: Choice | Span, rng: random.Random) -> Value:
    """Draw a value that a field takes."""
    if isinstance(allowed, Choice):
        return rng.choice(allowed.words)
    if allowed.optional and rng.random() < 0.5:
        return None
    return rng.randrange(allowed.low, allowed.high + 1, allowed.step)


def drawn(*auctions: str) -> st.SearchStrategy[Rules]:
    """Return the rules that may be drawn under some auctions."""
    return seeds.map(random.Random).map(lambda rng: any_rules(rng, auctions))


rule_sets = drawn(*AUCTIONS_OF_FOUR)
"""Rules for four, under any auction."""

turned_up = drawn("turn_up")
"""Rules for four over a turned card."""

tables = drawn(*PACKETS).flatmap(
    lambda rules: st.tuples(st.just(rules), st.integers(0, rules.seats - 1))
)
"""Any rules, and a dealer."""


class Position(NamedTuple):
    """A trick under way and a holding that answers it, as texts."""

    trump: str
    trick: str
    holding: str


@st.composite
def positions(draw: st.DrawFn, trumps: tuple[str, ...] = TRUMPS) -> Position:
    """Draw a trump, up to three cards on the table and up to eight in the hand."""
    cards = draw(st.permutations(range(32)))
    lying = draw(st.integers(0, 3))
    held = draw(st.integers(1, 8))
    return Position(
        draw(st.sampled_from(trumps)),
        card_names(cards[:lying]),
        card_names(cards[lying : lying + held]),
    )


Watcher = Callable[[Hand], None]


def acts(hand: Hand, rng: random.Random, eager: float = 0.3) -> Iterator[None]:
    """Play a hand to its end by the checked doors, choosing at random; yield before each act.

    Args:
        hand: one that is not over.
        rng: what chooses.
        eager: how often a seat that may pass does not.
    """
    while hand.bidding:
        yield
        passing = "pass" in hand.legal_bids and rng.random() >= eager
        # Doubles and low bids stand first, and leave others something to say.
        bids = hand.legal_bids[: rng.choice((3, None))]
        hand.bid("pass" if passing else rng.choice(bids))
    while not hand.over:
        yield
        speaking = hand.declaring
        if speaking is not None:
            quiet = 0.3 if hand.rules.silence else 0
            offer = rng.choice(hand.offered(speaking))
            hand.declare([one.cards for one in offer if rng.random() >= quiet])
        else:
            hand.play(rng.choice(list(hand.legal_cards)))


def play_at_random(hand: Hand, rng: random.Random, watch: Watcher = lambda _: None) -> Hand:
    """Play a hand to its end, showing it to `watch` before each act."""
    for _ in acts(hand, rng):
        watch(hand)
    return hand
