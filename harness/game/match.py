"""A match: hands dealt and scored until a side has reached the target."""

from __future__ import annotations

from typing import Final

from harness.game.cards import Card
from harness.game.dealing import DealSet, stacked
from harness.game.hand import Hand
from harness.game.outcome import MADE, PASSED, TIED, held_from
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import Pair, Seat, Side, after

PASSED_OUT_LIMIT: Final = 64

NOBODY: Final[frozenset[Side]] = frozenset()

BY_TARGET: Final = "target"
BY_HAND_LIMIT: Final = "hand_limit"
BY_PASSING: Final = "passed_out"
BY_DEALS: Final = "deals"
BY_FORFEIT: Final = "forfeit"


class Match:
    """The score sheet of a match, and the hand that is to be played next.

    Deal with `next_hand()`, play the hand, hand it to `record(hand)`; until `over`.

    Attributes:
        rules: the table's rules.
        deals: the chance of the match; None where decks come from a record.
        most_deals: after how many it ends, those passed out included, whatever the score; None
            where it goes to the target.
        totals: the running score (NS, EW).
        held: points that wait from tied hands.
        held_from: the sides whose points those were.
        bar: the score that ends the match, as things stand.
        dealer: the seat that deals the next hand.
        deals_made: deals so far, those passed out included.
        scored: hands scored so far.
        ended_by: `target`, `hand_limit`, `passed_out`, `deals` or `forfeit`; None while it goes on.
        winner: the winning side once it is over; None for a draw.
    """

    def __init__(
        self,
        rules: Rules,
        deals: DealSet | None,
        *,
        dealer: Seat | None = None,
        most_deals: int | None = None,
    ) -> None:
        self.rules = rules
        self.deals = deals
        self.most_deals = most_deals
        if dealer is None:
            dealer = deals.first_dealer(rules) if deals else 0
        self.first_dealer = self.dealer = dealer
        self.totals: Pair = (0, 0)
        self.held = 0
        self.held_from: frozenset[Side] = NOBODY
        self.bar = rules.target if rules.target_is == "reached" else rules.target + 1
        self.deals_made = 0
        self.scored = 0
        self.ended_by: str | None = None
        self.winner: Side | None = None
        self._passed_in_a_row = 0
        self._stack: list[Card] | None = None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.ended_by is not None

    def next_deck(self) -> list[Card]:
        """Return the deck of the next deal: shuffled, or the last hand's tricks cut."""
        assert self.deals is not None  # noqa: S101 - a match from a record brings its decks
        if self._stack is None:
            return self.deals.deck(self.deals_made)
        return self.deals.cut(self.deals_made, self._stack)

    def next_hand(self, deck: list[Card] | None = None) -> Hand:
        """Deal the next hand, from the match's own chance or from a deck given."""
        deck = self.next_deck() if deck is None else deck
        last = is_last(self.rules, self.scored, last_deal=self.deals_made + 1 == self.most_deals)
        return Hand(
            self.rules, deck, self.dealer, self.deals_made, self.totals, self.held, last=last
        )

    def record(self, hand: Hand) -> HandScore:
        """Write down a hand that is over and see whether the match is."""
        score = hand.score()
        self.deals_made += 1
        self.held = score.held_out
        self.held_from = self._held_from(hand, score) if score.held_out else NOBODY
        if score.outcome == PASSED:
            self._record_passed_out()
        elif hand.is_replayed(score):
            self._record_replayed(hand)
        else:
            self._record_scored(hand, score)
        if self.most_deals is None:
            self._see_whether_over(hand, score)
        elif self.deals_made == self.most_deals:
            self._end(BY_DEALS, self._leader())
        return score

    def forfeit(self, side: Side) -> None:
        """End the match as lost by `side`: the target to nothing."""
        self.totals = (0, self.rules.target) if side == 0 else (self.rules.target, 0)
        self._end(BY_FORFEIT, 1 - side)

    def _held_from(self, hand: Hand, score: HandScore) -> frozenset[Side]:
        contract = hand.log.contract
        if contract is None:
            return self.held_from
        return held_from(self.rules, contract, score.outcome, self.held_from, last=hand.last)

    def _record_passed_out(self) -> None:
        self._passed_in_a_row += 1
        self._stack = None
        if self.rules.passed_out == "next_dealer":
            self.dealer = after(self.rules, self.dealer)

    def _record_replayed(self, hand: Hand) -> None:
        self._passed_in_a_row = 0
        self._stack_tricks(hand)

    def _record_scored(self, hand: Hand, score: HandScore) -> None:
        self._passed_in_a_row = 0
        self.scored += 1
        north, east = score.score
        self.totals = self.totals[0] + north, self.totals[1] + east
        self.dealer = hand.log.rounds[self.dealer][1]
        if self.rules.deals_next == "winner" and score.outcome != TIED:
            self.dealer = _winner_of(hand, score)
        self._stack_tricks(hand)

    def _stack_tricks(self, hand: Hand) -> None:
        if self.rules.dealing == "cut":
            self._stack = stacked((trick.winner, trick.cards) for trick in hand.log.tricks_played())

    def _see_whether_over(self, hand: Hand, score: HandScore) -> None:
        rules = self.rules
        if self._passed_in_a_row == PASSED_OUT_LIMIT:
            self._end(BY_PASSING, self._leader())
        if score.outcome == PASSED or hand.is_replayed(score):
            return
        if max(self.totals) >= self.bar:
            if score.capot is None or rules.capot_goes_out == "yes":
                self._go_out(hand, score)
            elif rules.capot_goes_out == "raises_target":
                self.bar = max(self.totals) + 1
        if self.scored == rules.hand_limit and not self.over:
            self._end(BY_HAND_LIMIT, self._leader())

    def _go_out(self, hand: Hand, score: HandScore) -> None:
        """End the match at the target, unless nobody there may go out."""
        swept = score.capot
        if self.rules.belote_goes_out or swept is None or not _only_belote(score, 1 - swept):
            self._reach_target(hand, score)
        elif self.totals[swept] >= self.bar:
            self._end(BY_TARGET, swept)

    def _reach_target(self, hand: Hand, score: HandScore) -> None:
        """End the match with the leader, or as the rules say of sides that are level."""
        leader, level = self._leader(), self.rules.level_at_target
        if self.rules.both_at_target == "as_level" and min(self.totals) >= self.bar:
            leader = None
        if leader is None and level not in ("play_on", "draw"):
            leader = _winner_by(level, hand, score)
        if leader is not None or level == "draw":
            self._end(BY_TARGET, leader)

    def _leader(self) -> Side | None:
        north, east = self.totals
        return None if north == east else 0 if north > east else 1

    def _end(self, ended_by: str, winner: Side | None) -> None:
        self.ended_by = ended_by
        self.winner = winner


