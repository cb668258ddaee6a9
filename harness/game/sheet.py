"""The score sheet: hands scored from counts that people give, once it is seen that they can be.

What cannot be is refused in one line; the scoring itself is `scoring.tally`.
"""

from __future__ import annotations

from harness.errors import BeloteError
from harness.game.bids import DOUBLES, Contract, contract_of
from harness.game.outcome import BELOTE, Counts
from harness.game.play import ALL_TRUMPS, NO_TRUMPS, law_of
from harness.game.rules import Rules
from harness.game.scoring import HandScore, tally
from harness.game.seats import NOTHING, Pair, Side, side_number


def score_hand(  # noqa: PLR0913 - a hand's score depends on that many facts, each named where passed
    rules: Rules,
    *,
    taker: str | Side,
    card_points: Pair,
    tricks: Pair | None = None,
    announced: Pair = NOTHING,
    declarations: Pair = NOTHING,
    belote: Pair = NOTHING,
    held: int = 0,
    contract: str | None = None,
    alone: bool = False,
    contree: bool = False,
    surcontree: bool = False,
    last: bool = False,
) -> HandScore:
    """Score a hand from its counts, checking that they can be those of a hand.

    Args:
        rules: the table's rules.
        taker: the side that took: `NS`, `EW`, or one of its seats.
        card_points: cards won, the last trick's bonus included.
        tricks: tricks won; None where no side took all of them.
        announced: the worth of all that each side announced.
        declarations: what the comparison let score: one side's at most, of each kind where kinds
            are compared apart.
        belote: 20 to the side that held it; at all trumps 20 for each.
        held: points waiting from tied hands before.
        contract: the bid that won (`100H`, `NT`); needed where numbers are bid, else a suit.
        alone: whether the taker itself won every trick.
        contree: whether the defenders doubled.
        surcontree: whether the takers' side answered that.
        last: whether the match ends with this hand whatever happens in it.

    Raises:
        BeloteError: naming the count that cannot be.
    """
    settled = settle(rules, taker, contract, contree=contree, surcontree=surcontree)
    counts = Counts(card_points, None, announced, declarations, belote, held, alone, last)
    return score_counts(rules, settled, counts, tricks)


def settle(
    rules: Rules, taker: str | Side, bid: str | None, *, contree: bool, surcontree: bool
) -> Contract:
    """Return what an auction settled; of the taker only the side is told.

    Raises:
        BeloteError: the bid is none of these rules, or they have no such double.
    """
    multiplier = _multiplier(rules, contree, surcontree)
    return contract_of(rules, bid)._replace(taker=side_number(taker), multiplier=multiplier)


def score_counts(
    rules: Rules, contract: Contract, counts: Counts, tricks: Pair | None
) -> HandScore:
    """Score a hand from counts that lack the capot, checking that they can be those of a hand.

    Raises:
        BeloteError: naming the count that cannot be.
    """
    total = law_of(rules, contract.trump).total
    counts = counts._replace(capot=_sweeper(tricks))
    _check(rules, contract, counts, tricks, total)
    return tally(rules, contract, counts, total)


def _multiplier(rules: Rules, contree: bool, surcontree: bool) -> int:  # noqa: FBT001 - passed on by name
    if contree and not rules.contree:
        raise BeloteError("these rules have no contrée")
    if not surcontree:
        return 2 if contree else 1
    if rules.auction not in DOUBLES or not (rules.contree and rules.surcontree):
        raise BeloteError("these rules have no answer to a double (surcoinche, recontra)")
    double, answer = DOUBLES[rules.auction]
    if not contree:
        raise BeloteError(f"{answer} answers {double}, and nobody doubled")
    return rules.surcontree


def _sweeper(tricks: Pair | None) -> Side | None:
    """Return the side that won every trick."""
    if tricks is None or all(tricks):
        return None
    return 0 if tricks[0] else 1


def _check(
    rules: Rules, contract: Contract, counts: Counts, tricks: Pair | None, total: int
) -> None:
    card_points, swept, announced, declarations, belote, held, alone, _ = counts
    number_of_tricks = 32 // rules.seats
    together = rules.declarations_compared == "together"
    most_belotes = 4 if contract.trump == ALL_TRUMPS else 0 if contract.trump == NO_TRUMPS else 1
    wrong = {
        f"card points must add up to {total}, not {sum(card_points)}": sum(card_points) != total,
        "card points cannot be negative": min(card_points) < 0,
        f"tricks must add up to {number_of_tricks}": tricks is not None
        and (sum(tricks) != number_of_tricks or min(tricks) < 0),
        "a side without a trick has no card points": swept is not None
        and card_points[1 - swept] != 0,
        "only takers who won every trick can have won them alone": alone
        and swept != contract.taker & 1,
        "declarations cannot be negative": min(*announced, *declarations) < 0,
        "declarations are worth tens": any(worth % 10 for worth in (*announced, *declarations)),
        "only one side scores its declarations": together and all(declarations),
        "a side scores all that it announced, or nothing": together
        and any(
            scored not in (0, said) for said, scored in zip(announced, declarations, strict=True)
        ),
        "a side scores no more than it announced": any(
            scored > said for said, scored in zip(announced, declarations, strict=True)
        ),
        "these rules have no declarations": any(announced) and not rules.declarations,
        "these rules have no declarations at no trumps": any(announced)
        and contract.trump == NO_TRUMPS
        and rules.no_trumps_declarations == "none",
        _belote_must_be(most_belotes): any(worth % BELOTE or worth < 0 for worth in belote)
        or sum(belote) > most_belotes * BELOTE,
        "held points cannot be negative": held < 0,
    }
    for complaint, is_so in wrong.items():
        if is_so:
            raise BeloteError(complaint)


def _belote_must_be(most: int) -> str:
    if most > 1:
        return f"belote is {BELOTE} for each suit, {most * BELOTE} at most"
    return f"belote is {BELOTE} to one side" if most else "there is no belote at no trumps"
