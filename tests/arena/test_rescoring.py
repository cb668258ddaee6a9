"""Rescoring a database: what is compared, what is kept beside the original, what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from harness import __version__
from harness.arena import rescoring
from harness.arena.answering import Answering, ask, asking
from harness.arena.columns import TABLES, Batch
from harness.arena.connection import DatabaseHeldError
from harness.arena.records import match_records
from harness.arena.rescoring import Rescoring, rescore
from harness.arena.rewriting import UNFINISHED
from harness.arena.runner import run_tournament
from harness.arena.runs import INTERRUPTED, RESCORED, find_run
from harness.arena.standings import Standings, rank
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.errors import BeloteError
from harness.game import Rules, preset
from harness.game.fields import Value
from harness.plugin import load
from tests.arena.stored import READER, a_run, another_process
from tests.oracle.hands import judge
from tests.oracle.matches import judge_match

Rows = list[dict[str, Any]]
SHORT: Final = {"target": 300}
LONG: Final = {"target": 540}


def with_(**settings: Value) -> Callable[[Rules], Rules]:
    """Return what changes settings of the rules that were played."""
    return lambda played: played.but(**settings)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one run of 36 matches to 501."""
    path = tmp_path_factory.mktemp("played") / "belote.duckdb"
    bots = ["random", "lowest", "basic"]
    tournament = build("sheet", bots, rules=preset("scoresheet"), pairs=6, seed=6)
    run_tournament(tournament, load(plugin_dirs=(), env={}), database=path, workers=0)
    return path


@pytest.fixture(scope="module")
def shorter(played: Path) -> Rescoring:
    """That run rescored to a lower target."""
    return rescore(played, with_(**SHORT))


@pytest.fixture(scope="module")
def longer(played: Path) -> Rescoring:
    """That run rescored to a higher target."""
    return rescore(played, with_(**LONG))


