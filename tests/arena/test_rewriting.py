"""Rewriting: hands of known worth scored again."""

from __future__ import annotations

from typing import Final

import pytest

from harness.arena.columns import Batch
from harness.arena.rewriting import rewritten
from harness.game import Rules, parse_card_list, preset
from harness.game.fields import Value
from tests.arena.stored import fault_row, hand_row, match_row
from tests.game.scripts import (
    ALL_BUT_LAST,
    BELOTE_FAILS,
    DEDANS,
    LEVEL,
    NOBODY,
    ONE_OVER,
    ONE_SHORT,
    OTHERS_FIRST,
    SWEEP,
    Script,
    deck_of_script,
)

SHEET: Final = preset("scoresheet")
PLAIN: Final = preset("scoresheet", declarations=False)


# Hands of known worth: N leads the first, E the second, and whoever leads takes


def stored(*scripts: Script, **match: object) -> Batch:
    """Return a match of scripts as it is stored; of what was written only the end matters."""
    hands = [
        hand_row(
            hand_no=number,
            deck=deck_of_script(script),
            bids=script.bids,
            plays=parse_card_list(script.plays),
            think_us_ns=number,
        )
        for number, script in enumerate(scripts)
    ]
    return Batch.of([match_row(**match)], hands)


def end(rules: Rules, played: Batch) -> tuple[object, ...]:
    """Return score, winner, hands and how the match ends."""
    (match,) = rewritten(played, rules, "new").matches.to_pylist()
    return tuple(match[name] for name in ("score_ns", "score_ew", "winner", "hands", "ended_by"))


def lines(rules: Rules, *scripts: Script) -> list[tuple[str, int, int, int]]:
    """Return outcome, scores and what waits of each hand."""
    hands = rewritten(stored(*scripts), rules, "new").hands.to_pylist()
    columns = ("outcome", "score_ns", "score_ew", "held_out")
    return [tuple(hand[name] for name in columns) for hand in hands]


THREE: Final = stored(OTHERS_FIRST, ALL_BUT_LAST, SWEEP)
"""Without declarations: 91-71; E takes, 21-161; S takes and sweeps, 272-0."""


def test_a_match_ends_at_the_first_hand_that_reaches_a_lower_target() -> None:
    assert end(PLAIN.but(target=350), THREE) == (384, 232, "NS", 3, "target")
    assert end(PLAIN.but(target=200), THREE) == (112, 232, "EW", 2, "target")


def test_a_match_that_falls_short_of_a_higher_target_is_unfinished() -> None:
    assert end(PLAIN.but(target=385), THREE) == (384, 232, None, 3, "unfinished")


def test_a_match_ends_with_its_leader_at_a_hand_limit() -> None:
    four = stored(ALL_BUT_LAST, OTHERS_FIRST, OTHERS_FIRST, SWEEP)
    assert end(PLAIN.but(target=450), four) == (323, 455, "EW", 4, "target")
    assert end(PLAIN.but(target=450, hand_limit=3), four) == (323, 183, "NS", 3, "hand_limit")


def test_a_hand_that_nobody_took_is_counted_with_its_match_but_not_as_scored() -> None:
    # The deal moves on: 91-71, then S takes and makes 161-21.
    passed = stored(OTHERS_FIRST, NOBODY, ALL_BUT_LAST, SWEEP)
    assert end(PLAIN.but(hand_limit=2), passed) == (252, 92, "NS", 3, "hand_limit")


@pytest.mark.parametrize(
    ("level_at_target", "ended"),
    [
        ("play_on", (264, 262, "NS", 3, "target")),
        ("draw", (182, 182, None, 2, "target")),
        ("last_hand", (182, 182, "EW", 2, "target")),
    ],
)
def test_both_level_at_the_target_end_as_the_rules_say(
    level_at_target: str, ended: tuple[object, ...]
) -> None:
    # 161-21, then E takes and makes 21-161; ONE_OVER is 82-80.
    rules = PLAIN.but(target=180, level_at_target=level_at_target)
    assert end(rules, stored(ALL_BUT_LAST, ALL_BUT_LAST, ONE_OVER)) == ended


