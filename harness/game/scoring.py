"""What each side writes for a hand.

Everything comes in pairs (NS, EW). The steps are those of the score sheet: count the card points
with a capot, judge the contract, write each side's points and the bid, multiply what was doubled,
round, pay what was held over.
"""

from __future__ import annotations

from typing import NamedTuple

from harness.game.bids import Contract
from harness.game.outcome import (
    FAILED,
    MADE,
    PASSED,
    TIED,
    Counts,
    counted,
    is_banked,
    is_replayed,
    judge,
    tie_of,
)
from harness.game.play import ALL_TRUMPS
from harness.game.rounding import EACH, rounded
from harness.game.rules import Rules
from harness.game.seats import NOTHING, Pair, Side, for_side


class HandScore(NamedTuple):
    """The score of a hand, part by part, in pairs (NS, EW).

    `card_points` are those won, a capot counted as the rules say. `score` is what each side
    writes: `points`, `declarations`, `belote` and `bid` as the outcome lets them be written
    (already multiplied where the hand was doubled), rounded as the rules say, with `held_paid`.
    `held_out` is what still waits, `capot` the side that took every trick.
    """

    outcome: str
    capot: Side | None
    card_points: Pair
    points: Pair
    declarations: Pair
    belote: Pair
    bid: Pair
    held_paid: Pair
    held_out: int
    score: Pair


class Sheet(NamedTuple):
    """What each side writes, part by part, and what waits for another hand.

    `single` are points that are never multiplied.
    """

    points: Pair
    declarations: Pair
    belote: Pair
    bid: Pair = NOTHING
    single: Pair = NOTHING
    waits: int = 0


def passed_out(held: int) -> HandScore:
    """Return the score of a deal that nobody took: what is held goes on waiting."""
    return HandScore(
        outcome=PASSED,
        capot=None,
        card_points=NOTHING,
        points=NOTHING,
        declarations=NOTHING,
        belote=NOTHING,
        bid=NOTHING,
        held_paid=NOTHING,
        held_out=held,
        score=NOTHING,
    )


def tally(rules: Rules, contract: Contract, counts: Counts, total: int) -> HandScore:
    """Score a hand from counts that are known to be those of a hand; see `sheet.score_hand`.

    Args:
        rules: the table's rules.
        contract: what the auction settled; of the taker only the side matters.
        counts: what was counted.
        total: what all the cards and the last trick are worth.
    """
    takers = contract.taker & 1
    multiplier, held = contract.multiplier, counts.held
    if counts.capot is not None or contract.trump == ALL_TRUMPS:
        counts, total = counted(rules, contract, counts, total)
    outcome = judge(rules, contract, counts)
    if outcome == TIED:
        sheet = _tied(rules, contract, counts)
    elif outcome == FAILED or (multiplier > 1 and rules.doubled_points != "made"):
        sheet = _one_side_writes_all(rules, contract, counts, total, outcome)
    else:
        sheet = _each_writes_its_own(rules, contract, counts)
    payee = _held_goes_to(rules, contract, counts, outcome) if held else None
    paid = NOTHING if payee is None else for_side(payee, held)
    if multiplier == 1:
        score, waits = _written(rules, sheet, takers, paid)
    elif rules.doubles == "everything":
        sheet = _multiplied(rules, sheet, 1)
        score, waits = _written(rules, sheet, takers, paid, multiplier)
        sheet = _multiplied_whole(sheet, multiplier)
    else:
        sheet = _multiplied(rules, sheet, multiplier)
        score, waits = _written(rules, sheet, takers, paid)
    if payee is None:
        waits += held
    points, declarations, belote, bid, *_ = sheet
    return HandScore(
        outcome,
        counts.capot,
        counts.card_points,
        points,
        declarations,
        belote,
        bid,
        paid,
        waits,
        score,
    )


def _held_goes_to(rules: Rules, contract: Contract, counts: Counts, outcome: str) -> Side | None:
    """Return the side that is paid what was held before this hand; None if it still waits."""
    takers = contract.taker & 1
    if is_replayed(rules, outcome, contract.multiplier, last=counts.last):
        return None
    if is_banked(rules):
        return 1 - takers
    if outcome == TIED:
        return None
    return takers if outcome == MADE else 1 - takers


# Writing


def _each_writes_its_own(rules: Rules, contract: Contract, counts: Counts) -> Sheet:
    """Return the sheet of a contract made."""
    sheet = Sheet(counts.card_points, counts.declarations, counts.belote)
    pays = paid_for(rules, contract, MADE)
    return sheet if pays == "points" else _with_bid(sheet, pays, contract, contract.taker & 1)


