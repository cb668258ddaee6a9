"""Sites without Ray, to see what becomes of a run where Ray fails in one way or another."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from time import sleep
from typing import Any

from harness.arena.site import RayGoneError, Site
from harness.errors import BeloteError


class Bare(Site):
    """Starts at once and has one core."""

    def refusal(self, reason: str) -> BeloteError:
        return BeloteError(f"cannot start: {reason}")

    def start(self, folder: str) -> None:
        """There is nothing to start."""

    def cores(self) -> int:
        return 1


class Endless(Bare):
    """Never has started."""

    def start(self, *_: object) -> None:
        sleep(600)


class Closed(Bare):
    """Cannot start."""

    def start(self, *_: object) -> None:
        raise OSError("no port")


class Stillborn(Bare):
    """Ends its process as it starts."""

    def start(self, *_: object) -> None:
        os._exit(1)


class Ending(Bare):
    """Ends its process with the first job, as Ray's C++ does where its raylet has died."""

    def sender(self, *_: object) -> Callable[[bytes], Any]:
        return lambda _: os._exit(1)


class Headless(Bare):
    """Is there, until its head is gone."""

    def __init__(self) -> None:
        self._looks = 0

    def cores(self) -> int:
        self._looks += 1
        if self._looks > 1:
            raise RayGoneError("its gcs_server is gone")
        return 1

    def sender(self, *_: object) -> Callable[[bytes], Any]:
        return lambda _: Reference(Future())


class Unlooked(Headless):
    """Is there, until nobody can look."""

    def cores(self) -> int:
        try:
            return super().cores()
        except RayGoneError:
            raise OSError("no answer") from None


class Forgetful(Bare):
    """Loses every job."""

    def sender(self, *_: object) -> Callable[[bytes], Any]:
        lost: Future[bytes] = Future()
        lost.set_exception(OSError("no worker"))
        return lambda _: Reference(lost)


class Reference:
    """What stands for a result to come, as with Ray."""

    def __init__(self, future: Future[bytes]) -> None:
        self._future = future

    def future(self) -> Future[bytes]:
        return self._future
