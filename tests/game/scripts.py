"""Hands written down, and the doors to play them.

A script goes by places: in the order of play, counted from the seat that speaks and leads first.
Unless a dealer is given that seat is N, so that the places 0 and 2 are NS.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

from harness.game import (
    SEATS,
    SIDES,
    TRUMPS,
    Hand,
    HandScore,
    Match,
    Rules,
    card_name,
    card_names,
    legal_cards,
    parse_card,
    parse_card_list,
    parse_cards,
    preset,
    score_hand,
    trick_winner,
)
from harness.game.declarations import find, winning_side
from harness.game.play import law_of


class Script(NamedTuple):
    """A hand: eight cards a place, the card turned up if any is, the bids and the plays."""

    holdings: tuple[str, str, str, str]
    turned: str
    bids: str
    plays: str = ""


SPADES = "7S 8S 9S JS QS KS 10S AS"
HEARTS = "7H 8H 9H JH QH KH 10H AH"
DIAMONDS = "7D 8D 9D JD QD KD 10D AD"
CLUBS = "7C 8C 9C JC QC KC 10C AC"
TRUMPS_DOWN = ["JS", "9S", "AS", "10S", "KS", "QS", "8S", "7S"]
PLAIN_DOWN = ["AD", "10D", "KD", "QD", "JD", "9D", "8D", "7D"]
ONE_SUIT_EACH = (SPADES, HEARTS, DIAMONDS, CLUBS)
ALL_SPADES_LED = """
    JS AH AD AC  9S 10H 10D 10C  AS KH KD KC  10S QH QD QC
    KS JH JD JC  QS 9H 9D 9C  8S 8H 8D 8C  7S 7H 7D 7C
"""

SWEEP = Script(ONE_SUIT_EACH, turned="7S", bids="take", plays=ALL_SPADES_LED)
"""Place 0 takes with every trump: all tricks and belote. Four runs of eight, its own in trump."""

DEDANS = Script(ONE_SUIT_EACH, "7H", "pass pass pass pass pass S", ALL_SPADES_LED)
"""Place 1 names the suit that place 0 holds whole: the defenders win all tricks, with belote."""

ALL_BUT_LAST = Script(
    ("8S 9S JS QS KS 10S AS 7C", HEARTS, DIAMONDS, "7S 8C 9C JC QC KC 10C AC"),
    turned="8S",
    bids="take",
    plays="""
        JS AH AD 7S  9S 10H 10D 10C  AS KH KD KC  10S QH QD QC
        KS JH JD JC  QS 9H 9D 9C  8S 8H 8D 8C  7C 7H 7D AC
    """,
)
"""The takers lose the last trick, an ace and the bonus: 141 to 21, with belote."""

LEVEL = Script(
    ("JS 9S AS KS JC 9C 8C 7C", HEARTS, DIAMONDS, "10S QS 8S 7S AC 10C KC QC"),
    turned="JS",
    bids="take",
    plays="""
        JS AH KD 7S  9S 10H QD 8S  AS QH JD QS  KS KH AD 10S
        AC 7C JH 10D  10C 8C 9H 9D  KC 9C 8H 8D  QC JC 7H 7D
    """,
)
"""81 each, without belote: 35 + 27 + 19 in three tricks, then 29 + 23 + 10 + 4 + 5 and the last.

All four places declare: runs of three, of eight, of eight and of three, the best two equal.
"""


def swapped(script: Script, card: str, other: str) -> Script:
    """Exchange the moments at which two cards of one holding are played."""
    exchange = {card: other, other: card}
    plays = [exchange.get(word, word) for word in script.plays.split()]
    return script._replace(plays=" ".join(plays))


ONE_SHORT = swapped(LEVEL, "QH", "JH")
"""80 to 82: the takers' third trick holds a jack and not a queen."""

ONE_OVER = swapped(LEVEL, "QH", "KH")
"""82 to 80: the takers' third trick holds a king."""

OTHERS_FIRST = Script(
    LEVEL.holdings,
    turned="JS",
    bids="take",
    plays="""
        KS KH AD 10S  AC 7C JH 10D  10C 8C 9H 9D  KC 9C 8H 8D
        QC JC 7H 7D  7S JS AH KD  9S 10H QD 8S  AS QH JD QS
    """,
)
"""Five tricks to the defenders, 29 + 23 + 10 + 4 + 5, then 35 + 27 + 19 and the last: 91 to 71."""

