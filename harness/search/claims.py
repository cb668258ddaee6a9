"""What declarations say of the cards a seat was dealt.

A seat that has spoken has the runs it announced and, where it may not keep quiet, no others: that
is told to the compiled code suit by suit. Of which ranks its fours are, and at what height a
comparison was level, is guessed: each guess makes an account of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from harness.game.cards import RANK_MASKS, Mask
from harness.game.declarations import Announcement, Declaration, find, winning_side
from harness.game.rules import Rules
from harness.game.seats import Seat
from harness.game.view import View

BELOW, LEVEL, ABOVE = "below", "level", "above"

IMPOSSIBLE: Final = 0xFF
_BITS: Final = 3
"""Of a code, for how many runs of one kind there are."""


class Kind(NamedTuple):
    """Runs that are announced alike; `stands` tells more of them where there is a bound."""

    length: int
    value: int
    stands: str = BELOW


class Claim(NamedTuple):
    """What one seat has said, its fours guessed.

    Attributes:
        kinds: the kinds of the runs it announced, each once.
        counts: how many runs of each kind.
        fours: the cards of its fours, as masks.
        not_fours: the cards of fours that it does not have.
        bound: what its runs are compared with; None where a comparison told nothing of them.
        at_least: whether it may have kept quiet about other runs.
    """

    kinds: tuple[Kind, ...] = ()
    counts: tuple[int, ...] = ()
    fours: tuple[Mask, ...] = ()
    not_fours: tuple[Mask, ...] = ()
    bound: Declaration | None = None
    at_least: bool = False

    @property
    def said(self) -> int:
        """The code that the seat's runs add up to."""
        return sum(count << _BITS * place for place, count in enumerate(self.counts))

    def codes(self, rules: Rules, trump: int) -> bytes:
        """Return the code of every set of cards of a suit, as 8 bits, suit by suit."""
        spent = 0 if rules.shared_cards else sum(self.fours)
        return _codes(rules, trump, self.kinds, self.bound, spent, at_least=self.at_least)


def claims(view: View, could_have: list[Mask], played: list[Mask]) -> Iterator[dict[Seat, Claim]]:
    """Yield every guess at what the others have said, by seat; those left out said nothing yet.

    Args:
        view: what is known.
        could_have: by seat, the cards that may be among those it was dealt.
        played: by seat, the cards it has played.
    """
    spoken = [seat for seat in range(4) if seat != view.seat and _has_spoken(view, seat, played)]
    for bounds in _bounds(view):
        options = [
            [
                claim
                for fours, not_fours in _fours(view, seat, could_have[seat], bounds.get(seat))
                for claim in _runs(view, seat, fours, not_fours, bounds.get(seat))
            ]
            for seat in spoken
        ]
        for choice in product(*options):
            guess = dict(zip(spoken, choice, strict=True))
            if not _compared(view) or view.log.shown or _is_level(view, guess, bounds):
                yield guess


def _has_spoken(view: View, seat: Seat, played: list[Mask]) -> bool:
    """Whether a seat has said all that it had to say."""
    if not view.rules.declarations or view.contract is None:
        return False
    if view.rules.declare_when == "before_play" and (view.log.plays or view.legal_mask):
        return True
    return bool(played[seat]) or any(said.seat == seat for said in view.announcements)


def _said(view: View, seat: Seat, kind: str) -> list[Announcement]:
    return [said for said in view.announcements if (said.seat, said.kind) == (seat, kind)]


# Comparisons


def _compared(view: View) -> bool:
    """Whether what was announced has been compared before the eyes of all."""
    log = view.log
    shown_by_now = view.rules.declarations_shown == "second_trick" and log.trick_winners
    return bool(shown_by_now and log.announcements)


def _bounds(view: View) -> Iterator[dict[Seat, Declaration]]:
    """Yield, for each height it can have been about, what the comparison bounds whose runs with."""
    log, rules = view.log, view.rules
    if not _compared(view):
        yield {}
    elif log.shown:
        winner = log.shown[0][0] & 1
        best = log.shown[0][1]
        for _, one in log.shown[1:]:
            if stands(rules, log.trump, one, best) == ABOVE:
                best = one
        yield {seat: best for seat in range(4) if seat & 1 != winner}
    else:
        value = max(said.value for said in log.announcements)
        for bound in _heights(rules, log.trump):
            if bound.value == value:
                yield dict.fromkeys(range(4), bound)


def stands(rules: Rules, trump: int, one: Declaration, bound: Declaration | None) -> str:
    """Say how a declaration compares with a bound; below where there is none."""
    if bound is None:
        return BELOW
    side = winning_side(rules, trump, ((bound,), (one,), (), ()))
    return LEVEL if side is None else ABOVE if side else BELOW


