"""How many pairs it takes, as people and machines read it."""

from __future__ import annotations

import math
from typing import Any, Final

from harness.arena.rating.planning import Plan, score_at
from harness.arena.rating.sprt import FARTHEST, Sprt
from harness.arena.spread import OTHER, Spread
from harness.errors import BeloteError
from harness.report.figures import two_digits
from harness.report.tables import plural, print_json, say, show

LEGS: Final = 2
_UNIT: Final = {"match": "pair", "duplicate": "board"}
_WHY: Final = {
    "forfeited": "with a forfeited match",
    "alone": "of bots that met only once",
    "uneven": "of bots too far apart",
    "alike": "that all had the same score",
}


def print_plan(
    plan: Plan,
    spread: Spread,
    *,
    elo: float | None,
    margin: float | None,
    as_json: bool,
) -> None:
    """Print how many pairs show a difference, fixed beforehand or one after the other.

    Args:
        plan: how sure one wants to be.
        spread: of the pairs so far.
        elo: the difference to see, in Elo; None where it is in points.
        margin: in points a hand.
        as_json: whether a machine reads it.

    Raises:
        BeloteError: No number of pairs shows it, or nothing was measured to tell.
    """
    if margin is not None and spread.margin_deviation is None:
        there = f", or take the {there}" if (there := _of_other(spread)) else ""
        raise BeloteError(
            f"no {_UNIT[spread.mode]}s are stored that would tell how far margins spread: play "
            f"some{there}"
        )
    if elo is not None:
        units = plan.units(score_at(elo), spread.deviation, asked=elo)
    else:
        units = plan.units(margin or 0.0, spread.margin_deviation or 0.0)
    pairs = math.ceil(units)
    lengths = _sequential(spread, abs(elo)) if elo else None
    if as_json:
        print_json(_as_dict(plan, spread, pairs, lengths, elo=elo, margin=margin))
        return
    noun = _UNIT[spread.mode]
    what = f"{elo:g} Elo" if elo is not None else f"{margin:g} points a hand"
    shown, about = (two_digits(units), "About ") if spread.pairs else (pairs, "")
    say(
        f"{about}{plural(shown, noun)}, {LEGS * shown:,} matches, show a difference of {what}: "
        f"with probability {plan.power:.0%} its {100 * plan.level:g} % interval leaves out 0."
    )
    if lengths:
        say("\nOne after the other, until a sequential test is decided, they are on average:")
        show(
            ("If the difference is", "Pairs"),
            [(f"{gain:g} Elo", f"{two_digits(length):,}") for gain, length in lengths.items()],
            numbers=("Pairs",),
        )
    say(f"\n{_measured(spread, noun, points=elo is None)}")
    if left_out := _left_out(spread):
        say(left_out)


def _sequential(spread: Spread, elo: float) -> dict[float, float] | None:
    """Return how long a test of 0 against this Elo is on average, by the true difference."""
    if elo > FARTHEST:
        return None
    sprt = Sprt(0, elo, model="logistic")
    return {
        gain: sprt.units_expected(spread.deviation, 0.5 + score_at(gain), LEGS)
        for gain in (0.0, elo / 2, elo)
    }


def _measured(spread: Spread, noun: str, *, points: bool) -> str:
    """Say how far results spread, in what was asked for: score, or points a hand."""
    if not spread.pairs:
        told = f"Nothing is stored that tells how {noun}s spread: each match is taken for a coin."
        return f"{told} What there is: {_of_other(spread)}." if spread.of_other else told
    how = f"score of a {noun} spreads by {spread.deviation:.3f}"
    if points:
        how = f"margin of a {noun} spreads by {spread.margin_deviation:.3g} points a hand"
    return f"The {how}, as measured in {plural(spread.pairs, noun)}."


def _of_other(spread: Spread) -> str:
    """Name the pairs of the other mode with the option that takes them; "" where there are none."""
    if not spread.of_other:
        return ""
    other = OTHER[spread.mode]
    return f"{plural(spread.of_other, _UNIT[other])} of --mode {other}"


def _left_out(spread: Spread) -> str:
    """Say how many pairs were passed over, and why; nothing where none was."""
    said = [f"{count:,} {_WHY[why]}" for why, count in spread.left_out.items() if count]
    return f"Left out: {', '.join(said)}." if said else ""


def _as_dict(
    plan: Plan,
    spread: Spread,
    pairs: int,
    lengths: dict[float, float] | None,
    *,
    elo: float | None,
    margin: float | None,
) -> dict[str, Any]:
    return {
        "elo": elo,
        "margin": margin,
        "mode": spread.mode,
        "level": plan.level,
        "power": plan.power,
        "pairs": pairs,
        "matches": LEGS * pairs,
        "sequential": lengths
        and [{"elo": gain, "pairs": length} for gain, length in lengths.items()],
        "measured_pairs": spread.pairs,
        "left_out": dict(spread.left_out),
        "pairs_of_other_mode": spread.of_other,
        "deviation": spread.deviation,
        "margin_deviation": spread.margin_deviation,
    }
