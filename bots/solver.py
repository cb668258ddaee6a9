"""The bot that solves: every card is played out as well as can be, in many worlds.

Play: perfect information Monte Carlo (Levy 1989; Ginsberg 2001). Worlds are drawn as often as
the bids heard make them likely (see `bots.beliefs`), each is solved double dummy, and the card is
played that scores best on average. The fewer cards are left, the quicker a world is solved, and
the more of them are.

Bidding: bids near that of `counter` are followed to their end in worlds that fit the auction so
far, see `bots.foresight`.

Its faults are those of the method (Frank and Basin 1998): it believes that it will see all cards
in the next trick, and that the others see them now.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from bots.drawing import DrawingBot, Outcomes
from bots.foresight import best_bid
from bots.options import whole_number
from harness.game import View
from harness.game.cards import Card
from harness.search import Holdings, solve_worlds, why_undrawn

BATCH: Final = 8
"""Worlds between two looks at the clock."""


class SolverBot(DrawingBot):
    """Play the card that scores best in worlds solved double dummy.

    Args:
        worlds: deals of the unseen cards for a bid or a card of the first trick, 1 to 10,000;
            twice as many for one of the second, four times as many later.
        milliseconds: instead, time for each card, 1 to 60,000; what is played then depends on the
            machine and on what else it does. Bids are thought over in `worlds` all the same.
    """

    for_a_bid = 1
    """How many times `worlds` are drawn for a bid."""

    def __init__(self, worlds: int = 8, milliseconds: int | None = None) -> None:
        super().__init__(worlds)
        self._milliseconds = (
            None if milliseconds is None else whole_number("milliseconds", milliseconds, 1, 60_000)
        )

    def choose_bid(self, view: View) -> str:
        """Return the bid that comes to most."""
        if why_undrawn(view.rules):
            return super().choose_bid(view)
        return best_bid(view, self.for_a_bid * self._worlds, self.worth(view))

    def outcomes(self, view: View) -> Outcomes:
        """Draw worlds and see what comes of each card, until there are enough or time is up."""
        if self._milliseconds is None:
            number = self._worlds << min(len(view.log.trick_winners), 2)
            return self.played_out(view, self.worlds(view, number))
        until = perf_counter() + self._milliseconds / 1000
        worlds: list[Holdings] = []
        points: dict[Card, list[int]] = {card: [] for card in view.legal_cards}
        while not worlds or perf_counter() < until:
            more, brought = self.played_out(view, self.worlds(view, BATCH))
            worlds += more
            for card, values in brought.items():
                points[card] += values
        return worlds, points

    def played_out(self, view: View, worlds: list[Holdings]) -> Outcomes:
        """Return what perfect play brings."""
        return worlds, solve_worlds(view, worlds, threads=1)
