"""One view in many worlds: what each card brings where the unseen cards lie so, or so, or so.

The worlds are those of `sample`. It is what `solve_many` and `rollouts` do, without a `Position`
for each world: the rules, the trick under way and the legal cards are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.game.cards import Card
from harness.game.play import Trump
from harness.game.rules import Rules
from harness.game.seats import Pair, Seat
from harness.game.view import View
from harness.search.native import native
from harness.search.position import Holdings, Position
from harness.search.rolling import check_hands
from harness.search.solving import number_of_threads, points_at_end
from harness.search.terms import capot_of, whole_of


def solve_worlds(
    view: View, worlds: Sequence[Holdings], *, threads: int | None = None
) -> dict[Card, list[int]]:
    """Solve where a seat stands in each of several worlds, each exactly.

    Args:
        view: of the seat whose turn it is to play a card.
        worlds: where the cards may lie, as `sample` draws them.
        threads: how many to use; without, one for each core.

    Returns:
        By legal card, what the seat's side then has at the end of the hand, world by world; as the
        values of a `Solution`.

    Raises:
        ValueError: where a world cannot be that of the view, saying why; or no number of threads.
    """
    here = _first(view, worlds)
    columns = native.solve_worlds(here.terms, here.data, worlds, number_of_threads(threads))
    return {card: points_at_end(here, values) for card, values in columns}


def force_worlds(
    rules: Rules,
    trump: Trump,
    leader: Seat,
    worlds: Sequence[Holdings],
    *,
    threads: int | None = None,
) -> list[Pair]:
    """Find what each side can force in each of several deals, with one trump.

    It is quicker than solving them, which gives a value to each card.

    Args:
        rules: the table's rules, of four seats.
        trump: 0 to 3 for a suit, 4 no trumps, 5 all trumps.
        leader: the seat that leads the first trick.
        worlds: the eight cards of each seat, as masks.
        threads: how many to use; without, one for each core.

    Returns:
        Card points of NS and EW at the end of the hand, as the value of a `Solution`.

    Raises:
        ValueError: where something is no deal, saying why; or no number of threads.
    """
    number = number_of_threads(threads)
    if not worlds:
        return []
    here = Position(rules, trump, worlds[0], leader)
    forced = native.force_worlds(here.terms, here.data, worlds, number)
    whole = whole_of(here.terms)
    own = points_at_end(here, forced)
    theirs = points_at_end(here, [whole - points for points in forced])
    return list(zip(theirs, own, strict=True) if here.side else zip(own, theirs, strict=True))


def rollout_worlds(
    view: View, worlds: Sequence[Holdings], n: int, seed: int, *, sensible: bool = False
) -> dict[Card, list[float]]:
    """Play each legal card, and then the hand out at random, `n` times in each of several worlds.

    Args:
        view: of the seat whose turn it is to play a card.
        worlds: where the cards may lie, as `sample` draws them.
        n: hands after each legal card in each world.
        seed: of the draws; the same seed gives the same numbers on every machine.
        sensible: as of `rollouts`.

    Returns:
        By legal card, the mean points of the seat's side, world by world; as those of a `Rollout`.

    Raises:
        ValueError: where a world cannot be that of the view, saying why; or the number cannot be.
    """
    check_hands(n)
    here = _first(view, worlds)
    won, capot = here.points[here.side], capot_of(here.rules, whole_of(here.terms))
    columns = native.roll_worlds(
        here.terms, here.data, worlds, won, capot, n, seed % 2**64, sensible
    )
    return {card: [total / n for total in totals] for card, totals in columns}


def _first(view: View, worlds: Sequence[Holdings]) -> Position:
    if not worlds:
        raise ValueError("at least one world is needed")
    here = Position.of_view(view, worlds[0])
    if here.turn != view.seat or here.holdings[view.seat] != view.holding_mask:
        raise ValueError("the worlds are not those of the seat whose turn it is")
    return here
