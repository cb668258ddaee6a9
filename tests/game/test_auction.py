"""Two rounds over a turned card, and the defenders' contrée."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.game import SEATS, Hand, IllegalBid, Rules, preset
from tests.game.scripts import NOBODY, SWEEP, after_bids, dealt
from tests.strategies import seats

CLASSIC = preset("classic")
OPEN = preset("classic", dealer_must_name=False)
CONTREE = preset("scoresheet", contree=True)


def after(bids: str, rules: Rules = CLASSIC, dealer: int | None = None) -> Hand:
    """Return a hand after some bids over the seven of spades."""
    hand = dealt(rules, SWEEP, dealer)
    for bid in bids.split():
        hand.bid(bid)
    return hand


def contract_of(hand: Hand) -> tuple[str, str, str, int] | None:
    """Return taker, trump, winning bid and multiplier as texts."""
    contract = hand.log.contract
    if contract is None:
        return None
    return SEATS[contract.taker], "SHDC"[contract.trump], contract.bid, contract.multiplier


def may_bid(hand: Hand) -> str:
    """Return who speaks and what may be said."""
    speaking = "nobody" if hand.turn is None else SEATS[hand.turn]
    return f"{speaking}: {' '.join(hand.legal_bids)}"


# The first round


def test_the_seat_after_the_dealer_speaks_first_and_may_take_or_pass() -> None:
    assert may_bid(after("", dealer=3)) == "N: pass take"
    assert may_bid(after("", dealer=0)) == "E: pass take"


def test_the_turn_to_speak_goes_round_to_the_dealer() -> None:
    assert [may_bid(after("pass " * said, dealer=1)) for said in range(4)] == [
        "S: pass take",
        "W: pass take",
        "N: pass take",
        "E: pass take",
    ]


def test_the_turn_to_speak_goes_round_the_other_way_where_play_does() -> None:
    rules = preset("counterclockwise")
    assert [may_bid(after("pass " * said, rules, dealer=1)) for said in range(4)] == [
        "N: pass take",
        "W: pass take",
        "S: pass take",
        "E: pass take",
    ]


@pytest.mark.parametrize("passes", range(4))
def test_whoever_takes_makes_the_turned_card_s_suit_trump_and_ends_the_bidding(passes: int) -> None:
    hand = after("pass " * passes + "take")
    assert contract_of(hand) == (SEATS[passes], "S", "take", 1)
    assert not hand.bidding
    assert hand.legal_bids == ()


# The second round


def test_in_the_second_round_each_seat_may_name_another_suit_or_pass() -> None:
    assert may_bid(after("pass " * 4)) == "N: pass H D C"
    assert may_bid(after("pass " * 6)) == "S: pass H D C"


def test_the_turned_suit_may_be_named_again_where_any_suit_may() -> None:
    assert may_bid(after("pass " * 4, preset("counterclockwise"))) == "N: pass S H D C"


@pytest.mark.parametrize("suit", "HDC")
def test_the_suit_named_is_trump(suit: str) -> None:
    assert contract_of(after("pass " * 5 + suit)) == ("E", suit, suit, 1)


def test_the_dealer_must_name_a_suit_when_everyone_else_has_passed_twice() -> None:
    assert may_bid(after("pass " * 7)) == "W: H D C"


def test_the_dealer_may_pass_twice_where_that_rule_is_lifted() -> None:
    assert may_bid(after("pass " * 7, OPEN)) == "W: pass H D C"


def test_a_dealer_who_must_name_may_name_any_suit_where_any_may_be_named() -> None:
    rules = preset("counterclockwise", dealer_must_name=True)
    assert may_bid(after("pass " * 7, rules)) == "E: S H D C"


def test_a_deal_that_everyone_passes_twice_is_over_with_no_contract() -> None:
    hand = after(NOBODY.bids, OPEN)
    assert hand.over
    assert contract_of(hand) is None
    assert may_bid(hand) == "nobody: "


# Contrée


def test_without_contree_the_take_ends_the_bidding() -> None:
    assert may_bid(after("take", preset("scoresheet"))) == "N: "


@pytest.mark.parametrize(
    ("bids", "first"), [("take", "E"), ("pass take", "S"), ("pass pass pass take", "N")]
)
def test_the_defender_after_the_taker_may_double_first(bids: str, first: str) -> None:
    hand = after(bids, CONTREE)
    assert may_bid(hand) == f"{first}: pass contree"
    assert hand.bidding


def test_the_other_defender_may_double_when_the_first_passed() -> None:
    assert may_bid(after("pass take pass", CONTREE)) == "N: pass contree"


def test_counterclockwise_the_defender_on_the_taker_s_right_may_double_first() -> None:
    rules = preset("counterclockwise", contree=True)
    assert may_bid(after("take", rules)) == "W: pass contree"
    assert may_bid(after("take pass", rules)) == "E: pass contree"


@pytest.mark.parametrize("answers", ["contree", "pass contree"])
def test_one_double_is_enough_and_ends_the_bidding(answers: str) -> None:
    hand = after(f"take {answers}", CONTREE)
    assert contract_of(hand) == ("N", "S", "take", 2)
    assert not hand.bidding


def test_a_hand_is_played_for_its_plain_worth_when_both_defenders_pass() -> None:
    hand = after("take pass pass", CONTREE)
    assert contract_of(hand) == ("N", "S", "take", 1)
    assert not hand.bidding


def test_the_deal_is_completed_before_the_defenders_answer() -> None:
    hand = after("take", CONTREE)
    assert [mask.bit_count() for mask in hand.holdings] == [8, 8, 8, 8]


def test_a_suit_named_in_the_second_round_may_be_doubled() -> None:
    assert contract_of(after("pass " * 4 + "H pass contree", CONTREE)) == ("N", "H", "H", 2)


# The checked door


@pytest.mark.parametrize(
    ("bids", "bid", "seat", "legal"),
    [
        ("", "S", 0, "pass take"),
        ("pass", "contree", 1, "pass take"),
        ("pass " * 4, "S", 0, "pass H D C"),
        ("pass " * 4, "take", 0, "pass H D C"),
        ("pass " * 7, "pass", 3, "H D C"),
        ("pass", "", 1, "pass take"),
        ("pass", "passe", 1, "pass take"),
    ],
)
def test_a_bid_that_is_not_legal_is_refused_with_who_speaks_and_what_is_legal(
    bids: str, bid: str, seat: int, legal: str
) -> None:
    hand = after(bids)
    with pytest.raises(IllegalBid) as refused:
        hand.bid(bid)
    assert str(refused.value) == f"{SEATS[seat]} may not bid {bid!r} here: legal is {legal}"
    assert (refused.value.seat, refused.value.legal) == (seat, legal)


def test_of_many_legal_bids_a_refusal_names_a_few_and_carries_all() -> None:
    hand = Hand(preset("contree"), range(32), 0)
    with pytest.raises(IllegalBid) as refused:
        hand.bid("85H")
    assert str(refused.value).endswith("legal is pass 80C 80D 80H and 37 more")
    assert len(refused.value.legal.split()) == 41


@pytest.mark.parametrize(
    ("rules", "bids", "ended"),
    [
        ("coinche", "80H coinche surcoinche", "with 'surcoinche', after which nobody had anything"),
        ("bulgarian", "AT contra recontra", "with 'recontra', after which nobody had anything"),
        ("classic", "take", "with 'take', after which nobody had anything"),
    ],
)
def test_a_pass_after_the_last_word_is_refused_with_what_that_was(
    rules: str, bids: str, ended: str
) -> None:
    hand = after_bids(preset(rules), bids)
    with pytest.raises(IllegalBid) as refused:
        hand.bid("pass")
    assert f"nobody may bid 'pass' here: the auction ended {ended}" in str(refused.value)


def test_a_pass_after_three_is_refused_since_the_auction_is_over() -> None:
    hand = after_bids(preset("coinche"), "80H pass pass pass")
    with pytest.raises(IllegalBid, match="nobody may bid 'pass' here: the auction is over"):
        hand.bid("pass")


def test_nobody_may_bid_when_the_bidding_is_over() -> None:
    hand = after("take")
    with pytest.raises(IllegalBid, match="nobody may bid 'take' here") as refused:
        hand.bid("take")
    assert (refused.value.seat, refused.value.legal) == (None, "")


def test_a_refused_bid_changes_nothing() -> None:
    hand = after("pass")
    with pytest.raises(IllegalBid):
        hand.bid("H")
    assert hand.log.auction.bids == ["pass"]
    assert may_bid(hand) == "E: pass take"
    assert contract_of(hand) is None


@settings(max_examples=50)
@given(seats, st.integers(0, 8))
def test_whoever_deals_the_bidding_takes_at_most_two_rounds(dealer: int, passes: int) -> None:
    hand = after("pass " * passes, OPEN, dealer)
    expected = None if passes == 8 else (dealer + 1 + passes) % 4
    assert hand.log.auction.turn == expected
