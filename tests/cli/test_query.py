"""belote query."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from tests.arena.stored import OWNER, SILENT_OWNER, another_process
from tests.cli.conftest import Command


def test_an_answer_is_a_table_with_numbers_on_the_right(belote: Command, results: Path) -> None:
    sql = """
        SELECT * FROM (VALUES ('spades', 9, 0.5::DOUBLE), ('hearts', 10, NULL)) AS t(suit, n, share)
    """
    said = belote("query", sql, "--db", results)
    assert (said.status, said.err) == (0, "")
    assert [line.rstrip() for line in said.out.splitlines()] == [
        "suit     n   share",
        "spades   9  0.5000",
        "hearts  10    NULL",
    ]


def test_a_long_answer_is_cut_and_says_so_beside_it(belote: Command, results: Path) -> None:
    said = belote("query", "SELECT i FROM range(1500) AS t(i)", "--db", results)
    assert len(said.out.splitlines()) == 1 + 40
    assert said.err == "40 of 1,500 rows shown: --json and --csv print all of them.\n"


def test_columns_that_do_not_fit_beside_each_other_stand_below_each_other(
    belote: Command, results: Path
) -> None:
    said = belote("query", "FROM matches JOIN runs USING (run_id)", "--db", results)
    lines = said.out.splitlines()
    assert lines[0] == "row 1"
    assert lines[1].split()[0] == "match_id"
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("row ") for line in lines) == 10
    assert said.err == "10 of 18 rows shown: --json and --csv print all of them.\n"


def test_an_answer_without_rows_says_so(belote: Command, results: Path) -> None:
    said = belote("query", "FROM matches WHERE false", "--db", results)
    assert (said.status, said.out) == (0, "No rows.\n")


def test_json_is_one_array_of_objects_with_cards_as_numbers_and_iso_dates(
    belote: Command, results: Path
) -> None:
    sql = """
        SELECT 'x' AS text, [31, 0]::UTINYINT[] AS cards, DATE '2026-02-03' AS day,
               TIMESTAMP '2026-02-03 04:05:06' AS at, sum(i)::HUGEINT AS whole, 1.50 AS exact,
               0.25::DOUBLE AS float, 'nan'::DOUBLE AS none, NULL AS null, true AS yes
        FROM range(4) AS t(i)
    """
    said = belote("query", sql, "--db", results, "--json")
    assert said.json() == [
        {
            "text": "x",
            "cards": [31, 0],
            "day": "2026-02-03",
            "at": "2026-02-03T04:05:06",
            "whole": 6,
            "exact": 1.5,
            "float": 0.25,
            "none": None,
            "null": None,
            "yes": True,
        }
    ]


@pytest.mark.parametrize(
    ("sql", "rows"), [("SELECT 1 AS i WHERE false", []), ("SELECT 1 AS i", [{"i": 1}])]
)
def test_json_is_an_array_however_few_the_rows(
    belote: Command, results: Path, sql: str, rows: list[object]
) -> None:
    assert belote("query", sql, "--db", results, "--json").json() == rows


def test_json_and_csv_have_every_row(belote: Command, results: Path) -> None:
    sql = "SELECT i FROM range(100000) AS t(i) ORDER BY i"
    assert len(belote("query", sql, "--db", results, "--json").json()) == 100_000
    lines = belote("query", sql, "--db", results, "--csv").out.splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("i", "99999", 100_001)


def test_csv_quotes_what_must_be_quoted(belote: Command, results: Path) -> None:
    sql = """SELECT 'a, "b"' AS text, NULL AS nothing, [1, 2] AS cards, DATE '2026-02-03' AS day"""
    said = belote("query", sql, "--db", results, "--csv")
    assert list(csv.reader(said.out.splitlines())) == [
        ["text", "nothing", "cards", "day"],
        ['a, "b"', "", "[1,2]", "2026-02-03"],
    ]


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        ("selec 1", 'Parser Error: syntax error at or near "selec" (line 1, at: selec 1)'),
        ("DELETE FROM hands", "ask one SELECT statement: the database can only be read here"),
        ("", "ask one SELECT statement: the database can only be read here"),
    ],
)
def test_sql_that_cannot_be_asked_is_one_line(
    belote: Command, results: Path, sql: str, error: str
) -> None:
    said = belote("query", sql, "--db", results)
    assert said == (2, "", f"belote: {error}\n")


@pytest.mark.parametrize(
    ("sql", "meant"),
    [
        ("FROM matchs", "'matchs'; did you mean 'matches'?"),
        ("FROM bots JOIN MATCH USING (run_id)", "'match'; did you mean 'matches'?"),
        ("FROM standing", "'standing'; did you mean 'standings'?"),
        ("FROM played", "'played'; did you mean 'plays'?"),
        ("FROM belote_schem", "'belote_schem'"),
        ("FROM pg_tabels", "'pg_tabels'"),
    ],
)
def test_a_table_that_is_not_there_is_answered_by_the_likeliest_of_ours(
    belote: Command, results: Path, sql: str, meant: str
) -> None:
    said = belote("query", sql, "--db", results)
    known = "(known: auctions, bots, faults, hands and 12 more)"
    assert said == (2, "", f"belote: there is no table {meant} {known}\n")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["SELECT 1 AS a, 2 AS a", "--json"], "2 columns are called 'a': tell them apart with AS"),
        (["SELECT 1", "--json", "--csv"], "give one of --json and --csv, not both"),
    ],
)
def test_an_answer_that_cannot_be_printed_so_is_one_line(
    belote: Command, results: Path, arguments: list[str], error: str
) -> None:
    assert belote("query", *arguments, "--db", results) == (2, "", f"belote: {error}\n")


def test_a_file_that_is_no_database_is_one_line(belote: Command, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear all, " * 2000)
    said = belote("query", "SELECT 1", "--db", other)
    assert said == (2, "", f"belote: {other} is not a DuckDB database: choose another file\n")


def test_a_database_that_somebody_else_holds_is_one_line(belote: Command, tmp_path: Path) -> None:
    held = tmp_path / "held.duckdb"
    with another_process(SILENT_OWNER, held) as holder:
        said = belote("query", "SELECT 1", "--db", held)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: {held} is held by process {holder.pid} (")
    assert said.err.count("\n") == 1


def test_a_snapshot_is_made_while_somebody_owns_the_database_and_is_what_is_asked(
    belote: Command, results: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.duckdb"
    with another_process(OWNER, results):
        said = belote(
            "query", "SELECT count(*) AS n FROM runs", "--json", "--db", results, "--snapshot", copy
        )
    assert said.json() == [{"n": 3}]
    assert re.fullmatch(r"18 matches and \d+ hands copied to .*copy\.duckdb\.\n", said.err)
    again = belote("query", "--db", results, "--snapshot", copy)
    assert again.status == 2
    assert again.err == f"belote: {copy} exists already: remove it, or name another file\n"


def test_a_snapshot_goes_into_a_folder_that_is_there(
    belote: Command, results: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "no" / "such" / "copy.duckdb"
    said = belote("query", "FROM runs", "--db", results, "--snapshot", copy)
    assert said == (2, "", f"belote: cannot write {copy}: there is no folder {copy.parent}\n")
    assert not (tmp_path / "no").exists()


def test_a_snapshot_does_not_stay_where_what_is_asked_of_it_has_no_answer(
    belote: Command, results: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.duckdb"
    said = belote("query", "selec 1", "--db", results, "--snapshot", copy)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("belote: Parser Error: syntax error")
    assert not copy.exists()


def test_a_query_needs_a_statement_or_a_file_to_copy_to(belote: Command, results: Path) -> None:
    said = belote("query", "--db", results)
    assert said == (2, "", "belote: give a statement to ask, as in: belote query 'FROM runs'\n")
