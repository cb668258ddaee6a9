"""belote plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_nothing_measured_takes_every_match_for_a_coin(belote: Command) -> None:
    # d = 1/(1 + 10^(-0.025)) - 1/2 = 0.014387; (1.95996 + 0.84162)²/8/d² = 4,740
    said = belote("plan", "--elo", 10)
    assert said.status == 0
    assert said.out.startswith("4,740 pairs, 9,480 matches, show a difference of 10 Elo")
    assert "each match is taken for a coin" in said.out


def test_a_sequential_test_is_set_beside_it(belote: Command) -> None:
    # At either claim 0.9·ln 19 / (d²/(2·⅛)), in the middle ln² 19 / (8·d²), with d as above.
    told = belote("plan", "--elo", 10, "--json").json()
    lengths = {one["elo"]: one["pairs"] for one in told["sequential"]}
    assert lengths == pytest.approx({0: 3200.6, 5: 5235.6, 10: 3200.6}, abs=0.1)


def test_what_was_played_tells_how_far_pairs_spread(belote: Command, results: Path) -> None:
    told = belote("plan", "--elo", 50, "--db", results, "--json").json()
    assert told["measured_pairs"] > 0
    assert told["pairs"] > 0
    margins = belote("plan", "--margin", 5, "--db", results, "--json").json()
    assert margins["margin_deviation"] > 0
    z = 1.959964 + 0.841621
    assert margins["pairs"] == pytest.approx((z * margins["margin_deviation"] / 5) ** 2, abs=1)


def test_the_deviation_is_that_within_the_pairings_of_the_run(
    belote: Command, results: Path
) -> None:
    query = """SELECT stddev_samp(score) AS s FROM pairs JOIN runs USING (run_id)
        WHERE name = 'cut'"""
    (row,) = belote("query", query, "--db", results, "--json").json()
    told = belote("plan", "--elo", 50, "--run", "cut", "--db", results, "--json").json()
    assert told["measured_pairs"] == (3 if row["s"] else 0)
    if row["s"]:
        assert told["deviation"] == pytest.approx(row["s"])


def test_what_rests_on_a_measured_spread_is_said_in_two_digits(
    belote: Command, results: Path
) -> None:
    asked = ("plan", "--elo", 10, "--db", results)
    pairs = belote(*asked, "--json").json()["pairs"]
    said = belote(*asked).out
    about = int(said.split()[1].replace(",", ""))
    assert said.startswith("About ")
    assert pairs <= about < 1.1 * pairs
    assert set(str(about)[2:]) == {"0"}


@pytest.mark.parametrize("margin", ["1e-300", "1e300", "inf", "nan"])
def test_a_margin_that_nobody_can_see_or_win_by_is_one_line(
    belote: Command, results: Path, margin: str
) -> None:
    said = belote("plan", "--margin", margin, "--db", results)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert f"{float(margin):g}" in said.err


def test_a_difference_that_nobody_could_miss_takes_one_pair(belote: Command, results: Path) -> None:
    assert belote("plan", "--margin", 9999, "--db", results, "--json").json()["pairs"] == 1
    assert "About 1 pair, 2 matches" in belote("plan", "--margin", 9999, "--db", results).out


def test_the_pairs_of_a_sequential_test_are_those_of_two_bots(
    belote: Command, tmp_path: Path
) -> None:
    db = ("--db", tmp_path / "tested")
    test = ("--max-pairs", 12, "--set", "target=301", "--seed", 5, "--workers", 0)
    assert belote("sprt", "lowest", "random", *test, *db).status == 3
    told = belote("plan", "--elo", 10, *db, "--json").json()
    (row,) = belote("query", "SELECT stddev_samp(score) AS s FROM pairs", *db, "--json").json()
    assert told["measured_pairs"] == 12
    assert told["deviation"] == pytest.approx(row["s"])


def test_pairs_that_tell_nothing_are_counted_with_the_reason(
    belote: Command, results: Path
) -> None:
    # Of the three pairs of `faulty` one bot is absent in two, and one cheats in the third.
    asked = ("plan", "--elo", 10, "--run", "faulty", "--db", results)
    assert "Left out: 3 with a forfeited match." in belote(*asked).out
    assert belote(*asked, "--json").json()["left_out"]["forfeited"] == 3


def test_where_only_the_other_mode_is_stored_that_is_named(belote: Command, results: Path) -> None:
    boards = ("--mode", "duplicate", "--db", results)
    said = belote("plan", "--elo", 10, *boards)
    assert said.out.endswith(
        "Nothing is stored that tells how boards spread: each match is taken for a coin. What "
        "there is: 9 pairs of --mode match.\n"
    )
    assert belote("plan", "--elo", 10, *boards, "--json").json()["pairs_of_other_mode"] == 9
    refused = belote("plan", "--margin", 1, *boards)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == (
        "belote: no boards are stored that would tell how far margins spread: play some, or take "
        "the 9 pairs of --mode match\n"
    )
    measured = belote("plan", "--elo", 10, "--db", results, "--json").json()
    assert measured["pairs_of_other_mode"] == 0


def test_a_margin_s_plan_says_how_far_margins_spread(belote: Command, results: Path) -> None:
    asked = ("plan", "--margin", 5, "--db", results)
    deviation = belote(*asked, "--json").json()["margin_deviation"]
    assert f"The margin of a pair spreads by {deviation:.3g} points a hand" in belote(*asked).out
    assert "The score of a pair" not in belote(*asked).out


def test_a_run_says_what_its_pairs_are(belote: Command, results: Path) -> None:
    asked = ("plan", "--elo", 10, "--run", "cut", "--db", results)
    assert belote(*asked, "--json").json()["mode"] == "match"
    said = belote(*asked, "--mode", "duplicate")
    assert said.status == 2
    assert "is of mode match, not duplicate" in said.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "say what difference to see"),
        (("--elo", 1, "--margin", 1), "say what difference to see"),
        (("--elo", 0), "no number of pairs shows a difference of 0"),
        (("--elo", "nan"), "no number of pairs shows a difference of nan"),
        (("--elo", "inf"), "no number of pairs shows a difference of inf"),
        (("--margin", 1), "no pairs are stored"),
        (("--elo", 1, "--power", 1), "the power is 1"),
        (("--elo", "1e-300"), "no number of pairs shows a difference of 1e-300"),
        (("--elo", "-5e-324"), "no number of pairs shows a difference of -4.94066e-324"),
        (("--elo", -0.0), "no number of pairs shows a difference of"),
        (("--elo", "1e308"), "no bots are 1e+308 apart: ask for a difference of up to 10,000"),
        (("--elo", 1, "--power", "1e-308"), "the power is 1e-308, it must lie between 0 and 1"),
        (("--elo", 1, "--power", "nan"), "the power is nan"),
        (("--elo", 1, "--power", 0.02), "with nothing played: it must be above 0.025"),
        (("--elo", 1, "--level", "1e-308"), "and no nearer to one of them than 0.000000001"),
        (("--elo", 1, "--run", "nosuch"), "there are no results"),
        (("--elo", 1, "--run", ""), "--run is empty"),
    ],
)
def test_a_plan_that_makes_no_sense_is_one_line(
    belote: Command, arguments: tuple[object, ...], complaint: str
) -> None:
    said = belote("plan", *arguments)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err
    assert said.err.count("\n") == 1
