"""belote par, and belote run --par."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command

RUN = ("run", "--bots", "basic,random", "--pairs", 6, "--set", "target=301", "--seed", 3)


def test_a_run_is_adjusted_at_once_or_afterwards(belote: Command, tmp_path: Path) -> None:
    options = ("--workers", 0, "--json")
    at_once = belote(*RUN, "--par", *options, "--db", tmp_path / "one").json()
    belote(*RUN, *options, "--db", tmp_path / "two")
    afterwards = belote("par", "--db", tmp_path / "two", "--json").json()
    assert afterwards["solved"] > 0
    assert [row["adjusted"] for row in afterwards["standings"]] == [
        row["adjusted"] for row in at_once["standings"]
    ]
    assert all(row["adjusted"] for row in at_once["standings"])
    shown = belote("standings", "--db", tmp_path / "two").out
    assert "With the luck of the cards taken out:" in shown


def test_it_says_how_much_of_the_intervals_is_left(belote: Command, tmp_path: Path) -> None:
    belote(*RUN, "--workers", 0, "--db", tmp_path / "db")
    said = belote("par", "--db", tmp_path / "db")
    assert said.status == 0
    assert "hands solved. Of the intervals " in said.out


def test_boards_have_nothing_to_adjust(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "tournaments.toml").write_text(
        '[tournament.boards]\nbots = ["basic", "random"]\npairs = 2\nmode = "duplicate"\nseed = 1\n'
    )
    belote("run", "boards", "--workers", 0, "--db", tmp_path / "db")
    assert "there is nothing to adjust" in belote("par", "--db", tmp_path / "db").out


def test_a_run_whose_luck_cannot_be_known_is_one_line(belote: Command, results: Path) -> None:
    said = belote("par", "--run", "cut", "--db", results)
    assert said.status == 2
    assert said.err.startswith("belote: par needs decks that are shuffled")
