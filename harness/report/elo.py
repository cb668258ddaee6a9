"""What bare counts say, as people and machines read it.

These figures are for comparing with those of others, so they have more digits than they deserve.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from harness.arena.rating.samples import Estimate, Pairs, Sample
from harness.arena.rating.sprt import Claim, Sprt
from harness.report.tables import DASH, plural, print_json, say, show

_VERDICTS: Final[dict[Claim | None, str]] = {
    "H0": "H0 is accepted",
    "H1": "H1 is accepted",
    None: "open",
}


def print_elo(sample: Sample, level: float, sprt: Sprt | None, *, as_json: bool) -> None:
    """Print score, Elo, normalised Elo and likelihood of superiority, and the state of a test."""
    if as_json:
        print_json(_as_dict(sample, level, sprt))
        return
    rows = [
        ("Score", f"{sample.score:.3%}", ""),
        ("Elo", *_cells(sample.elo(level))),
        ("Normalised Elo", *_cells(sample.normalized_elo(level))),
        ("LOS", f"{sample.los:.3%}", ""),
    ]
    show(("", "Value", f"{100 * level:g} %"), rows, numbers=("Value",))
    say(f"\n{_counted(sample)}.")
    if sprt:
        say(sprt_in_words(sprt, sprt.llr(sample)))


def sprt_in_words(sprt: Sprt, llr: float) -> str:
    """Return how far a sequential test has come, in a sentence."""
    lower, upper = sprt.bounds
    return (
        f"SPRT of {sprt.elo0:g} against {sprt.elo1:g} ({sprt.model}): "
        f"LLR {llr:.4f} between {lower:.3f} and {upper:.3f}, {_VERDICTS[sprt.accepted(llr)]}."
    )


def sprt_as_dict(sprt: Sprt, llr: float) -> dict[str, Any]:
    """Return how far a sequential test has come, with full figures."""
    lower, upper = sprt.bounds
    return {
        **asdict(sprt),
        "lower": lower,
        "upper": upper,
        "llr": llr,
        "accepted": sprt.accepted(llr),
    }


def _counted(sample: Sample) -> str:
    matches = plural(sample.matches, "match", "matches")
    return f"{plural(sample.units, 'pair')}, {matches}" if isinstance(sample, Pairs) else matches


def _cells(estimate: Estimate) -> tuple[str, str]:
    value, margin = f"{estimate.value:+.3f}", estimate.margin
    if margin is not None:
        return value, f"± {margin:.3f}"
    if estimate.lower is not None:
        return value, f"≥ {estimate.lower:+.3f}"
    if estimate.upper is not None:
        return value, f"≤ {estimate.upper:+.3f}"
    return value, DASH


def _as_dict(sample: Sample, level: float, sprt: Sprt | None) -> dict[str, Any]:
    return {
        "unit": "pair" if isinstance(sample, Pairs) else "match",
        "counts": list(sample.counts),
        "matches": sample.matches,
        "score": sample.score,
        "level": level,
        "elo": asdict(sample.elo(level)),
        "normalized_elo": asdict(sample.normalized_elo(level)),
        "los": sample.los,
        "sprt": sprt and sprt_as_dict(sprt, sprt.llr(sample)),
    }
