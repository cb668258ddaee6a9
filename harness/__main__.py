"""`belote`, the command line as a program of its own; also `python -m harness`."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def start() -> NoReturn:
    """Run the command line, which must be imported first: Ctrl-C ends that without a word.

    The order of a bot's sets is part of its play, and Python draws it anew for every process: what
    plays starts once more with the order that Ray's workers have.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if {"run", "verify"}.intersection(sys.argv[1:2]) and "PYTHONHASHSEED" not in os.environ:
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very program
    from harness.cli import app  # noqa: PLC0415 - see above
    from harness.cli.program import leave, status_of  # noqa: PLC0415 - see above

    leave(status_of(app))


if __name__ == "__main__":
    start()
