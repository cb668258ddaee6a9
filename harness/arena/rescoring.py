"""Rescoring: a stored run or match scored again under other settings, compared and kept.

What was played stays as it was, so only settings that decide what is written may change. A match
that would have ended earlier ends there, and its later hands are not counted; one that would have
gone on is unfinished and counts in no ranking. A forfeited match stays forfeited unless it ends
before. The result is a run of its own: it is kept beside the one that was played, never over it.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from harness import __version__
from harness.arena.answering import Answering, ask, asking
from harness.arena.columns import FAULTS, HANDS, MATCHES, Batch, BotRow, RunRow
from harness.arena.ranking import rate_run
from harness.arena.records import match_records
from harness.arena.rewriting import ENDS, UNFINISHED, rewritten
from harness.arena.runs import INTERRUPTED, RESCORED, Ask, RunInfo, find_run, sides_of
from harness.arena.schedule import identity
from harness.arena.sides import Side
from harness.arena.standings import Standings, rank
from harness.arena.store import Store
from harness.errors import BeloteError
from harness.game.outcome import tie_of
from harness.game.presets import rules_of
from harness.game.rules import SCORING, WORTH, Rules, differences
from harness.game.rules.match import MatchRules

MATCH_FIELDS: Final = frozenset(one.name for one in fields(MatchRules))
"""The settings that decide when a match ends, and nothing in a hand."""

PAGE: Final = 2000
"""Matches asked for at a time."""

_MATCHES: Final = """
    FROM matches
    WHERE run_id = '{run_id}' AND starts_with(match_id, '{match_id}')
        AND (pair, pairing, leg) > {after}
    ORDER BY pair, pairing, leg
    LIMIT {page}
"""
_HANDS: Final = """
    SELECT hands.* FROM hands JOIN matches USING (match_id)
    WHERE match_id IN ({ids}) ORDER BY pair, pairing, leg, hand_no
