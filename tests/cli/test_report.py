"""belote report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_a_run_becomes_one_page(belote: Command, results: Path, tmp_path: Path) -> None:
    page = tmp_path / "friday.html"
    said = belote("report", "--run", "friday", "-o", page, "--db", results)
    assert (said.status, said.out) == (0, "")
    assert said.err.startswith(f"{page}: 0.")
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert text.rstrip().endswith("</html>")
    assert "<title>friday – Belote</title>" in text


@pytest.mark.parametrize("run", ["cut", "faulty"])
def test_runs_under_other_rules_and_with_faults_have_pages_too(
    belote: Command, results: Path, run: str
) -> None:
    said = belote("report", "--run", run, "--hands", "3", "--db", results)
    assert said.status == 0
    assert "with 3 of " in said.err
    assert Path("report.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--hands", "many"), "--hands takes a number or all, not 'many'"),
        (("-o", "nowhere/report.html"), "cannot write nowhere/report.html: No such file"),
        (("--run", "nosuch"), "there is no run 'nosuch' in this database"),
    ],
)
def test_what_cannot_be_written_is_one_line(
    belote: Command, results: Path, arguments: tuple[str, ...], line: str
) -> None:
    said = belote("report", *arguments, "--db", results)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: {line}")
    assert said.err.count("\n") == 1


def test_the_database_is_not_written_over(belote: Command, results: Path) -> None:
    said = belote("report", "-o", results, "--db", results)
    assert said.err == f"belote: {results} is the database itself: write to another file\n"
