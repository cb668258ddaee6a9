"""Each bot of a run by the sides it sat on: ranked as sides are, shown and kept beside them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from harness.arena.answering import ask
from harness.arena.ranking import rank_run
from harness.arena.rating.method import Method
from harness.arena.rating.samples import Wdl
from harness.arena.runner import run_tournament
from harness.arena.standings import OF_MEMBERS, Standings
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.report.standings import print_runs, print_standings, standings_as_dicts


def played(database: Path, *bots: Any, **more: Any) -> Standings:  # noqa: ANN401
    """Play some sides and return what is said of their members."""
    mixed = build("m", bots, rules=preset("classic", target=301), seed=2, **more)
    run_tournament(mixed, load(plugin_dirs=(), env={}), database=database, workers=0)
    question = partial(ask, database)
    run_id = question("SELECT run_id FROM runs")["run_id"][0].as_py()
    _, members = rank_run(question, run_id)
    assert members is not None
    return members


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("members") / "db"


@pytest.fixture(scope="module")
def members(database: Path) -> Standings:
    return played(
        database, "basic", "random", {"partners": ["basic", "lowest"], "name": "mixed"}, pairs=12
    )


def test_a_bot_has_the_matches_of_all_its_sides(members: Standings, database: Path) -> None:
    records = {
        row["bot"]: Wdl(row["wins"], row["draws"], row["losses"])
        for row in ask(database, "FROM standings").to_pylist()
    }
    assert {row.name: row.record for row in members.rows} == {
        "basic": records["basic"] + records["mixed"],
        "lowest": records["mixed"],
        "random": records["random"],
    }
    assert {row.name: row.hands for row in members.rows}["lowest"] > 0


def test_its_ratings_are_kept_beside_those_of_the_sides_and_the_database_gives_them_again(
    members: Standings, database: Path
) -> None:
    kept = {
        row["bot"]: row
        for row in ask(database, "FROM ratings").to_pylist()
        if row["method"] == f"{OF_MEMBERS}, sandwich by deal set, 0.95, mean 0"
    }
    again = {row["bot"]: row for row in members.as_table().to_pylist()}
    for row in (*kept.values(), *again.values()):
        row.pop("computed_at")
    assert kept == again
    assert sum(row["elo"] for row in kept.values()) == pytest.approx(0)


def test_an_anchor_and_another_order_are_those_of_the_sides(
    members: Standings, database: Path
) -> None:
    question, (run_id,) = partial(ask, database), members.runs
    _, by_points = rank_run(question, run_id, Method(anchor="random"), "margin")
    assert by_points is not None
    assert by_points.elo["random"].value == by_points.margins["random"].value == 0
    margins = [row.margin.value for row in by_points.rows]
    assert margins == sorted(margins, reverse=True)
    assert by_points.elo.difference("basic", "lowest") == pytest.approx(
        members.elo.difference("basic", "lowest")
    )
    _, of_a_side = rank_run(question, run_id, Method(anchor="mixed"))
    assert of_a_side == members


@pytest.mark.parametrize(
    ("anchor", "told"),
    [
        ("lowest", "Here the mean has 0: lowest is no side."),
        ("mixed", "Here the mean has 0: mixed is no bot."),
        ("random", ""),
    ],
)
def test_a_table_without_the_anchor_says_that_the_mean_has_0(
    database: Path, members: Standings, capsys: pytest.CaptureFixture[str], anchor: str, told: str
) -> None:
    question = partial(ask, database)
    sides, bots = rank_run(question, members.runs[0], Method(anchor=anchor))
    print_runs([], sides, bots, where=None, crosstable=False, as_json=False)
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if "mean has 0" in line] == [told] * bool(told)


def test_partners_who_were_never_apart_have_no_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = {"partners": ["basic", "lowest"], "name": "pair"}
    members = played(tmp_path / "db", pair, "random", "counter", pairs=6)
    assert members.alone == {"basic", "lowest"}
    kept = {row["bot"]: row for row in members.as_table().to_pylist()}
    assert (kept["basic"]["elo"], kept["basic"]["margin"], kept["basic"]["se"]) == (None,) * 3
    assert kept["random"]["elo"] is not None
    by_name = {row["bot"]: row for row in standings_as_dicts(members)}
    assert (by_name["lowest"]["elo"], by_name["lowest"]["rank"]) == (None, None)
    capsys.readouterr()
    print_standings(members)
    shown = capsys.readouterr().out
    assert "Each bot, by all the sides it sat on:" in shown
    assert [line.split()[0] for line in shown.splitlines() if "basic" in line] == ["–"]
    assert "no match tells this bot from others" in shown


def test_nobody_is_ranked_twice_where_nobody_has_a_partner(tmp_path: Path) -> None:
    alone = build("m", ["random", "lowest"], rules=preset("classic"), pairs=1, seed=2)
    run = run_tournament(alone, load(plugin_dirs=(), env={}), database=tmp_path / "db", workers=0)
    assert run.members is None
    assert rank_run(partial(ask, tmp_path / "db"), run.run_id)[1] is None


def test_the_matches_of_a_run_are_read_once_for_both_tables(
    members: Standings, database: Path
) -> None:
    asked: list[str] = []

    def question(sql: str) -> pa.Table:
        asked.append(sql)
        return ask(database, sql)

    assert rank_run(question, members.runs[0])[1] == members
    assert len(asked) == len(set(asked))