"""
_FAULTS: Final = "FROM faults WHERE match_id IN ({ids})"
_PLACE: Final = ("pair", "pairing", "leg")


class Plan(NamedTuple):
    """What is to be rescored, and by what.

    Attributes:
        run: the run that was played.
        match_id: the one match of it that is wanted; "" for all.
        played: its rules.
        rules: those to score by.
        run_id: of the run that this makes.
    """

    run: RunInfo
    match_id: str
    played: Rules
    rules: Rules
    run_id: str


class Page(NamedTuple):
    """Some matches as they were stored and as they are rescored, in the same order."""

    stored: Batch
    rescored: Batch


class Changes(NamedTuple):
    """How many matches there are, and how many of them change in which way.

    Attributes:
        matches: all that were rescored.
        changed: those of which the score, the winner or the end is another.
        winner: those that are finished and have another winner, or none, or now one.
        earlier: those that end after fewer hands.
        unfinished: those that would have gone on.
    """

    matches: int = 0
    changed: int = 0
    winner: int = 0
    earlier: int = 0
    unfinished: int = 0

    def and_those_of(self, page: Page) -> Changes:
        """Return these and the changes of a page together."""
        before, after = (batch.matches.select(ENDS).to_pylist() for batch in page)
        return Changes(*map(sum, zip(self, *map(_change, before, after), strict=True)))


def _change(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """Return what one match adds, given its columns of `ENDS`."""
    unfinished = after["ended_by"] == UNFINISHED
    return Changes(
        matches=1,
        changed=before != after,
        winner=before["winner"] != after["winner"] and not unfinished,
        earlier=before["hands"] > after["hands"],
        unfinished=unfinished,
    )


class Rescoring(NamedTuple):
    """What came of it.

    Attributes:
        plan: what was rescored, and by what.
        changes: of its matches.
        before, after: the ranking as played and as rescored, each by the pairs of matches that
            are finished under both rules, so that like is compared with like.
        match: the one match that was asked for.
        kept: whether the result is stored now.
    """

    plan: Plan
    changes: Changes
    before: Standings
    after: Standings
    match: Page | None
    kept: bool


def rescore(
    database: Path,
    choose: Callable[[Rules], Rules],
    *,
    run: str | None = None,
    match_id: str | None = None,
    keep: bool = False,
) -> Rescoring:
    """Score a stored run, or one match, again.

    Args:
        database: the DuckDB file; it is only read, also while a run is on, unless `keep`.
        choose: returns the rules to score by, given those that were played.
        run: its id, the start of one, or its tournament's name; the newest played where None.
        match_id: the one match wanted, or the start of its id; of any run where `run` is None.
        keep: whether to store the result beside the original, as a run of its own.

    Raises:
        BeloteError: there is no such run or match, it was rescored itself, what was played may
            not have been legal under the rules chosen, or the database cannot be written.
    """
    with asking(database) as question:
        plan = _plan(question, run, match_id, choose)
    if not keep:
        return _rescore(plan, rescored_pages(partial(ask, database), plan), kept=False)
    if not any(differences(plan.played, plan.rules)):
        raise BeloteError("these are the rules that were played: there is nothing new to store")
    with Store.open(database, owner=True) as store, Answering(store):
        return _rescore(plan, _keeping(store, plan, rescored_pages(store.read, plan)), kept=True)


def check_rescorable(played: Rules, rules: Rules) -> None:
    """Refuse rules under which what was played might not have been legal.

    Raises:
        BeloteError: naming the settings.
    """
    changed = {rule.name: (before, after) for rule, before, after in differences(played, rules)}
    fixed = [
        name
        for name, values in changed.items()
        if name not in SCORING and (name not in WORTH or None in values)
    ]
    if fixed:
        raise BeloteError(
            f"rescoring cannot change {', '.join(fixed)}: what was dealt, bid, said or played "
            "depends on it (docs/reference/rules.md marks the settings that it can change)"
        )
    if _dealt_again(played) != _dealt_again(rules):
        raise BeloteError(
            "rescoring cannot change which ties are replayed: what was dealt next depends on it"
        )
    moved = sorted(changed.keys() - MATCH_FIELDS)
    if rules.deals_next == "winner" and moved:
        raise BeloteError(
            f"rescoring cannot change {', '.join(moved)} where deals_next = winner: who won a hand "
            "decides who dealt the next"
        )
    if "declarations" in changed and rules.declarations:
        raise BeloteError("rescoring cannot switch declarations on: nobody could say any")
    if changed.get("no_trumps_declarations", ("",))[0] == "none":
        raise BeloteError(
            "rescoring cannot switch declarations on at no trumps: nobody could say any"
        )


def _dealt_again(rules: Rules) -> tuple[bool, bool]:
    """Say whether a tie is replayed, in a hand that is not doubled and in one that is."""
    return tie_of(rules, 1) == "replay", tie_of(rules, 2) == "replay"


def rescored_pages(ask: Ask, plan: Plan) -> Iterator[Page]:
    """Yield the matches of a plan page by page, in the order of the schedule."""
    after: tuple[int, ...] = (-1,) * len(_PLACE)
    while True:
        wanted = {"run_id": plan.run.run_id, "match_id": plan.match_id}
        matches = ask(_MATCHES.format(**wanted, after=after, page=PAGE)).cast(MATCHES)
        if matches.num_rows:
            stored = _with_hands(ask, matches)
            yield Page(stored, rewritten(stored, plan.rules, plan.run_id))
        if matches.num_rows < PAGE:
            return
        after = tuple(matches[name][-1].as_py() for name in _PLACE)


def _with_hands(ask: Ask, matches: pa.Table) -> Batch:
    """Return matches with all that belongs to them."""
    ids = ", ".join(f"'{match_id}'" for match_id in matches["match_id"].to_pylist())
    hands = ask(_HANDS.format(ids=ids)).cast(HANDS)
    faults = ask(_FAULTS.format(ids=ids)).cast(FAULTS)
    return Batch(matches, hands, faults)


def _plan(
    ask: Ask, run: str | None, match_id: str | None, choose: Callable[[Rules], Rules]
) -> Plan:
    if match_id:
        match = next(match_records(ask, run, match_id))
        run, match_id = match["run_id"], match["match_id"]
    found = find_run(ask, run)
    config = json.loads(found.config)
    if origin := config.get("rescored_from"):
        raise BeloteError(f"run {found.run_id} is rescored from run {origin}: rescore that one")
    played = rules_of(json.loads(found.rules))
    played = played.named(config.get("rules", played.name))
    rules = choose(played)
    check_rescorable(played, rules)
    run_id = identity(RESCORED, found.run_id, json.dumps(rules.as_dict()))
    return Plan(found, match_id or "", played, rules, run_id)


def _rescore(plan: Plan, pages: Iterable[Page], *, kept: bool) -> Rescoring:
    """Compare what pages hold, ranking both sides of them in a database that is thrown away."""
    changes = Changes()
    match = None
    with (
        TemporaryDirectory(prefix="belote-") as folder,
        Store.open(Path(folder) / "rescored.duckdb", owner=True) as scratch,
    ):
        for page in pages:
            changes = changes.and_those_of(page)
            match = page if plan.match_id else None
            finished = pc.not_equal(page.rescored.matches["ended_by"], pa.scalar(UNFINISHED))
            scratch.append(*(_matches_only(batch.matches.filter(finished)) for batch in page))
        before, after = (rank(scratch.read, run_id) for run_id in (plan.run.run_id, plan.run_id))
    if not changes.matches:
        raise BeloteError(f"run {plan.run.run_id} has no match yet: there is nothing to rescore")
    return Rescoring(plan, changes, before, after, match, kept)


def _matches_only(matches: pa.Table) -> Batch:
    return Batch(matches, HANDS.empty_table(), FAULTS.empty_table())


# Keeping


def _keeping(store: Store, plan: Plan, pages: Iterable[Page]) -> Iterator[Page]:
    """Store what is rescored of each page before passing it on; what is there already stays.

    A run that stands there whole is not touched at all.
    """
    known = store.known_matches(plan.run_id)
    status = store.read("SELECT status FROM runs WHERE run_id = ?", [plan.run_id])["status"]
    begun = status.to_pylist() not in ([], [RESCORED])
    try:
        for page in pages:
            fresh = page.rescored.without(
                {one for one in page.rescored.match_ids() if one in known}
            )
            if fresh.matches.num_rows:
                if not begun:
                    store.begin_run(*_rows(store.read, plan))
                    begun = True
                store.append(fresh)
            yield page
    except BaseException:
        if begun:
            store.finish_run(plan.run_id, status=INTERRUPTED)
        raise
    if begun:
        store.finish_run(plan.run_id, status=RESCORED)
        rate_run(store, plan.run_id)


def _rows(ask: Ask, plan: Plan) -> tuple[RunRow, list[BotRow], list[Side]]:
    """Return the rows of the new run, its bots and sides: those of the old one, other rules."""
    (run,) = ask(f"FROM runs WHERE run_id = '{plan.run.run_id}'").to_pylist()
    bots = ask(f"FROM bots WHERE run_id = '{plan.run.run_id}'").to_pylist()
    config = json.loads(plan.run.config)
    config |= {"rules": plan.rules.name, "rescored_from": plan.run.run_id}
    row = RunRow(
        run_id=plan.run_id,
        name=plan.run.name,
        rules=json.dumps(plan.rules.as_dict() | {"base": plan.rules.base}),
        config=json.dumps(config),
        seed=run["seed"],
        seed_hash=run["seed_hash"],
        harness_version=__version__,
        python_version=platform.python_version(),
    )
    bot_rows = [BotRow(**bot | {"run_id": plan.run_id}) for bot in bots]
    return row, bot_rows, sides_of(ask, plan.run.run_id)
