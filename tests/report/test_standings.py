"""The table of a ranking, made from ratings written by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest

from harness.arena.final import Decided, StillIn
from harness.arena.progress import Progress
from harness.arena.rating.ranking import Ranking, Ranks, Rating
from harness.arena.rating.samples import Estimate, Pairs, Wdl
from harness.arena.results import Encounter
from harness.arena.runner import Outcome
from harness.arena.runs import RunInfo
from harness.arena.standings import Standing, Standings
from harness.report.crosstable import print_crosstable
from harness.report.standings import (
    print_outcome,
    print_runs,
    print_standings,
    standings_as_dicts,
)

ADA: Final = Rating("ada", 123.4, lower=93.4, upper=153.4, se=15.3, clusters=600)
MARGIN: Final = Rating("ada", 31.26, lower=28.96, upper=33.56, se=1.17, clusters=600)
RECORD: Final = Wdl(700, 100, 400)


def standings(
    *ratings: Rating,
    margin: Rating = MARGIN,
    record: Wdl = RECORD,
    points: float | None = 81.25,
    ranks: Ranks = (1, 1),
    los: float | None = None,
) -> Standings:
    rows = tuple(
        Standing(one, replace(margin, name=one.name), record, 5000, points, ranks, los)
        for one in ratings
    )
    apart = tuple(tuple(one.se**2 * (one is other) for other in ratings) for one in ratings)
    ranking = Ranking(ratings, apart)
    names = [one.name for one in ratings]
    met = tuple(
        Encounter(a, b, Wdl(80, 0, 120), Pairs(30, 0, 60, 0, 10))
        for place, a in enumerate(names)
        for b in names[place + 1 :]
    )
    return Standings(("run",), rows, "digest", "elo", ranking, ranking, met)


def rows(capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    return [line.split() for line in capsys.readouterr().out.splitlines()]


def test_a_line_has_rank_rating_likelihood_score_matches_and_margin(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_standings(standings(ADA, ranks=(3, 5), los=0.87))
    assert rows(capsys)[1] == [
        *("3–5", "ada", "+123", "±", "30", "87%", "62.5%", "1,200", "+31.3", "±", "2.3"),
    ]


@pytest.mark.parametrize(
    ("rating", "interval"),
    [
        (replace(ADA, one_sided="lower", lower=-5.4, upper=None), ["+120", "≥", "-10"]),
        (replace(ADA, one_sided="upper", upper=188.4, lower=None), ["+123", "≤", "+188"]),
        (replace(ADA, lower=None, upper=None), ["+123", "–"]),
    ],
)
def test_a_limit_that_the_matches_do_not_set_is_not_drawn(
    capsys: pytest.CaptureFixture[str], rating: Rating, interval: list[str]
) -> None:
    print_standings(standings(rating))
    assert rows(capsys)[1][2:-6] == interval


def test_a_bot_that_finished_no_hand_has_no_margin(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(ADA, margin=replace(MARGIN, lower=None, upper=None), points=None))
    assert rows(capsys)[1][-2:] == ["–", "–"]


def test_bots_that_never_met_stand_apart(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(ADA, replace(ADA, name="bob", component=2)))
    _, ada, between, bob, told = rows(capsys)
    assert (ada[1], between, bob[1]) == ("ada", [], "bob")
    assert " ".join(told) == "Bots of different sections never met, not even through others."


def test_neighbours_that_cannot_be_told_apart_are_named_with_what_it_would_take(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # A gap of 20 with an error of 15.3·√2 = 21.64, after 100 pairs: it takes
    # (2.8016·21.64/20)² = 9.187 times as many, 819 more.
    print_standings(standings(ADA, replace(ADA, name="bob", value=103.4)))
    # The terminal of the tests is 80 characters wide.
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "ada and bob cannot be told apart yet: about 820 pairs more for each two bots ",
        "would tell, if they are as far apart as it seems.",
    ]


def test_bots_that_are_surely_apart_need_no_word(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(ADA, replace(ADA, name="bob", value=3.4)))
    assert "apart" not in capsys.readouterr().out


def test_of_many_neighbours_three_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    steps = enumerate(("ada", "bob", "cid", "dee", "eve"))
    print_standings(standings(*(replace(ADA, name=name, value=-20.0 * at) for at, name in steps)))
    *_, third, _, more = capsys.readouterr().out.splitlines()
    assert third.startswith("cid and dee cannot be told apart yet: about 820 pairs more")
    assert more == "Nor can 1 more couple of neighbours, as LOS shows."


@pytest.mark.parametrize("gap", [0.0, 0.1])
def test_of_bots_that_are_level_nothing_is_said(
    capsys: pytest.CaptureFixture[str], gap: float
) -> None:
    # A gap of 0.1 takes (2.8016·21.64/0.1)² = 367,500 times as much, 37 million pairs.
    print_standings(standings(ADA, replace(ADA, name="bob", value=ADA.value - gap)))
    assert "apart" not in capsys.readouterr().out


@pytest.mark.parametrize(("pairs", "told"), [(9, False), (10, True)])
def test_after_a_few_pairs_nothing_is_said_of_how_many_more_would_tell(
    capsys: pytest.CaptureFixture[str], pairs: int, *, told: bool
) -> None:
    table = standings(ADA, replace(ADA, name="bob", value=103.4))
    (met,) = table.encounters
    few = met._replace(pairs=Pairs(0, 0, pairs, 0, 0))
    print_standings(table._replace(encounters=(few,)))
    assert ("apart" in capsys.readouterr().out) is told


def test_what_adjusting_makes_of_it_stands_below_the_table_and_its_notes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = standings(ADA, replace(ADA, name="bob", value=103.4))
    moved = tuple(
        row._replace(adjusted=(replace(row.rating, value=row.rating.value + 7), row.margin))
        for row in plain.rows
    )
    print_standings(plain._replace(rows=moved))
    said = capsys.readouterr().out
    assert said.index("cannot be told apart") < said.index("With the luck of the cards taken out:")
    assert "+130" in said


def test_adjusting_that_moves_nothing_is_a_sentence_and_no_second_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = standings(ADA)
    same = tuple(row._replace(adjusted=(row.rating, row.margin)) for row in plain.rows)
    print_standings(plain._replace(rows=same))
    said = capsys.readouterr().out
    assert "nothing was gained" in said
    assert said.count("ada") == 1


def test_luck_that_is_known_in_part_is_a_sentence_that_says_what_finds_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    partly = standings(ADA)._replace(unsolved=("ab12", "cd34"))
    print_standings(partly, par=True)
    assert " ".join(capsys.readouterr().out.split()).endswith(
        "The luck of the cards is known in part, and none is taken out: the rest takes "
        "belote par --run ab12 and belote par --run cd34, unless decks are cut there."
    )
    print_standings(partly._replace(of_members=True))
    assert "luck" not in capsys.readouterr().out


def test_there_is_no_table_before_a_pair_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings())
    assert capsys.readouterr().out == "No pair of matches is complete yet.\n"


def test_a_table_of_long_names_and_large_counts_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    many = Wdl(1_234_567, 12_345, 1_234_567)
    print_standings(
        standings(
            replace(ADA, name="a-bot-named-at-length"), record=many, ranks=(10, 12), los=0.999
        )
    )
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_the_crosstable_has_a_score_and_its_interval_for_each_two_who_met(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # 30 pairs lost, 60 shared, 10 won: a mean of 0.4 and a variance of 0.09; 1.96·0.3/10 = 0.0588.
    print_crosstable(standings(ADA, replace(ADA, name="bob")))
    assert rows(capsys)[1:] == [
        ["Bot", "1", "2"],
        ["1", "ada", "–", "40.0", "±", "5.9"],
        ["2", "bob", "60.0", "±", "5.9", "–"],
        ["Scores", "in", "%,", "with", "intervals", "of", "95", "%", "by", "pairs."],
    ]


def test_a_crosstable_by_points_has_margins_below_the_scores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = standings(ADA, replace(ADA, name="bob"))
    (met,) = table.encounters
    margin = Estimate(-12.34, lower=-15.67, upper=-9.01)
    print_crosstable(table._replace(order="margin", encounters=(met._replace(margin=margin),)))
    assert rows(capsys)[-3:] == [
        ["1", "ada", "–", "-12.3", "±", "3.3"],
        ["2", "bob", "+12.3", "±", "3.3", "–"],
        ["Points", "a", "hand,", "with", "intervals", "of", "95", "%", "by", "deal", "sets."],
    ]


def test_json_has_full_figures_and_null_for_a_limit_that_is_not_there() -> None:
    (row,) = standings_as_dicts(standings(replace(ADA, one_sided="lower", upper=None)))
    assert json.loads(json.dumps(row)) == {
        "rank": 1,
        "ranks": [1, 1],
        "bot": "ada",
        "elo": 123.4,
        "lower": 93.4,
        "upper": None,
        "one_sided": "lower",
        "los_next": None,
        "matches": 1200,
        "wins": 700,
        "draws": 100,
        "losses": 400,
        "score": 0.625,
        "hands": 5000,
        "points_per_hand": 81.25,
        "margin": 31.26,
        "margin_lower": 28.96,
        "margin_upper": 33.56,
        "adjusted": None,
        "component": 1,
    }


def test_each_of_several_runs_has_a_line_with_who_won_it_or_how_far_it_has_come(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(number: int, status: str = "finished", **config: object) -> RunInfo:
        told = json.dumps({"format": "knockout", "matches": 6, **config})
        return RunInfo(f"r{number}", "cup", status, "{}", told, 6 - number)

    runs = [run(0), run(1, "interrupted"), run(2), run(3, rescored_from="r0")]
    finals = [Decided("ada", "bob", 2, 0, 900, 500), StillIn(1, 2, ("ada", "bob")), None, None]
    print_runs(runs, standings(ADA), None, finals, where=None, crosstable=False, as_json=False)
    assert capsys.readouterr().out.split("\n\n")[-1].splitlines() == [
        "cup, run r0: 6 matches. Winner: ada, in the final against bob (2–0, 900 to 500 points).",
        (
            "cup, run r1 is not finished (interrupted): 5 of 6 matches so far. "
            "Still in after 1 of 2 rounds: ada, bob."
        ),
        "cup, run r2: 4 matches.",
        (
            "cup, run r3: 3 matches of run r0, rescored. Its rounds were paired by the scores as "
            "played, so no winner is named."
        ),
    ]
    print_runs(
        runs[:2], standings(ADA), None, finals[:2], where="x", crosstable=False, as_json=True
    )
    ended, underway = json.loads(capsys.readouterr().out)["runs"]
    assert (ended["winner"], underway["still_in"]) == ("ada", ["ada", "bob"])


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
            (
                "Finished already: all 6 matches are stored. Run abc, finished.\n"
                "--fresh plays it anew, on other deals unless its seed is given.\n"
            ),
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
        (
            Progress(1200, 0, 1200, 5000, voids=2, why="ValueError: no", seconds=10.0),
            "finished",
            (
                "1,200 matches played: 5,000 hands in 10 s, 500 hands a second. "
                "Run abc, finished.\n"
                "2 voids: lost by no bot's fault, and played again. "
                "What went wrong: ValueError: no\n"
            ),
        ),
    ],
)
def test_the_end_of_a_run_is_told(
    capsys: pytest.CaptureFixture[str], progress: Progress, status: str, story: str
) -> None:
    print_outcome(Outcome("abc", status, progress, standings(ADA)), anew="--fresh", as_json=False)
    assert capsys.readouterr().out.split("\n\n")[1] == story


def test_keys_that_said_nothing_are_told_beside_the_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outcome = Outcome("abc", "finished", Progress(total=6, kept=6), standings(ADA))
    print_outcome(outcome._replace(idle_keys=("limits", "keep")), as_json=True)
    assert capsys.readouterr().err == (
        "limits, keep: for isolated bots only, and none is "
        '(isolation = "sandbox" or "process" would have it so).\n'
    )
    print_outcome(outcome, as_json=True)
    assert capsys.readouterr().err == ""
