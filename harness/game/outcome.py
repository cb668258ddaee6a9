"""The outcome of a hand: what counts, and whether the takers have made their contract."""

from __future__ import annotations

from typing import Final, NamedTuple

from harness.game.bids import CAPOT, Contract
from harness.game.play import ALL_TRUMPS
from harness.game.rules import Rules
from harness.game.seats import NOTHING, Pair, Side, for_side

BELOTE: Final = 20
SCALED_TO: Final = 162

MADE: Final = "made"
FAILED: Final = "failed"
TIED: Final = "tied"
PASSED: Final = "passed"


class Counts(NamedTuple):
    """What is counted when a hand is over.

    Attributes:
        card_points: cards won, the last trick's bonus included.
        capot: the side that won every trick.
        announced: the worth of all that each side announced.
        declarations: what the comparison let score.
        belote: what each side has for belote.
        held: points waiting from tied hands before.
        alone: whether the taker itself won every trick.
        last: whether the match ends with this hand whatever happens in it.
    """

    card_points: Pair
    capot: Side | None = None
    announced: Pair = NOTHING
    declarations: Pair = NOTHING
    belote: Pair = NOTHING
    held: int = 0
    alone: bool = False
    last: bool = False


def counted(rules: Rules, contract: Contract, counts: Counts, total: int) -> tuple[Counts, int]:
    """Return what counts, and the whole of it, with a capot and scaled points as the rules say."""
    capot = counts.capot
    if contract.trump == ALL_TRUMPS and rules.all_trumps_points == "in_proportion":
        takers = contract.taker & 1
        mine = (2 * counts.card_points[takers] * SCALED_TO + total) // (2 * total)
        total = SCALED_TO
        counts = counts._replace(
            card_points=(mine, total - mine) if takers == 0 else (total - mine, mine)
        )
    if capot is None:
        return counts, total
    bonus = rules.capot_bonus
    worth = rules.capot_total if bonus is None else total + bonus
    counts = counts._replace(card_points=for_side(capot, worth or 0))
    if capot == contract.taker & 1 and rules.capot_takes_declarations:
        counts = counts._replace(declarations=for_side(capot, sum(counts.announced)))
    return counts, total


def judge(rules: Rules, contract: Contract, counts: Counts) -> str:
    """Say whether the takers have made their contract."""
    takers = contract.taker & 1
    defenders = 1 - takers
    if counts.capot == defenders:
        return FAILED
    if contract.slam is not None:
        swept = counts.capot == takers and (contract.slam == CAPOT or counts.alone)
        return MADE if swept else FAILED
    points, declarations, belote = counts.card_points, counts.declarations, counts.belote
    mine = points[takers]
    if rules.declarations_count:
        mine += declarations[takers]
    if rules.belote_counts:
        mine += belote[takers]
    theirs = points[defenders] + declarations[defenders]
    if rules.defence_belote_counts:
        theirs += belote[defenders]
    if rules.contract == "bid":
        beaten = rules.beat_defence and mine <= theirs
        return MADE if mine >= needed_for(rules, contract) and not beaten else FAILED
    if mine == theirs:
        tie = tie_of(rules, contract.multiplier, last=counts.last)
        return {"fail": FAILED, "made": MADE}.get(tie, TIED)
    if rules.contract == "compare":
        return MADE if mine > theirs else FAILED
    return MADE if mine >= needed_with(rules, belote, takers) else FAILED


def needed_for(rules: Rules, contract: Contract) -> int:
    """Return the points that takers need who bid a number: that one, or what the rules ask for."""
    if rules.contract != "bid":
        return contract.points
    return max(contract.points + rules.needed_beyond_bid, rules.needed_at_least)


def needed_with(rules: Rules, belote: Pair, takers: Side) -> int:
    """Return the points that takers need whose contract is a number of the table's."""
    raised = belote[takers] or (rules.defence_belote_counts and belote[1 - takers])
    return rules.contract_points_belote if raised else rules.contract_points


def tie_of(rules: Rules, multiplier: int, *, last: bool = False) -> str:
    """Return what a tie does in a hand that counts so many times, and may be the last."""
    if last and rules.tie_last is not None:
        return rules.tie_last
    return rules.tie if multiplier == 1 else rules.tie_doubled or rules.tie


def is_replayed(rules: Rules, outcome: str, multiplier: int, *, last: bool = False) -> bool:
    """Say whether a hand counts for nothing and is dealt again: a tie under `replay`."""
    return outcome == TIED and tie_of(rules, multiplier, last=last) == "replay"


def held_from(
    rules: Rules, contract: Contract, outcome: str, before: frozenset[Side], *, last: bool = False
) -> frozenset[Side]:
    """Return the sides whose points wait after a hand after which some do.

    Args:
        rules: the table's rules.
        contract: what was played.
        outcome: what became of it.
        before: the sides whose points waited before it.
        last: whether the match ends with it.
    """
    tie = tie_of(rules, contract.multiplier, last=last)
    if outcome != TIED or tie in ("replay", "share"):
        return before
    added = frozenset({0, 1} if tie == "pool" else {contract.taker & 1})
    return added if is_banked(rules) else before | added


def is_banked(rules: Rules) -> bool:
    """Say whether what waits goes to whoever defends the next scored hand, not to who wins it."""
    return "bank" in (rules.tie, rules.tie_doubled)
