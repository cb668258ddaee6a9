"""The law of play in C++ against the one in Python, on positions at random.

A fast sample runs by default; `BELOTE_SEARCH_POSITIONS=1000000` before
`pytest tests/search/test_law.py` takes so many for every preset and trump.
"""

import os
import random

import pytest

from harness.game import TRUMPS, CardSet, Rules, preset, preset_names
from harness.game.cards import mask_of
from harness.game.play import best_card, law_of
from harness.search.terms import terms_of
from tests.search.endings import any_duties
from tests.search.extensions import Extension, each_extension

POSITIONS = int(os.environ.get("BELOTE_SEARCH_POSITIONS", "200"))

FOUR_SEATS = [name for name in preset_names() if preset(name).seats == 4]


def agree(extension: Extension, rules: Rules, trump: int, chance: random.Random) -> None:
    """Hold one legal set, winner and worth of the extension against the game's."""
    law, terms = law_of(rules, trump), terms_of(rules, trump)
    cards = chance.sample(range(32), 11)
    lying, held = chance.randrange(4), chance.randint(1, 8)
    trick, holding = cards[:lying], mask_of(cards[3 : 3 + held])
    legal = extension.legal(terms, holding, trick)
    expected = law.legal(holding, law.standing(trick))
    assert CardSet(legal) == CardSet(expected), (rules.name, TRUMPS[trump], trick, holding)
    assert extension.worth(terms, holding) == law.worth(holding)
    if trick:
        assert trick[extension.winner(terms, trick)] == best_card(trick, trump)


@each_extension
@pytest.mark.parametrize("trump", range(len(TRUMPS)), ids=TRUMPS)
@pytest.mark.parametrize("name", FOUR_SEATS)
def test_legal_cards_winners_and_points_are_those_of_the_game(
    extension: Extension, name: str, trump: int
) -> None:
    chance, rules = random.Random(f"{name} {trump}"), preset(name)
    for _ in range(POSITIONS):
        agree(extension, rules, trump, chance)


@each_extension
@pytest.mark.parametrize("trump", range(len(TRUMPS)), ids=TRUMPS)
def test_the_law_is_the_game_s_under_any_duties(extension: Extension, trump: int) -> None:
    chance = random.Random(trump)
    for _ in range(POSITIONS):
        agree(extension, any_duties(chance), trump, chance)
