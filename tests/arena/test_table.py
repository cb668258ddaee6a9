"""The table: bots are asked in turn, every answer is checked, a fault loses the match."""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

import pytest

from bots.random import RandomBot
from harness.arena.columns import HANDS
from harness.arena.interruption import interruptible
from harness.arena.table import Played, Seated, Table, bot_rng
from harness.errors import Interrupted
from harness.game import DealSet, HandScore, Rules, View, preset
from harness.game.match import BY_FORFEIT
from harness.plugin import Bot
from harness.plugin.isolation import Isolation
from harness.plugin.protocol import read_messages
from harness.plugin.remote import Remote
from harness.plugin.room import Place, Room
from harness.plugin.several import Tables
from harness.plugin.shorthand import Shorthand
from tests.arena.stored import untimed
from tests.here import Here

SEED = bytes(range(16))
CLASSIC = preset("classic")


def play(
    ns: Callable[[], Bot],
    ew: Callable[[], Bot] = RandomBot,
    *,
    rules: Rules = CLASSIC,
    number: int = 0,
) -> Played:
    sides = (Seated("ns", ns), Seated("ew", ew))
    return Table(rules, DealSet(SEED, number), sides).play()


class Answering(RandomBot):
    """Answers what the test wants to the question it names, from the second hand on."""

    question: ClassVar[str]
    answer: ClassVar[Any]

    def choose_bid(self, view: View) -> str:
        if view.hand_no >= 1 and self.question == "bid":
            return self.answered()  # type: ignore[no-any-return]
        return super().choose_bid(view)

    def choose_card(self, view: View) -> int:
        if view.hand_no >= 1 and self.question == "card":
            return self.answered()  # type: ignore[no-any-return]
        return super().choose_card(view)

    def answered(self) -> Any:  # noqa: ANN401 - nonsense has no type
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def one_who(question: str, answer: object) -> type[Bot]:
    return type("OneWho", (Answering,), {"question": question, "answer": answer})


class Hostile:
    """Nothing about it works, not even its text."""

    def __repr__(self) -> str:
        raise GeneratorExit

    def __index__(self) -> int:
        raise GeneratorExit

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


NONSENSE = [-1, 32, 10**30, True, 1.0, "7S", None, [], Hostile(), float("nan")]


@pytest.mark.parametrize("answer", NONSENSE, ids=lambda answer: type(answer).__name__)
@pytest.mark.parametrize("question", ["card", "bid"])
def test_nonsense_is_an_illegal_answer_and_loses_the_match(question: str, answer: object) -> None:
    played = play(one_who(question, answer))
    assert played.fault is not None
    assert (played.fault.kind, played.fault.seat & 1) == ("illegal", 0)
    assert played.fault.hand_no is not None
    assert played.fault.hand_no >= 1
    assert played.fault.evidence["question"] == question
    assert played.match.totals == (0, CLASSIC.target)
    assert (played.match.winner, played.match.ended_by) == (1, BY_FORFEIT)
    json.dumps(played.fault.evidence)
    assert "\n" not in played.fault.message


def test_a_card_that_another_holds_is_illegal_and_named_with_what_was_legal() -> None:
    class Thief(RandomBot):
        def choose_card(self, view: View) -> int:
            return next(iter(view.unseen))

    fault = play(Thief).fault
    assert fault is not None
    legal = fault.evidence["legal"].split()
    assert fault.evidence["answer"] not in legal
    assert fault.message == (
        f"answered {fault.evidence['answer']} where a card was asked for: "
        f"legal are {fault.evidence['legal']}"
    )


def test_a_whole_number_of_another_type_is_a_card() -> None:
    class Wrapped:
        def __init__(self, card: int) -> None:
            self.card = card

        def __index__(self) -> int:
            return self.card

    class Numeric(RandomBot):
        def choose_card(self, view: View) -> int:
            return Wrapped(super().choose_card(view))  # type: ignore[return-value]

    assert play(Numeric).fault is None
    assert play(Numeric).hands[0][:11] == play(RandomBot).hands[0][:11]


@pytest.mark.parametrize(
    "error",
    [
        ValueError("two\nlines"),
        ValueError("half a \ud800 pair"),
        SystemExit(3),
        RecursionError(),
        MemoryError("full"),
    ],
)
@pytest.mark.parametrize("question", ["card", "bid"])
def test_an_exception_loses_the_match_and_leaves_its_traceback(
    question: str, error: BaseException
) -> None:
    fault = play(one_who(question, error)).fault
    assert fault is not None
    assert fault.kind == ("memory" if isinstance(error, MemoryError) else "exception")
    assert fault.message.startswith(type(error).__name__)
    assert "\n" not in fault.message
    assert fault.trace is not None
    assert "answered" in fault.trace
    assert (fault.message + fault.trace).encode()