def _one_side_writes_all(
    rules: Rules, contract: Contract, counts: Counts, total: int, outcome: str
) -> Sheet:
    """Return the sheet of a contract failed, or of a doubled one made where that is its mirror."""
    made = outcome == MADE
    winner = contract.taker & 1 if made else 1 - (contract.taker & 1)
    swept = counts.capot == winner
    flat = made and rules.doubled_points == "flat"
    points = counts.card_points[winner] if swept else total
    if rules.failed_points is not None and (flat or not made):
        points = rules.failed_points
    given = counts.announced if rules.failed_takes == "announced" else counts.declarations
    lost = rules.belote_when_failed == "lost"
    sheet = Sheet(
        for_side(winner, points),
        for_side(winner, given[0] + given[1]),
        for_side(winner, sum(counts.belote)) if lost else counts.belote,
        single=for_side(winner, rules.doubled_capot) if flat and swept else NOTHING,
    )
    pays = paid_for(rules, contract, outcome)
    return sheet if pays == "points" else _with_bid(sheet, pays, contract, winner)


def paid_for(rules: Rules, contract: Contract, outcome: str) -> str:
    """Return what the winners are paid for: `points`, their `bid`, or `points_and_bid`."""
    if contract.slam is not None and rules.slam_alone:
        return "bid"
    return rules.score_by if outcome == MADE else rules.failed_pays


def _with_bid(sheet: Sheet, pays: str, contract: Contract, winner: Side) -> Sheet:
    sheet = sheet._replace(bid=for_side(winner, contract.points))
    return sheet._replace(points=NOTHING, single=NOTHING) if pays == "bid" else sheet


def _tied(rules: Rules, contract: Contract, counts: Counts) -> Sheet:
    """Return the sheet of a hand in which both sides are level."""
    takers = contract.taker & 1
    defenders = 1 - takers
    points, declarations, belote = counts.card_points, counts.declarations, counts.belote
    tie = tie_of(rules, contract.multiplier, last=counts.last)
    if tie == "replay":
        return Sheet(NOTHING, NOTHING, NOTHING)
    if tie == "share":
        return Sheet(points, declarations, belote)
    if tie == "pool":
        return Sheet(NOTHING, NOTHING, NOTHING, waits=sum(points) + sum(declarations) + sum(belote))
    waits = points[takers] + declarations[takers]
    if rules.belote_when_tied == "waits":
        waits += belote[takers]
        belote = for_side(defenders, belote[defenders])
    return Sheet(
        for_side(defenders, points[defenders]),
        for_side(defenders, declarations[defenders]),
        belote,
        waits=waits,
    )


def _multiplied(rules: Rules, sheet: Sheet, multiplier: int) -> Sheet:
    """Return the sheet of a doubled hand, where not everything is doubled."""
    times = 1 if rules.doubles == "bid" else multiplier
    north, east = _times(times, sheet.points)
    return sheet._replace(
        points=(north + sheet.single[0], east + sheet.single[1]),
        declarations=_times(times, sheet.declarations),
        bid=_times(multiplier, sheet.bid),
        single=NOTHING,
    )


def _multiplied_whole(sheet: Sheet, multiplier: int) -> Sheet:
    points, declarations, belote, bid = (_times(multiplier, part) for part in sheet[:4])
    return Sheet(points, declarations, belote, bid)


def _written(
    rules: Rules, sheet: Sheet, takers: Side, paid: Pair, multiplier: int = 1
) -> tuple[Pair, int]:
    """Return what each side writes, and what of this hand waits."""
    points, declarations, belote, bid, _, waits = sheet
    north = points[0] + declarations[0] + belote[0] + bid[0]
    east = points[1] + declarations[1] + belote[1] + bid[1]
    if rules.rounding == "exact":
        return (multiplier * north + paid[0], multiplier * east + paid[1]), multiplier * waits
    # What was held is in the units of the sheet already, and single.
    paid_first = rules.written_in == "points" and rules.rounding in EACH and multiplier == 1
    if paid_first:
        north, east = north + paid[0], east + paid[1]
    north, east, waits = rounded(rules, north, east, waits, takers)
    unit = 10 if rules.written_in == "tens" else 1
    north, east, waits = (multiplier * amount // unit for amount in (north, east, waits))
    return ((north, east) if paid_first else (north + paid[0], east + paid[1])), waits


def _times(multiplier: int, pair: Pair) -> Pair:
    return multiplier * pair[0], multiplier * pair[1]
