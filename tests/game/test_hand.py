"""A hand from the deal to the score: turns, tricks, belote, and its two doors."""

import random

import pytest
from hypothesis import given, settings

from harness.errors import BeloteError
from harness.game import (
    SEATS,
    TRUMPS,
    CardSet,
    Hand,
    IllegalCard,
    Rules,
    card_name,
    parse_card_list,
    preset,
)
from harness.game.log import Log
from tests import oracle
from tests.game.scripts import (
    ALL_BUT_LAST,
    DEDANS,
    LEVEL,
    NOBODY,
    OTHERS_FIRST,
    SWEEP,
    dealt,
    mid_trick,
    played,
    state,
    taken,
)
from tests.strategies import acts, decks, play_at_random, seeds, tables

CLASSIC = preset("classic")


# Turns


def test_the_seat_after_the_dealer_leads() -> None:
    hand = dealt(CLASSIC, LEVEL, dealer=1)
    hand.bid("take")
    assert hand.turn == 2


def test_the_seat_after_the_dealer_leads_whoever_took() -> None:
    hand = dealt(CLASSIC, DEDANS, dealer=3)
    for bid in DEDANS.bids.split():
        hand.bid(bid)
    assert (hand.log.contract.taker if hand.log.contract else None, hand.turn) == (1, 0)


def test_the_log_tells_which_cards_each_seat_has_played() -> None:
    # W, the last to play, wins the first trick with the ten of trumps and leads to the second.
    log = taken(CLASSIC, OTHERS_FIRST, 6).log
    told = [f"{SEATS[seat]} {card_name(card)}" for seat, card in log.by_seat()]
    assert told == ["N KS", "E KH", "S AD", "W 10S", "W AC", "N 7C"]
    assert [str(CardSet(cards)) for cards in log.played_by()] == ["KS 7C", "KH", "AD", "10S AC"]


@pytest.mark.parametrize(
    ("preset_name", "order"), [("classic", "NESW"), ("counterclockwise", "NWSE")]
)
def test_a_trick_goes_round_in_the_direction_of_play(preset_name: str, order: str) -> None:
    hand = taken(preset(preset_name), LEVEL)
    turns = []
    for card in LEVEL.plays.split()[:4]:
        assert hand.turn is not None
        turns.append(SEATS[hand.turn])
        hand.play(card)
    assert "".join(turns) == order


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    assert taken(CLASSIC, LEVEL, 12).turn == 0
    assert taken(CLASSIC, LEVEL, 16).turn == 3


def test_nobody_s_turn_comes_when_the_hand_is_over() -> None:
    assert played(CLASSIC, LEVEL).turn is None
    assert played(preset("gameduell"), NOBODY).turn is None


def test_a_hand_is_over_after_eight_tricks_and_not_before() -> None:
    hand = taken(CLASSIC, LEVEL, 31)
    assert not hand.over
    hand.play(LEVEL.plays.split()[31])
    assert hand.over


# Card points


def test_tricks_give_their_card_points_to_the_winner_s_side() -> None:
    tricks = list(played(CLASSIC, LEVEL).log.tricks_played())
    assert [(SEATS[one.leader], SEATS[one.winner], one.points) for one in tricks] == [
        ("N", "N", 35),
        ("N", "N", 27),
        ("N", "N", 19),
        ("N", "W", 29),
        ("W", "W", 23),
        ("W", "W", 10),
        ("W", "W", 4),
        ("W", "W", 15),
    ]


def test_the_last_trick_is_worth_what_the_rules_say_more() -> None:
    assert played(CLASSIC.but(last_trick=0), ALL_BUT_LAST).log.points == [141, 11]
    assert played(CLASSIC, ALL_BUT_LAST).log.points == [141, 21]
    assert played(CLASSIC.but(last_trick=20), ALL_BUT_LAST).log.points == [141, 31]


def test_tricks_are_counted_for_each_side() -> None:
    assert played(CLASSIC, LEVEL).log.tricks == [3, 5]
    assert played(CLASSIC, SWEEP).log.tricks == [8, 0]


