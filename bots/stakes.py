"""What card points are worth: the score they make, and the match that the score decides.

Between two sides that play alike the rest of a match is a random walk. How far it steps and how
often is taken from matches that `counter` played against itself under the presets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harness.game import View
from harness.game.bids import Contract
from harness.game.cards import Card, Mask
from harness.game.declarations import Declarations, find, that_count
from harness.game.log import Log
from harness.game.outcome import BELOTE, Counts
from harness.game.play import Trump, law_of
from harness.game.rules import Rules
from harness.game.scoring import HandScore, tally
from harness.game.seats import NOTHING, Pair, Side
from harness.game.telling import belotes_of
from harness.search import Holdings

Numbers: TypeAlias = NDArray[np.float64]
Worth: TypeAlias = Callable[[Pair, int], float]
"""What a hand is worth to one side, by what NS and EW write for it and what waits then."""

A_HAND: Final = {
    "turn_up": (200, 140),
    "last_card": (190, 140),
    "tens": (320, 300),
    "names": (220, 170),
}
"""By auction, the points that a hand brings both sides together, and how they spread between them:
the standard deviation of the difference."""


def lead_of(side: Side) -> Worth:
    """Return what counts for a side that wants points: by how many it is ahead."""
    sign = 1 - 2 * side
    return lambda score, _: sign * (score[0] - score[1])


def victory_of(view: View) -> Worth:
    """Return what counts for a side that wants the match: how likely it is to win it."""
    rules, side = view.rules, view.seat & 1
    mine, theirs = view.totals[side], view.totals[1 - side]
    return lambda score, _: chance(rules, mine + score[side], theirs + score[1 - side])


def chance(rules: Rules, mine: int, theirs: int) -> float:
    """Return how likely a side wins the match from a score between two hands."""
    bar = rules.target + (rules.target_is == "exceeded")
    if mine != theirs and max(mine, theirs) >= bar:
        return float(mine > theirs)
    unit = 10 if rules.written_in == "tens" else 1
    both, spread = A_HAND[rules.auction]
    hands = (2 * bar - mine - theirs) * unit / both / 2  # the first to be there ends it
    return (1 + erf((mine - theirs) * unit / (spread * sqrt(2 * max(hands, 1))))) / 2


class Stakes:
    """What each number of card points is worth to one side under one contract.

    Args:
        log: of the hand.
        contract: what is played.
        side: whose points are counted.
        worth: what it wants.
    """

    def __init__(self, log: Log, contract: Contract, side: Side, worth: Worth) -> None:
        self.log = log
        self._contract, self._side, self._worth = contract, side, worth
        self._tables: dict[tuple[Pair, Pair, Pair], Numbers] = {}

    def table(self, announced: Pair, declarations: Pair, belote: Pair) -> Numbers:
        """Return the worth of 0, 1, 2, ... points, then of every trick: more than all of them.

        Args:
            announced: the worth of all that each side announced, NS and EW.
            declarations: what the comparison lets score.
            belote: each side's points for belote.
        """
        key = announced, declarations, belote
        if key not in self._tables:
            scores = _scores(self.log.rules, self._contract, self._side, self.log.held, *key)
            self._tables[key] = np.array(
                [self._worth(one.score, one.held_out) for one in scores], dtype=float
            )
        return self._tables[key]

    def means(
        self, view: View, worlds: Sequence[Holdings], points: Mapping[Card, Sequence[int]]
    ) -> dict[Card, float]:
        """Return what each card is worth on average, by what it brings world by world."""
        announced, declarations = said_so_far(view)
        belotes = {world: belote_so_far(view, world) for world in set(worlds)}
        kinds = [belotes[world] for world in worlds]
        cards = list(points)
        brought = np.array([points[card] for card in cards])
        total = np.zeros(len(cards))
        for belote in sorted(set(belotes.values())):
            table = self.table(announced, declarations, belote)
            here = brought[:, [kind == belote for kind in kinds]]
            total += table[np.minimum(here, len(table) - 1)].sum(axis=1)
        return dict(zip(cards, (total / len(worlds)).tolist(), strict=True))


@lru_cache(maxsize=512)
def _scores(
    rules: Rules,
    contract: Contract,
    side: Side,
    held: int,
    announced: Pair,
    declarations: Pair,
    belote: Pair,
) -> list[HandScore]:
    """Return the score of each number of card points of a side."""
    whole = law_of(rules, contract.trump).total
    said = Counts(NOTHING, None, announced, declarations, belote, held, alone=True)
    return [score_of(rules, contract, said, side, own) for own in range(whole + 2)]


def score_of(rules: Rules, contract: Contract, said: Counts, side: Side, points: int) -> HandScore:
    """Return the score of a hand by the card points of a side.

    Args:
        rules: the table's rules.
        contract: what was played.
        said: what counts besides the cards.
        side: whose points are given.
        points: more than there are for every trick, 0 for none.
    """
    whole = law_of(rules, contract.trump).total
    capot = side if points > whole else 1 - side if points == 0 else None
    mine = min(points, whole)
    pair = (mine, whole - mine) if side == 0 else (whole - mine, mine)
    return tally(rules, contract, said._replace(card_points=pair, capot=capot), whole)


def said_in(rules: Rules, trump: Trump, dealt: Sequence[Mask], held: int) -> Counts:
    """Return what counts besides the cards where everybody declares all that was dealt."""
    found = [find(rules, cards, trump) for cards in dealt]
    counting = that_count(rules, trump, found) if any(found) else found
    return Counts(
        NOTHING, None, _worths(found), _worths(counting), belote_in(trump, dealt), held, alone=True
    )


def belote_in(trump: Trump, dealt: Sequence[Mask]) -> Pair:
    """Return what each side has for belote."""
    belote = [0, 0]
    for royals in belotes_of(trump):
        for seat, cards in enumerate(dealt):
            belote[seat & 1] += BELOTE * (cards & royals == royals)
    return belote[0], belote[1]


def _worths(by_seat: Sequence[Declarations]) -> Pair:
    north, east = (sum(one.value for said in by_seat[side::2] for one in said) for side in (0, 1))
    return north, east


def said_so_far(view: View) -> tuple[Pair, Pair]:
    """Return what was announced, and what of it counts as far as one can tell, the own included."""
    log, rules = view.log, view.rules
    said = [(one.seat & 1, one.kind, one.value) for one in log.announcements]
    if not log.trick_winners and all(one.seat != view.seat for one in log.announcements):
        own = find(rules, view.dealt_mask, log.trump)
        said += [(view.seat & 1, one.kind, one.value) for one in own]
    announced = _sum(said)
    if log.shown:
        return announced, _sum([(seat & 1, one.kind, one.value) for seat, one in log.shown])
    if log.trick_winners and rules.declarations_shown == "second_trick":
        return announced, NOTHING  # level, or none
    if rules.declarations_compared == "together":
        return announced, _sum(_of_the_better(said))
    runs = [one for one in said if one[1] == "run"]
    fours = [one for one in said if one[1] == "four"]
    return announced, _sum(_of_the_better(runs) + _of_the_better(fours))


def _of_the_better(said: list[tuple[Side, str, int]]) -> list[tuple[Side, str, int]]:
    """Return what the side with the dearest declaration said; nothing where both have one."""
    best = max((value for _, _, value in said), default=0)
    sides = {side for side, _, value in said if value == best}
    return [one for one in said if {one[0]} == sides]


def _sum(said: list[tuple[Side, str, int]]) -> Pair:
    north, east = (sum(value for side, _, value in said if side == each) for each in (0, 1))
    return north, east


def belote_so_far(view: View, world: Holdings) -> Pair:
    """Return what each side has for belote, said already or still to be said in a world."""
    north, east = belote_in(view.log.trump, world)
    for seat, _ in view.log.belotes:
        north, east = north + BELOTE * (not seat & 1), east + BELOTE * (seat & 1)
    return north, east
