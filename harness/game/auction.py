"""The auction: who takes, with which trump, for how much.

An auction is a small state machine: `turn` is the seat to speak (None when it is over),
`legal_bids` what that seat may say, `push` takes a legal bid, `contract` is the outcome.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Final, Self

from harness.game.bids import CONTREE, PASS, TAKE, Contract, ladder_of, trumps_of
from harness.game.cards import SUITS, Card
from harness.game.play import TRUMPS
from harness.game.rules import Rules
from harness.game.seats import Seat, round_from

_ROUND_ONE: Final = (PASS, TAKE)
_ANSWERS: Final = (PASS, CONTREE)


class Auction(ABC):
    """What every auction has.

    Attributes:
        bids: what was said so far.
        contract: what it has come to; None before somebody took, and where nobody does.
        turn: the seat to speak; None when it is over.
        legal_bids: what that seat may say.
    """

    __slots__ = ("bids", "contract", "legal_bids", "turn")

    def __init__(self, turn: Seat | None, legal_bids: tuple[str, ...]) -> None:
        self.bids: list[str] = []
        self.contract: Contract | None = None
        self.turn = turn
        self.legal_bids = legal_bids

    def copy(self) -> Self:
        """Return an equal auction that goes on independently: itself once it is over."""
        if self.turn is None:
            return self
        twin = copy(self)
        twin.bids = self.bids.copy()
        return twin

    @abstractmethod
    def push(self, bid: str) -> None:
        """Take the bid of the seat whose turn it is; it must be one of `legal_bids`."""

    def _end(self) -> None:
        self.turn = None
        self.legal_bids = ()


def open_auction(rules: Rules, order: tuple[Seat, ...], turned: Card | None) -> Auction:
    """Open the auction of a hand, beside a card that all see where there is one.

    Args:
        rules: of the table.
        order: the seats in the order they speak.
        turned: the card turned up, or the last card dealt.
    """
    if rules.auction == "turn_up":
        assert turned is not None  # noqa: S101 - a card is turned up there
        return TurnUpAuction(rules, order, turned)
    if rules.auction == "last_card":
        assert turned is not None  # noqa: S101 - the last card dealt lies open
        return LastCard(Contract(order[0], turned >> 3, SUITS[turned >> 3]))
    return LadderAuction(rules, order)


class TurnUpAuction(Auction):
    """Two rounds over a turned card: take its suit, then name one."""

    __slots__ = ("_order", "_rules", "_turned")

    def __init__(self, rules: Rules, order: tuple[Seat, ...], turned: Card) -> None:
        super().__init__(order[0], _ROUND_ONE)
        self._order = order
        self._rules = rules
        self._turned = turned

    def push(self, bid: str) -> None:
        """Take the bid of the seat whose turn it is; it must be one of `legal_bids`."""
        self.bids.append(bid)
        if self.contract is not None:
            self._answered(bid)
        elif bid == PASS:
            self._passed()
        else:
            self._taken(bid)

    def _passed(self) -> None:
        spoken = len(self.bids)
        seats = len(self._order)
        if spoken == 2 * seats:
            self._end()
            return
        self.turn = self._order[spoken % seats]
        if spoken == 2 * seats - 1 and self._rules.dealer_must_name:
            self.legal_bids = self._round_two()
        elif spoken == seats:
            self.legal_bids = (PASS, *self._round_two())

    def _round_two(self) -> tuple[str, ...]:
        named = trumps_of(self._rules)
        if self._rules.round_two == "any_suit":
            return named
        turned = self._turned >> 3
        return named[:turned] + named[turned + 1 :]

    def _taken(self, bid: str) -> None:
        taker = self.turn
        assert taker is not None  # noqa: S101 - a bid is pushed only while somebody speaks
        trump = self._turned >> 3 if bid == TAKE else TRUMPS.index(bid)
        self.contract = Contract(taker, trump, bid)
        if self._rules.contree:
            self.turn = round_from(self._rules, taker)[1]
            self.legal_bids = _ANSWERS
        else:
            self._end()

    def _answered(self, bid: str) -> None:
        contract, answering = self.contract, self.turn
        assert contract is not None  # noqa: S101 - only a contract is answered
        assert answering is not None  # noqa: S101 - by the seat whose turn it is
        if bid == CONTREE:
            self.contract = contract._replace(multiplier=2)
        last_defender = round_from(self._rules, contract.taker)[-1]
        if bid == CONTREE or answering == last_defender:
            self._end()
        else:
            self.turn = last_defender


class LastCard(Auction):
    """No auction: the last card dealt made trump, and the seat after the dealer has taken."""

    __slots__ = ()

    def __init__(self, contract: Contract) -> None:
        super().__init__(None, ())
        self.contract = contract

    def push(self, bid: str) -> None:
        """Take no bid: nobody speaks."""
        message = f"nobody bids {bid} where the last card makes trump"
        raise ValueError(message)


class LadderAuction(Auction):
    """Each bid stands higher than the last, until nobody says more.

    It ends with three passes after a bid, or where nobody could say anything but pass; with four
    passes nobody has taken. The other side may double the last bid, and its own side answer.
    """

    __slots__ = ("_ladder", "_order", "_passes", "_rules")

    def __init__(self, rules: Rules, order: tuple[Seat, ...]) -> None:
        self._ladder = ladder_of(rules)
        super().__init__(order[0], (PASS, *self._ladder.above[-1]))
        self._rules = rules
        self._order = order
        self._passes = 0

    def push(self, bid: str) -> None:
        """Take the bid of the seat whose turn it is; it must be one of `legal_bids`."""
        ladder, contract, seat = self._ladder, self.contract, self.turn
        assert seat is not None  # noqa: S101 - a bid is pushed only while somebody speaks
        self.bids.append(bid)
        self._passes = self._passes + 1 if bid == PASS else 0
        if bid in ladder.bids:
            self.contract = ladder.bids[bid]._replace(taker=seat)
        elif bid != PASS:
            assert contract is not None  # noqa: S101 - only a bid is doubled
            multiplier = 2 if bid == ladder.double else self._rules.surcontree or 1
            self.contract = contract._replace(multiplier=multiplier)
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next seat, unless nobody has anything to say."""
        seats = len(self._order)
        silent = seats - 1 if self.contract else seats
        for waiting in range(self._passes, silent):
            seat = self._order[(len(self.bids) + waiting - self._passes) % seats]
            if len(self._open_to(seat)) > 1:
                self.turn = self._order[len(self.bids) % seats]
                self.legal_bids = self._open_to(self.turn)
                return
        self._end()

    def _open_to(self, seat: Seat) -> tuple[str, ...]:
        """Return what a seat may bid as things stand."""
        rules, ladder, contract = self._rules, self._ladder, self.contract
        if contract is None:
            return (PASS, *ladder.above[-1])
        ours = seat & 1 == contract.taker & 1
        doubled = contract.multiplier > 1
        answer: tuple[str, ...] = ()
        if rules.contree and not ours and not doubled:
            answer = (ladder.double,)
        elif rules.surcontree and ours and contract.multiplier == 2:
            answer = (ladder.redouble,)
        higher = ladder.above[ladder.rung[contract.bid]]
        return (PASS, *answer, *(() if doubled and not rules.raise_after_contree else higher))
