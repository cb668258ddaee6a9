"""Belote the slow and obvious way: cards are strings, holdings are lists, rules are dicts.

Written from the rule texts, it shares nothing with the engine it checks.
"""

from .auction import allowed_bids, auction
from .cards import DECK, SEATS, order_from, side_of
from .declaring import belote_points, compare, declarations
from .hands import judge
from .matches import judge_match
from .play import duty, legal, points, winner
from .presets import PRESETS, resolve
from .scoring import score

__all__ = [
    "DECK",
    "PRESETS",
    "SEATS",
    "allowed_bids",
    "auction",
    "belote_points",
    "compare",
    "declarations",
    "duty",
    "judge",
    "judge_match",
    "legal",
    "order_from",
    "points",
    "resolve",
    "score",
    "side_of",
    "winner",
]
