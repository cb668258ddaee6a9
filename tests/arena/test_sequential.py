"""Sequential tests played out: the same path whoever plays and however often it was broken off."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from harness.arena.answering import ask, asking
from harness.arena.config import Configuration
from harness.arena.duel import Trial, play_until_decided
from harness.arena.meetings import Meeting
from harness.arena.merging import merge
from harness.arena.paths import path_of
from harness.arena.rating.samples import Pairs
from harness.arena.rating.sprt import Sprt
from harness.arena.run import Run
from harness.arena.runner import Outcome, run_tournament
from harness.arena.runs import find_run
from harness.arena.sequential import SMALLEST_ROUND, Step, sequential, walk
from harness.arena.tournament import build
from harness.errors import BeloteError, Interrupted
from harness.game import preset
from harness.game.rules import Rules
from harness.plugin import load
from harness.report.page.reproduce import tournament_toml

CLEAR = Sprt(0, 100)
SHORT = preset("classic", target=301)


def tried(
    database: Path, *bots: str, sprt: Sprt | None = None, rules: Rules = SHORT, **how: object
) -> Trial:
    """Test the first of two bots, on short matches where nothing else is said."""
    tournament = build("", bots, rules=rules)
    registry = load(plugin_dirs=(), env={})
    options = {"max_pairs": 200, "workers": 0, **how}
    return play_until_decided(tournament, sprt or CLEAR, registry, database=database, **options)  # type: ignore[arg-type]


def test_a_test_that_is_decided_starts_no_bot_again_and_one_that_goes_on_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(Run, "see_started", lambda run: seen.append(run.run_id))
    gave_up = tried(tmp_path / "db", "basic", "random", max_pairs=2)
    decided = tried(tmp_path / "db", "basic", "random")
    assert (gave_up.accepted, decided.accepted) == (None, "H1")
    assert seen == [decided.outcome.run_id] * 2
    again = tried(tmp_path / "db", "basic", "random")
    assert (again.path, again.outcome.progress.played) == (decided.path, 0)
    assert len(seen) == 2


def test_a_walk_ends_with_the_pair_that_decides() -> None:
    steps = list(walk(CLEAR, [1.0] * 100))
    assert [step.accepted for step in steps] == [None] * (len(steps) - 1) + ["H1"]
    assert steps[-1].sample == Pairs(ww=len(steps))
    assert steps[-1].llr == CLEAR.llr(Pairs(ww=len(steps)))
    assert steps[-2].llr < CLEAR.bounds[1] <= steps[-1].llr
    assert [step.accepted for step in walk(CLEAR, [0.0] * 100)][-1] == "H0"


def test_rounds_grow_with_what_was_played_and_stop_at_the_decision_or_the_most_pairs() -> None:
    heard: list[Step] = []
    meetings: list[Meeting] = []
    sizes = []
    for round_ in sequential(["a", "b"], meetings, elo1=1.0, max_pairs=200, told=heard.append):
        assert set(round_) == {("a", "b")}
        sizes.append(len(round_))
        meetings += [Meeting("a", "b", 2, 0.5, 0) for _ in round_]
    assert sizes[0] == SMALLEST_ROUND
    assert sum(sizes) == len(heard) == 200
    assert sizes[-2] == sum(sizes[:-2]) // 8 > SMALLEST_ROUND


def test_the_better_bot_is_found_to_be_and_the_worse_is_not(tmp_path: Path) -> None:
    better = tried(tmp_path / "db", "basic", "random")
    assert (better.accepted, better.outcome.status) == ("H1", "finished")
    assert better.names == ("basic", "random")
    assert tried(tmp_path / "db", "random", "basic").accepted == "H0"


def test_too_few_pairs_leave_it_open(tmp_path: Path) -> None:
    few = tried(tmp_path / "db", "basic", "random", max_pairs=2)
    assert few.accepted is None
    assert few.path[-1].sample.units == 2
    with pytest.raises(BeloteError, match="--max-pairs: from 1 to 10,000,000, not 0"):
        tried(tmp_path / "db", "basic", "random", max_pairs=0)


def test_the_path_is_stored_and_follows_from_the_pairs_alone(tmp_path: Path) -> None:
    done = tried(tmp_path / "db", "basic", "random")
    question = partial(ask, tmp_path / "db")
    assert tuple(path_of(question, done.outcome.run_id, CLEAR)) == done.path
    stored = question("FROM sequential ORDER BY pairs").to_pylist()
    assert [row["llr"] for row in stored] == [step.llr for step in done.path]
    assert [row["score"] for row in stored] == [step.score for step in done.path]
    assert [row["accepted"] for row in stored if row["accepted"]] == ["H1"]
    assert len({row["pair_id"] for row in stored}) == len(stored)


def test_a_test_that_was_interrupted_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = tried(tmp_path / "whole", "lowest", "random", sprt=Sprt(0, 60))
    steps = 0

    def break_off(_: object) -> None:
        nonlocal steps
        steps += 1
        if steps == 4:
            raise Interrupted

    broken = tried(tmp_path / "db", "lowest", "random", sprt=Sprt(0, 60), follow=break_off)
    assert broken.outcome.status == "interrupted"
    assert broken.path == whole.path[: len(broken.path)] != whole.path
    completed = tried(tmp_path / "db", "lowest", "random", sprt=Sprt(0, 60))
    assert completed.path == whole.path
    assert completed.outcome.progress.kept > 0
    assert completed.outcome.run_id == whole.outcome.run_id


def test_a_test_that_gave_up_goes_on_with_more_pairs_as_if_it_had_not(tmp_path: Path) -> None:
    whole = tried(tmp_path / "whole", "lowest", "random", max_pairs=24)
    few = tried(tmp_path / "db", "lowest", "random", max_pairs=3)
    more = tried(tmp_path / "db", "lowest", "random", max_pairs=24)
    assert few.path == whole.path[:3] != whole.path
    assert more.path == whole.path
    assert few.outcome.run_id == more.outcome.run_id == whole.outcome.run_id
    assert more.outcome.progress.kept == 6
    assert tried(tmp_path / "db", "lowest", "random", max_pairs=3).path == whole.path
    scheduled = ask(tmp_path / "db", "SELECT config ->> 'matches' AS most FROM runs")
    assert scheduled["most"].to_pylist() == ["48"]


def test_a_test_merged_in_either_order_has_the_length_and_the_path_of_the_longer(
    tmp_path: Path,
) -> None:
    tried(tmp_path / "few", "lowest", "random", max_pairs=2)
    more = tried(tmp_path / "more", "lowest", "random", max_pairs=4)
    for order in (("few", "more"), ("more", "few")):
        both = tmp_path / "-".join(order)
        merge(both, [tmp_path / part for part in order])
        question = partial(ask, both)
        assert json.loads(find_run(question).config)["matches"] == 8
        path = question("SELECT pairs, llr FROM sequential ORDER BY pairs").to_pylist()
        assert [(row["pairs"], row["llr"]) for row in path] == [
            (step.sample.units, step.llr) for step in more.path
        ]


def test_the_tournament_that_the_page_writes_of_a_test_is_the_same_run_and_goes_on_with_it(
    tmp_path: Path,
) -> None:
    rules = preset("classic")
    few = tried(tmp_path / "db", "lowest", "random", max_pairs=3, rules=rules)
    with asking(tmp_path / "db") as question:
        run = find_run(question)
        told = {"name": "again", "seed": question("SELECT seed FROM runs")["seed"][0].as_py()}
    text = tournament_toml(json.loads(run.config), json.loads(run.rules), told)
    registry = load(plugin_dirs=(), env={})

    def again(text: str) -> Outcome:
        (tmp_path / "x.toml").write_text(text)
        tournament = Configuration.read(tmp_path / "x.toml", registry).tournament("again")
        return run_tournament(tournament, registry, database=tmp_path / "db", workers=0)

    same = again(text)
    assert (same.run_id, same.progress.played) == (few.outcome.run_id, 0)
    longer = again(text.replace("max_pairs = 3", "max_pairs = 5"))
    assert (longer.run_id, longer.progress.kept, longer.progress.played) == (same.run_id, 6, 4)
    stored = ask(tmp_path / "db", "SELECT pairs FROM sequential ORDER BY pairs")
    assert stored["pairs"].to_pylist() == [1, 2, 3, 4, 5]


def test_more_pairs_of_a_test_whose_drawn_seed_is_published_are_another_on_other_deals(
    tmp_path: Path,
) -> None:
    registry = load(plugin_dirs=(), env={})

    def played(pairs: int) -> Outcome:
        limited = {"name": "sequential", "elo1": 100, "max_pairs": pairs}
        tournament = build("t", ["lowest", "random"], rules=SHORT, format=limited, pairs=1)
        return run_tournament(tournament, registry, database=tmp_path / "db", workers=0)

    two = played(2)
    assert played(2).run_id == played(1).run_id == two.run_id
    more = played(3)
    assert (more.progress.kept, more.progress.played) == (0, 6)
    assert more.run_id != two.run_id
    assert ask(tmp_path / "db", "SELECT DISTINCT seed FROM runs").num_rows == 2


def test_a_bot_that_is_kept_apart_cannot_work_out_the_deals(tmp_path: Path) -> None:
    known = tried(tmp_path / "db", "lowest", "random", max_pairs=1)
    assert not known.drawn
    registry = load(plugin_dirs=(), env={})
    lowest = {"bot": "lowest", "isolation": "process"}
    apart = build("", [lowest, "random"], rules=SHORT, keep=True)
    hidden = [
        play_until_decided(apart, CLEAR, registry, database=tmp_path / name, max_pairs=1, workers=0)
        for name in ("one", "two")
    ]
    assert all(one.drawn for one in hidden)
    seeds = {ask(tmp_path / name, "SELECT seed FROM runs")["seed"][0] for name in ("one", "two")}
    assert len(seeds) == 2


def test_other_claims_are_another_test_on_other_deals(tmp_path: Path) -> None:
    one = tried(tmp_path / "db", "lowest", "random", max_pairs=2)
    other = tried(tmp_path / "db", "lowest", "random", max_pairs=2, sprt=Sprt(0, 99))
    assert one.outcome.run_id != other.outcome.run_id
    assert ask(tmp_path / "db", "SELECT DISTINCT seed_hash FROM runs").num_rows == 2


def test_beginning_anew_deals_other_cards(tmp_path: Path) -> None:
    first = tried(tmp_path / "db", "lowest", "random", max_pairs=4)
    again = tried(tmp_path / "db", "lowest", "random", max_pairs=4)
    fresh = tried(tmp_path / "db", "lowest", "random", max_pairs=4, fresh=True)
    assert first.outcome.run_id == again.outcome.run_id != fresh.outcome.run_id
    hashes = ask(tmp_path / "db", "SELECT DISTINCT seed_hash FROM runs").num_rows
    assert hashes == 2


def test_a_tournament_may_be_one_and_must_have_two_contestants_and_single_pairs(
    tmp_path: Path,
) -> None:
    registry = load(plugin_dirs=(), env={})
    form = {"name": "sequential", "elo1": 100.0, "max_pairs": 40}
    short = preset("classic", target=301)
    bots = ["basic", "random"]
    tournament = build("", bots, rules=short, pairs=1, format=form, seed=3)
    outcome = run_tournament(tournament, registry, database=tmp_path / "db", workers=0)
    assert outcome.standings.rows[0].name == "basic"
    assert outcome.progress.total < 80
    assert ask(tmp_path / "db", "FROM sequential WHERE accepted = 'H1'").num_rows == 1
    with pytest.raises(BeloteError, match=r"pairs: .* one by one: 1, not 2"):
        build("", bots, rules=short, pairs=2, format=form, seed=3)
    with pytest.raises(BeloteError, match=r"--pairs: .* one by one: 1, not 3"):
        tournament.but(pairs=3)
    with pytest.raises(BeloteError, match="one by one, not at 4 matches"):
        run_tournament(tournament._replace(pairs=2), registry, database=tmp_path / "two", workers=0)
    three = build("", [*bots, "lowest"], rules=short, pairs=1, format=form)
    with pytest.raises(BeloteError, match="a test is of two contestants, not 3"):
        run_tournament(three, registry, database=tmp_path / "db", workers=0)
