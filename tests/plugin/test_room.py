"""A room: matches under way at once, each with the answers and the time that are its own."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from typing import Any, cast

import pytest

from bots.lowest import LowestBot
from harness.game import View, preset
from harness.plugin.bot import Bot
from harness.plugin.room import MOST_TABLES, Place, Room
from harness.plugin.trial import Trial
from harness.plugin.waiting import Ends

CLASSIC = preset("classic", target=301)
LONG = 60.0
UNSEEN = cast("View", None)
"""What nobody looks at."""


class Many(LowestBot):
    """Plays as `lowest`, and notes of how many tables it is asked."""

    asked: list[int]

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        self.asked.append(len(views))
        return super().choose_cards(views)


class Clock:
    """Tells the seconds that somebody says have passed."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Pipe:
    """A pipe whose end is waited for."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        self.ends = Ends()
        self.ends.add(self._out, select.POLLIN)

    def write(self) -> None:
        os.write(self._in, b"x")

    def close(self) -> None:
        os.close(self._out)
        os.close(self._in)


@pytest.fixture
def pipes() -> Iterator[list[Pipe]]:
    with ExitStack() as closing:
        made = [Pipe() for _ in range(3)]
        for pipe in made:
            closing.callback(pipe.close)
        yield made


@pytest.fixture
def many() -> Iterator[type[Many]]:
    Many.asked = []
    yield Many
    del Many.asked


def trial(make: Callable[[], Bot], number: int) -> Callable[[Place], list[Any]]:
    """Return a match on trial that a room can play."""
    return lambda place: Trial(CLASSIC, lambda: place.seated(make(), "guest"), number).play().hands


def test_what_waits_for_another_match_goes_on_once_that_has_played(pipes: list[Pipe]) -> None:
    order: list[int] = []

    def waits(place: Place) -> int:
        (ready,) = place.until_ready(pipes[0].ends, LONG)
        order.append(0)
        return ready[1]

    def plays(_: Place) -> int:
        order.append(1)
        pipes[0].write()
        return -1

    assert Room(2).play([waits, plays]) == [select.POLLIN, -1]
    assert order == [1, 0]


def test_no_more_matches_are_under_way_than_there_are_tables() -> None:
    under_way, most = 0, []

    def match(place: Place) -> None:
        nonlocal under_way
        under_way += 1
        most.append(under_way)
        place.until_ready(Ends(), 0.001)
        under_way -= 1

    Room(3).play([match] * 10)
    assert max(most) == 3
    assert len(most) == 10


def test_as_many_tables_as_there_may_be_are_begun_one_beside_the_other() -> None:
    """A match that is left begins no other within itself: there is room for only so many."""
    bot = LowestBot()

    def match(number: int, place: Place) -> int:
        with suppress(AttributeError):  # nobody looks at the view
            place.ask(f"bot {number}", bot, UNSEEN)
        return number

    matches = [partial(match, number) for number in range(MOST_TABLES)]
    assert Room(MOST_TABLES).play(matches) == list(range(MOST_TABLES))


def test_who_never_answers_holds_up_no_other_and_is_told_so(pipes: list[Pipe]) -> None:
    pipes[1].write()
    never, there = pipes[:2]
    answers = Room(2).play(
        [
            lambda place: place.until_ready(never.ends, 0.05),
            lambda place: len(place.until_ready(there.ends, LONG)),
        ]
    )
    assert answers == [[], 1]


def test_nobody_is_late_because_others_took_long(pipes: list[Pipe]) -> None:
    """The answer is there at once, while another match takes longer than there is time."""
    pipes[0].write()
    clock = Clock()
    spent: list[float] = []

    def asked(place: Place) -> bool:
        began = place.clock()
        answered = bool(place.until_ready(pipes[0].ends, 10.0))
        spent.append(place.clock() - began)
        return answered

    def thinks(place: Place) -> bool:
        began = place.clock()
        clock.now += 50.0
        spent.append(place.clock() - began)
        return True

    assert Room(2, clock).play([asked, thinks]) == [True, True]
    assert spent == [50.0, 0.0], "whoever thinks is charged for it, and nobody else"


def test_a_bot_that_answers_for_many_is_asked_once_for_all_that_wait(many: type[Many]) -> None:
    alone = [Trial(CLASSIC, LowestBot, number).play().hands for number in range(4)]
    assert Room(4).play([trial(many, number) for number in range(4)]) == alone
    cards = sum(len(plays) for match in alone for _, plays in match) // 2
    assert sum(many.asked) == cards, "half of the cards are its own, each asked for once"
    assert many.asked[0] == 4


def test_those_of_other_names_are_not_asked_together(many: type[Many]) -> None:
    def named(name: str) -> Callable[[Place], Any]:
        return lambda place: Trial(CLASSIC, lambda: place.seated(many(), name)).play().hands

    Room(2).play([named("one"), named("other")])
    assert set(many.asked) == {1}


def test_each_is_charged_its_share_of_the_time() -> None:
    clock = Clock()

    class Slow(LowestBot):
        def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
            clock.now += 40.0
            return [0] * len(views)

    def match(place: Place) -> float:
        began = place.clock()
        place.ask("slow", Slow(), UNSEEN)
        return place.clock() - began

    assert Room(4, clock).play([match] * 4) == [10.0] * 4


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (lambda _: 1 / 0, "division by zero"),
        (lambda _: [1], "gave 1 cards for 2 views"),
        (lambda _: count(), "gave more than 2 cards for 2 views"),
    ],
)
def test_what_goes_wrong_for_many_is_told_at_each_of_their_tables(
    answers: Callable[[Sequence[View]], Any], told: str
) -> None:
    class Faulty(LowestBot):
        def choose_cards(self, views: Sequence[View]) -> Any:  # noqa: ANN401 - whatever it is
            return answers(views)

    def match(place: Place) -> str:
        with pytest.raises((ZeroDivisionError, ValueError)) as raised:
            place.ask("faulty", Faulty(), UNSEEN)
        return str(raised.value)

    assert all(told in message for message in Room(2).play([match] * 2))


def test_a_match_that_cannot_be_played_ends_the_others_in_good_order(pipes: list[Pipe]) -> None:
    left: list[str] = []

    def waits(place: Place) -> None:
        try:
            place.until_ready(pipes[0].ends, LONG)
        finally:
            left.append("left")

    def breaks(_: Place) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        Room(2).play([waits, breaks])
    assert left == ["left"]
