"""The docs of the database: every table, view and column there is, and every query runs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bots.lowest import LowestBot
from harness import run_tournament
from harness.arena.answering import asking
from harness.arena.columns import TABLES
from harness.arena.runs import Ask
from harness.arena.tournament import build
from harness.game import preset
from harness.game.records import parse_line, read_record
from harness.plugin import load
from harness.plugin.asking import ask as ask_bot
from tests.pages import PAGES, VIEWS, blocks, commands_in, names, section


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """What answers SQL about a small tournament."""
    path = tmp_path_factory.mktemp("docs") / "belote.duckdb"
    tournament = build("docs", ["random", "lowest"], rules=preset("classic"), pairs=12, seed=7)
    run_tournament(tournament, load(plugin_dirs=(), env={}), database=path, workers=0)
    with asking(path) as answered:
        yield answered


@pytest.mark.parametrize("name", TABLES)
def test_the_columns_of_a_table_are_those_explained(name: str) -> None:
    tables = section("docs/reference/database.md", "## Tables")
    text = f"\n{tables}".split(f"\n### `{name}`\n")[1].split("\n### ")[0]
    assert names(text) == TABLES[name].names


@pytest.mark.parametrize("name", VIEWS)
def test_the_columns_of_a_view_are_those_explained(ask: Ask, name: str) -> None:
    views = section("docs/reference/database.md", "## Views")
    text = f"\n{views}".split(f"\n### `{name}`\n")[1].split("\n### ")[0]
    columns = ask(f"FROM {name} LIMIT 0").column_names
    assert names(text) == columns


def test_every_table_and_view_is_explained(ask: Ask) -> None:
    sql = "SELECT table_name AS name FROM information_schema.tables"
    there = set(ask(sql)["name"].to_pylist())
    told = re.findall(r"^### `(\w+)`$", PAGES["docs/reference/database.md"], re.MULTILINE)
    assert set(told) == {*TABLES, *VIEWS}
    aside = there - set(told)
    assert aside == {"belote_schema", "played_hands"}
    assert all(f"`{name}`" in PAGES["docs/reference/database.md"] for name in aside)


@pytest.mark.parametrize("sql", blocks("sql"))
def test_every_query_shown_runs(ask: Ask, sql: str) -> None:
    assert ask(sql).num_columns > 0


def test_there_are_twenty_queries_and_they_find_something(ask: Ask) -> None:
    shown = re.findall(
        r"^```sql\n(.*?)^```$",
        section("docs/reference/database.md", "## Twenty queries"),
        re.MULTILINE | re.DOTALL,
    )
    assert len(shown) == 20
    assert all(ask(sql).num_rows for sql in shown)


def test_every_query_in_a_command_runs(ask: Ask) -> None:
    queries = [
        arguments[2]
        for page in PAGES
        for arguments in commands_in(page)
        if arguments[1:2] == ["query"] and arguments[2:] and not arguments[2].startswith("-")
    ]
    assert len(queries) > 3
    for sql in queries:
        assert ask(sql).num_columns > 0


def test_every_hand_that_a_command_shows_can_be_asked_about() -> None:
    hands = [
        argument
        for page in PAGES
        for arguments in commands_in(page)
        if arguments[1:2] == ["ask"]
        for argument in arguments[2:]
        if argument.startswith("{")
    ]
    assert len(hands) > 1
    for hand in hands:
        asked = ask_bot(LowestBot, read_record(parse_line(hand)))
        assert asked["answer"] in asked["legal"].split()
