"""A table: four bots play one match, asked in turn, every answer checked.

The match loop is what a tournament spends its time in, so it asks through bound methods, checks
with masks and copies nothing. Whatever a bot does wrong becomes a `Fault` and loses the match.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from hashlib import blake2b
from time import perf_counter
from typing import Any, Final, NamedTuple

from harness.arena.faults import BID, CARD, DECLARATIONS, Fault, crash, illegal
from harness.game.cards import CARD_NAMES, CardSet
from harness.game.dealing import CARD_MASKS, DealSet
from harness.game.hand import Hand
from harness.game.illegal import IllegalDeclaration
from harness.game.match import Match
from harness.game.notation import declares_record
from harness.game.play import LEAD, TRUMPS
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import NOTHING, SEATS, SIDES
from harness.game.view import View
from harness.plugin.bot import Bot, Declared, as_card
from harness.plugin.chance import Chance

EVENTS: Final = {
    event: getattr(Bot, event) for event in ("start_match", "start_hand", "end_hand", "end_match")
}
"""What a bot may follow, each with the method that ignores it."""
MAKING: Final = "make"
"""What a bot fails to do that raises before it sits at the table."""
FORFEIT: Final = "forfeit"
MASK_OF: Final = dict(enumerate(CARD_MASKS))
"""Each card as a mask; other numbers, however large, have none."""


class Seated(NamedTuple):
    """A side as a table needs it: its name, and what makes its bots.

    `partner` makes the one at its second seat, S or W, where that is another.
    """

    name: str
    make: Callable[[], Bot]
    partner: Callable[[], Bot] | None = None

    def made_for(self, seat: int) -> Bot:
        """Return a fresh bot for one of its seats."""
        return self.make() if seat < 2 or self.partner is None else self.partner()


class Played(NamedTuple):
    """What a match leaves behind.

    Attributes:
        match: the score sheet.
        hands: a row a deal, in the order of the columns of `hands` after `match_id`.
        fault: what ended it early.
    """

    match: Match
    hands: list[tuple[Any, ...]]
    fault: Fault | None = None


def bot_rng(seed: bytes, deals: DealSet, names: Sequence[str], seat: int) -> random.Random:
    """Return the generator of one bot for one match.

    It comes from a hash keyed with the run's seed, from which the seed cannot be found, of the deal
    set, who sits NS and EW (so the leg), and the seat.
    """
    message = repr((deals.number, *names, SEATS[seat])).encode()
    digest = blake2b(message, key=seed, digest_size=16, person=b"bot").digest()
    return Chance(int.from_bytes(digest, "little"))


class Table:
    """One match between two sides, NS and EW."""

    def __init__(
        self,
        rules: Rules,
        deals: DealSet,
        sides: tuple[Seated, Seated],
        most_deals: int | None = None,
    ) -> None:
        names = [side.name for side in sides]
        self._match = Match(rules, deals, most_deals=most_deals)
        self._sides = sides
        self._rngs = [
            (seat, bot_rng(deals.seed, deals, names, seat)) for seat in range(rules.seats)
        ]
        self._choose_bid: list[Callable[[View], str]] = []
        self._choose_card: list[Callable[[View], int]] = []
        self._choose_declarations: list[Callable[[View], Declared]] = []
        self._followers: dict[str, list[tuple[int, Callable[..., None]]]] = {
            event: [] for event in EVENTS
        }
        self._hand: Hand | None = None
        self._views: list[View] = []
        self._think = [0.0] * 4
        self._rows: list[tuple[Any, ...]] = []

    def play(self) -> Played:
        """Play the match to its end, or to the first fault."""
        match = self._match
        try:
            self._seat_bots()
            while match.ended_by is None:
                self._play_hand(match.next_hand())
            for seat, end_match in self._followers["end_match"]:
                self._tell(seat, "end_match", end_match, match.totals, match.winner)
        except Fault as fault:
            return self._broken_off(fault)
        return Played(match, self._rows)

    def _broken_off(self, fault: Fault) -> Played:
        """Return a match that a fault ended; one that was over already stands as it is."""
        match, hand = self._match, self._hand
        if hand and match.deals_made == hand.log.hand_no:
            self._rows.append(_hand_row(hand, None, self._think))
        if not match.over:
            match.forfeit(fault.seat & 1)
        return Played(match, self._rows, fault)

    # Bots

    def _seat_bots(self) -> None:
        """Make a fresh bot for each seat and note which of them follow which events."""
        rules = self._match.rules
        for seat in range(rules.seats):
            try:
                bot = self._sides[seat & 1].made_for(seat)
                self._choose_bid.append(bot.choose_bid)
                self._choose_card.append(bot.choose_card)
                self._choose_declarations.append(bot.choose_declarations)
                for event, ignored in EVENTS.items():
                    if getattr(type(bot), event, ignored) is not ignored:
                        self._followers[event].append((seat, getattr(bot, event)))
            except BaseException as error:
                raise crash(seat, error, None, MAKING) from error
        for seat, start_match in self._followers["start_match"]:
            self._tell(seat, "start_match", start_match, rules, seat)

    def _tell(self, seat: int, event: str, method: Callable[..., None], *told: object) -> None:
        began = perf_counter()
        try:
            method(*told)
        except BaseException as error:
            raise crash(seat, error, self._hand, event) from error
        self._think[seat] += perf_counter() - began

    # A hand

    def _play_hand(self, hand: Hand) -> None:
        self._hand = hand
        self._think = think = [0.0] * 4
        log, dealt = hand.log, hand.dealt
        self._views = views = [View(seat, log, dealt[seat], rng) for seat, rng in self._rngs]
        for seat, start_hand in self._followers["start_hand"]:
            self._tell(seat, "start_hand", start_hand, views[seat])
        self._hold_auction(hand)
        if not hand.over:
            self._play_cards(hand)
        score = self._match.record(hand)
        self._rows.append(_hand_row(hand, score, think))
        for seat, end_hand in self._followers["end_hand"]:
            self._tell(seat, "end_hand", end_hand, views[seat], score)

    def _hold_auction(self, hand: Hand) -> None:
        auction, views, think = hand.log.auction, self._views, self._think
        while (seat := auction.turn) is not None:
            began = perf_counter()
            try:
                bid = self._choose_bid[seat](views[seat])
            except BaseException as error:
                raise crash(seat, error, hand, BID, " ".join(auction.legal_bids)) from error
            think[seat] += perf_counter() - began
            if type(bid) is not str or bid not in auction.legal_bids:
                raise illegal(seat, bid, hand, BID, " ".join(auction.legal_bids))
            hand.push_bid(bid)
            if auction.contract is not None:
                dealt = hand.dealt
                for view in views:
                    view.dealt_mask = dealt[view.seat]

    def _play_cards(self, hand: Hand) -> None:
        """Play the tricks.

        Most of a match is spent here. So what `Hand.legal_mask` and `Hand.push` do card by card
        is written out for a whole trick: tables of the law decide, and the log is kept as it is
        there, since the next bot asked reads it.
        """
        log, dealt, views, think = hand.log, hand.dealt, self._views, self._think
        law, plays = log.law, log.plays
        after, follow = law.after, law.follow
        choose_card, clock = self._choose_card, perf_counter
        asks_declarations, lie_open = hand.rules.silence, bool(hand.beneath)
        while not hand.over:
            standing = LEAD
            for seat in log.order:
                if asks_declarations:
                    self._ask_declarations(hand)
                view = views[seat]
                holding = dealt[seat] & log.unplayed
                view.legal_mask = legal = holding & follow[standing] or law.legal_otherwise(
                    holding, standing
                )
                began = clock()
                try:
                    answer = choose_card[seat](view)
                except BaseException as error:
                    raise crash(seat, error, hand, CARD, str(CardSet(legal))) from error
                think[seat] += clock() - began
                card = answer if type(answer) is int else as_card(answer)
                bit = MASK_OF.get(card, 0)
                if not legal & bit:
                    raise illegal(seat, answer, hand, CARD, str(CardSet(legal)))
                if hand.telling and bit & hand.telling:
                    hand.tell(card)
                log.unplayed ^= bit
                log.standing = standing = after[standing][card]
                plays.append(card)
            hand.end_trick()
            if lie_open:
                self._see_turned_over(hand)

    def _see_turned_over(self, hand: Hand) -> None:
        for view in self._views:
            view.dealt_mask = hand.dealt[view.seat]

    def _ask_declarations(self, hand: Hand) -> None:
        while (seat := hand.declaring) is not None:
            legal = ", ".join(str(one.cards) for one in hand.found[seat])
            began = perf_counter()
            try:
                choice = self._choose_declarations[seat](self._views[seat])
            except BaseException as error:
                raise crash(seat, error, hand, DECLARATIONS, legal) from error
            self._think[seat] += perf_counter() - began
            try:
                hand.declare(choice)
            except IllegalDeclaration:
                raise illegal(seat, choice, hand, DECLARATIONS, legal) from None
            except BaseException as error:
                raise crash(seat, error, hand, DECLARATIONS, legal) from error


def _hand_row(hand: Hand, score: HandScore | None, think: Sequence[float]) -> tuple[Any, ...]:
    """Return a hand's row in the order of the columns of `hands` after `match_id`."""
    log = hand.log
    taker, trump, bid, multiplier = (log.auction.contract or (None, None, None, 1))[:4]
    announced = hand.announced() if log.announcements else NOTHING
    declared = hand.declarations() if log.shown else NOTHING
    declares = declares_record(hand) if hand.rules.silence else None
    points: Sequence[int] = log.points if score is None else score.card_points
    if score is None:
        capot, outcome, held_out, written = None, FORFEIT, log.held, NOTHING
    else:
        capot, outcome = score.capot, score.outcome
        held_out, written = score.held_out, score.score
    return (
        log.hand_no,
        bytes(hand.deck),
        SEATS[log.dealer],
        None if log.turned is None else CARD_NAMES[log.turned],
        None if taker is None else SEATS[taker],
        None if trump is None else TRUMPS[trump],
        bid,
        multiplier,
        " ".join(log.auction.bids),
        json.dumps(declares) if declares else None,
        bytes(log.plays),
        announced[0],
        announced[1],
        declared[0],
        declared[1],
        "".join([SEATS[seat] for seat, _ in log.belotes]) if log.belotes else None,
        points[0],
        points[1],
        log.won[0].bit_count() // len(log.order),
        None if capot is None else SIDES[capot],
        outcome,
        log.held,
        held_out,
        written[0],
        written[1],
        int(1e6 * (think[0] + think[2])),
        int(1e6 * (think[1] + think[3])),
    )
