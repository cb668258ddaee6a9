"""What the rule texts say each side writes, worked out by hand and held against the oracle."""

from typing import Any

import pytest

from . import TEXTS, score


def scored(
    preset: str,
    taker: str,
    card_points: tuple[int, int],
    *,
    tricks: tuple[int, int] = (4, 4),
    announced: tuple[int, int] = (0, 0),
    declarations: tuple[int, int] = (0, 0),
    belote: str | None = None,
    held: int = 0,
    contree: bool = False,
    **fields: object,
) -> dict[str, Any]:
    """Score a hand under a preset with some fields changed; every pair is (NS, EW)."""

    def pair(numbers: tuple[int, int]) -> dict[str, int]:
        return {"NS": numbers[0], "EW": numbers[1]}

    return score(
        {**TEXTS[preset], **fields},
        taker_side=taker,
        card_points=pair(card_points),
        tricks=pair(tricks),
        announced=pair(announced),
        declarations=pair(declarations),
        belote={"NS": 20 * (belote == "NS"), "EW": 20 * (belote == "EW")},
        held={"points": held, "from": taker} if held else None,
        contract={"multiplier": 2 if contree else 1},
    )


def short(result: dict[str, Any]) -> tuple[str, int, int, int]:
    """The outcome, what NS and EW write and what waits."""
    return result["outcome"], result["score"]["NS"], result["score"]["EW"], result["held_out"]


# Made and failed


def test_when_the_takers_outscore_the_others_each_side_keeps_its_own() -> None:
    result = scored("classic", "NS", (90, 72), announced=(20, 0), declarations=(20, 0), belote="EW")
    assert short(result) == ("made", 110, 92, 0)


def test_declarations_can_make_and_break_a_contract() -> None:
    better = scored("classic", "NS", (70, 92), announced=(50, 0), declarations=(50, 0))
    worse = scored("classic", "NS", (92, 70), announced=(0, 50), declarations=(0, 50))
    assert short(better) == ("made", 120, 92, 0)
    assert short(worse) == ("failed", 0, 212, 0)


def test_a_failure_gives_all_162_and_every_declaration_either_side_announced() -> None:
    result = scored("classic", "NS", (70, 92), announced=(20, 50), declarations=(0, 50))
    assert short(result) == ("failed", 0, 232, 0)


def test_a_failure_may_give_only_the_declarations_that_score() -> None:
    result = scored(
        "classic",
        "NS",
        (70, 92),
        announced=(20, 50),
        declarations=(0, 50),
        failed_takes="scoring",
    )
    assert short(result) == ("failed", 0, 212, 0)


def test_belote_stays_with_the_takers_who_fail_unless_the_rules_take_it_away() -> None:
    kept = scored("classic", "NS", (60, 102), belote="NS")
    lost = scored("classic", "NS", (60, 102), belote="NS", belote_when_failed="lost")
    assert short(kept) == ("failed", 20, 162, 0)
    assert short(lost) == ("failed", 0, 182, 0)


def test_the_takers_belote_helps_them_only_where_it_counts() -> None:
    counted = scored("classic", "NS", (76, 86), belote="NS")
    ignored = scored("classic", "NS", (76, 86), belote="NS", belote_counts=False)
    assert short(counted) == ("made", 96, 86, 0)
    assert short(ignored) == ("failed", 20, 162, 0)


def test_the_last_trick_sets_what_a_failure_gives() -> None:
    assert short(scored("scoresheet", "NS", (80, 92), last_trick=20)) == ("failed", 0, 172, 0)
    assert short(scored("scoresheet", "NS", (70, 82), last_trick=0)) == ("failed", 0, 152, 0)


# A contract in points


def test_76_card_points_and_the_own_belote_reach_92() -> None:
    assert short(scored("gameduell", "NS", (76, 86), belote="NS")) == ("made", 96, 86, 0)


def test_76_card_points_without_belote_fail() -> None:
    assert short(scored("gameduell", "NS", (76, 86))) == ("failed", 0, 162, 0)


@pytest.mark.parametrize("preset", ["gameduell", "contract82"])
def test_81_to_81_fails_and_82_to_80_is_made_where_82_are_needed(preset: str) -> None:
    assert short(scored(preset, "EW", (81, 81))) == ("failed", 162, 0, 0)
    assert short(scored(preset, "EW", (80, 82))) == ("made", 80, 82, 0)


