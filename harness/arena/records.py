"""Stored matches as records: everything needed to play them again, ready for JSON.

A record of a match has its hands as `harness.game.notation` writes them, under rules that are
named once. Matches come page by page, in the order of the schedule, so that a run of any length
takes little memory, and each page is a question of its own, so that nobody is held up.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

import pyarrow as pa

from harness.arena.runs import Ask, find_run
from harness.errors import BeloteError
from harness.game.bids import Contract
from harness.game.cards import card_names
from harness.game.match import BY_DEALS, is_last
from harness.game.notation import rules_record
from harness.game.outcome import PASSED, held_from, is_replayed
from harness.game.presets import rules_of
from harness.game.rules import Rules
from harness.game.seats import SIDES, side_number

Record: TypeAlias = dict[str, Any]

PAGE: Final = 2000
"""Matches asked for at a time."""

_PAGE: Final = """
    WITH page AS (
        FROM matches
        WHERE run_id = '{run_id}' AND starts_with(match_id, '{match_id}')
            AND (pair, pairing, leg) > {after}
        ORDER BY pair, pairing, leg
        LIMIT {page}
    )
    SELECT pair, pairing, leg, match_id, ns, ew, first_dealer, deal_set, ended_by,
           hands.hand_no, dealer, deck, bids, declares, plays,
           taker, multiplier, outcome, held_in, held_out,
           faults.seat AS fault_seat, faults.message AS fault
    FROM page LEFT JOIN hands USING (match_id)
        LEFT JOIN (FROM faults WHERE forfeits) AS faults USING (match_id)
    ORDER BY pair, pairing, leg, hands.hand_no
"""
_PLACE: Final = itemgetter("pair", "pairing", "leg")
_RUN: Final = "SELECT run_id, seed, rules FROM runs WHERE run_id = '{run_id}'"
_MATCH: Final = """
    SELECT match_id, run_id FROM matches
    WHERE starts_with(match_id, '{match_id}') AND starts_with(run_id, '{run_id}')
    LIMIT 2
"""


class _Run(NamedTuple):
    run_id: str
    seed: str | None
    rules: Rules


def match_records(
    ask: Ask, run: str | None = None, match_id: str | None = None
) -> Iterator[Record]:
    """Yield the matches of a run as records, in the order of its schedule.

    Args:
        ask: answers SQL with a table: a store's `read`, or `answering.ask` of a path.
        run: its id, the start of one, or its tournament's name; the newest where None.
        match_id: the one match wanted, or the start of its id; of any run where `run` is None.

    Raises:
        BeloteError: where there is no such run or match, or several matches begin so.
    """
    wanted = (match_id or "").replace("'", "''")
    run_id = find_run(ask, run).run_id if run or not match_id else ""
    if match_id:
        run_id = _run_of_match(ask, wanted, run_id)
    about = _about(ask, run_id)
    place, count = (-1, -1, -1), PAGE
    while count == PAGE:
        page = ask(_PAGE.format(run_id=run_id, match_id=wanted, after=place, page=PAGE))
        count = 0
        for count, (place, rows) in enumerate(groupby(_rows(page), _PLACE), 1):  # noqa: B007 - for the next page
            yield _match_record(about, list(rows))


def hand_records(matches: Iterable[Record]) -> Iterator[Record]:
    """Yield the hands of match records one by one, each with its match and rules."""
    for match in matches:
        for number, hand in enumerate(match["hands"]):
            yield {
                "rules": match["rules"],
                "match_id": match["match_id"],
                "hand_no": number,
                **hand,
            }


def _run_of_match(ask: Ask, match_id: str, run_id: str) -> str:
    found = ask(_MATCH.format(match_id=match_id, run_id=run_id)).to_pylist()
    if len(found) != 1:
        many = "several matches begin with" if found else "there is no match"
        raise BeloteError(f"{many} {match_id!r}: the table matches has their ids")
    return str(found[0]["run_id"])


def _about(ask: Ask, run_id: str) -> _Run:
    (run,) = ask(_RUN.format(run_id=run_id)).to_pylist()
    return _Run(run["run_id"], run["seed"], rules_of(json.loads(run["rules"])))


def _rows(page: pa.Table) -> Iterator[Record]:
    for batch in page.to_batches():
        yield from batch.to_pylist()


def _match_record(run: _Run, rows: list[Record]) -> Record:
    """Return a match as a record, from the rows of its hands in order."""
    match = rows[0]
    hands = [row for row in rows if row["hand_no"] is not None]
    record: Record = {
        "rules": rules_record(run.rules),
        "match_id": match["match_id"],
        "run_id": run.run_id,
        **({"seed": run.seed, "deal_set": match["deal_set"]} if run.seed else {}),
        "ns": match["ns"],
        "ew": match["ew"],
        "first_dealer": match["first_dealer"],
        "hands": list(_hand_records(run.rules, hands)),
    }
    if match["ended_by"] == "forfeit" and not any("forfeit" in hand for hand in record["hands"]):
        record["forfeit"] = _forfeit(match)
    return record


def _hand_records(rules: Rules, hands: Iterable[Record]) -> Iterator[Record]:
    """Yield the hands of a match as records, following whose points wait."""
    waiting: set[str] = set()
    scored = 0
    for hand in hands:
        record: Record = {
            "dealer": hand["dealer"],
            "deck": card_names(hand["deck"]),
            "bids": hand["bids"],
            "plays": card_names(hand["plays"]),
        }
        if hand["declares"]:
            record["declares"] = json.loads(hand["declares"])
        if hand["held_in"]:
            record["held"] = held_record(hand["held_in"], waiting)
        if is_last(rules, scored, last_deal=hand["ended_by"] == BY_DEALS) and rules.tie_last:
            record["last"] = True
        if hand["outcome"] == "forfeit":
            record["forfeit"] = _forfeit(hand)
        yield record
        scored += _is_scored(rules, hand)
        waiting = still_waiting(rules, hand, waiting)


def _is_scored(rules: Rules, hand: Record) -> bool:
    """Say whether a hand was played for good: not passed out, nor dealt again after a tie."""
    outcome, multiplier = hand["outcome"], hand["multiplier"]
    return outcome != PASSED and not is_replayed(rules, outcome, multiplier)


def held_record(points: int, waiting: Collection[str]) -> Record:
    """Return what waits for a hand as its record says it, with the side where it is one side's."""
    return {"points": points, **({"from": min(waiting)} if len(waiting) == 1 else {})}


def still_waiting(rules: Rules, hand: Record, waiting: set[str]) -> set[str]:
    """Return the sides whose points wait after a hand.

    Args:
        rules: by which it was played.
        hand: its outcome, taker, multiplier and held_out.
        waiting: the sides whose points waited before it.
    """
    if not hand["held_out"]:
        return set()
    if hand["outcome"] == PASSED:
        return waiting
    contract = Contract(side_number(hand["taker"]), 0, "", hand["multiplier"])
    before = frozenset(map(SIDES.index, waiting))
    return {SIDES[side] for side in held_from(rules, contract, hand["outcome"], before)}


def _forfeit(row: Record) -> Record:
    return {"seat": row["fault_seat"], "why": row["fault"]}
