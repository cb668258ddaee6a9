"""A bot in a process of its own, as a table sees it: one more `Bot`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from harness.game.cards import CARD_NAMES
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import SEATS, SIDES
from harness.game.view import View
from harness.plugin.bot import Bot, Declared
from harness.plugin.chance import seed_of
from harness.plugin.isolation import ALLOWANCE, Isolation
from harness.plugin.process import EXCEPTION, LATE, MEMORY, PROTOCOL, SILENT, Line, Lost, Patience
from harness.plugin.protocol import (
    CARD_NUMBERS,
    VERSION,
    Answer,
    ChooseDeclarations,
    Goodbye,
    Hello,
    ProtocolError,
    declarations_of,
    line_of,
    quoted,
    read_answer,
    rules_told,
)
from harness.plugin.telling import Teller, score_told

_LEAVING: Final = Patience(1.0, LATE, "did not leave after the match")
"""With a bot that is to leave after a match, or to be ready for another."""
_CARDS: Final = {line_of(Answer(card=name)).rstrip(): card for card, name in enumerate(CARD_NAMES)}
"""The cards by the lines that nearly every bot writes; others are read with more care."""


class Other:
    """An answer of a bot in Python that has no place in the protocol; it is known by its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


class Remote(Bot):
    """Asks a process instead of thinking; every method may raise `Lost`.

    Once an answer did not come it is not asked again: every question of the match is lost then.
    What happens at the table is told with the next question, all of it in one go.

    Args:
        process: with the bot in it, or what leads there.
        isolation: how long it may take, and whether it is kept.
        options: of the bot.
        teller: tells it what happens: in words where None.

    Attributes:
        ready: whether the bot has said after the match that it is ready for another.
    """

    def __init__(
        self,
        process: Line,
        isolation: Isolation,
        options: Mapping[str, Any],
        teller: Teller | None = None,
    ) -> None:
        self.process = process
        self.ready = False
        self._time = isolation.time
        self._keep = isolation.keep
        self._left = float(isolation.time.bank_s)
        self._patience = self._until_late()
        self._options = dict(options)
        self._teller = teller or Teller()
        self._untold = b""
        self._greeted = False
        self._gone: Lost | None = None  # questions and answers may be out of step from there on
        self._seat = 0

    # What happens

    def start_match(self, _: Rules, seat: int) -> None:
        """Note the seat; the bot is greeted before the first hand, when its chance is known."""
        self._seat = seat

    def start_hand(self, view: View) -> None:
        """Note the deal as it is; before the first, greet the bot and wait until it is ready."""
        if not self._greeted:
            try:
                self._greet(view)
            except Lost as gone:
                self._gone = gone
                raise
        self._untold += self._teller.news(view)

    def end_hand(self, view: View, score: HandScore) -> None:
        """Tell how the hand ended, with whatever is told next."""
        self._untold += self._teller.news(view) + score_told(score)

    def end_match(self, totals: tuple[int, int], winner: int | None) -> None:
        """Tell how the match ended, and see whether the bot leaves or stays."""
        goodbye = Goodbye(totals, None if winner is None else SIDES[winner])
        lines = self.process.named + self._untold + line_of(goodbye)
        try:
            line = self.process.ask(lines, _LEAVING, last=not self._keep)
        except Lost as gone:
            if gone.kind == PROTOCOL:
                raise
            return
        self.ready = self._read(line).ready == VERSION

    def _greet(self, view: View) -> None:
        time = self._time
        hello = Hello(
            protocol=VERSION,
            seat=SEATS[self._seat],
            seed=f"{seed_of(view.rng):032x}",
            rules=rules_told(view.rules),
            options=self._options,
            per_decision_ms=time.per_decision_ms,
            bank_ms=1000 * time.bank_s,
        )
        patience = Patience(time.start_s, SILENT, f"was not ready within {time.start_s} s")
        answer = self._read(self.process.ask(self.process.named + line_of(hello), patience))
        if answer.ready != VERSION:
            said = "nothing about it" if answer.ready is None else f"{answer.ready}"
            raise self.process.lost(
                PROTOCOL, f"was to be ready for protocol {VERSION}, said {said}"
            )
        self._greeted = True

    # Questions

    def choose_bid(self, view: View) -> str:
        """Ask for a bid."""
        answer = self._read(self._ask(*self._teller.to_bid(view)))
        bid: str = self._answered(answer, answer.bid, "bid")
        return bid

    def choose_declarations(self, view: View) -> Declared:
        """Ask for the declarations to make."""
        question = ChooseDeclarations(declarations_of(view))
        answer = self._read(self._ask(self._teller.news(view) + line_of(question)))
        declared: Declared = self._answered(answer, answer.declare, "declare")
        return declared

    def choose_card(self, view: View) -> int:
        """Ask for a card."""
        line = self._ask(*self._teller.to_play(view))
        named = _CARDS.get(line)
        if named is not None:
            return named
        answer = self._read(line)
        card: Any = self._answered(answer, answer.card, "card")
        number: int = CARD_NUMBERS.get(card, card)  # what is no card is the table's to judge
        return number

    def _ask(self, news: bytes, lines: bytes = b"") -> bytes:
        """Tell what is new, ask, take the time that it takes, and return the line of the answer.

        Args:
            news: what is said of the table.
            lines: what names its table itself.
        """
        if self._gone is not None:
            raise self._gone
        if news or self._untold:
            lines = self.process.named + self._untold + news + lines
            self._untold = b""
        process = self.process
        try:
            line = process.ask(lines, self._patience)
        except Lost as gone:
            self._gone = gone
            raise
        if process.took > ALLOWANCE:
            self._left -= process.took - ALLOWANCE
            self._patience = self._until_late()
        return line

    def _until_late(self) -> Patience:
        """Return how long it may take over its next answer."""
        limit, bank = self._time.per_decision_ms, self._time.bank_s
        if limit / 1000 > self._left:
            late = f"has used up its {bank} s for the match"
            return Patience(self._left + ALLOWANCE, LATE, late)
        late = f"took longer than {limit} ms over one answer"
        return Patience(limit / 1000 + ALLOWANCE, LATE, late)

    def _read(self, line: bytes) -> Answer:
        try:
            answer = read_answer(line)
        except ProtocolError as error:
            raise self.process.lost(PROTOCOL, f"wrote what is no answer: {error}") from None
        if answer.error is not None:
            kind = MEMORY if answer.memory else EXCEPTION
            raise self.process.lost(kind, answer.error, answer.traceback or "")
        return answer

    def _answered(self, answer: Answer, wanted: Any, key: str) -> Any:  # noqa: ANN401 - a key's value
        """Return what stands under the key that was asked for."""
        if wanted is not None:
            return wanted
        if answer.other is not None:
            return Other(answer.other)
        given = quoted(line_of(answer).rstrip())
        raise self.process.lost(PROTOCOL, f"answered {given} where a {key!r} was asked for")
