"""What each side writes down for a hand, and what waits for a later one."""

from typing import Any

from .cards import OTHER, SIDES
from .presets import Rules

Pair = dict[str, int]
"""One number for each side."""

CARDS_IN_THE_DECK = 152
TRICKS = 8


def capot_points(rules: Rules) -> int:
    """The card points of a side that took every trick."""
    if rules["capot_total"] is not None:
        return int(rules["capot_total"])
    return int(CARDS_IN_THE_DECK + rules["last_trick"] + rules["capot_bonus"])


def to_tens(number: int) -> int:
    """The nearest ten, halves upward."""
    return (number + 5) // 10 * 10


def outcome_of(rules: Rules, takers: str, points: Pair, belote: Pair, capot: str | None) -> str:
    """Made, failed or tied; `points` are cards and declarations without belote."""
    defenders = OTHER[takers]
    if capot == defenders:
        return "failed"

    theirs = points[defenders] + belote[defenders]
    ours = points[takers]
    if rules["belote_counts"]:
        ours += belote[takers]

    if ours == theirs and rules["tie"] != "fail":
        return "tied"
    if rules["contract"] == "compare":
        return "made" if ours > theirs else "failed"
    belote_said = belote["NS"] + belote["EW"] > 0
    needed = rules["contract_points_belote"] if belote_said else rules["contract_points"]
    return "made" if ours >= needed else "failed"


def score(
    rules: Rules,
    *,
    taker_side: str,
    card_points: Pair,
    tricks: Pair,
    announced: Pair,
    declarations: Pair,
    belote: Pair,
    held: dict[str, Any] | None = None,
    contree: bool = False,
) -> dict[str, Any]:
    """Score a hand that was played.

    `card_points` hold the last trick; `announced` is all that was said, `declarations` what the
    comparison let score; `held` is what waits from before. Gives `outcome`, `capot` (the side that
    took every trick), `card_points` (a capot's as the rules pay it), `score` and `held_out`.
    """
    takers = taker_side
    defenders = OTHER[takers]
    waiting = held["points"] if held else 0

    capot = None
    for side in SIDES:
        if tricks[side] == TRICKS:
            capot = side
            card_points = {side: capot_points(rules), OTHER[side]: 0}
    points = {side: card_points[side] + declarations[side] for side in SIDES}
    outcome = outcome_of(rules, takers, points, belote, capot)

    # What a contrée doubles is kept apart from what it leaves alone: belotes and held points.
    stakes = dict(points)
    extras = dict(belote)
    held_out = 0

    if outcome == "failed":
        prize = (
            capot_points(rules) if capot == defenders else CARDS_IN_THE_DECK + rules["last_trick"]
        )
        spoils = announced if rules["failed_takes"] == "announced" else declarations
        stakes = {takers: 0, defenders: prize + spoils["NS"] + spoils["EW"]}
        if rules["belote_when_failed"] == "lost":
            extras = {takers: 0, defenders: belote["NS"] + belote["EW"]}

    if outcome == "tied" and rules["tie"] in ("bank", "hold"):
        stakes[takers] = 0
        held_out = points[takers]
    if outcome == "tied" and rules["tie"] == "pool":
        stakes = {"NS": 0, "EW": 0}
        extras = {"NS": 0, "EW": 0}
        held_out = points["NS"] + points["EW"] + belote["NS"] + belote["EW"]

    # Whoever the earlier points were waiting for.
    if rules["tie"] == "bank" or outcome == "failed":
        extras[defenders] += waiting
    elif outcome == "made":
        extras[takers] += waiting
    else:
        held_out += waiting

    written = {}
    for side in SIDES:
        number = stakes[side] * (2 if contree else 1) + extras[side]
        written[side] = to_tens(number) if rules["rounding"] == "tens" else number
    return {
        "outcome": outcome,
        "capot": capot,
        "card_points": card_points,
        "score": written,
        "held_out": held_out,
    }