def test_the_defenders_belote_raises_what_the_takers_need_to_92() -> None:
    assert short(scored("contract82", "NS", (82, 80), belote="EW")) == ("failed", 0, 182, 0)
    assert short(scored("contract82", "NS", (91, 71), belote="EW")) == ("failed", 0, 182, 0)
    assert short(scored("contract82", "NS", (92, 70), belote="EW")) == ("made", 92, 90, 0)


def test_a_level_total_is_a_tie_under_a_contract_in_points_too_unless_ties_fail() -> None:
    assert short(scored("gameduell", "NS", (81, 81), tie="hold")) == ("tied", 0, 81, 81)
    assert short(scored("gameduell", "NS", (71, 91), belote="NS", tie="bank")) == (
        "tied",
        20,
        91,
        71,
    )


def test_a_level_total_that_reaches_the_points_fails_where_ties_fail() -> None:
    assert short(scored("gameduell", "NS", (81, 81), contract_points=80)) == ("failed", 0, 162, 0)
    assert short(scored("gameduell", "NS", (80, 82), contract_points=80)) == ("made", 80, 82, 0)


# Ties and held points


def test_bank_a_tie_pays_the_defenders_and_the_takers_total_waits() -> None:
    assert short(scored("classic", "NS", (81, 81))) == ("tied", 0, 81, 81)


def test_bank_the_takers_belote_is_written_at_once_and_does_not_wait() -> None:
    assert short(scored("classic", "NS", (71, 91), belote="NS")) == ("tied", 20, 91, 71)


def test_bank_the_defenders_belote_counts_in_the_tie_and_is_written_at_once() -> None:
    assert short(scored("classic", "NS", (91, 71), belote="EW")) == ("tied", 0, 91, 91)


def test_bank_held_points_go_to_whoever_defends_next_whatever_happens() -> None:
    assert short(scored("classic", "NS", (100, 62), held=81)) == ("made", 100, 143, 0)
    assert short(scored("classic", "NS", (62, 100), held=81)) == ("failed", 0, 243, 0)
    assert short(scored("classic", "NS", (81, 81), held=91)) == ("tied", 0, 172, 81)


def test_hold_held_points_go_to_whoever_wins_next() -> None:
    assert short(scored("scoresheet", "NS", (100, 62), held=81)) == ("made", 181, 62, 0)
    assert short(scored("scoresheet", "NS", (62, 100), held=81)) == ("failed", 0, 243, 0)


def test_hold_ties_in_a_row_add_up() -> None:
    assert short(scored("scoresheet", "EW", (81, 81), held=81)) == ("tied", 81, 0, 162)


def test_pool_a_tie_writes_nothing_and_both_totals_wait_belote_included() -> None:
    assert short(scored("counterclockwise", "NS", (81, 81))) == ("tied", 0, 0, 162)
    assert short(scored("counterclockwise", "NS", (71, 91), belote="NS")) == ("tied", 0, 0, 182)
    assert short(scored("counterclockwise", "NS", (81, 81), held=182)) == ("tied", 0, 0, 344)


def test_pool_the_next_winner_takes_what_waits() -> None:
    assert short(scored("counterclockwise", "NS", (100, 62), held=162)) == ("made", 262, 62, 0)
    assert short(scored("counterclockwise", "NS", (62, 100), held=162)) == ("failed", 0, 324, 0)


def test_share_a_tie_gives_each_side_its_own() -> None:
    assert short(scored("classic", "NS", (71, 91), belote="NS", tie="share")) == (
        "tied",
        91,
        91,
        0,
    )


def test_fail_a_tie_is_lost_by_the_takers() -> None:
    assert short(scored("classic", "NS", (81, 81), tie="fail")) == ("failed", 0, 162, 0)


def test_held_points_do_not_help_a_contract() -> None:
    assert short(scored("scoresheet", "NS", (80, 82), held=81)) == ("failed", 0, 243, 0)


# Capot


