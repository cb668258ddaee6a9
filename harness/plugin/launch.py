"""The first thing that runs in a bot's process: it takes limits on itself, then becomes the bot.

It is run as a script, by its path, so that a bot in another language waits for no package. Its one
argument is JSON: see `harness.plugin.program`.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from typing import Any

_PR_SET_PDEATHSIG = 1


def main(told: dict[str, Any]) -> None:
    """Take the limits, give up what rights there are, and start the bot."""
    if told["parent"] is not None:
        end_with(told["parent"])
    for name, most in told["limits"].items():
        _limit(getattr(resource, name), most)
    if told["uid"] is not None:
        _become_nobody(told["uid"])
    os.umask(0o077)
    if "command" in told:
        _execute(told["command"])
    gc.disable()  # nothing of what is made until the bot itself is there will ever be garbage
    from harness.plugin import child, several  # noqa: PLC0415 - only where the bot is in Python

    gc.freeze()
    gc.enable()
    if told["share"]:
        several.run(told["bot"])
    child.run(told["bot"], keep=told["keep"], own=told["own"])


def end_with(parent: int) -> None:
    """Have the system end this process as soon as the one that it works for ends, where it can.

    It holds for this process and what it becomes, not for those that it forks.
    """
    import ctypes  # noqa: PLC0415 - nothing else here needs it, and a sandbox does not end with it

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _limit(kind: int, most: int) -> None:
    """Set a limit for good; one that is lower already stays."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def _become_nobody(uid: int) -> None:
    """Leave the rights of root, and with them every capability, for a number that owns nothing."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def _execute(command: list[str]) -> None:
    try:
        os.execvp(command[0], command)  # noqa: S606 - that is what it is for
    except OSError as error:
        sys.stderr.write(f"{command[0]} cannot be run: {_why_not_run(command[0], error)}\n")
        sys.stderr.flush()
        os._exit(127)


def _why_not_run(program: str, error: OSError) -> str:
    """Return the reason, with what would be right where the file is there all the same."""
    if error.errno != errno.ENOENT or not os.path.isfile(program):  # noqa: PTH113 - see above
        return str(error.strerror)
    if "/" not in program:
        return f'it lies in the folder of the bot, so its command begins with "./{program}"'
    return "it is there, but what its first line names to run it is not"


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
