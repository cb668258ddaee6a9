"""What one seat may know: all that is public and its own cards, and nothing else."""

import gc
import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from hypothesis import assume, given

from harness.game import (
    CardSet,
    DealSet,
    Hand,
    IllegalAct,
    Match,
    Rules,
    View,
    parse_card,
    parse_cards,
    preset,
)
from harness.game.bids import Contract
from tests.game.scripts import LEVEL, ONE_SUIT_EACH, SWEEP, dealt, go_on, taken
from tests.strategies import acts, decks, seeds, tables

CLASSIC = preset("classic")
RNG = random.Random(0)


def view_of(hand: Hand, seat: int = 0) -> View:
    """Return a seat's view, with its legal cards where it is asked for one."""
    view = View(seat, hand.log, hand.dealt[seat], RNG)
    if hand.turn == seat and not hand.bidding:
        view.legal_mask = hand.legal_mask()
    return view


def knowledge(view: View) -> dict[str, Any]:
    """Return all that a view says, the log itself aside."""
    names = [name for name in dir(view) if not name.startswith("_") and name != "log"]
    return {name: getattr(view, name) for name in names}


# What it tells


def test_a_view_knows_the_deal() -> None:
    view = view_of(dealt(CLASSIC, LEVEL, dealer=2, held=81), seat=1)
    assert (view.seat, view.partner, view.dealer, view.held) == (1, 3, 2, 81)
    assert (view.turned, view.rules, view.rng) == (parse_card("JS"), CLASSIC, RNG)
    assert (view.hand_no, view.totals) == (0, (0, 0))


def test_a_view_knows_whether_the_match_ends_with_the_hand() -> None:
    deals = DealSet(bytes(16), 0)
    board = Match(CLASSIC, deals, most_deals=1).next_hand()
    assert view_of(board).last_hand
    assert view_of(board.copy()).last_hand
    assert not view_of(Match(CLASSIC, deals).next_hand()).last_hand
    assert view_of(Match(CLASSIC.but(hand_limit=1), deals).next_hand()).last_hand
    assert not view_of(Match(CLASSIC.but(hand_limit=2), deals).next_hand()).last_hand


def test_a_view_holds_five_cards_in_the_auction_and_eight_in_play() -> None:
    hand = dealt(CLASSIC, SWEEP)
    assert [len(view_of(hand, seat).holding) for seat in range(4)] == [5, 5, 5, 5]
    assert parse_card("7S") not in view_of(hand).holding
    hand.bid("take")
    assert [str(view_of(hand, seat).holding) for seat in range(4)] == list(ONE_SUIT_EACH)


def test_a_view_knows_the_bids() -> None:
    hand = dealt(CLASSIC, SWEEP)
    views = [view_of(hand, seat=1) for _ in range(2)]
    assert (views[0].bids, views[0].legal_bids) == ((), ("pass", "take"))
    hand.bid("pass")
    hand.bid("take")
    assert (views[1].bids, views[1].legal_bids) == (("pass", "take"), ())


def test_a_view_knows_the_contract_once_there_is_one() -> None:
    before = view_of(dealt(CLASSIC, SWEEP))
    assert (before.contract, before.taker, before.trump) == (None, None, None)
    after = view_of(taken(CLASSIC, LEVEL), seat=1)
    assert after.contract == Contract(taker=0, trump=0, bid="take")
    assert (after.taker, after.trump) == (0, 0)


def test_a_view_knows_the_trick_under_way() -> None:
    hand = taken(CLASSIC, LEVEL, 13)
    view = view_of(hand, seat=1)
    assert (view.leader, view.trick) == (0, (parse_card("KS"),))
    assert view.winning == (0, parse_card("KS"))
    assert str(view.legal_cards) == "7H 8H 9H JH KH"
    assert view.holding == view.legal_cards
    assert view.dealt == parse_cards(ONE_SUIT_EACH[1])


def test_nobody_wins_a_trick_before_its_first_card() -> None:
    assert view_of(taken(CLASSIC, LEVEL)).winning is None
    assert view_of(taken(CLASSIC, LEVEL, 4)).winning is None


def test_a_view_knows_the_tricks_that_are_over() -> None:
    view = view_of(taken(CLASSIC, LEVEL, 18), seat=2)
    assert [
        (one.leader, str(CardSet.of(one.cards)), one.winner, one.points) for one in view.tricks
    ] == [
        (0, "7S JS AH KD", 0, 35),
        (0, "8S 9S 10H QD", 0, 27),
        (0, "QS AS QH JD", 0, 19),
        (0, "KS 10S KH AD", 3, 29),
    ]
    assert (view.points, view.tricks_won, view.leader) == ((81, 29), (3, 1), 3)
    assert len(view.played) == 18


