"""The referee: replays records under their rules and gives a verdict on each.

No record and an illegal record are two things. A line is a record when it is a JSON object with
the keys of one, each of its type, its seats among N E S W and its rules known. All else is content
and is judged: words that name no card, bids that nobody may make, a deck of 31 cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from harness.game.bids import PASS
from harness.game.cards import (
    DECK_SIZE,
    FULL_DECK,
    Card,
    CardSet,
    NotACard,
    card_name,
    parse_card,
)
from harness.game.dealing import arranged, is_cut_of, layout_of, stacked
from harness.game.declarations import Declarations
from harness.game.hand import Hand
from harness.game.illegal import IllegalAct
from harness.game.match import Match
from harness.game.presets import rules_of
from harness.game.records import (
    Choice,
    FindRules,
    HandRecord,
    MatchRecord,
    NotARecord,
    Words,
    parse_line,
    read_record,
    text_of,
)
from harness.game.seats import SEATS, SIDES, Seat, after, round_from
from harness.game.verdicts import Foul, Verdict, by_side, hand_verdict, match_verdict, refusal

LEGAL, ILLEGAL, NO_RECORD = range(3)
"""Exit statuses: every record is legal, some record is illegal, some line is no record."""


class Ruling(NamedTuple):
    """A verdict on one line, and its exit status."""

    verdict: Verdict
    status: int


def judge_lines(lines: Iterable[bytes | str], find_rules: FindRules = rules_of) -> Iterator[Ruling]:
    """Judge records, one JSON object a line in UTF-8; blank lines are passed over."""
    for line in lines:
        try:
            text = text_of(line)
            record = parse_line(text) if text else None
        except NotARecord as error:
            yield _no_record(error)
        else:
            if text:
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
        return _no_record(error)
    except Foul as foul:
        return Ruling(foul.verdict, ILLEGAL)
    return Ruling(verdict, LEGAL)


def judge_hand(record: HandRecord) -> Verdict:
    """Replay a hand and tell all that followed.

    Raises:
        Foul: at the first thing that the rules forbid.
    """
    hand = _dealt(record)
    _replay(hand, record, whole=record.forfeit is None)
    return hand_verdict(hand, hand.score() if record.forfeit is None else None)


def replayed(record: HandRecord) -> Hand:
    """Replay a hand as far as its record goes, which may be the middle of it.

    Raises:
        Foul: at the first thing that the rules forbid.
    """
    hand = _dealt(record)
    _replay(hand, record, whole=False)
    return hand


def judge_match(record: MatchRecord) -> Verdict:
    """Replay a match and tell all that followed, with the running totals after each hand.

    Raises:
        Foul: at the first thing that the rules forbid.
    """
    first_told = record.hands[0].dealer if record.hands else None
    match = Match(record.rules, record.deals, dealer=None if record.deals else first_told)
    _check_first_dealer(record, match)
    verdicts: list[Verdict] = []
    last: Hand | None = None
    for number, told in enumerate(record.hands):
        try:
            last = _next_hand(match, told, number, last)
        except Foul as foul:
            foul.verdict["hand"] = number
            raise
        score = match.record(last) if told.forfeit is None else None
        _see_forfeit(match, told.forfeit)
        verdicts.append({**hand_verdict(last, score), "totals": by_side(match.totals)})
    _see_forfeit(match, record.forfeit)
    return match_verdict(match, verdicts)


def _no_record(error: NotARecord) -> Ruling:
    return Ruling(refusal(str(error), error.where, error.at, error.hand), NO_RECORD)


# A match: what ties one hand to the next


def _check_first_dealer(record: MatchRecord, match: Match) -> None:
    told = record.first_dealer
    if told is not None and (record.hands or record.deals) and told != match.dealer:
        message = f"{SEATS[match.dealer]} deals first, not {SEATS[told]}"
        raise Foul(message, "first_dealer", seat=told, legal=SEATS[match.dealer])


def _next_hand(match: Match, told: HandRecord, number: int, last: Hand | None) -> Hand:
    """Replay the next hand of a match; `last` is the one before it."""
    if match.over:
        raise Foul(f"the match was over before this hand, by {match.ended_by}", "hands", number)
    if told.dealer != match.dealer:
        message = f"{SEATS[match.dealer]} deals here, not {SEATS[told.dealer]}"
        raise Foul(message, "dealer", seat=told.dealer, legal=SEATS[match.dealer])
    if told.held not in (None, match.held):
        message = f"{match.held} points wait here, not {told.held}"
        raise Foul(message, "held", legal=str(match.held))
    if told.held_from is not None and {told.held_from} != match.held_from:
        whose = " and ".join(SIDES[side] for side in sorted(match.held_from)) or "nobody"
        message = f"what waits here is from {whose}, not {SIDES[told.held_from]}"
        raise Foul(message, "held", legal=whose)
    deck = _deck(told)
    if told.deck is not None:
        _check_deck(match, deck, last)
    hand = match.next_hand(deck)
    if told.last not in (None, hand.last):
        complaint = "the match ends with this hand" if hand.last else "the match may go on"
        raise Foul(complaint, "last", legal=str(hand.last).lower())
    _replay(hand, told, whole=told.forfeit is None)
    return hand


def _check_deck(match: Match, deck: list[Card], last: Hand | None) -> None:
    """Hold a deck against the match's seed or, where decks are cut, against the last tricks."""
    if match.deals:
        for at, (card, right) in enumerate(zip(deck, match.next_deck(), strict=True)):
            if card != right:
                message = f"the seed deals {card_name(right)} here, not {card_name(card)}"
                raise Foul(message, "deck", at, card=card_name(card), legal=card_name(right))
    elif match.rules.dealing == "cut" and last is not None and last.log.contract is not None:
        tricks = [(trick.winner, trick.cards) for trick in last.log.tricks_played()]
        swapped = [(winner ^ 1, cards) for winner, cards in tricks]
        if not any(is_cut_of(deck, stacked(piles)) for piles in (tricks, swapped)):
            raise Foul("the deck is no cut of the tricks of the hand before", "deck")


