"""A bot in Python at the other end of the protocol: `launch` runs it in a process of its own.

The bot has no part in the conversation: the protocol is moved to descriptors that it does not
know, its standard input is empty, and what it prints goes to the error stream.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, ClassVar, Final, NoReturn, get_args

from harness.game.bids import trumps_of
from harness.game.cards import CARD_NAMES
from harness.game.play import law_of, trump_number
from harness.game.rules import Rules
from harness.game.seats import SIDES
from harness.plugin.blame import described, storable, written
from harness.plugin.bot import Bot, as_card, followed
from harness.plugin.entry import factory_of
from harness.plugin.launch import end_with
from harness.plugin.mirror import Mirror, score_heard
from harness.plugin.protocol import (
    SEAT_NUMBERS,
    VERSION,
    Answer,
    ChooseBid,
    ChooseCard,
    ChooseDeclarations,
    Deal,
    Event,
    Goodbye,
    Hello,
    Message,
    Score,
    ToBid,
    ToPlay,
    line_of,
    read_messages,
    rules_heard,
)

TOLD: Final = 4000
"""Characters that are told of an error, of its traceback, or of what is no answer: so that a line,
however it is written, is not too long."""
TOLD_OF_ONE: Final = 200
"""And of one declaration among others."""
ENDED: Final = 0
FAILED: Final = 70
OVER: Final = 71
"""The status of a copy that has played its match to the end, and has not ended before."""
_PIECE: Final = 1 << 16
READY: Final = line_of(Answer(ready=VERSION))
_CARDS: Final = [line_of(Answer(card=name)) for name in CARD_NAMES]


class Channel:
    """The bot's end of the protocol, on descriptors of its own."""

    def __init__(self) -> None:
        self._source, self._sink = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]

    def messages(self) -> Iterator[Message]:
        """Yield what the harness says, until it hangs up."""
        for messages in self.pieces():
            yield from messages

    def pieces(self) -> Iterator[list[Message]]:
        """Yield what the harness says, as much at a time as there is."""
        begun = b""
        while piece := os.read(self._source, _PIECE):
            lines, end, begun = (begun + piece).rpartition(b"\n")
            if end:
                yield read_messages(lines)

    def send(self, lines: bytes) -> None:
        """Answer the harness."""
        while lines:
            lines = lines[os.write(self._sink, lines) :]


class Player:
    """Plays one match with one bot, whose methods are those that it has before the match begins.

    Attributes:
        bot: it.
        view: of the hand under way; there is none before the first.
        hears: by kind of message, what follows it, or returns the answer to it.
    """

    view: Mirror

    def __init__(self, hello: Hello, bot: Bot) -> None:
        self._rules, self._seat = rules_heard(hello.rules), SEAT_NUMBERS[hello.seat]
        self._seed = hello.seed
        self._rng: random.Random | None = None
        self.bot = bot
        self._choose_bid, self._choose_card = bot.choose_bid, bot.choose_card
        self._choose_declarations = bot.choose_declarations
        self._follows = followed(bot)
        self._tell("start_match", self._rules, self._seat)

    def hear(self, message: Message) -> bytes | None:
        """Follow a message; of a question return the answer as a line."""
        answer: bytes | None = self.hears[type(message)](self, message)
        return answer

    def _tell(self, event: str, *told: object) -> None:
        if event in self._follows:
            self._follows[event](*told)

    def _chance(self) -> random.Random:
        if self._rng is None:
            self._rng = random.Random(int(self._seed, 16))  # noqa: S311 - play, not secrets
        return self._rng

    def _deal(self, deal: Deal) -> None:
        self.view = Mirror(self._rules, self._seat, self._chance, deal)
        self._tell("start_hand", self.view)

    def _hear(self, event: Any) -> None:  # noqa: ANN401 - any of the rest
        self.view.hear(event)

    def _to_bid(self, asked: ToBid) -> bytes:
        self.view.hear(asked)
        return _bid(self._choose_bid(self.view))

    def _score(self, told: Score) -> None:
        if "end_hand" in self._follows:
            self._tell("end_hand", self.view, score_heard(told))

    def _goodbye(self, goodbye: Goodbye) -> bytes:
        winner = None if goodbye.winner is None else SIDES.index(goodbye.winner)
        self._tell("end_match", goodbye.totals, winner)
        return READY

    hears: ClassVar[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
        **dict.fromkeys(get_args(Event), _hear),
        Deal: _deal,
        ToBid: _to_bid,
        ToPlay: lambda self, asked: card_answer(self._choose_card(self.view.to_play(asked))),
        ChooseBid: lambda self, _: _bid(self._choose_bid(self.view)),
        ChooseCard: lambda self, asked: card_answer(self._choose_card(self.view.asked(asked))),
        ChooseDeclarations: lambda self, _: declared_answer(self._choose_declarations(self.view)),
        Score: _score,
        Goodbye: _goodbye,
    }


