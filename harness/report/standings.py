"""The standings as people and machines read them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from harness.arena.final import Ended, has_end
from harness.arena.runner import Outcome
from harness.arena.runs import FINISHED, RunInfo
from harness.arena.standings import Standing, Standings
from harness.report.adjusted import adjusted_as_dict, print_adjusted
from harness.report.crosstable import crosstable_as_dicts, print_crosstable
from harness.report.figures import half_width, likelihood, limits, share
from harness.report.final import NO_WINNER, final_as_dict, final_in_words, print_final
from harness.report.tables import DASH, plural, print_json, say, show
from harness.report.undecided import undecided

NUMBERS: Final = ("Elo", "LOS", "Score", "Matches", "Margin")
_NO_FIGURES: Final = {"rank": None, "ranks": None, "elo": None, "margin": None, "adjusted": None}
NEVER_MET: Final = "Bots of different sections never met, not even through others."
HEADINGS: Final = ("Rank", "Bot", "Elo", "±", "LOS", "Score", "Matches", "Margin", "± ")


_IDLE: Final = (
    'for isolated bots only, and none is (isolation = "sandbox" or "process" would have it so).'
)


def print_outcome(outcome: Outcome, *, anew: str = "", par: bool = False, as_json: bool) -> None:
    """Print how a run ended and its standings.

    Args:
        outcome: of the run.
        anew: where nothing was left to play, the option that plays it anew.
        par: whether the luck of the cards was to be taken out.
        as_json: whether to print for machines.
    """
    if outcome.idle_keys:
        say(f"{', '.join(outcome.idle_keys)}: {_IDLE}", stderr=True)
    if as_json:
        print_json(_outcome_as_dict(outcome))
        return
    print_final(outcome.final)
    print_standings(outcome.standings, par=par and outcome.status == FINISHED)
    if outcome.members:
        print_standings(outcome.members)
    progress = outcome.progress
    there = progress.kept + progress.played
    say(f"\n{_story(outcome)} Run {outcome.run_id}, {outcome.status}.")
    if outcome.continues:
        say(f"What is the same in run {outcome.continues} was taken over from it.")
    if anew and outcome.status == FINISHED and not progress.played:
        say(f"{anew} plays it anew, on other deals unless its seed is given.")
    if progress.faults:
        question = "SELECT bot, kind, message FROM faults"
        say(f'{plural(progress.faults, "fault")} of bots: belote query "{question}"')
    if progress.voids:
        why = f" What went wrong: {progress.why}" if progress.why else ""
        say(f"{plural(progress.voids, 'void')}: lost by no bot's fault, and played again.{why}")
    if outcome.status != FINISHED:
        say(f"{there:,} of {progress.total:,} matches are kept.")


def print_runs(
    runs: Sequence[RunInfo],
    standings: Standings,
    members: Standings | None = None,
    finals: Sequence[Ended | None] = (),
    *,
    where: str | None,
    crosstable: bool,
    as_json: bool,
) -> None:
    """Print the standings of stored runs, and how far each has come that is not finished.

    Args:
        runs: which, one or several.
        standings: their ranking.
        members: that of each bot, where some sides have two partners.
        finals: how each run ended by its format, where that has an end of its own.
        where: the condition that its matches meet, None where all of them count.
        crosstable: whether to show how each did against each.
        as_json: whether to print for machines.
    """
    finals = finals or [None] * len(runs)
    if as_json:
        print_json(_runs_as_dict(runs, standings, members, finals, where))
        return
    whole = len(runs) == 1 and where is None
    if whole:
        print_final(finals[0])
    print_standings(standings)
    if members:
        _tell_zero(standings, members, "side")
    if crosstable and standings.rows:
        print_crosstable(standings)
    if members:
        print_standings(members)
        _tell_zero(members, standings, "bot")
    say("")
    for run, final in zip(runs, finals, strict=True):
        ended = f" {final_in_words(final)}." if final and not whole else ""
        say(f"{_told(run)}{ended}")
    if standings.twice:
        say(f"{standings.twice:,} matches stand in several of these runs, and count once.")
    if where:
        matches = sum(row.record.matches for row in standings.rows) // 2
        say(f"{plural(matches, 'match', 'matches')} of complete pairs with {where}.")


def _tell_zero(standings: Standings, other: Standings, who: str) -> None:
    """Say what has 0 in a table that lacks the anchor of the other one."""
    anchor = other.elo.method.anchor
    if anchor and not standings.elo.method.anchor:
        say(f"Here the mean has 0: {anchor} is no {who}.")


def _told(run: RunInfo) -> str:
    """Return which run it is and how far it has come, in a sentence."""
    config = json.loads(run.config)
    name = f"{run.name}, run {run.run_id}" if run.name else f"Run {run.run_id}"
    stored, scheduled = plural(run.stored, "match", "matches"), config["matches"]
    if origin := config.get("rescored_from"):
        ended = f" {NO_WINNER}" if has_end(config) else ""
        return f"{name}: {stored} of run {origin}, rescored.{ended}"
    if run.status == FINISHED:
        return f"{name}: {stored}."
    so_far = f"{run.stored:,} of {scheduled:,} matches so far"
    return f"{name} is not finished ({run.status}): {so_far}."


def _runs_as_dict(
    runs: Sequence[RunInfo],
    standings: Standings,
    members: Standings | None,
    finals: Sequence[Ended | None],
    where: str | None,
) -> dict[str, Any]:
    """Return the standings; of one run its own figures stand beside them."""
    told = [
        {
            "run_id": run.run_id,
            "name": run.name,
            "status": run.status,
            "matches": run.stored,
            "matches_scheduled": json.loads(run.config)["matches"],
            **final_as_dict(final),
        }
        for run, final in zip(runs, finals, strict=True)
    ]
    return {
        **(told[0] if len(told) == 1 else {"runs": told}),
        "where": where,
        "method": str(standings.elo.method),
        "order": standings.order,
        "counted_once": standings.twice,
        "data_digest": standings.data_digest,
        "standings": standings_as_dicts(standings),
        "crosstable": crosstable_as_dicts(standings),
        **({"members": standings_as_dicts(members)} if members else {}),
    }


def print_standings(standings: Standings, *, par: bool = False) -> None:
    """Print the ranking table and its notes, then what taking out the luck makes of it.

    Args:
        standings: what to print.
        par: whether the luck was to be taken out, so that a word is due where there is none.
    """
    if not standings.rows:
        say("No pair of matches is complete yet.")
        return
    if standings.of_members:
        say("\nEach bot, by all the sides it sat on:\n")
    rows: list[list[str]] = []
    parts = sections(standings)
    for part in parts:
        rows += [[]] if rows else []
        rows += [cells_of(standings, standing) for standing in part]
    show(HEADINGS, rows, numbers=NUMBERS)
    if len(parts) > 1:
        say(NEVER_MET)
    if standings.alone:
        say(f"{DASH}: always the same partner, so no match tells this bot from others.")
    if any(standing.ranks is None for standing in standings.rows):
        say(f"{DASH}: no match of it was played out, so there are no points to rank it by.")
    for sentence in undecided(standings):
        say(sentence, folded=True)
    print_adjusted(standings, parts, par=par)


def sections(standings: Standings) -> list[list[Standing]]:
    """Return the rows apart that no match compares; those that stand alone are with the last."""
    parts: list[list[Standing]] = []
    component = None
    for row in standings.rows:
        own = standings.ranking[row.name].component
        placed = row.ranks and row.name not in standings.alone
        if not parts or (own != component and placed):
            component = own
            parts.append([])
        parts[-1].append(row)
    return parts


def standings_as_dicts(standings: Standings) -> list[dict[str, Any]]:
    """Return the rows of the table with full figures; None where there is none, or no bound."""
    return [
        _row_as_dict(place, row) | (_NO_FIGURES if row.name in standings.alone else {})
        for place, row in enumerate(standings.rows, 1)
    ]


def _row_as_dict(place: int, standing: Standing) -> dict[str, Any]:
    rating, margin, record = standing.rating, standing.margin, standing.record
    return {
        "rank": place if standing.ranks else None,
        "ranks": list(standing.ranks) if standing.ranks else None,
        "bot": standing.name,
        "elo": rating.value,
        "lower": rating.lower,
        "upper": rating.upper,
        "one_sided": rating.one_sided,
        "los_next": standing.los_next,
        "matches": record.matches,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "score": record.score,
        "hands": standing.hands,
        "points_per_hand": standing.points_per_hand,
        "margin": margin.value if standing.points_per_hand is not None else None,
        "margin_lower": margin.lower,
        "margin_upper": margin.upper,
        "adjusted": adjusted_as_dict(standing),
        "component": rating.component,
    }


def _outcome_as_dict(outcome: Outcome) -> dict[str, Any]:
    progress = outcome.progress
    return {
        "run_id": outcome.run_id,
        "status": outcome.status,
        "continues": outcome.continues,
        "matches": progress.kept + progress.played,
        "matches_scheduled": progress.total,
        "matches_played_now": progress.played,
        "hands_played_now": progress.hands,
        "faults_now": progress.faults,
        "voids_now": progress.voids,
        "seconds": progress.seconds,
        **final_as_dict(outcome.final),
        "standings": standings_as_dicts(outcome.standings),
        **({"members": standings_as_dicts(outcome.members)} if outcome.members else {}),
    }


def cells_of(standings: Standings, standing: Standing) -> list[str]:
    """Return the cells of a row under `HEADINGS`, with no more digits than intervals justify."""
    rating, margin, record = standing.rating, standing.margin, standing.record
    played = margin.lower is not None
    level = standings.elo.method.level
    cells = [
        "–".join(map(str, dict.fromkeys(standing.ranks))) if standing.ranks else DASH,
        standing.name,
        *limits(rating.value, rating.lower, rating.upper),
        DASH if standing.los_next is None else likelihood(standing.los_next),
        share(record.score, half_width(record.variance, record.matches // 2, level)),
        f"{record.matches:,}",
        *(limits(margin.value, margin.lower, margin.upper) if played else (DASH, DASH)),
    ]
    if standing.name not in standings.alone:
        return cells
    said = ("Bot", "Score", "Matches")
    return [cell if of in said else DASH for of, cell in zip(HEADINGS, cells, strict=True)]


def _story(outcome: Outcome) -> str:
    progress = outcome.progress
    if not progress.played and outcome.status == FINISHED:
        return f"Finished already: all {progress.kept:,} matches are stored."
    kept = f" and {progress.kept:,} kept from before" if progress.kept else ""
    pace = progress.hands / progress.seconds if progress.seconds else 0
    return (
        f"{progress.played:,} matches played{kept}: {progress.hands:,} hands in "
        f"{progress.seconds:.0f} s, {pace:,.0f} hands a second."
    )
