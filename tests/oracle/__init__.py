"""Belote the slow and obvious way: cards are strings, holdings are lists, rules are dicts.

Written from the rule texts and what authorities say of the variants, it shares nothing with the
engine it checks.
"""

from .auction import every_bid, meaning
from .cards import DECK, SEATS
from .declaring import compare, declarations, that_score
from .hands import judge, speaking
from .matches import judge_match
from .play import last_trick, legal, points, whole, winner
from .presets import PRESETS, TEXTS, VARIANTS
from .scoring import score

__all__ = [
    "DECK",
    "PRESETS",
    "SEATS",
    "TEXTS",
    "VARIANTS",
    "compare",
    "declarations",
    "every_bid",
    "judge",
    "judge_match",
    "last_trick",
    "legal",
    "meaning",
    "points",
    "score",
    "speaking",
    "that_score",
    "whole",
    "winner",
]
