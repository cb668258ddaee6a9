"""A sequential test as people and machines read it, while it is on and when it is decided."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from harness.arena.duel import Trial
from harness.arena.rating.samples import Pairs
from harness.arena.rating.sprt import Sprt
from harness.arena.sequential import Step
from harness.report.elo import sprt_as_dict, sprt_in_words
from harness.report.figures import likelihood, limits
from harness.report.tables import plural, print_json, say

_CLAIMED = {"H1": "H1 is accepted", "H0": "H0 is accepted", None: "Neither claim is accepted"}


class Live:
    """What is said of a test while it is on."""

    def __init__(self, sprt: Sprt) -> None:
        self._bounds = sprt.bounds
        self._llr = 0.0

    def hear(self, step: Step) -> None:
        """Take notice of a step."""
        self._llr = step.llr

    def doing(self) -> str:
        """Say how far the ratio has come between its bounds."""
        lower, upper = self._bounds
        return f"LLR {self._llr:+.2f} ({lower:.2f} to {upper:.2f})"


def print_tested(tested: Trial, *, as_json: bool) -> None:
    """Print what a test decided for, and after how many pairs."""
    sample = tested.path[-1].sample if tested.path else Pairs()
    llr = tested.path[-1].llr if tested.path else 0.0
    new, base = tested.names
    if as_json:
        print_json(_as_dict(tested, sample, llr))
        return
    elo, normalized = sample.elo(), sample.normalized_elo()
    say(f"{_CLAIMED[tested.accepted]} after {plural(sample.units, 'pair')} of {new} and {base}.")
    say(sprt_in_words(tested.sprt, llr))
    for name, estimate in (("Elo", elo), ("Normalised Elo", normalized)):
        say(f"{name} {' '.join(limits(estimate.value, estimate.lower, estimate.upper))}")
    say(f"LOS {likelihood(sample.los)}")
    say(f"\nRun {tested.outcome.run_id}, {tested.outcome.status}.")


def _as_dict(tested: Trial, sample: Pairs, llr: float) -> dict[str, Any]:
    new, base = tested.names
    return {
        "run_id": tested.outcome.run_id,
        "status": tested.outcome.status,
        "new": new,
        "base": base,
        "pairs": sample.units,
        "counts": list(sample.counts),
        "elo": asdict(sample.elo()),
        "normalized_elo": asdict(sample.normalized_elo()),
        "los": sample.los,
        "sprt": sprt_as_dict(tested.sprt, llr),
    }
