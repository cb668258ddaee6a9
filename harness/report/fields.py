"""How fields of rules hang together: in which group each stands, and beside which others."""

from __future__ import annotations

from typing import Final, TypeAlias

from harness.game.fields import Value, as_text
from harness.game.rules import Rules

Condition: TypeAlias = dict[str, tuple[Value, ...]]
"""Fields, each with values of which it has one; one such field is enough."""

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "The match": (
        "seats",
        "direction",
        "target",
        "target_is",
        "hand_limit",
        "level_at_target",
        "both_at_target",
        "capot_goes_out",
        "belote_goes_out",
        "first_dealer",
    ),
    "The deal": ("dealing", "packets", "deals_next", "passed_out"),
    "The auction": (
        "auction",
        "round_two",
        "dealer_must_name",
        "no_trumps",
        "all_trumps",
        "lowest_bid",
        "highest_bid",
        "bid_step",
        "raise_at_least",
        "capot_bid",
        "generale_bid",
        "contree",
        "surcontree",
        "raise_after_contree",
    ),
    "Declarations and belote": (
        "declarations",
        "declare_when",
        "declarations_shown",
        "silence",
        "declarations_compared",
        "run_order",
        "trump_run_wins",
        "shared_cards",
        "no_trumps_declarations",
        "capot_takes_declarations",
        "belote_discarded",
    ),
    "The law of play": (
        "overtrump",
        "undertrump",
        "partner_exempt",
        "over_partner",
        "rise",
    ),
    "Counting": (
        "last_trick",
        "capot_total",
        "capot_bonus",
        "no_trumps_points",
        "all_trumps_points",
    ),
    "The contract": (
        "contract",
        "contract_points",
        "contract_points_belote",
        "beat_defence",
        "needed_beyond_bid",
        "needed_at_least",
        "belote_counts",
        "defence_belote_counts",
        "declarations_count",
        "tie",
        "tie_doubled",
        "tie_last",
        "belote_when_tied",
    ),
    "What is written": (
        "score_by",
        "failed_pays",
        "failed_points",
        "failed_takes",
        "belote_when_failed",
        "slam_alone",
        "doubles",
        "doubled_points",
        "doubled_capot",
        "rounding",
        "written_in",
    ),
}
"""Every field, in the order of a hand."""

_BID: Final[Condition] = {"auction": ("turn_up", "tens", "names")}
_UPWARDS: Final[Condition] = {"auction": ("tens", "names")}
_IN_TENS: Final[Condition] = {"auction": ("tens",)}
_OVER_A_CARD: Final[Condition] = {"auction": ("turn_up",)}
_DOUBLED: Final[Condition] = {"contree": (True,)}
_DECLARED: Final[Condition] = {"declarations": (True,)}
_NO_TRUMPS: Final[Condition] = {"no_trumps": (True,)}
_ALL_TRUMPS: Final[Condition] = {"all_trumps": (True,)}
_LEVEL: Final[Condition] = {"contract": ("compare", "points")}
_BY_POINTS: Final[Condition] = {"contract": ("points",)}
_IN_PARTNERSHIPS: Final[Condition] = {"seats": (4,)}
_BY_BID: Final[Condition] = {"contract": ("bid",)}
_COMPARED: Final[Condition] = {"contract": ("compare", "points"), "beat_defence": (True,)}
_WAITS: Final[Condition] = {"tie": ("bank", "hold"), "tie_doubled": ("bank", "hold")}

ONLY_WITH: Final[dict[str, tuple[Condition, ...]]] = {
    "belote_goes_out": ({"capot_goes_out": ("yes",)},),
    "passed_out": (_BID,),
    "round_two": (_OVER_A_CARD,),
    "dealer_must_name": (_OVER_A_CARD,),
    "no_trumps": (_BID,),
    "all_trumps": (_BID,),
    "lowest_bid": (_IN_TENS,),
    "highest_bid": (_IN_TENS,),
    "bid_step": (_IN_TENS,),
    "raise_at_least": (_IN_TENS,),
    "deals_next": ({"seats": (2,)},),
    "capot_bid": (_IN_TENS,),
    "generale_bid": (_IN_TENS,),
    "contree": (_BID,),
    "surcontree": (_UPWARDS, _DOUBLED),
    "raise_after_contree": (_UPWARDS, _DOUBLED),
    "declare_when": (_DECLARED,),
    "declarations_shown": (_DECLARED,),
    "silence": (_DECLARED,),
    "declarations_compared": (_DECLARED,),
    "run_order": (_DECLARED,),
    "trump_run_wins": (_DECLARED,),
    "shared_cards": (_DECLARED,),
    "no_trumps_declarations": (_BID, _DECLARED, _NO_TRUMPS),
    "capot_takes_declarations": (_DECLARED,),
    "belote_discarded": (_BID, _ALL_TRUMPS),
    "overtrump": (_IN_PARTNERSHIPS,),
    "undertrump": (_IN_PARTNERSHIPS,),
    "partner_exempt": (_IN_PARTNERSHIPS,),
    "over_partner": (_IN_PARTNERSHIPS, {"partner_exempt": (True,)}),
    "capot_total": ({"capot_bonus": (None,)},),
    "capot_bonus": ({"capot_total": (None,)},),
    "no_trumps_points": (_BID, _NO_TRUMPS),
    "all_trumps_points": (_BID, _ALL_TRUMPS),
    "contract_points": (_BY_POINTS,),
    "contract_points_belote": (_BY_POINTS,),
    "beat_defence": (_BY_BID,),
    "needed_beyond_bid": (_BY_BID,),
    "needed_at_least": (_BY_BID,),
    "defence_belote_counts": (_COMPARED,),
    "declarations_count": (_DECLARED,),
    "tie": (_LEVEL,),
    "tie_doubled": (_LEVEL, _BID, _DOUBLED),
    "tie_last": (_LEVEL,),
    "belote_when_tied": (_LEVEL, _WAITS),
    "score_by": (_IN_TENS,),
    "failed_pays": (_IN_TENS,),
    "failed_takes": (_DECLARED,),
    "slam_alone": (_IN_TENS,),
    "doubles": (_BID, _DOUBLED),
    "doubled_points": (_BID, _DOUBLED),
    "doubled_capot": (_BID, _DOUBLED, {"doubled_points": ("flat",)}),
}
"""Fields that say nothing unless others have certain values: all the conditions must hold."""


def says_something(rules: Rules, field: str) -> bool:
    """Say whether a field matters beside the others."""
    return lacking(rules, field) is None


def lacking(rules: Rules, field: str) -> Condition | None:
    """Return the first condition that a field needs and does not have; None if it matters."""
    return next(
        (one for one in ONLY_WITH.get(field, ()) if not _holds(rules, one)),
        None,
    )


def in_words(condition: Condition) -> str:
    """Write a condition: `auction = tens or names`."""
    return ", or ".join(
        f"{field} = {' or '.join(map(as_text, values))}" for field, values in condition.items()
    )


def _holds(rules: Rules, condition: Condition) -> bool:
    return any(getattr(rules, field) in values for field, values in condition.items())
