"""The standings as people and machines read them."""

from __future__ import annotations

import json
from typing import Any

from harness.arena.runner import FINISHED, Outcome
from harness.arena.runs import RunInfo
from harness.arena.standings import Standing, Standings
from harness.arena.stats import Rating
from harness.report.tables import DASH, plural, print_json, say, show

NUMBERS = ("Elo", "95 %", "Score", "Won", "Drawn", "Lost", "Points/hand")


def print_outcome(outcome: Outcome, *, as_json: bool) -> None:
    """Print how a run ended and its standings."""
    if as_json:
        print_json(_outcome_as_dict(outcome))
        return
    print_standings(outcome.standings)
    progress = outcome.progress
    there = progress.kept + progress.played
    say(f"\n{_story(outcome)} Run {outcome.run_id}, {outcome.status}.")
    if progress.faults:
        question = "SELECT bot, kind, message FROM faults"
        say(f'{plural(progress.faults, "fault")} of bots: belote query "{question}"')
    if progress.voids:
        say(f"{plural(progress.voids, 'void')}: lost by no bot's fault, and played again.")
    if outcome.status != FINISHED:
        say(f"{there:,} of {progress.total:,} matches are kept.")


def print_run(run: RunInfo, standings: Standings, *, stored: int, as_json: bool) -> None:
    """Print the standings of a stored run, and how far it has come where it is not finished.

    Args:
        run: which run.
        standings: its ranking.
        stored: how many of its matches are in the database.
        as_json: whether to print for machines.
    """
    scheduled = json.loads(run.config)["matches"]
    if as_json:
        print_json(
            {
                "run_id": run.run_id,
                "name": run.name,
                "status": run.status,
                "matches": stored,
                "matches_scheduled": scheduled,
                "standings": standings_as_dicts(standings),
            }
        )
        return
    print_standings(standings)
    name = f"{run.name}, run {run.run_id}" if run.name else f"Run {run.run_id}"
    origin = json.loads(run.config).get("rescored_from")
    if origin:
        say(f"\n{name}: {plural(stored, 'match', 'matches')} of run {origin}, rescored.")
    elif run.status == FINISHED:
        say(f"\n{name}: {plural(stored, 'match', 'matches')}.")
    else:
        so_far = f"{stored:,} of {scheduled:,} matches so far"
        say(f"\n{name} is not finished ({run.status}): {so_far}.")


def print_standings(standings: Standings) -> None:
    """Print the ranking table of a run."""
    if not standings.rows:
        say("No pair of matches is complete yet.")
        return
    rows: list[list[str]] = []
    component = 1
    for place, standing in enumerate(standings.rows, 1):
        if standing.rating.component != component:
            component = standing.rating.component
            rows.append([])
        rows.append(_cells(place, standing))
    show(("", "Bot", *NUMBERS), rows, numbers=NUMBERS)
    if component > 1:
        say("Bots of different sections never met, not even through others.")


def standings_as_dicts(standings: Standings) -> list[dict[str, Any]]:
    """Return the rows of the table with full figures; None where there is no bound."""
    return [_row_as_dict(place, row) for place, row in enumerate(standings.rows, 1)]


def _row_as_dict(place: int, standing: Standing) -> dict[str, Any]:
    rating = standing.rating
    return {
        "rank": place,
        "bot": rating.name,
        "elo": rating.elo,
        "lower": rating.lower,
        "upper": rating.upper,
        "one_sided": rating.one_sided,
        "matches": rating.matches,
        "wins": rating.wins,
        "draws": rating.draws,
        "losses": rating.losses,
        "score": rating.score,
        "hands": standing.hands,
        "points_per_hand": standing.points_per_hand,
        "component": rating.component,
    }


def _outcome_as_dict(outcome: Outcome) -> dict[str, Any]:
    progress = outcome.progress
    return {
        "run_id": outcome.run_id,
        "status": outcome.status,
        "matches": progress.kept + progress.played,
        "matches_scheduled": progress.total,
        "matches_played_now": progress.played,
        "hands_played_now": progress.hands,
        "faults_now": progress.faults,
        "voids_now": progress.voids,
        "seconds": progress.seconds,
        "standings": standings_as_dicts(outcome.standings),
    }


def _cells(place: int, standing: Standing) -> list[str]:
    rating = standing.rating
    points = standing.points_per_hand
    return [
        str(place),
        rating.name,
        *_elo_cells(rating),
        f"{rating.score:.1%}",
        f"{rating.wins:,}",
        f"{rating.draws:,}",
        f"{rating.losses:,}",
        DASH if points is None else f"{points:.1f}",
    ]


def _elo_cells(rating: Rating) -> tuple[str, str]:
    """Return rating and interval; a bot that won or lost everything has one bound."""
    if rating.one_sided == "lower" and rating.lower is not None:
        return f"{rating.elo:+.0f}", f"≥ {rating.lower:+.0f}"
    if rating.one_sided == "upper" and rating.upper is not None:
        return f"{rating.elo:+.0f}", f"≤ {rating.upper:+.0f}"
    if rating.upper is None or rating.lower is None:
        return f"{rating.elo:+.0f}", DASH
    return f"{rating.elo:+.0f}", f"± {(rating.upper - rating.lower) / 2:.0f}"


def _story(outcome: Outcome) -> str:
    progress = outcome.progress
    if not progress.played and outcome.status == FINISHED:
        return f"All {progress.kept:,} matches were stored already."
    kept = f" and {progress.kept:,} kept from before" if progress.kept else ""
    pace = progress.hands / progress.seconds if progress.seconds else 0
    return (
        f"{progress.played:,} matches played{kept}: {progress.hands:,} hands in "
        f"{progress.seconds:.0f} s, {pace:,.0f} hands a second."
    )
