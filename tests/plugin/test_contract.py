"""The contract: kept by bots that are as they should be, and broken by those that are not."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import ClassVar

import pytest

from bots.lowest import LowestBot
from bots.random import RandomBot
from harness.game import View, preset
from harness.game.records import read_record
from harness.game.referee import ILLEGAL, judge
from harness.plugin import Bot
from harness.plugin.asking import ask
from harness.plugin.chance import seed_of
from harness.plugin.contract import (
    BotContract,
    Candidate,
    Verdict,
    forgetful,
    legal,
    reproducible,
    verdicts,
)
from harness.plugin.trial import Failed

CLASSIC = preset("classic")


class TestRandom(BotContract):
    """The contract as an author inherits it."""

    make: ClassVar[Callable[[], Bot]] = RandomBot
    presets: ClassVar[tuple[str, ...]] = ("classic", "bulgarian", "two-handed")
    hands: ClassVar[int] = 60


class Net(Bot):
    """Answers for many, and so for one."""

    def choose_bid(self, view: View) -> str:
        return view.legal_bids[0]

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        return [max(view.legal_cards) for view in views]


class TestNet(BotContract):
    """`choose_cards` is enough."""

    make: ClassVar[Callable[[], Bot]] = Net
    hands: ClassVar[int] = 10


class Cheat(RandomBot):
    """In the second hand it plays a card that it does not hold."""

    def choose_card(self, view: View) -> int:
        if view.hand_no == 1:
            return (~view.holding_mask & (view.holding_mask + 1)).bit_length() - 1
        return super().choose_card(view)


class Moody(RandomBot):
    """Its chance is nobody's."""

    def choose_card(self, view: View) -> int:
        return random.choice(list(view.legal_cards))


class Learns(LowestBot):
    """Plays its highest cards once it has played a hand."""

    hands = 0

    def end_hand(self, *_: object) -> None:
        Learns.hands += 1

    def choose_card(self, view: View) -> int:
        return max(view.legal_cards) if Learns.hands > 20 else super().choose_card(view)


class Raises(RandomBot):
    """Cannot bear a contrée."""

    def choose_bid(self, view: View) -> str:
        if view.rules.contree:
            raise ValueError("no")
        return super().choose_bid(view)


class Batched(LowestBot):
    """Of many tables it looks at the last one only."""

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        *others, last = views
        return [*(max(view.legal_cards) for view in others), self.choose_card(last)]


class Otherwise(LowestBot):
    """Says to many views, and to one, what it says to none alone."""

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        return [max(view.legal_cards) for view in views]


class Crowded(LowestBot):
    """Answers a few tables well, and no more."""

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        few = len(views) < 6
        return [self.choose_card(view) if few else max(view.legal_cards) for view in views]


class Fragile(LowestBot):
    """Answers one or many in its own way, and falls over where other matches are under way."""

    playing: ClassVar[set[object]] = set()

    def start_match(self, *_: object) -> None:
        Fragile.playing.add(self)

    def end_match(self, *_: object) -> None:
        Fragile.playing.discard(self)

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        if len(views) > 1:
            return [max(view.legal_cards) for view in views]
        if len(Fragile.playing) > 2 and views[0].hand_no > 0:
            raise RuntimeError("too many of us")
        return [self.choose_card(views[0])]


class Absent(LowestBot):
    """Keeps in its class which match it plays, as if there were no other."""

    at_table: ClassVar[object] = None

    def start_match(self, *_: object) -> None:
        Absent.at_table = self

    def choose_card(self, view: View) -> int:
        there = Absent.at_table in (self, None) or view.hand_no == 0
        return (min if there else max)(view.legal_cards)

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        return [self.choose_card(view) for view in views]


class Noting(LowestBot):
    """Notes what its chance is seeded with, and its first cards."""

    seeds: ClassVar[set[int]] = set()
    dealt: ClassVar[list[int]] = []

    def start_hand(self, view: View) -> None:
        self.seeds.add(seed_of(view.rng))
        self.dealt.append(view.dealt_mask)


def noted_under(seed: bytes) -> tuple[set[int], list[int]]:
    """Return what both bots of one match of a trial are seeded with, and what they are dealt."""
    Noting.seeds.clear()
    Noting.dealt.clear()
    Candidate(Noting, seed=seed).play(CLASSIC)
    return set(Noting.seeds), list(Noting.dealt)


