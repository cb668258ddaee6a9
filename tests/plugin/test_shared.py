"""A process at several tables: each gets its own answers, and sees no deals twice."""

from __future__ import annotations

import select
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, Final, cast

import pytest

from harness.game import Hand, View, deck_of, preset
from harness.game.scoring import HandScore
from harness.plugin import Bot
from harness.plugin.bench import Bench
from harness.plugin.chance import Chance
from harness.plugin.isolation import Isolation, Time
from harness.plugin.manifest import Manifest
from harness.plugin.process import LATE, SILENT, Lost, Patience, Process
from harness.plugin.program import submitted
from harness.plugin.protocol import Answer, AtTable, Message, read_answer, read_messages
from harness.plugin.remote import Remote
from harness.plugin.room import Place, Room
from harness.plugin.several import Tables
from harness.plugin.shared import Chair, Shared
from harness.plugin.trial import Trial
from tests.here import Here
from tests.plugin.dropping import drop
from tests.plugin.starts import watch_starts

CLASSIC: Final = preset("classic", target=301)
QUICK: Final = Time(per_decision_ms=5000, bank_s=60, start_s=60)
BOT: Final = """
import os
import time
import harness

class Lowest(harness.Bot):
    def __init__(self, does="nothing"):
        self.does = does

    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_card(self, view):
        if len(view.tricks) == 3 and view.hand_no == 0:
            if self.does == "exit":
                os._exit(3)
            if self.does == "sleep":
                time.sleep(60)
        return min(view.legal_cards)

    def end_match(self, totals, winner):
        if self.does == "raise":
            raise ValueError("no")
"""


class Lowest(Bot):
    """As the bot above."""

    def choose_bid(self, view: View) -> str:
        return view.legal_bids[0]

    def choose_card(self, view: View) -> int:
        return min(view.legal_cards)


def bench(folder: Path, time: Time = QUICK, **options: str) -> Bench:
    drop(folder / "bot.py", BOT)
    program = submitted(folder, Manifest(name="guest", version="1", entry="bot:Lowest"))
    return Bench(program, Isolation("process", time, share=True), options)


@pytest.fixture
def honest(tmp_path: Path) -> Iterator[Bench]:
    with closing(bench(tmp_path)) as made:
        yield made


def trial(made: Bench, number: int, place: Place) -> list[Any]:
    """Play a match on trial; its bots sit N and S, in this order."""
    seats = iter((0, 2))
    return Trial(CLASSIC, lambda: made.make(place, next(seats), number), number).play().hands


