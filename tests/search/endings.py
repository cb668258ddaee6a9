"""Positions near the end of a hand at random, and what the slow, obvious search makes of them."""

from __future__ import annotations

import random
from typing import Final

from harness.game import SEATS, TRUMPS, Rules, card_name, preset
from harness.game.seats import round_from
from harness.search import Position
from harness.search.terms import OVER_PARTNER, capot_of, terms_of, whole_of
from tests import oracle

DUTIES: Final = ("rise", "overtrump", "undertrump", "partner_exempt")


def any_duties(chance: random.Random) -> Rules:
    """Draw a preset's rules with duties and a direction of play of their own."""
    rules = preset(chance.choice(("classic", "scoresheet", "coinche", "bulgarian")))
    duties = {duty: chance.random() < 0.5 for duty in DUTIES}
    return rules.but(
        over_partner=chance.choice(OVER_PARTNER),
        direction=chance.choice(("clockwise", "counterclockwise")),
        no_trumps_points=chance.choice(("plain", "doubled", "ace_19")),
        all_trumps_points=chance.choice(("trump", "jack_13", "jack_14")),
        **duties,
    )


def any_ending(chance: random.Random, size: int, lying: int | None = None) -> Position:
    """Draw a position in which the seat to play holds `size` cards, mid-trick or not."""
    rules, trump = any_duties(chance), chance.randrange(len(TRUMPS))
    lying = chance.randrange(4) if lying is None else lying
    deck = random.Random(chance.random()).sample(range(32), 32)
    turn = chance.randrange(4)
    holdings = [0, 0, 0, 0]
    for place, seat in enumerate(round_from(rules, turn)):
        for _ in range(size - (place >= 4 - lying)):
            holdings[seat] |= 1 << deck.pop()
    trick = tuple(deck.pop() for _ in range(lying))
    *_, worths, _ = terms_of(rules, trump)
    gone = sum(worths[card] for card in deck)
    won = chance.randint(0, 8 - size)
    north = 0 if won == 0 else gone if won == 8 - size else chance.randint(0, gone)
    north_, east, south, west = holdings
    return Position(
        rules=rules,
        trump=trump,
        holdings=(north_, east, south, west),
        turn=turn,
        trick=trick,
        points=(north, gone - north),
        tricks=(won, 8 - size - won),
    )


def names_of(cards: int) -> list[str]:
    """Return the texts of the cards of a mask."""
    return [card_name(card) for card in range(32) if cards >> card & 1]


class Minimax:
    """Every line of play to the end, by the oracle's law of play.

    What is weighed is the points NS win, one more than there are for every trick, one less than
    none for no trick; `points` turns that into what is written down.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.plain = position.rules.as_dict()
        self.trump = TRUMPS[position.trump]
        self.step = 1 if position.rules.direction == "clockwise" else -1
        self.whole = whole_of(terms_of(position.rules, position.trump))

    def values(self) -> dict[int, int]:
        """Return by legal card what the side to play has at the end."""
        position = self.position
        leader = (position.turn - self.step * len(position.trick)) % 4
        holdings = [names_of(held) for held in position.holdings]
        trick = [card_name(card) for card in position.trick]
        options = oracle.legal(self.plain, self.trump, trick, holdings[position.turn])
        return {
            card: self.points(self._after(holdings, leader, trick, card_name(card)))
            for card in range(32)
            if card_name(card) in options
        }

    def points(self, weight: int) -> int:
        """Return the points of the side to play for a weight of NS."""
        own = weight if self.position.turn % 2 == 0 else self.whole - weight
        if own < 0:
            return 0
        return capot_of(self.position.rules, self.whole) if own > self.whole else own

    def _after(
        self,
        holdings: list[list[str]],
        leader: int,
        trick: list[str],
        card: str,
        points: tuple[int, int] | None = None,
        tricks: tuple[int, int] | None = None,
    ) -> int:
        won, count = points or self.position.points, tricks or self.position.tricks
        seat = (leader + self.step * len(trick)) % 4
        left = [[c for c in held if c != card] for held in holdings]
        lying = [*trick, card]
        if len(lying) == 4:
            leader = (leader + self.step * oracle.winner(self.trump, lying)) % 4
            gain = oracle.points(self.plain, self.trump, lying)
            if not any(left):
                gain += oracle.last_trick(self.plain, self.trump)
            won = (won[0] + gain, won[1]) if leader % 2 == 0 else (won[0], won[1] + gain)
            count = (count[0] + 1, count[1]) if leader % 2 == 0 else (count[0], count[1] + 1)
            if not any(left):
                return self.whole + 1 if not count[1] else -1 if not count[0] else won[0]
            seat, lying = leader, []
        else:
            seat = (seat + self.step) % 4
        options = oracle.legal(self.plain, self.trump, lying, left[seat])
        found = [self._after(left, leader, lying, each, won, count) for each in options]
        return max(found) if seat % 2 == 0 else min(found)


def seats_and_cards(position: Position) -> str:
    """Return a position as a line, for the message of a test that fails."""
    held = [
        f"{SEATS[seat]}: {' '.join(names_of(cards))}"
        for seat, cards in enumerate(position.holdings)
    ]
    return f"{TRUMPS[position.trump]} {position.rules.direction} {'; '.join(held)}"
