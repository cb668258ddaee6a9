"""Faults: what a bot did that loses it the match, told in words that can be stored and compared.

The same fault of the same match has the same text in every process.
"""

from __future__ import annotations

import traceback
from typing import Any, Final

from harness.game.cards import card_name
from harness.game.hand import Hand
from harness.game.notation import hand_record
from harness.plugin.blame import described, let_through, written
from harness.plugin.process import Lost

EXCEPTION: Final = "exception"
ILLEGAL: Final = "illegal"
BID: Final = "bid"
CARD: Final = "card"
DECLARATIONS: Final = "declarations"
TRACEBACK_LENGTH: Final = 4000
MESSAGE_LENGTH: Final = 500
ANSWER_LENGTH: Final = 500


class Fault(Exception):
    """A bot's doing that loses the match.

    Attributes:
        seat: whose bot it was.
        kind: `illegal` (an answer that is not among the legal ones) or `exception`; of a bot in a
            process of its own also what `Lost` has.
        message: one line.
        hand_no: in which hand, None before the first.
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
        self.message = " ".join(_storable(message).split())[:MESSAGE_LENGTH]
        self.hand_no = hand.log.hand_no if hand else None
        self.evidence = evidence | ({"record": hand_record(hand)} if hand else {})
        self.trace = None if trace is None else _storable(trace)


def crash(
    seat: int,
    error: BaseException,
    hand: Hand | None,
    question: str,
    legal: str | None = None,
) -> Fault:
    """Return the fault of a bot that raised.

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
        kind, message = error.kind, error.message
        return Fault(seat, kind, message, hand=hand, evidence=evidence, trace=error.trace or None)
    trace = written(_traceback, error)[-TRACEBACK_LENGTH:]
    return Fault(seat, EXCEPTION, described(error), hand=hand, evidence=evidence, trace=trace)


def illegal(seat: int, answer: object, hand: Hand, question: str, legal: str) -> Fault:
    """Return the fault of a bot whose answer is not among the legal ones; see `crash`."""
    named = type(answer) is int and question == CARD and 0 <= answer < 32
    given = card_name(answer) if named else written(repr, answer)  # type: ignore[arg-type]
    given = _storable(given)[:ANSWER_LENGTH]
    evidence = {"question": question, "answer": given, "legal": legal}
    message = f"answered {given} where a {question} was asked for: legal are {legal}"
    return Fault(seat, ILLEGAL, message, hand=hand, evidence=evidence)


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


def _storable(text: str) -> str:
    """Return a text as the database can hold it: no half of a surrogate pair stands alone."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
