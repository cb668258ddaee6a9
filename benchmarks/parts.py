"""How a benchmark of several parts is asked for some of them."""

import sys
from collections.abc import Callable, Mapping


def run(parts: Mapping[str, Callable[..., None]]) -> None:
    """Run the parts named, with the rounds that follow a name; all of them where none is."""
    wanted = sys.argv[1:] or list(parts)
    while wanted:
        name = wanted.pop(0)
        if name not in parts:
            sys.exit(f"parts are {', '.join(parts)}, not {name}")
        print(name)
        parts[name](*([int(wanted.pop(0))] if wanted and wanted[0].isdigit() else []))
