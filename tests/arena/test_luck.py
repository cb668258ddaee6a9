"""Luck of the cards in stored runs: which hands have some, and what it does to a ranking."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import duckdb
import numpy as np
import pytest
from races import Races

from harness.arena.answering import ask
from harness.arena.gathering import results_of
from harness.arena.luck import ranked_without_luck
from harness.arena.runner import run_tournament
from harness.arena.runs import find_run
from harness.arena.standings import rank, ranked
from harness.arena.tournament import build
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import load


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three bots, its luck solved."""
    path = tmp_path_factory.mktemp("luck") / "quick.db"
    bots = ["basic", "lowest", "random"]
    tournament = build("luck", bots, rules=preset("classic", target=301), pairs=8, seed=5)
    run_tournament(tournament, load(plugin_dirs=(), env={}), database=path, workers=0)
    solved, *_ = ranked_without_luck(path, find_run(partial(ask, path)))
    assert solved > 0
    return path


def test_only_hands_without_a_twin_are_solved(played: Path) -> None:
    more = ask(
        played,
        """SELECT sum(abs(one.hands - two.hands)) AS n FROM matches AS one
        JOIN matches AS two USING (run_id, pair_id) WHERE one.leg < two.leg""",
    )["n"][0].as_py()
    stored = ask(
        played, "FROM luck JOIN hands USING (match_id, hand_no) JOIN matches USING (match_id)"
    )
    # Who deals moves on after every deal, so a hand has a twin unless the other match was over.
    assert stored.num_rows == more
    assert (
        len(set(zip(stored["match_id"].to_pylist(), stored["hand_no"].to_pylist(), strict=True)))
        == more
    )


def test_what_is_solved_is_not_solved_again(played: Path) -> None:
    solved, standings, _ = ranked_without_luck(played, find_run(partial(ask, played)))
    assert solved == 0
    assert standings == rank(partial(ask, played), standings.runs[0])


def test_the_luck_of_a_pair_is_that_of_both_its_matches_as_each_side_sees_it(played: Path) -> None:
    question = partial(ask, played)
    run_id = find_run(question).run_id
    results = results_of(question, [run_id])
    by_pair: dict[int, list[float]] = {}
    for pair, luck in zip(results.pair.tolist(), results.luck.tolist(), strict=True):
        by_pair.setdefault(pair, []).append(luck)
    assert all(one == -other for one, other in by_pair.values())
    whole = question(
        "SELECT sum(abs(luck)) AS n FROM (SELECT pair_id, sum(if(leg = 0, luck, -luck)) AS luck "
        "FROM luck JOIN matches USING (match_id) GROUP BY pair_id)"
    )["n"][0].as_py()
    assert np.abs(results.luck).sum() == pytest.approx(float(whole))


def test_adjusted_ratings_stand_beside_the_plain_ones_and_are_stored(played: Path) -> None:
    question = partial(ask, played)
    standings = rank(question, find_run(question).run_id)
    stored = {row["bot"]: row for row in question("FROM ratings").to_pylist()}
    for row in standings.rows:
        assert row.adjusted is not None
        elo, margin = row.adjusted
        assert stored[row.name]["elo"] == row.rating.value
        assert stored[row.name]["adjusted_elo"] == elo.value
        assert stored[row.name]["adjusted_margin_upper"] == margin.upper


def test_luck_is_taken_out_where_all_of_it_is_known_and_not_before(
    played: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken-off.db"
    path.write_bytes(played.read_bytes())
    with duckdb.connect(path) as database:
        database.execute("DELETE FROM luck WHERE rowid = 0")
    run = find_run(partial(ask, path))
    broken_off = rank(partial(ask, path), run.run_id)
    assert broken_off.unsolved == (run.run_id,)
    assert not any(row.adjusted for row in broken_off.rows)
    solved, standings, _ = ranked_without_luck(path, run)
    assert solved == 1
    assert standings == rank(partial(ask, played), run.run_id)
    assert all(row.adjusted for row in standings.rows)


def test_no_luck_is_taken_out_of_several_runs_unless_that_of_each_is_known(
    played: Path, tmp_path: Path
) -> None:
    path = tmp_path / "two.db"
    path.write_bytes(played.read_bytes())
    question = partial(ask, path)
    known = find_run(question).run_id
    another = build("", ["lowest", "random"], rules=preset("classic", target=301), pairs=2, seed=1)
    run_tournament(another, load(plugin_dirs=(), env={}), database=path, workers=0)
    unknown = find_run(question).run_id
    together = rank(question, known, unknown)
    assert together.unsolved == (unknown,)
    assert not any(row.adjusted for row in together.rows)
    alone = rank(question, known, unknown, where=f"run_id = '{known}'")
    assert alone.unsolved == ()
    assert [row.adjusted for row in alone.rows] == [
        row.adjusted for row in rank(question, known).rows
    ]
    ranked_without_luck(path, find_run(question))
    assert all(row.adjusted for row in rank(question, known, unknown).rows)


def test_boards_leave_no_luck_to_take_out(tmp_path: Path) -> None:
    boards = build("", ["lowest", "random"], rules=preset("classic"), pairs=3, mode="duplicate")
    run_tournament(boards, load(plugin_dirs=(), env={}), database=tmp_path / "db", workers=0)
    solved, standings, _ = ranked_without_luck(
        tmp_path / "db", find_run(partial(ask, tmp_path / "db"))
    )
    assert solved == 0
    assert [row.adjusted for row in standings.rows] == [None, None]


def test_decks_that_are_cut_are_refused(tmp_path: Path) -> None:
    cut = build("", ["lowest", "random"], rules=preset("counterclockwise"), pairs=1)
    run_tournament(cut, load(plugin_dirs=(), env={}), database=tmp_path / "db", workers=0)
    with pytest.raises(BeloteError, match="par needs decks that are shuffled"):
        ranked_without_luck(tmp_path / "db", find_run(partial(ask, tmp_path / "db")))


def test_adjusted_ratings_of_whole_tournaments_are_right_on_average_and_narrower() -> None:
    """Of 80 tournaments the mean error is within 3.3 of its own standard errors: 1 in 1,000."""
    races = Races([60, 0, -60], target=5, pairs=20)
    rng = np.random.default_rng(12)
    elo, margin, left = np.zeros(80), np.zeros(80), np.zeros(80)
    for number in range(80):
        by_name = {row.name: row for row in ranked(races.play(rng)).rows}
        rows = [by_name[name] for name in races.names]
        adjusted = [row.adjusted or (row.rating, row.margin) for row in rows]
        elo[number] = np.array([one.value for one, _ in adjusted]) @ races.elo
        margin[number] = np.array([one.value for _, one in adjusted]) @ races.margin
        left[number] = sum(one.se for one, _ in adjusted) / sum(row.rating.se for row in rows)
    for found, truth in ((elo, races.elo), (margin, races.margin)):
        assert abs(found.mean() - truth @ truth) < 3.3 * found.std(ddof=1) / np.sqrt(80)
    assert left.mean() < 0.95
