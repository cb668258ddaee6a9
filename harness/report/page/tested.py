"""A sequential test as the page shows it: its claims, how it ended, and the path to there."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final

from harness.arena.duel import path_of
from harness.arena.rating.sprt import Sprt
from harness.arena.runs import Ask, RunInfo
from harness.arena.sequential import NAME
from harness.report.sequential import verdict

DRAWN: Final = 400
"""Steps of a path that the chart shows, about; a long one looks the same with fewer."""

_CLAIMS: Final = {field.name for field in fields(Sprt)}


def tested(ask: Ask, run: RunInfo) -> dict[str, Any] | None:
    """Return what the test of a run came to; None where it was none, or was scored again.

    Returns:
        `names` of the two, the first being the one that the claims are about; the claims as `sprt`;
        in sentences the `verdict`; and for the chart the `bounds` of the log likelihood ratio and
        its `path`, `pairs` and `llr` at a time.
    """
    config = json.loads(run.config)
    if config.get("format") != NAME or "rescored_from" in config:
        return None
    sprt = Sprt(**{name: value for name, value in config["options"].items() if name in _CLAIMS})
    names = [one["name"] for one in config["sides"] or config["contestants"]]
    path = list(path_of(ask, run.run_id, sprt))
    every = len(path) // DRAWN + 1
    drawn = path[:-1:every] + path[-1:]
    return {
        "names": names,
        "sprt": sprt,
        "verdict": list(verdict(names, sprt, path)),
        "bounds": sprt.bounds,
        "path": [{"pairs": step.sample.units, "llr": step.llr} for step in drawn],
    }
