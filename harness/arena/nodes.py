"""The nodes of a Ray cluster that is there already: bots travel to them, and they play.

Nodes have the harness installed, the same as here. Plugins from files and folders are sent along,
a folder with every file in it; those that are installed must be so on every node.
"""

from __future__ import annotations

import pickle
import socket
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from harness import __version__
from harness.arena.programme import Programme
from harness.arena.site import WORKER_ENVIRONMENT, Site, init_ray, play_job
from harness.errors import BeloteError
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


class Cluster(Site):
    """The cores of a Ray cluster, also of nodes that join later.

    Args:
        address: of the cluster, as `auto` or `10.0.0.1:6379`; this machine is one of its nodes.
        sources: the plugins that are needed.
        most: how many cores may play; all where None.
    """

    def __init__(self, address: str, sources: Iterable[Source], most: int | None = None) -> None:
        self._address = address
        self._most = most
        self._travelling = {
            source: f"{number}/{Path(source.value).name}"
            for number, source in enumerate(dict.fromkeys(sources))
            if source.kind == "path"
        }

    def check(self) -> None:
        """Refuse an address that cannot be one of a cluster, or where nobody listens.

        Raises:
            BeloteError: saying why.
        """
        if self._address == "local":
            raise self.refusal("without --address a run starts Ray on this machine")
        if self._address == "auto":
            return
        host, _, port = self._address.rpartition(":")
        if not host or not port.isdecimal() or "/" in host:
            raise self.refusal("an address is auto, or a host and port as in 10.0.0.1:6379")
        try:
            socket.create_connection((host, int(port)), REACHED_WITHIN).close()
        except (OSError, OverflowError) as error:
            raise self.refusal(f"nobody answers there ({error})") from None

    def refusal(self, reason: str) -> BeloteError:
        """Return the error of a cluster that cannot be used."""
        return BeloteError(f"cannot play on the Ray cluster at {self._address}: {reason}")

    def start(self, folder: str) -> None:
        """Connect to the cluster, and send the plugins there, which are packed in the folder."""
        environment = {"env_vars": {"PYTHONHASHSEED": WORKER_ENVIRONMENT["PYTHONHASHSEED"]}}
        if self._travelling:
            environment["working_dir"] = _packed(self._travelling, Path(folder))  # type: ignore[assignment]
        try:
            init_ray(address=self._address, runtime_env=environment)
        except ConnectionError:
            if self._address != "auto":
                raise
            raise self.refusal("this machine is part of none: ray start makes it so") from None

    def cores(self) -> int:
        """Return how many may play now."""
        import ray  # noqa: PLC0415 - half a second that only the dispatcher pays

        there = ray.cluster_resources()  # type: ignore[no-untyped-call]
        cores = max(1, int(there.get("CPU", 0)))
        return cores if self._most is None else min(cores, self._most)

    def sender(self, programme: bytes) -> Callable[[bytes], ObjectRef[bytes]]:
        """Return what gives a job to a node."""
        import ray  # noqa: PLC0415 - as above

        unpacked: Programme = pickle.loads(programme)  # noqa: S301 - from the driver of this very run
        entrants = (
            one._replace(source=one.source._replace(value=self._travelling[one.source]))
            if one.source in self._travelling
            else one
            for one in unpacked.entrants
        )
        packed = pickle.dumps(unpacked._replace(entrants=tuple(entrants)))
        remote = ray.remote(max_retries=0, num_cpus=1)(_by_value())
        return partial(remote.remote, code_digest(), ray.put(packed))

    def meant(self, cause: object) -> str | None:
        """Return the line for the user that is in what a worker raised; None where none is."""
        if isinstance(cause, ImportError) and cause.name == _LACKING:
            return str(cause)
        return super().meant(cause)


def _by_value() -> Callable[[str, bytes, bytes], bytes]:
    """Return what plays a job on a node: a function that travels whole.

    Any other would be looked up in a package, before anything could say that it is missing.
    """

    def play_on_node(code: str, programme: bytes, job: bytes) -> bytes:
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


def play_packed(code: str, programme: bytes, job: bytes) -> bytes:
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
        return play_job(unpacked._replace(entrants=tuple(entrants)), job)
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
