"""A bot in Python at its seat of several tables, all in one process: the other end of `shared`.

What has come in one piece is answered in one piece. A bot that offers `choose_cards` is asked once
for all the tables that want a card.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn, get_args

from harness.game.view import View
from harness.plugin.bot import Bot, answers_for_many, cards_for_many
from harness.plugin.child import (
    ENDED,
    READY,
    Channel,
    Hears,
    Player,
    card_answer,
    failure,
    give_up,
    leave,
)
from harness.plugin.entry import factory_of
from harness.plugin.protocol import (
    AtTable,
    ChooseBid,
    ChooseCard,
    ChooseDeclarations,
    Goodbye,
    Hello,
    Message,
    ToBid,
    ToPlay,
)

_ASKING: Final = (ChooseBid, ChooseDeclarations, ChooseCard, ToBid, ToPlay, Goodbye)
"""What is answered, besides a `hello`; the rest is told only."""
_KINDS: Final = get_args(Message)
_LATER: Final = b""
"""Keeps the place of an answer that waits for others."""


class _Asked(NamedTuple):
    """A question that waits for others: the bot to which it is put, and what that sees."""

    bot: Bot
    view: View


class Tables:
    """The tables that the process sits at.

    A bot that has failed at one is out of play there until the next match, as it would be in a
    process of its own: every question is answered with what it raised, and nothing else is.

    Args:
        make: makes the bot for one.
        together: whether a bot that offers `choose_cards` is asked for it.
    """

    def __init__(self, make: Callable[..., Bot], *, together: bool = True) -> None:
        self._make = make
        self._together = together
        self._hears: defaultdict[int, Hears] = defaultdict(lambda: {Hello: self._sit_down})
        self._table = 0
        self._asked: list[_Asked] = []

    def hear(self, messages: Iterable[Message]) -> bytes:
        """Follow what is said at all tables and return the answers, in the order of questions."""
        answers: list[bytes] = []
        hears = self._hears[self._table]
        for message in messages:
            if type(message) is AtTable:
                self._table = message.table
                hears = self._hears[self._table]
                continue
            try:
                answer = hears[type(message)](message)
            except BaseException as error:  # noqa: BLE001 - whatever the bot raises is the answer
                answer = self._put_out_of_play(failure(error), message)
            if answer is not None:
                answers.append(answer)
        if self._asked:
            cards = iter(self._cards())
            answers = [next(cards) if answer is _LATER else answer for answer in answers]
            self._asked = []
        return b"".join(answers)

    def _sit_down(self, hello: Hello) -> bytes:
        """Begin a match at the table."""
        player = Player(hello, self._make)
        hears = self._hears[self._table]
        hears |= player.hears
        if self._together and answers_for_many(player.bot):
            hears[ChooseCard] = partial(self._ask_later, player.bot, player.asked)
            hears[ToPlay] = partial(self._ask_later, player.bot, player.to_play)
        return READY

    def _ask_later(self, bot: Bot, asked: Callable[[Any], View], question: Message) -> bytes:
        self._asked.append(_Asked(bot, asked(question)))
        return _LATER

    def _cards(self) -> list[bytes]:
        """Ask one of the bots for all the cards that are wanted."""
        bots, views = zip(*self._asked, strict=True)
        try:
            return [card_answer(card) for card in cards_for_many(bots[0], views)]
        except BaseException as error:  # noqa: BLE001 - as above
            return [failure(error)] * len(views)

    def _put_out_of_play(self, failed: bytes, at: Message) -> bytes | None:
        """Have the bot at the table answer every question with what it raised, this one too."""
        self._hears[self._table] |= {
            **dict.fromkeys(_KINDS, lambda _: None),
            **dict.fromkeys(_ASKING, lambda _: failed),
            Hello: self._sit_down,
        }
        return failed if isinstance(at, (Hello, *_ASKING)) else None


def run(told: dict[str, Any]) -> NoReturn:
    """Play at as many tables as the harness wants, until it hangs up."""
    channel = Channel()
    try:
        tables = Tables(factory_of(told), together=told.get("together", True))
    except BaseException as error:  # noqa: BLE001 - importing a bot runs its code
        next(channel.pieces(), None)  # nobody has asked yet
        give_up(channel, error)
    gc.freeze()
    for messages in channel.pieces():
        channel.send(tables.hear(messages))
    leave(ENDED)
