"""Questions to a database that somebody owns: a Unix socket beside the file, SQL in, Arrow out.

The process that owns the file answers, since nobody else can open it meanwhile; where nobody owns
it, whoever asks opens it.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread, current_thread
from typing import Final

import pyarrow as pa

from harness.arena import wire
from harness.arena.closing import Closing
from harness.arena.connection import DatabaseHeldError, resolved
from harness.arena.interruption import signals_held_back
from harness.arena.question import Question
from harness.arena.runs import Ask
from harness.arena.store import Store
from harness.errors import BeloteError

# All in seconds.
_HEARD_WITHIN: Final = 5.0  # what an owner gets to say that it heard
_OWNER_CHANGES: Final = 2.0  # what an owner may take to begin or to end
_STALLED: Final = 60.0  # without progress a slow asker is dropped
_ENDING: Final = 5.0  # what questions get to stop when the owner ends
_PAUSE: Final = 0.05

_AT_ONCE: Final = 8


class _NoAnswerError(Exception):
    """Nobody answers at the socket."""


def ask(path: Path | str, sql: str) -> pa.Table:
    """Return the rows of one statement that reads, whoever owns the database.

    Its owner is asked where one lives; else the file is opened, to read only.

    Raises:
        DatabaseHeldError: somebody holds the file and does not answer.
        BeloteError: the database cannot be opened, or the statement fails.
    """
    path = resolved(path)
    patience = time.monotonic() + _OWNER_CHANGES
    while True:
        try:
            return _ask_owner(path, sql)
        except _NoAnswerError:
            pass
        try:
            return _ask_file(path, sql)
        except DatabaseHeldError:
            if time.monotonic() > patience:
                raise
        time.sleep(_PAUSE)


def pieces(path: Path | str, sql: str) -> Iterator[pa.Table]:
    """Yield the rows of one statement that reads, piece by piece; the first has only its columns.

    They are all of one moment, whoever owns the database, and take no more memory than a piece.

    Raises:
        DatabaseHeldError, BeloteError: as `ask`.
    """
    path = resolved(path)
    patience = time.monotonic() + _OWNER_CHANGES
    while True:
        try:
            owner = _heard_by_owner(path, sql)
        except _NoAnswerError:
            pass
        else:
            with owner:
                yield from _told_by_owner(path, owner)
            return
        try:
            store = Store.open(path, owner=False)
        except DatabaseHeldError:
            if time.monotonic() > patience:
                raise
        else:
            with store:
                yield from _pieces(store, sql)
            return
        time.sleep(_PAUSE)


@contextmanager
def asking(path: Path | str) -> Iterator[Ask]:
    """Yield what answers many questions one after another, whoever owns the database.

    The file is opened once, to read only, where nobody holds it.

    Raises:
        BeloteError: the database cannot be opened.
    """
    with _opened(path) as store:
        yield partial(read, store) if store else partial(ask, path)


@contextmanager
def reading(path: Path | str) -> Iterator[Callable[[str], Iterator[pa.Table]]]:
    """Yield what answers many questions as `pieces` does, otherwise as `asking`."""
    with _opened(path) as store:
        yield partial(_pieces, store) if store else partial(pieces, path)


@contextmanager
def _opened(path: Path | str) -> Iterator[Store | None]:
    """Yield a database, open to read only; None where somebody holds it."""
    try:
        store = Store.open(resolved(path), owner=False)
    except DatabaseHeldError:
        yield None
    else:
        with store:
            yield store


def _pieces(store: Store, sql: str) -> Iterator[pa.Table]:
    with store.question(sql) as question:
        yield from question.answer()


def _ask_file(path: Path, sql: str) -> pa.Table:
    with Store.open(path, owner=False) as store:
        return read(store, sql)


def read(store: Store, sql: str) -> pa.Table:
    """Return the rows of one statement, read in another thread: DuckDB notices no Ctrl-C in this.

    Raises:
        BeloteError: the statement fails.
    """
    with store.question(sql) as question, ThreadPoolExecutor(1) as reader:
        answer = reader.submit(lambda: pa.concat_tables(question.answer()))
        try:
            return answer.result()
        except BaseException:
            question.interrupt()
            raise


def _ask_owner(path: Path, sql: str) -> pa.Table:
    with _heard_by_owner(path, sql) as owner:
        return pa.concat_tables(_told_by_owner(path, owner))


def _told_by_owner(path: Path, owner: socket.socket) -> Iterator[pa.Table]:
    try:
        yield from _rows(owner)
    except (OSError, EOFError):
        raise BeloteError(f"the owner of {path} ended before it had answered: ask again") from None


def _heard_by_owner(path: Path, sql: str) -> socket.socket:
    """Return a socket at whose other end an owner has heard the question."""
    try:
        owner = wire.call(wire.socket_path(path), _HEARD_WITHIN)
    except OSError:
        raise _NoAnswerError from None
    try:
        wire.send(owner, wire.QUESTION, sql.encode())
        wire.receive(owner)
    except (OSError, EOFError):
        owner.close()
        raise _NoAnswerError from None
    owner.settimeout(None)
    return owner


def _rows(owner: socket.socket) -> Iterator[pa.Table]:
    while True:
        kind, payload = wire.receive(owner)
        if kind == wire.DONE:
            return
        if kind == wire.ERROR:
            raise BeloteError(payload.decode())
        yield wire.unpack(payload)


class Answering(Closing):
    """Answers questions about an owned store until closed; use it in a `with`.

    Each question has a thread and a cursor of its own; one more thread watches for new ones and
    for those who hang up. Close it before the store.

    Raises:
        BeloteError: the socket cannot be made.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._path = wire.socket_path(store.path)
        try:
            self._listener = wire.listen(self._path)
        except OSError as error:
            reason = error.strerror or error
            raise BeloteError(f"cannot answer questions at {self._path}: {reason}") from None
        self._waker, self._woken = socket.socketpair()
        self._conversations: dict[Thread, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = Thread(target=self._watch, name="answering", daemon=True)
        with signals_held_back():
            self._thread.start()

    def close(self) -> None:
        """Break off what is being answered and take the socket away."""
        self._waker.close()
        self._thread.join()

    # The thread that watches

    def _watch(self) -> None:
        while not self._hear():
            pass
        self._path.unlink(missing_ok=True)
        for gone in (self._listener, self._woken):
            self._selector.unregister(gone)
            gone.close()
        for client in list(self._conversations.values()):
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
        patience = time.monotonic() + _ENDING
        while self._conversations and time.monotonic() < patience:
            self._hear(_PAUSE)

    def _hear(self, timeout: float | None = None) -> bool:
        """Deal with what happens next; say whether it is time to end."""
        hung_up = False
        for key, _ in self._selector.select(timeout):
            if key.fileobj is self._listener:
                self._accept()
            elif key.fileobj is self._woken:
                return True
            else:
                question: Question = key.data
                question.interrupt()
                hung_up = True
        if hung_up:  # and again, since a question that has not begun yet misses the first
            time.sleep(_PAUSE)
        return False

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            time.sleep(_PAUSE)
            return
        answer = self._answer if len(self._conversations) < _AT_ONCE else _refuse
        thread = Thread(target=self._converse, args=(client, answer), name="answer", daemon=True)
        self._conversations[thread] = client
        thread.start()

    # The thread of a question

    def _converse(
        self, client: socket.socket, answer: Callable[[socket.socket, str], None]
    ) -> None:
        try:
            with client, suppress(OSError, EOFError):  # whoever asked has gone
                client.settimeout(_STALLED)
                _, sql = wire.receive(client)
                wire.send(client, wire.HEARD)
                try:
                    answer(client, sql.decode(errors="replace"))
                except BeloteError as error:
                    wire.send(client, wire.ERROR, str(error).encode())
                else:
                    wire.send(client, wire.DONE)
        finally:
            del self._conversations[current_thread()]

    def _answer(self, client: socket.socket, sql: str) -> None:
        with self._store.question(sql) as question:
            self._selector.register(client, selectors.EVENT_READ, question)
            try:
                for table in question.answer():
                    wire.send(client, wire.ROWS, wire.pack(table))
            finally:
                self._selector.unregister(client)


def _refuse(_: socket.socket, __: str) -> None:
    raise BeloteError(f"{_AT_ONCE} questions are being answered: ask again")
