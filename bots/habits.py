"""How players usually choose among their cards, and so what a card played tells of those kept.

A card is chosen with odds that grow with what it is in the eyes of the whole table: a master, a
ruff, points given to the partner (a conditional logit, McFadden 1974). `TASTES` were fitted to
hands that `counter` and `solver` played against each other. Whoever plays a king where low cards
were wanted has, more likely than not, none.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harness.game import View
from harness.game.cards import FULL_DECK, SUIT_MASKS, Card, Mask
from harness.game.log import Log
from harness.game.play import ALL_TRUMPS, BEATERS, LEAD
from harness.game.seats import Seat
from harness.search import Holdings

Numbers: TypeAlias = NDArray[np.float64]
Masks: TypeAlias = NDArray[np.uint32]

TASTES: Final = {
    # leading
    "lead_points": -0.8,
    "lead_master": 1.5,
    "lead_trump_taking": 0.1,
    "lead_trump_defending": -1.1,
    "lead_master_trump": 0.1,
    # to a trick that the partner wins so far
    "partner_points": 0.4,
    "partner_points_last": 0.5,
    "partner_trump": -1.6,
    "partner_beaten": 0.0,
    "partner_master": -0.2,
    # to a trick that the others win so far
    "foe_points": -5.0,
    "foe_beats": 1.6,
    "foe_beats_last": 1.1,
    "foe_beats_points": -0.6,
    "foe_beats_master": 1.5,
    "foe_trump": -0.6,
    "foe_master_kept": -0.6,
}
"""By what a card is, the log odds that it adds; points in tens."""
NAMES: Final = tuple(TASTES)
WEIGHT: Final = 0.7
"""How far habits are believed: 1 for players that have these and no others."""

BITS: Final = np.array([[mask >> bit & 1 for bit in range(8)] for mask in range(256)], dtype=float)


class Played(NamedTuple):
    """A card played, and what could have been chosen: who, which, at what standing.

    `odds` are those of all cards, by suit and by the cards of it as 8 bits.
    """

    seat: Seat
    card: Card
    standing: int
    odds: Numbers


class Habits:
    """What the cards played in one hand tell, read on from where it was last read.

    Attributes:
        log: of the hand.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self._plays: list[Played] = []
        self._standing = LEAD
        self._order = log.rounds[log.rounds[log.dealer][1]]
        self._unplayed: Mask = FULL_DECK

    def weights(self, view: View, worlds: list[Holdings]) -> Numbers:
        """Return how likely the others had played as they did, world by world."""
        self._read()
        weight = np.zeros(len(worlds))
        held = np.array(worlds, dtype=np.uint32).T.copy()
        for seat, card, standing, odds in reversed(self._plays):
            held[seat] |= np.uint32(1 << card)
            if seat != view.seat:
                legal = self._legal(held[seat], standing).view(np.uint8).reshape(-1, 4)
                among = sum(odds[suit][legal[:, suit]] for suit in range(4))
                weight -= np.log(among / odds[card >> 3][1 << (card & 7)])
        likely: Numbers = np.exp(WEIGHT * (weight - weight.max()))
        return likely

    def _read(self) -> None:
        log = self.log
        for card in log.plays[len(self._plays) :]:
            place = len(self._plays) % 4
            seat = self._order[place]
            odds = np.exp(features(log, self._standing, place, seat, self._unplayed) @ FITTED)
            tables = np.array([BITS @ odds[8 * suit : 8 * suit + 8] for suit in range(4)])
            self._plays.append(Played(seat, card, self._standing, tables))
            self._unplayed ^= 1 << card
            self._standing = log.law.after[self._standing][card]
            if place == 3:
                self._order = log.rounds[self._order[4 - log.law.since[self._standing]]]
                self._standing = LEAD

    def _legal(self, held: Masks, standing: int) -> Masks:
        """Return the legal cards of many holdings."""
        law = self.log.law
        able, asked, left = law.otherwise[standing]
        follow = held & np.uint32(law.follow[standing])
        free = np.where(held & np.uint32(left), held & np.uint32(left), held)
        otherwise = np.where(held & np.uint32(able), held & np.uint32(asked), free)
        return np.where(follow, follow, otherwise)


FITTED: Final = np.array(list(TASTES.values()))


def features(log: Log, standing: int, place: int, seat: Seat, unplayed: Mask) -> Numbers:
    """Return what each card is in the eyes of the table, (32, tastes)."""
    law, trump = log.law, log.trump
    contract = log.contract
    takes = contract is not None and (contract.taker ^ seat) & 1 == 0
    last, partner_wins = place == 3, place > 1 and law.since[standing] == 2
    best = law.best[standing]
    rows = np.zeros((32, len(NAMES)))
    for card in range(32):
        if not unplayed >> card & 1:
            continue
        tens = 15.2 * law.points[card] / (law.total - law.last_trick)
        master = not BEATERS[trump][card] & unplayed & SUIT_MASKS[card >> 3]
        in_trump = trump in (card >> 3, ALL_TRUMPS)
        beats = place > 0 and bool(BEATERS[trump][best] >> card & 1)
        if not place:
            is_so = {
                "lead_points": tens * (not master),
                "lead_master": master,
                "lead_trump_taking": in_trump and takes,
                "lead_trump_defending": in_trump and not takes,
                "lead_master_trump": in_trump and master,
            }
        elif partner_wins:
            is_so = {
                "partner_points": tens,
                "partner_points_last": tens * last,
                "partner_trump": in_trump,
                "partner_beaten": beats,
                "partner_master": master,
            }
        else:
            is_so = {
                "foe_points": tens * (not beats),
                "foe_beats": beats,
                "foe_beats_last": beats and last,
                "foe_beats_points": tens * beats,
                "foe_beats_master": beats and master,
                "foe_trump": in_trump,
                "foe_master_kept": master and not beats,
            }
        for name, value in is_so.items():
            rows[card, NAMES.index(name)] = value
    return rows
