"""A sequential test as the page shows it: its claims, how it ended, and the path to there."""

from __future__ import annotations

import json
from typing import Any, Final

from harness.arena.paths import claims_of, path_of
from harness.arena.runs import Ask, RunInfo, names_of
from harness.report.sequential import verdict

DRAWN: Final = 400
"""Steps of a path that the chart shows, about; a long one looks the same with fewer."""


def tested(ask: Ask, run: RunInfo) -> dict[str, Any] | None:
    """Return what the test of a run came to; None where it was none, or was scored again.

    Returns:
        `names` of the two, the first being the one that the claims are about; the claims as `sprt`;
        in sentences the `verdict`; and for the chart the `bounds` of the log likelihood ratio and
        its `path`, `pairs` and `llr` at a time.
    """
    config = json.loads(run.config)
    sprt = claims_of(config)
    if sprt is None:
        return None
    names = names_of(config)
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
