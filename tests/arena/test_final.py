"""How a format ended, or how far it has come: whoever goes on has won, whoever leads is first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pytest

from harness.arena.final import Decided, Placed, StillIn, final_of, finals_of
from harness.arena.formats import Place
from harness.arena.runner import run_tournament
from harness.arena.runs import Ask, RunInfo
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.report.final import final_as_dict, print_final

CONFIG = {"format": "knockout", "contestants": [{"name": name} for name in ("ada", "bob", "cid")]}


def run(status: str = "finished", **config: object) -> RunInfo:
    return RunInfo("run", "cup", status, "{}", json.dumps(CONFIG | config))


def answering(*matches: tuple[object, ...]) -> Ask:
    """Return what answers from some matches: pairing, leg, sides, winner and what they made.

    What ended a match may follow, the target where it does not.
    """
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE matches (run_id VARCHAR, pairing INT, leg INT, ns VARCHAR, ew VARCHAR, "
        "winner VARCHAR, score_ns INT, score_ew INT, ended_by VARCHAR)"
    )
    store = "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    for match in (*matches, (9, 0, "ada", "eve", "NS", 1, 0)):
        owner = "run" if match in matches else "other"
        connection.execute(store, [owner, *match, "target"][:9])
    return lambda sql: connection.sql(sql).to_arrow_table()


SEMI_FINAL: Final = (0, 0, "bob", "ada", "NS", 501, 0)


@pytest.mark.parametrize(
    ("matches", "final", "told"),
    [
        (
            (("NS", 501, 300), ("EW", 100, 504)),
            Decided("cid", "bob", 2, 0, 1005, 400),
            "Winner: cid, in the final against bob (2–0, 1,005 to 400 points)",
        ),
        (
            (("NS", 501, 300), ("NS", 704, 50)),
            Decided("bob", "cid", 1, 1, 1004, 551),
            "Winner: bob, in the final against cid (1–1, 1,004 to 551 points)",
        ),
        (
            (("NS", 501, 300), (None, 80, 80)),
            Decided("cid", "bob", 1.5, 0.5, 581, 380),
            "Winner: cid, in the final against bob (1.5–0.5, 581 to 380 points)",
        ),
        (
            (("NS", 501, 300), ("NS", 501, 300)),
            Decided("bob", "cid", 1, 1, 801, 801),
            "Winner: bob, in the final against cid (1–1, 801 to 801 points, as the better seed)",
        ),
        (
            (("NS", 501, 0, "forfeit"), ("EW", 0, 501, "forfeit")),
            Decided("cid", "bob", 2, 0, 1002, 0, 2),
            "Winner: cid, in the final against bob (2–0, 1,002 to 0 points, by forfeit)",
        ),
        (
            (("EW", 0, 501, "forfeit"), ("NS", 501, 300)),
            Decided("bob", "cid", 2, 0, 1002, 300, 1),
            "Winner: bob, in the final against cid (2–0, 1,002 to 300 points, 1 by forfeit)",
        ),
        (
            (("NS", 501, 0, "forfeit"), ("NS", 502, 0)),
            Decided("bob", "cid", 1, 1, 502, 501),
            "Winner: bob, in the final against cid (1–1, 502 to 501 points)",
        ),
    ],
)
def test_a_final_is_won_by_score_then_by_points_then_by_seed(
    capsys: pytest.CaptureFixture[str],
    matches: tuple[tuple[object, ...], ...],
    final: Decided,
    told: str,
) -> None:
    seats = ("cid", "bob"), ("bob", "cid")
    played = [(1, leg, *seats[leg], *match) for leg, match in enumerate(matches)]
    assert final_of(answering(*played, SEMI_FINAL), run()) == final
    print_final(final)
    assert capsys.readouterr().out == f"{told}\n\n"


@pytest.mark.parametrize("other", [run(format="gauntlet"), run(rescored_from="before")])
def test_what_has_no_end_of_its_own_has_no_final(other: RunInfo) -> None:
    assert final_of(answering(SEMI_FINAL), other) is None


@pytest.mark.parametrize(
    "names", [("ada", "bob", "cid", "dan"), ("ada", "bob", "cid", "dan", "eve")]
)
def test_between_its_rounds_a_knockout_tells_who_is_still_in(
    capsys: pytest.CaptureFixture[str], names: tuple[str, ...]
) -> None:
    # Of five the first three sit out the first round, and the best seed meets who comes from it.
    field = {"contestants": [{"name": name} for name in names], "pairs": 1}
    first, *later = [("dan", "eve")] if len(names) == 5 else [], ("ada", "dan"), ("bob", "cid")
    pairings = [*first, *later]
    played = [
        (number, leg, *(pairing[:: -1 if leg else 1]), "EW" if leg else "NS", 501, 300)
        for number, pairing in enumerate(pairings)
        for leg in (0, 1)
    ]
    going_on = run("running", matches=2 * (len(names) - 1), **field)
    assert final_of(answering(*played[:1]), going_on) is None
    rounds = len(names) - 3
    after = StillIn(rounds, rounds + 1, ("ada", "bob"))
    assert final_of(answering(*played), going_on) == after
    halfway = (len(pairings), 0, "ada", "bob", "NS", 501, 300)
    assert final_of(answering(*played, halfway), going_on) == after
    print_final(after)
    told = f"Still in after {rounds} of {rounds + 1} rounds: ada, bob\n\n"
    assert capsys.readouterr().out == told
    assert final_as_dict(after) == {"rounds": rounds, "still_in": ["ada", "bob"]}


def test_between_its_rounds_a_swiss_tells_who_is_in_the_lead(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ask = answering(
        (0, 0, "ada", "bob", "NS", 501, 300),
        (0, 1, "bob", "ada", "EW", 100, 504),
        (1, 0, "cid", "ada", "NS", 501, 300),
    )
    final = final_of(ask, run("interrupted", format="swiss", pairs=1, matches=4))
    assert isinstance(final, Placed)
    assert (final.rounds, final.of, final.sat_out) == (1, 2, ("cid",))
    print_final(final)
    assert capsys.readouterr().out.startswith("In the lead after 1 of 2 rounds: ada\n")
    told = final_as_dict(final)
    assert "winner" not in told
    assert (told["rounds"], told["places"][0]["bot"]) == (1, "ada")


def test_a_swiss_ends_in_the_order_in_which_it_would_have_been_paired_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ask = answering(
        (0, 0, "ada", "bob", "NS", 501, 300),  # cid, the last, sits out
        (0, 1, "bob", "ada", "EW", 100, 504),
        (1, 1, "cid", "ada", "NS", 501, 300),  # now bob does
        (1, 0, "ada", "cid", "NS", 501, 300),
    )
    final = final_of(ask, run(format="swiss"))
    places = (Place("ada", 1.5, 605), Place("cid", 1.5, 0), Place("bob", 1, -605))
    assert final == Placed(2, 2, places, ("cid", "bob"))
    print_final(final)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["Winner:", "ada,", "first", "after", "2", "rounds"],
        [],
        ["Place", "Bot", "Rounds", "won", "Points", "ahead", "Byes"],
        ["1", "ada", "1.5", "+605"],
        ["2", "cid", "1.5", "0", "1"],
        ["3", "bob", "1", "-605", "1"],
        [],
    ]
    told = final_as_dict(final)
    assert told["winner"] == "ada"
    assert told["places"][2] == {"place": 3, "bot": "bob", "score": 1, "points": -605, "byes": 1}


def test_a_knockout_ends_with_the_final_between_those_who_won(tmp_path: Path) -> None:
    bots = ("basic", "lowest", "random")
    cup = build("cup", bots, rules=preset("classic"), pairs=2, seed=5, format="knockout")
    registry = load(plugin_dirs=(), env={})
    final = run_tournament(cup, registry, database=tmp_path / "db", workers=0).final
    assert isinstance(final, Decided)
    assert "basic" in (final.winner, final.loser)  # the first seed sits out the first round
    assert final.won + final.lost == 4


def test_the_ends_of_many_runs_are_asked_for_together() -> None:
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE matches AS SELECT * FROM (VALUES "
        "('a', 0, 0, 'bob', 'cid', 'NS', 501, 9, 'target'),"
        "('a', 1, 0, 'ada', 'bob', 'EW', 7, 501, 'target'),"
        "('b', 0, 0, 'bob', 'cid', 'EW', 8, 502, 'target')"
        ") AS matches (run_id, pairing, leg, ns, ew, winner, score_ns, score_ew, ended_by)"
    )
    asked: list[str] = []

    def ask(sql: str) -> pa.Table:
        asked.append(sql)
        return pa.table(connection.sql(sql).to_arrow_table())

    cup, plain = json.dumps(CONFIG), json.dumps(CONFIG | {"format": "round-robin"})
    runs = [
        RunInfo(run_id, "cup", "finished", "{}", plain if run_id == "c" else cup)
        for run_id in "cbad"
    ]
    assert finals_of(ask, runs) == [
        None,
        StillIn(1, 2, ("ada", "cid")),
        Decided("bob", "ada", 1, 0, 501, 7),
        None,
    ]
    assert len(asked) == 2
    assert finals_of(ask, runs[:1]) == [None]
    assert len(asked) == 2
