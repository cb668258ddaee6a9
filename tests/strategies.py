"""What property tests draw: decks, rules, positions, and whole hands played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hypothesis import strategies as st

from harness.game import TRUMPS, Hand, Rules, card_names, preset
from harness.game.rules import Choice, Value, describe
from tests import oracle

TEXTS: Final = tuple(oracle.PRESETS)
"""The presets that come from the rule texts."""

DUTIES: Final = ("rise", "overtrump", "undertrump", "partner_exempt")

seeds = st.integers(0, 2**32 - 1)
seats = st.integers(0, 3)
sides = st.sampled_from(("NS", "EW"))
decks = st.permutations(range(32))
holdings = st.sets(st.integers(0, 31), min_size=8, max_size=8)


def any_rules(rng: random.Random) -> Rules:
    """Draw a value for every field."""
    values: dict[str, Value] = {}
    for rule in describe():
        if isinstance(rule.allowed, Choice):
            values[rule.name] = rng.choice(rule.allowed.words)
        elif rule.name not in ("capot_total", "capot_bonus"):
            values[rule.name] = rng.randrange(rule.allowed.low, rule.allowed.high + 1)
    capot = rng.choice(("capot_total", "capot_bonus"))
    return preset("contract82", **values, **{capot: rng.randrange(152, 301)})


rule_sets = seeds.map(random.Random).map(any_rules)


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
        hand.bid("pass" if passing else rng.choice(hand.legal_bids))
    while not hand.over:
        yield
        speaking = hand.declaring
        if speaking is not None:
            quiet = 0.3 if hand.rules.silence else 0
            hand.declare([one.cards for one in hand.found[speaking] if rng.random() >= quiet])
        else:
            hand.play(rng.choice(list(hand.legal_cards)))


def play_at_random(hand: Hand, rng: random.Random, watch: Watcher = lambda _: None) -> Hand:
    """Play a hand to its end, showing it to `watch` before each act."""
    for _ in acts(hand, rng):
        watch(hand)
    return hand
