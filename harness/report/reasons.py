"""Why each side writes what it does: a sentence for each step of a hand's score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from harness.game.bids import CAPOT, CONTREE, DOUBLES, Contract
from harness.game.outcome import (
    FAILED,
    MADE,
    TIED,
    Counts,
    is_banked,
    needed_for,
    needed_with,
    tie_of,
)
from harness.game.play import ALL_TRUMPS
from harness.game.rules import Rules
from harness.game.scoring import HandScore, paid_for
from harness.game.seats import SIDES, Side

_OUTCOMES: Final = {MADE: "made", FAILED: "failed", TIED: "level"}
_TIMES: Final = {2: "twice", 3: "three times", 4: "four times"}
_ROUNDED: Final = {
    "tens": "Each side writes its sum rounded to tens, halves up.",
    "tens_from_six": "Each side writes its sum rounded to tens, sixes up and fives down.",
    "fives": "Each side writes its sum rounded to the nearest five.",
    "balanced": "Both sums are rounded so that together they make the rounded sum.",
    "leader_first": "Both sums are rounded so that together they make the rounded sum, level ones "
    "alike, and who has any points has a ten.",
    "takers_first": "The takers' sum is rounded; the defenders have the rest of the rounded one.",
    "takers_only": "The takers' sum is rounded; the defenders have the rest.",
}


class Case(NamedTuple):
    """A hand that was scored.

    Attributes:
        rules, contract, score: as they are called.
        told: the counts that it was scored from.
        have: what of them counts, with a capot and scaled points as the rules say.
        whole: what all the cards and the last trick come to.
    """

    rules: Rules
    contract: Contract
    told: Counts
    have: Counts
    whole: int
    score: HandScore

    @property
    def takers(self) -> Side:
        """The side that took."""
        return self.contract.taker & 1

    @property
    def took(self) -> str:
        """Its name."""
        return SIDES[self.takers]

    @property
    def defends(self) -> str:
        """The name of the other side."""
        return SIDES[1 - self.takers]

    @property
    def doubled(self) -> bool:
        """Whether the hand was doubled."""
        return self.contract.multiplier > 1


def reasons(case: Case) -> Iterator[str]:
    """Yield a sentence for each step from the counts to what is written."""
    yield from _what_each_has(case)
    yield f"{_what_was_needed(case)}: {_OUTCOMES[case.score.outcome]}."
    if case.score.outcome == TIED:
        yield _what_a_tie_does(case)
    elif case.score.outcome == FAILED or (case.doubled and case.rules.doubled_points != "made"):
        yield from _what_one_side_writes(case)
    else:
        yield from _what_a_bid_brings(case)
    if case.doubled:
        yield _what_a_double_does(case)
    yield from _what_waits(case)
    if case.rules.rounding in _ROUNDED:
        yield _ROUNDED[case.rules.rounding]
    if case.rules.written_in == "tens":
        yield "The sheet counts tens."


def _what_each_has(case: Case) -> Iterator[str]:
    rules, have, capot = case.rules, case.have, case.score.capot
    if case.contract.trump == ALL_TRUMPS and rules.all_trumps_points == "in_proportion":
        yield f"At all trumps card points are scaled to {case.whole}."
    if have.declarations != case.told.declarations:
        yield f"{case.took} won every trick and has the declarations of {case.defends} too."
    for side, name in enumerate(SIDES):
        if capot == side:
            yield f"{name} won every trick: its cards count {have.card_points[side]}."
        elif capot is None and not have.card_points[side]:
            yield f"{name} won only tricks that are worth nothing: no capot."
        parts = _what_counts(case, side)
        listed = [f"{worth} {what}" for what, worth in parts.items() if worth]
        total = f": {sum(parts.values())}" if len(listed) > 1 else ""
        yield f"{name} has {', '.join(listed) or 'nothing'}{total}."


def _what_counts(case: Case, side: Side) -> dict[str, int]:
    """Return what a side has when the contract is judged, part by part."""
    rules, have, defends = case.rules, case.have, side != case.takers
    belote_counts = rules.defence_belote_counts if defends else rules.belote_counts
    return {
        "in cards": have.card_points[side],
        "declared": have.declarations[side] if defends or rules.declarations_count else 0,
        "for belote": have.belote[side] if belote_counts else 0,
    }


# The contract


def _what_was_needed(case: Case) -> str:
    rules, contract = case.rules, case.contract
    took = f"{case.took} bid {contract.bid}" if contract.points else f"{case.took} took"
    if case.score.capot == 1 - case.takers:
        return f"{took} and won no trick"
    if contract.slam is not None:
        alone = "" if contract.slam == CAPOT else ", one seat alone"
        return f"{took} and had to win every trick{alone}"
    if rules.contract == "compare":
        return f"{took} and had to have more than {case.defends}"
    if rules.contract == "bid":
        more = f" and have more than {case.defends}" if rules.beat_defence else ""
        return f"{took} and had to reach {needed_for(rules, contract)}{more}"
    needed = needed_with(rules, case.have.belote, case.takers)
    reached = sum(_what_counts(case, case.takers).values()) >= needed
    more = " and more than level" if reached and case.score.outcome == FAILED else ""
    belote = ", belote being there" if needed != rules.contract_points else ""
    return f"{took} and had to reach {needed}{more}{belote}"


def _what_a_tie_does(case: Case) -> str:
    tie = tie_of(case.rules, case.contract.multiplier, last=case.told.last)
    if tie == "replay":
        return "Nobody writes anything: the same dealer deals again."
    if tie == "share":
        return "Each side writes its own."
    if tie == "pool":
        return "Nobody writes anything of this hand now."
    belote = ""
    if case.have.belote[case.takers] and case.rules.belote_when_tied == "written":
        belote = f", {case.took} its belote"
    return f"{case.defends} writes its own now{belote}."


def _what_a_bid_brings(case: Case) -> Iterator[str]:
    pays = paid_for(case.rules, case.contract, MADE)
    if pays == "bid":
        yield f"{case.took} writes the bid of {case.contract.points}, nobody card points."
    elif pays == "points_and_bid" and case.contract.points:
        yield f"{case.took} writes the bid of {case.contract.points} besides."


def _what_one_side_writes(case: Case) -> Iterator[str]:
    """Say what the winner of a contract failed, or of a doubled one, writes alone."""
    made = case.score.outcome == MADE
    winner, loser = case.takers, 1 - case.takers
    if not made:
        winner, loser = loser, winner
    parts = _parts_of_one_side(case, winner)
    yield f"{SIDES[winner]} writes {_listed(list(parts)) or 'no points'}."
    if case.have.belote[loser]:
        kept = case.rules.belote_when_failed == "kept"
        name = SIDES[loser]
        yield (
            f"{name} keeps its belote." if kept else f"{SIDES[winner]} writes {name}'s belote too."
        )


def _parts_of_one_side(case: Case, winner: Side) -> Iterator[str]:
    rules, have, contract = case.rules, case.have, case.contract
    made = case.score.outcome == MADE
    pays = paid_for(rules, contract, case.score.outcome)
    flat = made and rules.doubled_points == "flat"
    swept = have.capot == winner
    if pays != "bid":
        if rules.failed_points is not None and (flat or not made):
            yield f"{rules.failed_points} {'as for' if made else 'for'} a failed contract"
        else:
            yield f"all {have.card_points[winner] if swept else case.whole}"
    if pays != "points" and contract.points:
        yield f"the bid of {contract.points}"
    if flat and swept and pays != "bid" and rules.doubled_capot:
        yield f"{rules.doubled_capot} for the capot"
    announced = rules.failed_takes == "announced"
    given = have.announced if announced else have.declarations
    if any(given):
        whose = "announced by either side" if announced else "that score"
        yield f"the {sum(given)} of declarations {whose}"


# What comes after


def _what_a_double_does(case: Case) -> str:
    rules, multiplier = case.rules, case.contract.multiplier
    words = DOUBLES.get(rules.auction, ("contrée", CONTREE))
    word = words[multiplier > 2].capitalize()
    times = _TIMES[multiplier]
    if rules.doubles == "everything":
        return f"{word}: all that this hand brings counts {times}, rounded first; held points once."
    if rules.doubles == "bid":
        return f"{word}: the bid counts {times}, the rest once."
    what = ["card points"]
    what += ["declarations"] * rules.declarations + ["the bid"] * (case.contract.points > 0)
    return f"{word}: {_listed(what)} count {times}, belote and held points once."


def _what_waits(case: Case) -> Iterator[str]:
    if any(case.score.held_paid):
        payee = SIDES[case.score.held_paid.index(case.told.held)]
        yield f"The {case.told.held} held from before go to {payee}."
    if case.score.held_out:
        does = "defends" if is_banked(case.rules) else "wins"
        yield f"{case.score.held_out} wait for whoever {does} the next scored hand."


def _listed(parts: Sequence[str]) -> str:
    """Join parts: `a`, `a and b`, `a, b and c`."""
    *first, last = parts or [""]
    return f"{', '.join(first)} and {last}" if first else last
