"""Fields of the law of play."""

from __future__ import annotations

from dataclasses import dataclass

from harness.game.fields import choice, switch
from harness.game.rules.declarations import DeclarationRules


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class PlayRules(DeclarationRules):
    """Which cards one must play."""

    overtrump: bool = switch(
        default=True, meaning="Whether one who ruffs after a trump must beat it if able."
    )
    undertrump: bool = switch(
        default=True,
        meaning="Whether one who must ruff but cannot beat the trump out must still play a trump.",
    )
    partner_exempt: bool = switch(
        default=True, meaning="Whether one who is void plays freely while the partner is winning."
    )
    over_partner: str = choice(
        "free",
        "only_trumps",
        "no_undertrump",
        "always",
        meaning="With `partner_exempt`, one who is void while a trump of the partner is winning: "
        "plays freely; must beat it, if able, when holding nothing but trumps; may not play a "
        "lower trump when able to beat it; or must beat it if able.",
    )
    rise: bool = switch(
        default=True,
        meaning="Whether one must beat the best trump, if able, when trump is led; at all trumps "
        "the best card of the suit led.",
    )
