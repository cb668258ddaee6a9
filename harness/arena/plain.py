"""Which of the files that people name are read: what has no end, or may never begin, is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_AS_GOOD: Final = re.compile(r"/dev/(?:null|stdin|fd/\d+)|/proc/self/fd/\d+")
"""What is open already, as the standard input, what a shell makes of `<(...)`, and nothing."""


def is_plain(path: Path) -> bool:
    """Whether a path is that of a plain file, or of what is as good as one.

    A pipe waits for somebody to write, a device may go on for ever.

    Raises:
        OSError: it cannot be looked at.
    """
    return path.is_file() or _AS_GOOD.fullmatch(str(path)) is not None
