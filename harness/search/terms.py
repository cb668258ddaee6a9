"""What the compiled code needs to know of a table's law of play.

The duties are read off the law itself, by asking it what is legal: no rule is decided twice.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from harness.game.cards import ACE, EIGHT, KING, NINE, SEVEN, mask_of
from harness.game.play import ALL_TRUMPS, NO_TRUMPS, Law, Trump, law_of
from harness.game.rules import Rules

Terms: TypeAlias = tuple[int, bool, bool, bool, bool, bool, int, tuple[int, ...], int]
"""Trump, whether play goes clockwise, the duties `rise`, `partner_exempt`, `overtrump` and
`undertrump`, the place of `over_partner` among `OVER_PARTNER`, the points of the 32 cards, and
those of the last trick."""

OVER_PARTNER: Final = ("free", "only_trumps", "no_undertrump", "always")


@cache
def terms_of(rules: Rules, trump: Trump) -> Terms:
    """Return the terms of a table under one trump."""
    law = law_of(rules, trump)
    return (
        trump,
        rules.direction == "clockwise",
        *_duties(law),
        law.points,
        law.last_trick,
    )


def whole_of(terms: Terms) -> int:
    """Return what all the cards and the last trick are worth together."""
    *_, points, last_trick = terms
    return sum(points) + last_trick


def capot_of(rules: Rules, whole: int) -> int:
    """Return what all the tricks together count for."""
    return whole + (rules.capot_bonus or 0) if rules.capot_total is None else rules.capot_total


def _duties(law: Law) -> tuple[bool, bool, bool, bool, int]:
    """Ask a law for the duties, in the order of `Terms`.

    One who holds no card of the suit led is asked with two cards, of which a duty leaves one.
    """
    trump = law.trump
    high, low = (8 * (trump % 4) + rank for rank in (ACE, SEVEN))
    middle = 8 * (trump % 4) + KING
    rise = not _free(law, [middle], (high, low))
    if trump in (NO_TRUMPS, ALL_TRUMPS):
        return rise, True, True, True, 0
    plain, other = (8 * ((trump + step) % 4) for step in (1, 2))
    led, followed, ruffed = plain + ACE, plain + SEVEN, middle
    exempt = _free(law, [led, followed], (low, other + NINE))
    return (
        rise,
        exempt,
        not _free(law, [led, ruffed], (high, low)),
        not _free(law, [led, ruffed], (low, other + EIGHT)),
        _over_partner(law, [led, ruffed, followed], high, low, other + EIGHT) if exempt else 0,
    )


def _over_partner(law: Law, trick: list[int], high: int, low: int, plain: int) -> int:
    """Ask what one may play over a trump of the partner: the place of the duty."""
    if _free(law, trick, (high, low)):
        duty = "free"
    elif not _free(law, trick, (high, plain)):
        duty = "always"
    else:
        duty = "only_trumps" if _free(law, trick, (high, low, plain)) else "no_undertrump"
    return OVER_PARTNER.index(duty)


def _free(law: Law, trick: list[int], holding: tuple[int, ...]) -> bool:
    """Whether all cards of a holding may be played to a trick."""
    held = mask_of(holding)
    return law.legal(held, law.standing(trick)) == held
