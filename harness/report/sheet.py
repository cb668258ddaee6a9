"""The score sheet of one hand: what each side writes, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from harness.game.rules import Rules
from harness.game.scoring import CARD_POINTS, FAILED, MADE, TIED, HandScore
from harness.game.seats import SIDES, Side
from harness.report.tables import console, print_json, say, table

_HEADINGS: Final = ("", *SIDES)
_TIES: Final = {
    "bank": "whoever defends the next scored hand",
    "hold": "whoever wins the next scored hand",
    "pool": "whoever wins the next scored hand",
}


def print_score(rules: Rules, takers: Side, score: HandScore, *, as_json: bool) -> None:
    """Print what each side writes for a hand, part by part, and why."""
    reasons = list(_reasons(rules, takers, score))
    if as_json:
        sides = {
            side: {
                "points": score.points[number],
                "declarations": score.declarations[number],
                "belote": score.belote[number],
                "held_paid": score.held_paid[number],
                "score": score.score[number],
            }
            for number, side in enumerate(SIDES)
        }
        capot = None if score.capot is None else SIDES[score.capot]
        told = {"outcome": score.outcome, "capot": capot, "held_out": score.held_out}
        print_json({**told, **sides, "why": reasons})
        return
    lines = {
        "Card points": score.points,
        "Declarations": score.declarations,
        "Belote": score.belote,
        "Held from before": score.held_paid,
        "Writes": score.score,
    }
    rows = [
        (name, f"{ours}", f"{theirs}")
        for name, (ours, theirs) in lines.items()
        if ours or theirs or name == "Writes"
    ]
    console().print(table(_HEADINGS, rows, numbers=SIDES))
    for reason in reasons:
        say(reason)


def _reasons(rules: Rules, takers: Side, score: HandScore) -> Iterator[str]:
    took, defends = SIDES[takers], SIDES[1 - takers]
    if score.capot is not None:
        counted = score.card_points[score.capot]
        yield f"{SIDES[score.capot]} won every trick: {counted} instead of the card points."
    needs = (
        "total more than the defenders"
        if rules.contract == "compare"
        else f"reach {rules.contract_points}, or {rules.contract_points_belote} with belote"
    )
    yield f"{took} took and had to {needs}: {_OUTCOMES[score.outcome]}."
    if score.outcome == FAILED:
        yield f"{defends} writes {_taken_by_defenders(rules, takers, score)}."
    if score.held_out:
        yield f"{score.held_out} points wait for {_TIES.get(rules.tie, 'the next winner')}."
    written = [
        sum(parts)
        for parts in zip(
            score.points, score.declarations, score.belote, score.held_paid, strict=True
        )
    ]
    if tuple(written) != score.score:
        yield f"Rounded to tens: {written[0]} to {score.score[0]}, {written[1]} to {score.score[1]}."


_OUTCOMES: Final = {MADE: "made", FAILED: "failed", TIED: "both sides are level"}


def _taken_by_defenders(rules: Rules, takers: Side, score: HandScore) -> str:
    whole = CARD_POINTS + rules.last_trick
    points = (
        f"the capot's {score.card_points[1 - takers]}"
        if score.capot == 1 - takers
        else f"all {whole}"
    )
    if not any(score.declarations):
        return points
    whose = "every declaration" if rules.failed_takes == "announced" else "the better declarations"
    return f"{points} and {whose}"
