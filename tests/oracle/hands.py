"""Judging the record of one hand: dealt, bid, announced, played and scored again."""

from typing import Any

from .auction import auction
from .cards import DECK, SEATS, after, order_from, read_cards, side_of, write_cards
from .declaring import Declaration, belote_points, compare, declarations, total
from .faults import RecordError
from .play import duty, points, winner
from .presets import Rules, resolve
from .scoring import score

Holdings = dict[str, list[str]]
"""The cards of each seat."""

Verdict = dict[str, Any]


def check_whole_deck(cards: list[str]) -> None:
    """Refuse anything but the 32 cards, once each."""
    for at, card in enumerate(cards):
        if card not in DECK:
            raise RecordError(f"{card} is not a card", "deck", at, card=card)
        if card in cards[:at]:
            raise RecordError(f"{card} is there twice", "deck", at, card=card)
    if len(cards) != 32:
        raise RecordError(f"there are {len(cards)} cards, not 32", "deck", len(cards))


def first_five(rules: Rules, order: list[str], deck: list[str]) -> Holdings:
    """Deal the packets that come before the turned card: the first 20 cards of the deck."""
    holdings: Holdings = {seat: [] for seat in order}
    pile = list(deck)
    for packet in rules["packets"].split("+"):
        for seat in order:
            for _ in range(int(packet)):
                holdings[seat].append(pile.pop(0))
    return holdings


def complete(holdings: Holdings, order: list[str], deck: list[str], taker: str) -> None:
    """Give the taker the turned card and two more, everyone else three."""
    holdings[taker].append(deck[20])
    pile = deck[21:]
    for seat in order:
        for _ in range(2 if seat == taker else 3):
            holdings[seat].append(pile.pop(0))


def holdings_of(record: dict[str, Any], rules: Rules, order: list[str], taker: str) -> Holdings:
    """The eight cards each seat plays, from the deck or as the record gives them."""
    if "deck" in record:
        deck = read_cards(record["deck"])
        holdings = first_five(rules, order, deck)
        complete(holdings, order, deck, taker)
        return holdings
    holdings = {seat: read_cards(record["deal"][seat]) for seat in SEATS}
    for at, seat in enumerate(SEATS):
        if len(holdings[seat]) != 8:
            count = len(holdings[seat])
            raise RecordError(f"{seat} has {count} cards, not 8", "deck", at * 8, seat=seat)
    turned = turned_card(record)
    if turned not in holdings[taker]:
        raise RecordError(f"{taker} took but lacks {turned}", "deck", 0, seat=taker, card=turned)
    return holdings


def turned_card(record: dict[str, Any]) -> str:
    """The card turned up: the 21st of the deck, or the one the record names."""
    return read_cards(record["deck"])[20] if "deck" in record else read_cards(record["turned"])[0]


def announcements(
    record: dict[str, Any], rules: Rules, order: list[str], holdings: Holdings
) -> dict[str, list[Declaration]]:
    """What each seat announces: all it holds, unless it may and does keep something to itself."""
    by_seat: dict[str, list[Declaration]] = {}
    for at, seat in enumerate(order):
        held = declarations(rules, holdings[seat])
        wish = record.get("declares", {}).get(seat, "all")
        if wish == "all":
            by_seat[seat] = held
            continue
        said = [] if wish == "none" else [write_cards(read_cards(cards)) for cards in wish]
        of_seat = {write_cards(one["cards"]): one for one in held}
        for cards in said:
            if cards not in of_seat:
                raise RecordError(f"{seat} cannot declare {cards}", "declares", at, seat=seat)
            if said.count(cards) > 1:
                raise RecordError(f"{seat} declares {cards} twice", "declares", at, seat=seat)
        if len(said) < len(held) and not rules["silence"]:
            raise RecordError(f"{seat} must declare all it holds", "declares", at, seat=seat)
        by_seat[seat] = [of_seat[cards] for cards in said]
    return by_seat