@pytest.mark.parametrize(
    ("settings", "script", "line"),
    [
        # Every trick: 152 + 10 and the bonus, belote 20; two runs of eight score on each side.
        ({}, SWEEP, ("made", 252 + 20 + 200, 0, 0)),
        ({"declarations": False}, SWEEP, ("made", 252 + 20, 0, 0)),
        ({"declarations": False, "capot_bonus": 0}, SWEEP, ("made", 162 + 20, 0, 0)),
        ({"declarations": False, "capot_bonus": 100}, SWEEP, ("made", 262 + 20, 0, 0)),
        ({"declarations": False, "capot_total": 250}, SWEEP, ("made", 250 + 20, 0, 0)),
        # The same cards won by the defenders, who get what either side announced.
        ({}, DEDANS, ("failed", 252 + 20 + 400, 0, 0)),
        ({"failed_takes": "scoring"}, DEDANS, ("failed", 252 + 20 + 200, 0, 0)),
        # 141 and belote to an ace and the last trick.
        ({"declarations": False}, ALL_BUT_LAST, ("made", 161, 21, 0)),
        ({"declarations": False, "last_trick": 0}, ALL_BUT_LAST, ("made", 161, 11, 0)),
        (
            {"declarations": False, "last_trick": 14, "rounding": "tens"},
            ALL_BUT_LAST,
            ("made", 160, 30, 0),  # from 161 and 25
        ),
        # 81 each.
        ({}, LEVEL, ("tied", 0, 81, 81)),
        ({"tie": "bank"}, LEVEL, ("tied", 0, 81, 81)),
        ({"tie": "pool"}, LEVEL, ("tied", 0, 0, 162)),
        ({"tie": "fail", "declarations": False}, LEVEL, ("failed", 0, 162, 0)),
        ({"tie": "share"}, LEVEL, ("tied", 81, 81, 0)),
        (
            {"contract": "points", "tie": "fail", "declarations": False},
            LEVEL,
            ("failed", 0, 162, 0),
        ),
        # 82 and 80 to the other side.
        ({"contract": "points", "declarations": False}, ONE_OVER, ("made", 82, 80, 0)),
        ({"contract": "points", "declarations": False}, ONE_SHORT, ("failed", 0, 162, 0)),
        (
            {"contract": "points", "contract_points": 80, "declarations": False},
            ONE_SHORT,
            ("made", 80, 82, 0),
        ),
        # 62 and belote against 100.
        ({"declarations": False}, BELOTE_FAILS, ("failed", 20, 162, 0)),
        (
            {"declarations": False, "belote_when_failed": "lost"},
            BELOTE_FAILS,
            ("failed", 0, 182, 0),
        ),
        # 91-71 with 20 + 100 announced on each side.
        ({"rounding": "tens"}, OTHERS_FIRST, ("made", 90, 70, 0)),
        ({"contract": "points", "contract_points": 92}, OTHERS_FIRST, ("failed", 0, 162 + 240, 0)),
    ],
)
def test_a_hand_is_written_as_the_settings_say(
    settings: dict[str, Value], script: Script, line: tuple[str, int, int, int]
) -> None:
    assert lines(SHEET.but(**settings), script) == [line]


def test_points_that_no_longer_wait_are_not_paid_in_the_next_hand() -> None:
    # E takes the second hand and makes 82-80, with what waits where it does.
    held = PLAIN.but(tie="hold")
    assert lines(held, LEVEL, ONE_OVER) == [("tied", 0, 81, 81), ("made", 80, 82 + 81, 0)]
    shared = PLAIN.but(tie="share")
    assert lines(shared, LEVEL, ONE_OVER) == [("tied", 81, 81, 0), ("made", 80, 82, 0)]


def test_declarations_that_are_switched_off_were_never_said() -> None:
    (said,) = rewritten(stored(SWEEP), SHEET, "new").hands.to_pylist()
    (unsaid,) = rewritten(stored(SWEEP), PLAIN, "new").hands.to_pylist()
    columns = ("announced_ns", "announced_ew", "declared_ns", "declared_ew")
    assert [said[name] for name in columns] == [200, 200, 200, 0]
    assert [unsaid[name] for name in columns] == [0, 0, 0, 0]


def test_nobody_kept_quiet_about_declarations_that_are_switched_off() -> None:
    silence = preset("counterclockwise", direction="clockwise")
    quiet = Batch.of(
        [match_row()],
        [hand_row(**stored(SWEEP).hands.to_pylist()[0] | {"declares": '{"N": "none"}'})],
    )
    for rules, declares in ((silence, '{"N": "none"}'), (silence.but(declarations=False), None)):
        (hand,) = rewritten(quiet, rules, "new").hands.to_pylist()
        assert (hand["declares"], hand["announced_ns"]) == (declares, 100 if declares else 0)