def test_a_hand_that_was_passed_out_scores_nothing_and_leaves_waiting_what_waits() -> None:
    score = played(preset("scoresheet"), NOBODY, held=81).score()
    assert (score.outcome, score.score, score.held_out) == ("passed", (0, 0), 81)


@given(decks, tables, seeds)
def test_every_hand_shares_out_the_cards_and_the_last_trick(
    deck: list[int], table: tuple[Rules, int], seed: int
) -> None:
    rules, dealer = table
    hand = play_at_random(Hand(rules, deck, dealer), random.Random(seed))
    if hand.log.contract is None:
        assert (hand.log.points, hand.log.tricks) == ([0, 0], [0, 0])
    else:
        trump = TRUMPS[hand.log.contract.trump]
        assert sum(hand.log.points) == oracle.whole(rules.as_dict(), trump)
        assert sum(hand.log.tricks) == 32 // rules.seats


# Belote


def test_belote_is_said_with_the_first_of_the_pair() -> None:
    # Spades are trump; N plays the king in the fifth trick and the queen in the sixth.
    assert taken(CLASSIC, SWEEP, 16).log.belotes == []
    assert taken(CLASSIC, SWEEP, 17).log.belotes == [(0, 0)]
    assert played(CLASSIC, SWEEP).log.belotes == [(0, 0)]


def test_belote_is_said_by_its_holder_whoever_took() -> None:
    assert played(CLASSIC, DEDANS).belote() == (20, 0)


def test_king_and_queen_in_two_hands_are_no_belote() -> None:
    assert played(CLASSIC, LEVEL).log.belotes == []
    assert played(CLASSIC, LEVEL).belote() == (0, 0)


def test_king_and_queen_of_another_suit_are_no_belote() -> None:
    assert played(CLASSIC, SWEEP).belote() == (20, 0)
    assert len(played(CLASSIC, SWEEP).log.belotes) == 1


def test_belote_counts_where_declarations_do_not() -> None:
    assert played(preset("contract82"), SWEEP).belote() == (20, 0)


def test_the_turned_card_may_complete_a_belote() -> None:
    assert played(CLASSIC, SWEEP._replace(turned="QS")).belote() == (20, 0)


# The checked door


def refused_card(hand: Hand, card: str | int) -> IllegalCard:
    """Play a card that must be refused, and see that nothing changes."""
    before = state(hand)
    with pytest.raises(IllegalCard) as refused:
        hand.play(card)
    assert state(hand) == before
    return refused.value


@pytest.mark.parametrize(
    ("trick", "holding", "card", "duty", "legal"),
    [
        pytest.param("AD", "7D KD JH", "JH", "follow suit", "7D KD", id="follow"),
        pytest.param("AH", "7H 9H JH", "7H", "beat the best trump", "9H JH", id="rise"),
        pytest.param("AH", "7H 8H KD", "KD", "follow suit", "7H 8H", id="follow a trump"),
        pytest.param("AD", "7H JH KS", "KS", "ruff", "7H JH", id="ruff"),
        pytest.param("7D 10H", "7H AH KS", "7H", "overtrump", "AH", id="overtrump with a trump"),
        pytest.param("7D 10H", "7H AH KS", "KS", "overtrump", "AH", id="overtrump"),
        pytest.param(
            "7D JH", "7H 8H KS", "KS", "play a trump, even a losing one", "7H 8H", id="undertrump"
        ),
        pytest.param("AD", "7D KD JH", "AC", "play a card that you hold", "7D KD", id="not held"),
        pytest.param("", "7D KD JH", "AC", "play a card that you hold", "7D JH KD", id="lead"),
    ],
)
def test_a_card_that_breaks_a_duty_is_refused_with_the_duty_and_what_is_legal(
    trick: str, holding: str, card: str, duty: str, legal: str
) -> None:
    refused = refused_card(mid_trick(CLASSIC, "H", trick, holding), card)
    assert refused.duty == duty
    assert set(legal.split()) <= set(refused.legal.split())
    seat = SEATS[len(trick.split())]
    assert (SEATS[refused.seat or 0], refused.card) == (seat, card)
    assert str(refused) == f"{seat} may not play {card}: it must {duty}, with {refused.legal}"


