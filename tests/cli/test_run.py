"""belote run: what it prints, what it refuses, and what others see meanwhile."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from harness.arena.answering import ask
from harness.errors import BeloteError
from tests.arena.stored import READER, another_process
from tests.cli.commands import COMMAND, Said, environment, finish, start
from tests.cli.conftest import Command

SERIAL = ("--workers", 0)
SLOW = ("run", "--bots", "random,slow", "--seed", 7, *SERIAL)
THINKING = "0.005"
PAIRS, MATCHES = 12, 24
PLAYED = """
    SELECT * EXCLUDE (run_id) FROM matches ORDER BY match_id
"""
HANDS = """
    SELECT * EXCLUDE (think_us_ns, think_us_ew) FROM hands ORDER BY match_id, hand_no
"""


def stored(database: Path) -> int:
    """Return how many matches are there; none where there is no database yet."""
    try:
        return int(ask(database, "SELECT count(*) AS n FROM matches")["n"][0].as_py())
    except BeloteError:
        return 0


@contextmanager
def slow_run(folder: Path, odd_bots: Path, *options: object) -> Iterator[subprocess.Popen[str]]:
    """Start a run that takes its time, and yield it once it has committed something."""
    env = {"BELOTE_PLUGINS": str(odd_bots), "SLOW_SECONDS": THINKING}
    command = start(*SLOW, *options, "--db", "slow.duckdb", cwd=folder, env=env)
    with running(command, folder / "slow.duckdb") as process:
        yield process


@contextmanager
def running(started: subprocess.Popen[str], database: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield a run once it has committed something, and end it."""
    with started as process:
        try:
            patience = monotonic() + 60
            while not stored(database):
                assert process.poll() is None, process.stderr and process.stderr.read()
                assert monotonic() < patience
                sleep(0.05)
            yield process
        finally:
            process.kill()


# What it prints


def test_a_run_ends_with_its_ranking_and_its_story(belote: Command, tmp_path: Path) -> None:
    said = belote("run", "friday", *SERIAL, "--db", "new/quick.duckdb")
    assert (said.status, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].split()[:3] == ["Rank", "Bot", "Elo"]
    assert {line.split()[0] for line in lines[1:3]} in ({"1", "2"}, {"1–2"})  # as results are
    (story,) = (line for line in lines if line.startswith("6 matches played: "))
    assert story.endswith(", finished.")
    assert max(map(len, lines[:3])) <= 80
    assert stored(tmp_path / "new" / "quick.duckdb") == 6


def test_a_run_that_is_stored_already_is_not_played_again(belote: Command) -> None:
    first = belote("run", "friday", *SERIAL, "--json", "--db", "quick.duckdb").json()
    again = belote("run", "friday", *SERIAL, "--json", "--db", "quick.duckdb").json()
    assert (first["matches_played_now"], again["matches_played_now"]) == (6, 0)
    assert again["run_id"] == first["run_id"]
    assert again["standings"] == first["standings"]
    fresh = belote("run", "friday", *SERIAL, "--json", "--db", "quick.duckdb", "--fresh").json()
    assert fresh["run_id"] != first["run_id"]
    assert fresh["matches_played_now"] == 6


def test_a_match_lost_by_a_fault_is_spoken_of(
    belote: Command, odd_bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    absent = ("run", "--bots", "random,absent", "--pairs", 1, *SERIAL, "--db", "quick.duckdb")
    said = belote(*absent)
    assert said.status == 0
    assert "\n2 faults of bots: belote query " in said.out
    assert belote(*absent, "--json").json()["status"] == "finished"


def test_a_run_on_workers_prints_nothing_but_json(odd_bots: Path, tmp_path: Path) -> None:
    options = ("--pairs", 6, "--seed", 7, "--workers", 2, "--json", "--db", "quick.duckdb")
    bots = ("run", "--bots", "random,lowest,shy", *options)
    env = {"BELOTE_PLUGINS": str(odd_bots)}
    said = finish(start(*bots, cwd=tmp_path, env=env))
    assert (said.status, said.err) == (0, "")
    assert said.json()["matches_played_now"] == 36
    assert [row["matches"] for row in said.json()["standings"]] == [24, 24, 24]


# What it refuses


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["fridya"],
            (
                "tournaments.toml: there is no tournament 'fridya'; did you mean 'friday'? "
                "(known: friday, long)"
            ),
        ),
        (
            [],
            (
                "give the name of a tournament of tournaments.toml (friday, long), "
                "or bots to play: one of the two"
            ),
        ),
        (
            ["--bots", "random,lowset"],
            (
                "there is no bot 'lowset'; did you mean 'lowest'? "
                "(known: basic, counter, expert, lowest, montecarlo, random, solver)"
            ),
        ),
        (["--bots", "random"], "tournament: bots: a tournament needs two or more, not 1"),
        (
            ["--bots", "random,random"],
            (
                "tournament: bots: 'random' stands twice; give one of them another name, as in "
                '{ bot = "random", name = "random-2" }'
            ),
        ),
        (["friday", "--pairs", "0"], "--pairs: from 1 to 10,000,000, not 0"),
        (["friday", "--set", "target"], "--set takes field=value, not 'target'"),
        (
            ["friday", "--set", "target=20"],
            "rule target = 20 is not allowed (in classic); it takes 301 to 1001",
        ),
        (
            ["friday", "--seed", "luck"],
            "--seed: a number below 2^128 or 32 hexadecimal digits, not 'luck'",
        ),
        (
            ["friday", "--seed", "-1"],
            "--seed: a number below 2^128 or 32 hexadecimal digits, not '-1'",
        ),
        (["--bots", ""], "--bots is empty: give it a value, or leave it out"),
        (["friday", "--rules", " "], "--rules is empty: give it a value, or leave it out"),
        (
            ["friday", "--workers", "-1"],
            "--workers takes 0, to play in this process, to 1024, not -1",
        ),
        (
            ["friday", "--workers", "9" * 20],
            f"--workers takes 0, to play in this process, to 1024, not {'9' * 20}",
        ),
        (["friday", "-f", "none.toml"], "none.toml does not exist: write tournaments there"),
    ],
)
def test_a_run_that_cannot_be_played_is_one_line(
    belote: Command, arguments: list[str], error: str
) -> None:
    said = belote("run", *arguments, "--db", "quick.duckdb")
    assert said == (2, "", f"belote: {error}\n")