def _see_forfeit(match: Match, seat: Seat | None) -> None:
    if seat is None:
        return
    if match.over:
        message = f"the match was over before {SEATS[seat]} could lose it, by {match.ended_by}"
        raise Foul(message, "forfeit", seat=seat)
    match.forfeit(seat & 1)


# A hand: the deal


def _dealt(record: HandRecord) -> Hand:
    """Deal a hand that stands by itself."""
    deck, held, last = _deck(record), record.held or 0, bool(record.last)
    return Hand(record.rules, deck, record.dealer, held=held, last=last)


def _deck(record: HandRecord) -> list[Card]:
    """Return the deck of a hand; where the match was lost before the deal any will do."""
    dealt: set[Card] = set()
    if record.deck is not None:
        deck = _read_pile(record.deck, DECK_SIZE, dealt, "deck")
        if record.turned:
            _check_turned(deck, record)
        return deck
    if record.deal is None:
        return list(range(DECK_SIZE))
    size = DECK_SIZE // record.rules.seats
    deal = {
        seat: _read_pile(words, size, dealt, "deal", seat) for seat, words in record.deal.items()
    }
    if record.rules.auction != "turn_up":
        return arranged(record.rules, deal, record.dealer, record.dealer)
    turned = _read_pile(record.turned.split(), 1, set(), "turned")[0]
    taker = next(seat for seat, cards in deal.items() if turned in cards)
    return arranged(record.rules, deal, record.dealer, taker, turned)


def _check_turned(deck: list[Card], record: HandRecord) -> None:
    """See that the card that a record says was turned is the one that its deck turns."""
    told = _read_pile(record.turned.split(), 1, set(), "turned")[0]
    place = layout_of(record.rules).turned
    if place is not None and deck[place] != told:
        right = card_name(deck[place])
        message = f"the deck turns up {right} here, not {card_name(told)}"
        raise Foul(message, "turned", card=card_name(told), legal=right)