BELOTE_FAILS = Script(
    ("JS 9S KS QS JC 9C 8C 7C", HEARTS, DIAMONDS, "AS 10S 8S 7S AC 10C KC QC"),
    turned="JS",
    bids="take",
    plays="""
        JS AH KD 7S  9S 10H QD 8S  KS QH JD 10S  AC 7C KH AD
        10C 8C JH 10D  KC 9C 9H 9D  QC JC 8H 8D  AS QS 7H 7D
    """,
)
"""The takers win 35 + 27 and have belote; the other 100 are the defenders'."""

NOBODY = Script(ONE_SUIT_EACH, turned="7S", bids="pass pass pass pass pass pass pass pass")
"""Everyone passes twice."""


def deck_of_script(script: Script, packets: str = "3+2") -> list[int]:
    """Stack the deck that deals the script, whoever deals."""
    bids = script.bids.split()
    taking = next((place for place, bid in enumerate(bids) if bid != "pass"), 0) % 4
    turned = parse_card_list(script.turned)
    stocks = [parse_card_list(holding) for holding in script.holdings]
    if turned:
        stocks[taking].remove(turned[0])
    sizes = [int(size) for size in packets.split("+")]
    deck: list[int] = []
    for size in sizes:
        for stock in stocks:
            deck += [stock.pop() for _ in range(size)]
    return deck + turned + [card for stock in stocks for card in stock]


def last_before_north(rules: Rules) -> int:
    """Return the dealer after whom N speaks and leads."""
    return SEATS.index("W" if rules.direction == "clockwise" else "E")


def dealt(rules: Rules, script: Script, dealer: int | None = None, *, held: int = 0) -> Hand:
    """Deal a script and leave it at the first bid."""
    if dealer is None:
        dealer = last_before_north(rules)
    return Hand(rules, deck_of_script(script, rules.packets), dealer, held=held)


def after_bids(rules: Rules, bids: str) -> Hand:
    """Deal the deck in order so that N speaks first, and make some bids."""
    hand = Hand(rules, range(32), last_before_north(rules))
    for bid in bids.split():
        hand.bid(bid)
    return hand


def settled(rules: Rules, bids: str) -> tuple[str, str, int] | None:
    """Return who took, with which bid and what it is multiplied by, once the auction is over."""
    hand = after_bids(rules, bids)
    assert not hand.bidding, hand.legal_bids
    contract = hand.log.contract
    return contract and (SEATS[contract.taker], contract.bid, contract.multiplier)


def go_on(hand: Hand, script: Script) -> Hand:
    """Bid and play a script by the checked doors."""
    for bid in script.bids.split():
        hand.bid(bid)
    for card in script.plays.split():
        hand.play(card)
    return hand


def played(rules: Rules, script: Script, dealer: int | None = None, *, held: int = 0) -> Hand:
    """Deal a script and play it to its end."""
    return go_on(dealt(rules, script, dealer, held=held), script)


def scored(rules: Rules, script: Script, *, held: int = 0) -> HandScore:
    """Score a script."""
    return played(rules, script, held=held).score()


def taken(rules: Rules, script: Script, cards: int = 0) -> Hand:
    """Deal a script and play its bids and some of its cards."""
    plays = " ".join(script.plays.split()[:cards])
    return played(rules, script._replace(plays=plays))


def card_turned(hand: Hand) -> int:
    """Return the card that was turned up."""
    assert hand.log.turned is not None
    return hand.log.turned


def mid_trick(rules: Rules, trump: str, trick: str, holding: str) -> Hand:
    """Deal so that the first trick lies as given and the next to play holds at least `holding`.

    What else it holds is of other suits than trump and the suit led.
    """
    lying, held = parse_card_list(trick), parse_card_list(holding)
    bound = {"SHDC".index(trump), *(card >> 3 for card in lying[:1])}
    rest = [card for card in range(32) if card not in (*lying, *held)]
    rest.sort(key=lambda card: card >> 3 in bound)
    holdings = [*([card] for card in lying), held, *([] for _ in range(3 - len(lying)))]
    for cards in (held, *holdings):
        while len(cards) < 8:
            cards.append(rest.pop(0))
    turned = next(card for card in holdings[0] if card >> 3 != "SHDC".index(trump))
    north, east, south, west = map(card_names, holdings)
    script = Script((north, east, south, west), card_name(turned), f"pass pass pass pass {trump}")
    hand = played(rules, script)
    for card in lying:
        hand.push(card)
    return hand


