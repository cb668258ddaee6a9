"""Answers drawn: floats, dates, lists of cards, and tables too wide for the terminal."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pyarrow as pa
import pytest

from harness.report.answers import print_answer


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "NULL"),
        (2.0, "2.0000"),
        (0.12345, "0.1235"),
        (0.00001234, "1.234e-05"),
        (0.0, "0.0000"),
        (123456789, "123456789"),
        (True, "True"),
        ([31, 0, 5], "31 0 5"),
        (date(2026, 2, 3), "2026-02-03"),
        (datetime(2026, 2, 3, 4, 5, 6, 7, tzinfo=UTC), "2026-02-03 04:05:06+00:00"),
        ("[bold]", "[bold]"),
    ],
)
def test_a_value_is_drawn_to_be_read(
    capsys: pytest.CaptureFixture[str], value: object, text: str
) -> None:
    print_answer(pa.table({"x": [value]}))
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == ["x", text]


def test_two_columns_of_one_name_are_drawn_side_by_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_answer(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["n", "n"]))
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["n", "n"],
        ["1", "2"],
    ]


def test_long_text_is_broken_before_columns_are_put_below_each_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_answer(pa.table({"n": [7], "deck": ["KC JD QD " * 11]}))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["n", "deck"]
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).count("KC") == 11


def test_many_columns_stand_below_each_other_row_by_row(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_answer(pa.table({f"column_{number}": [number, -number] for number in range(10)}))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[:2] == [["row", "1"], ["column_0", "0"]]
    assert lines[11:13] == [["row", "2"], ["column_0", "0"]]
    assert lines[21] == ["column_9", "-9"]


def test_what_fits_exactly_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"{letter}" * 10 for letter in "abcdefg"]  # 7 × 10, and 6 × 2 between them: 82
    print_answer(pa.table({name: [0] for name in names}))
    assert capsys.readouterr().out.startswith("row 1\n")
    names[0] = names[0][:8]
    print_answer(pa.table({name: [0] for name in names}))
    assert capsys.readouterr().out.splitlines()[0] == "  ".join(names)
