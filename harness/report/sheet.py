"""The score sheet of one hand: what each side writes, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from harness.game.rules import Rules
from harness.game.scoring import (
    CARD_POINTS,
    FAILED,
    MADE,
    TIED,
    HandScore,
    Pair,
    score_hand,
)
from harness.game.seats import SIDES, Side
from harness.game.verdicts import by_side
from harness.report.tables import print_json, say, show

_HEADINGS: Final = ("", *SIDES)
_OUTCOMES: Final = {MADE: "made", FAILED: "failed", TIED: "level"}
_NEXT: Final = {
    "bank": "whoever defends the next scored hand",
    "hold": "whoever wins the next scored hand",
    "pool": "whoever wins the next scored hand",
}


class Counts(NamedTuple):
    """What a hand is scored from, as `score_hand` takes it; pairs are NS, EW."""

    card_points: Pair
    tricks: Pair | None
    announced: Pair
    declarations: Pair
    belote: Pair
    held: int
    contree: bool


def print_score(rules: Rules, takers: Side, counts: Counts, *, as_json: bool) -> None:
    """Score a hand and print what each side writes, part by part, and why."""
    score = score_hand(rules, taker=takers, **counts._asdict())
    reasons = list(_reasons(rules, takers, counts, score))
    parts = {
        "points": score.points,
        "declarations": score.declarations,
        "belote": score.belote,
        "held_paid": score.held_paid,
    }
    if as_json:
        told = {
            "outcome": score.outcome,
            "capot": None if score.capot is None else SIDES[score.capot],
            **{name: by_side(pair) for name, pair in parts.items()},
            "held_out": score.held_out,
            "score": by_side(score.score),
            "why": reasons,
        }
        print_json(told)
        return
    rows = [(name.replace("_", " "), *map(str, pair)) for name, pair in parts.items() if any(pair)]
    rows.append(("writes", *map(str, score.score)))
    show(_HEADINGS, rows, numbers=SIDES)
    for reason in reasons:
        say(reason)


def _reasons(rules: Rules, takers: Side, counts: Counts, score: HandScore) -> Iterator[str]:
    """Yield a sentence for each step from the counts to what is written."""
    yield from _what_each_has(rules, takers, counts, score)
    took, defends = SIDES[takers], SIDES[1 - takers]
    if score.capot == 1 - takers:
        yield f"{took} took and won no trick: failed."
    else:
        needs = _needs(rules, defends, belote=any(counts.belote))
        yield f"{took} took and had to {needs}: {_OUTCOMES[score.outcome]}."
    if score.outcome == FAILED:
        yield from _what_failing_costs(rules, takers, counts, score)
    if score.outcome == TIED:
        yield _what_a_tie_does(rules, takers, counts)
    if counts.contree:
        yield "Contrée: card points and declarations count twice, belote and held points once."
    if any(score.held_paid):
        payee = SIDES[score.held_paid.index(counts.held)]
        yield f"The {counts.held} held from before go to {payee}."
    if score.held_out:
        yield f"{score.held_out} wait for {_NEXT[rules.tie]}."
    if rules.rounding == "tens":
        yield "Each side writes its sum rounded to tens, halves up."


def _what_each_has(rules: Rules, takers: Side, counts: Counts, score: HandScore) -> Iterator[str]:
    for side, name in enumerate(SIDES):
        if score.capot == side:
            yield f"{name} won every trick: its cards count {score.card_points[side]}."
        elif score.capot is None and not counts.card_points[side]:
            yield f"{name} won only tricks that are worth nothing: no capot."
        counted = side != takers or rules.belote_counts
        parts = {
            "in cards": score.card_points[side],
            "declared": counts.declarations[side],
            "for belote": counts.belote[side] if counted else 0,
        }
        listed = [f"{worth} {what}" for what, worth in parts.items() if worth]
        total = f": {sum(parts.values())}" if len(listed) > 1 else ""
        yield f"{name} has {', '.join(listed) or 'nothing'}{total}."


def _needs(rules: Rules, defenders: str, *, belote: bool) -> str:
    if rules.contract == "compare":
        return f"have more than {defenders}"
    if belote:
        return f"reach {rules.contract_points_belote}, belote being there"
    return f"reach {rules.contract_points}"


def _what_failing_costs(
    rules: Rules, takers: Side, counts: Counts, score: HandScore
) -> Iterator[str]:
    took, defends = SIDES[takers], SIDES[1 - takers]
    swept = score.capot == 1 - takers
    whole = score.card_points[1 - takers] if swept else CARD_POINTS + rules.last_trick
    given = counts.announced if rules.failed_takes == "announced" else counts.declarations
    whose = "announced by either side" if rules.failed_takes == "announced" else "that score"
    declared = f" and the {sum(given)} of declarations {whose}" if any(given) else ""
    yield f"{defends} writes all {whole}{declared}."
    if counts.belote[takers]:
        kept = rules.belote_when_failed == "kept"
        yield f"{took} keeps its belote." if kept else f"{defends} writes {took}'s belote too."


def _what_a_tie_does(rules: Rules, takers: Side, counts: Counts) -> str:
    if rules.tie == "share":
        return "Each side writes its own."
    if rules.tie == "pool":
        return "Nobody writes anything of this hand now."
    belote = f", {SIDES[takers]} its belote" if counts.belote[takers] else ""
    return f"{SIDES[1 - takers]} writes its own now{belote}."
