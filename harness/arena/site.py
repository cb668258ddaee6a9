"""A site: where Ray's workers are, as the dispatcher knows it; and what a worker does there."""

from __future__ import annotations

import atexit
import logging
import pickle
import signal
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from harness.arena.programme import Programme
from harness.arena.supervisor import Supervisor
from harness.errors import BeloteError

if TYPE_CHECKING:
    from ray import ObjectRef

WORKER_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",  # the order of a bot's sets is part of its play
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on every system: stay on the loopback address
    "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0",  # nobody waits for what is still played
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""What Ray's processes inherit; Ray reads its own settings when it is imported."""


class RayGoneError(BeloteError):
    """Ray itself has ended, in the middle of a run.

    Attributes:
        what: of it, in a few words.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(
            f"Ray has ended in the middle of the run ({what}): what is committed is kept, and the "
            "same command goes on from there"
        )


class Site:
    """Where workers are. The driver makes it and checks it; all else happens in the dispatcher."""

    def check(self) -> None:
        """See in the driver whether it is worth a start.

        Raises:
            BeloteError: it is not.
        """

    def refusal(self, reason: str) -> BeloteError:
        """Return the error of a start that failed."""
        raise NotImplementedError

    def start(self, folder: str) -> None:
        """Start Ray or connect to it; the folder lies open to all that needs one.

        Raises:
            Exception: whatever Ray raises.
        """
        raise NotImplementedError

    def cores(self) -> int:
        """Return how many may play now.

        Raises:
            RayGoneError: Ray has ended.
        """
        raise NotImplementedError

    def sender(self, programme: bytes) -> Callable[[bytes], ObjectRef[bytes]]:
        """Return what gives a job to a worker, both pickled; so is what comes back."""
        raise NotImplementedError

    def meant(self, cause: object) -> str | None:
        """Return the line for the user that is in what a worker raised; None where none is."""
        return str(cause) if isinstance(cause, BeloteError) else None


def init_ray(**options: Any) -> None:  # noqa: ANN401 - they go on to Ray
    """Start Ray or connect to one, quietly."""
    import ray  # noqa: PLC0415 - half a second that only the dispatcher pays

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    ray.init(**options, logging_level=logging.CRITICAL, log_to_driver=False)


@cache
def _supervisor() -> Supervisor:
    """Return the supervisor of this worker, which keeps its player from job to job."""
    supervisor = Supervisor()
    atexit.register(supervisor.close)
    return supervisor


def play_remotely(programme: bytes, job: bytes) -> bytes:
    """Play a job in a worker."""
    return play_job(pickle.loads(programme), job)  # noqa: S301 - from the driver of this very run


def play_job(programme: Programme, job: bytes) -> bytes:
    """Play a job in a worker, which Ctrl-C does not reach: the driver decides when to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    fixtures = pickle.loads(job)  # noqa: S301 - as above
    return pickle.dumps(_supervisor().play(programme, fixtures))
