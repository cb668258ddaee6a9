"""A hand with every card seen, at any point of its play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from harness.errors import BeloteError
from harness.game.cards import FULL_DECK, Card, CardSet, Mask, card_name, parse_cards, to_card
from harness.game.hand import Hand
from harness.game.play import Trump, trump_number
from harness.game.presets import rules_of
from harness.game.rules import Rules
from harness.game.seats import SEATS, Pair, Seat, Side, round_from
from harness.game.view import View
from harness.search.terms import Terms, terms_of

Holdings: TypeAlias = tuple[Mask, Mask, Mask, Mask]
"""Each seat's cards, N E S W, as masks."""

NOTHING_WON: Final[Pair] = (0, 0)


class PositionError(BeloteError, ValueError):
    """A position that no hand can reach; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A hand with every card seen, at any point of its play; checked when it is made.

    Attributes:
        rules: the table's rules, of four seats.
        trump: 0 to 3 for a suit, 4 no trumps, 5 all trumps.
        holdings: each seat's cards, N E S W, as masks.
        turn: the seat that plays next.
        trick: the cards of the trick under way, in the order played.
        points: card points that NS and EW have won before this trick.
        tricks: tricks that NS and EW have won.

    Raises:
        PositionError: saying what is wrong.
    """

    rules: Rules
    trump: Trump
    holdings: Holdings
    turn: Seat
    trick: tuple[Card, ...] = ()
    points: Pair = NOTHING_WON
    tricks: Pair = NOTHING_WON

    def __post_init__(self) -> None:
        complaint = _complaint(self)
        if complaint:
            raise PositionError(complaint)

    @classmethod
    def read(
        cls,
        rules: Rules | str,
        trump: Trump | str,
        holdings: Sequence[str | Iterable[Card]] | Mapping[str, str | Iterable[Card]],
        turn: Seat | str,
        *,
        trick: str | Sequence[Card] = (),
        points: Pair = NOTHING_WON,
        tricks: Pair = NOTHING_WON,
    ) -> Position:
        """Read a position as people write it.

        Args:
            rules: the table's rules, or a preset's name.
            trump: `S H D C NT AT`, or its number.
            holdings: by seat, N E S W or a mapping from their letters, cards as text or numbers.
            turn: the seat that plays next, a letter or its number.
            trick: the cards of the trick under way, in the order played.
            points: card points won before this trick, NS and EW.
            tricks: tricks won, NS and EW.

        Raises:
            BeloteError: saying what cannot be read, or what is wrong with the position.
        """
        in_order = (
            [holdings.get(seat, "") for seat in SEATS]
            if isinstance(holdings, Mapping)
            else holdings
        )
        if len(in_order) != len(SEATS):
            raise PositionError(f"holdings are given for four seats, not {len(in_order)}")
        north, east, south, west = (
            parse_cards(cards).mask if isinstance(cards, str) else CardSet.of(cards).mask
            for cards in in_order
        )
        lying = trick.split() if isinstance(trick, str) else trick
        return cls(
            rules=rules_of(rules),
            trump=trump_number(trump),
            holdings=(north, east, south, west),
            turn=SEATS.find(turn.upper()) if isinstance(turn, str) else turn,
            trick=tuple(to_card(card) for card in lying),
            points=points,
            tricks=tricks,
        )

    @classmethod
    def of_hand(cls, hand: Hand) -> Position:
        """Return where a hand stands.

        Raises:
            PositionError: unless cards are being played.
        """
        if hand.over or hand.bidding:
            raise PositionError("the hand is over" if hand.over else "the auction is still on")
        if hand.rules.seats != len(SEATS):
            raise PositionError(_OTHER_SEATS.format(hand.rules.seats))
        north, east, south, west = hand.holdings
        return _from_log(hand, (north, east, south, west))

    @classmethod
    def of_view(cls, view: View, world: Holdings) -> Position:
        """Return where the hand that a seat sees stands if the cards lie as in `world`.

        Raises:
            PositionError: unless cards are being played, or where that cannot be.
        """
        if view.contract is None:
            raise PositionError("the auction is still on")
        return _from_log(view, world)

    @property
    def side(self) -> Side:
        """The side of the seat that plays next."""
        return self.turn & 1

    @property
    def data(self) -> tuple[Holdings, tuple[Card, ...], Seat, tuple[bool, bool]]:
        """What the compiled code takes of it."""
        north, east = self.tricks
        return self.holdings, self.trick, self.turn, (north > 0, east > 0)

    @property
    def terms(self) -> Terms:
        """What the compiled code needs to know of the law."""
        return terms_of(self.rules, self.trump)


_OTHER_SEATS: Final = "positions have four seats, and these rules have {}"


def _from_log(seen: Hand | View, holdings: Holdings) -> Position:
    log = seen.log
    north, east = log.points
    ours, theirs = log.tricks
    return Position(
        rules=seen.rules,
        trump=log.trump,
        holdings=holdings,
        turn=log.turn,
        trick=tuple(log.trick),
        points=(north, east),
        tricks=(ours, theirs),
    )


def _complaint(position: Position) -> str | None:
    """Return what is wrong with a position, None if nothing is."""
    if position.rules.seats != len(SEATS):
        return _OTHER_SEATS.format(position.rules.seats)
    if position.trump not in range(6):
        return f"trump is a number from 0 to 5, not {position.trump}"
    if position.turn not in range(4):
        return f"the turn is that of a seat from 0 to 3 ({SEATS}), not {position.turn}"
    return _wrong_cards(position) or _wrong_counts(position)


def _wrong_cards(position: Position) -> str | None:
    seen = 0
    for card in position.trick:
        if card not in range(32):
            return f"the trick holds {card}, and cards are numbered from 0 to 31"
        if seen >> card & 1:
            return f"{card_name(card)} lies twice in the trick"
        seen |= 1 << card
    for seat, held in enumerate(position.holdings):
        if not 0 <= held <= FULL_DECK:
            return f"the holding of {SEATS[seat]} is no set of cards: {held}"
        if held & seen:
            return f"{SEATS[seat]} holds {CardSet(held & seen)}, seen elsewhere already"
        seen |= held
    return None


def _wrong_counts(position: Position) -> str | None:
    size = position.holdings[position.turn].bit_count()
    lying = len(position.trick)
    if not size:
        return f"{SEATS[position.turn]}, whose turn it is, has no card to play"
    if lying > 3:
        return f"a trick under way has up to three cards, not {lying}"
    seats = round_from(position.rules, position.turn)
    for place, seat in enumerate(seats):
        held = position.holdings[seat].bit_count()
        right = size - (place >= 4 - lying)
        if held != right:
            return f"{SEATS[seat]} must hold {right} cards here, not {held}"
    return _wrong_score(position, 8 - size)


def _wrong_score(position: Position, played: int) -> str | None:
    if sum(position.tricks) != played or min(position.tricks) < 0:
        return f"tricks won must add up to {played}, not {_sum(position.tricks)}"
    *_, points, _ = position.terms
    here = sum(position.holdings) | CardSet.of(position.trick).mask
    gone = sum(worth for card, worth in enumerate(points) if not here >> card & 1)
    if sum(position.points) != gone or min(position.points) < 0:
        return f"points won must add up to {gone}, the cards gone, not {_sum(position.points)}"
    for points_won, tricks_won in zip(position.points, position.tricks, strict=True):
        if points_won and not tricks_won:
            return "a side without a trick has no points"
    return None


def _sum(pair: Pair) -> str:
    return f"{pair[0]} and {pair[1]}"
