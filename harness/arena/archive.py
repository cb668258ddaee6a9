"""Stored matches, hands and faults, as they are read to be played again."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from harness.arena.runs import Ask, find_run
from harness.errors import BeloteError
from harness.game.presets import rules_of
from harness.game.rules import Rules
from harness.game.seats import SEATS, Seat

MATCHES: Final = """
    SELECT match_id, run_id, matches.ns, matches.ew, score_ns, score_ew, winner, hands, ended_by,
           runs.name AS run_name, runs.rules,
           (SELECT list(bot ORDER BY instr('NESW', seat)) FROM seats
            WHERE seats.match_id = matches.match_id) AS bots
    FROM matches JOIN runs USING (run_id)
"""
"""What `Played` is read from."""
HANDS: Final = """
    SELECT match_id, hand_no, deck, dealer, bids, declares, plays, announced_ns, announced_ew,
           outcome, held_in, held_out, hands.score_ns, hands.score_ew, think_us_ns, think_us_ew,
           coalesce(sum(hands.score_ns) OVER before, 0)::INTEGER AS total_ns,
           coalesce(sum(hands.score_ew) OVER before, 0)::INTEGER AS total_ew,
           -- A deal that was passed out is not scored, nor one that is dealt again.
           count(*) FILTER (outcome <> 'passed' AND NOT (outcome = 'tied' AND held_out = held_in
                            AND hands.score_ns = 0 AND hands.score_ew = 0)) OVER before AS scored
    FROM hands SEMI JOIN ({matches}) USING (match_id)
    WINDOW before AS (PARTITION BY match_id ORDER BY hand_no
                      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ORDER BY match_id, hand_no
"""
"""What a replay is made from; `matches` selects some match_id."""
FAULTS: Final = """
    SELECT match_id, hand_no, seat, bot, kind, message, substitute, forfeits, evidence, traceback
    FROM faults SEMI JOIN ({matches}) USING (match_id)
    ORDER BY match_id, hand_no, seat
"""

THESE_MATCHES: Final = "SELECT match_id FROM matches WHERE match_id IN ({ids})"
"""Such a selection."""


class Played(NamedTuple):
    """A stored match: a row of `matches`, with the name and the rules of its run.

    `bots` are who sits N, E, S and W: partners are not always two of the same.
    """

    match_id: str
    run_id: str
    ns: str
    ew: str
    score_ns: int
    score_ew: int
    winner: str | None
    hands: int
    ended_by: str
    run_name: str
    rules: Rules
    bots: list[str]


class Fault(NamedTuple):
    """What a bot did wrong: a row of `faults`, its evidence read."""

    seat: Seat
    bot: str
    kind: str
    message: str
    substitute: str | None
    forfeits: bool
    evidence: dict[str, Any]
    traceback: str | None


def find_match(ask: Ask, match_id: str) -> Played:
    """Return a match by its id, or the start of it.

    Raises:
        BeloteError: where there is no such match, or several begin so.
    """
    wanted = match_id.replace("'", "''")
    where = f"WHERE starts_with(match_id, '{wanted}') LIMIT 2"
    found = list(read_matches(ask, where))
    if len(found) != 1:
        many = "several matches begin with" if found else "there is no match"
        raise BeloteError(f"{many} {match_id!r}: the table matches has their ids")
    return found[0]


def faulty_matches(ask: Ask, run: str | None = None) -> list[Played]:
    """Return the matches of a run in which a bot was at fault; see `find_run` for which run."""
    run_id = find_run(ask, run).run_id
    where = f"SEMI JOIN faults USING (match_id) WHERE run_id = '{run_id}'"
    return list(read_matches(ask, f"{where} ORDER BY pair, pairing, leg"))


def read_matches(ask: Ask, where: str) -> Iterator[Played]:
    """Yield matches, as SQL that follows `MATCHES` chooses them."""
    known: dict[str, Rules] = {}
    for row in ask(f"{MATCHES} {where}").to_pylist():
        text = row["rules"]
        known[text] = known.get(text) or rules_of(json.loads(text))
        yield Played(**(row | {"rules": known[text]}))


def read_faults(ask: Ask, matches: str) -> defaultdict[tuple[str, int | None], tuple[Fault, ...]]:
    """Return the faults of matches by match and hand, None for one before the first deal.

    Args:
        ask: answers SQL with a table.
        matches: SQL that selects their match_id.
    """
    found: defaultdict[tuple[str, int | None], tuple[Fault, ...]] = defaultdict(tuple)
    for row in ask(FAULTS.format(matches=matches)).to_pylist():
        found[row["match_id"], row["hand_no"]] += (
            Fault(
                SEATS.index(row["seat"]),
                row["bot"],
                row["kind"],
                row["message"],
                row["substitute"],
                row["forfeits"],
                json.loads(row["evidence"] or "{}"),
                row["traceback"],
            ),
        )
    return found
