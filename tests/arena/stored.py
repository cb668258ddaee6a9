"""Rows made by hand for the tests of the store, and processes that hold a database."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from harness.arena.columns import FAULTS, HANDS, MATCHES, Batch, BotRow, RunRow
from harness.arena.store import Store
from harness.game.cards import parse_card_list

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = ROOT / "harness" / "arena" / "schema"
NEWEST: Final = len(list(SCHEMA.glob("*.sql")))
RULES: Final = {"name": "classic", "seats": 4, "direction": "clockwise", "last_trick": 10}
DECK: Final = parse_card_list(
    "KC JD QD KH QS QH AD AS 10D 7S 9H JH 7H 8S 9S 8H "
    "8C JS KD AH AC KS 10S 9D 7D 9C 10H 7C 10C 8D JC QC"
)
# W deals and N leads: clubs are trump, and the tricks go to N W S W E S S S.
PLAYS: Final = parse_card_list(
    "KS 9S JS 7S 10S QS AS QC 8D QD 7D 10D 7C JC KC 9C "
    "KD JD AC AD KH 10H JH 7H 10C 9H 8S 8H 8C AH 9D QH"
)

_MATCH: Final = {
    "match_id": "m1",
    "run_id": "run",
    "pair_id": "p1",
    "pairing": 0,
    "pair": 0,
    "deal_set": 0,
    "leg": 0,
    "ns": "ada",
    "ew": "bob",
    "first_dealer": "W",
    "score_ns": 510,
    "score_ew": 320,
    "winner": "NS",
    "hands": 2,
    "ended_by": "target",
}
_HAND: Final = {
    "match_id": "m1",
    "hand_no": 0,
    "deck": DECK,
    "dealer": "W",
    "turned": "AC",
    "taker": "E",
    "trump": "C",
    "contract": "take",
    "multiplier": 1,
    "bids": "pass take",
    "declares": None,
    "plays": PLAYS,
    "announced_ns": 0,
    "announced_ew": 0,
    "declared_ns": 0,
    "declared_ew": 0,
    "belote": None,
    "points_ns": 69,
    "points_ew": 93,
    "tricks_ns": 5,
    "capot": None,
    "outcome": "made",
    "held_in": 0,
    "held_out": 0,
    "score_ns": 69,
    "score_ew": 93,
    "think_us_ns": 120,
    "think_us_ew": 80,
    "side_ns": "ada",
    "side_ew": "bob",
}
_FAULT: Final = {
    "match_id": "m1",
    "fault_no": 0,
    "hand_no": 1,
    "place": 5,
    "seat": "S",
    "bot": "ada",
    "kind": "illegal",
    "message": "S must follow spades",
    "substitute": None,
    "forfeits": True,
    "evidence": '{"answer": "7D"}',
    "traceback": None,
}


def a_run(
    run_id: str = "run", rules: dict[str, object] | None = None
) -> tuple[RunRow, list[BotRow]]:
    """Return a run of two contestants, ada and bob, with some rules changed."""
    run = RunRow(
        run_id, "quick", json.dumps(RULES | (rules or {})), "{}", None, "hash", "0.1.0", "3.11"
    )
    bots = [
        BotRow(run_id, name, "random", None, "digest", "{}", None, "none", "bots")
        for name in ("ada", "bob")
    ]
    return run, bots


def match_row(**changes: object) -> tuple[object, ...]:
    """Return a match that ada at NS won from bob, with some columns changed."""
    row = _MATCH | changes
    return tuple(row[name] for name in MATCHES.names)


def return_leg(**changes: object) -> tuple[object, ...]:
    """Return the other match of its pair, with the sides swapped, that ada won at EW."""
    leg = {"match_id": "m2", "leg": 1, "ns": "bob", "ew": "ada", "winner": "EW"}
    return match_row(**leg | changes)


def hand_row(**changes: object) -> tuple[object, ...]:
    """Return a hand played out, with some columns changed."""
    row = _HAND | changes
    return tuple(row[name] for name in HANDS.names)


def untimed(rows: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    """Return rows of hands as workers send them, by column, without the thinking times."""
    names = HANDS.names[1:]
    told = (zip(names, row, strict=True) for row in rows)
    return [{name: value for name, value in row if "think" not in name} for row in told]


def fault_row(**changes: object) -> tuple[object, ...]:
    """Return a fault of ada's, with some columns changed."""
    row = _FAULT | changes
    return tuple(row[name] for name in FAULTS.names)


def a_batch(*match_ids: str) -> Batch:
    """Return matches of two hands and one fault each."""
    return Batch.of(
        [match_row(match_id=match_id) for match_id in match_ids],
        [hand_row(match_id=match_id, hand_no=n) for match_id in match_ids for n in (0, 1)],
        [fault_row(match_id=match_id) for match_id in match_ids],
    )


def counts(store: Store) -> tuple[int, int, int]:
    """Return how many matches, hands and faults are stored."""
    matches, hands, faults = (
        store.read("FROM matches"),
        store.read("FROM hands"),
        store.read("FROM faults"),
    )
    return matches.num_rows, hands.num_rows, faults.num_rows


def start(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Run Python code in another process."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def next_line(process: subprocess.Popen[str]) -> str:
    """Wait for the next line that another process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


@contextmanager
def another_process(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run Python code elsewhere until it says `ready`; it ends when its standard input does."""
    with start(code, *arguments) as process:
        try:
            assert next_line(process) == "ready"
            yield process
        finally:
            process.kill()


OWNER: Final = """
import sys
from harness.arena.answering import Answering
from harness.arena.store import Store
with Store.open(sys.argv[1], owner=True) as store, Answering(store):
    print("ready", flush=True)
    sys.stdin.read()
"""
SILENT_OWNER: Final = OWNER.replace(", Answering(store)", "")
READER: Final = SILENT_OWNER.replace("owner=True", "owner=False")
