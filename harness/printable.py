"""Text from anywhere, made fit for a terminal: none of it acts on the screen, all of it is seen."""

from __future__ import annotations

import codecs
import re
from typing import Final

ESCAPED: Final = "belote.escaped"
"""How streams write characters that they have no code for: as `\\u00b1`, in JSON too."""

_ACTING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff]"
)
"""Controls but tab and line feed, what turns the direction of writing, and what has no width."""
_SIMPLER: Final = str.maketrans(
    {
        "±": "+-",
        "≥": ">=",
        "≤": "<=",
        "–": "-",
        "→": "->",
        "…": "...",
        "×": "x",
        "¹": "(1)",
        "é": "e",
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
    }
)


def printable(text: str, encoding: str | None = None) -> str:
    """Return text with its control characters escaped.

    Args:
        text: from anywhere: a bot, a plugin, a database, a record.
        encoding: of where it goes; what that has no code for is written in simpler characters.
    """
    text = _ACTING.sub(lambda found: _escaped(found[0]), text)
    if encoding is None or _has_codes(text, encoding):
        return text
    return text.translate(_SIMPLER).encode(encoding, ESCAPED).decode(encoding)


def _has_codes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _escaped(text: str) -> str:
    """Write each character as JSON escapes it: in units of UTF-16."""
    units = text.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _escape_what_fails(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return _escaped(error.object[error.start : error.end]), error.end


codecs.register_error(ESCAPED, _escape_what_fails)
