"""The dispatcher: a process of its own that holds on to Ray, for the driver that started it.

Ray ends whatever process uses it, without a word, where its own programs are lost. So the driver
leaves Ray to this one, and only tells it over a socket what is to be played. It tells there how
many cores there are, and what came of each job, pickled things passed on as they are.
"""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable
from functools import partial
from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING, Any, Final

from harness.arena import wire
from harness.arena.aides import employer
from harness.arena.site import RayGoneError, Site
from harness.errors import BeloteError
from harness.plugin.blame import summary

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ray import ObjectRef

SITE: Final = b"@"  # a pickled site, and a folder
PROGRAMME: Final = b"p"  # a pickled Programme, of all jobs to come
JOB: Final = b"j"  # its number, and pickled fixtures
CORES: Final = b"c"  # how many may play: at first, and whenever that changes
DONE: Final = b"."  # the number of a job, and a pickled Done
LOST: Final = b"v"  # the number of a job, and why it did not come back
GONE: Final = b"x"  # what of Ray itself has ended
REFUSED: Final = b"!"  # one line for the user
BROKEN: Final = b"e"  # what nobody foresaw, with its traceback

PATIENCE: Final = 0.25
"""Seconds between two looks at whether Ray is still there, and with how many cores."""
_NUMBER: Final = 8  # bytes of a job's number


def numbered(number: int, payload: bytes) -> bytes:
    """Return a payload of a job with its number before it."""
    return number.to_bytes(_NUMBER, "big") + payload


def taken_apart(payload: bytes) -> tuple[int, bytes]:
    """Return what `numbered` was given."""
    return int.from_bytes(payload[:_NUMBER], "big"), payload[_NUMBER:]


class Dispatcher:
    """The dispatcher's end of the socket, and what is under way.

    Args:
        driver: the socket.
    """

    def __init__(self, driver: socket.socket) -> None:
        self._driver = driver
        self._telling = Lock()
        self._sent: dict[int, ObjectRef[bytes]] = {}
        self._site, self._folder = pickle.loads(wire.receive(driver)[1])  # noqa: S301 - from who started this process

    def serve(self) -> None:
        """Start Ray, and send what the driver asks for until it hangs up."""
        try:
            self._site.start(self._folder)
        except BeloteError as error:
            self._tell(REFUSED, str(error).encode())
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, no run can begin
            self._tell(REFUSED, str(self._site.refusal(summary(error))).encode())
            return
        Thread(target=self._watch, name="watch", daemon=True).start()
        send: Callable[[bytes], ObjectRef[bytes]]
        while True:
            try:
                kind, payload = wire.receive(self._driver)
            except (EOFError, OSError):
                return
            if kind == PROGRAMME:
                send = self._site.sender(payload)
            else:
                number, job = taken_apart(payload)
                reference: Any = send(job)
                self._sent[number] = reference
                reference.future().add_done_callback(partial(self._came_back, number))

    def _watch(self) -> None:
        cores = 0
        while True:
            try:
                before, cores = cores, self._site.cores()
            except RayGoneError as gone:
                self._tell(GONE, gone.what.encode())
                return
            except Exception as error:  # noqa: BLE001 - nobody else would say that nobody looks
                self._tell(GONE, summary(error).encode())
                return
            if cores != before:
                self._tell(CORES, str(cores).encode())
            sleep(PATIENCE)

    def _came_back(self, number: int, future: Future[bytes]) -> None:
        """Tell what came of a job; called by a thread of Ray's."""
        del self._sent[number]
        error = future.exception()
        if error is None:
            self._tell(DONE, numbered(number, future.result()))
        else:
            self._tell(*_told(self._site, number, error))

    def _tell(self, kind: bytes, payload: bytes) -> None:
        with self._telling:
            wire.send(self._driver, kind, payload)


def _told(site: Site, number: int, error: BaseException) -> tuple[bytes, bytes]:
    """Return how an error of Ray's is told."""
    from ray.exceptions import LocalRayletDiedError, RayTaskError  # noqa: PLC0415 - as ray

    if isinstance(error, LocalRayletDiedError):
        return GONE, b"its raylet is gone"
    if not isinstance(error, RayTaskError):
        return LOST, numbered(number, summary(error).encode())
    meant = site.meant(error.cause)
    return (BROKEN, str(error).encode()) if meant is None else (REFUSED, meant.encode())


def main() -> None:
    """Be the dispatcher of the driver that started this process."""
    with employer() as driver:
        Dispatcher(driver).serve()


if __name__ == "__main__":
    main()
