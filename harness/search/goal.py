"""What a side must reach in card points to get what it wants."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from harness.game.bids import Contract
from harness.game.hand import Hand
from harness.game.outcome import MADE, Counts
from harness.game.play import law_of
from harness.game.rules import Rules
from harness.game.scoring import tally
from harness.game.seats import NOTHING, Pair, Side


class Goal(NamedTuple):
    """Card points, the last trick's included, that a side must have at the end of the hand.

    As many as there are and one more stand for every trick; 0 for not losing every trick.
    """

    side: Side
    points: int

    @classmethod
    def of_counts(
        cls,
        rules: Rules,
        contract: Contract,
        *,
        announced: Pair = NOTHING,
        declarations: Pair = NOTHING,
        belote: Pair = NOTHING,
    ) -> Goal:
        """Return what the takers need to make their contract.

        Args:
            rules: the table's rules.
            contract: what the auction settled; a générale is taken for a capot, since whose
                tricks they are within a side is not looked at.
            announced: the worth of all that each side announced.
            declarations: what the comparison lets score.
            belote: 20 to the side that holds it.
        """
        takers = contract.taker & 1
        whole = law_of(rules, contract.trump).total

        def makes_it(points: int) -> bool:
            capot = takers if points > whole else None
            own = min(points, whole)
            pair = (own, whole - own) if takers == 0 else (whole - own, own)
            counts = Counts(pair, capot, announced, declarations, belote, alone=True)
            return tally(rules, contract, counts, whole).outcome == MADE

        return cls(takers, bisect_left(range(whole + 2), True, key=makes_it))  # noqa: FBT003

    @classmethod
    def of_hand(cls, hand: Hand) -> Goal:
        """Return what the takers need in a hand that is being played, all its cards seen.

        What will be said by the end counts already: it does not depend on how the cards fall.
        """
        contract = hand.log.contract
        if contract is None:
            message = "a goal needs a contract, and nobody has taken"
            raise ValueError(message)
        end = hand.copy()
        while not end.over:
            end.push(next(iter(end.legal_cards)))
        return cls.of_counts(
            hand.rules,
            contract,
            announced=end.announced(),
            declarations=end.declarations(),
            belote=end.belote(),
        )
