"""How a knockout or a Swiss ended, as people and machines read it."""

from __future__ import annotations

from typing import Any, Final

from harness.arena.final import Decided, Ended
from harness.arena.formats import Place
from harness.report.tables import plural, say, show

HEADINGS: Final = ("Place", "Bot", "Score", "Points")
NUMBERS: Final = ("Place", "Score", "Points")
_DIGITS: Final = 4
"""Decimals of a score, which is a part of each round's matches."""


def print_final(final: Ended | None) -> None:
    """Print who won and how, then all places where the format gives them."""
    if final is None:
        return
    say(f"{final_in_words(final)}\n")
    if not isinstance(final, Decided):
        rows = [place_cells(number, place) for number, place in enumerate(final.places, 1)]
        show(HEADINGS, rows, numbers=NUMBERS)
        say("")


def final_in_words(final: Ended) -> str:
    """Say who won, and by what."""
    if not isinstance(final, Decided):
        return f"Winner: {final.winner}, first after {plural(final.rounds, 'round')}"
    level = (final.won, final.points) == (final.lost, final.against)
    return (
        f"Winner: {final.winner}, in the final against {final.loser} "
        f"({final.won:g}–{final.lost:g}, {final.points:,} to {final.against:,} points"
        f"{', as the better seed' if level else ''})"
    )


def place_cells(number: int, place: Place) -> list[str]:
    """Return the cells of a place under `HEADINGS`."""
    margin = f"{place.margin:+,}" if place.margin else "0"
    return [str(number), place.name, f"{round(place.score, _DIGITS):g}", margin]


def final_as_dict(final: Ended | None) -> dict[str, Any]:
    """Return `winner`, and the `final` of a knockout or the `places` of a Swiss; {} for neither."""
    if final is None:
        return {}
    if isinstance(final, Decided):
        return {"winner": final.winner, "final": final._asdict()}
    places = [
        {"place": number, "bot": place.name, "score": place.score, "points": place.margin}
        for number, place in enumerate(final.places, 1)
    ]
    return {"winner": final.winner, "places": places}
