"""The bots of a run with partnerships, each by all the sides it sat on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.arena.members import Member
from harness.report.tables import DASH, say, show

NUMBERS = ("Elo", "95 %", "Score", "Won", "Drawn", "Lost", "Sides")


def print_members(members: Sequence[Member]) -> None:
    """Print each bot's rating; nothing where nobody has a partner."""
    if not members:
        return
    say("\nEach bot, by all the sides it sat on:\n")
    rows = [cells_of_member(place, member) for place, member in enumerate(members, 1)]
    show(("", "Bot", *NUMBERS), rows, numbers=NUMBERS)
    if any(member.elo is None for member in members):
        say(f"{DASH}: always partners of each other, they cannot be told apart.")


def members_as_dicts(members: Sequence[Member]) -> list[dict[str, Any]]:
    """Return the rows of the table with full figures."""
    return [member._asdict() | {"score": member.score} for member in members]


def cells_of_member(place: int, member: Member) -> list[str]:
    """Return the cells of a row: its place, its name, and those under `NUMBERS`."""
    known = member.elo is not None and member.upper is not None
    return [
        str(place),
        member.name,
        f"{member.elo:+.0f}" if known else DASH,
        f"± {(member.upper or 0) - (member.elo or 0):.0f}" if known else DASH,
        f"{member.score:.1%}",
        f"{member.wins:,}",
        f"{member.draws:,}",
        f"{member.losses:,}",
        f"{member.sides:,}",
    ]