@pytest.mark.parametrize(
    ("setting", "meant"), [("--set=tagret=501", "target"), ("--rules=clasic", "classic")]
)
def test_an_unknown_rule_or_preset_is_one_line_with_the_likeliest_one(
    belote: Command, setting: str, meant: str
) -> None:
    said = belote("run", "friday", setting)
    assert (said.status, said.out) == (2, "")
    assert f"did you mean '{meant}'?" in said.err
    assert said.err.count("\n") == 1


def test_a_database_that_cannot_be_made_is_one_line(belote: Command, tmp_path: Path) -> None:
    said = belote("run", "friday", *SERIAL, "--db", "tournaments.toml/quick.duckdb")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: cannot open {tmp_path}/tournaments.toml/quick.duckdb: ")
    assert said.err.count("\n") == 1


def test_a_database_that_somebody_reads_is_one_line_that_names_them(
    belote: Command, tmp_path: Path
) -> None:
    database = tmp_path / "quick.duckdb"
    assert belote("run", "friday", *SERIAL, "--db", database).status == 0
    with another_process(READER, database) as reader:
        said = belote("run", "friday", *SERIAL, "--fresh", "--db", database)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: {database} is held by process {reader.pid} (")
    assert said.err.count("\n") == 1


# Meanwhile


def test_others_ask_about_a_run_while_it_is_on(
    belote: Command, odd_bots: Path, tmp_path: Path
) -> None:
    database = tmp_path / "slow.duckdb"
    with slow_run(tmp_path, odd_bots, "--pairs", 1000) as process:
        counted = belote("query", "SELECT count(*) AS n FROM matches", "--json", "--db", database)
        shown = belote("standings", "--db", database)
        exported = belote("export", "--db", database)
        healthy = belote("doctor", "--db", database)
        second = belote("run", "friday", *SERIAL, "--db", database)
        assert process.poll() is None, "it is still on"
    assert 0 < counted.json()[0]["n"] < 2000
    assert " is not finished (running): " in shown.out
    assert shown.out.endswith(" of 2,000 matches so far.\n")
    assert len(exported.out.splitlines()) >= counted.json()[0]["n"]
    assert healthy.status == 0
    assert f"held by process {process.pid} (" in " ".join(healthy.out.split())
    assert second.status == 2
    assert f"is held by process {process.pid} (" in second.err


def test_the_order_of_a_bots_sets_is_the_same_in_every_run_and_its_talk_stays_off_the_output(
    odd_bots: Path, tmp_path: Path
) -> None:
    env = {"BELOTE_PLUGINS": str(odd_bots)}
    run = ("run", "--bots", "random,unordered", "--seed", 7, "--pairs", 2, "--json")
    for name in ("one", "two"):
        said = finish(start(*run, *SERIAL, "--db", name, cwd=tmp_path, env=env))
        assert said.json()["status"] == "finished"
        assert "thinking aloud" in said.err
    one, two = (ask(tmp_path / name, HANDS) for name in ("one", "two"))
    assert one.equals(two)


# Ending early


def interrupted(folder: Path, odd_bots: Path, number: signal.Signals, *options: object) -> Said:
    """Start a slow run, end it by a signal once it has committed something."""
    with slow_run(folder, odd_bots, "--pairs", PAIRS, *options) as process:
        process.send_signal(number)
        return finish(process)


@pytest.fixture(scope="module")
def whole(odd_bots: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Said, Path]:
    """The slow run that nothing interrupts, played quickly, and its database."""
    folder = tmp_path_factory.mktemp("whole")
    run = (*SLOW, "--pairs", PAIRS, "--json", "--db", "whole.duckdb")
    played = finish(start(*run, cwd=folder, env={"BELOTE_PLUGINS": str(odd_bots)}))
    return played, folder / "whole.duckdb"


@pytest.mark.parametrize(
    ("number", "workers"),
    [(signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGHUP, 0), (signal.SIGINT, 1)],
)
def test_a_run_that_is_interrupted_keeps_what_it_played_and_is_completed_by_the_next(
    belote: Command,
    odd_bots: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    whole: tuple[Said, Path],
    number: signal.Signals,
    workers: int,
) -> None:
    broken_off = interrupted(tmp_path, odd_bots, number, "--json", "--workers", workers)
    assert (broken_off.status, broken_off.err) == (130, "")
    outcome = broken_off.json()
    assert outcome["status"] == "interrupted"
    kept = outcome["matches"]
    assert 0 < kept < MATCHES
    assert stored(tmp_path / "slow.duckdb") == kept
    assert not (tmp_path / "slow.duckdb.sock").exists()

    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    completed = belote(*SLOW, "--pairs", PAIRS, "--json", "--db", "slow.duckdb").json()
    assert (completed["status"], completed["matches"]) == ("finished", MATCHES)
    assert completed["matches_played_now"] == MATCHES - kept

    undisturbed, database = whole
    assert completed["run_id"] == undisturbed.json()["run_id"]
    assert completed["standings"] == undisturbed.json()["standings"]
    for question in (PLAYED, HANDS):
        assert ask(tmp_path / "slow.duckdb", question).equals(ask(database, question))


def test_a_run_on_a_drawn_seed_that_is_killed_goes_on_and_another_is_refused_until_it_is_meant(
    belote: Command, odd_bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tournaments.toml").write_text(
        f'[tournament.friday]\nbots = ["random", "slow"]\npairs = {PAIRS}\n'
    )
    env = {"BELOTE_PLUGINS": str(odd_bots), "SLOW_SECONDS": THINKING}
    friday = ("run", "friday", *SERIAL, "--db", "slow.duckdb", "--json")
    with running(start(*friday, cwd=tmp_path, env=env), tmp_path / "slow.duckdb") as process:
        process.kill()
        process.wait()
    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    (kept,) = tmp_path.glob("slow.duckdb.*.seed")
    assert kept.stat().st_mode & 0o777 == 0o600
    refused = belote(*friday, "--pairs", PAIRS + 1)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"is not finished: pairs ({PAIRS}, now {PAIRS + 1}). --accept-changes" in refused.err
    ended = belote(*friday).json()
    assert (ended["status"], ended["matches"]) == ("finished", MATCHES)
    assert 0 < ended["matches_played_now"] < MATCHES
    assert not kept.exists()


def test_an_accepted_change_is_played_on_the_matches_of_before(
    belote: Command, odd_bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = interrupted(tmp_path, odd_bots, signal.SIGINT, "--json")
    before = said.json()["matches"]
    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    changed = ("run", "--bots", "random,slow", "--seed", 7, *SERIAL, "--pairs", PAIRS + 1)
    both = belote(*changed, "--fresh", "--accept-changes", "--db", "slow.duckdb")
    assert (both.status, both.out) == (2, "")
    assert "give one of the two" in both.err
    ended = belote(*changed, "--accept-changes", "--json", "--db", "slow.duckdb").json()
    assert ended["matches"] == MATCHES + 2
    assert ended["matches_played_now"] == MATCHES + 2 - before
    assert ended["continues"] == said.json()["run_id"]
    told = belote(*changed, "--accept-changes", "--db", "slow.duckdb").out
    assert f"\nWhat is the same in run {ended['continues']} was taken over from it.\n" in told


def test_a_run_that_is_interrupted_says_so_to_people(odd_bots: Path, tmp_path: Path) -> None:
    said = interrupted(tmp_path, odd_bots, signal.SIGINT)
    assert said.status == 130
    assert ", interrupted.\n" in said.out
    assert f" of {MATCHES} matches are kept.\n" in said.out
    assert "Traceback" not in said.err


def test_a_disk_that_fills_up_ends_a_run_in_one_line_and_room_completes_it(
    belote: Command, tmp_path: Path
) -> None:
    run = ("run", "--bots", "random,lowest", "--seed", 7, "--pairs", 300, *SERIAL, "--db")
    limited = [
        "sh",
        "-c",
        'ulimit -f 900; exec "$@"',
        "sh",
        *COMMAND,
        *map(str, run),
        "full.duckdb",
    ]
    with subprocess.Popen(
        limited,
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        said = finish(process)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: cannot write to {tmp_path}/full.duckdb: ")
    assert said.err.endswith("; what was committed before is kept\n")
    assert said.err.count("\n") == 1
    kept = stored(tmp_path / "full.duckdb")
    assert 0 < kept < 600

    shown = belote("standings", "--db", "full.duckdb")
    assert shown.out.endswith(f" is not finished (failed): {kept} of 600 matches so far.\n")
    completed = belote(*run, "full.duckdb", "--json").json()
    assert (completed["matches"], completed["matches_played_now"]) == (600, 600 - kept)
