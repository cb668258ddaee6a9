"""The table of a ranking, made from ratings written by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest

from harness.arena.progress import Progress
from harness.arena.runner import Outcome
from harness.arena.standings import Standing, Standings
from harness.arena.stats import Rating
from harness.report.standings import print_outcome, print_standings, standings_as_dicts

ADA: Final = Rating(
    name="ada",
    elo=123.4,
    lower=93.4,
    upper=153.4,
    se=15.3,
    matches=1200,
    wins=700,
    draws=100,
    losses=400,
    score=0.625,
    component=1,
    one_sided=None,
    clusters=600,
)


def standings(*ratings: Rating, points: float | None = 81.25) -> Standings:
    return Standings("run", tuple(Standing(one, 5000, points) for one in ratings), "digest")


def rows(capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    return [line.split() for line in capsys.readouterr().out.splitlines()]


def test_a_line_has_rating_interval_score_counts_and_points(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_standings(standings(ADA))
    assert rows(capsys)[1] == [
        *("1", "ada", "+123", "±", "30", "62.5%", "700", "100", "400", "81.2"),
    ]


@pytest.mark.parametrize(
    ("rating", "interval"),
    [
        (replace(ADA, one_sided="lower", lower=-5.4, upper=None), ["≥", "-5"]),
        (replace(ADA, one_sided="upper", upper=88.0, lower=None), ["≤", "+88"]),
        (replace(ADA, lower=None, upper=None), ["–"]),
    ],
)
def test_a_limit_that_the_matches_do_not_set_is_not_drawn(
    capsys: pytest.CaptureFixture[str], rating: Rating, interval: list[str]
) -> None:
    print_standings(standings(rating))
    assert rows(capsys)[1][3:-5] == interval


def test_a_bot_that_finished_no_hand_has_no_points(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(ADA, points=None))
    assert rows(capsys)[1][-1] == "–"


def test_bots_that_never_met_stand_apart(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(ADA, replace(ADA, name="bob", component=2)))
    _, ada, between, bob, told = rows(capsys)
    assert (ada[1], between, bob[1]) == ("ada", [], "bob")
    assert " ".join(told) == "Bots of different sections never met, not even through others."


def test_there_is_no_table_before_a_pair_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings())
    assert capsys.readouterr().out == "No pair of matches is complete yet.\n"


def test_a_table_of_long_names_and_large_counts_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    many = replace(
        ADA, name="a-bot-named-at-length", wins=1_234_567, draws=12_345, losses=1_234_567
    )
    print_standings(standings(many))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_json_has_full_figures_and_null_for_a_limit_that_is_not_there() -> None:
    (row,) = standings_as_dicts(standings(replace(ADA, one_sided="lower", upper=None)))
    assert json.loads(json.dumps(row)) == {
        "rank": 1,
        "bot": "ada",
        "elo": 123.4,
        "lower": 93.4,
        "upper": None,
        "one_sided": "lower",
        "matches": 1200,
        "wins": 700,
        "draws": 100,
        "losses": 400,
        "score": 0.625,
        "hands": 5000,
        "points_per_hand": 81.25,
        "component": 1,
    }


@pytest.mark.parametrize(
    ("progress", "status", "story"),
    [
        (
            Progress(total=6, kept=0, played=6, hands=30, seconds=2.0),
            "finished",
            "6 matches played: 30 hands in 2 s, 15 hands a second. Run abc, finished.\n",
        ),
        (
            Progress(total=6, kept=4, played=2, hands=10, seconds=0.0),
            "finished",
            (
                "2 matches played and 4 kept from before: 10 hands in 0 s, 0 hands a second. "
                "Run abc, finished.\n"
            ),
        ),
        (
            Progress(total=6, kept=6),
            "finished",
            "All 6 matches were stored already. Run abc, finished.\n",
        ),
        (
            Progress(total=1500, kept=0, played=1200, hands=5000, seconds=10.0, faults=1),
            "interrupted",
            (
                "1,200 matches played: 5,000 hands in 10 s, 500 hands a second. "
                "Run abc, interrupted.\n"
                "1 fault of bots: "
                'belote query "SELECT bot, kind, message FROM faults"\n'
                "1,200 of 1,500 matches are kept.\n"
            ),
        ),
    ],
)
def test_the_end_of_a_run_is_told(
    capsys: pytest.CaptureFixture[str], progress: Progress, status: str, story: str
) -> None:
    print_outcome(Outcome("abc", status, progress, standings(ADA)), as_json=False)
    assert capsys.readouterr().out.split("\n\n")[1] == story
