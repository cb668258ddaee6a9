"""Hostile bots in the sandbox: none gets anywhere, each loses by its own fault, nothing is left."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import pytest

from bots.lowest import LowestBot
from harness.arena.table import Played, Seated, Table
from harness.game import DealSet, preset
from harness.plugin import sandbox
from harness.plugin.bench import Bench
from harness.plugin.isolation import Isolation, Level, Limits, Time
from harness.plugin.manifest import Manifest
from harness.plugin.program import submitted

ROOT: Final = Path(__file__).parents[2]
ATTACKS: Final = Path(__file__).with_name("attacks.py")
QUICK: Final = Time(per_decision_ms=1500, bank_s=10, start_s=20)
SMALL: Final = Limits(memory_mb=300, processes=20, disk_mb=4)


def test_the_sandbox_can_be_used_where_the_tests_run() -> None:
    assert sandbox.why_not() is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the attackers in it, as it is submitted."""
    folder = tmp_path / "submitted"
    folder.mkdir()
    shutil.copy(ATTACKS, folder / "attacks.py")
    return folder


def attacked(
    folder: Path,
    attack: str,
    level: Level = "sandbox",
    time: Time = QUICK,
    **given: Any,  # noqa: ANN401
) -> Played:
    """Play one deal with an attacker at N and S."""
    program = submitted(
        folder, Manifest(name="guest", version="1", entry=f"attacks:{attack}", presets=("classic",))
    )
    bench = Bench(program, Isolation(level, time, SMALL), given)
    sides = Seated("guest", bench.make), Seated("host", LowestBot)
    played = Table(preset("classic"), DealSet(bytes(16), 1), sides, 1).play()
    bench.close()
    until = monotonic() + 10.0  # the kernel takes its time to take away what is killed
    while (left := left_of(folder)) and monotonic() < until:
        sleep(0.02)
    assert left == []
    return played


def left_of(folder: Path) -> list[str]:
    """Return what processes are left that name the folder."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if process.name.isdigit() and str(folder) in command and int(process.name) != os.getpid():
            found.append(command)
    return found


def not_reached(played: Played) -> None:
    """See that an attacker got nothing and played on to the end."""
    assert played.fault is None, (played.fault.kind, played.fault.message, played.fault.trace)
    assert played.match.ended_by == "deals"


def fault_of(played: Played) -> tuple[str, str]:
    """Return the fault that ended a match, which is the attacker's own."""
    fault = played.fault
    assert fault is not None
    assert fault.seat in (0, 2)
    assert played.match.winner == 1
    return fault.kind, fault.message


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the organiser's, beside the bot's folder."""
    path = tmp_path / "secret.txt"
    path.write_text("AS")
    return path


@pytest.fixture
def listening() -> Iterator[dict[str, Any]]:
    """Sockets of the organiser's, one on the network and one that has no file."""
    address = f"\0belote-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(address)
        local.listen()
        yield {"port": server.getsockname()[1], "address": address}


def test_the_table_is_nowhere_in_the_bot_s_process(folder: Path) -> None:
    not_reached(attacked(folder, "LooksAround"))


def test_other_processes_cannot_be_seen_traced_or_read(folder: Path) -> None:
    not_reached(attacked(folder, "LooksAtProcesses", most=2))


def test_partners_find_nothing_of_each_other(folder: Path) -> None:
    not_reached(attacked(folder, "TellsPartner"))
    not_reached(attacked(folder, "SignalsPartner"))


def test_files_of_others_cannot_be_read(folder: Path, secret: Path) -> None:
    not_reached(attacked(folder, "Reads", secret=str(secret)))


def test_nothing_can_be_written_but_its_own_tmp(folder: Path, secret: Path) -> None:
    not_reached(attacked(folder, "Writes", secret=str(secret)))
    assert secret.read_text() == "AS"
    assert sorted(path.name for path in folder.parent.iterdir()) == ["secret.txt", "submitted"]


def test_the_network_cannot_be_reached(folder: Path, listening: dict[str, Any]) -> None:
    not_reached(attacked(folder, "Calls", **listening))


def test_no_rights_can_be_had(folder: Path) -> None:
    not_reached(attacked(folder, "Rises"))


@pytest.mark.parametrize(
    ("attack", "reached"),
    [
        ("Reads", "secret, "),
        ("Writes", "secret, beside, itself, "),
        ("Calls", "here, abstract"),
        ("TellsPartner", "a socket, /tmp"),
        ("SignalsPartner", "a time"),
    ],
)
def test_without_the_sandbox_the_same_attacks_get_through(
    folder: Path, secret: Path, listening: dict[str, Any], attack: str, reached: str
) -> None:
    """Else the tests above would say nothing."""
    try:
        played = attacked(folder, attack, "process", secret=str(secret), **listening)
    finally:
        for place in ("/tmp", "/dev/shm"):
            Path(place, "belote-partner").unlink(missing_ok=True)
        Path(sandbox.__file__).parents[1].joinpath("mine").unlink(missing_ok=True)
        for place in ("/usr/mine", "/mine", "/dev/mine"):
            Path(place).unlink(missing_ok=True)
    kind, message = fault_of(played)
    assert kind == "exception"
    assert f"Reached: {reached}" in message


