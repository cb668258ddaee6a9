"""What bots share that draw the unseen cards: a card is judged by what comes of it in many worlds.

Worlds are drawn as often as the bids heard make them likely: see `bots.beliefs`. What is averaged
is what an outcome is worth, not its points: where a contract was just made is another score than
where it just failed. See `bots.stakes`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

from bots.beliefs import likely_worlds
from bots.counter import CounterBot
from bots.options import whole_number
from bots.stakes import Stakes, Worth, lead_of
from harness.game import View
from harness.game.cards import Card
from harness.search import Holdings, why_undrawn

Outcomes: TypeAlias = tuple[list[Holdings], dict[Card, list[int]]]
"""Worlds, and by card the points that the own side has in the end in each."""


class DrawingBot(CounterBot):
    """Play the card that is worth most on average in the worlds drawn.

    Args:
        worlds: deals of the unseen cards for a decision, 1 to `most`.
    """

    most = 10_000
    taste = 1e-3
    """How much the judgement of `counter` weighs between cards that come to the same."""

    def __init__(self, worlds: int) -> None:
        super().__init__()
        self._worlds = whole_number("worlds", worlds, 1, self.most)
        self._stakes: Stakes | None = None

    def choose_card(self, view: View) -> int:
        """Return the legal card that is worth most on average."""
        legal = view.legal_mask
        if not legal & (legal - 1) or why_undrawn(view.rules):
            return super().choose_card(view)
        brings = self.think(view)
        outlook = self.outlook(view)
        return max(brings, key=lambda card: brings[card] + self.taste * outlook.worth(card))

    def think(self, view: View) -> dict[Card, float]:
        """Return what each legal card is worth on average."""
        contract = view.contract
        assert contract is not None  # noqa: S101 - cards are played under one
        if self._stakes is None or self._stakes.log is not view.log:
            self._stakes = Stakes(view.log, contract, view.seat & 1, self.worth(view))
        return self._stakes.means(view, *self.outcomes(view))

    def outcomes(self, view: View) -> Outcomes:
        """Draw worlds, and see what comes of each card in them."""
        return self.played_out(view, self.worlds(view, self._worlds))

    def worth(self, view: View) -> Worth:
        """Return what is wanted: points written."""
        return lead_of(view.seat & 1)

    def worlds(self, view: View, n: int) -> list[Holdings]:
        """Draw worlds to play a card in, as often as the bids make them likely."""
        return likely_worlds(view, n)

    @abstractmethod
    def played_out(self, view: View, worlds: list[Holdings]) -> Outcomes:
        """Return what comes of each card in some worlds, which may come several times each."""