@pytest.fixture(scope="module")
def kept(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the database with the lower target kept."""
    path = Path(shutil.copy(played, tmp_path_factory.mktemp("kept")))
    assert rescore(path, with_(**SHORT), keep=True).kept
    return path


@pytest.fixture
def database(played: Path, tmp_path: Path) -> Path:
    """A copy of it that may be written."""
    return Path(shutil.copy(played, tmp_path))


def rows(database: Path, sql: str) -> Rows:
    return ask(database, sql).to_pylist()


def everything(database: Path) -> dict[str, Rows]:
    """Return every row of every table."""
    with asking(database) as question:
        return {table: question(f"FROM {table} ORDER BY ALL").to_pylist() for table in TABLES}


def of_run(database: Path, run_id: str) -> dict[str, Rows]:
    """Return every row that belongs to a run."""
    every = everything(database)
    matches = [row["match_id"] for row in every["matches"] if row["run_id"] == run_id]
    return {
        table: [
            row for row in found if row.get("run_id") == run_id or row.get("match_id") in matches
        ]
        for table, found in every.items()
    }


# What changes


def test_changes_are_counted_match_by_match(played: Path, longer: Rescoring) -> None:
    changes = longer.changes
    ends = rows(played, "SELECT greatest(score_ns, score_ew) >= 540 AS reached FROM matches")
    assert changes.matches == len(ends) == 36
    assert changes.unfinished == changes.changed == sum(not row["reached"] for row in ends)
    assert (changes.winner, changes.earlier) == (0, 0)
    assert 0 < changes.unfinished < 36


def test_a_lower_target_ends_matches_earlier_and_some_with_another_winner(
    played: Path, shorter: Rescoring
) -> None:
    sql = """
        WITH totals AS (
            SELECT match_id, hand_no, winner,
                   sum(hands.score_ns) OVER sheet AS ns,
                   sum(hands.score_ew) OVER sheet AS ew
            FROM hands JOIN matches USING (match_id)
            WINDOW sheet AS (PARTITION BY match_id ORDER BY hand_no)
        )
        SELECT match_id, max(hand_no) AS last_hand, min(hand_no) FILTER (reached) AS ends,
               any_value(winner) AS winner,
               arg_min(CASE WHEN ns > ew THEN 'NS' ELSE 'EW' END, hand_no) FILTER (reached) AS wins
        FROM (SELECT *, greatest(ns, ew) >= 300 AND ns <> ew AS reached FROM totals)
        GROUP BY match_id
    """
    ends = rows(played, sql)
    changes = shorter.changes
    assert changes.earlier == sum(row["ends"] < row["last_hand"] for row in ends) > 0
    assert changes.winner == sum(row["wins"] != row["winner"] for row in ends) > 0
    assert changes.unfinished == 0


def results_of(standings: Standings) -> dict[str, tuple[int, int, int, int]]:
    return {
        row.name: (row.record.matches, row.record.wins, row.record.draws, row.record.losses)
        for row in standings.rows
    }


def test_both_rankings_are_by_the_matches_that_are_finished_under_both_rules(
    played: Path, longer: Rescoring
) -> None:
    sql = """
        SELECT count(*) AS n FROM matches AS one JOIN matches AS two USING (pair_id)
        WHERE one.leg <> two.leg AND greatest(one.score_ns, one.score_ew) >= 540
            AND greatest(two.score_ns, two.score_ew) >= 540
    """
    (counted,) = rows(played, sql)
    assert counted["n"] > 0
    assert sum(row.record.matches for row in longer.after.rows) == 2 * counted["n"]
    # Whoever reached 540 at the end of a match to 501 won it by the same score.
    assert results_of(longer.before) == results_of(longer.after)


def test_the_ranking_before_is_the_one_that_was_played_where_all_is_finished(
    played: Path, shorter: Rescoring
) -> None:
    ranked = rank(partial(ask, played), find_run(partial(ask, played)).run_id)
    assert shorter.before == ranked
    assert results_of(shorter.after) != results_of(ranked)


def test_nothing_changes_under_the_rules_that_were_played(played: Path) -> None:
    assert rescore(played, with_()).changes == (36, 0, 0, 0, 0)


def test_a_match_is_found_by_the_start_of_its_id_and_comes_with_its_hands(
    played: Path, shorter: Rescoring
) -> None:
    ids = [row["match_id"] for row in rows(played, "SELECT match_id FROM matches ORDER BY ALL")]
    wanted = ids[7]
    start = next(
        wanted[:size]
        for size in range(1, 17)
        if sum(one.startswith(wanted[:size]) for one in ids) == 1
    )
    match = rescore(played, with_(**SHORT), match_id=start).match
    assert match is not None
    for table in ("matches", "hands"):
        stored = rows(played, f"FROM {table} WHERE match_id = '{wanted}' ORDER BY ALL")
        assert getattr(match.stored, table).to_pylist() == stored
    assert shorter.match is None


def test_pages_are_joined_without_a_seam(
    played: Path, shorter: Rescoring, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counting(path: Path, sql: str) -> pa.Table:
        asked.append(sql)
        return ask(path, sql)

    monkeypatch.setattr(rescoring, "PAGE", 15)
    monkeypatch.setattr(rescoring, "ask", counting)
    assert rescore(played, with_(**SHORT)) == shorter
    assert sum("LIMIT 15" in sql for sql in asked) == 3


def test_what_is_rescored_says_what_it_was_made_of(shorter: Rescoring) -> None:
    plan = shorter.plan
    assert (plan.played, plan.rules) == (preset("scoresheet"), preset("scoresheet", target=300))
    assert (plan.run.name, plan.match_id, shorter.kept) == ("sheet", "", False)


# What is kept


def test_nothing_is_written_unless_it_is_asked_for(database: Path) -> None:
    before = database.read_bytes()
    rescore(database, with_(**SHORT))
    assert database.read_bytes() == before
    assert sorted(path.name for path in database.parent.iterdir()) == [database.name]


def test_the_result_is_kept_beside_the_original_which_stays_as_it_is(
    played: Path, kept: Path, shorter: Rescoring
) -> None:
    before, after = everything(played), everything(kept)
    assert all(row in after[table] for table in TABLES for row in before[table])
    run = of_run(kept, shorter.plan.run_id)
    assert len(run["matches"]) == 36
    assert len(run["hands"]) == sum(match["hands"] for match in run["matches"])
    assert all(max(match["score_ns"], match["score_ew"]) >= 300 for match in run["matches"])
    assert not any(match in run["matches"] for match in before["matches"])


def test_a_kept_run_has_the_name_seed_and_bots_of_the_original_and_says_where_it_comes_from(
    kept: Path, shorter: Rescoring
) -> None:
    origin, made = (of_run(kept, one) for one in (shorter.plan.run.run_id, shorter.plan.run_id))
    (was,), (run,) = origin["runs"], made["runs"]
    assert (run["status"], run["harness_version"]) == (RESCORED, __version__)
    for same in ("name", "seed", "seed_hash"):
        assert run[same] == was[same]
    source = {"rescored_from": was["run_id"]}
    assert json.loads(run["config"]) == json.loads(was["config"]) | source
    assert json.loads(run["rules"]) == json.loads(was["rules"]) | SHORT
    assert run["started_at"] <= run["finished_at"]
    assert [bot | {"run_id": was["run_id"]} for bot in made["bots"]] == origin["bots"]


def test_a_kept_run_is_ranked_as_it_was_shown(kept: Path, shorter: Rescoring) -> None:
    assert rank(partial(ask, kept), shorter.plan.run_id) == shorter.after
    ratings = of_run(kept, shorter.plan.run_id)["ratings"]
    assert {row["bot"]: row["elo"] for row in ratings} == {
        row.name: row.rating.value for row in shorter.after.rows
    }


def test_keeping_it_twice_changes_nothing(kept: Path, shorter: Rescoring) -> None:
    once = everything(kept)
    assert rescore(kept, with_(**SHORT), keep=True) == shorter._replace(kept=True)
    assert everything(kept) == once


def test_the_newest_run_and_the_one_of_a_name_are_those_that_were_played(
    kept: Path, shorter: Rescoring
) -> None:
    question = partial(ask, kept)
    assert find_run(question) == find_run(question, "sheet") == shorter.plan.run
    assert find_run(question, shorter.plan.run_id).status == RESCORED


def test_the_same_settings_make_the_same_run_however_they_are_named(
    played: Path, shorter: Rescoring
) -> None:
    by_name = rescore(played, lambda _: preset("gameduell"))
    by_fields = with_(
        declarations=False,
        contract="points",
        tie="fail",
        capot_total=252,
        level_at_target="last_hand",
    )
    assert rescore(played, by_fields).plan.run_id == by_name.plan.run_id
    assert shorter.plan.run_id != by_name.plan.run_id


def test_one_match_that_is_kept_grows_into_its_run(database: Path, shorter: Rescoring) -> None:
    match_id = rows(database, "SELECT match_id FROM matches ORDER BY pair DESC")[0]["match_id"]
    assert rescore(database, with_(**SHORT), match_id=match_id, keep=True).kept
    (one,) = of_run(database, shorter.plan.run_id)["matches"]
    rescore(database, with_(**SHORT), keep=True)
    matches = of_run(database, shorter.plan.run_id)["matches"]
    assert len(matches) == 36
    assert one in matches


def test_what_was_broken_off_is_finished_the_next_time(
    database: Path, shorter: Rescoring, monkeypatch: pytest.MonkeyPatch
) -> None:
    appended: list[int] = []
    append = Store.append

    def break_off(store: Store, *batches: Batch) -> list[Batch]:
        if store.path == database:
            if appended:
                raise KeyboardInterrupt
            appended.append(batches[0].matches.num_rows)
        return append(store, *batches)

    monkeypatch.setattr(rescoring, "PAGE", 20)
    monkeypatch.setattr(Store, "append", break_off)
    with pytest.raises(KeyboardInterrupt):
        rescore(database, with_(**SHORT), keep=True)
    monkeypatch.setattr(Store, "append", append)
    begun = of_run(database, shorter.plan.run_id)
    assert appended == [len(begun["matches"])] == [20]
    assert begun["runs"][0]["status"] == INTERRUPTED
    rescore(database, with_(**SHORT), keep=True)
    finished = of_run(database, shorter.plan.run_id)
    assert finished["runs"][0]["status"] == RESCORED
    assert len(finished["matches"]) == 36


@pytest.mark.parametrize(
    "settings",
    [
        {"target": 300, "declarations": False, "capot_bonus": 0, "last_trick": 0},
        {"contract": "points", "tie": "share", "rounding": "tens", "failed_takes": "scoring"},
        {"hand_limit": 4, "tie": "pool", "belote_when_failed": "lost", "capot_total": 300},
    ],
)
def test_a_slow_and_obvious_referee_scores_a_kept_run_the_same(
    database: Path, settings: dict[str, Value]
) -> None:
    run_id = rescore(database, with_(**settings), keep=True).plan.run_id
    made = of_run(database, run_id)
    ends = {match["match_id"]: match for match in made["matches"]}
    scores = {(hand["match_id"], hand["hand_no"]): hand for hand in made["hands"]}
    for record in match_records(partial(ask, database), run_id):
        match_id = record["match_id"]
        match, verdict = ends.pop(match_id), judge_match(record)
        assert verdict["ok"], verdict
        assert verdict["totals"][-1] == {"NS": match["score_ns"], "EW": match["score_ew"]}
        assert verdict["winner"] == match["winner"]
        assert (verdict["ended_by"] or UNFINISHED) == match["ended_by"]
        for number, record_of_hand in enumerate(record["hands"]):
            hand = scores.pop((match_id, number))
            found = judge({"rules": record["rules"], **record_of_hand})
            assert found["score"] == {"NS": hand["score_ns"], "EW": hand["score_ew"]}
            assert found["outcome"] == hand["outcome"]
            assert found["announced"] == {"NS": hand["announced_ns"], "EW": hand["announced_ew"]}
            assert found["card_points"] == {"NS": hand["points_ns"], "EW": hand["points_ew"]}
            assert (found["held_in"], found["held_out"]) == (hand["held_in"], hand["held_out"])
    assert (ends, scores) == ({}, {})


def test_matches_left_unfinished_are_kept_without_a_winner(database: Path) -> None:
    found = rescore(database, with_(target=3000), keep=True)
    made = of_run(database, found.plan.run_id)
    ends = {(match["winner"], match["ended_by"]) for match in made["matches"]}
    assert ends == {(None, UNFINISHED)}
    assert (found.before.rows, found.after.rows, made["ratings"]) == ((), (), [])


# Who else has the file


def test_a_database_that_somebody_owns_and_answers_for_can_be_rescored(
    database: Path, shorter: Rescoring
) -> None:
    with Store.open(database, owner=True) as store, Answering(store):
        assert rescore(database, with_(**SHORT)) == shorter


def test_a_database_that_somebody_holds_cannot_keep_the_result(database: Path) -> None:
    before = everything(database)
    with (
        another_process(READER, database),
        pytest.raises(DatabaseHeldError, match="is held by process"),
    ):
        rescore(database, with_(**SHORT), keep=True)
    assert everything(database) == before


# What is refused


def test_a_run_that_was_rescored_is_not_rescored_again(kept: Path, shorter: Rescoring) -> None:
    run_id = shorter.plan.run_id
    match_id = of_run(kept, run_id)["matches"][0]["match_id"]
    refusal = f"run {run_id} is rescored from run {shorter.plan.run.run_id}: rescore that one"
    with pytest.raises(BeloteError, match=refusal):
        rescore(kept, with_(**LONG), run=run_id)
    with pytest.raises(BeloteError, match=refusal):
        rescore(kept, with_(**LONG), match_id=match_id)


def test_the_rules_that_were_played_are_not_kept_a_second_time(database: Path) -> None:
    with pytest.raises(BeloteError, match="these are the rules that were played"):
        rescore(database, with_(target=501), keep=True)


def test_a_run_without_a_match_is_not_rescored(tmp_path: Path) -> None:
    path = tmp_path / "new.duckdb"
    with Store.open(path, owner=True) as store:
        run, bots = a_run()
        rules = preset("classic").as_dict() | {"base": "classic"}
        store.begin_run(run._replace(rules=json.dumps(rules)), bots)
    with pytest.raises(BeloteError, match="run run has no match yet"):
        rescore(path, with_(target=400))


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BeloteError, match="there are no results at"):
        rescore(tmp_path / "none.duckdb", with_(**SHORT), keep=True)
    assert list(tmp_path.iterdir()) == []
