"""Reading records: from lines of JSON to plain objects, and from those to typed ones.

Only the form is checked here, that a record is one: its keys, the type of each, seats, and rules
that exist. Cards, bids and what seats declare stay words; whether they are what the rules allow,
or cards at all, is the referee's to say. Keys that are not a record's are allowed and passed over,
and `null` stands for a key that is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from harness.errors import BeloteError
from harness.game.dealing import SEED_BYTES, DealSet
from harness.game.presets import rules_of
from harness.game.rules import Rules
from harness.game.seats import SEATS, SIDES, Seat, Side

Words: TypeAlias = list[str]
Table: TypeAlias = Mapping[str, Any]
Choice: TypeAlias = str | list[str]
FindRules: TypeAlias = Callable[[Any], Rules]

MOST_HELD: Final = 1_000_000
MOST_DIGITS: Final = 100
_DEAL_SETS: Final = 1 << 64
_CARDS: Final = {"deck", "deal"}
_TOO_DEEP: Final = "the record is nested too deeply"


class NotARecord(BeloteError):
    """A line or an object that is no record.

    Attributes:
        where: the key that is wrong; `record` for the whole.
        at: for a line that is not JSON, the place in it, counted from 0.
        hand: for a hand of a match, its number.
    """

    def __init__(
        self, message: str, where: str = "record", *, at: int | None = None, hand: int | None = None
    ) -> None:
        super().__init__(message)
        self.where = where
        self.at = at
        self.hand = hand


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was written down.

    Attributes:
        rules: to play by.
        dealer: who dealt.
        deck: the cards in the order dealt; None where not told.
        deal: instead, the cards that each seat plays. Where neither is told the match was lost
            before the deal.
        turned: the card turned up; empty where the rules turn none up, and where it is not told,
            which beside a deck it need not be.
        bids, plays: in the order made.
        declares: what seats chose to declare: `all`, `none` or card sets; all where not told.
        held: points that wait from hands before; None where not told.
        held_from: the side whose points those were; None where not told, or where both sides'.
        last: whether the match ends with this hand, whatever happens in it; None where not told.
        forfeit: who lost the match here; None where nobody did.
    """

    rules: Rules
    dealer: Seat
    deck: Words | None
    deal: dict[Seat, Words] | None
    turned: str
    bids: Words
    plays: Words
    declares: dict[Seat, Choice]
    held: int | None
    held_from: Side | None
    last: bool | None
    forfeit: Seat | None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it was written down.

    Attributes:
        rules: to play by.
        hands: in the order dealt.
        deals: what every deck and the first dealer come from; None where no seed is told.
        first_dealer: who dealt the first hand; None where not told.
        forfeit: who lost the match after the last of the hands; None where nobody did.
    """

    rules: Rules
    hands: list[HandRecord]
    deals: DealSet | None
    first_dealer: Seat | None
    forfeit: Seat | None


def text_of(line: bytes | str) -> str:
    """Return a line as text: bytes are UTF-8, with or without the mark at the start of a file.

    Raises:
        NotARecord: the bytes are something else.
    """
    try:
        return (line.decode("utf-8-sig") if isinstance(line, bytes) else line).strip()
    except UnicodeDecodeError as error:
        raise NotARecord(f"the line is not UTF-8: {error.reason}", at=error.start) from None


def parse_line(text: str) -> object:
    """Return what a line of JSON holds.

    Raises:
        NotARecord: it is not JSON, or nothing that a record could hold.
    """
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        raise NotARecord(f"the line is not JSON: {error.msg}", at=error.pos) from None
    except RecursionError:
        raise NotARecord(_TOO_DEEP) from None


def _no_number(word: str) -> None:
    raise NotARecord(f"the line is not JSON: {word} is no number there")


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise NotARecord(f"a number of {len(digits)} digits stands for nothing in a record")
    return int(digits)


def read_record(record: object, find_rules: FindRules = rules_of) -> HandRecord | MatchRecord:
    """Read a record of a hand, or of a match: that one has `hands`.

    Args:
        record: what JSON gave.
        find_rules: returns the rules that a record's `rules` names.

    Raises:
        NotARecord: naming the key.
    """
    try:
        table = _table(record, "record", "a record")
        rules = _rules(table, find_rules)
        return _match(table, rules) if "hands" in table else _hand(table, rules)
    except RecursionError:
        raise NotARecord(_TOO_DEEP) from None


def _rules(table: Table, find_rules: FindRules) -> Rules:
    named = table.get("rules")
    if not isinstance(named, str | dict):
        complaint = 'rules must be the name of a preset, or {"base": preset, field: value}'
        raise NotARecord(complaint, "rules")
    try:
        return find_rules(named)
    except BeloteError as error:
        raise NotARecord(str(error), "rules") from None


def _match(table: Table, rules: Rules) -> MatchRecord:
    if not isinstance(table["hands"], list):
        raise NotARecord("hands must be a list of hands", "hands")
    deals = _deals(table)
    hands = []
    for number, told in enumerate(table["hands"]):
        try:
            hand = _table(told, "hands", "a hand")
            hands.append(_hand(hand, rules, needs_deck=deals is not None))
        except NotARecord as error:
            raise NotARecord(f"hand {number}: {error}", error.where, hand=number) from None
    first = table.get("first_dealer")
    first_dealer = None if first is None else _seat(first, "first_dealer", rules)
    return MatchRecord(rules, hands, deals, first_dealer, _forfeit(table, rules))


def _hand(table: Table, rules: Rules, *, needs_deck: bool = False) -> HandRecord:
    forfeit = _forfeit(table, rules)
    lost_before_the_deal = forfeit is not None and not table.keys() & {*_CARDS, "bids", "plays"}
    if len(table.keys() & _CARDS) != 1 and not lost_before_the_deal:
        raise NotARecord("a hand needs its deck, or else its deal and the card turned", "deck")
    if "deal" in table and rules.auction == "last_card":
        raise NotARecord("a hand needs its deck, not its deal, where cards lie face down", "deal")
    if needs_deck and "deal" in table:
        raise NotARecord("a hand needs its deck, not its deal, where a seed is told", "deal")
    held, held_from = _held(table)
    return HandRecord(
        rules=rules,
        dealer=_seat(table.get("dealer"), "dealer", rules),
        deck=_words(table, "deck") if "deck" in table else None,
        deal=_deal(table, rules) if "deal" in table else None,
        turned=_turned(table, rules),
        bids=_words(table, "bids", may_lack=forfeit is not None),
        plays=_words(table, "plays", may_lack=True),
        declares=_declares(table, rules),
        held=held,
        held_from=held_from,
        last=_last(table),
        forfeit=forfeit,
    )


def _turned(table: Table, rules: Rules) -> str:
    needed = "deal" in table or "turned" in table
    return _text(table, "turned") if needed and rules.auction == "turn_up" else ""


def _table(value: object, where: str, what: str | None = None) -> Table:
    if not isinstance(value, dict):
        raise NotARecord(f"{what or where} must be an object", where)
    return {key: told for key, told in value.items() if told is not None}


def _text(table: Table, key: str) -> str:
    text = table.get(key)
    if not isinstance(text, str):
        raise NotARecord(f"{key} must be a text, as in the records that export writes", key)
    return text


def _words(table: Table, key: str, *, may_lack: bool = False) -> Words:
    return [] if may_lack and key not in table else _text(table, key).split()


def _seat(value: object, where: str, rules: Rules) -> Seat:
    seats = SEATS[: rules.seats]
    if isinstance(value, str) and len(value) == 1 and value in seats:
        return seats.index(value)
    raise NotARecord(f"{where} must name seats by their letters: {' '.join(seats)}", where)


def _deal(table: Table, rules: Rules) -> dict[Seat, Words]:
    told = _table(table["deal"], "deal")
    if len(told) != rules.seats or not all(isinstance(cards, str) for cards in told.values()):
        raise NotARecord(f"deal must give the cards of each of the {rules.seats} seats", "deal")
    return {_seat(seat, "deal", rules): cards.split() for seat, cards in told.items()}


def _declares(table: Table, rules: Rules) -> dict[Seat, Choice]:
    declares = {}
    for seat, choice in _table(table.get("declares", {}), "declares").items():
        listed = isinstance(choice, list) and all(isinstance(cards, str) for cards in choice)
        if choice not in ("all", "none") and not listed:
            complaint = 'declares must give a seat "all", "none" or a list of card sets'
            raise NotARecord(complaint, "declares")
        declares[_seat(seat, "declares", rules)] = choice
    return declares


def _held(table: Table) -> tuple[int | None, Side | None]:
    if "held" not in table:
        return None, None
    held = _table(table["held"], "held")
    points, side = held.get("points"), held.get("from")
    if type(points) is not int or points not in range(MOST_HELD) or side not in (None, *SIDES):
        raise NotARecord('held must be like {"points": 81, "from": "NS"}', "held")
    return points, None if side is None else SIDES.index(side)


def _last(table: Table) -> bool | None:
    last = table.get("last")
    if last is not None and type(last) is not bool:
        raise NotARecord("last must be true or false", "last")
    return last


def _forfeit(table: Table, rules: Rules) -> Seat | None:
    if "forfeit" not in table:
        return None
    return _seat(_table(table["forfeit"], "forfeit").get("seat"), "forfeit", rules)


def _deals(table: Table) -> DealSet | None:
    if "seed" not in table:
        return None
    digits = 2 * SEED_BYTES
    try:
        seed = bytes.fromhex(table["seed"])
    except (TypeError, ValueError):
        seed = b""
    if len(seed) != SEED_BYTES or len(table["seed"]) != digits:
        raise NotARecord(f"seed must be {digits} hexadecimal digits", "seed")
    number = table.get("deal_set")
    if type(number) is not int or number not in range(_DEAL_SETS):
        raise NotARecord("deal_set must be a number, beside the seed", "deal_set")
    return DealSet(seed, number)
