"""What each side writes for a hand.

Everything comes in pairs (NS, EW). The steps are those of the score sheet: count the card points
with a capot, judge the contract, write each side's points, pay what was held over, round.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from harness.errors import BeloteError
from harness.game.rules import Rules
from harness.game.seats import Side, side_number

Pair: TypeAlias = tuple[int, int]

CARD_POINTS: Final = 152
BELOTE: Final = 20

MADE: Final = "made"
FAILED: Final = "failed"
TIED: Final = "tied"
PASSED: Final = "passed"


class HandScore(NamedTuple):
    """The score of a hand, part by part, in pairs (NS, EW).

    `card_points` are those won, a capot counted as the rules say. `score` is what each side
    writes: `points`, `declarations` and `belote` as the outcome lets them be written (already
    doubled where the hand was), `held_paid` added, then rounded. `held_out` is what still waits,
    `capot` the side that took every trick.
    """

    outcome: str
    capot: Side | None
    card_points: Pair
    points: Pair
    declarations: Pair
    belote: Pair
    held_paid: Pair
    held_out: int
    score: Pair


NOTHING: Final[Pair] = (0, 0)


def passed_out(held: int) -> HandScore:
    """Return the score of a deal that nobody took: what is held goes on waiting."""
    return HandScore(PASSED, None, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, held, NOTHING)


def score_hand(
    rules: Rules,
    *,
    taker: str | Side,
    card_points: Pair,
    tricks: Pair | None = None,
    announced: Pair = NOTHING,
    declarations: Pair = NOTHING,
    belote: Pair = NOTHING,
    held: int = 0,
    contree: bool = False,
) -> HandScore:
    """Score a hand from its counts, checking that they can be those of a hand.

    Args:
        rules: the table's rules.
        taker: the side that took: `NS`, `EW`, or one of its seats.
        card_points: cards won, the last trick's bonus included.
        tricks: tricks won; None where no side took all of them.
        announced: the worth of all that each side announced.
        declarations: what the comparison let score: one side's at most.
        belote: 20 to the side that held it.
        held: points waiting from tied hands before.
        contree: whether the defenders doubled.

    Raises:
        BeloteError: naming the count that cannot be.
    """
    _check_counts(rules, card_points, tricks, announced, declarations, belote, held, contree)
    multiplier = 2 if contree else 1
    side, capot = side_number(taker), _sweeper(tricks)
    return tally(rules, side, card_points, capot, announced, declarations, belote, held, multiplier)


def tally(
    rules: Rules,
    takers: Side,
    card_points: Pair,
    capot: Side | None,
    announced: Pair,
    declarations: Pair,
    belote: Pair,
    held: int,
    multiplier: int,
) -> HandScore:
    """Score a hand from counts that are known to be those of a hand; see `score_hand`."""
    defenders = 1 - takers
    if capot is not None:
        card_points = _for(capot, _capot_points(rules))
    counted = card_points
    outcome = _judge(rules, takers, card_points, declarations, belote, capot)
    waits = 0
    if outcome == FAILED:
        points = card_points[defenders] if capot == defenders else CARD_POINTS + rules.last_trick
        given = announced if rules.failed_takes == "announced" else declarations
        card_points = _for(defenders, points)
        declarations = _for(defenders, given[0] + given[1])
        if rules.belote_when_failed == "lost":
            belote = _for(defenders, belote[0] + belote[1])
    elif outcome == TIED and rules.tie != "share":
        waits = card_points[takers] + declarations[takers]
        if rules.tie == "pool":
            waits += card_points[defenders] + declarations[defenders] + sum(belote)
            card_points = declarations = belote = NOTHING
        else:
            card_points = _for(defenders, card_points[defenders])
            declarations = _for(defenders, declarations[defenders])
    if multiplier > 1:
        card_points = (card_points[0] * multiplier, card_points[1] * multiplier)
        declarations = (declarations[0] * multiplier, declarations[1] * multiplier)
    held_paid = NOTHING
    if held:
        payee = _held_goes_to(rules, takers, outcome)
        if payee is None:
            waits += held
        else:
            held_paid = _for(payee, held)
    north = card_points[0] + declarations[0] + belote[0] + held_paid[0]
    east = card_points[1] + declarations[1] + belote[1] + held_paid[1]
    if rules.rounding == "tens":
        north, east = (north + 5) // 10 * 10, (east + 5) // 10 * 10
    return HandScore(
        outcome, capot, counted, card_points, declarations, belote, held_paid, waits, (north, east)
    )


def _judge(
    rules: Rules,
    takers: Side,
    card_points: Pair,
    declarations: Pair,
    belote: Pair,
    capot: Side | None,
) -> str:
    """Say whether the takers have made their contract."""
    defenders = 1 - takers
    if capot == defenders:
        return FAILED
    mine = card_points[takers] + declarations[takers]
    theirs = card_points[defenders] + declarations[defenders] + belote[defenders]
    if rules.belote_counts:
        mine += belote[takers]
    if mine == theirs and rules.tie != "fail":
        return TIED
    if rules.contract == "compare":
        return MADE if mine > theirs else FAILED
    needed = rules.contract_points_belote if any(belote) else rules.contract_points
    return MADE if mine >= needed else FAILED


def _held_goes_to(rules: Rules, takers: Side, outcome: str) -> Side | None:
    """Return the side that is paid what was held before this hand; None if it still waits."""
    if rules.tie == "bank":
        return 1 - takers
    if outcome == TIED:
        return None
    return takers if outcome == MADE else 1 - takers


def _capot_points(rules: Rules) -> int:
    if rules.capot_total is not None:
        return rules.capot_total
    return CARD_POINTS + rules.last_trick + (rules.capot_bonus or 0)


def _sweeper(tricks: Pair | None) -> Side | None:
    """Return the side that won every trick."""
    if tricks is None or all(tricks):
        return None
    return 0 if tricks[0] else 1


def _for(side: Side, amount: int) -> Pair:
    return (amount, 0) if side == 0 else (0, amount)


def _check_counts(
    rules: Rules,
    card_points: Pair,
    tricks: Pair | None,
    announced: Pair,
    declarations: Pair,
    belote: Pair,
    held: int,
    contree: bool,  # noqa: FBT001 - passed on by name
) -> None:
    whole = CARD_POINTS + rules.last_trick
    number_of_tricks = 32 // rules.seats
    swept = _sweeper(tricks)
    wrong = {
        f"card points must add up to {whole}, not {sum(card_points)}": sum(card_points) != whole,
        "card points cannot be negative": min(card_points) < 0,
        f"tricks must add up to {number_of_tricks}": tricks is not None
        and (sum(tricks) != number_of_tricks or min(tricks) < 0),
        "a side without a trick has no card points": swept is not None
        and card_points[1 - swept] != 0,
        "declarations cannot be negative": min(*announced, *declarations) < 0,
        "declarations are worth tens": any(worth % 10 for worth in (*announced, *declarations)),
        "only one side scores its declarations": all(declarations),
        "a side scores all that it announced, or nothing": any(
            scored not in (0, said) for said, scored in zip(announced, declarations, strict=True)
        ),
        "these rules have no declarations": any(announced) and not rules.declarations,
        f"belote is {BELOTE} to one side": sorted(belote) not in ([0, 0], [0, BELOTE]),
        "held points cannot be negative": held < 0,
        "these rules have no contrée": contree and not rules.contree,
    }
    for complaint, is_so in wrong.items():
        if is_so:
            raise BeloteError(complaint)
