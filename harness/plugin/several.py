"""A bot in Python at its seat of several tables, all in one process: the other end of `shared`.

What has come in one piece is answered in one piece. A bot that offers `choose_cards` is asked once
for all the tables that want a card.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple, NoReturn, cast

from harness.game.view import View
from harness.plugin.bot import Bot, answers_for_many, cards_for_many
from harness.plugin.child import (
    ENDED,
    READY,
    Channel,
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
_NAMING: Final = frozenset((AtTable, ToBid, ToPlay))
"""What names a table: that of what follows, and of itself."""


class _Asked(NamedTuple):
    """A question that waits for others: the bot to which it is put, and what that sees."""

    bot: Bot
    view: View


class _AmongMany(Player):
    """Plays with a bot that is asked for the cards of all tables at once."""

    hears: ClassVar[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
        **Player.hears,
        ChooseCard: lambda self, asked: _Asked(self.bot, self.view.asked(asked)),
        ToPlay: lambda self, asked: _Asked(self.bot, self.view.to_play(asked)),
    }


class _OutOfPlay:
    """A bot that has failed: every question is answered with what it raised."""

    def __init__(self, failed: bytes) -> None:
        self.failed = failed

    hears: ClassVar[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
        **dict.fromkeys(Player.hears, lambda *_: None),
        **dict.fromkeys(_ASKING, lambda self, _: self.failed),
    }


class Tables:
    """The tables that the process sits at.

    A bot that has failed at one is out of play there until the next match, as it would be in a
    process of its own.

    Args:
        make: makes the bot for one.
        together: whether a bot that offers `choose_cards` is asked for it.
    """

    def __init__(self, make: Callable[..., Bot], *, together: bool = True) -> None:
        self._make = make
        self._together = together
        self._table = 0
        self._players: dict[int, Player | _OutOfPlay] = {}

    def hear(self, messages: Iterable[Message]) -> bytes:
        """Follow what is said at all tables and return the answers, in the order of questions."""
        answers: list[bytes | _Asked] = []
        for message in messages:
            kind = type(message)
            if kind in _NAMING:
                self._table = message.table  # type: ignore[union-attr]
            if kind is AtTable:
                continue
            if type(message) is Hello:
                answers.append(self._sit_down(message))
                continue
            try:
                player = self._players[self._table]
                answer = player.hears[kind](player, message)
            except BaseException as error:  # noqa: BLE001 - whatever the bot raises is the answer
                out = self._put_out_of_play(error)
                answer = out.hears[kind](out, message)
            if answer is not None:
                answers.append(answer)
        return b"".join(_answered(answers))

    def _sit_down(self, hello: Hello) -> bytes:
        """Begin a match at the table."""
        try:
            bot = self._make(**hello.options)
            many = self._together and answers_for_many(bot)
            self._players[self._table] = (_AmongMany if many else Player)(hello, bot)
        except BaseException as error:  # noqa: BLE001 - as above
            return self._put_out_of_play(error).failed
        return READY

    def _put_out_of_play(self, error: BaseException) -> _OutOfPlay:
        out = self._players[self._table] = _OutOfPlay(failure(error))
        return out


def _answered(answers: list[bytes | _Asked]) -> list[bytes]:
    """Put the questions that wait for others to one of their bots, and return all answers."""
    if _Asked not in map(type, answers):
        return cast("list[bytes]", answers)
    asked = [one for one in answers if isinstance(one, _Asked)]
    bots, views = zip(*asked, strict=True)
    try:
        cards = [card_answer(card) for card in cards_for_many(bots[0], views)]
    except BaseException as error:  # noqa: BLE001 - as above
        cards = [failure(error)] * len(views)
    coming = iter(cards)
    return [next(coming) if isinstance(one, _Asked) else one for one in answers]


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