def test_matches_are_those_of_processes_of_their_own(
    honest: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = watch_starts(monkeypatch)
    alone = [Trial(CLASSIC, Lowest, number).play().hands for number in range(5)]
    assert Room(3).play([partial(trial, honest, number) for number in range(5)]) == alone
    assert len(started) == 2, "one for either seat"


def test_no_process_sits_at_two_seats_or_sees_the_same_deals_twice(honest: Bench) -> None:
    def sitting(place: Place) -> list[int]:
        places = (0, 1), (2, 1), (0, 2), (2, 2), (0, 1)
        chairs = [honest.make(place, *each).process for each in places]
        return [id(chair.shared) for chair in chairs if isinstance(chair, Chair)]

    ((first, partner, later, later_partner, again),) = Room(2).play([sitting])
    assert (later, later_partner) == (first, partner)
    assert len({first, partner, again}) == 3


def test_those_that_nobody_asks_and_that_may_not_sit_there_do_not_add_up(
    honest: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = watch_starts(monkeypatch)

    def sitting(place: Place) -> int:
        honest.dismiss([honest.make(place, 0, 1)])
        return sum(process.running for process in started)

    assert Room(1).play([sitting] * 7) == [1, 2, 3, 4, 5, 5, 5]
    assert [process.running for process in started] == [False] * 2 + [True] * 5


@pytest.mark.parametrize(
    ("does", "kind"), [("exit", "crashed"), ("sleep", "late"), ("raise", "exception")]
)
def test_what_goes_wrong_is_told_at_every_table_it_concerns(
    tmp_path: Path, does: str, kind: str
) -> None:
    def match(made: Bench, number: int, place: Place) -> str:
        bot = made.make(place, 0, number)
        try:
            play_alone(bot)
        except Lost as lost:
            return lost.kind
        return "nothing"

    with closing(bench(tmp_path, QUICK._replace(per_decision_ms=300), does=does)) as made:
        found = Room(2).play([partial(match, made, number) for number in range(2)])
    assert kind in found
    assert set(found) <= {kind, "nothing"} if does == "raise" else set(found) == {kind}


def test_a_process_that_is_lost_is_ended_before_another_takes_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = watch_starts(monkeypatch)

    def match(made: Bench, place: Place) -> list[bool]:
        with pytest.raises(Lost):
            play_alone(made.make(place, 0, 0))
        made.make(place, 0, 1)
        return [process.running for process in started]

    with closing(bench(tmp_path, QUICK._replace(per_decision_ms=100), does="sleep")) as made:
        assert Room(2).play([partial(match, made)]) == [[False, True]]


def play_alone(bot: Bot) -> None:
    """Play a hand with one bot at all four seats, and tell it of its end as N."""
    hand = Hand(CLASSIC, deck_of(0), dealer=3)
    view = View(0, hand.log, hand.dealt[0], Chance(1))
    bot.start_match(CLASSIC, 0)
    bot.start_hand(view)
    hand.bid("take")
    view.dealt_mask = hand.dealt[0]
    while not hand.over:
        view.legal_mask = hand.legal_mask()
        hand.play(bot.choose_card(view) if hand.log.turn == 0 else min(hand.legal_cards))
    score: HandScore = hand.score()
    bot.end_hand(view, score)
    bot.end_match((0, 0), None)


class Told:
    """A process that says what it is told to say, one line whenever it is heard."""

    def __init__(self) -> None:
        self._heard = 0

    def be_silent(self) -> None:
        pass

    def tell(self, *_: object) -> None:
        pass

    def hear(self, ready: list[tuple[int, int]]) -> None:
        self._heard += len(ready)

    def answers(self, most: int) -> list[bytes]:
        said = min(most, self._heard)
        self._heard -= said
        return [b"{}"] * said


def test_nobody_is_charged_for_the_time_before_it_was_asked() -> None:
    """An answer counts as come when somebody last looked, but never before the question."""
    room = Room(2)
    shared = Shared(cast("Process", Told()), 0)
    places = [Place(room, lambda _: None) for _ in range(2)]
    for place in places:
        shared.ask((place, b"?\n", Patience(5.0, LATE, "is late")))
    shared.write(100.0)
    one = [(0, select.POLLIN)]
    assert shared.hear(one, 0.0) == [(places[0], b"{}", 0.0)]
    assert shared.hear(one, 101.0) == [(places[1], b"{}", 1.0)]


def test_a_process_that_does_not_take_in_what_it_is_asked_is_late_with_its_answer() -> None:
    """However much it is: the pipe holds less than what is written here."""
    with closing(Process(["sleep", "60"], {"PATH": "/usr/bin:/bin"})) as process:
        shared = Shared(process, 0)

        def match(place: Place) -> Lost:
            chair = shared.chair(place, 0)
            with pytest.raises(Lost, match="is not ready") as caught:
                chair.ask(bytes(1 << 20), Patience(0.05, SILENT, "is not ready"))
            return caught.value

        (lost,) = Room(2).play([match])
    assert lost.kind == SILENT


# The other end


class Many(Lowest):
    """Notes of how many tables it is asked at once."""

    asked: list[int]

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        self.asked.append(len(views))
        return [min(view.legal_cards) for view in views]


def conversation() -> list[list[Message]]:
    """Return what a bot at N is told in one hand, question by question."""
    told: list[list[Message]] = []
    tables = Tables(Lowest)

    def answers(lines: bytes) -> bytes:
        told.append(read_messages(lines))
        return tables.hear(told[-1])

    play_alone(Remote(Here(answers), Isolation("process"), {}))
    return told


def answers_of(tables: Tables, messages: Sequence[Message]) -> list[Answer]:
    """Return what is answered to messages, each answer read."""
    return [read_answer(line) for line in tables.hear(messages).splitlines()]


def test_a_bot_that_answers_for_many_is_asked_once_for_all_tables() -> None:
    Many.asked = []
    tables = Tables(Many)
    for question in conversation():
        both = [AtTable(4), *question, AtTable(7), *question]
        one, other = answers_of(tables, both)
        assert one == other
        assert (one.ready, one.card is None) in [(1, True), (None, False)]
    assert Many.asked == [2] * 8


def test_a_bot_that_is_not_to_answer_for_many_is_asked_table_by_table() -> None:
    Many.asked = []
    tables = Tables(Many, together=False)
    plain = Tables(Lowest)
    for question in conversation():
        both = [AtTable(4), *question, AtTable(7), *question]
        assert tables.hear(both) == plain.hear(both)
    assert Many.asked == []


def test_what_it_raises_concerns_all_that_were_asked_together() -> None:
    class Raises(Lowest):
        def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
            return [0] * (len(views) - 1)

    assert answered_together(Raises) == ["ValueError: choose_cards gave 1 cards for 2 views"] * 2


def test_of_an_answer_for_many_without_end_no_more_is_taken_than_was_asked_for() -> None:
    class Endless(Lowest):
        def choose_cards(self, views: Sequence[View]) -> Any:  # noqa: ANN401, ARG002
            return repeat(0)

    said = "ValueError: choose_cards gave more than 2 cards for 2 views"
    assert answered_together(Endless) == [said] * 2


class Sore(Lowest):
    """Raises at the end of every hand."""

    def end_hand(self, view: View, score: HandScore) -> None:  # noqa: ARG002
        raise ValueError("no")


class SoreAtMany(Sore, Many):
    """The same, asked for many cards at once."""


@pytest.mark.parametrize("bot", [Sore, SoreAtMany])
def test_an_error_that_an_event_raises_answers_the_next_questions_of_its_table_alone(
    bot: type[Bot],
) -> None:
    Many.asked = []
    tables = Tables(bot)
    hello, first, second, *_, goodbye = conversation()
    *score, _ = goodbye
    tables.hear([AtTable(1), *hello, *first, AtTable(2), *hello, *first[:-1]])
    failed, honest = answers_of(tables, [AtTable(1), *score, *second, AtTable(2), first[-1]])
    assert (failed.error, honest.error) == ("ValueError: no", None)
    assert honest.card is not None, "the second table has the answer to its own question"
    (again,) = answers_of(tables, [AtTable(1), *second])
    assert again.error == "ValueError: no", "it does not come back to life"
    ready, card = answers_of(tables, [AtTable(1), *hello, *first])
    assert ready.ready is not None, "until the next match"
    assert card.card is not None


def answered_together(make: type[Bot]) -> list[str | None]:
    """Return what is told of an error at two tables asked at once."""
    tables = Tables(make)
    hello, first, *_ = conversation()
    tables.hear([AtTable(1), *hello, AtTable(2), *hello])
    answers = answers_of(tables, [AtTable(1), *first, AtTable(2), *first])
    return [answer.error for answer in answers]
