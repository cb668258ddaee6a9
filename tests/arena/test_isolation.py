"""Bots in processes of their own at a table: the same hands as in the harness's own process."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from bots.random import RandomBot
from harness.arena.batch import Done, play
from harness.arena.meetings import Tally
from harness.arena.run import Run
from harness.arena.table import Played, Seated, Table
from harness.arena.tournament import build
from harness.game import DealSet, Rules, View, preset
from harness.plugin import Bot, load
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation, Level, Limits, Time
from harness.plugin.manifest import Manifest
from harness.plugin.program import Program, submitted
from tests.arena.stored import untimed
from tests.plugin.dropping import drop
from tests.plugin.starts import watch_starts

CLASSIC: Final = preset("classic")
FOREIGN: Final = Path(__file__).parents[1] / "foreign"


class First(Bot):
    """What the bots in other languages do: the first bid and the first card that are legal."""

    def choose_bid(self, view: View) -> str:
        return view.legal_bids[0]

    def choose_card(self, view: View) -> int:
        return min(view.legal_cards)


def name_of(rules: Rules) -> str:
    return rules.name


def hands_of(program: Program, rules: Rules, level: Level = "process", **how: Any) -> Played:  # noqa: ANN401
    """Play a match of a program against the bot that plays at random."""
    bench = Bench(program, Isolation(level, **how))
    try:
        return match(rules, bench.make, bench.dismiss)
    finally:
        bench.close()


def match(
    rules: Rules,
    make: Callable[[], Bot],
    dismiss: Callable[[], None] = lambda: None,
    number: int = 0,
) -> Played:
    sides = Seated("guest", make), Seated("random", RandomBot)
    try:
        return Table(rules, DealSet(bytes(16), number), sides).play()
    finally:
        dismiss()


def told(played: Played) -> list[dict[str, object]]:
    """Return the rows of a match without the times."""
    assert played.fault is None, (played.fault.message, played.fault.trace)
    return untimed(played.hands)


def rows_of(
    isolation: Level,
    rules: str,
    tables: int = 1,
    **keys: Any,  # noqa: ANN401 - a tournament's
) -> list[dict[str, Any]]:
    """Play four matches of two bots that come with the harness and return their hands."""
    tournament = build(
        "x",
        ["random", "basic"],
        rules=preset(rules),
        pairs=2,
        seed=5,
        isolation=isolation,
        tables=tables,
        **keys,
    )
    run = Run(tournament, load([], {}))
    done: Done = play(run.programme(), list(next(run.rounds(Tally()))[1]))
    assert done.batch.faults.num_rows == 0
    times = ["match_id", "think_us_ns", "think_us_ew"]
    return done.batch.hands.drop_columns(times).to_pylist()


@pytest.mark.parametrize(
    ("level", "rules", "tables", "keys"),
    [
        ("process", "classic", 1, {"keep": True}),
        ("sandbox", "coinche", 2, {"share": True}),
        ("process", "two-handed", 3, {}),
    ],
)
def test_a_run_has_the_same_hands_at_every_level(
    level: Level, rules: str, tables: int, keys: dict[str, bool]
) -> None:
    assert rows_of(level, rules, tables, **keys) == rows_of("none", rules)


# Other languages


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The bot in C, compiled."""
    folder = tmp_path_factory.mktemp("c")
    source = FOREIGN / "lowest.c"
    folder.chmod(0o755)
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", folder / "mybot", source], check=True)
    return submitted(folder, manifest(["./mybot"]))


