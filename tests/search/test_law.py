"""The law of play in C++ against the one in Python, on positions at random.

A fast sample runs by default; `BELOTE_SEARCH_POSITIONS=1000000` before
`pytest tests/search/test_law.py` takes so many for every preset and trump.
"""

import os
import random
from itertools import product
from typing import Final, TypeAlias

import pytest

from harness.game import TRUMPS, Rules, preset, preset_names
from harness.game.cards import Card, Mask
from harness.game.play import Law, best_card, law_of
from harness.search.terms import OVER_PARTNER, terms_of
from tests.search.endings import DUTIES, any_duties
from tests.search.extensions import EXTENSIONS

POSITIONS: Final = int(os.environ.get("BELOTE_SEARCH_POSITIONS", "200"))
AT_ONCE: Final = 3_200

FOUR_SEATS: Final = [name for name in preset_names() if preset(name).seats == 4]

Question: TypeAlias = tuple[Mask, list[Card]]
"""A holding, and the trick that it plays to."""
Verdict: TypeAlias = tuple[Mask, int, int]
"""The legal cards, the points of the holding, and the place in the trick of the card that wins."""


def questions(number: int, chance: random.Random) -> list[Question]:
    """Draw positions: neighbours in a shuffled deck lie in the trick, those after them are held."""
    deck, drawn = list(range(32)), list[Question]()
    while len(drawn) < number:
        chance.shuffle(deck)
        circle = deck + deck[:10]
        cards = [1 << card for card in circle]
        bits = chance.getrandbits(5 * 32)
        for start in range(32):
            lying, size = bits & 3, 1 + (bits >> 2 & 7)
            bits >>= 5
            trick, held = circle[start : start + lying], cards[start + 3 : start + 3 + size]
            drawn.append((sum(held), trick))
    return drawn[:number]


def verdict(law: Law, question: Question) -> Verdict:
    """Return what the game says."""
    holding, trick = question
    winner = trick.index(best_card(trick, law.trump)) if trick else 0
    return law.legal(holding, law.standing(trick)), law.worth(holding), winner


def agree(rules: Rules, trump: int, number: int, chance: random.Random) -> None:
    """Hold the verdicts of each extension against the game's."""
    law, terms = law_of(rules, trump), terms_of(rules, trump)
    for begun in range(0, number, AT_ONCE):
        asked = questions(min(AT_ONCE, number - begun), chance)
        expected = [verdict(law, question) for question in asked]
        for extension in EXTENSIONS:
            said = extension.judge(terms, asked)
            differ = [one for one in zip(asked, said, expected, strict=True) if one[1] != one[2]]
            assert not differ, (extension.__name__, rules, TRUMPS[trump], *differ[0])


@pytest.mark.parametrize("trump", range(len(TRUMPS)), ids=TRUMPS)
@pytest.mark.parametrize("name", FOUR_SEATS)
def test_legal_cards_winners_and_points_are_those_of_the_game(name: str, trump: int) -> None:
    agree(preset(name), trump, POSITIONS, random.Random(f"{name} {trump}"))


@pytest.mark.parametrize("trump", range(len(TRUMPS)), ids=TRUMPS)
def test_the_law_is_the_game_s_under_any_duties(trump: int) -> None:
    chance = random.Random(trump)
    each = -(-POSITIONS // (2 ** len(DUTIES) * len(OVER_PARTNER)))
    for over_partner in OVER_PARTNER:
        for asked in product((False, True), repeat=len(DUTIES)):
            duties = dict(zip(DUTIES, asked, strict=True))
            rules = any_duties(chance).but(over_partner=over_partner, **duties)
            agree(rules, trump, each, chance)
