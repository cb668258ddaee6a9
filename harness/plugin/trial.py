"""One match on trial: a bot against one that plays at random, by the checked doors of the game.

A tournament has a faster loop and keeps more. This one knows nothing of tournaments, so that the
tests of an author need none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple, NoReturn

from harness.game.cards import CardSet
from harness.game.dealing import DealSet
from harness.game.hand import Hand
from harness.game.illegal import IllegalAct
from harness.game.match import Match
from harness.game.notation import hand_record
from harness.game.rules import Rules
from harness.game.seats import SEATS
from harness.game.view import View
from harness.plugin.blame import Theirs, described, let_through, written
from harness.plugin.bot import Bot, as_card
from harness.plugin.chance import chance_of
from harness.plugin.process import Lost

SEED: Final = bytes(16)
VERBS: Final = {"bid": "bids", "card": "plays", "declarations": "declares"}
"""What a seat does that is asked a question."""


class Failed(Exception):
    """What a bot did wrong, in one line.

    Attributes:
        record: the hand up to there; None before the first, and where the bot has not come to it.
        trace: more of it, where there is more.
    """

    def __init__(self, message: str, record: dict[str, Any] | None, trace: str = "") -> None:
        super().__init__(message)
        self.record = record
        self.trace = trace


class Parted(Failed):
    """The bot answered in another way than it had in the same match; the record ends there."""


class Played(NamedTuple):
    """A match played: bids and plays of every hand, all answers, the slowest one in seconds."""

    hands: list[tuple[tuple[str, ...], tuple[int, ...]]]
    answers: tuple[str, ...]
    slowest: float


class Opponent(Bot):
    """Plays at random."""

    def choose_bid(self, view: View) -> str:
        """Return any legal bid, more often the first, which is a pass or the lowest."""
        return view.rng.choice((view.legal_bids[0], *view.legal_bids[:6]))

    def choose_card(self, view: View) -> int:
        """Return any legal card."""
        return view.rng.choice(list(view.legal_cards))


class Trial:
    """A match of a bot, at the seats of one side, against `Opponent`.

    Args:
        rules: of the table.
        make: makes a bot.
        number: which match: the cards, and the chance of either side, come from it.
        side: 0 for NS, 1 for EW.
        like: the match as it was played before, if it is to be played in that way.
        seed: of all matches.
    """

    def __init__(
        self,
        rules: Rules,
        make: Callable[[], Bot],
        number: int = 0,
        side: int = 0,
        like: Played | None = None,
        seed: bytes = SEED,
    ) -> None:
        self._match = Match(rules, DealSet(seed, number))
        self._make = make
        self._side = side
        self._rngs = [chance_of(seed, number, seat) for seat in range(rules.seats)]
        self._hand: Hand | None = None
        self._like = like
        self._answers: list[str] = []
        self._slowest = 0.0

    def play(self) -> Played:
        """Play the match to its end.

        Raises:
            Failed: the bot did something wrong.
            Parted: it answers in another way than before.
        """
        match, rules = self._match, self._match.rules
        with self._answering("make"):
            bots = [
                self._make() if seat & 1 == self._side else Opponent()
                for seat in range(rules.seats)
            ]
            for seat, bot in enumerate(bots):
                bot.start_match(rules, seat)
        hands = []
        while not match.over:
            hand = self._hand = match.next_hand()
            self._play_hand(hand, bots)
            hands.append((tuple(hand.log.auction.bids), tuple(hand.log.plays)))
        with self._answering("end_match"):
            for bot in bots:
                bot.end_match(match.totals, match.winner)
        return Played(hands, tuple(self._answers), self._slowest)

    def _play_hand(self, hand: Hand, bots: Sequence[Bot]) -> None:
        views = [
            View(seat, hand.log, held, rng)
            for seat, (held, rng) in enumerate(zip(hand.dealt, self._rngs, strict=True))
        ]
        with self._answering("start_hand"):
            for bot, view in zip(bots, views, strict=True):
                bot.start_hand(view)
        while not hand.over:
            seat, question = asked(hand)
            for view, held in zip(views, hand.dealt, strict=True):
                view.dealt_mask = held
            unanswered = hand.copy() if self._like else None
            began = perf_counter()
            with self._answering(question):
                self._answers.append(answer(hand, bots[seat], views[seat], question))
            if seat & 1 == self._side:
                self._slowest = max(self._slowest, perf_counter() - began)
            if self._like and unanswered:
                self._compare(self._like, unanswered, seat, question)
        score = self._match.record(hand)
        with self._answering("end_hand"):
            for bot, view in zip(bots, views, strict=True):
                bot.end_hand(view, score)

    def _answering(self, question: str) -> Theirs:
        """Turn what a bot does wrong into what it is to be told."""
        return Theirs(partial(self._told, question))

    def _told(self, question: str, error: BaseException) -> NoReturn:
        if isinstance(error, IllegalAct):
            raise Failed(str(error), self._record()) from None
        if isinstance(error, Lost):
            message = f"{error.kind}: {error.message}"
            never_ready = question == "start_hand"  # where it is greeted
            record = None if never_ready else self._record()
            raise Failed(message, record, error.trace) from None
        let_through(error)
        raise Failed(f"{question} raises {described(error)}", self._record()) from error

    def _compare(self, like: Played, hand: Hand, seat: int, question: str) -> None:
        """See that the last answer, to what was asked in this hand, is that of the other match."""
        at = len(self._answers) - 1
        before, said = like.answers[at], self._answers[at]
        if said != before:
            raise Parted(
                f"hand {hand.log.hand_no} of the same match was played in two ways: "
                f"{SEATS[seat]} {VERBS[question]} {before} and {said}",
                hand_record(hand),
            )

    def _record(self) -> dict[str, Any] | None:
        return None if self._hand is None else hand_record(self._hand)


def asked(hand: Hand) -> tuple[int, str]:
    """Return which seat is asked next in a hand that is not over, and for what."""
    if hand.bidding:
        assert hand.turn is not None  # noqa: S101 - somebody speaks in an auction
        return hand.turn, "bid"
    if hand.rules.silence and hand.declaring is not None:
        return hand.declaring, "declarations"
    return hand.log.turn, "card"


def answer(hand: Hand, bot: Bot, view: View, question: str) -> str:
    """Ask a bot, do in the hand what it says, and return that as text.

    Raises:
        IllegalAct: it may not do that.
    """
    if question == "bid":
        bid: Any = bot.choose_bid(view)
        hand.bid(bid if type(bid) is str else written(repr, bid))
        return str(bid)
    if question == "declarations":
        choice = bot.choose_declarations(view)
        hand.declare(choice)
        return choice if isinstance(choice, str) else ", ".join(map(str, choice)) or "none"
    view.legal_mask = hand.legal_mask()
    chosen: Any = bot.choose_card(view)
    card = as_card(chosen)
    if not 0 <= card < 32:
        legal = str(CardSet(view.legal_mask))
        message = f"{SEATS[view.seat]} may not play {written(repr, chosen)}: legal is {legal}"
        raise IllegalAct(message, seat=view.seat, duty="play a card", legal=legal)
    hand.play(card)
    return str(CardSet(1 << card))
