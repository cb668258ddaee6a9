"""What the cards alone are worth: double dummy, whoever plays them.

A side's *take* of a deal is the most card points it can force by taking, in its better seat and
best suit, with all cards seen and a capot counted as the rules say. The par of a deal is the take
of NS less that of EW. Its *luck* is the par less what it would be had each seat been dealt the
cards of the next: on average over all deals that is exactly 0, whoever deals, since both are as
likely.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from harness.errors import BeloteError
from harness.game.cards import DECK_SIZE, Card
from harness.game.dealing import Layout, layout_of, masks_of
from harness.game.play import Trump, law_of
from harness.game.rules import Rules
from harness.game.seats import SEATS, SIDES, Pair, Seat, Side, after
from harness.search.position import Holdings
from harness.search.worlds import force_worlds

Deal: TypeAlias = tuple[Sequence[Card], Seat]
"""A deck in the order dealt, and who deals it."""

Played: TypeAlias = tuple[Trump, Seat, Holdings]
"""Trump, who leads, and each seat's cards once somebody took."""

_SUITS: Final = range(4)
_PLACES: Final = range(DECK_SIZE)


def luck_many(rules: Rules, deals: Iterable[Deal], *, threads: int | None = None) -> list[int]:
    """Return the luck of NS in each deal, in card points.

    Args:
        rules: the table's rules, of four seats.
        deals: decks with their dealers.
        threads: how many to use; without, one for each core.

    Raises:
        BeloteError: the rules have another number of seats.
    """
    if rules.seats != len(SEATS):
        raise BeloteError(f"par needs four seats, and these rules have {rules.seats}")
    layout = layout_of(rules)
    asked = [
        [
            list(_takes(rules, layout, cards, dealer))
            for cards in (deck, _moved(layout, deck, dealer))
        ]
        for deck, dealer in deals
    ]
    played = {one for both in asked for takes in both for _, one in takes}
    forced = _forced(rules, played, threads)
    return [_par(dealt, forced) - _par(moved, forced) for dealt, moved in asked]


def _forced(rules: Rules, played: Iterable[Played], threads: int | None) -> dict[Played, Pair]:
    """Return what each side can force, deals of one trump and leader solved together."""
    alike: dict[tuple[Trump, Seat], list[Holdings]] = defaultdict(list)
    for trump, leader, holdings in sorted(played):
        alike[trump, leader].append(holdings)
    return {
        (trump, leader, holdings): points
        for (trump, leader), worlds in alike.items()
        for holdings, points in zip(
            worlds, force_worlds(rules, trump, leader, worlds, threads=threads), strict=True
        )
    }


def _par(takes: Iterable[tuple[Side, Played]], forced: dict[Played, Pair]) -> int:
    """Return the take of NS less that of EW."""
    best = [0, 0]
    for side, played in takes:
        best[side] = max(best[side], forced[played][side])
    return best[0] - best[1]


def _takes(
    rules: Rules, layout: Layout, deck: Sequence[Card], dealer: Seat
) -> Iterator[tuple[Side, Played]]:
    """Yield each side's ways to take, one a suit, where the cards are about to be played."""
    masks = masks_of(deck)
    opening = [pick(deck) for pick in layout.opening[dealer]]
    for trump in _SUITS:
        points = law_of(rules, trump).points
        worth = [sum(points[card] for card in held if card // 8 == trump) for held in opening]
        for side in range(len(SIDES)):
            taker = max((side, side + 2), key=worth.__getitem__)
            north, east, south, west = (sum(pick(masks)) for pick in layout.complete[dealer][taker])
            yield side, (trump, after(rules, dealer), (north, east, south, west))


def _moved(layout: Layout, deck: Sequence[Card], dealer: Seat) -> list[Card]:
    """Return the deck that deals each seat what this one deals the next before the auction."""
    moved = list(deck)
    pickers = layout.opening[dealer]
    for seat, pick in enumerate(pickers):
        for place, card in zip(
            pick(_PLACES), pickers[(seat + 1) % len(pickers)](deck), strict=True
        ):
            moved[place] = card
    return moved
