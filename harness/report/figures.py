"""Figures as they may be said: with no more digits than their interval justifies."""

from __future__ import annotations

import math

from harness.arena.rating.samples import two_sided
from harness.report.tables import DASH


def decimals(margin: float | None) -> int:
    """Return how many decimals leave the margin two digits; below 0 for tens and hundreds."""
    if not margin or not math.isfinite(margin):
        return 0
    places = 1 - math.floor(math.log10(margin))
    return places - 1 if round(margin, places) >= 10.0 ** (2 - places) else places


def half_width(variance: float, units: int, level: float) -> float:
    """Return half the normal interval of a mean; that of a coin where all units went alike."""
    return two_sided(level) * math.sqrt((variance or 0.25) / max(units, 1))


def signed(value: float, margin: float | None) -> str:
    """Return a value with its sign, rounded to what its margin leaves of it."""
    places = decimals(margin)
    rounded = round(value, places)
    return f"{rounded:+.{max(places, 0)}f}" if rounded else f"{0:.{max(places, 0)}f}"


def true_minus(figure: str) -> str:
    """Return a figure with the sign that is as wide as a plus, for a page."""
    return figure.replace("-", "−")


def plus_minus(margin: float | None) -> str:
    """Return a margin in two digits."""
    if margin is None:
        return DASH
    places = decimals(margin)
    return f"± {round(margin, places):.{max(places, 0)}f}"


def limits(value: float, lower: float | None, upper: float | None) -> tuple[str, str]:
    """Return a value and its interval; where one limit is not there, the other one."""
    if lower is not None and upper is not None:
        margin = (upper - lower) / 2
        return signed(value, margin), plus_minus(margin)
    if lower is not None:
        return signed(value, value - lower), f"≥ {signed(lower, value - lower)}"
    if upper is not None:
        return signed(value, upper - value), f"≤ {signed(upper, upper - value)}"
    return signed(value, None), DASH


def share(value: float, margin: float | None) -> str:
    """Return a share in percent, rounded to what its margin leaves of it."""
    places = max(0, decimals(100 * margin) if margin else 0)
    return f"{100 * value:.{min(places, 3)}f}%"


def likelihood(los: float) -> str:
    """Return a likelihood in percent that never claims to be certain."""
    if 0.01 <= los <= 0.99:
        return f"{los:.0%}"
    return ">99%" if los > 0.5 else "<1%"


def two_digits(count: float) -> int:
    """Return a count as far as it is known that rests on a spread: rounded up to two digits."""
    unit: int = 10 ** max(math.floor(math.log10(max(count, 1))) - 1, 0)
    return math.ceil(count / unit) * unit
