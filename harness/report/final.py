"""How a knockout or a Swiss ended, or how far it has come, as people and machines read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harness.arena.final import Decided, Ended, Placed, StillIn
from harness.errors import listed
from harness.report.tables import plural, say, show

NUMBERS: Final = ("Place", "Rounds won", "Points ahead", "Byes")
NO_WINNER: Final = "Its rounds were paired by the scores as played, so no winner is named."
_DIGITS: Final = 4
"""Decimals of a score, which is a part of each round's matches."""


def print_final(final: Ended | None) -> None:
    """Print who won and how, or who may still, then all places where the format gives them."""
    if final is None:
        return
    say(f"{final_in_words(final)}\n")
    if isinstance(final, Placed):
        show(place_headings(final), list(place_rows(final)), numbers=NUMBERS)
        say("")


def final_in_words(final: Ended) -> str:
    """Say who won, and by what; or how far it has come."""
    if isinstance(final, Decided):
        return (
            f"Winner: {final.winner}, in the final against {final.loser} "
            f"({final.won:g}–{final.lost:g}, {final.points:,} to {final.against:,} points"
            f"{_by_what(final)})"
        )
    after = f"after {final.rounds} of {plural(final.of, 'round')}"
    if isinstance(final, StillIn):
        return f"Still in {after}: {listed(final.names)}"
    if final.over:
        return f"Winner: {final.leader}, first after {plural(final.rounds, 'round')}"
    return f"In the lead {after}: {final.leader}"


def _by_what(final: Decided) -> str:
    """Say what decided a final besides what was won by playing; nothing where that was all."""
    if (final.won, final.points) == (final.lost, final.against):
        return ", as the better seed"
    if not final.forfeited:
        return ""
    return ", by forfeit" if final.forfeited == final.won else f", {final.forfeited} by forfeit"


def place_headings(final: Placed) -> list[str]:
    """Return the headings of the places; that of byes where somebody had one."""
    return ["Place", "Bot", "Rounds won", "Points ahead", *(["Byes"] if final.sat_out else [])]


def place_rows(final: Placed) -> Iterator[list[str]]:
    """Yield the cells of each place under `place_headings`."""
    for number, place in enumerate(final.places, 1):
        ahead = f"{place.margin:+,}" if place.margin else "0"
        byes = final.sat_out.count(place.name)
        cells = [str(number), place.name, f"{round(place.score, _DIGITS):g}", ahead]
        yield cells + [str(byes) if byes else ""] * bool(final.sat_out)


def final_as_dict(final: Ended | None) -> dict[str, Any]:
    """Return `winner` with the `final` of a knockout or the `places` of a Swiss; {} for neither.

    Where it is not over the first is left out, and `rounds` says how many are; of a knockout there
    is who is `still_in`.
    """
    if final is None:
        return {}
    if isinstance(final, Decided):
        return {"winner": final.winner, "final": final._asdict()}
    if isinstance(final, StillIn):
        return {"rounds": final.rounds, "still_in": list(final.names)}
    places = [
        {
            "place": number,
            "bot": place.name,
            "score": place.score,
            "points": place.margin,
            "byes": final.sat_out.count(place.name),
        }
        for number, place in enumerate(final.places, 1)
    ]
    said = {"winner": final.leader} if final.over else {"rounds": final.rounds}
    return said | {"places": places}
