"""A bot in Python at its seat of several tables, all in one process: the other end of `shared`.

What has come in one piece is answered in one piece. A bot that offers `choose_cards` is asked once
for all the tables that want a card.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, NoReturn

from harness.plugin.bot import Bot, answers_for_many, cards_for_many
from harness.plugin.child import ENDED, Channel, Player, card_answer, failure, give_up, leave
from harness.plugin.entry import factory_of
from harness.plugin.protocol import (
    VERSION,
    Answer,
    AtTable,
    ChooseBid,
    ChooseCard,
    ChooseDeclarations,
    Goodbye,
    Hello,
    Message,
)

_READY: Final = Answer(ready=VERSION)
_ASKING: Final = (Hello, ChooseBid, ChooseDeclarations, ChooseCard, Goodbye)
"""What is answered; the rest is told only."""


class _Asked(NamedTuple):
    """A question that waits for others: its place among the answers, its table, what it is."""

    place: int
    table: int
    question: ChooseCard


class Tables:
    """The tables that the process sits at.

    A bot that has failed at one is out of play there until the next match, as it would be in a
    process of its own: every question is answered with what it raised, and nothing else is.

    Args:
        make: makes the bot for one.
    """

    def __init__(self, make: Callable[..., Bot]) -> None:
        self._make = make
        self._players: dict[int, Player] = {}
        self._failed: dict[int, Answer] = {}
        self._table = 0

    def hear(self, messages: Iterable[Message]) -> list[Answer]:
        """Follow what is said at all tables and return the answers, in the order of questions."""
        answers: list[Answer] = []
        asked: list[_Asked] = []
        for message in messages:
            if type(message) is AtTable:
                self._table = message.table
            elif type(message) is ChooseCard and self._answers_for_many:
                asked.append(_Asked(len(answers), self._table, message))
                answers.append(_READY)  # keeps the place
            else:
                answer = self._heard(message)
                if isinstance(message, _ASKING):
                    answers.append(self._failed.get(self._table) or answer or _READY)
        if asked:
            for one, answer in zip(asked, self._cards(asked), strict=True):
                answers[one.place] = answer
        return answers

    @property
    def _answers_for_many(self) -> bool:
        table = self._table
        return table not in self._failed and answers_for_many(self._players[table].bot)

    def _heard(self, message: Message) -> Answer | None:
        """Follow a message at its table, as long as the bot has not failed there."""
        table = self._table
        try:
            if type(message) is Hello:
                self._failed.pop(table, None)
                self._players[table] = Player(message, self._make)
            elif table not in self._failed:
                return self._players[table].hear(message)
        except BaseException as error:  # noqa: BLE001 - whatever the bot raises is the answer
            self._failed[table] = failure(error)
        return None

    def _cards(self, asked: list[_Asked]) -> list[Answer]:
        players = [self._players[one.table] for one in asked]
        try:
            views = [player.asked(one.question) for player, one in zip(players, asked, strict=True)]
            return [card_answer(card) for card in cards_for_many(players[0].bot, views)]
        except BaseException as error:  # noqa: BLE001 - as above
            return [failure(error)] * len(asked)


def run(told: dict[str, Any]) -> NoReturn:
    """Play at as many tables as the harness wants, until it hangs up."""
    channel = Channel()
    try:
        tables = Tables(factory_of(told))
    except BaseException as error:  # noqa: BLE001 - importing a bot runs its code
        next(channel.pieces(), None)  # nobody has asked yet
        give_up(channel, error)
    gc.freeze()
    for messages in channel.pieces():
        channel.send(*tables.hear(messages))
    leave(ENDED)
