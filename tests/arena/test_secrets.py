"""What crosses to a bot in another process, read by a checker that knows the hidden cards."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from functools import reduce
from itertools import count
from operator import or_
from typing import Any, Final

import pytest

from bots.random import RandomBot
from harness.arena.table import Played, Seated, Table
from harness.game import SEATS, CardSet, DealSet, Hand, Rules, parse_card, preset
from harness.game.cards import CARD_NAMES, mask_of
from harness.plugin.isolation import Isolation
from harness.plugin.process import Line, Lost
from harness.plugin.remote import Remote
from harness.plugin.shorthand import Shorthand
from harness.plugin.telling import Teller

HANDS: Final = 260
SEED: Final = bytes(range(16))
CARD: Final = re.compile(r'(?<=[" ])(?:[789JQKA]|10)[SHDC](?=[" ])')


class Tapped(Line):
    """Stands for a process: keeps what it is told, and answers with what is legal."""

    def __init__(self) -> None:
        self.told: list[bytes] = []

    said = ""

    def ask(self, lines: bytes, *_: object, last: bool = False) -> bytes:  # noqa: ARG002
        self.told += lines.splitlines()
        question = json.loads(self.told[-1])
        if question["type"] == "hello":
            return b'{"ready":1}'
        if question["type"] == "goodbye":
            raise Lost("crashed", "left")
        if question["type"] == "to_bid":
            return b'{"bid":"pass"}'
        if question["type"] == "to_play":
            return json.dumps({"card": str(CardSet(question["legal"])).split()[0]}).encode()
        key = question["type"].removeprefix("choose_")
        if key == "declarations":
            return json.dumps({"declare": question["legal"][:1]}).encode()
        return json.dumps({key: question["legal"].split()[0]}).encode()

    def close(self) -> None:
        """There is nothing to close."""


def in_words(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a message tells; of one in shorthand bid by bid and card by card, by nobody."""
    for bid in message.pop("bids", ()):
        yield {"type": "bid", "seat": None, "bid": bid}
    if message["type"] in ("played", "to_play"):
        for card in base64.b64decode(message["cards"]):
            yield {"type": "card", "seat": None, "card": CARD_NAMES[card]}
    kind = message["type"]
    yield message | {"type": {"to_bid": "choose_bid", "to_play": "choose_card"}.get(kind, kind)}


class Checker:
    """Follows what one seat is told of a match, with all the cards before it.

    Args:
        rules, played: the match.
        seat: whose messages are read.
    """

    def __init__(self, rules: Rules, played: Played, seat: int) -> None:
        self.rules = rules
        self.rows = {row[0]: row for row in played.hands}
        self.seat = seat
        self.hand: Hand | None = None
        self.questions = 0

    def read(self, line: bytes) -> None:
        """Read a message, and see that it tells nothing that the seat may not know."""
        text = line.decode()
        message = json.loads(text)
        if message["type"] == "hello":
            self.read_hello(text)
            return
        if message["type"] == "deal":
            self.begin(message["hand"])
        assert self.hand is not None
        for event in in_words(message):
            self.follow(self.hand, event)
        told = mask_of(map(parse_card, CARD.findall(text)))
        if message["type"] == "to_play":
            told |= message["legal"]
        assert not told & ~self.known(self.hand), f"{text} tells {CardSet(told)}"

    def read_hello(self, text: str) -> None:
        assert not CARD.findall(text)
        assert SEED.hex() not in text
        assert str(int.from_bytes(SEED, "big")) not in text

    def begin(self, number: int) -> None:
        _, deck, dealer, *_ = row = self.rows[number]
        self.declares: dict[str, Any] = json.loads(row[9] or "{}")
        self.hand = Hand(self.rules, list(deck), SEATS.index(dealer))

    def follow(self, hand: Hand, message: dict[str, Any]) -> None:
        """Do what is told in the hand itself; where a question is asked, it is the seat's turn."""
        kind = message["type"]
        if kind == "bid":
            assert message["seat"] in (SEATS[hand.turn or 0], None)
            hand.bid(message["bid"])
        elif kind == "card":
            self.declare_before(hand)
            assert message["seat"] in (SEATS[hand.log.turn], None)
            hand.play(message["card"])
        elif kind.startswith("choose_"):
            self.questions += 1
            if kind == "choose_declarations":
                self.declare_before(hand, until=self.seat)
                assert hand.declaring == self.seat
            else:
                assert hand.turn == self.seat
                assert hand.bidding == (kind == "choose_bid")

    def declare_before(self, hand: Hand, until: int | None = None) -> None:
        while (declaring := hand.declaring) is not None and declaring != until:
            hand.declare(self.declares.get(SEATS[declaring], "all"))

    def known(self, hand: Hand) -> int:
        """Return the cards that the seat may know of by now, as a mask."""
        log = hand.log
        turned = 0 if log.turned is None else 1 << log.turned
        shown = reduce(or_, [one.mask for _, one in log.shown], 0)
        return hand.dealt[self.seat] | turned | log.played | sum(log.open) | shown


def tapped_matches(rules: Rules) -> Iterator[tuple[Played, list[Tapped]]]:
    """Yield matches with every line that crossed to the bots of NS, the second's in shorthand."""
    for number in count():
        taps: list[Tapped] = []

        def make(taps: list[Tapped] = taps) -> Remote:
            taps.append(Tapped())
            teller = Shorthand() if len(taps) == 2 else Teller()
            return Remote(taps[-1], Isolation("process"), {}, teller)

        sides = Seated("guest", make), Seated("random", RandomBot)
        played = Table(rules, DealSet(SEED, number), sides).play()
        assert played.fault is None, played.fault
        yield played, taps


@pytest.mark.parametrize(
    "rules",
    [
        preset("classic", silence=True),
        preset("contree"),
        preset("bulgarian"),
        preset("two-handed"),
    ],
    ids=lambda rules: rules.name,
)
def test_what_crosses_is_only_what_the_seat_may_know(rules: Rules) -> None:
    hands = questions = 0
    for played, taps in tapped_matches(rules):
        for seat, tap in enumerate(taps):
            checker = Checker(rules, played, 2 * seat)
            for line in tap.told:
                checker.read(line)
            questions += checker.questions
        hands += len(played.hands)
        if hands >= HANDS:
            break
    assert questions > 8 * HANDS


def test_the_checker_sees_a_card_too_many() -> None:
    played, taps = next(tapped_matches(preset("classic")))
    other = Checker(preset("classic"), played, 1)
    hello, deal, *_ = taps[0].told
    other.read(hello)
    with pytest.raises(AssertionError, match="tells"):
        other.read(deal)