def card_answer(answer: Any) -> bytes:  # noqa: ANN401 - a bot may answer anything
    """Return the line that names a card; or says what else it was that a bot answered."""
    card = answer if type(answer) is int else as_card(answer)
    if 0 <= card < len(_CARDS):
        return _CARDS[card]
    return _other(answer)


def _bid(answer: object) -> bytes:
    if type(answer) is str and storable(answer) == answer:
        return line_of(Answer(bid=answer[:TOLD]))
    return _other(answer)


def declared_answer(answer: Any) -> bytes:  # noqa: ANN401 - a bot may answer anything
    """Return the line that names declarations; of an answer without end no more than can be."""
    if type(answer) is str:
        return line_of(Answer(declare=storable(answer)[:TOLD]))
    try:
        named = [storable(str(one))[:TOLD_OF_ONE] for one in islice(answer, len(CARD_NAMES))]
    except TypeError:
        return _other(answer)
    return line_of(Answer(declare=named))


def _other(answer: object) -> bytes:
    return line_of(Answer(other=written(repr, answer)[:TOLD]))


def run(told: dict[str, Any], *, keep: bool, own: Sequence[str]) -> NoReturn:
    """Play matches for as long as the harness wants: one, or one after another where kept.

    Args:
        told: what `factory_of` takes.
        keep: whether it is kept.
        own: folders that are the bot's own, in which nothing is left of a match.
    """
    if keep:  # copies need it, and find it here; a module of the bot may be called so too
        import ctypes  # noqa: F401, PLC0415

        import harness.plugin.tidying  # noqa: F401, PLC0415
    channel = Channel()
    messages = channel.messages()
    try:
        make = factory_of(told)
    except BaseException as error:  # noqa: BLE001 - importing a bot runs its code
        next(messages, None)  # nobody has asked yet
        give_up(channel, error)
    gc.freeze()  # what is there by now stays, and is shared with every copy of this process
    if keep:
        _play_on(channel, messages, make, own)
    for message in messages:
        if isinstance(message, Hello):
            _match(channel, messages, message, make)
            break
    leave(ENDED)


def _play_on(
    channel: Channel, messages: Iterator[Message], make: Callable[..., Bot], own: Sequence[str]
) -> None:
    """Play one match after another, each in a copy of this process."""
    from harness.plugin.tidying import lying_in, tidy  # noqa: PLC0415 - see `run`

    stays = lying_in(own)
    for message in messages:
        if isinstance(message, Hello):
            _learn(rules_heard(message.rules))
            _wait_for(_forked(channel, messages, message, make))
            tidy(own, stays)
            channel.send(READY)


def _learn(rules: Rules) -> None:
    """Make what every match under these rules looks up, once for all: copies share what is there.

    The law of one trump takes as long to make as a quick bot takes over a hand.
    """
    for trump in trumps_of(rules):
        law_of(rules, trump_number(trump))


def _forked(
    channel: Channel, messages: Iterator[Message], hello: Hello, make: Callable[..., Bot]
) -> int:
    """Play a match in a copy of this process, so that nothing of it is left in the next."""
    parent = os.getpid()
    child = os.fork()
    if not child:
        end_with(parent)
        os.setpgid(0, 0)
        _match(channel, messages, hello, make)
        leave(OVER)
    return child


def _wait_for(child: int) -> None:
    """Wait for a match to end, and end what it has begun; where it did not end well, end as it did.

    While nobody has taken its end away its number, which is its group's, is no other's.
    """
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != OVER:
        leave(code if code >= 0 else 128 - code)


def _match(
    channel: Channel, messages: Iterator[Message], hello: Hello, make: Callable[..., Bot]
) -> None:
    """Play one match to its end."""
    try:
        player = Player(hello, make(**hello.options))
        channel.send(READY)
        for message in messages:
            answer = player.hear(message)
            if type(message) is Goodbye:
                break  # whether this process is ready for another match, it cannot know
            if answer is not None:
                channel.send(answer)
    except BaseException as error:  # noqa: BLE001 - whatever the bot raises is the answer
        give_up(channel, error)


def failure(error: BaseException) -> bytes:
    """Return the line that tells of an error that the bot raised."""
    trace = written(lambda one: "".join(traceback.format_exception(one)), error)[-TOLD:]
    memory = isinstance(error, MemoryError)
    return line_of(Answer(error=described(error)[:TOLD], traceback=trace, memory=memory))


def give_up(channel: Channel, error: BaseException) -> NoReturn:
    """Tell what the bot raised, and end."""
    channel.send(failure(error))
    leave(FAILED)


def leave(status: int) -> NoReturn:
    """End at once, whatever threads the bot has started."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
