"""What the cards alone are worth: the takes, and luck that is 0 on average whoever deals."""

from __future__ import annotations

import random

import pytest

from harness.errors import BeloteError
from harness.game import Hand, preset
from harness.game.dealing import layout_of
from harness.search import Position, solve
from harness.search.par import luck_many

DECKS = [random.Random(seed).sample(range(32), 32) for seed in range(4)]


@pytest.mark.parametrize("rules", ["classic", "contree"])
def test_the_luck_of_a_deal_is_its_par_less_that_of_the_cards_one_seat_on(rules: str) -> None:
    table = preset(rules)
    layout = layout_of(table)
    for dealer, deck in enumerate(DECKS):
        moved = list(deck)
        for seat in range(4):
            places = layout.opening[dealer][seat](range(32))
            for place, card in zip(
                places, layout.opening[dealer][(seat + 1) % 4](deck), strict=True
            ):
                moved[place] = card
        (luck,) = luck_many(table, [(deck, dealer)], threads=1)
        assert luck == par(table, deck, dealer) - par(table, moved, dealer)


def par(table: object, deck: list[int], dealer: int) -> int:
    """Return the par of NS by playing hands up to their first lead, one for each way to take."""
    takes = {0: 0, 1: 0}
    for trump in range(4):
        for side in (0, 1):
            opening = Hand(table, deck, dealer).dealt  # type: ignore[arg-type]
            taker = max((side, side + 2), key=lambda seat: worth(table, opening[seat], trump))
            layout = layout_of(table)  # type: ignore[arg-type]
            holdings = tuple(
                sum(1 << card for card in pick(deck)) for pick in layout.complete[dealer][taker]
            )
            position = Position(table, trump, holdings, (dealer + STEP[table.direction]) % 4)  # type: ignore[arg-type, attr-defined]
            solution = solve(position)
            whole = 162
            own = solution.value if solution.side == side else whole - solution.value
            takes[side] = max(takes[side], own)
    return takes[0] - takes[1]


STEP = {"clockwise": 1, "counterclockwise": -1}
TRUMP_POINTS = (0, 0, 14, 20, 3, 4, 10, 11)


def worth(_: object, held: int, trump: int) -> int:
    return sum(points for rank, points in enumerate(TRUMP_POINTS) if held >> (8 * trump + rank) & 1)


def test_a_deal_moved_on_all_four_seats_has_luck_that_adds_up_to_0() -> None:
    # par(0) - par(1) + par(1) - par(2) + par(2) - par(3) + par(3) - par(0), for every dealer.
    table = preset("contree")
    layout = layout_of(table)
    for dealer, deck in enumerate(DECKS):
        turned, decks = list(deck), []
        for _ in range(4):
            decks.append((list(turned), dealer))
            dealt = [pick(turned) for pick in layout.opening[dealer]]
            for seat in range(4):
                places = layout.opening[dealer][seat](range(32))
                for place, card in zip(places, dealt[(seat + 1) % 4], strict=True):
                    turned[place] = card
        assert sum(luck_many(table, decks, threads=1)) == 0


def test_who_sits_where_turns_the_sign() -> None:
    table = preset("classic")
    for deck in DECKS:
        north, east = luck_many(table, [(deck, 0), (deck, 1)], threads=1)
        assert north == -east


def test_two_seats_have_no_par() -> None:
    with pytest.raises(BeloteError, match="par needs four seats, and these rules have 2"):
        luck_many(preset("two-handed"), [(DECKS[0], 0)])
