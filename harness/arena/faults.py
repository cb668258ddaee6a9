"""Faults: what a bot did wrong, told in words that can be stored and compared, and what follows.

The same fault of the same match has the same text in every process.
"""

from __future__ import annotations

import traceback
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from harness.game.cards import card_name
from harness.game.hand import Hand
from harness.game.notation import hand_record
from harness.plugin.blame import described, let_through, storable, written
from harness.plugin.process import CRASHED, EXCEPTION, LATE, MEMORY, PROTOCOL, SILENT, Lost

ILLEGAL: Final = "illegal"
KINDS: Final = {
    ILLEGAL: "an answer that is not among the legal ones",
    EXCEPTION: "an exception raised",
    CRASHED: "the end of the process that the bot plays in",
    MEMORY: "more memory than a bot may have",
    SILENT: "no answer at all, for as long as anybody waits",
    LATE: "an answer after its time",
    PROTOCOL: "words that the protocol does not know",
}
"""What bots do wrong; the last two only where a bot has a process and a clock of its own."""

BID: Final = "bid"
CARD: Final = "card"
DECLARATIONS: Final = "declarations"
TRACEBACK_LENGTH: Final = 4000
MESSAGE_LENGTH: Final = 500
ANSWER_LENGTH: Final = 500

OnFault: TypeAlias = Literal["forfeit", "substitute"]
DEFAULT_MAX_FAULTS: Final = 3


class Policy(NamedTuple):
    """What follows from a fault.

    Attributes:
        on_fault: `forfeit`: the match is lost. `substitute`: another answer takes its place.
        max_faults: how many faults of a side are made good so in a match; the next one loses it.
    """

    on_fault: OnFault = "forfeit"
    max_faults: int = DEFAULT_MAX_FAULTS

    def forgives(self, faults: int) -> bool:
        """Say whether a side may go on that has made so many in a match."""
        return self.on_fault == "substitute" and faults <= self.max_faults


FORFEIT: Final = Policy()
"""Any fault loses the match."""


class Fault(Exception):
    """A bot's doing that loses the match, unless it is forgiven.

    Attributes:
        seat: whose bot it was.
        kind: one of `KINDS`.
        message: one line.
        hand_no: in which hand, None before the first.
        place: how many bids had been made there, or cards played, when it was asked; None where it
            was not.
        substitute: the answer that took the place of the bot's.
        forfeits: whether it lost the match.
        evidence: what was asked, answered and legal, and the record of the hand up to there; plain
            enough for JSON.
        trace: the bot's traceback, cut to its last `TRACEBACK_LENGTH` characters.
    """

    def __init__(
        self,
        seat: int,
        kind: str,
        message: str,
        *,
        hand: Hand | None,
        evidence: dict[str, Any],
        trace: str | None = None,
    ) -> None:
        super().__init__(message)
        self.seat = seat
        self.kind = kind
        self.message = " ".join(storable(message).split())[:MESSAGE_LENGTH]
        self.hand_no = hand.log.hand_no if hand else None
        self.place = _place(hand, evidence["question"])
        self.substitute: str | None = None
        self.forfeits = True
        self.evidence = evidence | ({"record": hand_record(hand)} if hand else {})
        self.trace = None if trace is None else storable(trace)


def crash(
    seat: int,
    error: BaseException,
    hand: Hand | None,
    question: str,
    legal: str | None = None,
) -> Fault:
    """Return the fault of a bot that raised, or of one that is lost.

    Args:
        seat: whose bot it is.
        error: what it raised.
        hand: in which hand, None before the first.
        question: what it was asked, or the event it was told.
        legal: what it might have answered, None where it was not asked anything.

    Raises:
        Interrupted: not the bot raised, but a signal that struck in it.
    """
    let_through(error)
    evidence = {"question": question} | ({} if legal is None else {"legal": legal})
    if isinstance(error, Lost):
        trace = error.trace or None
        return Fault(seat, error.kind, error.message, hand=hand, evidence=evidence, trace=trace)
    kind = MEMORY if isinstance(error, MemoryError) else EXCEPTION
    trace = written(_traceback, error)[-TRACEBACK_LENGTH:]
    return Fault(seat, kind, described(error), hand=hand, evidence=evidence, trace=trace)


def illegal(seat: int, answer: object, hand: Hand, question: str, legal: str) -> Fault:
    """Return the fault of a bot whose answer is not among the legal ones; see `crash`."""
    named = type(answer) is int and question == CARD and 0 <= answer < 32
    given = card_name(answer) if named else written(repr, answer)  # type: ignore[arg-type]
    given = storable(given)[:ANSWER_LENGTH]
    evidence = {"question": question, "answer": given, "legal": legal}
    message = f"answered {given} where a {question} was asked for: legal are {legal}"
    return Fault(seat, ILLEGAL, message, hand=hand, evidence=evidence)


def _place(hand: Hand | None, question: str) -> int | None:
    if hand is None or question not in (BID, CARD, DECLARATIONS):
        return None
    return len(hand.log.auction.bids) if question == BID else len(hand.log.plays)


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
