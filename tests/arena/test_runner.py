"""A run from end to end: rows in the database, the same whoever plays, and what goes wrong."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from harness.arena.answering import ask, asking
from harness.arena.interruption import interruptible
from harness.arena.progress import Progress
from harness.arena.run import Run
from harness.arena.runner import run_tournament
from harness.arena.runs import FINISHED, INTERRUPTED
from harness.arena.standings import rank
from harness.arena.tournament import Tournament, build
from harness.errors import BeloteError, Interrupted
from harness.game import preset
from harness.plugin import Registry, load
from tests.cli.commands import ODD_BOTS

TIMED = ("think_us_ns", "think_us_ew", "started_at", "finished_at", "computed_at")
SEED = 11


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    plugin = tmp_path_factory.mktemp("plugins") / "odd.py"
    plugin.write_text(ODD_BOTS)
    return load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})


def tournament(*bots: Any, pairs: int = 3, **changes: Any) -> Tournament:  # noqa: ANN401
    rules = preset(changes.pop("rules", "classic"))
    return build("test", bots or ("random", "lowest", "basic"), rules=rules, pairs=pairs, **changes)


def rows(database: Path, table: str) -> list[dict[str, Any]]:
    """Return a table without what a clock measured, in an order of its own."""
    (found,) = rows_of_all(database, table)
    return found


def rows_of_all(database: Path, *tables: str) -> list[list[dict[str, Any]]]:
    """Return tables without what a clock measured, in an order of their own."""
    with asking(database) as question:
        stored = [question(f"FROM {table}").to_pylist() for table in tables]
    return [
        sorted(({key: row[key] for key in row if key not in TIMED} for row in found), key=repr)
        for found in stored
    ]


def play(
    database: Path,
    registry: Registry,
    workers: int = 0,
    bots: Sequence[Any] = (),
    **what: Any,  # noqa: ANN401
) -> list[Any]:
    settled = tournament(*bots, **({"seed": SEED} | what))
    run_tournament(settled, registry, database=database, workers=workers)
    return rows_of_all(database, "matches", "hands", "faults", "ratings", "runs")


@pytest.mark.parametrize("rules", ["contree", "coinche", "bulgarian"])
def test_the_same_seed_gives_the_same_rows_a_second_time(
    rules: str, registry: Registry, tmp_path: Path
) -> None:
    first = play(tmp_path / "0", registry, 0, rules=rules, pairs=2)
    assert first == play(tmp_path / "0b", registry, 0, rules=rules, pairs=2)


@pytest.mark.parametrize(("rules", "workers"), [("counterclockwise", 1), ("two-handed", 2)])
def test_the_same_seed_gives_the_same_rows_in_this_process_again_and_on_workers(
    rules: str, workers: int, registry: Registry, tmp_path: Path
) -> None:
    alone = play(tmp_path / "0", registry, 0, rules=rules, pairs=10)
    assert alone == play(tmp_path / "0b", registry, 0, rules=rules, pairs=10)
    assert alone == play(tmp_path / "1", registry, workers, rules=rules, pairs=10)


def test_a_plugin_of_a_folder_reaches_the_workers_with_its_faults(
    registry: Registry, tmp_path: Path
) -> None:
    def run(workers: int) -> list[Any]:
        database = tmp_path / str(workers)
        settled = tournament("random", "cheat", "absent", seed=SEED)
        run_tournament(settled, registry, database=database, workers=workers)
        faults = ask(database, "SELECT * EXCLUDE traceback FROM faults ORDER BY match_id")
        return [rows(database, "matches"), faults.to_pylist()]

    alone = run(0)
    assert {fault["bot"] for fault in alone[1]} == {"cheat", "absent"}
    assert alone == run(2)


def test_both_legs_are_dealt_alike_and_all_else_differently(
    registry: Registry, tmp_path: Path
) -> None:
    play(tmp_path / "db", registry, pairs=6)
    decks = ask(
        tmp_path / "db",
        "SELECT deck::VARCHAR AS deck, list(DISTINCT deal_set) AS sets, "
        "list(DISTINCT hand_no) AS hands FROM hands JOIN matches USING (match_id) GROUP BY 1",
    ).to_pylist()
    assert all(len(deck["sets"]) == len(deck["hands"]) == 1 for deck in decks)
    (counts,) = ask(
        tmp_path / "db",
        """
        SELECT (SELECT sum(n) FROM (SELECT min(hands) AS n FROM matches GROUP BY pair_id)) AS both,
               (SELECT count(*) FROM (FROM hands SELECT deck GROUP BY deck HAVING count(*) = 2))
                   AS twice
        """,
    ).to_pylist()
    assert counts["twice"] == counts["both"] > 0


def test_shared_deals_are_the_same_in_every_pairing(registry: Registry, tmp_path: Path) -> None:
    play(tmp_path / "db", registry, pairs=2, deals="shared")
    first = ask(
        tmp_path / "db",
        "SELECT count(DISTINCT deck) AS decks, count(*) AS hands, count(DISTINCT pairing) AS n "
        "FROM hands JOIN matches USING (match_id) WHERE deal_set = 0 AND hand_no = 0",
    ).to_pylist()
    assert first == [{"decks": 1, "hands": 6, "n": 3}]


def test_a_fault_forfeits_its_match_and_the_tournament_goes_on(
    registry: Registry, tmp_path: Path
) -> None:
    outcome = run_tournament(
        tournament("random", "cheat", "absent", seed=SEED),
        registry,
        database=tmp_path / "db",
        workers=0,
    )
    assert (outcome.status, outcome.progress.played) == (FINISHED, 18)
    matches = rows(tmp_path / "db", "matches")
    assert all(
        row["ended_by"] == "forfeit" for row in matches if "absent" in (row["ns"], row["ew"])
    )
    assert all(
        row["winner"] == ("EW" if row["ns"] == "cheat" else "NS")
        and sorted((row["score_ns"], row["score_ew"])) == [0, 501]
        for row in matches
        if {"cheat", "random"} == {row["ns"], row["ew"]} and row["ended_by"] == "forfeit"
    )
    last = outcome.standings.rows[-1]
    assert (last.name, last.record.wins, last.record.losses) == ("absent", 0, 12)
    assert last.rating.lower is None
    assert last.rating.upper is not None
    evidence = {row["kind"] for row in rows(tmp_path / "db", "faults")}
    assert evidence == {"illegal", "exception"}


def test_the_same_run_again_plays_nothing_and_ranks_the_same(
    registry: Registry, tmp_path: Path
) -> None:
    first = play(tmp_path / "db", registry)
    outcome = run_tournament(tournament(seed=SEED), registry, database=tmp_path / "db", workers=0)
    assert (outcome.progress.kept, outcome.progress.played) == (18, 0)
    again = rows_of_all(tmp_path / "db", "matches", "hands", "faults", "ratings")
    assert again == first[:4]


def test_a_fresh_run_stands_beside_the_old_one_with_the_same_results(
    registry: Registry, tmp_path: Path
) -> None:
    old = run_tournament(tournament(seed=SEED), registry, database=tmp_path / "db", workers=0)
    new = run_tournament(
        tournament(seed=SEED), registry, database=tmp_path / "db", workers=0, fresh=True
    )
    assert new.run_id != old.run_id
    assert new.progress.played == 18
    assert [row.rating.value for row in new.standings.rows] == [
        row.rating.value for row in old.standings.rows
    ]


@pytest.mark.parametrize(
    "change", [{"pairs": 4}, {"seed": 12}, {"rules": "scoresheet"}, {"deals": "shared"}]
)
def test_whatever_changes_what_is_played_makes_another_run(
    change: dict[str, Any], registry: Registry
) -> None:
    usual: dict[str, Any] = {"seed": SEED}
    assert Run(tournament(**usual), registry).run_id == Run(tournament(**usual), registry).run_id
    assert (
        Run(tournament(**usual), registry).run_id
        != Run(tournament(**usual | change), registry).run_id
    )


def test_what_limits_isolated_bots_is_part_of_a_run_only_where_there_are_some(
    registry: Registry,
) -> None:
    limited: dict[str, Any] = {"limits": {"memory_mb": 64}, "keep": True}
    apart = {"bot": "random", "isolation": "process"}
    for bot, idle in (("random", ("limits", "keep")), (apart, ())):
        plain = Run(tournament(bot, "lowest", seed=SEED), registry)
        run = Run(tournament(bot, "lowest", seed=SEED, **limited), registry)
        assert run.idle_keys == idle
        assert (run.run_id == plain.run_id) == bool(idle)


def test_a_drawn_seed_is_secret_until_the_run_is_finished(
    registry: Registry, tmp_path: Path
) -> None:
    run = Run(tournament(), registry)
    assert run.row().seed is None
    assert run.seed != Run(tournament(), registry).seed
    assert run.seed.hex() not in repr(run.row())
    run_tournament(
        tournament("random", "lowest", pairs=1), registry, database=tmp_path / "db", workers=0
    )
    (stored,) = rows(tmp_path / "db", "runs")
    assert len(stored["seed"]) == 32
    seed = bytes.fromhex(stored["seed"])
    assert blake2b(seed, digest_size=32).hexdigest() == stored["seed_hash"]


def test_a_reader_ranks_as_the_run_did(registry: Registry, tmp_path: Path) -> None:
    outcome = run_tournament(tournament(seed=SEED), registry, database=tmp_path / "db", workers=0)
    assert rank(lambda sql: ask(tmp_path / "db", sql), outcome.run_id) == outcome.standings


def test_a_bot_that_cannot_start_is_refused_before_anything_is_made(
    registry: Registry, tmp_path: Path
) -> None:
    quick = {"bot": "random", "name": "quick", "speed": 3}
    for second, complaint in ((quick, "speed"), ("nobody", "no bot 'nobody'")):
        refused = build("", ["random", second], rules=preset("classic"))
        with pytest.raises(BeloteError, match=complaint):
            run_tournament(refused, registry, database=tmp_path / "db", workers=0)
    assert not (tmp_path / "db").exists()


def test_python_runs_a_tournament_as_the_command_line_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tournaments.toml").write_text(
        '[tournament.friday]\nbots = ["random", "lowest"]\npairs = 2\nseed = 5\n'
    )
    named = run_tournament("friday", workers=0, pairs=3)
    given = run_tournament(bots=["random", "lowest"], pairs=3, seed=5, workers=0)
    assert (named.status, named.progress.played) == (FINISHED, 6)
    assert [row.rating.value for row in named.standings.rows] == [
        row.rating.value for row in given.standings.rows
    ]
    with pytest.raises(TypeError, match="cannot take pairs"):
        run_tournament(tournament(), pairs=3, workers=0)


def test_plugins_hear_of_every_match_that_is_committed(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    plugin = tmp_path / "listening.py"
    plugin.write_text(
        "import harness\n\n@harness.hookimpl\ndef match_finished(match):\n"
        f"    with open({str(heard)!r}, 'a') as file:\n"
        "        print(match['match_id'], match['winner'], file=file)\n"
    )
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})
    run_tournament(tournament(seed=SEED), registry, database=tmp_path / "db", workers=0)
    told = {tuple(line.split()) for line in heard.read_text().splitlines()}
    stored = {(row["match_id"], str(row["winner"])) for row in rows(tmp_path / "db", "matches")}
    assert told == stored


@pytest.mark.parametrize("end", ["raise ValueError('no ink')", "raise SystemExit(3)"])
def test_a_plugin_that_cannot_follow_ends_the_run_in_one_line_and_what_is_committed_stays(
    tmp_path: Path, end: str
) -> None:
    plugin = tmp_path / "scribe.py"
    plugin.write_text(
        f"import harness\n\n@harness.hookimpl\ndef match_finished(match):\n    {end}\n"
    )
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})
    many = tournament("random", "lowest", seed=SEED, pairs=40)
    with pytest.raises(BeloteError, match=r"plugin .*scribe\.py fails in match_finished: \w+: "):
        run_tournament(many, registry, database=tmp_path / "db", workers=0)
    (run,) = rows(tmp_path / "db", "runs")
    assert run["status"] == "failed"
    assert len(rows(tmp_path / "db", "matches")) >= 4


def test_an_interrupted_run_keeps_what_it_has_and_goes_on_from_there(
    registry: Registry, tmp_path: Path
) -> None:
    def stop(progress: Progress) -> None:
        if progress.played >= 8 and not progress.kept:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    database = tmp_path / "db"
    outcome = run_tournament(
        tournament(seed=SEED, pairs=12), registry, database=database, workers=0, follow=stop
    )
    assert signal.getsignal(signal.SIGINT) == before
    assert outcome.status == INTERRUPTED
    assert 8 <= outcome.progress.played < 72
    assert len(rows(database, "matches")) == outcome.progress.played
    (run,) = rows(database, "runs")
    assert run["status"] == INTERRUPTED

    again = run_tournament(
        tournament(seed=SEED, pairs=12), registry, database=database, workers=0, follow=stop
    )
    assert (again.status, again.progress.kept) == (FINISHED, outcome.progress.played)
    calm = play(tmp_path / "calm", registry, pairs=12)
    assert rows_of_all(database, "matches", "hands", "faults", "ratings", "runs") == calm


def test_a_signal_waits_until_nothing_can_be_lost_and_a_second_one_does_not() -> None:
    with interruptible() as interruption:
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Interrupted), interruption.at_once():
            pytest.fail("the signal came before")
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGTERM)
    with interruptible() as interruption, pytest.raises(Interrupted), interruption.at_once():
        os.kill(os.getpid(), signal.SIGINT)


def test_a_signal_that_is_to_be_passed_over_does_not_end_a_run() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible() as interruption:
            os.kill(os.getpid(), signal.SIGHUP)
            interruption.check()
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.fixture(autouse=True)
def _hash_seed_of_the_tests_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    yield
    assert "PYTHONHASHSEED" not in os.environ


def test_a_bot_that_changes_the_log_ends_the_run_in_one_line(tmp_path: Path) -> None:
    plugin = tmp_path / "vandal.py"
    plugin.write_text(
        "import harness\nfrom bots.random import RandomBot\n\n"
        "class Vandal(RandomBot):\n"
        "    def choose_card(self, view):\n"
        "        view.log.plays = None\n"
        "        return super().choose_card(view)\n\n"
        "@harness.hookimpl\ndef register_bots(register):\n    register('vandal', Vandal)\n"
    )
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})
    with pytest.raises(BeloteError, match="has a bot changed what its view showed it"):
        run_tournament(
            tournament("random", "vandal", seed=SEED), registry, database=tmp_path / "db", workers=0
        )


# Formats and boards


def test_a_format_that_looks_at_results_meets_the_same_however_many_play(
    registry: Registry, tmp_path: Path
) -> None:
    bots = ("random", "lowest", "basic", "cheat", {"bot": "random", "name": "random-2"})
    swiss = {"name": "swiss", "rounds": 3}
    alone, again, two = (
        play(tmp_path / name, registry, workers, bots=bots, format=swiss)
        for name, workers in (("0", 0), ("0b", 0), ("2", 2))
    )
    assert alone == again == two
    assert len(alone[0]) == 3 * 2 * 2 * 3
    met = {frozenset((match["ns"], match["ew"])) for match in alone[0]}
    assert len(met) == 6


def test_a_knockout_that_is_broken_off_goes_on_to_the_same_final(
    registry: Registry, tmp_path: Path
) -> None:
    bots = ("basic", "random", "lowest", "cheat")

    def stop(progress: Progress) -> None:
        if progress.played >= 4:
            os.kill(os.getpid(), signal.SIGINT)

    cup = tournament(*bots, pairs=6, seed=SEED, format="knockout")
    for _ in range(3):
        outcome = run_tournament(
            cup, registry, database=tmp_path / "broken", workers=0, follow=stop
        )
        assert outcome.status == INTERRUPTED
    calm = play(tmp_path / "calm", registry, bots=bots, pairs=6, format="knockout")
    assert play(tmp_path / "broken", registry, bots=bots, pairs=6, format="knockout") == calm
    assert {match["ns"] for match in calm[0] if match["pairing"] == 2} == {"basic", "lowest"}


def test_a_board_is_one_deal_that_both_legs_play_with_the_same_dealer(
    registry: Registry, tmp_path: Path
) -> None:
    matches, hands, *_ = play(tmp_path / "db", registry, mode="duplicate", pairs=40)
    assert {match["ended_by"] for match in matches} == {"deals"}
    assert {match["hands"] for match in matches} == {1}
    dealt = {hand["match_id"]: (bytes(hand["deck"]), hand["dealer"]) for hand in hands}
    boards: dict[str, set[object]] = {}
    for match in matches:
        boards.setdefault(match["pair_id"], set()).add(dealt[match["match_id"]])
    assert len(boards) == 3 * 40
    assert all(len(deals) == 1 for deals in boards.values())


def test_a_board_s_points_are_the_hand_s_and_what_waits_is_never_paid(
    registry: Registry, tmp_path: Path
) -> None:
    matches, hands, *_ = play(tmp_path / "db", registry, mode="duplicate", pairs=150)
    written = {hand["match_id"]: (hand["score_ns"], hand["score_ew"]) for hand in hands}
    assert all(
        written[match["match_id"]] == (match["score_ns"], match["score_ew"]) for match in matches
    )
    assert any(hand["held_out"] for hand in hands)
    assert not any(hand["held_in"] for hand in hands)