def _read_pile(
    words: Words, size: int, dealt: set[Card], where: str, seat: Seat | None = None
) -> list[Card]:
    """Read a pile of `size` cards, none of which is `dealt` already, and add them to those."""
    pile = []
    for at, word in enumerate(words):
        try:
            card = parse_card(word)
        except NotACard as error:
            left = _all_but(dealt)
            raise Foul(str(error), where, at, seat=seat, card=word, legal=left) from None
        if card in dealt:
            complaint = f"{card_name(card)} is dealt twice"
            raise Foul(complaint, where, at, seat=seat, card=word, legal=_all_but(dealt))
        pile.append(card)
        dealt.add(card)
    if len(pile) != size:
        complaint = f"{len(pile)} cards where {size} are dealt"
        raise Foul(complaint, where, min(len(pile), size), seat=seat, legal=_all_but(dealt))
    return pile


def _all_but(dealt: set[Card]) -> str:
    return str(CardSet(FULL_DECK) - dealt)


# A hand: the bids, what is declared, the cards


def _replay(hand: Hand, record: HandRecord, *, whole: bool) -> None:
    """Bid, declare and play as a record tells, to the end where it must tell the whole hand."""
    _bid(hand, record.bids)
    if record.plays or whole:
        _leave_undoubled(hand)
    if hand.bidding and whole:
        raise _bidding_goes_on(hand, len(record.bids))
    _check_taker(hand, record.deal)
    choices = {} if hand.bidding else _choices(hand, record.declares)
    for at, word in enumerate(record.plays):
        while (seat := hand.declaring) is not None:
            hand.push_declarations(choices[seat])
        _play(hand, at, word)
    if not whole:
        while (seat := hand.declaring) is not None and seat in record.declares:
            hand.push_declarations(choices[seat])
    elif not hand.over:
        legal = str(hand.legal_cards)
        raise Foul("the hand is not over", "plays", len(record.plays), seat=hand.turn, legal=legal)


def _bid(hand: Hand, bids: Words) -> None:
    for at, bid in enumerate(bids):
        try:
            hand.bid(bid)
        except IllegalAct as act:
            raise _foul(act, "bids", at) from None


def _leave_undoubled(hand: Hand) -> None:
    """Pass for the defenders who do not double what was taken over a card: they need not say so."""
    while hand.bidding and hand.log.contract is not None and hand.log.turned is not None:
        hand.bid(PASS)


def _bidding_goes_on(hand: Hand, made: int) -> Foul:
    closing = "" if hand.log.contract is None else ": the passes that close it are bids too"
    complaint, legal = f"the bidding is not over{closing}", " ".join(hand.legal_bids)
    return Foul(complaint, "bids", made, seat=hand.turn, legal=legal)


def _check_taker(hand: Hand, deal: Mapping[Seat, Words] | None) -> None:
    """See that whoever took holds the card turned up, where it is told what each seat holds."""
    contract, turned = hand.log.contract, hand.log.turned
    if turned is None or not (deal and contract):
        return
    if turned not in map(parse_card, deal[contract.taker]):
        complaint = f"{SEATS[contract.taker]} took, and so must hold {card_name(turned)}"
        raise Foul(complaint, "deal", seat=contract.taker, card=card_name(turned))


def _play(hand: Hand, at: int, word: str) -> None:
    try:
        hand.play(word)
    except IllegalAct as act:
        raise _foul(act, "plays", at, card=word) from None
    except NotACard as error:
        playing = not (hand.over or hand.bidding)
        legal = str(hand.legal_cards) if playing else ""
        raise Foul(str(error), "plays", at, seat=hand.turn, card=word, legal=legal) from None


def _foul(act: IllegalAct, where: str, at: int, card: str | None = None) -> Foul:
    return Foul(str(act), where, at, seat=act.seat, card=card, duty=act.duty, legal=act.legal)


def _choices(hand: Hand, declares: Mapping[Seat, Choice]) -> dict[Seat, Declarations]:
    """Return what each seat declares, everything where the record does not say.

    Raises:
        Foul: a seat declares what it does not hold, or keeps quiet where it may not; places are
            counted in the order of play.
    """
    choices = {}
    for at, seat in enumerate(round_from(hand.rules, after(hand.rules, hand.log.dealer))):
        try:
            choices[seat] = hand.chosen(seat, declares.get(seat, "all"))
        except IllegalAct as act:
            raise _foul(act, "declares", at) from None
    return choices
