"""Bids: the words of each auction, and what each settles.

Bids are texts: `pass`, `take`, a trump (`H`, `NT`), a number and a trump (`100H`), `capotS`,
`generaleNT`; `contree` over a turned card, `coinche` and `surcoinche` where numbers are bid,
`contra` and `recontra` where trumps are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from harness.errors import BeloteError, unknown
from harness.game.cards import SUITS, SYMBOLS, Card
from harness.game.play import TRUMPS, Trump
from harness.game.rules import Rules
from harness.game.seats import Seat

PASS: Final = "pass"
TAKE: Final = "take"
CONTREE: Final = "contree"
CAPOT: Final = "capot"
GENERALE: Final = "generale"
DOUBLES: Final = {"tens": ("coinche", "surcoinche"), "names": ("contra", "recontra")}
"""By auction, what the defenders say to double the hand, and what the takers' side answers."""

NAMED_UPWARDS: Final = ("C", "D", "H", "S", "NT", "AT")

_WORDS: Final = frozenset({PASS, TAKE, CONTREE, *sum(DOUBLES.values(), ())})
_NAMED: Final = rf"([0-9]+|{CAPOT}|{GENERALE}|)({'|'.join(TRUMPS)})"


def parse_bid(text: str) -> str:
    """Return a bid as it is written out: `80H` for `80h` and `80♥`, `contree` for `Contrée`.

    What is no bid at all comes back as it is.
    """
    plain = text.strip().translate(SYMBOLS).lower().replace("é", "e")
    if plain in _WORDS:
        return plain
    named = re.fullmatch(_NAMED, plain, re.IGNORECASE)
    return named[1] + named[2].upper() if named else text


class Contract(NamedTuple):
    """What the auction settled.

    Attributes:
        taker: the seat that took.
        trump: 0 to 3 for a suit, 4 no trumps, 5 all trumps.
        bid: the text of the bid that won.
        multiplier: 1, or 2 when the defenders doubled, more when the takers' side answered.
        points: what was bid for; 0 where bids name no number.
        slam: `capot` or `generale` where all the tricks were bid, by the side or by the taker.
    """

    taker: Seat
    trump: Trump
    bid: str
    multiplier: int = 1
    points: int = 0
    slam: str | None = None


_BESIDE_SUITS: Final = {
    (no_trumps, all_trumps): (*SUITS, *["NT"] * no_trumps, *["AT"] * all_trumps)
    for no_trumps in (False, True)
    for all_trumps in (False, True)
}


def trumps_of(rules: Rules) -> tuple[str, ...]:
    """Return the trumps that a hand may have under these rules, suits first."""
    bid = rules.auction != "last_card"
    return _BESIDE_SUITS[bid and rules.no_trumps, bid and rules.all_trumps]


def offers_of(rules: Rules, turned: Card | None) -> Mapping[str, Contract]:
    """Return by bid what it would settle, taker and multiplier aside.

    Beside a turned card every trump can be looked up, those too that the rules do not have.
    """
    return ladder_of(rules).bids if turned is None else _over_a_card(turned >> 3)


@cache
def _over_a_card(suit: int) -> Mapping[str, Contract]:
    named = {name: Contract(-1, trump, name) for trump, name in enumerate(TRUMPS)}
    return {**named, TAKE: Contract(-1, suit, TAKE)}


_Level: TypeAlias = tuple[tuple[str, ...], str, int, str | None]
"""The trumps of a rung, what stands before them in a bid, what for, and the slam."""


class Ladder(NamedTuple):
    """The bids of an auction, each higher than those on the rungs below.

    Attributes:
        bids: by bid, what it would settle, taker and multiplier aside.
        rung: by bid, how high it stands, from 0.
        above: by rung, the bids on those above; first, at -1, all of them.
        double, redouble: what the defenders and then the takers' side may say.
    """

    bids: dict[str, Contract]
    rung: dict[str, int]
    above: dict[int, tuple[str, ...]]
    double: str
    redouble: str


@cache
def ladder_of(rules: Rules) -> Ladder:
    """Return the bids of an auction in tens, or of one that names trumps."""
    bids, rung = {}, {}
    levels = _levels(rules)
    for height, (named, prefix, points, slam) in enumerate(levels):
        for name in named:
            bid = prefix + name
            bids[bid] = Contract(-1, TRUMPS.index(name), bid, points=points, slam=slam)
            rung[bid] = height
    above = {
        height: tuple(
            bid
            for bid, settles in bids.items()
            if rung[bid] > height and _is_raise(rules, settles, level)
        )
        for height, level in enumerate(levels)
    }
    above[-1] = tuple(bids)
    return Ladder(bids, rung, above, *DOUBLES[rules.auction])


def _is_raise(rules: Rules, bid: Contract, over: _Level) -> bool:
    """Say whether a bid on a higher rung is as much higher as it must be."""
    _, _, points, slam = over
    by_numbers = rules.auction == "tens" and bid.slam is None and slam is None
    return not by_numbers or bid.points >= points + rules.raise_at_least


def _levels(rules: Rules) -> list[_Level]:
    trumps = trumps_of(rules)
    named = tuple(name for name in NAMED_UPWARDS if name in trumps)
    if rules.auction == "names":
        return [((name,), "", 0, None) for name in named]
    numbers = range(rules.lowest_bid, rules.highest_bid + 1, rules.bid_step)
    levels: list[_Level] = [(named, str(number), number, None) for number in numbers]
    for slam, points in ((CAPOT, rules.capot_bid), (GENERALE, rules.generale_bid)):
        if points is not None:
            levels.append((named, slam, points, slam))
    return levels


def contract_of(rules: Rules, bid: str | None) -> Contract:
    """Return what a bid would settle, the taker left open (-1).

    Args:
        rules: of the table.
        bid: its text; None for any suit, where nothing else can be said of a contract.

    Raises:
        BeloteError: it is no bid of these rules, or there is none where one is needed.
    """
    bids = offers_of(rules, None if rules.auction in DOUBLES else 0)
    if rules.auction not in DOUBLES:
        bids = {name: bids[name] for name in (*trumps_of(rules), TAKE)}
    if bid is None and rules.auction != "tens":
        bid = SUITS[0]
    if bid is None:
        raise BeloteError(f"say which bid won, as in {next(iter(bids))}")
    bid = parse_bid(bid)
    if bid not in bids:
        raise BeloteError(unknown("bid", bid, bids))
    return bids[bid]
