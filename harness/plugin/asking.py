"""Asking a bot what it would do in a hand that is written down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.errors import BeloteError
from harness.game.cards import CardSet
from harness.game.declarations import as_text
from harness.game.hand import Hand
from harness.game.illegal import IllegalAct
from harness.game.records import HandRecord, MatchRecord
from harness.game.referee import replayed
from harness.game.seats import SEATS, Seat
from harness.game.view import View
from harness.plugin.bot import Bot
from harness.plugin.chance import Chance
from harness.plugin.process import Lost
from harness.plugin.trial import answer, asked


def ask(make: Callable[[], Bot], record: HandRecord | MatchRecord, seed: int = 0) -> dict[str, Any]:
    """Return what a bot would do next: `seat`, `question`, `answer`, what was `legal`.

    Args:
        make: makes the bot.
        record: of a hand that is not over, as far as it has been played.
        seed: of the bot's chance.

    Raises:
        BeloteError: nobody is to be asked there, or the bot gives no legal answer.
    """
    if isinstance(record, MatchRecord):
        raise BeloteError("ask about one hand, not about a match")
    hand = replayed(record)
    if hand.over:
        raise BeloteError("the hand is over: nobody is asked anything")
    seat, question = asked(hand)
    legal = _legal(hand, seat, question)
    view = View(seat, hand.log, hand.dealt[seat], Chance(seed))
    try:
        bot = make()
        bot.start_match(hand.rules, seat)
        bot.start_hand(view)
        said = answer(hand, bot, view, question)
    except (IllegalAct, Lost) as fault:
        raise BeloteError(f"no legal answer to the question for a {question}: {fault}") from None
    return {"seat": SEATS[seat], "question": question, "answer": said, "legal": legal}


def _legal(hand: Hand, seat: Seat, question: str) -> str:
    if question == "bid":
        return " ".join(hand.legal_bids)
    if question == "card":
        return str(CardSet(hand.legal_mask()))
    return as_text(hand.offered(seat))