def play_out(
    rules: Rules, trump: str, leader: str, holdings: Holdings, plays: list[str]
) -> list[dict[str, Any]]:
    """The eight tricks, every card checked; `points` of the last one hold its bonus."""
    left = {seat: list(cards) for seat, cards in holdings.items()}
    tricks: list[dict[str, Any]] = []
    for number in range(8):
        seats = order_from(rules["direction"], leader)
        trick: list[str] = []
        for seat in seats:
            at = number * 4 + len(trick)
            words, allowed = duty(rules, trump, trick, left[seat])
            duties = {"seat": seat, "duty": words, "legal": write_cards(allowed)}
            if at >= len(plays):
                raise RecordError("the hand is not played out", "plays", at, **duties)
            card = plays[at]
            if card in plays[:at]:
                raise RecordError(f"{card} was played before", "plays", at, card=card, **duties)
            if card not in left[seat]:
                raise RecordError(f"{seat} does not hold {card}", "plays", at, card=card, **duties)
            if card not in allowed:
                raise RecordError(f"{seat} may not play {card}", "plays", at, card=card, **duties)
            left[seat].remove(card)
            trick.append(card)
        worth = points(trump, trick) + (rules["last_trick"] if number == 7 else 0)
        won_by = seats[winner(trump, trick)]
        tricks.append(
            {"leader": leader, "cards": " ".join(trick), "winner": won_by, "points": worth}
        )
        leader = won_by
    if len(plays) > 32:
        raise RecordError("the hand was over before this", "plays", 32, card=plays[32])
    return tricks


def passed_out(record: dict[str, Any], waiting: int) -> Verdict:
    """The verdict on a hand nobody took: nothing is written, held points go on waiting."""
    if record.get("plays"):
        raise RecordError("nobody took, so nobody plays", "plays", 0)
    nothing = {"NS": 0, "EW": 0}
    return {
        "ok": True,
        "taker": None,
        "trump": None,
        "tricks": [],
        "card_points": nothing,
        "announced": nothing,
        "declarations": nothing,
        "belote": nothing,
        "capot": None,
        "outcome": "passed",
        "held_in": waiting,
        "held_out": waiting,
        "score": nothing,
    }


def replay(record: dict[str, Any]) -> Verdict:
    """The verdict on a legal hand; the first act that breaks a rule is raised."""
    rules = resolve(record["rules"])
    order = order_from(rules["direction"], after(rules["direction"], record["dealer"]))
    held = record.get("held")
    waiting = held["points"] if held else 0

    dealt = record["deck"] if "deck" in record else " ".join(record["deal"].values())
    check_whole_deck(read_cards(dealt))
    bidding = auction(rules, order, turned_card(record), record["bids"].split())
    taker, trump = bidding["taker"], bidding["trump"]
    if taker is None:
        return passed_out(record, waiting)

    holdings = holdings_of(record, rules, order, taker)
    by_seat = announcements(record, rules, order, holdings)
    belote = belote_points(trump, holdings)
    tricks = play_out(rules, trump, order[0], holdings, read_cards(record.get("plays", "")))

    card_points, won, announced = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    for trick in tricks:
        card_points[side_of(trick["winner"])] += trick["points"]
        won[side_of(trick["winner"])] += 1
    for seat, said in by_seat.items():
        announced[side_of(seat)] += total(said)
    _, scoring_declarations = compare(rules, trump, by_seat)

    result = score(
        rules,
        taker_side=side_of(taker),
        card_points=card_points,
        tricks=won,
        announced=announced,
        declarations=scoring_declarations,
        belote=belote,
        held=held,
        contree=bidding["contree"],
    )
    return {
        "ok": True,
        "taker": taker,
        "trump": trump,
        "tricks": tricks,
        "card_points": result["card_points"],
        "announced": announced,
        "declarations": scoring_declarations,
        "belote": belote,
        "capot": result["capot"],
        "outcome": result["outcome"],
        "held_in": waiting,
        "held_out": result["held_out"],
        "score": result["score"],
    }


def judge(record: dict[str, Any]) -> Verdict:
    """The verdict on a hand record: all that came of it, or the first act that breaks a rule."""
    try:
        return replay(record)
    except RecordError as error:
        return error.verdict()
