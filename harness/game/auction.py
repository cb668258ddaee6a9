"""The auction: who takes, with which trump.

An auction is a small state machine: `turn` is the seat to speak (None when it is over),
`legal_bids` what that seat may say, `push` takes a legal bid, `contract` is the outcome. Bids are
texts: `pass`, `take`, a suit's letter, `contree`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from harness.game.cards import SUITS, Card
from harness.game.rules import Rules
from harness.game.seats import Seat, round_from

PASS: Final = "pass"
TAKE: Final = "take"
CONTREE: Final = "contree"

_ROUND_ONE: Final = (PASS, TAKE)
_ANSWERS: Final = (PASS, CONTREE)
_ANY_SUIT: Final = tuple(SUITS)
_OTHER_SUITS: Final = tuple(tuple(s for s in SUITS if s != turned) for turned in SUITS)


class Contract(NamedTuple):
    """What the auction settled.

    Attributes:
        taker: the seat that took.
        trump: 0 to 3 for a suit, 4 no trumps, 5 all trumps.
        bid: the text of the bid that won.
        multiplier: 1, or 2 when the defenders doubled.
    """

    taker: Seat
    trump: int
    bid: str
    multiplier: int = 1


class TurnUpAuction:
    """Two rounds over a turned card: take its suit, then name one."""

    __slots__ = ("_order", "_rules", "_turned", "bids", "contract", "legal_bids", "turn")

    bids: list[str]
    contract: Contract | None
    legal_bids: tuple[str, ...]
    turn: Seat | None

    def __init__(self, rules: Rules, order: tuple[Seat, ...], turned: Card) -> None:
        self._order = order
        self._rules = rules
        self._turned = turned
        self.bids = []
        self.contract = None
        self.legal_bids = _ROUND_ONE
        self.turn = order[0]

    def copy(self) -> TurnUpAuction:
        """Return an equal auction that goes on independently: itself once it is over."""
        if self.turn is None:
            return self
        twin = object.__new__(TurnUpAuction)
        twin._order = self._order
        twin._rules = self._rules
        twin._turned = self._turned
        twin.bids = self.bids.copy()
        twin.contract = self.contract
        twin.legal_bids = self.legal_bids
        twin.turn = self.turn
        return twin

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
            self.turn = None
            self.legal_bids = ()
            return
        self.turn = self._order[spoken % seats]
        if spoken == 2 * seats - 1 and self._rules.dealer_must_name:
            self.legal_bids = self._round_two()
        elif spoken == seats:
            self.legal_bids = (PASS, *self._round_two())

    def _round_two(self) -> tuple[str, ...]:
        return _ANY_SUIT if self._rules.round_two == "any_suit" else _OTHER_SUITS[self._turned >> 3]

    def _taken(self, bid: str) -> None:
        taker = self.turn
        assert taker is not None  # noqa: S101 - a bid is pushed only while somebody speaks
        trump = self._turned >> 3 if bid == TAKE else SUITS.index(bid)
        self.contract = Contract(taker, trump, bid)
        if self._rules.contree:
            self.turn = round_from(self._rules, taker)[1]
            self.legal_bids = _ANSWERS
        else:
            self.turn = None
            self.legal_bids = ()

    def _answered(self, bid: str) -> None:
        contract, answering = self.contract, self.turn
        assert contract is not None  # noqa: S101 - only a contract is answered
        assert answering is not None  # noqa: S101 - by the seat whose turn it is
        if bid == CONTREE:
            self.contract = contract._replace(multiplier=2)
        last_defender = round_from(self._rules, contract.taker)[-1]
        if bid == CONTREE or answering == last_defender:
            self.turn = None
            self.legal_bids = ()
        else:
            self.turn = last_defender
