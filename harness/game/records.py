"""Reading records: from the plain objects of JSON to typed ones.

Only the form is checked here: that a record is one. Whether what it tells is legal is the
referee's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from harness.errors import BeloteError
from harness.game.cards import Card, NotACard, parse_card
from harness.game.dealing import SEED_BYTES, DealSet
from harness.game.rules import Rules, RulesError, rules_of
from harness.game.seats import SEATS, SIDES, Seat

Declares: TypeAlias = dict[Seat, "str | list[str]"]
FindRules: TypeAlias = Callable[[Any], Rules]


class NotARecord(BeloteError):
    """An object that is no record.

    Attributes:
        where: the key that is wrong, "" for the whole.
        at: the place within it, counted from 0; None where it has no places.
    """

    def __init__(self, message: str, where: str = "", at: int | None = None) -> None:
        super().__init__(message)
        self.where = where
        self.at = at


class Forfeit(NamedTuple):
    """Who lost the match here, and why."""

    seat: Seat
    why: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was written down.

    Attributes:
        rules: to play by.
        dealer: who dealt.
        deck: the 32 cards in the order dealt; or None, with `deal`.
        deal: the eight cards that each seat plays, with `turned` the card turned up.
        bids, plays: in the order made.
        declares: what seats chose to declare, where they did not declare everything.
        held: points that wait from hands before; None where the record does not say.
        forfeit: who lost the match here.
    """

    rules: Rules
    dealer: Seat
    deck: list[Card] | None
    deal: dict[Seat, list[Card]] | None
    turned: Card | None
    bids: list[str]
    plays: list[Card]
    declares: Declares
    held: int | None
    forfeit: Forfeit | None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it was written down; `deals` where it tells its seed and deal set."""

    rules: Rules
    hands: list[HandRecord]
    deals: DealSet | None
    forfeit: Forfeit | None


def read_record(record: object, find_rules: FindRules = rules_of) -> HandRecord | MatchRecord:
    """Read a record of a hand, or of a match: that one has `hands`.

    Args:
        record: what JSON gave.
        find_rules: returns the rules that a record's `rules` names.

    Raises:
        NotARecord: naming the key and place.
    """
    table = _table(record, "")
    if "rules" not in table:
        raise NotARecord('a record needs "rules": a preset, or {"base": preset, field: value}')
    try:
        rules = find_rules(table["rules"])
    except (RulesError, TypeError) as error:
        raise NotARecord(str(error), "rules") from None
    return _match(table, rules) if "hands" in table else _hand(table, rules)


def _match(table: Mapping[str, Any], rules: Rules) -> MatchRecord:
    if not isinstance(table["hands"], list):
        raise NotARecord("hands must be a list of hands", "hands")
    hands = []
    for number, hand in enumerate(table["hands"]):
        try:
            hands.append(_hand(_table(hand, "hands"), rules))
        except NotARecord as error:
            raise NotARecord(f"hand {number}: {error}", error.where, error.at) from None
    return MatchRecord(rules, hands, _deals(table), _forfeit(table))


def _hand(table: Mapping[str, Any], rules: Rules) -> HandRecord:
    deck = _cards(table, "deck") if "deck" in table else None
    deal = None
    if deck is None:
        deal = {
            _seat(seat, "deal"): _cards({"deal": cards}, "deal")
            for seat, cards in _table(table.get("deal"), "deal").items()
        }
        if len(deal) != rules.seats:
            raise NotARecord(f"deal must give the cards of all {rules.seats} seats", "deal")
    return HandRecord(
        rules=rules,
        dealer=_seat(table.get("dealer"), "dealer"),
        deck=deck,
        deal=deal,
        turned=_cards(table, "turned", size=1)[0] if deal else None,
        bids=_words(table, "bids"),
        plays=_cards(table, "plays") if "plays" in table else [],
        declares=_declares(table.get("declares", {})),
        held=_held(table),
        forfeit=_forfeit(table),
    )


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise NotARecord(f"{where or 'a record'} must be an object", where)
    return value


def _words(table: Mapping[str, Any], key: str) -> list[str]:
    text = table.get(key)
    if not isinstance(text, str):
        raise NotARecord(f"{key} must be a text of words with spaces between", key)
    return text.split()


def _cards(table: Mapping[str, Any], key: str, size: int | None = None) -> list[Card]:
    cards = []
    for place, word in enumerate(_words(table, key)):
        try:
            cards.append(parse_card(word))
        except NotACard as error:
            raise NotARecord(str(error), key, place) from None
    if size is not None and len(cards) != size:
        raise NotARecord(f"{key} must be {size} card, not {len(cards)}", key)
    return cards


def _seat(value: object, where: str) -> Seat:
    if isinstance(value, str) and len(value) == 1 and value in SEATS:
        return SEATS.index(value)
    raise NotARecord(f"{where}: {value!r} is not a seat: write one of N E S W", where)


def _declares(value: object) -> Declares:
    declares: Declares = {}
    for seat, choice in _table(value, "declares").items():
        listed = isinstance(choice, list) and all(isinstance(cards, str) for cards in choice)
        if choice not in ("all", "none") and not listed:
            raise NotARecord('declares: write "all", "none" or a list of card sets', "declares")
        declares[_seat(seat, "declares")] = choice
    return declares


def _held(table: Mapping[str, Any]) -> int | None:
    if "held" not in table:
        return None
    held = _table(table["held"], "held")
    points = held.get("points")
    if type(points) is not int or points < 0 or held.get("from") not in (None, *SIDES):
        raise NotARecord('held must be like {"points": 81, "from": "NS"}', "held")
    return points


def _forfeit(table: Mapping[str, Any]) -> Forfeit | None:
    if "forfeit" not in table:
        return None
    forfeit = _table(table["forfeit"], "forfeit")
    return Forfeit(_seat(forfeit.get("seat"), "forfeit"), str(forfeit.get("why", "")))


def _deals(table: Mapping[str, Any]) -> DealSet | None:
    if "seed" not in table:
        return None
    try:
        seed = bytes.fromhex(table["seed"])
        number = table["deal_set"]
        if len(seed) != SEED_BYTES or type(number) is not int or not 0 <= number < 1 << 64:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        digits = 2 * SEED_BYTES
        raise NotARecord(
            f'seed must be {digits} hexadecimal digits, with a number "deal_set" beside it', "seed"
        ) from None
    return DealSet(seed, number)