def test_cards_and_chance_hang_on_the_seed_of_the_trial_and_look_like_those_of_any_match() -> None:
    seeds, dealt = noted_under(bytes(15) + b"1")
    assert len(seeds) == 2
    assert min(seeds) > 1 << 96
    assert noted_under(bytes(15) + b"1") == (seeds, dealt)
    others, else_dealt = noted_under(bytes(15) + b"2")
    assert not seeds & others
    assert dealt[:2] != else_dealt[:2]


def test_all_is_tried_under_rules_for_four_where_a_preset_has_them() -> None:
    """Odd rules too, which there are for four only."""
    candidate = Candidate(LowestBot)
    parts = [
        [one.part for one in verdicts(candidate, candidate, names, 1)]
        for names in (["two-handed", "classic"], ["two-handed"])
    ]
    assert ["odd rules" in each for each in parts] == [True, False]


def test_an_illegal_card_breaks_it_and_is_shown_with_a_record_of_the_hand() -> None:
    with pytest.raises(Failed, match="it must play a card that you hold") as broken:
        legal(Candidate(Cheat), CLASSIC, 20)
    record = broken.value.record
    assert record is not None
    ruling = judge(record)
    assert ruling.status == ILLEGAL  # no more than unfinished
    assert ruling.verdict["error"] == "the hand is not over"


def test_chance_of_its_own_breaks_it_and_is_shown_with_a_record_of_the_hand_up_to_there() -> None:
    verdict = reproducible(Candidate(Moody), CLASSIC)
    assert not verdict.kept
    said = r"hand 0 of the same match was played in two ways: (.) plays (\w+) and (\w+); is there"
    parted = re.match(said, verdict.told)
    assert parted is not None
    seat, *cards = parted.groups()
    assert verdict.record is not None
    asked = ask(LowestBot, read_record(verdict.record))
    assert asked["seat"] == seat
    assert set(cards) <= set(asked["legal"].split())


def test_a_memory_breaks_it() -> None:
    def fresh() -> Bot:
        Learns.hands = 0
        return Learns()

    verdict = forgetful(Candidate(fresh), Candidate(Learns), CLASSIC)
    assert not verdict.kept


@pytest.mark.parametrize(
    ("bot", "test"),
    [
        (Cheat, "test_every_answer_is_legal_under_every_preset"),
        (Moody, "test_the_same_chance_gives_the_same_match"),
        (Raises, "test_odd_rules_are_played"),
        (Batched, "test_cards_chosen_for_many_tables_are_those_chosen_for_each"),
        (Learns, "test_nothing_of_one_match_is_left_in_the_next"),
    ],
)
def test_an_author_s_test_fails_for_such_a_bot(bot: type[Bot], test: str) -> None:
    Learns.hands = 0
    inherited = type("Inherited", (BotContract,), {"make": bot, "hands": 30})()
    with pytest.raises((AssertionError, Failed)):
        getattr(inherited, test)()


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (Otherwise, "(with 1 match under way); does choose_cards say to one view what choose_card"),
        (Batched, "(with 4 matches under way); not where cards are asked for one by one"),
        (Crowded, "(with 16 matches under way); not where cards are asked for one by one"),
        (Absent, "(with 4 matches under way); also where cards are asked for one by one"),
        (Fragile, "and asked for one by one it fails too: "),
    ],
)
def test_what_is_wrong_at_many_tables_is_told_with_how_many_and_with_its_cause(
    bot: type[Bot], told: str
) -> None:
    inherited = type("Inherited", (BotContract,), {"make": bot})()
    with pytest.raises(AssertionError, match=re.escape(told)):
        inherited.test_cards_chosen_for_many_tables_are_those_chosen_for_each()


def test_a_bot_that_writes_neither_way_to_choose_a_card_cannot_be_made() -> None:
    class Mute(Bot):
        def choose_bid(self, view: View) -> str:
            return view.legal_bids[0]

    with pytest.raises(TypeError, match="choose_card"):
        Mute()  # type: ignore[abstract]


def test_a_verdict_says_nothing_more_unless_it_has_to() -> None:
    assert Verdict("x", kept=True, told="y")[3:] == (None, "")