def test_what_was_played_stays_as_it_is_stored() -> None:
    again = rewritten(THREE, PLAIN.but(target=200), "new")
    for name in ("deck", "bids", "plays", "think_us_ns", "contract", "hand_no"):
        assert again.hands[name].to_pylist() == THREE.hands[name].to_pylist()[:2]


def test_both_legs_of_a_pair_stay_one_in_the_new_run_and_no_id_is_an_old_one() -> None:
    legs = Batch.of([match_row(match_id="m1"), match_row(match_id="m2", leg=1)])
    one, two = rewritten(legs, PLAIN, "new").matches.to_pylist()
    assert one["pair_id"] == two["pair_id"] != "p1"
    assert len({one["match_id"], two["match_id"], "m1", "m2"}) == 4
    assert one["run_id"] == "new"
    assert rewritten(legs, PLAIN, "other").matches["pair_id"][0].as_py() != one["pair_id"]


# Forfeits and faults


def forfeited(*, hand_no: int | None) -> Batch:
    """Return a match that NS won 161-21 in the first hand and lost by a fault of S's."""
    played = stored(ALL_BUT_LAST, winner="EW", ended_by="forfeit")
    broken = hand_row(hand_no=1, deck=deck_of_script(LEVEL), plays=[], outcome="forfeit")
    hands = [*(tuple(row.values()) for row in played.hands.to_pylist()), broken]
    matches = [tuple(row.values()) for row in played.matches.to_pylist()]
    return Batch.of(matches, hands if hand_no else [], [fault_row(hand_no=hand_no)])


def test_a_forfeited_match_stays_forfeited() -> None:
    again = rewritten(forfeited(hand_no=1), PLAIN.but(target=162), "new")
    assert end(PLAIN.but(target=162), forfeited(hand_no=1)) == (0, 162, "EW", 2, "forfeit")
    assert again.hands["outcome"].to_pylist() == ["made", "forfeit"]
    assert again.faults["match_id"].to_pylist() == [again.matches["match_id"][0].as_py()]


def test_a_match_forfeited_before_its_first_hand_stays_forfeited() -> None:
    again = rewritten(forfeited(hand_no=None), PLAIN.but(target=161), "new")
    assert end(PLAIN.but(target=161), forfeited(hand_no=None)) == (0, 161, "EW", 0, "forfeit")
    assert again.faults.num_rows == 1


def test_a_match_that_ends_before_its_fault_was_never_forfeited() -> None:
    again = rewritten(forfeited(hand_no=1), PLAIN.but(target=161), "new")
    assert end(PLAIN.but(target=161), forfeited(hand_no=1)) == (161, 21, "NS", 1, "target")
    assert again.hands["outcome"].to_pylist() == ["made"]
    assert again.faults.num_rows == 0


@pytest.mark.parametrize(("target", "faults"), [(200, 0), (350, 1), (501, 1)])
def test_a_fault_after_the_last_hand_is_kept_while_that_hand_counts(
    target: int, faults: int
) -> None:
    late = Batch(
        THREE.matches, THREE.hands, Batch.of([match_row()], [], [fault_row(hand_no=2)]).faults
    )
    assert rewritten(late, PLAIN.but(target=target), "new").faults.num_rows == faults


def test_a_fault_loses_a_match_no_more_that_ends_with_the_hand_it_was_made_in() -> None:
    played = stored(ALL_BUT_LAST, winner="EW", ended_by="forfeit")
    shaken = Batch.of([match_row()], [], [fault_row(hand_no=0)]).faults
    lost = Batch(played.matches, played.hands, shaken)
    for target, forfeits in ((162, True), (161, False)):
        (fault,) = rewritten(lost, PLAIN.but(target=target), "new").faults.to_pylist()
        assert fault["forfeits"] == forfeits


def test_a_fault_before_the_first_hand_that_was_forgiven_stays_so() -> None:
    absent = fault_row(hand_no=None, place=None, forfeits=False)
    forgiven = Batch(THREE.matches, THREE.hands, Batch.of([match_row()], [], [absent]).faults)
    (fault,) = rewritten(forgiven, PLAIN.but(target=200), "new").faults.to_pylist()
    assert (fault["hand_no"], fault["forfeits"]) == (None, False)
