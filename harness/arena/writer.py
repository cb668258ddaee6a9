"""The writer: one thread that commits what workers send, so that nobody waits for the disk."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread
from typing import Final

from harness.arena.closing import Closing
from harness.arena.columns import Batch
from harness.arena.interruption import signals_held_back
from harness.arena.store import Store

_WAITING: Final = 8


class Writer(Closing):
    """Takes batches and commits them to a store, several in one transaction when they queue up.

    Use it in a `with`; leaving that, or `close`, commits what was put. When the thread fails it
    stops writing, and the next `put` and `close` raise its error.

    Args:
        store: an owned store.
        committed: called in the writer's thread with each batch that has been committed, less
            the matches that were stored before.
        waiting: how many batches may wait before `put` does.
    """

    def __init__(
        self,
        store: Store,
        *,
        committed: Callable[[Batch], None] = lambda _: None,
        waiting: int = _WAITING,
    ) -> None:
        self._store = store
        self._committed = committed
        self._queue: Queue[Batch | None] = Queue(waiting)
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._write, name="store writer", daemon=True)
        with signals_held_back():
            self._thread.start()

    def put(self, batch: Batch) -> None:
        """Hand over a batch, waiting while the queue is full.

        Raises:
            BeloteError: an earlier batch could not be written.
            Exception: whatever `committed` raised for one.
        """
        self._raise_failure()
        self._queue.put(batch)

    def close(self) -> None:
        """Commit what was put and end the thread.

        Raises:
            BeloteError: something could not be written.
        """
        self._end()
        self._raise_failure()

    def close_after(self, error: BaseException) -> None:
        """Commit what was put; where somebody asked the run to end, that may fail."""
        self._end()
        if not isinstance(error, Exception):
            self._raise_failure()

    def _end(self) -> None:
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _write(self) -> None:
        """Commit until the end comes; after a failure only empty the queue, so nobody waits."""
        ended = False
        while not ended:
            batches = self._take()
            ended = batches[-1] is None
            try:
                if self._failure is None:
                    for batch in self._store.append(*filter(None, batches)):
                        self._committed(batch)
            except BaseException as error:  # noqa: BLE001 - raised again where batches are put
                self._failure = error

    def _take(self) -> list[Batch | None]:
        """Return what waits, at least one thing, up to the end."""
        waiting = [self._queue.get()]
        try:
            while waiting[-1] is not None and len(waiting) < self._queue.maxsize:
                waiting.append(self._queue.get_nowait())
        except Empty:
            pass
        return waiting