def test_the_unseen_cards_are_those_neither_dealt_to_the_seat_nor_played() -> None:
    view = view_of(taken(CLASSIC, LEVEL, 4), seat=1)
    assert view.unseen | view.played | view.holding == CardSet(2**32 - 1)
    assert len(view.unseen) == 32 - 8 - 3


def test_a_view_hears_what_is_announced_and_sees_what_is_shown() -> None:
    view = view_of(taken(CLASSIC, SWEEP, 3), seat=1)
    assert [tuple(said) for said in view.announcements] == [
        (0, "run", 8, 100),
        (1, "run", 8, 100),
        (2, "run", 8, 100),
    ]
    assert view.shown == ()
    view = view_of(taken(CLASSIC, SWEEP, 17), seat=1)
    assert [(seat, str(one.cards)) for seat, one in view.shown] == [
        (0, ONE_SUIT_EACH[0]),
        (2, ONE_SUIT_EACH[2]),
    ]
    assert view.belotes == ((0, 0),)


def test_a_view_follows_the_hand_without_being_made_again() -> None:
    hand = taken(CLASSIC, LEVEL)
    view = view_of(hand, seat=2)
    go_on(hand, LEVEL._replace(bids=""))
    assert (len(view.played), len(view.holding), view.points) == (32, 0, (81, 81))


# What it hides


def hidden_from(hand: Hand, seat: int) -> list[int]:
    """Return the places in the deck of cards that a seat has not seen."""
    known = view_of(hand, seat)
    turned = [] if hand.log.turned is None else [hand.log.turned]
    seen = CardSet.of([*known.dealt, *known.played, *turned]) | CardSet(sum(hand.log.open))
    return [place for place, card in enumerate(hand.deck) if card not in seen]


def same_acts(hand: Hand, deck: list[int]) -> Hand:
    """Deal another deck and do in it what was done, by the checked doors."""
    other = Hand(hand.rules, deck, hand.log.dealer)
    for bid in hand.log.auction.bids:
        other.bid(bid)
    for card in hand.log.plays:
        while other.declaring is not None and other.rules.silence:
            said = hand.declared[other.declaring]
            other.declare([one.cards for one in said])
        other.play(card)
    return other


def heard(hand: Hand) -> tuple[object, ...]:
    """Return what was said and shown of the cards that are hidden."""
    return hand.log.announcements, hand.log.belotes, hand.log.shown


@given(decks, tables, seeds)
def test_a_view_never_changes_when_hidden_cards_change_places(
    deck: list[int], table: tuple[Rules, int], seed: int
) -> None:
    rules, dealer = table
    chance = random.Random(seed)
    seat = chance.randrange(rules.seats)
    hand = Hand(rules, deck, dealer)
    going = acts(hand, chance)
    for _ in range(chance.randrange(1, 40)):
        if next(going, True):
            break
    places = hidden_from(hand, seat)
    assume(len(places) > 1)
    for size in (2, 2, 2, 2, 2, 3, 4, len(places)):
        moved = chance.sample(places, min(size, len(places)))
        other = list(deck)
        for place, source in zip(moved, moved[1:] + moved[:1], strict=True):
            other[place] = deck[source]
        try:
            twin = same_acts(hand, other)
        except IllegalAct:
            continue  # With those cards somebody would have acted otherwise.
        if heard(twin) == heard(hand):
            assert knowledge(view_of(twin, seat)) == knowledge(view_of(hand, seat))


def reachable(thing: object) -> Iterator[object]:
    """Yield all that can be got at from a thing, classes and modules aside."""
    seen, left = set[int](), [thing]
    while left:
        one = left.pop()
        if id(one) not in seen and not isinstance(one, type | ModuleType):
            seen.add(id(one))
            yield one
            left += gc.get_referents(one)


def test_nothing_that_a_view_holds_leads_to_the_hand_or_the_deck() -> None:
    hand = taken(CLASSIC, LEVEL, 10)
    found = list(reachable(view_of(hand, seat=1)))
    assert hand.log in found
    assert not [one for one in found if isinstance(one, Hand)]
    assert not [one for one in found if one is hand.deck or one is hand.dealt]
    assert hand.holdings[2] not in found
