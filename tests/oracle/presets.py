"""The nine rule sets as plain dicts: what goes without saying, then where each differs."""

from typing import Any

Rules = dict[str, Any]

COMMON: Rules = {
    "seats": 4,
    "direction": "clockwise",
    "target": 501,
    "target_is": "reached",
    "hand_limit": 0,
    "level_at_target": "play_on",
    "both_at_target": "higher_total",
    "capot_goes_out": "yes",
    "belote_goes_out": True,
    "first_dealer": "drawn",
    "dealing": "shuffle",
    "packets": "3+2",
    "deals_next": "in_turn",
    "passed_out": "next_dealer",
    "auction": "turn_up",
    "round_two": "other_suits",
    "dealer_must_name": True,
    "no_trumps": False,
    "all_trumps": False,
    "lowest_bid": 80,
    "highest_bid": 160,
    "bid_step": 10,
    "raise_at_least": 1,
    "capot_bid": None,
    "generale_bid": None,
    "contree": False,
    "surcontree": None,
    "raise_after_contree": False,
    "declarations": True,
    "declare_when": "first_trick",
    "declarations_shown": "second_trick",
    "silence": False,
    "declarations_compared": "together",
    "run_order": "top",
    "trump_run_wins": True,
    "shared_cards": True,
    "no_trumps_declarations": "usual",
    "capot_takes_declarations": False,
    "belote_discarded": True,
    "overtrump": True,
    "undertrump": True,
    "partner_exempt": True,
    "over_partner": "free",
    "rise": True,
    "contract": "compare",
    "contract_points": 82,
    "contract_points_belote": 92,
    "beat_defence": False,
    "needed_beyond_bid": 0,
    "needed_at_least": 0,
    "belote_counts": True,
    "defence_belote_counts": True,
    "declarations_count": True,
    "tie": "bank",
    "tie_doubled": None,
    "tie_last": None,
    "belote_when_tied": "written",
    "score_by": "points",
    "failed_pays": "points",
    "failed_points": None,
    "failed_takes": "announced",
    "belote_when_failed": "kept",
    "slam_alone": False,
    "doubles": "points",
    "doubled_points": "made",
    "doubled_capot": 0,
    "capot_total": None,
    "capot_bonus": None,
    "last_trick": 10,
    "no_trumps_points": "plain",
    "all_trumps_points": "trump",
    "rounding": "exact",
    "written_in": "points",
}

CLASSIC: Rules = {
    **COMMON,
    "hand_limit": 40,
    "passed_out": "same_dealer",
    "tie": "bank",
    "capot_total": 250,
}

CONTRACT82: Rules = {
    **COMMON,
    "dealer_must_name": False,
    "declarations": False,
    "contract": "points",
    "tie": "fail",
    "capot_total": 252,
}

COUNTERCLOCKWISE: Rules = {
    **COMMON,
    "direction": "counterclockwise",
    "level_at_target": "draw",
    "first_dealer": "lowest_card",
    "dealing": "cut",
    "round_two": "any_suit",
    "dealer_must_name": False,
    "passed_out": "same_dealer",
    "declare_when": "before_play",
    "silence": True,
    "overtrump": False,
    "tie": "pool",
    "capot_bonus": 90,
}

SCORESHEET: Rules = {
    **COMMON,
    "dealer_must_name": False,
    "tie": "hold",
    "capot_bonus": 90,
}

GAMEDUELL: Rules = {
    **COMMON,
    "level_at_target": "last_hand",
    "dealer_must_name": False,
    "declarations": False,
    "contract": "points",
    "tie": "fail",
    "capot_total": 252,
}

CONTREE: Rules = {
    **COMMON,
    "direction": "counterclockwise",
    "target": 2000,
    "packets": "3+2+3",
    "auction": "tens",
    "capot_bid": 500,
    "contree": True,
    "surcontree": 4,
    "declarations": False,
    "undertrump": False,
    "contract": "bid",
    "score_by": "points_and_bid",
    "failed_pays": "points_and_bid",
    "failed_points": 160,
    "belote_when_failed": "lost",
    "slam_alone": True,
    "doubled_points": "flat",
    "doubled_capot": 100,
    "capot_total": 252,
    "rounding": "tens",
}

COINCHE: Rules = {
    **COMMON,
    "direction": "counterclockwise",
    "target": 2000,
    "packets": "3+2+3",
    "auction": "tens",
    "no_trumps": True,
    "all_trumps": True,
    "highest_bid": 180,
    "capot_bid": 250,
    "generale_bid": 500,
    "contree": True,
    "surcontree": 4,
    "shared_cards": False,
    "no_trumps_declarations": "aces_high",
    "capot_takes_declarations": True,
    "undertrump": False,
    "contract": "bid",
    "beat_defence": True,
    "score_by": "points_and_bid",
    "failed_pays": "points_and_bid",
    "failed_points": 160,
    "doubled_points": "flat",
    "capot_total": 250,
    "no_trumps_points": "ace_19",
    "all_trumps_points": "jack_13",
    "rounding": "tens_from_six",
}

BULGARIAN: Rules = {
    **COMMON,
    "direction": "counterclockwise",
    "target": 151,
    "capot_goes_out": "one_more_hand",
    "auction": "names",
    "no_trumps": True,
    "all_trumps": True,
    "contree": True,
    "surcontree": 4,
    "raise_after_contree": True,
    "declarations_shown": "last_trick",
    "declarations_compared": "by_kind",
    "run_order": "length",
    "trump_run_wins": False,
    "shared_cards": False,
    "no_trumps_declarations": "none",
    "belote_discarded": False,
    "undertrump": False,
    "tie": "hold",
    "tie_doubled": "pool",
    "belote_when_tied": "waits",
    "failed_takes": "scoring",
    "belote_when_failed": "lost",
    "doubles": "everything",
    "doubled_points": "all",
    "capot_bonus": 90,
    "no_trumps_points": "doubled",
    "rounding": "balanced",
    "written_in": "tens",
}

TWO_HANDED: Rules = {
    **COMMON,
    "seats": 2,
    "target": 1000,
    "packets": "4+4+4+4",
    "passed_out": "same_dealer",
    "auction": "last_card",
    "declare_when": "before_play",
    "tie": "hold",
    "capot_bonus": 90,
}

TEXTS: dict[str, Rules] = {
    "classic": CLASSIC,
    "contract82": CONTRACT82,
    "counterclockwise": COUNTERCLOCKWISE,
    "scoresheet": SCORESHEET,
    "gameduell": GAMEDUELL,
}
"""The rule sets of the five texts."""

VARIANTS: dict[str, Rules] = {
    "contree": CONTREE,
    "coinche": COINCHE,
    "bulgarian": BULGARIAN,
    "two-handed": TWO_HANDED,
}
"""Those of the variants that the texts name."""

PRESETS: dict[str, Rules] = TEXTS | VARIANTS


def resolve(named: str | Rules) -> Rules:
    """The rules a record means: a preset's name, or a base with the fields that differ."""
    if isinstance(named, str):
        return dict(PRESETS[named])
    changes = {field: value for field, value in named.items() if field != "base"}
    # What may be off is switched off by "none" as well; there are fields of which that is a word.
    for field, value in changes.items():
        if value == "none" and field != "no_trumps_declarations":
            changes[field] = None
    rules = dict(PRESETS[named["base"]])
    # A capot is either a total or a bonus: naming one puts the other aside.
    if "capot_total" in changes:
        rules["capot_bonus"] = None
    if "capot_bonus" in changes:
        rules["capot_total"] = None
    rules.update(changes)
    return rules
