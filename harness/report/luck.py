"""What taking out the luck of the cards changes, as people and machines read it."""

from __future__ import annotations

from statistics import median

from harness.arena.final import Ended
from harness.arena.rating.ranking import Rating
from harness.arena.runs import RunInfo
from harness.arena.standings import Standings
from harness.report.final import final_as_dict, print_final
from harness.report.standings import print_standings, standings_as_dicts
from harness.report.tables import plural, print_json, say


def print_luck(
    run: RunInfo,
    standings: Standings,
    members: Standings | None = None,
    final: Ended | None = None,
    *,
    solved: int,
    as_json: bool,
) -> None:
    """Print the ranking with the luck taken out, and by how much its intervals shrink.

    Args:
        run: whose luck.
        standings: with the adjusted ratings where there are any.
        members: the same of each bot, where some sides have two partners.
        final: how it ended by its format, where that has an end of its own.
        solved: hands that were solved just now.
        as_json: whether a machine reads it.
    """
    shrunk = {"elo": _shrunk(standings, 0), "margin": _shrunk(standings, 1)}
    if as_json:
        print_json(
            {
                "run_id": run.run_id,
                "solved": solved,
                "interval_left": shrunk,
                **final_as_dict(final),
                "standings": standings_as_dicts(standings),
                **({"members": standings_as_dicts(members)} if members else {}),
            }
        )
        return
    print_final(final)
    print_standings(standings, par=True)
    elo, margin = shrunk.values()
    if elo is not None and margin is not None:
        say(
            f"\n{plural(solved, 'hand')} solved. Of the intervals {elo:.1%} are left by wins and "
            f"{margin:.1%} by points."
        )
    if members:
        print_standings(members)


def _shrunk(standings: Standings, which: int) -> float | None:
    """Return which share of the width of intervals is left, in the median; None without any."""
    shares = [
        _width(row.adjusted[which]) / _width((row.rating, row.margin)[which])
        for row in standings.rows
        if row.adjusted and _width((row.rating, row.margin)[which]) and _width(row.adjusted[which])
    ]
    return median(shares) if shares else None


def _width(rating: Rating) -> float:
    return 0.0 if rating.lower is None or rating.upper is None else rating.upper - rating.lower