@pytest.fixture(scope="module")
def in_shell(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The bot for the shell."""
    folder = tmp_path_factory.mktemp("shell")
    folder.chmod(0o755)
    shutil.copy(FOREIGN / "lowest.sh", folder)
    return submitted(folder, manifest(["./lowest.sh"]))


def manifest(command: list[str]) -> Manifest:
    return Manifest(name="guest", version="1", command=tuple(command))


@pytest.mark.parametrize("level", ["process", "sandbox"])
@pytest.mark.parametrize("rules", [CLASSIC, preset("coinche"), preset("two-handed")], ids=name_of)
def test_a_bot_in_c_plays_what_the_same_bot_in_python_plays(
    in_c: Program, rules: Rules, level: Level
) -> None:
    assert told(hands_of(in_c, rules, level)) == told(match(rules, First))


def test_a_bot_for_the_shell_plays_what_the_same_bot_in_python_plays(in_shell: Program) -> None:
    rules = preset("counterclockwise", silence=True, target=200)
    assert told(hands_of(in_shell, rules, "sandbox")) == told(match(rules, First))


@pytest.mark.skipif(shutil.which("javac") is None, reason="there is no Java here")
def test_a_bot_in_java_plays_what_the_same_bot_in_python_plays(tmp_path: Path) -> None:
    """As docs/how-to/any-language.md runs it, within the usual limits."""
    tmp_path.chmod(0o755)
    subprocess.run(["javac", "-d", tmp_path, FOREIGN / "MyBot.java"], check=True)
    page = (FOREIGN.parents[1] / "docs" / "how-to" / "any-language.md").read_text()
    (command,) = re.findall(r'^command = \["java".*\]$', page, re.MULTILINE)
    java = submitted(tmp_path, manifest(tomllib.loads(command)["command"]))
    rules = preset("classic", target=301)
    assert told(hands_of(java, rules, "sandbox")) == told(match(rules, First))


def test_a_command_that_does_not_exist_has_crashed(tmp_path: Path) -> None:
    fault = hands_of(submitted(tmp_path, manifest(["./nothing"])), CLASSIC).fault
    assert fault is not None
    assert (fault.kind, fault.seat) == ("crashed", 0)
    assert fault.trace == "It said:\n./nothing cannot be run: No such file or directory"


# One match and the next

REMEMBERS: Final = '''
import harness
import helper

class Remembers(harness.Bot):
    """Plays its highest card once it has seen another match."""

    def start_match(self, rules, seat):
        helper.matches.append(seat)

    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_card(self, view):
        return (max if len(helper.matches) > 1 else min)(view.legal_cards)
'''


@pytest.fixture
def forgetful(tmp_path: Path) -> Program:
    """A bot with a memory in a module of its own."""
    drop(tmp_path / "bot.py", REMEMBERS)
    drop(tmp_path / "helper.py", "matches = []")
    return submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Remembers"))


@pytest.mark.parametrize("keep", [False, True], ids=["fresh", "kept"])
def test_nothing_of_one_match_is_left_in_the_next(
    forgetful: Program, *, keep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = watch_starts(monkeypatch)
    bench = Bench(forgetful, Isolation("process", keep=keep))
    for number in range(2):
        played = match(CLASSIC, bench.make, bench.dismiss, number)
        assert told(played) == told(match(CLASSIC, First, number=number))
    bench.close()
    assert len(started) == (2 if keep else 4)
    assert not any(each.running for each in started)


# Faults

FAULTY: Final = """
import sys
import harness

class Faulty(harness.Bot):
    def __init__(self, question, answer):
        self.question, self.answer = question, answer

    def choose_bid(self, view):
        return self.answered() if self.question == "bid" else view.legal_bids[0]

    def choose_card(self, view):
        return self.answered() if self.question == "card" else min(view.legal_cards)

    def answered(self):
        print("thinking aloud")
        print("and louder", file=sys.stderr)
        return eval(self.answer)
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Program:
    drop(tmp_path / "bot.py", FAULTY)
    return submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Faulty"))


@pytest.mark.parametrize("question", ["bid", "card"])
@pytest.mark.parametrize(
    "answer", ["-1", "'7S'", "None", "10**30", "1.5", "{}['x']", "True", "[1]", "'\\ud800'"]
)
def test_a_fault_is_told_as_in_the_harness_s_own_process(
    faulty: Program, question: str, answer: str
) -> None:
    given = {"question": question, "answer": answer}
    space: dict[str, Any] = {}
    exec(FAULTY, space)  # noqa: S102 - the bot's own code
    here = match(CLASSIC, lambda: space["Faulty"](**given)).fault
    bench = Bench(faulty, Isolation("process"), given)
    there = match(CLASSIC, bench.make, bench.dismiss).fault
    bench.close()
    assert here is not None
    assert there is not None
    assert (there.kind, there.seat, there.message) == (here.kind, here.seat, here.message)
    assert there.evidence == here.evidence
    if there.kind == "exception":
        assert there.trace is not None
        assert "thinking aloud\nand louder" in there.trace.replace("It said:\n", "")
        assert "KeyError: 'x'" in there.trace


def test_a_kept_process_that_a_bot_ends_in_good_order_has_crashed_all_the_same(
    faulty: Program,
) -> None:
    given = {"question": "card", "answer": "__import__('os')._exit(0)"}
    bench = Bench(faulty, Isolation("process", keep=True), given)
    fault = match(CLASSIC, bench.make, bench.dismiss).fault
    bench.close()
    assert fault is not None
    assert fault.kind == "crashed"
    assert fault.message == "its process ended with status 0 before it had answered"


def test_a_kept_process_makes_no_law_of_play_in_a_match(tmp_path: Path) -> None:
    drop(
        tmp_path / "bot.py",
        """
        import harness
        from harness.game import play
        class Counting(harness.Bot):
            def start_match(self, rules, seat):
                self.made = play._law.cache_info().misses
            def choose_bid(self, view):
                return view.legal_bids[-1]
            def choose_card(self, view):
                assert play._law.cache_info().misses == self.made
                return min(view.legal_cards)
        """,
    )
    program = submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Counting"))
    for rules in map(preset, ("classic", "contree", "bulgarian")):
        assert hands_of(program, rules, keep=True).fault is None


def test_what_a_kept_bot_writes_in_the_sandbox_is_gone_in_the_next_match(tmp_path: Path) -> None:
    drop(
        tmp_path / "bot.py",
        """
        import harness
        from pathlib import Path
        TABLES = Path("/tmp/tables")
        TABLES.write_text("unpacked once")
        class Writing(harness.Bot):
            def start_match(self, rules, seat):
                for folder in map(Path, ("/tmp/notes", "/dev/shm/notes")):
                    folder.mkdir()
                    (folder / "note").write_bytes(bytes(300_000))
            def choose_bid(self, view):
                assert TABLES.read_text() == "unpacked once"
                return view.legal_bids[0]
            def choose_card(self, view):
                return min(view.legal_cards)
        """,
    )
    tmp_path.chmod(0o755)
    program = submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Writing"))
    isolation = Isolation("sandbox", limits=Limits(disk_mb=1), keep=True)
    with closing(Bench(program, isolation)) as bench:
        faults = [match(CLASSIC, bench.make, bench.dismiss, number).fault for number in range(5)]
    assert faults == [None] * 5


def test_what_a_bot_said_in_another_match_is_not_told_with_its_fault(tmp_path: Path) -> None:
    drop(
        tmp_path / "bot.py",
        """
        import harness
        class Talks(harness.Bot):
            def start_match(self, rules, seat):
                print("seat", seat)
            def choose_bid(self, view):
                print("for", view.rules.target)
                return view.legal_bids[0] if view.rules.target == 501 else "what"
            def choose_card(self, view):
                return min(view.legal_cards)
        """,
    )
    program = submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Talks"))
    with closing(Bench(program, Isolation("process", keep=True))) as bench:
        assert match(CLASSIC, bench.make, bench.dismiss).fault is None
        match(preset("classic", target=1000), bench.make, bench.dismiss)
        assert bench.said
        assert not any("501" in said for said in bench.said)


def test_a_bank_that_is_used_up_is_told(tmp_path: Path) -> None:
    drop(
        tmp_path / "bot.py",
        """
        import time, harness
        class Slow(harness.Bot):
            def choose_bid(self, view):
                time.sleep(0.3)
                return view.legal_bids[0]
            def choose_card(self, view):
                time.sleep(0.3)
                return min(view.legal_cards)
        """,
    )
    program = submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Slow"))
    fault = hands_of(program, CLASSIC, time=Time(2000, 1, 20)).fault
    assert fault is not None
    assert (fault.kind, fault.message) == ("late", "has used up its 1 s for the match")