def is_last(rules: Rules, scored: int, *, last_deal: bool) -> bool:
    """Say whether a match ends with the next hand that is scored, whatever happens in it.

    Args:
        rules: the table's rules.
        scored: hands scored before it.
        last_deal: whether no deal follows this one, as on a board.
    """
    return last_deal or scored + 1 == rules.hand_limit


def _takers_of(hand: Hand) -> Side:
    contract = hand.log.contract
    assert contract is not None  # noqa: S101 - a scored hand was taken
    return contract.taker & 1


def _winner_of(hand: Hand, score: HandScore) -> Side:
    """Return the side that won a hand which is no tie."""
    takers = _takers_of(hand)
    return takers if score.outcome == MADE else 1 - takers


def _winner_by(level_at_target: str, hand: Hand, score: HandScore) -> Side | None:
    """Return the side that the last hand makes the winner of sides that are level, if any."""
    if level_at_target == "last_taker":
        return _takers_of(hand)
    if level_at_target == "last_hand":
        return None if score.outcome == TIED else _winner_of(hand, score)
    north, east = score.score
    return None if north == east else 0 if north > east else 1


def _only_belote(score: HandScore, side: Side) -> bool:
    """Say whether a side writes nothing of a hand, or nothing but belote."""
    parts = score.points, score.declarations, score.bid, score.held_paid
    return not any(part[side] for part in parts)
