"""This machine as a site: Ray is started here for one run, and ends with it."""

from __future__ import annotations

import resource
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from harness.arena.site import RayGoneError, Site, init_ray, play_remotely
from harness.errors import BeloteError

if TYPE_CHECKING:
    from ray import ObjectRef

LEAST_ADDRESSES: Final = 4 << 30
"""Of memory, in bytes; most of what Ray asks for it never uses."""
OBJECT_STORE_BYTES: Final = 256 * 1024 * 1024
HEAD: Final = ("gcs_server", "raylet")
"""Programs of Ray's without which nothing goes on."""


class ThisMachine(Site):
    """Workers on this machine, one core each.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self._count = count

    def check(self) -> None:
        """Refuse limits in which Ray's C++ would end its process without another word.

        Raises:
            BeloteError: naming the limit.
        """
        addresses, _ = resource.getrlimit(resource.RLIMIT_AS)
        if addresses != resource.RLIM_INFINITY and addresses < LEAST_ADDRESSES:
            limit, least = (f"{size / 2**30:.1f} GB" for size in (addresses, LEAST_ADDRESSES))
            raise self.refusal(
                f"it needs {least} of addresses, and the limit (ulimit -v) is {limit}"
            )

    def refusal(self, reason: str) -> BeloteError:
        """Return the error of a start that failed."""
        return BeloteError(f"Ray cannot start: {reason}; --workers 0 plays without it")

    def start(self, folder: str) -> None:
        """Start Ray, which keeps its files in the folder, without what only clusters need."""
        _spare(no_monitor=True, include_log_monitor=False)
        init_ray(
            address="local",
            num_cpus=self._count,
            include_dashboard=False,
            object_store_memory=OBJECT_STORE_BYTES,
            _node_ip_address="127.0.0.1",
            _temp_dir=folder,
        )

    def cores(self) -> int:
        """Return how many play: always the same, while Ray is there.

        Raises:
            RayGoneError: naming the program of Ray's that has ended; Ray would wait a minute.
        """
        worker: Any = import_module("ray._private.worker")
        for kind, processes in worker._global_node.all_processes.items():  # noqa: SLF001 - none else
            for one in processes if kind in HEAD else ():
                if one.process.poll() is not None:
                    raise RayGoneError(f"its {Path(one.process.args[0]).name} is gone")
        return self._count

    def sender(self, programme: bytes) -> Callable[[bytes], ObjectRef[bytes]]:
        """Return what gives a job to a worker."""
        import ray  # noqa: PLC0415 - half a second that only the dispatcher pays

        remote = ray.remote(max_retries=0, num_cpus=1)(play_remotely)
        return partial(remote.remote, ray.put(programme))


def _spare(**parameters: bool) -> None:
    """Let Ray start without some of its processes, a second of a core each; `init` has no word.

    What serves a dashboard is started also where none is wanted, to tell Ray's makers of the use,
    and waited for.
    """
    module: Any = import_module("ray._private.parameter")
    module.RayParams = partial(module.RayParams, **parameters)
    node: Any = import_module("ray._private.node")
    node.Node.start_api_server = lambda *_, **__: None
