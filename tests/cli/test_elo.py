"""belote elo."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Command


def test_counts_of_matches_give_the_published_figures(belote: Command) -> None:
    said = belote("elo", "--wdl", "76-123-89")
    assert said.status == 0
    assert [line.split() for line in said.out.splitlines()[1:5]] == [
        ["Score", "47.743%"],
        ["Elo", "-15.694", "±", "30.458"],
        ["Normalised", "Elo", "-20.756", "±", "40.126"],
        ["LOS", "15.533%"],
    ]
    assert said.out.splitlines()[-1] == "288 matches."


def test_counts_of_pairs_give_the_published_figures_and_the_state_of_a_test(
    belote: Command,
) -> None:
    said = belote("elo", "--pairs", "365,16618,36229,16974,390", "--sprt", "0,2")
    assert said.out.splitlines()[-2:] == [
        "70,576 pairs, 141,152 matches.",
        "SPRT of 0 against 2 (normalized): LLR 2.2504 between -2.944 and 2.944, open.",
    ]


def test_a_logistic_test_is_decided_where_its_ratio_leaves_the_bounds(belote: Command) -> None:
    options = ("--sprt", "0,5", "--model", "logistic")
    said = belote("elo", "--wdl", "880-1863-759", *options)
    assert "LLR 2.9472 between -2.944 and 2.944, H1 is accepted." in said.out
    assert "H0 is accepted" in belote("elo", "--wdl", "759-1863-880", *options).out


def test_a_side_that_won_everything_has_one_limit(belote: Command) -> None:
    (elo,) = [
        line for line in belote("elo", "--wdl", "10-0-0").out.splitlines() if "Elo  " in line
    ][:1]
    assert elo.split() == ["Elo", "+528.888", "≥", "+140.217"]


def test_json_has_full_figures(belote: Command) -> None:
    told = belote("elo", "--pairs", "34,54,63,64,75", "--sprt", "0,2", "--json").json()
    assert told["counts"] == [34, 54, 63, 64, 75]
    assert (told["unit"], told["matches"]) == ("pair", 580)
    assert told["elo"]["value"] == pytest.approx(55.58, abs=5e-4)
    assert told["sprt"]["accepted"] is None
    assert told["sprt"]["upper"] == pytest.approx(2.944, abs=5e-4)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "give the counts of matches with --wdl, or those of pairs with --pairs"),
        (("--wdl", "1-1-1", "--pairs", "1,1,1,1,1"), "give the counts of matches with --wdl"),
        (("--pairs", "0,0,0,0,0"), "nothing was counted: all of the counts are 0"),
        (("--wdl", "9999999999999-1-1"), "a count cannot be above 1,000,000,000,000"),
        (("--wdl", "5-1-1", "--level", "0.9999999999999999"), "it must lie between 0 and 1"),
        (("--wdl", "1-2"), "--wdl takes 3 numbers, as in 76-123-89, not '1-2'"),
        (("--wdl", "1-2-x"), "--wdl takes 3 numbers"),
        (("--pairs", "1,2,3,4,-5"), "a count cannot be negative"),
        (("--wdl", "1-1-1", "--sprt", "2"), "--sprt takes 2 numbers, as in 0,2, not '2'"),
        (("--wdl", "1-1-1", "--sprt", "2,0"), "elo0 must be below elo1"),
        (("--wdl", "1-1-1", "--level", "95"), "level of an interval is 95"),
    ],
)
def test_counts_that_make_no_sense_are_one_line(
    belote: Command, arguments: tuple[str, ...], complaint: str
) -> None:
    said = belote("elo", *arguments)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("belote: ")
    assert said.err.count("\n") == 1
    assert complaint in said.err
