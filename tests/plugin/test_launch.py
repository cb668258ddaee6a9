"""The process of a bot ends with the one that asked for it, however that ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import pytest

from tests.plugin.dropping import drop

DEAF: Final = """
import os, sys, time
from pathlib import Path

def stay():
    '''Tell which process this is, and never look at anything again.'''
    path = Path(__file__).with_name("pid")
    path.with_name("begun").write_text(str(os.getpid()))
    path.with_name("begun").rename(path)
    while True:
        time.sleep(1)

class Deaf:
    def __init__(self):
        stay()

if __name__ == "__main__":
    stay()
"""
ASKING: Final = """
import json, sys
from pathlib import Path
from harness.game import Hand, View, deck_of, preset
from harness.plugin.bench import Bench
from harness.plugin.chance import Chance
from harness.plugin.isolation import Isolation
from harness.plugin.manifest import Manifest
from harness.plugin.program import submitted

folder, how, manifest = json.loads(sys.argv[1])
program = submitted(Path(folder), Manifest(name="deaf", version="1", **manifest))
hand = Hand(preset("classic"), deck_of(0), dealer=3)
bot = Bench(program, Isolation(**how)).make()
bot.start_match(hand.rules, 0)
bot.start_hand(View(0, hand.log, hand.dealt[0], Chance(1)))
"""


def runs(pid: int) -> bool:
    """Whether a process is there, and not only its status."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere it sees its input end")
@pytest.mark.parametrize(
    ("how", "manifest"),
    [
        ({"level": "process"}, {"command": [sys.executable, "deaf.py"]}),
        ({"level": "process", "keep": True}, {"entry": "deaf:Deaf"}),
    ],
    ids=["a command", "forked"],
)
def test_a_bot_that_listens_to_nothing_ends_with_a_harness_that_is_killed(
    tmp_path: Path, how: dict[str, Any], manifest: dict[str, Any]
) -> None:
    drop(tmp_path / "deaf.py", DEAF)
    asked = json.dumps([str(tmp_path), how, manifest])
    harness = subprocess.Popen([sys.executable, "-c", ASKING, asked])
    until, told = monotonic() + 60, tmp_path / "pid"
    while not told.exists() and harness.poll() is None and monotonic() < until:
        sleep(0.02)
    pid = int(told.read_text())
    assert runs(pid)
    os.kill(harness.pid, signal.SIGKILL)
    harness.wait()
    while runs(pid) and monotonic() < until:
        sleep(0.02)
    assert not runs(pid)