def test_a_card_may_be_given_as_text_or_as_a_number() -> None:
    hand = taken(CLASSIC, LEVEL)
    hand.play("JS")
    hand.play(parse_card_list("AH")[0])
    assert hand.log.plays == parse_card_list("JS AH")


def test_no_card_is_played_while_the_auction_is_on() -> None:
    refused = refused_card(dealt(CLASSIC, LEVEL), "JS")
    assert str(refused) == "the auction is still on"
    assert (refused.seat, refused.legal) == (0, "")


def test_no_card_is_played_when_the_hand_is_over() -> None:
    refused = refused_card(played(CLASSIC, LEVEL), "JS")
    assert str(refused) == "the hand is over"
    assert (refused.seat, refused.legal) == (None, "")


def test_a_card_is_not_played_twice() -> None:
    assert refused_card(taken(CLASSIC, LEVEL, 4), "JS").duty == "play a card that you hold"


@pytest.mark.parametrize("card", ["XX", "", "JS 9S", -1, 32, 1000])
def test_what_is_no_card_is_refused_in_one_line(card: str | int) -> None:
    hand = taken(CLASSIC, LEVEL)
    before = state(hand)
    with pytest.raises(BeloteError) as refused:
        hand.play(card)
    assert "\n" not in str(refused.value)
    assert state(hand) == before


# The trusting door, and copies


@settings(max_examples=50, deadline=None)
@given(decks, tables, seeds)
def test_both_doors_lead_to_the_same_hand(
    deck: list[int], table: tuple[Rules, int], seed: int
) -> None:
    rules, dealer = table
    checked = play_at_random(Hand(rules, deck, dealer), random.Random(seed))
    trusted = Hand(rules, deck, dealer)
    for bid in checked.log.auction.bids:
        trusted.push_bid(bid)
    for card in checked.log.plays:
        while trusted.declaring is not None:
            trusted.push_declarations(checked.declared[trusted.declaring])
        trusted.push(card)
    assert state(trusted) == state(checked)
    assert trusted.score() == checked.score()


@settings(max_examples=20, deadline=None)
@given(decks, tables, seeds)
def test_a_log_follows_cards_as_the_hand_has_laid_them_down(
    deck: list[int], table: tuple[Rules, int], seed: int
) -> None:
    rules, dealer = table
    hand = play_at_random(Hand(rules, deck, dealer), random.Random(seed)).log
    log = Log(rules, dealer, hand.turned)
    for bid in hand.auction.bids:
        log.auction.push(bid)
    if hand.plays:
        log.begin_play()
        log.follow(hand.plays[:7])
        log.follow(hand.plays[7:])
    for what in ("plays", "unplayed", "standing", "order", "trick_winners", "won"):
        assert getattr(log, what) == getattr(hand, what), what


@settings(max_examples=50, deadline=None)
@given(decks, tables, seeds)
def test_a_copy_goes_on_by_itself_and_to_the_same_end(
    deck: list[int], table: tuple[Rules, int], seed: int
) -> None:
    rules, dealer = table
    hand = Hand(rules, deck, dealer)
    moments = sum(1 for _ in acts(hand.copy(), random.Random(seed)))
    chance = random.Random(seed)
    parting = chance.randrange(moments)
    chance.seed(seed)
    going = acts(hand, chance)
    for _ in range(parting + 1):
        next(going)
    before, twin, left = state(hand), hand.copy(), chance.getstate()
    play_at_random(twin, chance)
    assert state(hand) == before
    chance.setstate(left)
    play_at_random(hand, chance)
    assert state(hand) == state(twin)
    assert hand.score() == twin.score()
