"""What was counted at a table, as the options of `belote score` give it."""

from __future__ import annotations

import re

from harness.errors import BeloteError
from harness.game.outcome import BELOTE
from harness.game.seats import NOTHING, Pair, side_number

_NUMBER = r"\s*(\d{1,6})\s*"


def pair(option: str, text: str) -> Pair:
    """Return what an option gives NS and EW."""
    numbers = re.fullmatch(f"{_NUMBER}-{_NUMBER}", text, re.ASCII)
    if numbers is None:
        raise BeloteError(f"{option} takes two numbers, NS-EW as in 90-72, not {text!r}")
    return int(numbers[1]), int(numbers[2])


def declared(announced: str | None, declarations: str | None) -> tuple[Pair, Pair]:
    """Return what was announced and what scores of it; either follows from the other if it can."""
    said = None if announced is None else pair("--announced", announced)
    scored = None if declarations is None else pair("--declarations", declarations)
    if said and scored is None and all(said):
        raise BeloteError("both sides announced: say with --declarations which of them scores")
    return said or scored or NOTHING, scored or said or NOTHING


def belotes(holders: str | None) -> Pair:
    """Return what each side has for belote, by who held it."""
    if holders is None:
        return NOTHING
    sides = [side_number(holder.strip()) for holder in holders.split(",")]
    return BELOTE * sides.count(0), BELOTE * sides.count(1)


def waiting(text: str | None) -> int:
    """Return the points that wait from before, whosever they were."""
    if text is None:
        return 0
    told = re.fullmatch(rf"{_NUMBER}(?::\s*(NS|EW)\s*)?", text, re.ASCII | re.IGNORECASE)
    if told is None:
        raise BeloteError(f"--held takes points and whose they were, as in 81:NS, not {text!r}")
    return int(told[1])
