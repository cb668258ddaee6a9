"""The one base of every error that a person can cause and put right, and a request to end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

MOST_LISTED: Final = 12
"""Names that a line lists; of more it lists the first few."""
FEW: Final = 4
LONGEST_NAME: Final = 60
"""Characters of a name that a line repeats."""


BEYOND_TOML: Final = (
    "it has a number of thousands of digits, or tables or lists in one another without end"
)
"""What a file says that is TOML, and that Python does not read."""


class BeloteError(Exception):
    """Something a user can mend; its text is the single line that is shown."""


class Interrupted(BaseException):
    """Somebody asked the program to end, by a signal; its text says what became of what was asked.

    It may strike anywhere, and has no text then.
    """


class Left(Interrupted):
    """The person has gone: there is nothing more to read."""


def reason_of(error: BaseException) -> str:
    """Return the text of an error in one line; where it has none, its kind."""
    return " ".join(str(error).split()) or type(error).__name__


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return the line for a name that nothing has, with the likeliest one meant."""
    names = list(known)
    name = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
    return f"there is no {what} {name!r}{meant(name, names)} (known: {listed(names) or 'none'})"


def meant(name: str, known: Iterable[str]) -> str:
    """Return the end of such a line: the name that was likely meant, nothing where none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - nobody mistakes a name, as a rule

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def listed(names: Sequence[str], separator: str = ", ") -> str:
    """Return names as a line lists them: all, or of many a few and how many more there are."""
    if len(names) <= MOST_LISTED:
        return separator.join(names)
    return f"{separator.join(names[:FEW])} and {len(names) - FEW:,} more"
