"""The score sheet of one hand: what each side writes, and why."""

from __future__ import annotations

from typing import Final

from harness.game.auction import Contract
from harness.game.play import law_of
from harness.game.rules import Rules
from harness.game.scoring import Counts, Pair, counted
from harness.game.seats import SIDES
from harness.game.sheet import score_counts
from harness.game.verdicts import by_side
from harness.report.reasons import Case, reasons
from harness.report.tables import print_json, say, show

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
    have, whole = counted(rules, contract, told, law_of(rules, contract.trump).total)
    why = list(reasons(Case(rules, contract, told, have, whole, score)))
    parts = {
        "points": score.points,
        "declarations": score.declarations,
        "belote": score.belote,
        "bid": score.bid,
        "held_paid": score.held_paid,
    }
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
    rows = [(name.replace("_", " "), *map(str, pair)) for name, pair in parts.items() if any(pair)]
    rows.append(("writes", *map(str, score.score)))
    show(_HEADINGS, rows, numbers=SIDES)
    for reason in why:
        say(reason)
