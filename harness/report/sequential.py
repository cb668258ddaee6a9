"""A sequential test as people and machines read it, while it is on and when it is decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from harness.arena.duel import Trial
from harness.arena.rating.samples import Pairs
from harness.arena.rating.sprt import Claim, Sprt
from harness.arena.runs import FINISHED
from harness.arena.sequential import Step
from harness.report.elo import sprt_as_dict, sprt_in_words
from harness.report.figures import likelihood, limits
from harness.report.tables import plural, print_json, say

_CLAIMED = {"H1": "H1 is accepted", "H0": "H0 is accepted", None: "Neither claim is accepted"}

_GOES_ON = "Nothing is settled: the same command with --max-pairs above {pairs} goes on from here."
_ANEW = "Nothing is settled, and --fresh would begin another test rather than go on with this one."
_DRAWN = (
    "Nothing is settled, and its deals, drawn for bots that are kept apart, are no secret any "
    "more: --max-pairs above {pairs} begins another test on others."
)


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
    if as_json:
        sample, llr, _ = _end(tested.path)
        print_json(_as_dict(tested, sample, llr))
        return
    for line in verdict(tested.names, tested.sprt, tested.path):
        say(line)
    say(f"\nRun {tested.outcome.run_id}, {tested.outcome.status}.")
    if tested.outcome.status != FINISHED:
        return
    if stored := _stored(tested):
        say(stored)
    if tested.accepted is None:
        told = _ANEW if tested.fresh else _DRAWN if tested.drawn else _GOES_ON
        say(told.format(pairs=f"{len(tested.path):,}"))


def _stored(tested: Trial) -> str:
    """Say what came of pairs that were stored before; empty where that needs no word."""
    progress = tested.outcome.progress
    stored = progress.kept // 2
    pairs = f"{plural(stored, 'pair')} {'is' if stored == 1 else 'are'} stored already"
    if stored > tested.max_pairs:
        played = "" if progress.played else ", and nothing was played"
        decided = f"the first {len(tested.path):,} decided"
        counted = "all of them count" if tested.accepted is None else decided
        return f"{pairs}, more than the {tested.max_pairs:,} asked for: {counted}{played}."
    return "" if progress.played else f"Nothing was played: {pairs}."


def verdict(names: Sequence[str], sprt: Sprt, path: Sequence[Step]) -> Iterator[str]:
    """Yield in words what a test decided for, how far its ratio came, and what it estimates.

    Args:
        names: of the two, the first being the one that the claims are about.
        sprt: its claims.
        path: pair by pair; empty before the first.
    """
    sample, llr, accepted = _end(path)
    new, base = names
    yield f"{_CLAIMED[accepted]} after {plural(sample.units, 'pair')} of {new} and {base}."
    yield sprt_in_words(sprt, llr)
    for name, one in (("Elo", sample.elo()), ("Normalised Elo", sample.normalized_elo())):
        yield f"{name} {' '.join(limits(one.value, one.lower, one.upper))}"
    yield f"LOS {likelihood(sample.los)}"


def _end(path: Sequence[Step]) -> tuple[Pairs, float, Claim | None]:
    """Return what was counted, the ratio and the claim accepted at the end of a path."""
    if not path:
        return Pairs(), 0.0, None
    return path[-1].sample, path[-1].llr, path[-1].accepted


def _as_dict(tested: Trial, sample: Pairs, llr: float) -> dict[str, Any]:
    new, base = tested.names
    return {
        "run_id": tested.outcome.run_id,
        "status": tested.outcome.status,
        "matches_played_now": tested.outcome.progress.played,
        "new": new,
        "base": base,
        "pairs": sample.units,
        "counts": list(sample.counts),
        "elo": asdict(sample.elo()),
        "normalized_elo": asdict(sample.normalized_elo()),
        "los": sample.los,
        "sprt": sprt_as_dict(tested.sprt, llr),
    }
