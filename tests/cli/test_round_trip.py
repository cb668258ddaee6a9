"""From the store to records and back: what a referee makes of a run is what is stored.

Some hundred matches are played by default; `BELOTE_ROUND_TRIP_PAIRS` asks for more pairs of them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from harness.arena.answering import ask
from harness.arena.runner import run_tournament
from harness.arena.tournament import build
from harness.game import Rules, preset, preset_names
from harness.plugin import load
from tests.cli.conftest import Command

Row: TypeAlias = dict[str, Any]

PAIRS: Final = int(os.environ.get("BELOTE_ROUND_TRIP_PAIRS", "2"))

UNSTEADY_BOTS: Final = '''
import harness
from bots.random import RandomBot


class Fickle(RandomBot):
    """Declares what it holds in every other hand."""

    def choose_declarations(self, view):
        return "all" if view.hand_no % 2 else "none"


class Unsteady(Fickle):
    """Fails from its second hand on, at what it is told to fail at."""

    def __init__(self, at):
        self.at = at

    def fail(self, at, view):
        if at == self.at and view.hand_no:
            raise RuntimeError(f"cannot {at}")

    def start_hand(self, view):
        self.fail("start", view)

    def choose_bid(self, view):
        self.fail("answer" if view.contract else "bid", view)
        return super().choose_bid(view)

    def choose_card(self, view):
        self.fail("go on" if view.tricks else "begin", view)
        return super().choose_card(view)

    def end_match(self, totals, winner):
        if self.at == "end":
            raise RuntimeError("cannot end")


class Absent(RandomBot):
    """Fails before the first hand."""

    def start_match(self, rules, seat):
        raise RuntimeError("not today")


@harness.hookimpl
def register_bots(register):
    register("fickle", Fickle)
    register("unsteady", Unsteady)
    register("absent", Absent)
'''

RULES: Final[dict[str, Rules]] = {
    **{name: preset(name) for name in preset_names()},
    "doubled": preset("scoresheet", contree=True, rounding="tens"),
    "quiet": preset("classic", contree=True, silence=True, dealing="cut", target=1000),
    "said before": preset("scoresheet", contree=True, declare_when="before_play"),
    "any trump": preset("scoresheet", no_trumps=True, all_trumps=True, contree=True),
    "in proportion": preset("coinche", all_trumps_points="in_proportion", silence=True),
    "replayed": preset("scoresheet", tie="replay", tie_last="share", hand_limit=5),
    "winner deals": preset("two-handed", deals_next="winner", rounding="takers_first"),
}

FAULTY: Final = {
    "doubled": ("start", "bid", "answer", "begin", "go on", "end"),
    "quiet": ("start", "bid", "answer", "begin", "go on"),
    "said before": ("start", "bid", "answer", "begin", "go on"),
    "coinche": ("start", "bid", "answer", "begin", "go on"),
    "bulgarian": ("bid", "answer", "go on"),
    "two-handed": ("start", "begin", "go on", "end"),
}
"""What bots fail at, under which rules."""

FORGIVEN: Final = ("doubled", "quiet", "coinche", "two-handed")
"""Rules under which the same bots are forgiven all of that, and most of it."""

ANSWERS: Final = ("taker", "trump", "capot", "outcome", "held_in", "held_out")
AMOUNTS: Final = {
    "card_points": "points",
    "announced": "announced",
    "declarations": "declared",
    "score": "score",
}
"""Keys of a verdict, and the columns that have the same for NS and EW."""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a run under each of `RULES`, and one with faults under some.

    In some the faults are forgiven, until there are too many of them.
    """
    folder = tmp_path_factory.mktemp("season")
    (folder / "unsteady.py").write_text(UNSTEADY_BOTS)
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(folder / "unsteady.py")})
    path = folder / "season.duckdb"
    for name, rules in RULES.items():
        bots = ["fickle", "basic"]
        steady = build(name, bots, rules=rules, pairs=PAIRS, seed=1)
        run_tournament(steady, registry, database=path, workers=0)
    for name, failings in FAULTY.items():
        unsteady = [{"bot": "unsteady", "name": at, "at": at} for at in failings]
        tournament = build(
            f"faulty {name}",
            ["fickle", "absent", *unsteady],
            rules=RULES[name],
            pairs=1 + PAIRS // 20,
            seed=2,
        )
        run_tournament(tournament, registry, database=path, workers=0)
    for name in FORGIVEN:
        unsteady = [{"bot": "unsteady", "name": at, "at": at} for at in FAULTY[name]]
        tournament = build(
            f"forgiven {name}",
            ["fickle", *unsteady],
            rules=RULES[name],
            pairs=1 + PAIRS // 20,
            seed=3,
            on_fault="substitute",
            max_faults=40,
        )
        run_tournament(tournament, registry, database=path, workers=0)
    return path


