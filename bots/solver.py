"""The bot that solves: every card is played out as well as can be, in many worlds.

Play: perfect information Monte Carlo (Levy 1989; Ginsberg 2001). Worlds are drawn evenly from all
that fit what the seat knows, each is solved double dummy, and the card is played that scores best
on average. What is averaged is the score of the hand, not its points: a contract just made is
worth more than one just failed.

Bidding: bids near that of `counter` are followed to their end in worlds that fit the auction so
far, see `bots.foresight`.

Its faults are those of the method (Frank and Basin 1998): it believes that it will see all cards
in the next trick, and that the others see them now.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from bots.counter import CounterBot
from bots.foresight import best_bid
from bots.options import whole_number
from bots.stakes import Stakes, Worth, lead_of
from harness.game import View
from harness.game.cards import Card
from harness.search import Holdings, sample, solve_worlds, why_undrawn

BATCH: Final = 8
"""Worlds between two looks at the clock."""


class SolverBot(CounterBot):
    """Play the card that scores best in worlds solved double dummy.

    Args:
        worlds: deals of the unseen cards for each decision, 1 to 10,000.
        milliseconds: instead, time for each card, 1 to 60,000; what is played then depends on the
            machine and on what else it does. Bids are thought over in `worlds` all the same.
    """

    taste = 1e-3
    """How much the judgement of `counter` weighs between cards that solving finds level."""

    def __init__(self, worlds: int = 12, milliseconds: int | None = None) -> None:
        super().__init__()
        self._worlds = whole_number("worlds", worlds, 1, 10_000)
        self._stakes: Stakes | None = None
        self._milliseconds = (
            None if milliseconds is None else whole_number("milliseconds", milliseconds, 1, 60_000)
        )

    def choose_bid(self, view: View) -> str:
        """Return the bid that comes to most."""
        if why_undrawn(view.rules):
            return super().choose_bid(view)
        return best_bid(view, self._worlds, self.worth(view))

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
        worlds, points = self._outcomes(view)
        return self._stakes.means(view, worlds, points)

    def _outcomes(self, view: View) -> tuple[list[Holdings], dict[Card, list[int]]]:
        """Draw worlds and see what comes of each card, until there are enough or time is up."""
        if self._milliseconds is None:
            return self.outcomes(view, self.worlds(view, self._worlds))
        until = perf_counter() + self._milliseconds / 1000
        worlds: list[Holdings] = []
        points: dict[Card, list[int]] = {card: [] for card in view.legal_cards}
        while not worlds or perf_counter() < until:
            more, brought = self.outcomes(view, self.worlds(view, BATCH))
            worlds += more
            for card, values in brought.items():
                points[card] += values
        return worlds, points

    def worth(self, view: View) -> Worth:
        """Return what is wanted: points written."""
        return lead_of(view.seat & 1)

    def worlds(self, view: View, n: int) -> list[Holdings]:
        """Draw worlds to play a card in."""
        return sample(view, n, view.rng.getrandbits(64))

    def outcomes(
        self, view: View, worlds: list[Holdings]
    ) -> tuple[list[Holdings], dict[Card, list[int]]]:
        """Return worlds, and by card the points that the own side has in the end in each."""
        return worlds, solve_worlds(view, worlds, threads=1)
