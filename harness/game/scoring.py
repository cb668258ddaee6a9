"""What each side writes for a hand.

Everything comes in pairs (NS, EW). The steps are those of the score sheet: count the card points
with a capot, judge the contract, write each side's points and the bid, multiply what was doubled,
round, pay what was held over.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from harness.game.auction import CAPOT, Contract
from harness.game.play import ALL_TRUMPS
from harness.game.rules import Rules
from harness.game.seats import Side

Pair: TypeAlias = tuple[int, int]

BELOTE: Final = 20
SCALED_TO: Final = 162

MADE: Final = "made"
FAILED: Final = "failed"
TIED: Final = "tied"
PASSED: Final = "passed"
NOTHING: Final[Pair] = (0, 0)


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
    """

    card_points: Pair
    capot: Side | None = None
    announced: Pair = NOTHING
    declarations: Pair = NOTHING
    belote: Pair = NOTHING
    held: int = 0
    alone: bool = False


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
    outcome = _judge(rules, contract, counts)
    if outcome == TIED:
        sheet = _tied(rules, contract, counts)
    elif outcome == FAILED or (multiplier > 1 and rules.doubled_points != "made"):
        sheet = _one_side_writes_all(rules, contract, counts, total, outcome)
    else:
        sheet = _each_writes_its_own(rules, contract, counts)
    payee = _held_goes_to(rules, takers, outcome) if held else None
    paid = NOTHING if payee is None else _for(payee, held)
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


# Counting and judging


def counted(rules: Rules, contract: Contract, counts: Counts, total: int) -> tuple[Counts, int]:
    """Return what counts, and the whole of it, with a capot and scaled points as the rules say."""
    capot = counts.capot
    if contract.trump == ALL_TRUMPS and rules.all_trumps_points == "in_proportion":
        takers = contract.taker & 1
        mine = (2 * counts.card_points[takers] * SCALED_TO + total) // (2 * total)
        total = SCALED_TO
        counts = counts._replace(card_points=_of(takers, mine, total - mine))
    if capot is None:
        return counts, total
    bonus = rules.capot_bonus
    worth = rules.capot_total if bonus is None else total + bonus
    counts = counts._replace(card_points=_for(capot, worth or 0))
    if capot == contract.taker & 1 and rules.capot_takes_declarations:
        counts = counts._replace(declarations=_for(capot, sum(counts.announced)))
    return counts, total


def _judge(rules: Rules, contract: Contract, counts: Counts) -> str:
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
    theirs = points[defenders] + declarations[defenders] + belote[defenders]
    if rules.contract == "bid":
        beaten = rules.beat_defence and mine <= theirs
        return MADE if mine >= contract.points and not beaten else FAILED
    if mine == theirs and tie_of(rules, contract.multiplier) != "fail":
        return TIED
    if rules.contract == "compare":
        return MADE if mine > theirs else FAILED
    needed = rules.contract_points_belote if any(belote) else rules.contract_points
    return MADE if mine >= needed else FAILED


def tie_of(rules: Rules, multiplier: int) -> str:
    """Return what a tie does in a hand that counts so many times."""
    return rules.tie if multiplier == 1 else rules.tie_doubled or rules.tie


def _held_goes_to(rules: Rules, takers: Side, outcome: str) -> Side | None:
    """Return the side that is paid what was held before this hand; None if it still waits."""
    if rules.tie == "bank":
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
        _for(winner, points),
        _for(winner, given[0] + given[1]),
        _for(winner, sum(counts.belote)) if lost else counts.belote,
        single=_for(winner, rules.doubled_capot) if flat and swept else NOTHING,
    )
    pays = paid_for(rules, contract, outcome)
    return sheet if pays == "points" else _with_bid(sheet, pays, contract, winner)


def paid_for(rules: Rules, contract: Contract, outcome: str) -> str:
    """Return what the winners are paid for: `points`, their `bid`, or `points_and_bid`."""
    if contract.slam is not None and rules.slam_alone:
        return "bid"
    return rules.score_by if outcome == MADE else rules.failed_pays


def _with_bid(sheet: Sheet, pays: str, contract: Contract, winner: Side) -> Sheet:
    sheet = sheet._replace(bid=_for(winner, contract.points))
    return sheet._replace(points=NOTHING, single=NOTHING) if pays == "bid" else sheet


def _tied(rules: Rules, contract: Contract, counts: Counts) -> Sheet:
    """Return the sheet of a hand in which both sides are level."""
    takers = contract.taker & 1
    defenders = 1 - takers
    points, declarations, belote = counts.card_points, counts.declarations, counts.belote
    tie = tie_of(rules, contract.multiplier)
    if tie == "share":
        return Sheet(points, declarations, belote)
    if tie == "pool":
        return Sheet(NOTHING, NOTHING, NOTHING, waits=sum(points) + sum(declarations) + sum(belote))
    waits = points[takers] + declarations[takers]
    if rules.belote_when_tied == "waits":
        waits += belote[takers]
        belote = _for(defenders, belote[defenders])
    return Sheet(
        _for(defenders, points[defenders]),
        _for(defenders, declarations[defenders]),
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
    paid_first = rules.written_in == "points" and rules.rounding != "balanced" and multiplier == 1
    if paid_first:
        north, east = north + paid[0], east + paid[1]
    north, east, waits = _rounded(rules, north, east, waits, takers)
    unit = 10 if rules.written_in == "tens" else 1
    north, east, waits = (multiplier * amount // unit for amount in (north, east, waits))
    return ((north, east) if paid_first else (north + paid[0], east + paid[1])), waits


def _rounded(rules: Rules, north: int, east: int, waits: int, takers: Side) -> tuple[int, int, int]:
    """Round what each side writes and, where the sheet is kept in tens, what waits."""
    if rules.rounding == "balanced":
        amounts = [north, east]
        own = amounts[takers]
        amounts[takers] += waits
        north, east = _balanced(amounts, takers)
        if not waits:
            return north, east, 0
        # What the takers write of a tied hand is belote, a whole number of tens.
        return (own, east, north - own) if takers == 0 else (north, own, east - own)
    up = 5 if rules.rounding == "tens" else 4
    if rules.written_in == "tens":
        waits = (waits + up) // 10 * 10
    return (north + up) // 10 * 10, (east + up) // 10 * 10, waits


def _balanced(amounts: list[int], takers: Side) -> list[int]:
    """Round two amounts to tens that add up to their rounded sum."""
    tens = [amount // 10 for amount in amounts]
    missing = (sum(amounts) + 5) // 10 - sum(tens)
    first_up = sorted(
        (0, 1), key=lambda side: (-(amounts[side] % 10), amounts[side], side != takers)
    )
    for side in first_up[:missing]:
        tens[side] += 1
    return [10 * ten for ten in tens]


def _for(side: Side, amount: int) -> Pair:
    return (amount, 0) if side == 0 else (0, amount)


def _of(side: Side, mine: int, theirs: int) -> Pair:
    return (mine, theirs) if side == 0 else (theirs, mine)


def _times(multiplier: int, pair: Pair) -> Pair:
    return multiplier * pair[0], multiplier * pair[1]
