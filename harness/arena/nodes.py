"""The nodes of a Ray cluster that is there already: bots travel to them, and they play.

Nodes have the harness installed, the same as here. Plugins from files and folders are sent along,
a folder with every file in it; those that are installed must be so on every node.
"""

from __future__ import annotations

import pickle
import socket
import tempfile
import zipfile
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from harness import __version__
from harness.arena.batch import Done, Programme
from harness.arena.cluster import WORKER_ENVIRONMENT, RayWorkers, init_ray, play_remotely
from harness.arena.interruption import Interruption
from harness.arena.jobs import Jobs
from harness.arena.schedule import Fixture
from harness.errors import BeloteError
from harness.plugin.blame import summary
from harness.plugin.sources import Source, digest_of_files, files_of

if TYPE_CHECKING:
    from ray import ObjectRef

REACHED_WITHIN: Final = 5.0
"""Seconds in which a cluster must take a connection; Ray itself would try for minutes."""

_LACKING: Final = "belote-harness"
_HARNESS: Final = Path(__file__).parents[1]
_CODE: Final = (".py", ".sql", ".toml")  # what is compiled may differ from node to node
_AT_FIRST: Final = Path.cwd()  # where Ray unpacked what travels, before a bot could go elsewhere
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # so that the same files always make the same package


class ClusterWorkers(RayWorkers):
    """The cores of a Ray cluster play, also of nodes that join later; a `with` holds on to it.

    Args:
        address: of the cluster, as `auto` or `10.0.0.1:6379`; this machine is one of its nodes.
        sources: the plugins that are needed.
        most: how many cores may play; all where None.

    Raises:
        Interrupted: somebody asked for an end meanwhile.
        BeloteError: no cluster is to be reached there.
    """

    def __init__(self, address: str, sources: Iterable[Source], most: int | None = None) -> None:
        super().__init__(most or 1)
        self._address = address
        self._most = most
        self._travelling = {
            source: f"{number}/{Path(source.value).name}"
            for number, source in enumerate(dict.fromkeys(sources))
            if source.kind == "path"
        }

    def _start(self, stack: ExitStack) -> None:
        _check_reachable(self._address)
        environment = {"env_vars": {"PYTHONHASHSEED": WORKER_ENVIRONMENT["PYTHONHASHSEED"]}}
        if self._travelling:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="belote-"))
            environment["working_dir"] = _packed(self._travelling, Path(folder))  # type: ignore[assignment]
        try:
            init_ray(address=self._address, runtime_env=environment)
        except Exception as error:  # noqa: BLE001 - whatever it is, no run can begin
            raise _unreachable(self._address, summary(error)) from None

    def _in_flight(self) -> int:
        import ray  # noqa: PLC0415 - half a second that only a run pays

        there = ray.cluster_resources()  # type: ignore[no-untyped-call]
        cores = max(1, int(there.get("CPU", 0)))
        self.count = cores if self._most is None else min(cores, self._most)
        return super()._in_flight()

    def _sender(self, programme: Programme) -> Callable[[list[Fixture]], ObjectRef[Any]]:
        import ray  # noqa: PLC0415 - as above

        entrants = (
            one._replace(source=one.source._replace(value=self._travelling[one.source]))
            if one.source in self._travelling
            else one
            for one in programme.entrants
        )
        packed = pickle.dumps(programme._replace(entrants=tuple(entrants)))
        remote = ray.remote(max_retries=0, num_cpus=1)(_by_value())
        send = partial(remote.remote, code_digest(), ray.put(packed))
        return lambda job: send(pickle.dumps(job))

    def play(
        self, programme: Programme, jobs: Jobs, interruption: Interruption
    ) -> Generator[Done, None, None]:
        """Keep every core busy with a bounded number of jobs.

        Raises:
            BeloteError: when a worker or node is lost, or one has not the same harness and bots.
        """
        try:
            yield from super().play(programme, jobs, interruption)
        except Exception as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, ImportError) and cause.name == _LACKING:
                raise BeloteError(str(cause)) from None
            raise


def _by_value() -> Callable[[str, bytes, bytes], Done]:
    """Return what plays a job on a node: a function that travels whole.

    Any other would be looked up in a package, before anything could say that it is missing.
    """

    def play_on_node(code: str, programme: bytes, job: bytes) -> Done:
        try:
            from harness.arena.nodes import play_packed  # noqa: PLC0415 - which may not be there
        except ImportError as error:
            node = socket.gethostname()
            raise ImportError(
                f"node {node} has no harness to play with ({error}): install there what is "
                "installed here",
                name=_LACKING,
            ) from None
        return play_packed(code, programme, job)

    return play_on_node


def play_packed(code: str, programme: bytes, job: bytes) -> Done:
    """Play a job on a node, where the plugins that travelled lie in its own folder.

    Raises:
        BeloteError: naming the node, where its code is not that of the driver.
    """
    node = f"node {socket.gethostname()}"
    if code != code_digest():
        raise BeloteError(
            f"{node} has another harness ({__version__} of {code_digest()[:8]}, here it "
            f"is {code[:8]}): install there what is installed here"
        )
    unpacked: Programme = pickle.loads(programme)  # noqa: S301 - from the driver of this very run
    entrants = (
        one._replace(source=one.source._replace(value=str(_AT_FIRST / one.source.value)))
        if one.source.kind == "path"
        else one
        for one in unpacked.entrants
    )
    try:
        return play_remotely(unpacked._replace(entrants=tuple(entrants)), pickle.loads(job))  # noqa: S301 - as above
    except BeloteError as error:
        raise BeloteError(f"{node}: {error}") from None


@cache
def code_digest() -> str:
    """Return the digest of the harness itself, but for what is compiled."""
    files = files_of(_HARNESS)
    return digest_of_files({name: file for name, file in files.items() if file.suffix in _CODE})


def _packed(places: Mapping[Source, str], folder: Path) -> str:
    """Pack plugins for their way, each with all its files, and return where the package is."""
    package = folder / "plugins.zip"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as packing:
        for source, place in places.items():
            path = Path(source.value)
            for name, file in sorted(files_of(path).items()):
                within = f"{place}/{name}" if path.is_dir() else place
                packing.writestr(zipfile.ZipInfo(within, _EPOCH), file.read_bytes())
    return str(package)


def _check_reachable(address: str) -> None:
    """Refuse an address that cannot be one of a cluster, or where nobody listens."""
    if address in ("auto", "local"):
        if address == "local":
            raise _unreachable(address, "without --address a run starts Ray on this machine")
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise _unreachable(address, "an address is auto, or a host and port as in 10.0.0.1:6379")
    try:
        socket.create_connection((host, int(port)), REACHED_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise _unreachable(address, f"nobody answers there ({error})") from None


def _unreachable(address: str, reason: str) -> BeloteError:
    return BeloteError(f"cannot play on the Ray cluster at {address}: {reason}")
