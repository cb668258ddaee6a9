"""Declarations: runs and fours of a kind, what they are worth and whose count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, islice
from typing import Final, NamedTuple, TypeAlias

from harness.game.cards import (
    ACE,
    CARD_NAMES,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
    RANK_MASKS,
    SEVEN,
    TEN,
    CardSet,
    Mask,
    mask_of,
    parse_cards,
)
from harness.game.play import NO_TRUMPS, Trump
from harness.game.rules import Rules

NATURAL_ORDER: Final = (SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE)
RUN_VALUES: Final = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
FOUR_VALUES: Final = {JACK: 200, NINE: 150, ACE: 100, TEN: 100, KING: 100, QUEEN: 100}
ACES_HIGH: Final = {ACE: 200, TEN: 150, KING: 100, QUEEN: 100, JACK: 100, NINE: 100}
_FOUR_HEIGHTS: Final = {rank: height for height, rank in enumerate((QUEEN, KING, TEN, ACE))}
_HEIGHTS_BY_NATURE: Final = {rank: height for height, rank in enumerate(NATURAL_ORDER)}


class Declaration(NamedTuple):
    """A run (`suit` 0 to 3) or a four of a kind (`suit` None).

    `height` orders declarations of one value and kind: the place of a run's top card from seven up
    to ace, or of a four's rank from queen, king, ten to ace.
    """

    mask: Mask
    value: int
    length: int
    height: int
    suit: int | None

    @property
    def cards(self) -> CardSet:
        """The cards that make it."""
        return CardSet(self.mask)

    @property
    def kind(self) -> str:
        """What is said aloud: `run` or `four`."""
        return "four" if self.suit is None else "run"


Declarations: TypeAlias = tuple[Declaration, ...]
Choice: TypeAlias = str | Iterable[CardSet | str]


class Announcement(NamedTuple):
    """What a seat says of a declaration before it is shown: its kind, length and value."""

    seat: int
    kind: str
    length: int
    value: int


@cache
def _runs(suit: int, cards: int) -> Declarations:
    """Return the longest runs among the cards of a suit, given as 8 bits in the order of ranks."""
    runs = []
    run: list[int] = []
    for height in range(9):
        rank = NATURAL_ORDER[height] if height < 8 else None
        if rank is not None and cards >> rank & 1:
            run.append(rank)
            continue
        if len(run) >= 3:
            mask = sum(1 << 8 * suit + rank for rank in run)
            runs.append(Declaration(mask, RUN_VALUES[len(run)], len(run), height - 1, suit))
        run = []
    return tuple(runs)


_FOURS: Final = tuple(
    Declaration(RANK_MASKS[rank], value, 4, _FOUR_HEIGHTS.get(rank, 0), None)
    for rank, value in FOUR_VALUES.items()
)
_FOURS_ACES_HIGH: Final = tuple(
    Declaration(RANK_MASKS[rank], value, 4, _HEIGHTS_BY_NATURE[rank], None)
    for rank, value in ACES_HIGH.items()
)


def find(rules: Rules, holding: Mask, trump: Trump = 0) -> Declarations:
    """Return every declaration in a holding, which hangs on the trump only at no trumps.

    Where a card serves once they are those that are worth most together.
    """
    if not rules.declarations:
        return ()
    fours_of_four = _FOURS
    if trump == NO_TRUMPS:
        if rules.no_trumps_declarations == "none":
            return ()
        if rules.no_trumps_declarations == "aces_high":
            fours_of_four = _FOURS_ACES_HIGH
    spades, hearts, diamonds, clubs = holding.to_bytes(4, "little")
    runs = _runs(0, spades) + _runs(1, hearts) + _runs(2, diamonds) + _runs(3, clubs)
    if not spades & hearts & diamonds & clubs:
        return runs
    fours = tuple(four for four in fours_of_four if four.mask & holding == four.mask)
    if rules.shared_cards:
        return fours + runs
    return max(_without_sharing(fours, holding), key=lambda found: sum(one.value for one in found))


def offers(
    rules: Rules, found: Declarations, holding: Mask, trump: Trump
) -> tuple[Declarations, ...]:
    """Return what a seat may declare together, of each of which it may be free to leave some out.

    There are several only where a card serves once and a seat may keep quiet: then it may prefer a
    run to a four of which one card is in it, or leave that card to neither.

    Args:
        rules: of the table.
        found: what is worth most together: see `find`.
        holding: in which it was found.
        trump: of the contract.
    """
    if rules.shared_cards or not (rules.silence and found):
        return (found,)
    fours = [find(rules, mask, trump) for mask in RANK_MASKS if mask & holding == mask]
    ways = _without_sharing(tuple(chain(*fours)), holding)
    return found, *(way for way in ways if way != found)


def as_text(offered: Iterable[Declarations]) -> str:
    """Return the cards of all that is offered, each declaration once: `7S 8S 9S, 10H JH QH`."""
    return ", ".join(str(one.cards) for one in dict.fromkeys(chain(*offered)))


def chosen(offered: Sequence[Declarations], choice: Choice) -> Declarations | None:
    """Return the declarations that a choice names; None where they are not offered together.

    Of a choice without end no more is looked at than could be offered.

    Args:
        offered: see `offers`.
        choice: `all` of the first offer, `none`, or card sets as text or sets.
    """
    if isinstance(choice, str) and choice in ("all", "none"):
        return offered[0] if choice == "all" else ()
    most = max(map(len, offered))
    try:
        wanted = [
            parse_cards(cards).mask
            if isinstance(cards, str)
            else mask_of(islice(cards, len(CARD_NAMES)))
            for cards in islice(choice, most + 1)
        ]
    except (TypeError, ValueError):
        return None
    for offer in offered:
        named = tuple(one for one in offer if one.mask in wanted)
        if len(named) == len(wanted):
            return named
    return None


def _without_sharing(fours: Declarations, holding: Mask) -> Iterator[Declarations]:
    """Yield every choice of fours, most first, with the runs that the cards left over make."""
    for count in range(len(fours), -1, -1):
        for claimed in combinations(fours, count):
            left = holding & ~sum(four.mask for four in claimed)
            suits = enumerate(left.to_bytes(4, "little"))
            yield sum((_runs(suit, cards) for suit, cards in suits), claimed)


def that_count(rules: Rules, trump: Trump, by_seat: Sequence[Declarations]) -> list[Declarations]:
    """Return, of what each seat declared, what the comparison lets count.

    The greater value wins, then four of a kind over a run, then the higher, then a run in trump;
    an exact tie counts for nobody.
    """
    if rules.declarations_compared == "together":
        side = winning_side(rules, trump, by_seat)
        return [said if seat & 1 == side else () for seat, said in enumerate(by_seat)]
    fours = [tuple(one for one in said if one.suit is None) for said in by_seat]
    runs = [tuple(one for one in said if one.suit is not None) for said in by_seat]
    sides = winning_side(rules, trump, fours), winning_side(rules, trump, runs)
    return [
        (four if seat & 1 == sides[0] else ()) + (run if seat & 1 == sides[1] else ())
        for seat, (four, run) in enumerate(zip(fours, runs, strict=True))
    ]


def winning_side(rules: Rules, trump: Trump, by_seat: Sequence[Declarations]) -> int | None:
    """Return the side, 0 or 1, that holds the single best declaration; None if none or level."""
    north, east = sum(by_seat[::2], ()), sum(by_seat[1::2], ())
    if not north or not east:
        return 0 if north else 1 if east else None
    best = [max([_precedence(rules, trump, one) for one in said]) for said in (north, east)]
    if best[0] == best[1]:
        return None
    return 0 if best[0] > best[1] else 1


def _precedence(rules: Rules, trump: Trump, one: Declaration) -> tuple[int, bool, int, int, bool]:
    longer = one.length if rules.run_order == "length" else 0
    in_trump = rules.trump_run_wins and one.suit == trump
    return one.value, one.suit is None, longer, one.height, in_trump