def refereed(belote: Command, season: Path, run: str, *options: str) -> list[tuple[Row, Row]]:
    """Export a run and let the referee judge it; return its records with their verdicts."""
    exported = belote("export", "--db", season, "--run", run, "--output", "run.jsonl", *options)
    assert exported.status == 0
    said = belote("referee", "run.jsonl")
    assert (said.status, said.err) == (0, "")
    records = Path("run.jsonl").read_text().splitlines()
    pairs = zip(records, said.out.splitlines(), strict=True)
    return [(json.loads(record), json.loads(verdict)) for record, verdict in pairs]


@pytest.fixture(scope="module")
def matches(season: Path) -> dict[str, Row]:
    """The stored matches by their ids."""
    return {row["match_id"]: row for row in ask(season, "FROM matches").to_pylist()}


@pytest.fixture(scope="module")
def hands(season: Path) -> dict[tuple[str, int], Row]:
    """The stored hands by match and number, with what came of them."""
    rows = ask(season, "SELECT * EXCLUDE (deck, plays) FROM hands").to_pylist()
    return {(row["match_id"], row["hand_no"]): row for row in rows}


def stored(row: Row) -> Row:
    """Return what a verdict should say of a stored hand; of its tricks, how many NS won."""
    said = row["belote"] or ""
    return {
        **{key: row[key] for key in ANSWERS},
        **{
            key: {"NS": row[f"{column}_ns"], "EW": row[f"{column}_ew"]}
            for key, column in AMOUNTS.items()
        },
        "belote": {side: 20 * sum(seat in side for seat in said) for side in ("NS", "EW")},
        "tricks": row["tricks_ns"],
    }


def told(verdict: Row) -> Row:
    """Return what a verdict says of all that is stored with a hand."""
    ours = sum(trick["winner"] in "NS" for trick in verdict["tricks"])
    return {key: verdict[key] for key in (*ANSWERS, *AMOUNTS, "belote")} | {"tricks": ours}


RUNS: Final = [
    *RULES,
    *(f"faulty {name}" for name in FAULTY),
    *(f"forgiven {name}" for name in FORGIVEN),
]


@pytest.mark.parametrize("run", RUNS)
def test_every_stored_match_refereed_gives_back_exactly_what_is_stored(
    belote: Command,
    season: Path,
    matches: dict[str, Row],
    hands: dict[tuple[str, int], Row],
    run: str,
) -> None:
    for record, verdict in refereed(belote, season, run):
        match = matches[record["match_id"]]
        assert "seed" in record
        assert verdict["totals"] == {"NS": match["score_ns"], "EW": match["score_ew"]}
        assert (verdict["winner"], verdict["ended_by"]) == (match["winner"], match["ended_by"])
        assert len(verdict["hands"]) == match["hands"]
        for number, hand in enumerate(verdict["hands"]):
            assert told(hand) == stored(hands[record["match_id"], number])


@pytest.mark.parametrize("run", RUNS)
def test_every_stored_hand_refereed_gives_back_exactly_what_is_stored(
    belote: Command, season: Path, hands: dict[tuple[str, int], Row], run: str
) -> None:
    for record, verdict in refereed(belote, season, run, "--hands"):
        assert told(verdict) == stored(hands[record["match_id"], record["hand_no"]])


def test_the_season_has_faults_of_every_question_that_are_forgiven_and_that_lose(
    season: Path,
) -> None:
    sql = """
        SELECT evidence ->> 'question' AS question, forfeits, substitute IS NULL AS nothing
        FROM faults GROUP BY ALL
    """
    found = {tuple(row.values()) for row in ask(season, sql).to_pylist()}
    assert found >= {
        *(("bid", False, False), ("card", False, False), ("start_hand", False, True)),
        *(("bid", True, True), ("card", True, True), ("end_match", False, True)),
    }


def test_the_season_has_thousands_of_hands_and_something_of_everything(season: Path) -> None:
    sql = """
        SELECT count(*) AS hands,
               count(*) FILTER (outcome = 'passed') AS passed,
               count(*) FILTER (outcome = 'tied') AS tied,
               count(*) FILTER (outcome = 'failed') AS failed,
               count(*) FILTER (outcome = 'forfeit' AND len(plays) > 0) AS lost_in_play,
               count(*) FILTER (outcome = 'forfeit' AND taker IS NULL) AS lost_in_bidding,
               count(*) FILTER (held_in > 0) AS waited,
               count(capot) AS swept,
               count(declares) AS quiet,
               count(*) FILTER (multiplier > 1) AS doubled,
               count(*) FILTER (multiplier > 2) AS doubled_again,
               count(*) FILTER (trump = 'NT') AS no_trumps,
               count(*) FILTER (trump = 'AT') AS all_trumps,
               count(*) FILTER (starts_with(contract, 'capot')) AS capot_bid,
               count(*) FILTER (length(belote) > 1) AS several_belotes
        FROM hands
    """
    (row,) = ask(season, sql).to_pylist()
    assert row["hands"] > 70 * PAIRS
    assert [kind for kind, count in row.items() if not count] == []