def test_a_capot_is_worth_250_or_252_as_the_text_says() -> None:
    found = {
        name: short(scored(name, "NS", (162, 0), tricks=(8, 0), belote="NS")) for name in TEXTS
    }
    assert found == {
        "classic": ("made", 270, 0, 0),
        "contract82": ("made", 272, 0, 0),
        "counterclockwise": ("made", 272, 0, 0),
        "scoresheet": ("made", 272, 0, 0),
        "gameduell": ("made", 272, 0, 0),
    }


def test_a_capot_bonus_adds_to_the_cards_and_the_last_trick() -> None:
    result = scored("scoresheet", "NS", (172, 0), tricks=(8, 0), last_trick=20, capot_bonus=200)
    assert short(result) == ("made", 372, 0, 0)


def test_declarations_still_count_beside_a_capot() -> None:
    result = scored(
        "classic", "NS", (162, 0), tricks=(8, 0), announced=(20, 50), declarations=(0, 50)
    )
    assert short(result) == ("made", 250, 50, 0)
    assert (result["capot"], result["card_points"]) == ("NS", {"NS": 250, "EW": 0})


def test_defenders_who_take_every_trick_take_the_capot_and_every_declaration() -> None:
    result = scored(
        "classic", "NS", (0, 162), tricks=(0, 8), announced=(20, 50), declarations=(0, 50)
    )
    assert short(result) == ("failed", 0, 320, 0)
    assert result["capot"] == "EW"


def test_takers_without_a_trick_fail_however_much_they_declared() -> None:
    result = scored(
        "classic", "NS", (0, 162), tricks=(0, 8), announced=(400, 0), declarations=(400, 0)
    )
    assert short(result) == ("failed", 0, 650, 0)


def test_takers_without_a_trick_fail_even_when_level() -> None:
    result = scored(
        "classic", "NS", (0, 162), tricks=(0, 8), announced=(250, 0), declarations=(250, 0)
    )
    assert short(result) == ("failed", 0, 500, 0)


def test_a_capot_that_falls_short_pays_162_and_the_declarations() -> None:
    result = scored(
        "classic", "NS", (162, 0), tricks=(8, 0), announced=(0, 300), declarations=(0, 300)
    )
    assert short(result) == ("failed", 0, 462, 0)


# Contrée and rounding


def test_contree_doubles_both_sides_but_neither_belote_nor_held_points() -> None:
    made = scored("scoresheet", "NS", (90, 72), belote="NS", held=81, contree=True)
    failed = scored(
        "scoresheet",
        "NS",
        (70, 92),
        announced=(20, 0),
        declarations=(20, 0),
        belote="EW",
        contree=True,
    )
    assert short(made) == ("made", 281, 144, 0)
    assert short(failed) == ("failed", 0, 384, 0)


def test_contree_doubles_what_a_tie_writes_but_not_what_waits() -> None:
    assert short(scored("scoresheet", "NS", (81, 81), contree=True)) == ("tied", 0, 162, 81)


def test_tens_round_halves_upward() -> None:
    assert short(scored("scoresheet", "NS", (85, 77), rounding="tens")) == ("made", 90, 80, 0)
    assert short(scored("scoresheet", "NS", (98, 64), rounding="tens")) == ("made", 100, 60, 0)
    assert short(scored("scoresheet", "NS", (60, 102), rounding="tens")) == ("failed", 0, 160, 0)


def test_the_contract_is_judged_before_rounding() -> None:
    assert short(scored("scoresheet", "NS", (81, 81), rounding="tens")) == ("tied", 0, 80, 81)
    assert short(scored("scoresheet", "NS", (80, 82), rounding="tens")) == ("failed", 0, 160, 0)


def test_held_points_are_rounded_with_what_they_are_paid_into() -> None:
    result = scored("scoresheet", "NS", (93, 69), held=82, rounding="tens")
    assert short(result) == ("made", 180, 70, 0)


# Nothing appears or vanishes


@pytest.mark.parametrize("preset", TEXTS)
@pytest.mark.parametrize("belote", [None, "NS", "EW"])
def test_every_split_of_the_cards_pays_out_162_belote_and_what_waits(
    preset: str, belote: str | None
) -> None:
    for ours in range(163):
        result = scored(preset, "NS", (ours, 162 - ours), belote=belote, held=81)
        paid = result["score"]["NS"] + result["score"]["EW"] + result["held_out"]
        assert paid == 162 + (20 if belote else 0) + 81
