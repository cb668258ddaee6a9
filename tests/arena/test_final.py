"""How a format ended: whoever would have gone on has won, whoever led is first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import duckdb
import pytest

from harness.arena.final import Decided, Placed, final_of
from harness.arena.formats import Place
from harness.arena.runner import run_tournament
from harness.arena.runs import Ask, RunInfo
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.report.final import final_as_dict, print_final

CONFIG = {"format": "knockout", "contestants": [{"name": name} for name in ("ada", "bob", "cid")]}


def run(status: str = "finished", **config: str) -> RunInfo:
    return RunInfo("run", "cup", status, "{}", json.dumps(CONFIG | config))


def answering(*matches: tuple[int, int, str, str, str | None, int, int]) -> Ask:
    """Return what answers from some matches: pairing, leg, sides, winner and what they made."""
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE matches (run_id VARCHAR, pairing INT, leg INT, ns VARCHAR, ew VARCHAR, "
        "winner VARCHAR, score_ns INT, score_ew INT)"
    )
    for match in matches:
        connection.execute("INSERT INTO matches VALUES ('run', ?, ?, ?, ?, ?, ?, ?)", match)
    connection.execute("INSERT INTO matches VALUES ('other', 9, 0, 'ada', 'eve', 'NS', 1, 0)")
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
    ],
)
def test_a_final_is_won_by_score_then_by_points_then_by_seed(
    capsys: pytest.CaptureFixture[str],
    matches: tuple[tuple[str | None, int, int], ...],
    final: Decided,
    told: str,
) -> None:
    seats = ("cid", "bob"), ("bob", "cid")
    played = [(1, leg, *seats[leg], *match) for leg, match in enumerate(matches)]
    assert final_of(answering(*played, SEMI_FINAL), run()) == final
    print_final(final)
    assert capsys.readouterr().out == f"{told}\n\n"


@pytest.mark.parametrize(
    "other", [run("interrupted"), run(format="gauntlet"), run(rescored_from="before")]
)
def test_what_has_no_end_of_its_own_or_has_not_come_to_it_has_no_final(other: RunInfo) -> None:
    assert final_of(answering(), other) is None


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
    assert final == Placed(2, places)
    print_final(final)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["Winner:", "ada,", "first", "after", "2", "rounds"],
        [],
        ["Place", "Bot", "Score", "Points"],
        ["1", "ada", "1.5", "+605"],
        ["2", "cid", "1.5", "0"],
        ["3", "bob", "1", "-605"],
        [],
    ]
    told = final_as_dict(final)
    assert told["winner"] == "ada"
    assert told["places"][2] == {"place": 3, "bot": "bob", "score": 1, "points": -605}


def test_a_knockout_ends_with_the_final_between_those_who_won(tmp_path: Path) -> None:
    bots = ("basic", "lowest", "random")
    cup = build("cup", bots, rules=preset("classic"), pairs=2, seed=5, format="knockout")
    registry = load(plugin_dirs=(), env={})
    final = run_tournament(cup, registry, database=tmp_path / "db", workers=0).final
    assert isinstance(final, Decided)
    assert "basic" in (final.winner, final.loser)  # the first seed sits out the first round
    assert final.won + final.lost == 4
