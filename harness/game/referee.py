"""The referee: replays records under their rules and gives a verdict on each.

A verdict is a plain object, ready for JSON: all that follows from a legal record, or the first
thing in it that the rules forbid, with what they asked for instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from harness.errors import BeloteError
from harness.game.auction import TurnUpAuction
from harness.game.cards import Card, CardSet, card_name, card_names
from harness.game.dealing import DECK_SIZE, arranged, is_cut_of, stacked
from harness.game.hand import Hand, IllegalAct
from harness.game.match import BY_FORFEIT, Match
from harness.game.play import TRUMPS
from harness.game.records import FindRules, HandRecord, MatchRecord, NotARecord, read_record
from harness.game.rules import rules_of
from harness.game.scoring import NOTHING, HandScore, Pair
from harness.game.seats import SEATS, SIDES, Seat

Verdict: TypeAlias = dict[str, Any]

LEGAL, ILLEGAL, NO_RECORD = range(3)
"""Exit statuses: all records legal, some illegal, some line no record."""


class Ruling(NamedTuple):
    """A verdict on one line, and its exit status."""

    verdict: Verdict
    status: int


class Foul(BeloteError):
    """What a record may not contain, as the verdict tells it."""

    def __init__(self, message: str, where: str, at: int | None = None, **more: object) -> None:
        super().__init__(message)
        self.verdict: Verdict = {"ok": False, "error": message, "where": where, "at": at, **more}


def judge_lines(lines: Iterable[str], find_rules: FindRules = rules_of) -> Iterator[Ruling]:
    """Judge records, one JSON object a line; blank lines are passed over."""
    for line in lines:
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as error:
            yield Ruling(_no_record(f"the line is not JSON: {error}"), NO_RECORD)
        else:
            yield judge(record, find_rules)


def judge(record: object, find_rules: FindRules = rules_of) -> Ruling:
    """Judge one record of a hand or a match, as JSON gave it.

    Args:
        record: the record.
        find_rules: returns the rules that it names.
    """
    try:
        read = read_record(record, find_rules)
        verdict = judge_match(read) if isinstance(read, MatchRecord) else judge_hand(read)
    except NotARecord as error:
        return Ruling(_no_record(str(error), error.where, error.at), NO_RECORD)
    except Foul as foul:
        return Ruling(foul.verdict, ILLEGAL)
    return Ruling(verdict, LEGAL)


def judge_hand(record: HandRecord) -> Verdict:
    """Replay a hand and tell all that followed.

    Raises:
        Foul: at the first thing that the rules forbid.
    """
    hand = Hand(record.rules, _deck(record), record.dealer, held=record.held or 0)
    _replay(hand, record)
    return _told(hand, None if record.forfeit else hand.score())


def judge_match(record: MatchRecord) -> Verdict:
    """Replay a match hand by hand, with its deals, running totals and end.

    Raises:
        Foul: as `judge_hand`, with `hand` for which.
    """
    rules = record.rules
    dealer = record.hands[0].dealer if record.hands else 0
    match = Match(rules, record.deals, dealer=dealer)
    hands: list[Verdict] = []
    before: Hand | None = None
    for number, told in enumerate(record.hands):
        try:
            _check_deal(match, told, before)
            hand = match.next_hand(_deck(told))
            _replay(hand, told)
        except Foul as foul:
            foul.verdict["hand"] = number
            raise
        if told.forfeit:
            match.forfeit(told.forfeit.seat & 1)
        score = None if told.forfeit else match.record(hand)
        before = None if score is None or hand.log.contract is None else hand
        hands.append({**_told(hand, score), "totals": _pair(match.totals)})
    if record.forfeit and not match.over:
        match.forfeit(record.forfeit.seat & 1)
    return {
        "ok": True,
        "hands": hands,
        "totals": _pair(match.totals),
        "winner": None if match.winner is None else SIDES[match.winner],
        "ended_by": match.ended_by,
    }


# A match: what ties one hand to the next


def _check_deal(match: Match, told: HandRecord, before: Hand | None) -> None:
    if match.over:
        raise Foul(f"the match is over, by {match.ended_by}", "hands")
    if told.dealer != match.dealer:
        message = f"{SEATS[match.dealer]} deals here, not {SEATS[told.dealer]}"
        raise Foul(message, "dealer", seat=SEATS[told.dealer], legal=SEATS[match.dealer])
    if told.held not in (None, match.held):
        raise Foul(f"{match.held} points are held here, not {told.held}", "held")
    if match.rules.dealing == "cut" and before and told.deck:
        tricks = [(trick.winner, trick.cards) for trick in before.log.tricks_played()]
        if not is_cut_of(told.deck, stacked(tricks)):
            raise Foul("the deck is no cut of the tricks of the hand before", "deck")
    if match.deals and told.deck and told.deck != match.next_deck():
        raise Foul("the deck is not the one that the seed gives", "deck")


# A hand: from the deal to the last trick


def _deck(record: HandRecord) -> list[Card]:
    if record.deck is not None:
        _check_cards(record.deck, DECK_SIZE, "deck")
        return record.deck
    assert record.deal is not None  # noqa: S101 - a record has one or the other
    assert record.turned is not None  # noqa: S101 - and this with it
    _check_cards([card for cards in record.deal.values() for card in cards], DECK_SIZE, "deal")
    for seat, cards in record.deal.items():
        if len(cards) != DECK_SIZE // record.rules.seats:
            raise Foul(f"{SEATS[seat]} has {len(cards)} cards", "deal", seat=SEATS[seat])
    auction = TurnUpAuction(record.rules, record.dealer, record.turned)
    for bid in record.bids:
        if auction.contract is None and bid in auction.legal_bids:
            auction.push(bid)
    holder = next(seat for seat, cards in record.deal.items() if record.turned in cards)
    if auction.contract and auction.contract.taker != holder:
        taker = SEATS[auction.contract.taker]
        message = f"{taker} took, so {card_name(record.turned)} must be among its cards"
        raise Foul(message, "deal", seat=SEATS[holder], card=card_name(record.turned))
    return arranged(record.rules, record.deal, record.dealer, holder, record.turned)


def _check_cards(cards: list[Card], size: int, where: str) -> None:
    seen: set[Card] = set()
    for place, card in enumerate(cards):
        if card in seen:
            message = f"{card_name(card)} stands twice in the {where}"
            raise Foul(message, where, place, card=card_name(card))
        seen.add(card)
    if len(cards) != size:
        raise Foul(f"the {where} has {len(cards)} cards, not {size}", where, min(len(cards), size))


def _replay(hand: Hand, record: HandRecord) -> None:
    broken_off = record.forfeit is not None
    for at, bid in enumerate(record.bids):
        try:
            hand.bid(bid)
        except IllegalAct as act:
            raise _foul(act, "bids", at) from None
    if hand.bidding and not (broken_off or _may_end(hand)):
        seat, legal = hand.turn, " ".join(hand.legal_bids)
        message = f"the bidding is not over: {_name(seat)} may bid {legal}"
        raise Foul(message, "bids", len(record.bids), seat=_name(seat), legal=legal)
    _close_bidding(hand)
    unheard = dict(record.declares)
    for at, card in enumerate(record.plays):
        _declare(hand, unheard)
        try:
            hand.play(card)
        except IllegalAct as act:
            raise _foul(act, "plays", at, card=card_name(card)) from None
    if not hand.over and not broken_off:
        legal = str(CardSet(hand.legal_mask()))
        message = f"the hand is not over: {_name(hand.turn)} must play"
        raise Foul(message, "plays", len(record.plays), seat=_name(hand.turn), legal=legal)
    if unheard and not broken_off:
        seat = min(unheard)
        message = f"{SEATS[seat]} has nothing to declare"
        raise Foul(message, "declares", seat, seat=SEATS[seat], legal="")


def _may_end(hand: Hand) -> bool:
    """Say whether bidding may stop here: defenders who do not double need not say so."""
    return hand.log.contract is not None


def _close_bidding(hand: Hand) -> None:
    while hand.bidding and hand.log.contract is not None:
        hand.push_bid("pass")


def _declare(hand: Hand, unheard: dict[Seat, Any]) -> None:
    """Make the declarations that are due, as the record says or else all."""
    while (seat := hand.declaring) is not None:
        try:
            hand.declare(unheard.pop(seat, "all"))
        except IllegalAct as act:
            raise _foul(act, "declares", seat) from None


def _foul(act: IllegalAct, where: str, at: int, **more: object) -> Foul:
    return Foul(
        str(act), where, at, seat=_name(act.seat), **more, duty=act.duty, legal=act.legal
    )


# Telling


def _told(hand: Hand, score: HandScore | None) -> Verdict:
    log = hand.log
    contract = log.contract
    return {
        "ok": True,
        "taker": None if contract is None else SEATS[contract.taker],
        "trump": None if contract is None else TRUMPS[contract.trump],
        "tricks": [
            {
                "leader": SEATS[trick.leader],
                "cards": card_names(trick.cards),
                "winner": SEATS[trick.winner],
                "points": trick.points,
            }
            for trick in log.tricks_played()
        ],
        "card_points": _pair(score.card_points if score else (log.points[0], log.points[1])),
        "announced": _pair(hand.announced()),
        "declarations": _pair(hand.declarations()),
        "belote": _pair(hand.belote()),
        "capot": None if score is None or score.capot is None else SIDES[score.capot],
        "outcome": score.outcome if score else BY_FORFEIT,
        "held_in": log.held,
        "held_out": score.held_out if score else log.held,
        "score": _pair(score.score if score else NOTHING),
    }


def _no_record(message: str, where: str = "", at: int | None = None) -> Verdict:
    return {"ok": False, "error": message, "where": where, "at": at}


def _pair(amounts: Pair) -> dict[str, int]:
    return dict(zip(SIDES, amounts, strict=True))


def _name(seat: Seat | None) -> str | None:
    return None if seat is None else SEATS[seat]
