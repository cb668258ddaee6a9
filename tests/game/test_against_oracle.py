"""The engine against the oracle: every legal set, winner, point and score of hands at random.

A fast sample runs by default. The environment asks for more of each preset, the whole proof being

    BELOTE_ORACLE_POSITIONS=100000 BELOTE_ORACLE_HANDS=20000

before `pytest tests/game/test_against_oracle.py`, some minutes on one core.
"""

import os
import random
from itertools import combinations
from math import factorial

import pytest

from harness.game import (
    SEATS,
    SIDES,
    TRUMPS,
    DealSet,
    Hand,
    Match,
    Rules,
    card_name,
    card_names,
    deck_of,
    legal_cards,
    preset,
    trick_winner,
)
from harness.game.bids import trumps_of
from harness.game.notation import hand_record
from tests import oracle
from tests.strategies import PRESETS, any_rules, play_at_random

pytestmark = pytest.mark.untraced

POSITIONS = int(os.environ.get("BELOTE_ORACLE_POSITIONS", "1000"))
HANDS = int(os.environ.get("BELOTE_ORACLE_HANDS", "80"))

CLASSIC = preset("classic", no_trumps=True, all_trumps=True)

each_preset = pytest.mark.parametrize("name", PRESETS)


def by_side(pair: tuple[int, int]) -> dict[str, int]:
    """Return a pair as the oracle writes it."""
    return dict(zip(SIDES, pair, strict=True))


def verdict_on(hand: Hand) -> dict[str, object]:
    """Return what the engine makes of a hand, as the oracle would say it."""
    log, score = hand.log, hand.score()
    contract = log.contract
    return {
        "ok": True,
        "taker": SEATS[contract.taker] if contract else None,
        "trump": TRUMPS[contract.trump] if contract else None,
        "tricks": [
            {
                "leader": SEATS[trick.leader],
                "cards": card_names(trick.cards),
                "winner": SEATS[trick.winner],
                "points": trick.points,
            }
            for trick in log.tricks_played()
        ],
        "card_points": by_side(score.card_points),
        "announced": by_side(hand.announced()),
        "declarations": by_side(hand.declarations()),
        "belote": by_side(hand.belote()),
        "capot": None if score.capot is None else SIDES[score.capot],
        "outcome": score.outcome,
        "held_in": log.held,
        "held_out": score.held_out,
        "score": by_side(score.score),
    }


def legal_cards_agree(hand: Hand) -> None:
    """Hold the legal cards of the seat to play against the oracle's."""
    log = hand.log
    if log.contract is not None and not hand.bidding:
        holding = [card_name(card) for card in range(32) if hand.holdings[log.turn] >> card & 1]
        expected = oracle.legal(
            hand.rules.as_dict(),
            TRUMPS[log.contract.trump],
            [card_name(card) for card in log.trick],
            holding,
        )
        assert str(hand.legal_cards).split() == expected


def bids_agree(hand: Hand) -> None:
    """Hold who speaks and what may be bid against the oracle's."""
    if hand.bidding:
        turn, seat = oracle.speaking(hand_record(hand)), hand.log.auction.turn
        assert turn is not None
        assert seat is not None
        assert (SEATS[seat], sorted(hand.legal_bids)) == (turn[0], sorted(turn[1]))


def play_and_compare(rules: Rules, chance: random.Random) -> None:
    """Play a hand at random and hold all of it against the oracle."""
    deck = deck_of(chance.randrange(factorial(32)))
    held = chance.choice((0, 0, 81))
    hand = Hand(rules, deck, chance.randrange(rules.seats), held=held)

    def agree(hand: Hand) -> None:
        bids_agree(hand)
        legal_cards_agree(hand)

    play_at_random(hand, chance, agree)
    record = hand_record(hand)
    assert verdict_on(hand) == oracle.judge(record), record


@each_preset
def test_the_legal_cards_of_any_position_are_the_oracle_s(name: str) -> None:
    chance, rules = random.Random(name), preset(name)
    plain, trumps = rules.as_dict(), trumps_of(rules)
    for _ in range(POSITIONS):
        cards = [card_name(card) for card in chance.sample(range(32), 11)]
        lying, trump = chance.randrange(rules.seats), chance.choice(trumps)
        trick, holding = cards[:lying], cards[3 : 3 + chance.randint(1, 8)]
        found = legal_cards(" ".join(holding), " ".join(trick), trump, rules)
        assert set(str(found).split()) == set(oracle.legal(plain, trump, trick, holding))
        if trick:
            assert trick_winner(" ".join(trick), trump) == oracle.winner(trump, trick)


@each_preset
def test_a_hand_played_at_random_is_what_the_oracle_makes_of_its_record(name: str) -> None:
    chance, rules = random.Random(name), preset(name)
    for _ in range(HANDS):
        play_and_compare(rules, chance)


def test_a_hand_under_rules_drawn_at_random_is_what_the_oracle_makes_of_its_record() -> None:
    chance = random.Random(0)
    for _ in range(2 * HANDS):
        play_and_compare(any_rules(chance), chance)


@each_preset
def test_a_match_played_at_random_is_what_the_oracle_makes_of_its_record(name: str) -> None:
    rules = preset(name)
    for number in range(1 + HANDS // 20):
        chance = random.Random(number)
        match = Match(rules, DealSet(bytes(16), number))
        hands, totals = [], []
        while not match.over:
            hand = play_at_random(match.next_hand(), chance)
            match.record(hand)
            hands.append(hand_record(hand))
            totals.append(by_side(match.totals))
        verdict = oracle.judge_match({"rules": name, "hands": hands})
        assert verdict["ok"], verdict
        assert verdict["totals"] == totals
        assert verdict["ended_by"] == match.ended_by
        assert verdict["winner"] == (None if match.winner is None else SIDES[match.winner])


@pytest.mark.parametrize("trump", range(len(TRUMPS)))
@pytest.mark.parametrize("led", range(32))
def test_to_a_trick_of_one_card_every_holding_of_two_answers_as_the_oracle_has_it(
    trump: int, led: int
) -> None:
    rules = CLASSIC.as_dict()
    others = [card for card in range(32) if card != led]
    for one, other in combinations(others, 2):
        held = [card_name(one), card_name(other)]
        found = legal_cards([one, other], [led], trump, CLASSIC)
        expected = oracle.legal(rules, TRUMPS[trump], [card_name(led)], held)
        assert set(str(found).split()) == set(expected)