def test_processes_are_limited_and_end_with_the_match(folder: Path) -> None:
    not_reached(attacked(folder, "Forks"))


def test_nothing_is_left_behind(folder: Path) -> None:
    not_reached(attacked(folder, "Orphans"))


def test_memory_is_limited(folder: Path) -> None:
    kind, message = fault_of(attacked(folder, "Swells"))
    assert (kind, message) == ("memory", "MemoryError")


def test_the_disk_is_limited(folder: Path) -> None:
    not_reached(attacked(folder, "Fills", most=2 * SMALL.disk_mb << 20))


def test_talk_is_no_answer(folder: Path) -> None:
    not_reached(attacked(folder, "Talks"))


@pytest.mark.parametrize(
    ("garbage", "kind", "message"),
    [
        (r"b'{\"bid\":\"pass\"'", "protocol", "wrote what is no answer"),
        (r"b'{nonsense}\n'", "protocol", "wrote what is no answer: '{nonsense}'"),
        (r"b'{\"bid\":7}\n'", "protocol", "Expected `str | null`, got `int`"),
        (r"b'{\"bid\":\"\xff\xfe\"}\n'", "protocol", "wrote what is no answer"),
        (r"b'{\"card\":\"7S\"}\n'", "protocol", "where a 'bid' was asked for"),
        (r"b'{' + b'[' * 50_000 + b'\n'", "protocol", "wrote what is no answer"),
        (r"b'{' * 200_000", "protocol", "wrote a line of more than 65,536 bytes"),
        (r"b'{\"bid\":\"pass\"}\n' * 2", "protocol", "an answer when nothing was asked"),
        (r"b'{\"bid\":\"180H\"}\n'", "illegal", "answered '180H' where a bid was asked for"),
    ],
    ids=[
        "partial",
        "malformed",
        "wrong type",
        "not UTF-8",
        "other",
        "deep",
        "huge",
        "twice",
        "illegal",
    ],
)
def test_garbage_for_an_answer_is_the_bot_s_own_fault(
    folder: Path, garbage: str, kind: str, message: str
) -> None:
    found, said = fault_of(attacked(folder, "Garbles", garbage=garbage))
    assert found == kind
    assert message in said


SHORT: Final = Time(per_decision_ms=200, bank_s=10, start_s=20)


@pytest.mark.parametrize("attack", ["Hangs", "Spins"])
def test_a_bot_that_does_not_answer_is_late(folder: Path, attack: str) -> None:
    fault = fault_of(attacked(folder, attack, time=SHORT))
    assert fault == ("late", "took longer than 200 ms over one answer")


def test_a_bot_that_is_never_ready_is_silent(folder: Path) -> None:
    fault = fault_of(attacked(folder, "HangsAtStart", time=Time(200, 10, 2)))
    assert fault == ("silent", "was not ready within 2 s")


def test_a_bot_that_closes_its_output_never_answers(folder: Path) -> None:
    """In the sandbox its end is held open for it until its time is over."""
    assert fault_of(attacked(folder, "Closes", time=SHORT))[0] == "late"
    fault = fault_of(attacked(folder, "Closes", "process"))
    assert fault == ("silent", "closed its output before it had answered")


def test_a_bot_that_dies_has_crashed(folder: Path) -> None:
    fault = fault_of(attacked(folder, "Dies"))
    assert fault == ("crashed", "its process was ended by SIGKILL")


HARNESS: Final = """
import sys
from pathlib import Path
from tests.hostile.test_hostile import Time, attacked
attacked(Path(sys.argv[1]), "Hangs", time=Time(60_000, 600, 20))
"""


def test_nothing_is_left_where_the_harness_itself_is_killed(folder: Path) -> None:
    harness = subprocess.Popen([sys.executable, "-c", HARNESS, str(folder)], cwd=ROOT)
    until = monotonic() + 60
    while len(left_of(folder)) < 4 and monotonic() < until:  # the harness, bubblewrap twice, a bot
        sleep(0.02)
    harness.kill()
    harness.wait()
    until = monotonic() + 10
    while (left := left_of(folder)) and monotonic() < until:
        sleep(0.02)
    assert left == []


UNROOTED: Final = """
import os, shutil, tempfile
from pathlib import Path
from tests.hostile.test_hostile import ATTACKS, attacked, not_reached
assert os.geteuid()
for attack, given in {"LooksAtProcesses": {"most": 2}, "SignalsPartner": {}, "Rises": {}}.items():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        shutil.copy(ATTACKS, folder)
        not_reached(attacked(Path(folder), attack, **given))
"""


def test_a_harness_that_is_not_root_s_keeps_its_bots_in_just_as_well() -> None:
    """There a bot is the user that started its sandbox, and no other."""
    unrooted = [] if os.geteuid() else ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
    command = [*unrooted, sys.executable, "-c", UNROOTED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