class _Unspeakable(BaseException):
    """An error of a bot's own, the text of which ends a program."""

    def __str__(self) -> str:
        raise SystemExit(3)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (GeneratorExit("no"), "GeneratorExit: no"),
        (
            _Unspeakable(),
            "_Unspeakable: a _Unspeakable whose text fails with SystemExit",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_ends_a_program_is_a_fault_where_a_bot_raises_it(
    error: BaseException, message: str
) -> None:
    with interruptible():
        fault = play(one_who("card", error)).fault
    assert fault is not None
    assert (fault.kind, fault.message) == ("exception", message)
    assert fault.evidence["question"] == "card"


def test_ctrl_c_in_a_bot_is_no_fault_of_its() -> None:
    class Pressing(RandomBot):
        def choose_card(self, view: View) -> int:
            os.kill(os.getpid(), signal.SIGINT)
            return super().choose_card(view)

    with interruptible() as interruption, pytest.raises(Interrupted), interruption.at_once():
        play(Pressing)
    with pytest.raises(KeyboardInterrupt):
        play(Pressing)


def test_ctrl_c_that_a_bot_swallows_ends_the_run_when_the_bot_is_done() -> None:
    class Deaf(RandomBot):
        def choose_card(self, view: View) -> int:
            with suppress(BaseException):
                os.kill(os.getpid(), signal.SIGINT)
            return super().choose_card(view)

    with interruptible() as interruption, pytest.raises(Interrupted), interruption.at_once():
        assert play(Deaf).fault is None


def test_an_answer_is_told_alike_in_every_process_wherever_it_lies_in_memory() -> None:
    fault = play(one_who("card", object())).fault
    assert fault is not None
    assert fault.evidence["answer"] == "<object object>"
    assert fault.message.startswith("answered <object object> where a card was asked for: ")
    error = ValueError(f"no use for {object()!r}")
    crashed = play(one_who("card", error)).fault
    assert crashed is not None
    assert crashed.message == "ValueError: no use for <object object>"
    assert crashed.trace is not None
    assert crashed.trace.endswith("ValueError: no use for <object object>\n")


@pytest.mark.parametrize("question", ["card", "bid"])
def test_the_evidence_of_an_exception_says_what_was_asked_and_what_was_legal(
    question: str,
) -> None:
    wrong = play(one_who(question, None)).fault
    crashed = play(one_who(question, ValueError())).fault
    assert wrong is not None
    assert crashed is not None
    assert crashed.evidence["question"] == question
    assert crashed.evidence["legal"]
    assert {**crashed.evidence, "answer": "None"} == wrong.evidence


def test_a_bot_that_hides_its_methods_is_a_fault_too() -> None:
    class Hidden(RandomBot):
        @property
        def choose_card(self) -> Any:  # noqa: ANN401 - never any
            raise GeneratorExit

    fault = play(Hidden).fault
    assert fault is not None
    assert (fault.hand_no, fault.evidence) == (None, {"question": "make"})


@pytest.mark.parametrize("event", ["start_match", "start_hand", "end_hand", "end_match"])
def test_an_exception_in_an_event_is_a_fault_too(event: str) -> None:
    def fail(*_: object) -> None:
        raise ValueError(event)

    played = play(type("Failing", (RandomBot,), {event: fail}))
    assert played.fault is not None
    assert (played.fault.kind, played.fault.message) == ("exception", f"ValueError: {event}")
    assert (played.fault.hand_no is None) == (event == "start_match")
    assert played.fault.evidence["question"] == event


def test_a_match_that_was_over_keeps_its_result_whatever_a_bot_does_then() -> None:
    def fail(*_: object) -> None:
        raise ValueError

    calm = play(RandomBot)
    played = play(type("Failing", (RandomBot,), {"end_match": fail}))
    assert played.fault is not None
    assert (played.match.totals, played.match.ended_by) == (calm.match.totals, "target")


def test_a_bot_that_cannot_be_made_loses_before_the_first_deal() -> None:
    class Broken(RandomBot):
        def __init__(self) -> None:
            raise OSError("no file")

    played = play(RandomBot, Broken)
    assert played.fault is not None
    assert (played.fault.seat, played.fault.hand_no, played.hands) == (1, None, [])
    assert played.match.winner == 0


def test_the_hand_that_was_broken_off_is_kept_as_far_as_it_went() -> None:
    class Late(RandomBot):
        def choose_card(self, view: View) -> int:
            if view.hand_no == 2 and len(view.tricks) == 3:
                raise ValueError
            return super().choose_card(view)

    played = play(Late)
    rows = played.hands
    assert [row[0] for row in rows] == [0, 1, 2]
    columns = _columns(rows[-1])
    assert columns["outcome"] == BY_FORFEIT
    assert 12 <= len(columns["plays"]) < 16
    assert (columns["score_ns"], columns["score_ew"]) == (0, 0)


def test_a_hand_that_was_scored_is_kept_as_it_was_when_a_bot_fails_at_its_end() -> None:
    class Shaken(RandomBot):
        def end_hand(self, view: View, score: HandScore) -> None:  # noqa: ARG002 - a bot's method
            if view.hand_no == 1:
                raise ValueError

    calm, played = play(RandomBot), play(Shaken)
    assert played.fault is not None
    assert played.fault.hand_no == 1
    assert untimed(played.hands) == untimed(calm.hands[:2])
    assert (played.match.winner, played.match.ended_by) == (1, BY_FORFEIT)


def test_every_seat_has_a_bot_of_its_own_that_follows_its_match() -> None:
    seen: list[tuple[int, str, object]] = []

    class Following(RandomBot):
        def start_match(self, rules: Rules, seat: int) -> None:
            assert rules == CLASSIC
            self.seat = seat
            seen.append((seat, "start_match", id(self)))

        def start_hand(self, view: View) -> None:
            assert view.seat == self.seat
            assert len(view.holding) == 5
            assert not view.bids

        def end_hand(self, view: View, score: HandScore) -> None:
            assert len(view.tricks) == 8 or score.outcome == "passed"
            seen.append((self.seat, "end_hand", score.score))

        def end_match(self, totals: tuple[int, int], winner: int | None) -> None:
            seen.append((self.seat, "end_match", (totals, winner)))

    played = play(Following)
    assert played.fault is None
    starts = [(seat, who) for seat, event, who in seen if event == "start_match"]
    assert [seat for seat, _ in starts] == [0, 2]
    assert len({who for _, who in starts}) == 2
    written = [score for seat, event, score in seen if event == "end_hand" and seat == 0]
    assert tuple(map(sum, zip(*written, strict=True))) == played.match.totals
    ends = [what for _, event, what in seen if event == "end_match"]
    assert ends == [(played.match.totals, played.match.winner)] * 2


def test_what_a_bot_may_answer_and_holds_is_right_whenever_it_is_asked() -> None:
    class Checking(RandomBot):
        def choose_bid(self, view: View) -> str:
            cards = 5 if view.taker is None else 8
            assert len(view.holding) == cards
            return super().choose_bid(view)

        def choose_card(self, view: View) -> int:
            assert view.legal_cards <= view.holding
            assert len(view.holding) == 8 - len(view.tricks)
            assert len(view.trick) == (view.seat - view.leader) % 4
            assert (
                len(view.played) + len(view.unseen | view.dealt) - len(view.dealt & view.played)
                == 32
            )
            return super().choose_card(view)

    assert play(Checking, Checking).fault is None
    assert play(Checking, Checking, rules=preset("classic", contree=True)).fault is None


def test_bots_are_asked_what_they_declare_only_where_silence_is_allowed() -> None:
    asked: list[tuple[int, int]] = []

    class Shy(RandomBot):
        def choose_declarations(self, view: View) -> str:
            asked.append((view.hand_no, len(view.played)))
            return "none"

    loud = preset("counterclockwise", dealing="shuffle", silence=False)
    assert play(Shy, Shy, rules=loud).fault is None
    assert asked == []
    quiet = play(Shy, Shy, rules=loud.but(silence=True))
    assert quiet.fault is None
    assert {played for _, played in asked} == {0}
    assert all(_columns(row)["announced_ns"] == 0 for row in quiet.hands)
    silent_hands = {hand for hand, _ in asked}
    assert {_columns(row)["hand_no"] for row in quiet.hands if _columns(row)["declares"]} == (
        silent_hands
    )


def test_a_declaration_that_is_not_held_is_an_illegal_answer() -> None:
    class Boasting(RandomBot):
        def choose_declarations(self, view: View) -> list[str]:  # noqa: ARG002 - a bot's method
            return ["JS JH JD JC"]

    fault = play(Boasting, Boasting, rules=preset("counterclockwise"), number=1).fault
    assert fault is not None
    assert (fault.kind, fault.evidence["question"]) == ("illegal", "declarations")


def test_the_same_seed_gives_the_same_rows() -> None:
    first, second = play(RandomBot), play(RandomBot)
    assert untimed(first.hands) == untimed(second.hands)
    assert untimed(play(RandomBot, number=1).hands) != untimed(first.hands)


def test_both_legs_of_a_pair_are_dealt_the_same_cards() -> None:
    first = play(RandomBot)
    second = Table(
        CLASSIC, DealSet(SEED, 0), (Seated("ew", RandomBot), Seated("ns", RandomBot))
    ).play()
    assert first.match.first_dealer == second.match.first_dealer
    decks = [[_columns(row)["deck"] for row in played.hands] for played in (first, second)]
    both = list(zip(*decks, strict=False))
    assert len(both) > 2
    assert all(one == other for one, other in both)


def test_a_bots_generator_is_its_own_for_each_deal_set_leg_seat_and_seed() -> None:
    draws = [
        bot_rng(seed, DealSet(seed, number), names, seat).random()
        for seed in (SEED, bytes(16))
        for number in (0, 1)
        for names in (("a", "b"), ("b", "a"))
        for seat in range(4)
    ]
    assert len(set(draws)) == len(draws) == 32
    assert draws[0] == bot_rng(SEED, DealSet(SEED, 0), ("a", "b"), 0).random()


def test_bots_leave_the_global_generator_alone() -> None:
    random.seed(1)
    expected = random.random()
    random.seed(1)
    play(RandomBot)
    assert random.random() == expected


def _columns(row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(HANDS.names[1:], row, strict=True))


class Changeling(RandomBot):
    """Has other methods than it had, once its match has begun; notes which are called."""

    def __init__(self, called: list[str]) -> None:
        self.called = called
        self.start_match = lambda *_: called.append("a start_match")  # type: ignore[method-assign]

    def start_hand(self, _: View) -> None:
        self.called.append("start_hand")
        self.choose_card = self.other_card  # type: ignore[method-assign]
        type(self).end_match = Changeling.other_end  # type: ignore[assignment, method-assign]

    def choose_card(self, view: View) -> int:
        self.called.append("choose_card")
        return super().choose_card(view)

    def other_card(self, view: View) -> int:
        self.called.append("other_card")
        return super().choose_card(view)

    def other_end(self, *_: object) -> None:
        self.called.append("other_end")


@pytest.mark.parametrize("where", ["in process", "apart"])
def test_a_bots_methods_are_those_that_it_has_when_it_sits_down(where: str) -> None:
    called: list[str] = []

    class Fresh(Changeling):
        """So that what one does to its class is not there for another."""

    def make() -> Bot:
        fresh = partial(Fresh, called)
        if where == "in process":
            return fresh()
        tables = Tables(fresh)
        line = Here(lambda lines: tables.hear(read_messages(lines)))
        return Remote(line, Isolation("process"), {}, Shorthand())

    sides = Seated("guest", make, RandomBot), Seated("host", RandomBot)
    played = Table(preset("classic", hand_limit=1), DealSet(SEED, 0), sides).play()
    assert played.fault is None
    assert called == ["start_hand"] + ["choose_card"] * 8


class Reserved(RandomBot):
    """Would have other methods once its match has begun; answers for several tables at once."""

    def __init__(self, called: list[str]) -> None:
        self.called = called
        self.end_hand = lambda *_: called.append("end_hand")  # type: ignore[method-assign]

    def start_match(self, *_: object) -> None:
        self.called.append("start_match")
        self.choose_bid = self.other_bid  # type: ignore[method-assign]

    def other_bid(self, view: View) -> str:
        self.called.append("other_bid")
        return super().choose_bid(view)

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        return [self.choose_card(view) for view in views]


def test_nor_has_it_other_methods_where_it_is_asked_for_the_cards_of_several_tables() -> None:
    called: list[str] = []

    def match(place: Place) -> Played:
        guest = Seated("guest", lambda: place.seated(Reserved(called), "guest"), RandomBot)
        sides = guest, Seated("host", RandomBot)
        return Table(preset("classic", hand_limit=1), DealSet(SEED, 0), sides).play()

    (played,) = Room(2).play([match])
    assert played.fault is None
    assert called == ["start_match"]
