"""The one base of every error that a person can cause and put right, and a request to end."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BeloteError(Exception):
    """Something a user can mend; its text is the single line that is shown."""


class Interrupted(BaseException):
    """Somebody asked the program to end: Ctrl-C, or the signal that ends a process."""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return the line for a name that nothing has, with the likeliest one meant."""
    names = list(known)
    listed = ", ".join(names) or "none"
    return f"there is no {what} {name!r}{meant(name, names)} (known: {listed})"


def meant(name: str, known: Iterable[str]) -> str:
    """Return the end of such a line: the name that was likely meant, nothing where none is near."""
    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
