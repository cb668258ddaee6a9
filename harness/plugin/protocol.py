"""What a bot in a process of its own is told and asked, in JSON lines: docs/reference/protocol.md.

Every message is an object on a line of its own. Cards, seats, suits and bids are the words that
records use. A message to the bot has a `type`; what it answers is one flat object, `Answer`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from harness.game.cards import CARD_NAMES, Mask
from harness.game.declarations import find
from harness.game.fields import Span
from harness.game.play import TRUMPS
from harness.game.rules import Rules
from harness.game.seats import SEATS
from harness.game.view import View

VERSION: Final = 1
LONGEST_LINE: Final = 1 << 16
"""Bytes of a line that a bot may write."""

SEAT_NUMBERS: Final = {name: seat for seat, name in enumerate(SEATS)}
CARD_NUMBERS: Final = {name: card for card, name in enumerate(CARD_NAMES)}
_BIT_OF: Final = {name: 1 << card for name, card in CARD_NUMBERS.items()}.__getitem__
"""A card's place in a mask, by its name."""
TRUMP_NUMBERS: Final = {name: trump for trump, name in enumerate(TRUMPS)}


class ProtocolError(Exception):
    """A line that is not what the protocol has there."""


class Hello(msgspec.Struct, tag="hello", tag_field="type", frozen=True, gc=False, kw_only=True):
    """A match begins: everything that holds for the whole of it. Answered with `ready`."""

    protocol: int
    seat: str
    seed: str
    rules: dict[str, Any]
    options: dict[str, Any]
    per_decision_ms: int
    bank_ms: int


class Deal(msgspec.Struct, tag="deal", tag_field="type", frozen=True, gc=False, kw_only=True):
    """A hand begins; `cards` are the seat's own, `open` those that lie face up before each."""

    hand: int
    dealer: str
    cards: str
    turned: str | None
    open: list[str]
    totals: tuple[int, int]
    held: int
    last: bool


class Bid(msgspec.Struct, tag="bid", tag_field="type", frozen=True, gc=False):
    """A seat has bid."""

    seat: str
    bid: str


class Cards(msgspec.Struct, tag="cards", tag_field="type", frozen=True, gc=False):
    """The seat's own cards have become more: these are all that it was dealt."""

    cards: str


class Announce(msgspec.Struct, tag="announce", tag_field="type", frozen=True, gc=False):
    """A seat has declared something, which is not shown yet."""

    seat: str
    kind: str
    length: int
    value: int


class Card(msgspec.Struct, tag="card", tag_field="type", frozen=True, gc=False):
    """A seat has played a card."""

    seat: str
    card: str


class Belote(msgspec.Struct, tag="belote", tag_field="type", frozen=True, gc=False):
    """A seat has said belote with the card before."""

    seat: str
    suit: str


class Uncover(msgspec.Struct, tag="uncover", tag_field="type", frozen=True, gc=False):
    """Cards that lay face down before a seat have been turned over."""

    seat: str
    cards: str


class Trick(msgspec.Struct, tag="trick", tag_field="type", frozen=True, gc=False):
    """A trick is whole: who has won it, and what its cards are worth."""

    winner: str
    points: int


class Show(msgspec.Struct, tag="show", tag_field="type", frozen=True, gc=False):
    """A seat shows a declaration that counts."""

    seat: str
    kind: str
    cards: str
    value: int


class Score(msgspec.Struct, tag="score", tag_field="type", frozen=True, gc=False, kw_only=True):
    """The hand is over: the parts of a `HandScore`, in pairs NS and EW."""

    outcome: str
    capot: str | None
    card_points: tuple[int, int]
    points: tuple[int, int]
    declarations: tuple[int, int]
    belote: tuple[int, int]
    bid: tuple[int, int]
    held_paid: tuple[int, int]
    held_out: int
    score: tuple[int, int]


class Goodbye(msgspec.Struct, tag="goodbye", tag_field="type", frozen=True, gc=False):
    """The match is over: the final scores and the winning side, null for a draw."""

    totals: tuple[int, int]
    winner: str | None


class AtTable(msgspec.Struct, tag="table", tag_field="type", frozen=True, gc=False):
    """What follows is said of this table: only where a process sits at several at once.

    Questions in shorthand name it themselves.
    """

    table: int


class Played(msgspec.Struct, tag="played", tag_field="type", frozen=True, gc=False):
    """In shorthand: the bids and the numbers of the cards since the seat was last told of one.

    They stand for every `bid`, `card` and `trick`, which can be found from them.
    """

    bids: list[str]
    cards: bytes


