"""Options of bots, checked when a bot is made."""

from __future__ import annotations


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """Return an option that is a whole number in a range, the ends included.

    Raises:
        ValueError: naming the option and its range.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} is a whole number from {least:,} to {most:,}, not {value!r}")
    return value
