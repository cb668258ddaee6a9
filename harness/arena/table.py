"""A table: four bots play one match, asked in turn, every answer checked.

The match loop is what a tournament spends its time in, so it asks through bound methods, checks
with masks and copies nothing. Whatever a bot does wrong becomes a `Fault`, which loses the match
unless the policy forgives it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from harness.arena.faults import BID, CARD, DECLARATIONS, FORFEIT, Fault, Policy, crash, illegal
from harness.arena.rows import hand_row
from harness.arena.substitutes import ALL, bid_for, card_for
from harness.arena.watching import Watch, unwatched
from harness.game.cards import CardSet
from harness.game.dealing import CARD_MASKS, DealSet
from harness.game.declarations import as_text
from harness.game.hand import Hand
from harness.game.illegal import IllegalDeclaration
from harness.game.match import Match
from harness.game.play import LEAD
from harness.game.rules import Rules
from harness.game.seats import SEATS
from harness.game.view import View
from harness.plugin.bot import EVENTS, Bot, Declared, as_card, followed
from harness.plugin.chance import chance_of

MAKING: Final = "make"
"""What a bot fails to do that raises before it sits at the table."""

Answer = TypeVar("Answer")

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
        faults: what bots did wrong, in order; where the match was forfeited the last one did it.
    """

    match: Match
    hands: list[tuple[Any, ...]]
    faults: list[Fault]

    @property
    def fault(self) -> Fault | None:
        """The last thing that a bot did wrong."""
        return self.faults[-1] if self.faults else None


def bot_rng(seed: bytes, deals: DealSet, names: Sequence[str], seat: int) -> random.Random:
    """Return the generator of one bot for one match.

    It hangs on the run's seed, the deal set, who sits NS and EW (so the leg), and the seat.
    """
    return chance_of(seed, deals.number, *names, SEATS[seat])


class Table:
    """One match between two sides, NS and EW."""

    def __init__(
        self,
        rules: Rules,
        deals: DealSet,
        sides: tuple[Seated, Seated],
        most_deals: int | None = None,
        policy: Policy = FORFEIT,
        watch: Watch = unwatched,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        names = [side.name for side in sides]
        self._match = Match(rules, deals, most_deals=most_deals)
        self._sides = sides
        self._names = names
        self._policy = policy
        self._watch = watch
        self._clock = clock
        self._faults: list[Fault] = []
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

    @property
    def answers(self) -> int:
        """A number that changes with every answer; another thread may look at it."""
        hand = self._hand
        if hand is None:
            return 0
        return 256 * (1 + hand.log.hand_no) + len(hand.log.auction.bids) + len(hand.log.plays)

    def play(self) -> Played:
        """Play the match to its end, or to a fault that loses it."""
        match = self._match
        try:
            self._seat_bots()
            while match.ended_by is None:
                self._play_hand(match.next_hand())
            for seat, end_match in self._followers["end_match"]:
                self._tell(seat, "end_match", end_match, match.totals, match.winner)
        except Fault as fault:
            self._break_off(fault)
        return Played(match, self._rows, self._faults)

    def _break_off(self, fault: Fault) -> None:
        """End a match by a fault; one that was over already stands as it is."""
        match, hand = self._match, self._hand
        self._faults.append(fault)
        if hand and match.deals_made == hand.log.hand_no:
            self._rows.append(hand_row(hand, None, self._think, self._names))
        fault.forfeits = not match.over
        if fault.forfeits:
            match.forfeit(fault.seat & 1)

    def _forgive(self, fault: Fault, answer: Answer, told: str | None = None) -> Answer:
        """Return the answer that takes the place of a bot's, in words `told`.

        Raises:
            Fault: it loses the match.
        """
        side = fault.seat & 1
        if not self._policy.forgives(1 + sum(one.seat & 1 == side for one in self._faults)):
            raise fault
        fault.forfeits, fault.substitute = False, told
        self._faults.append(fault)
        return answer

    # Bots

    def _seat_bots(self) -> None:
        """Make a fresh bot for each seat and note which of them follow which events."""
        rules, watch = self._match.rules, self._watch
        for seat in range(rules.seats):
            try:
                bot = watch(seat, MAKING, partial(self._sides[seat & 1].made_for, seat))()
                self._choose_bid.append(watch(seat, BID, bot.choose_bid))
                self._choose_card.append(watch(seat, CARD, bot.choose_card))
                self._choose_declarations.append(watch(seat, DECLARATIONS, bot.choose_declarations))
                for event, follow in followed(bot).items():
                    self._followers[event].append((seat, watch(seat, event, follow)))
            except BaseException as error:
                raise crash(seat, error, None, MAKING) from error
        for seat, start_match in self._followers["start_match"]:
            self._tell(seat, "start_match", start_match, rules, seat)

    def _tell(self, seat: int, event: str, method: Callable[..., None], *told: object) -> None:
        began = self._clock()
        try:
            method(*told)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the bot raised it
            self._forgive(crash(seat, error, self._hand, event), None)
        self._think[seat] += self._clock() - began

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
        self._rows.append(hand_row(hand, score, think, self._names))
        for seat, end_hand in self._followers["end_hand"]:
            self._tell(seat, "end_hand", end_hand, views[seat], score)

    def _hold_auction(self, hand: Hand) -> None:
        auction, views, think = hand.log.auction, self._views, self._think
        clock = self._clock
        while (seat := auction.turn) is not None:
            began = clock()
            try:
                bid = self._choose_bid[seat](views[seat])
            except BaseException as error:  # noqa: BLE001 - as in `_tell`
                fault = crash(seat, error, hand, BID, " ".join(auction.legal_bids))
                bid = self._forgive(fault, *bid_for(auction))
            think[seat] += clock() - began
            if type(bid) is not str or bid not in auction.legal_bids:
                fault = illegal(seat, bid, hand, BID, " ".join(auction.legal_bids))
                bid = self._forgive(fault, *bid_for(auction))
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
        choose_card, clock = self._choose_card, self._clock
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
                except BaseException as error:  # noqa: BLE001 - as in `_tell`
                    fault = crash(seat, error, hand, CARD, str(CardSet(legal)))
                    answer = self._forgive(fault, *card_for(legal, law))
                think[seat] += clock() - began
                card = answer if type(answer) is int else as_card(answer)
                bit = MASK_OF.get(card, 0)
                if not legal & bit:
                    fault = illegal(seat, answer, hand, CARD, str(CardSet(legal)))
                    card = self._forgive(fault, *card_for(legal, law))
                    bit = MASK_OF[card]
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
            legal = as_text(hand.offered(seat))
            began = self._clock()
            try:
                choice = self._choose_declarations[seat](self._views[seat])
            except BaseException as error:  # noqa: BLE001 - as in `_tell`
                fault = crash(seat, error, hand, DECLARATIONS, legal)
                choice = self._forgive(fault, ALL, ALL)
            self._think[seat] += self._clock() - began
            try:
                hand.declare(choice)
            except IllegalDeclaration:
                fault = illegal(seat, choice, hand, DECLARATIONS, legal)
                hand.declare(self._forgive(fault, ALL, ALL))
            except BaseException as error:  # noqa: BLE001 - as in `_tell`
                fault = crash(seat, error, hand, DECLARATIONS, legal)
                hand.declare(self._forgive(fault, ALL, ALL))
