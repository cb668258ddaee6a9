"""The score sheet of one hand: what each side writes, and why."""

from __future__ import annotations

from typing import Final

from harness.game.bids import Contract
from harness.game.outcome import Counts, counted
from harness.game.play import law_of
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import SIDES, Pair
from harness.game.sheet import score_counts
from harness.game.verdicts import by_side
from harness.report.reasons import Case, reasons
from harness.report.tables import print_json, say, show

PARTS: Final = ("points", "declarations", "belote", "bid", "held_paid")
"""What a side's score is made of, as `HandScore` has it."""
_HEADINGS: Final = ("", *SIDES)


def print_score(
    rules: Rules, contract: Contract, counts: Counts, tricks: Pair | None, *, as_json: bool
) -> None:
    """Score a hand and print what each side writes, part by part, and why.

    Args:
        rules: the table's rules.
        contract: what the auction settled, of the taker only the side.
        counts: what was counted, the capot left out.
        tricks: tricks won; None where no side took all of them.
        as_json: whether a machine reads it.

    Raises:
        BeloteError: naming the count that cannot be.
    """
    score = score_counts(rules, contract, counts, tricks)
    told = counts._replace(capot=score.capot)
    why = why_written(rules, contract, told, score)
    parts = {part: getattr(score, part) for part in PARTS}
    if as_json:
        print_json(
            {
                "outcome": score.outcome,
                "capot": None if score.capot is None else SIDES[score.capot],
                **{name: by_side(pair) for name, pair in parts.items()},
                "held_out": score.held_out,
                "score": by_side(score.score),
                "why": why,
            }
        )
        return
    draw_score(score)
    for reason in why:
        say(reason)


def draw_score(score: HandScore) -> None:
    """Draw what each side writes, part by part."""
    pairs = {part.replace("_", " "): getattr(score, part) for part in PARTS}
    rows = [(name, *map(str, pair)) for name, pair in pairs.items() if any(pair)]
    show(_HEADINGS, [*rows, ("writes", *map(str, score.score))], numbers=SIDES)


def why_written(rules: Rules, contract: Contract, counts: Counts, score: HandScore) -> list[str]:
    """Return, sentence by sentence, why each side writes what it does.

    Args:
        rules: the table's rules.
        contract: what the auction settled.
        counts: what the hand was scored from, the capot among it.
        score: what it came to.
    """
    have, whole = counted(rules, contract, counts, law_of(rules, contract.trump).total)
    return list(reasons(Case(rules, contract, counts, have, whole, score)))