@cache
def _heights(rules: Rules, trump: int) -> tuple[Declaration, ...]:
    """Return one run outside trump for each rank that a comparison tells apart."""
    found: list[Declaration] = []
    for cards in range(256):
        for run in find(rules, cards << 8 * (trump == 0), trump):
            if all(stands(rules, trump, run, other) != LEVEL for other in found):
                found.append(run)
    return tuple(found)


def _is_level(view: View, guess: dict[Seat, Claim], bounds: dict[Seat, Declaration]) -> bool:
    """Whether each side has announced a run at the height guessed, and oneself none above."""
    if not bounds:
        return True
    level = {
        seat & 1
        for seat, claim in guess.items()
        if any(kind.stands == LEVEL for kind in claim.kinds)
    }
    bound, side = bounds[view.seat], view.seat & 1
    return any(
        ABOVE not in own and level | ({side} if LEVEL in own else set()) == {0, 1}
        for own in _own_standings(view, bound)
    )


def _own_standings(view: View, bound: Declaration) -> Iterator[set[str]]:
    """Yield how all that a seat has announced stands, for each choice that was announced alike."""
    said = sorted(one[1:] for one in view.announcements if one.seat == view.seat)
    for chosen in combinations(find(view.rules, view.dealt_mask, view.log.trump), len(said)):
        if sorted((one.kind, one.length, one.value) for one in chosen) == said:
            yield {stands(view.rules, view.log.trump, one, bound) for one in chosen}


# One seat


@cache
def _all_fours(rules: Rules, trump: int) -> tuple[Declaration, ...]:
    return tuple(four for mask in RANK_MASKS for four in find(rules, mask, trump))


def _fours(
    view: View, seat: Seat, could_have: Mask, bound: Declaration | None
) -> Iterator[tuple[tuple[Mask, ...], tuple[Mask, ...]]]:
    """Yield the fours that a seat can have announced, with those that it then has not."""
    possible = [
        four
        for four in _all_fours(view.rules, view.log.trump)
        if four.mask & ~could_have == 0 and stands(view.rules, view.log.trump, four, bound) == BELOW
    ]
    values = Counter(said.value for said in _said(view, seat, "four"))
    choices = [
        combinations([four for four in possible if four.value == value], count)
        for value, count in values.items()
    ]
    for choice in product(*choices):
        chosen = [four.mask for four in sum(choice, ())]
        yield tuple(chosen), tuple(_left_out(view, chosen, could_have))


def _left_out(view: View, chosen: list[Mask], could_have: Mask) -> Iterator[Mask]:
    """Yield the fours that a seat has not if it announced those chosen."""
    for four in () if view.rules.silence else _all_fours(view.rules, view.log.trump):
        if four.mask not in chosen and four.mask & ~could_have == 0:
            yield four.mask


def _runs(
    view: View,
    seat: Seat,
    fours: tuple[Mask, ...],
    not_fours: tuple[Mask, ...],
    bound: Declaration | None,
) -> Iterator[Claim]:
    """Yield what a seat's runs can be; those level with a bound that is shared are guessed."""
    alike = Counter((said.length, said.value) for said in _said(view, seat, "run"))
    shared = bound is not None and not view.log.shown
    choices = []
    for (length, value), number in alike.items():
        most = number if shared and bound is not None and value == bound.value else 0
        choices.append(
            [
                [(Kind(length, value, LEVEL), level), (Kind(length, value), number - level)]
                for level in range(most + 1)
            ]
        )
    for choice in product(*choices):
        counted = [(kind, number) for pair in choice for kind, number in pair if number]
        yield Claim(
            tuple(kind for kind, _ in counted),
            tuple(number for _, number in counted),
            fours,
            not_fours,
            bound,
            view.rules.silence,
        )


@lru_cache(maxsize=1024)
def _codes(
    rules: Rules,
    trump: int,
    kinds: tuple[Kind, ...],
    bound: Declaration | None,
    spent: Mask,
    *,
    at_least: bool,
) -> bytes:
    places = {kind: place for place, kind in enumerate(kinds)}

    def code(cards: Mask) -> int:
        total = 0
        for run in find(rules, cards & ~spent, trump):
            kind = Kind(run.length, run.value, stands(rules, trump, run, bound))
            if kind in places:
                total += 1 << _BITS * places[kind]
            elif not at_least:
                return IMPOSSIBLE
        return total

    return bytes(code(cards << 8 * suit) for suit in range(4) for cards in range(256))
