"""The tournaments of a file as people and machines read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from harness.arena.tournament import Tournament
from harness.report.tables import print_json, say, show

DRAWN: Final = "drawn"
_LONGEST_NUMBER: Final = 10**10
_SHORT_SEED: Final = 8


def print_tournaments(tournaments: Iterable[tuple[Tournament, int]], where: str) -> None:
    """Draw a table of tournaments, each with the number of its matches."""
    rows = [
        (
            one.name,
            _format(one),
            _bots(one),
            f"{one.pairs:,}",
            f"{matches:,}",
            one.rules.name,
            _seed(one.seed),
        )
        for one, matches in tournaments
    ]
    if not rows:
        say(
            f"{where} has no tournaments: write a [tournament.NAME], "
            "see docs/reference/tournaments.md."
        )
        return
    headings = ("Tournament", "Format", "Bots", "Pairs", "Matches", "Rules", "Seed")
    show(headings, rows, numbers=("Pairs", "Matches", "Seed"))


def print_tournaments_as_json(tournaments: Iterable[tuple[Tournament, int]]) -> None:
    """Print an array with an object a tournament; a seed is 32 hexadecimal digits."""
    print_json(
        [
            {
                "name": one.name,
                "format": one.schedule.name,
                "options": one.schedule.options,
                "mode": one.mode,
                "bots": [contestant._asdict() for contestant in one.contestants],
                "partners": one.partners,
                "sides": [side._asdict() for side in one.sides],
                "pairs": one.pairs,
                "deals": one.deals,
                "matches": matches,
                "rules": one.rules.name,
                "seed": DRAWN if one.seed is None else one.seed.hex(),
            }
            for one, matches in tournaments
        ]
    )


def _format(tournament: Tournament) -> str:
    board = ", duplicate" if tournament.mode == "duplicate" else ""
    return f"{tournament.schedule.name}{board}"


def _bots(tournament: Tournament) -> str:
    if tournament.partners == "all":
        names = ", ".join(contestant.name for contestant in tournament.contestants)
        return f"{names}, as {len(tournament.sides)} partnerships"
    return ", ".join(side.name for side in tournament.sides)


def _seed(seed: bytes | None) -> str:
    """Write a seed as the file does where that is short, else the beginning of its digits."""
    if seed is None:
        return DRAWN
    number = int.from_bytes(seed, "big")
    return str(number) if number < _LONGEST_NUMBER else f"{seed.hex()[:_SHORT_SEED]}…"