class ChooseBid(msgspec.Struct, tag="choose_bid", tag_field="type", frozen=True, gc=False):
    """A question: one of these, set apart by spaces. Answered with `bid`."""

    legal: str


class ChooseDeclarations(
    msgspec.Struct, tag="choose_declarations", tag_field="type", frozen=True, gc=False
):
    """A question: `all`, `none` or some of these card sets. Answered with `declare`."""

    legal: list[str]


class ChooseCard(msgspec.Struct, tag="choose_card", tag_field="type", frozen=True, gc=False):
    """A question: one of these, set apart by spaces. Answered with `card`."""

    legal: str


class ToBid(
    msgspec.Struct, tag="to_bid", tag_field="type", frozen=True, gc=False, omit_defaults=True
):
    """A question in shorthand: after these bids, one that is legal then. Answered with `bid`."""

    bids: list[str]
    table: int = 0


class ToPlay(
    msgspec.Struct, tag="to_play", tag_field="type", frozen=True, gc=False, omit_defaults=True
):
    """A question in shorthand: after these cards, one of those in a mask. Answered with `card`."""

    cards: bytes
    legal: int
    table: int = 0


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot writes: one of these keys, as it was asked; others are passed over.

    Attributes:
        ready: the protocol's version, once `hello` has been heard; after `goodbye`, for another
            match.
        bid, card, declare: what it chose.
        other: in words, what a bot in Python answered that can be none of these.
        error, traceback: what a bot in Python raised instead.
    """

    ready: int | None = None
    bid: str | None = None
    card: str | None = None
    declare: str | list[str] | None = None
    other: str | None = None
    error: str | None = None
    traceback: str | None = None
    memory: bool = False


Event: TypeAlias = Deal | Bid | Cards | Announce | Card | Belote | Uncover | Trick | Show | Played
Question: TypeAlias = ChooseBid | ChooseDeclarations | ChooseCard | ToBid | ToPlay
Message: TypeAlias = Hello | AtTable | Event | Question | Score | Goodbye

_encode: Final = msgspec.json.Encoder().encode
_decode_messages: Final = msgspec.json.Decoder(Message).decode_lines
_decode_answer: Final = msgspec.json.Decoder(Answer).decode
# Of the two escapes that make one character beyond U+FFFF, either without the other.
_HALF: Final = rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"


def line_of(message: Message | Answer) -> bytes:
    """Write a message as a line, its end included."""
    return _encode(message) + b"\n"


def read_messages(lines: bytes) -> list[Message]:
    """Read what the harness wrote: any number of whole lines, all in one go.

    Raises:
        ProtocolError: there is a line that is no message.
    """
    try:
        return _decode_messages(lines)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ProtocolError(f"{quoted(lines)}: {error}") from None


def read_answer(line: bytes) -> Answer:
    """Read what a bot wrote.

    Raises:
        ProtocolError: it is no answer.
    """
    try:
        return _decode_answer(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        halved = type(error) is msgspec.DecodeError and re.search(_HALF, line)
        why = "half of a surrogate pair stands alone" if halved else error
        raise ProtocolError(f"{quoted(line)}: {why}") from None


def quoted(line: bytes, length: int = 80) -> str:
    """Return the start of a line as text that can be shown."""
    return repr(line[:length])[1:] + ("..." if len(line) > length else "")


@lru_cache(maxsize=64)
def rules_told(rules: Rules) -> dict[str, Any]:
    """Return rules as `hello` tells them: all that they are made of."""
    named = {"name": rules.name, "base": rules.base}
    return named | rules.as_dict() | {"limits": dict(rules.limits)}


def rules_heard(told: dict[str, Any]) -> Rules:
    """Return the rules that `hello` told."""
    return _rules(_encode(told))


@lru_cache(maxsize=64)
def _rules(told: bytes) -> Rules:
    fields = msgspec.json.decode(told)
    limits = tuple((name, Span(*limit)) for name, limit in fields.pop("limits").items())
    return Rules(**fields, limits=limits)


def cards_heard(told: str) -> Mask:
    """Return the cards that are named."""
    return sum(map(_BIT_OF, told.split()))


def declarations_of(view: View) -> list[str]:
    """Return the card sets that a seat may declare."""
    assert view.trump is not None  # noqa: S101 - asked only once somebody took
    return [str(one.cards) for one in find(view.rules, view.dealt_mask, view.trump)]
