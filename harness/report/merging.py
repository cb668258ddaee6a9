"""What was taken from which database, as people and machines read it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.arena.merging import Taken
from harness.report.tables import plural, print_json, say, show

NUMBERS = ("New runs", "New matches", "Hands", "There already")


def print_merge(into: Path, taken: Sequence[Taken]) -> None:
    """Print what came from each database."""
    if not taken:
        say(f"{into} is up to date.")
        return
    rows = [
        (
            str(one.source),
            *(f"{count:,}" for count in (one.runs, one.matches, one.hands, one.known)),
        )
        for one in taken
    ]
    show(("From", *NUMBERS), rows, numbers=NUMBERS)
    say(f"\nMerged into {into}.")
    for one in taken:
        if one.differing:
            what = plural(one.differing, "match", "matches")
            say(f"{what} of {one.source} ended differently from those there, which stay.")


def print_merge_as_json(taken: Sequence[Taken]) -> None:
    """Print an array with an object a database."""
    print_json([one._asdict() | {"source": str(one.source)} for one in taken])


def print_copied(taken: Taken, copy: Path) -> None:
    """Say beside the output what a copy holds."""
    matches, hands = plural(taken.matches, "match", "matches"), plural(taken.hands, "hand")
    say(f"{matches} and {hands} copied to {copy}.", stderr=True)
