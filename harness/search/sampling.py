"""Deals of the cards that a seat has not seen, each as likely as the others that fit what it knows.

Known are its own cards, the card turned up and who took it, what each seat has shown by the cards
it played (no card of a suit, no trump above another), the declarations announced and shown, and
belote: said with the first of king and queen, or not there. What bids and good play hint at is not
weighed here. The deals are counted and numbered by `native/deals.cpp`, so no state is slow because
few deals fit it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from harness.game.cards import Mask
from harness.game.play import ALL_TRUMPS
from harness.game.rules import Rules
from harness.game.seats import SEATS, Seat
from harness.game.telling import belotes_of
from harness.game.view import View
from harness.search.claims import Claim, claims
from harness.search.native import native
from harness.search.position import Holdings, PositionError
from harness.search.terms import terms_of

Account: TypeAlias = tuple[list[Mask], list[tuple[Mask, bytes, int, bool]], list[tuple[Seat, Mask]]]
"""What each seat may hold, what it claims of its runs, what it does not hold together."""


def sample(view: View, n: int, seed: int, *, taker: Seat | None = None) -> list[Holdings]:
    """Draw deals of the unseen cards, uniformly from all that fit what a seat knows.

    Args:
        view: what the seat knows.
        n: how many deals.
        seed: of the draws; the same seed gives the same deals on every machine.
        taker: in an auction over a turned card, who is taken to take it; the seat itself without.

    Returns:
        `n` deals, each the cards that N E S W hold now, as masks; in an auction, those they will
        hold when it is over.

    Raises:
        ValueError: where no deal fits the view, none is drawn under its rules (`why_undrawn`), or
            the number of deals or the taker cannot be.
    """
    if n < 0:
        raise ValueError(f"the number of deals cannot be {n}")
    if why := why_undrawn(view.rules):
        raise PositionError(why)
    known = Known(view, taker)
    accounts = [known.account(guess) for guess in claims(view, known.could_have, known.played)]
    worlds = native.sample(known.held, known.unseen, known.room, accounts, n, seed % 2**64)
    if len(worlds) < n:
        raise PositionError("no deal fits what this view says was played and announced")
    return worlds


def why_undrawn(rules: Rules) -> str | None:
    """Return why no deals are drawn under some rules, None where they are."""
    if rules.seats != len(SEATS):
        return f"deals are drawn for four seats, and these rules have {rules.seats}"
    if not rules.declarations:
        return None
    if rules.declarations_compared == "by_kind" and rules.declarations_shown == "second_trick":
        return "deals are not drawn where declarations are compared by kind and shown in play"
    if rules.silence and not rules.shared_cards:
        # A seat may announce a run that a four it kept quiet about has cut short.
        return (
            "deals are not drawn where a card serves in one declaration and a seat may keep quiet"
        )
    return None


class Known:
    """What a seat knows of who holds what.

    Attributes:
        held: by seat, cards that it holds for certain.
        played: by seat, the cards it has played.
        unseen: the cards left that nobody is yet known to hold.
        room: by seat, how many of the unseen cards it holds.
        may: by seat, the unseen cards that it may hold.
    """

    def __init__(self, view: View, taker: Seat | None) -> None:
        log = view.log
        self._view = view
        self.played = log.played_by()
        self.held = [0, 0, 0, 0]
        self.held[view.seat] = view.holding_mask
        if log.turned is not None and log.unplayed >> log.turned & 1:
            self.held[_taker(view, taker)] |= 1 << log.turned
        self.unseen = log.unplayed & ~_union(self.held)
        self.room = [
            8 - (held | played).bit_count()
            for held, played in zip(self.held, self.played, strict=True)
        ]
        self.may = [self.unseen & ~none for none in _denied(view)]
        for seat, one in log.shown:
            _keep_for(seat, one.mask, self.may)
        for seat, suit in log.belotes:
            (royals,) = belotes_of(suit)
            _keep_for(seat, royals, self.may)

    @property
    def could_have(self) -> list[Mask]:
        """By seat, all the cards that may be among those it was dealt."""
        return [
            held | played | may
            for held, played, may in zip(self.held, self.played, self.may, strict=True)
        ]

    def account(self, guess: dict[Seat, Claim]) -> Account:
        """Return what is known for the compiled code, with a guess at what was said."""
        log = self._view.log
        may = self.may.copy()
        told = [_NOTHING_SAID] * 4
        never = []
        for seat, claim in guess.items():
            for four in claim.fours:
                _keep_for(seat, four, may)
            seen = self.held[seat] | self.played[seat]
            told[seat] = (
                seen,
                claim.codes(log.rules, log.trump),
                claim.said,
                claim.at_least,
            )
            never += [(seat, four & ~seen) for four in claim.not_fours]
        return may, told, never


_NOTHING_SAID: Final = (0, b"", 0, False)


def _taker(view: View, supposed: Seat | None) -> Seat:
    """Return who has the card turned up."""
    if view.taker is not None:
        return view.taker
    if supposed is None:
        return view.seat
    if supposed not in range(4):
        raise ValueError(f"the taker is a seat from 0 to 3 ({SEATS}), not {supposed}")
    return supposed


def _union(masks: list[Mask]) -> Mask:
    return masks[0] | masks[1] | masks[2] | masks[3]


def _keep_for(seat: Seat, cards: Mask, may: list[Mask]) -> None:
    """Note that whatever is unseen of some cards lies with one seat."""
    for other in range(4):
        if other != seat:
            may[other] &= ~cards


def _saying(view: View) -> list[Mask]:
    """Return, by seat, the cards it has played with which belote could have been said."""
    log = view.log
    if log.trump != ALL_TRUMPS or view.rules.belote_discarded:
        return log.played_by()
    saying = [0, 0, 0, 0]
    for place, (seat, card) in enumerate(log.by_seat()):
        if card >> 3 == log.plays[place // 4 * 4] >> 3:
            saying[seat] |= 1 << card
    return saying


def _denied(view: View) -> list[Mask]:
    """Return, by seat, the cards that what it played and did not say rules out."""
    log = view.log
    if not log.plays:
        return [0, 0, 0, 0]
    leader = log.rounds[log.dealer][1]
    saying = _saying(view)
    none = native.denied(terms_of(log.rules, log.trump), leader, log.plays)
    for royals in belotes_of(log.trump):
        suit = royals.bit_length() - 1 >> 3
        for seat in range(4):
            if saying[seat] & royals and (seat, suit) not in log.belotes:
                none[seat] |= royals
    return none