def state(hand: Hand) -> dict[str, Any]:
    """Return all that a hand, its log and its auction say of themselves, lists copied."""
    return {
        f"{type(thing).__name__}.{name}": copy(value) if isinstance(value, list | dict) else value
        for thing in (hand, hand.log, hand.log.auction)
        for name in dir(thing)
        if not name.startswith("_")
        and not callable(value := getattr(thing, name))
        and value not in (hand.log, hand.log.auction)
    }


def play_on(match: Match, *scripts: Script) -> Match:
    """Play scripts as the next hands of a match."""
    for script in scripts:
        match.record(go_on(match.next_hand(deck_of_script(script, match.rules.packets)), script))
    return match


def match_of(rules: Rules, *scripts: Script) -> Match:
    """Play scripts as a match whose first hand N leads."""
    return play_on(Match(rules, None, dealer=last_before_north(rules)), *scripts)


def ended(match: Match) -> tuple[str | None, int | None, tuple[int, int]]:
    """Return how the match ended, who won, and the totals."""
    return match.ended_by, match.winner, match.totals


def legal(rules: Rules, trump: str, trick: str, holding: str) -> str:
    """Return the legal cards as text, in the order of the holding."""
    allowed = legal_cards(holding, trick, trump, rules)
    return " ".join(card for card in holding.split() if parse_card(card) in allowed)


def winning(trump: str, trick: str) -> str:
    """Return the card that wins a trick."""
    return trick.split()[trick_winner(trick, trump)]


def of(rules: Rules, card_points: tuple[int, int], **counts: Any) -> HandScore:  # noqa: ANN401 - as score_hand
    """Score a hand of NS unless `taker` says otherwise."""
    return score_hand(rules, **{"taker": "NS", "card_points": card_points, **counts})


def written(rules: Rules, card_points: tuple[int, int], **counts: Any) -> tuple[str, int, int, int]:  # noqa: ANN401 - as score_hand
    """Return the outcome, what NS and EW write, and what waits."""
    score = of(rules, card_points, **counts)
    return score.outcome, *score.score, score.held_out


def said(north: int, east: int) -> dict[str, tuple[int, int]]:
    """Return what both sides announced, of which only the dearer side's scores."""
    return {
        "announced": (north, east),
        "declarations": (north, 0) if north > east else (0, east),
    }


def worth(trump: str, card: str) -> int:
    """Return the card points of a card, as a trick holds them that is worthless but for it."""
    low = [other for other in ("7S", "8S", "7H", "8H") if other != card]
    hand = mid_trick(preset("classic"), trump, f"{card} {low[0]} {low[1]}", low[2])
    hand.push(parse_card(low[2]))
    return next(hand.log.tricks_played()).points


def worths(rules: Rules, trump: str, cards: Sequence[str]) -> list[int]:
    """Return what cards are worth under a trump."""
    law = law_of(rules, TRUMPS.index(trump))
    return [law.worth(parse_cards(card).mask) for card in cards]


def four(rank: str) -> str:
    """Return the four cards of a rank."""
    return " ".join(rank + suit for suit in "SHDC")


def found(rules: Rules, holding: str) -> dict[str, int]:
    """Return the declarations in a holding and their values."""
    return {str(one.cards): one.value for one in find(rules, parse_cards(holding).mask)}


def better(rules: Rules, trump: str, *by_seat: str) -> str | None:
    """Return the side whose declarations count, some cards of each seat given from N on."""
    number = TRUMPS.index(trump)
    held = [find(rules, parse_cards(cards).mask, number) for cards in by_seat]
    side = winning_side(rules, number, [*held, *[()] * (4 - len(held))])
    return None if side is None else SIDES[side]
