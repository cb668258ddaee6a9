"""Judging the record of one hand: dealt, bid, announced, played and scored again."""

from typing import Any

from .auction import Turn, auction, next_to_speak
from .cards import after, order_from, read_cards, side_of, write_cards
from .dealing import Beneath, Holdings, check_whole_deck, holdings_of, turned_card
from .declaring import (
    Declaration,
    belote_points,
    declarations,
    other_choices,
    that_score,
    total,
)
from .faults import RecordError
from .play import duty, last_trick, points, winner
from .presets import Rules, resolve
from .scoring import score

Verdict = dict[str, Any]


def announcements(
    record: dict[str, Any], rules: Rules, order: list[str], holdings: Holdings, trump: str
) -> dict[str, list[Declaration]]:
    """What each seat announces: all it holds, unless it may and does keep something to itself."""
    by_seat: dict[str, list[Declaration]] = {}
    for at, seat in enumerate(order):
        held = declarations(rules, holdings[seat], trump)
        wish = record.get("declares", {}).get(seat, "all")
        if wish == "all":
            by_seat[seat] = held
            continue
        said = [] if wish == "none" else [write_cards(read_cards(cards)) for cards in wish]
        of_seat = {write_cards(one["cards"]): one for one in held}
        for choice in other_choices(rules, holdings[seat], trump):
            of_choice = {write_cards(one["cards"]): one for one in choice}
            if all(cards in of_choice for cards in said):
                of_seat = of_choice
        for cards in said:
            if cards not in of_seat:
                raise RecordError(f"{seat} cannot declare {cards}", "declares", at, seat=seat)
            if said.count(cards) > 1:
                raise RecordError(f"{seat} declares {cards} twice", "declares", at, seat=seat)
        if len(said) < len(held) and not rules["silence"]:
            raise RecordError(f"{seat} must declare all it holds", "declares", at, seat=seat)
        by_seat[seat] = [of_seat[cards] for cards in said]
    return by_seat


def next_card(
    plays: list[str], at: int, seat: str, holding: list[str], asked: tuple[str, list[str]]
) -> str:
    """The card played at a place, which must be one of those that the seat's duty allows."""
    words, allowed = asked
    duties = {"seat": seat, "duty": words, "legal": write_cards(allowed)}
    if at >= len(plays):
        raise RecordError("the hand is not played out", "plays", at, **duties)
    card = plays[at]
    if card in plays[:at]:
        raise RecordError(f"{card} was played before", "plays", at, card=card, **duties)
    if card not in holding:
        raise RecordError(f"{seat} does not hold {card}", "plays", at, card=card, **duties)
    if card not in allowed:
        raise RecordError(f"{seat} may not play {card}", "plays", at, card=card, **duties)
    return card


def play_out(
    rules: Rules,
    trump: str,
    order: list[str],
    holdings: Holdings,
    beneath: Beneath,
    plays: list[str],
) -> list[dict[str, Any]]:
    """The tricks, every card checked; `points` of the last one hold its bonus.

    After a trick what lay under its cards is turned over, and may be played from then on.
    """
    left = {seat: list(cards) for seat, cards in holdings.items()}
    leader = order[0]
    tricks: list[dict[str, Any]] = []
    while any(left.values()):
        seats = order_from(rules["direction"], leader, len(order))
        trick: list[str] = []
        for seat in seats:
            at = len(tricks) * len(order) + len(trick)
            card = next_card(plays, at, seat, left[seat], duty(rules, trump, trick, left[seat]))
            left[seat].remove(card)
            trick.append(card)
        for seat, card in zip(seats, trick, strict=True):
            if card in beneath:
                left[seat].append(beneath[card])
        won_by = seats[winner(trump, trick)]
        worth = points(rules, trump, trick)
        if not any(left.values()):
            worth += last_trick(rules, trump)
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
        "besides_belote": nothing,
        "replayed": False,
    }


def order_of(record: dict[str, Any], rules: Rules) -> list[str]:
    """The seats in the order they speak and first play, the dealer last."""
    first = after(rules["direction"], record["dealer"], rules["seats"])
    return order_from(rules["direction"], first, rules["seats"])


def speaking(record: dict[str, Any]) -> Turn | None:
    """Who speaks after the bids of a record, and what may be said; None when all is said."""
    rules = resolve(record["rules"])
    bids = record["bids"].split()
    return next_to_speak(rules, order_of(record, rules), turned_card(record, rules), bids)


def replay(record: dict[str, Any]) -> Verdict:
    """The verdict on a legal hand; the first act that breaks a rule is raised."""
    rules = resolve(record["rules"])
    order = order_of(record, rules)
    held = record.get("held")
    waiting = held["points"] if held else 0

    dealt = record["deck"] if "deck" in record else " ".join(record["deal"].values())
    check_whole_deck(read_cards(dealt))
    contract = auction(rules, order, turned_card(record, rules), record["bids"].split())
    taker, trump = contract["taker"], contract["trump"]
    if taker is None:
        return passed_out(record, waiting)

    holdings, beneath = holdings_of(record, rules, order, taker)
    by_seat = announcements(record, rules, order, holdings, trump)
    tricks = play_out(rules, trump, order, holdings, beneath, read_cards(record.get("plays", "")))

    card_points, won, announced = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    for trick in tricks:
        card_points[side_of(trick["winner"])] += trick["points"]
        won[side_of(trick["winner"])] += 1
    for seat, said in by_seat.items():
        announced[side_of(seat)] += total(said)
    scoring_declarations = that_score(rules, trump, by_seat)
    owned = {
        seat: cards + [beneath[card] for card in cards if card in beneath]
        for seat, cards in holdings.items()
    }
    belote = belote_points(rules, trump, owned, [trick["cards"].split() for trick in tricks])

    result = score(
        rules,
        taker_side=side_of(taker),
        card_points=card_points,
        tricks=won,
        announced=announced,
        declarations=scoring_declarations,
        belote=belote,
        held=held,
        contract=contract,
        alone=all(trick["winner"] == taker for trick in tricks),
        last=record.get("last", False),
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
        "besides_belote": result["besides_belote"],
        "replayed": result["replayed"],
    }


def without_workings(verdict: Verdict) -> Verdict:
    """A verdict as it is told, without what only a match asks of it."""
    return {key: told for key, told in verdict.items() if key not in ("besides_belote", "replayed")}


def judge(record: dict[str, Any]) -> Verdict:
    """The verdict on a hand record: all that came of it, or the first act that breaks a rule."""
    try:
        return without_workings(replay(record))
    except RecordError as error:
        return error.verdict()
