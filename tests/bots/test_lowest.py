"""The lowest bot."""

from __future__ import annotations

import pytest

from bots.lowest import LowestBot
from tests.bots.asking import answer
from tests.game.scripts import ONE_SUIT_EACH, Script

RICH = (
    "JS 9S AS 10S KS AH AD AC",
    "7H 8H 9H JH 7D 8D 9D JD",
    "7C 8C 9C JC QC KC 10C QS",
    "8S 7S QH KH 10H QD KD 10D",
)


def test_it_passes_with_the_best_of_hands() -> None:
    assert answer(LowestBot(), Script(RICH, "JS", "")) == "pass"


def test_a_dealer_who_must_name_a_suit_names_the_longest() -> None:
    holdings = ("7C 8C 9C JC QC KC 10C QS", "8S 7S QH KH 10H QD KD 10D", *RICH[:2])
    passes = "pass pass pass pass pass pass pass"
    # The five cards dealt first are the last five written down: four diamonds and a heart.
    assert answer(LowestBot(), Script(holdings, "QS", passes)) == "D"


@pytest.mark.parametrize(
    ("north", "lowest"),
    [
        ("JS 9S AS 10S KS AH AD QC", "QC"),  # 3 points; the king of trumps has 4
        ("JS 9S AS 10S KS AH JD QC", "JD"),  # 2 points
        ("JS 9S AS 10S 7S AH JD QC", "7S"),  # none
        ("JS 9S AS 10S 7S AH 9D 8C", "8C"),  # none, and lower than the nine
        ("JS 9S AS 10S 7S AH 9D 7C", "7C"),  # none, and a trump is higher
    ],
)
def test_it_plays_the_fewest_points_and_of_these_the_lowest_rank(north: str, lowest: str) -> None:
    everything = " ".join(ONE_SUIT_EACH).split()
    rest = [card for card in everything if card not in north.split()]
    others = [" ".join(rest[start : start + 8]) for start in (0, 8, 16)]
    script = Script((north, others[0], others[1], others[2]), "JS", "take")
    assert answer(LowestBot(), script) == lowest
