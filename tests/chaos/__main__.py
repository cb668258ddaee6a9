"""`python -m tests.chaos`: storms one after another, and what each survived.

Every start but the last of a storm is broken off: by the end of the driver, or of Ray's head.
"""

from __future__ import annotations

import argparse
import sys
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.chaos import hostile
from tests.chaos.storm import DRIVER, HEAD, PLAYER, WORKER, Storm, plain, scheduled

STARTS = (
    (PLAYER, WORKER, PLAYER, DRIVER),
    (WORKER, PLAYER, HEAD),
    (PLAYER, PLAYER, WORKER, WORKER, DRIVER),
    (WORKER, PLAYER, WORKER, PLAYER),
)


def main() -> int:
    """Blow as many storms as asked for; return whether one of them broke something."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the first storm")
    parser.add_argument("--storms", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=2)
    asked = parser.parse_args()
    broken = 0
    for seed in range(asked.seed, asked.seed + asked.storms):
        with TemporaryDirectory(prefix="belote-storm-") as folder:
            wrong = _blow(Storm(Path(folder), seed, pairs=asked.pairs, format="gauntlet"), seed)
        for line in wrong:
            _say(f"  WRONG: {line}")
        broken += bool(wrong)
    return int(broken > 0)


def _blow(storm: Storm, seed: int) -> list[str]:
    """Blow one storm, say what it survived, and return what is wrong afterwards."""
    wrong, status = [], None
    for victims in STARTS:
        status = storm.blow(*victims)
        if status == 0:
            break
        if status == 2 and "Ray has ended in the middle of the run" not in storm.error:
            wrong.append(f"a start ended with {storm.error!r}")
    if status != 0:
        return [*wrong, f"the last start ended with status {status}: {storm.error!r}"]
    found, calm, honest = storm.tables(), storm.calm(), storm.honest()
    ids = sorted(match["match_id"] for match in found["matches"])
    if ids != sorted(fixture.match_id for fixture in scheduled(storm.run())):
        wrong.append("not every scheduled match exists once")
    wrong += [
        f"{name} are not those of a calm run, such as {_first_other(found[name], calm[name])}"
        for name in calm
        if found[name] != calm[name]
    ]
    among = honest.match_ids()
    for name, table in (("matches", honest.matches), ("hands", honest.hands)):
        if [row for row in found[name] if row["match_id"] in among] != plain(table):
            wrong.append(f"{name} of honest bots are not those of a table nobody disturbs")
    blamed = {(fault["bot"], fault["kind"]) for fault in found["faults"]}
    if blamed != set(hostile.FAULTS.items()):
        wrong.append(f"faults sit with {sorted(blamed)}")
    if storm.left():
        wrong.append(f"processes are left: {storm.left()}")
    kills = ", ".join(f"{count} of a {victim}" for victim, count in storm.kills.items())
    rows = ", ".join(f"{len(found[name]):,} {name}" for name in found)
    _say(
        f"Storm {seed}: {storm.starts} starts, {storm.kills.total()} kills survived ({kills}); "
        f"{len(found['faults'])} faults attributed to {len(hostile.FAULTS)} bots; "
        f"rows compared with a calm run: {rows}."
    )
    return wrong


def _first_other(found: list[Any], calm: list[Any]) -> str:
    """Return the first row that the other has not, and the other's at its place."""
    return next(f"{one} for {other}" for one, other in zip_longest(found, calm) if one != other)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
