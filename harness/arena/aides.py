"""Aides: processes of this very program that work for the one that started them.

Both talk over a socket, whose number and whose owner's process an aide is told. It ends with that
process, however that ends. Its streams lead nowhere.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from harness.plugin.launch import end_with


def start_aide(
    module: str,
    environment: Mapping[str, str] = {},
    **options: Any,  # noqa: ANN401 - as `Popen` takes them
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start the program of a module and return its process and this end of the socket.

    Args:
        module: its name; it has a `main` that calls `employer`.
        environment: variables to set there.
        options: of its process.
    """
    ours, theirs = socket.socketpair()
    path = os.pathsep.join(one for one in sys.path if one)
    numbers = str(theirs.fileno()), str(os.getpid())
    with theirs:
        process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-P", "-m", module, *numbers],
            env={**os.environ, "PYTHONPATH": path, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            **options,
        )
    return process, ours


def employer() -> socket.socket:
    """Return an aide's end of the socket, as its arguments say, and let it end with its owner."""
    number, parent = map(int, sys.argv[1:])
    end_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return socket.socket(fileno=number)
