"""belote par, and belote run --par."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Command

RUN = ("run", "--bots", "basic,random", "--pairs", 6, "--set", "target=301", "--seed", 1)


def adjusted_in_page(belote: Command, database: Path) -> list[list[str]]:
    """Return the cells of the report's table without the luck of the cards."""
    belote("report", "--hands", 1, "-o", "page.html", "--db", database)
    _, told = Path("page.html").read_text("utf-8").split("with the luck of the cards taken out", 1)
    _, body = told.split("<tbody>", 1)
    rows = re.findall(r"<tr>(.*?)</tr>", body.split("</table>")[0], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


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
    _, told = shown.split("With the luck of the cards taken out:")
    on_screen = [line.split() for line in told.splitlines() if "±" in line][1:]
    in_page = adjusted_in_page(belote, tmp_path / "two")
    assert [" ".join(cells).replace("−", "-").split() for cells in in_page] == on_screen
    assert len(on_screen) == 2


def test_bots_of_partnerships_are_adjusted_as_their_sides_are(
    belote: Command, tmp_path: Path
) -> None:
    (tmp_path / "tournaments.toml").write_text(
        '[tournament.mixed]\nbots = ["basic", "random", { partners = ["basic", "lowest"] }]\n'
        "pairs = 3\nseed = 2\n"
    )
    database = tmp_path / "db"
    at_once = belote("run", "mixed", "--workers", 0, "--par", "--json", "--db", database).json()
    assert {row["bot"] for row in at_once["members"]} == {"basic", "lowest", "random"}
    assert all(row["adjusted"] for row in at_once["members"])
    told = belote("par", "--db", database, "--json").json()
    assert told["members"] == at_once["members"]
    assert told["standings"] == at_once["standings"]
    shown = belote("par", "--db", database).out
    _, of_bots = shown.split("Each bot, by all the sides it sat on:")
    assert "lowest" in of_bots.split("With the luck of the cards taken out:")[1]


def test_it_says_how_much_of_the_intervals_is_left(belote: Command, tmp_path: Path) -> None:
    belote(*RUN, "--workers", 0, "--db", tmp_path / "db")
    said = belote("par", "--db", tmp_path / "db")
    assert said.status == 0
    assert "hands solved. Of the intervals " in said.out


def test_boards_have_nothing_to_adjust(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "tournaments.toml").write_text(
        '[tournament.boards]\nbots = ["basic", "random"]\npairs = 2\nmode = "duplicate"\nseed = 1\n'
    )
    played = belote("run", "boards", "--workers", 0, "--db", tmp_path / "db", "--par").out
    assert played.count("there is nothing to adjust") == 1
    assert "there is nothing to adjust" in belote("par", "--db", tmp_path / "db").out
    assert "nothing to adjust" not in belote("standings", "--db", tmp_path / "db").out


def test_a_run_whose_luck_cannot_be_known_is_one_line(belote: Command, results: Path) -> None:
    said = belote("par", "--run", "cut", "--db", results)
    assert said.status == 2
    assert said.err.startswith("belote: par needs decks that are shuffled")
