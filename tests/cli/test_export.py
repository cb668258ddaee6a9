"""belote export: what it writes is judged by the slow and obvious referee of tests/oracle."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.arena import records
from harness.arena.answering import ask
from harness.arena.store import Store
from harness.game import DealSet, card_names, preset, rules_of
from harness.game.notation import rules_record
from tests.arena.stored import a_batch, a_run
from tests.cli.conftest import Command
from tests.oracle.hands import judge
from tests.oracle.matches import judge_match

Record = dict[str, Any]
Lines = Callable[..., list[Record]]


@pytest.fixture
def exported(belote: Command, results: Path) -> Lines:
    """What `belote export` prints with some arguments, line by line."""

    def run(*arguments: object) -> list[Record]:
        said = belote("export", "--db", results, *arguments)
        assert (said.status, said.err) == (0, "")
        return [json.loads(line) for line in said.out.splitlines()]

    return run


def rows(results: Path, sql: str) -> list[Record]:
    return [dict(row) for row in ask(results, sql).to_pylist()]


# Matches


@pytest.mark.parametrize("run", ["friday", "cut"])
def test_a_referee_finds_every_match_legal_and_the_score_the_same(
    exported: Lines, results: Path, run: str
) -> None:
    stored = {row["match_id"]: row for row in rows(results, "FROM matches")}
    for record in exported("--run", run):
        match = stored[record["match_id"]]
        verdict = judge_match(record)
        assert verdict["ok"], verdict
        assert verdict["totals"][-1] == {"NS": match["score_ns"], "EW": match["score_ew"]}
        assert verdict["winner"] == match["winner"]
        assert verdict["ended_by"] == match["ended_by"]


def test_the_runs_have_hands_passed_out_kept_quiet_about_and_with_points_that_waited(
    results: Path,
) -> None:
    sql = """
        SELECT count(*) FILTER (outcome = 'passed') > 0 AS passed,
               count(declares) > 0 AS quiet,
               count(*) FILTER (held_in > 0) > 0 AS waited
        FROM hands JOIN matches USING (match_id) JOIN runs USING (run_id) WHERE name = 'cut'
    """
    assert rows(results, sql) == [{"passed": True, "quiet": True, "waited": True}]


def test_a_match_has_what_it_takes_to_play_it_again(exported: Lines, results: Path) -> None:
    record = exported()[0]
    run, match = rows(results, "FROM runs WHERE name = 'friday'")[0], record["match_id"]
    assert list(record) == [
        *("rules", "match_id", "run_id", "seed", "deal_set"),
        *("ns", "ew", "first_dealer", "hands"),
    ]
    assert record["rules"] == "classic"
    assert (record["run_id"], record["seed"]) == (run["run_id"], f"{7:032x}")
    assert rows(results, f"FROM matches WHERE match_id = '{match}'")[0]["ns"] == record["ns"]
    deals = DealSet(bytes.fromhex(record["seed"]), record["deal_set"])
    assert record["hands"][0]["dealer"] == record["first_dealer"]
    assert [hand["deck"] for hand in record["hands"]] == [
        card_names(deals.deck(number)) for number in range(len(record["hands"]))
    ]
    assert set(record["hands"][0]) == {"dealer", "deck", "bids", "plays"}


def test_a_seed_that_is_still_secret_is_not_exported(belote: Command, tmp_path: Path) -> None:
    database = tmp_path / "quick.duckdb"
    run, bots = a_run()
    classic = json.dumps({"base": "classic", **preset("classic").as_dict()})
    with Store.open(database, owner=True) as store:
        store.begin_run(run._replace(rules=classic), bots)
        store.append(a_batch("m1"))
    record = belote("export", "--db", database).json()
    assert (record["rules"], record["match_id"], len(record["hands"])) == ("classic", "m1", 2)
    assert {"seed", "deal_set"}.isdisjoint(record)


def test_matches_come_in_the_order_of_the_schedule(exported: Lines) -> None:
    sides = [(record["ns"], record["ew"]) for record in exported()]
    assert sides == [("random", "lowest"), ("lowest", "random")] * 3


def test_rules_that_equal_no_preset_are_named_by_what_they_change(exported: Lines) -> None:
    (rules,) = {json.dumps(record["rules"]) for record in exported("--run", "cut")}
    assert json.loads(rules) == {"base": "counterclockwise", "target": 2000}


def test_silence_is_written_with_the_seats_that_kept_it(exported: Lines) -> None:
    for record in exported("--run", "cut"):
        shy = "NS" if record["ns"] == "shy" else "EW"
        for hand in record["hands"]:
            assert set(hand.get("declares", {})) <= set(shy)
            assert set(hand.get("declares", {}).values()) <= {"none"}


def test_points_that_waited_are_written_with_their_hand(exported: Lines, results: Path) -> None:
    waited = rows(
        results,
        "SELECT match_id, hand_no, held_in FROM hands JOIN matches USING (match_id) "
        "JOIN runs USING (run_id) WHERE name = 'cut' AND held_in > 0",
    )
    held = [
        {"match_id": record["match_id"], "hand_no": number, "held_in": hand["held"]["points"]}
        for record in exported("--run", "cut")
        for number, hand in enumerate(record["hands"])
        if "held" in hand
    ]
    assert sorted(held, key=str) == sorted(waited, key=str)


def test_a_forfeit_names_the_seat_and_why_where_it_happened(exported: Lines) -> None:
    seen = set()
    for record in exported("--run", "faulty"):
        if "absent" in (record["ns"], record["ew"]):
            assert record["hands"] == []
            forfeit = record["forfeit"]
            assert forfeit["why"] == "RuntimeError: not today"
            assert (forfeit["seat"] in "NS") == (record["ns"] == "absent")
            seen.add("before")
        else:
            first, second = record["hands"]
            assert "forfeit" not in first
            assert len(second["plays"].split()) < 32
            assert second["forfeit"]["seat"] in ("NS" if record["ns"] == "cheat" else "EW")
            assert "where a card was asked for: legal are" in second["forfeit"]["why"]
            seen.add("in play")
    assert seen == {"before", "in play"}


def test_one_match_is_found_by_the_start_of_its_id_in_any_run(
    exported: Lines, results: Path
) -> None:
    match = exported("--run", "cut")[3]
    assert exported("--match", match["match_id"]) == [match]
    shortest = next(
        match["match_id"][:size]
        for size in range(1, 17)
        if sum(
            row["match_id"].startswith(match["match_id"][:size])
            for row in rows(results, "SELECT match_id FROM matches")
        )
        == 1
    )
    assert exported("--match", shortest) == [match]
    assert exported("--match", shortest, "--run", "cut") == [match]


def test_pages_are_joined_without_a_seam(
    exported: Lines, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = exported("--run", "cut")
    asked: list[int] = []

    def counting(_: Path, sql: str) -> Any:  # noqa: ANN401 - as ask
        answer = ask(results, sql)
        asked.append(len(set(answer["match_id"].to_pylist())) if "hands" in sql else 0)
        return answer

    monkeypatch.setattr(records, "PAGE", 3)
    monkeypatch.setattr("harness.arena.answering.ask", counting)
    assert exported("--run", "cut") == whole
    assert [pages for pages in asked if pages] == [3, 3]


# Hands


def test_a_referee_finds_every_hand_legal_and_the_score_the_same(
    exported: Lines, results: Path
) -> None:
    stored = {(row["match_id"], row["hand_no"]): row for row in rows(results, "FROM hands")}
    hands = exported("--hands", "--run", "cut")
    assert len(hands) > 20
    for hand in hands:
        row = stored[hand["match_id"], hand["hand_no"]]
        verdict = judge(hand)
        assert verdict["ok"], verdict
        assert verdict["outcome"] == row["outcome"]
        assert verdict["score"] == {"NS": row["score_ns"], "EW": row["score_ew"]}
        assert verdict["held_out"] == row["held_out"]


def test_the_hands_are_those_of_the_matches_each_with_its_rules(exported: Lines) -> None:
    one_by_one = [
        {"rules": match["rules"], "match_id": match["match_id"], "hand_no": number, **hand}
        for match in exported()
        for number, hand in enumerate(match["hands"])
    ]
    assert exported("--hands") == one_by_one
    assert one_by_one[0]["rules"] == "classic"


@pytest.mark.parametrize(
    ("ties", "hands", "held"),
    [
        # Each hand: its outcome, who took it, the points that wait after it.
        ("bank", ["tied N 81", "made N 0"], [None, "NS"]),
        ("bank", ["tied N 81", "tied E 91", "made N 0"], [None, "NS", "EW"]),
        ("hold", ["tied E 81", "passed - 81", "failed N 0"], [None, "EW", "EW"]),
        ("hold", ["tied E 81", "tied E 162", "made E 0"], [None, "EW", "EW"]),
        ("hold", ["tied E 81", "tied N 162", "made E 0"], [None, "EW", ...]),
        ("pool", ["tied N 162", "made N 0"], [None, ...]),
        # After a comma what a tie does in a doubled hand, which has an x.
        ("hold, pool", ["tied N 8", "made N 0"], [None, "NS"]),
        ("hold, pool", ["tied N 32 x", "made N 0"], [None, ...]),
        ("hold, share", ["tied E 81", "tied N 81 x", "made N 0"], [None, "EW", "EW"]),
        ("bank, bank", ["tied E 81", "tied N 162 x", "made N 0"], [None, "EW", "NS"]),
        ("fail, bank", ["tied E 81 x", "made N 0"], [None, "EW"]),
    ],
)
def test_points_that_wait_are_told_whose_they_were_where_they_are_one_side_s(
    ties: str, hands: list[str], held: list[object]
) -> None:
    tie, _, doubled = ties.partition(", ")
    rules = preset("scoresheet", contree=True, tie=tie, tie_doubled=doubled or None)
    held_in = 0
    waits: list[object] = []
    waiting: set[str] = set()
    for outcome, taker, held_out, *double in map(str.split, hands):
        waits.append(records.held_record(held_in, waiting).get("from", ...) if held_in else None)
        hand = {"outcome": outcome, "taker": taker, "multiplier": 1 + len(double)}
        waiting = records.still_waiting(rules, hand | {"held_out": int(held_out)}, waiting)
        held_in = int(held_out)
    assert waits == held


# Where they go


def test_a_file_gets_what_would_have_been_printed(
    belote: Command, exported: Lines, results: Path, tmp_path: Path
) -> None:
    said = belote("export", "--db", results, "-o", "out.jsonl")
    assert said == (0, "", "6 matches written to out.jsonl.\n")
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == exported()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "tournaments.toml"]


def test_a_file_is_left_as_it_was_when_writing_fails_in_the_middle(
    belote: Command, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("what was here before\n")

    def fail_late(_: Path, sql: str) -> Any:  # noqa: ANN401 - as ask
        answer = ask(results, sql)
        return ask(results, "SELECT error('the disk is gone')") if "hands" in sql else answer

    monkeypatch.setattr("harness.arena.answering.ask", fail_late)
    said = belote("export", "--db", results, "-o", out)
    assert said == (2, "", "belote: Invalid Input Error: the disk is gone\n")
    assert out.read_text() == "what was here before\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "tournaments.toml"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--run", "none"], "there is no run 'none' in this database (known: cut, faulty, friday)"),
        (["--match", "zz"], "there is no match 'zz': the table matches has their ids"),
        (["-o", "none/out"], "cannot write none/out: No such file or directory"),
        (["-o", "."], "cannot write .: Is a directory"),
    ],
)
def test_what_cannot_be_exported_is_one_line(
    belote: Command, results: Path, arguments: list[str], error: str
) -> None:
    said = belote("export", "--db", results, *arguments)
    assert said == (2, "", f"belote: {error}\n")


def test_the_beginning_of_several_ids_is_not_one_match(belote: Command, results: Path) -> None:
    ids = [row["match_id"] for row in rows(results, "SELECT match_id FROM matches")]
    often = max("0123456789abcdef", key=lambda digit: sum(one[0] == digit for one in ids))
    said = belote("export", "--db", results, "--match", often)
    assert said.status == 2
    assert said.err == (
        f"belote: several matches begin with {often!r}: the table matches has their ids\n"
    )


def test_rules_are_named_by_their_preset_only_where_they_equal_it() -> None:
    for rules, record in (
        (preset("classic"), "classic"),
        (preset("classic").named("evening"), "classic"),
        (preset("classic", target=1000), {"base": "classic", "target": 1000}),
        (preset("classic", capot_bonus=90), {"base": "classic", "capot_bonus": 90}),
    ):
        assert rules_record(rules) == record
        assert rules_of(rules_record(rules)).as_dict() == rules.as_dict()


def test_records_are_not_written_over_the_database(belote: Command, results: Path) -> None:
    before = results.read_bytes()
    said = belote("export", "--db", results, "-o", results)
    assert (said.status, said.out) == (2, "")
    assert "is the database itself" in said.err
    assert results.read_bytes() == before
