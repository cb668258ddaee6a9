"""Which of the files that people name are read: what has no end, or may never begin, is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_HANDED_OVER: Final = re.compile(r"/dev/(?:stdin|fd/\d+)|/proc/self/fd/\d+")
"""What is open already, as the standard input, and what a shell makes of `<(...)`."""


def is_plain(path: Path) -> bool:
    """Whether a path is that of a plain file, or was handed over open, whatever it is.

    A pipe waits for somebody to write, a device may go on for ever.

    Raises:
        OSError: it cannot be looked at.
    """
    return path.is_file() or _HANDED_OVER.fullmatch(str(path)) is not None
