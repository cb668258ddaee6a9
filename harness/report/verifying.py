"""What came of playing matches again, as people and machines read it."""

from __future__ import annotations

from typing import Final

from harness.arena.verifying import Difference, Verdict
from harness.game.cards import card_names
from harness.report.tables import plural, print_json, say

SHOWN: Final = 20
"""Differences that are written out."""
_LONGEST: Final = 60
_CARDS: Final = ("deck", "plays")


def print_verdict(verdict: Verdict) -> None:
    """Print how much was played again and each difference, a line each."""
    run = (
        f"{verdict.run.name}, run {verdict.run.run_id}" if verdict.run.name else verdict.run.run_id
    )
    for one in verdict.differences[:SHOWN]:
        say(_line(one))
    if len(verdict.differences) > SHOWN:
        say(f"and {len(verdict.differences) - SHOWN:,} more differences")
    matches, hands = plural(verdict.matches, "match", "matches"), plural(verdict.hands, "hand")
    played = f"{matches} of {run} played again (--seed {verdict.seed}), {hands}"
    if verdict.differences:
        wrong = len({one.match_id for one in verdict.differences})
        say(f"{played}: {plural(wrong, 'match differs', 'matches differ')}.")
    else:
        say(f"{played}: all as stored.")


def print_verdict_as_json(verdict: Verdict) -> None:
    """Print an object with every difference."""
    print_json(
        {
            "run_id": verdict.run.run_id,
            "seed": verdict.seed,
            "matches": verdict.matches,
            "hands": verdict.hands,
            "differences": [one._asdict() for one in verdict.differences],
        }
    )


def _line(one: Difference) -> str:
    where = f"match {one.match_id}" + ("" if one.hand_no is None else f", hand {one.hand_no}")
    if one.stored is None and one.played == one.column:
        return f"{where}: played now, and not stored"
    if one.played is None and one.stored == one.column:
        return f"{where}: stored, and not played now"
    stored, played = (_written(one.column, value) for value in (one.stored, one.played))
    return f"{where}, {one.column}: stored {stored}, played {played}"


def _written(column: str, value: object) -> str:
    text = card_names(value) if column in _CARDS and isinstance(value, list) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
