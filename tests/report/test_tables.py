"""Drawing: what is text stays text, numbers stand on the right, and colour is not forced."""

from __future__ import annotations

import pytest

from harness.report.tables import plural, print_json, say, show


def drawn(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_numbers_stand_on_the_right_and_text_on_the_left(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [("ada", "9"), ("constance", "1,500")]
    show(("Bot", "Matches"), rows, numbers=("Matches",))
    assert drawn(capsys) == [
        "Bot        Matches",
        "ada              9",
        "constance    1,500",
    ]


def test_what_looks_like_markup_is_drawn_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    show(("[bold]",), [("[red]x[/red]",)])
    say("[link] here")
    assert drawn(capsys) == ["[bold]", "[red]x[/red]", "[link] here"]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_long_text_is_folded_and_numbers_are_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    rows = [("word " * 30, "1234567890")]
    show(("Text", "Number"), rows, numbers=("Number",))
    lines = drawn(capsys)
    assert max(map(len, lines)) <= width
    assert sum("1234567890" in line for line in lines) == 1
    assert " ".join(lines).count("word") == 30


def test_a_table_that_does_not_fit_is_drawn_as_records_with_no_figure_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    show(("", "Bot", "Won", "Lost"), [("1", "ada", "12345678", "9"), []], numbers=("Won", "Lost"))
    assert drawn(capsys) == ["1", " Bot   ada", " Won   12345678", " Lost  9"]
    show(("Won", "Bot"), [("1" * 8, "ada" * 6)], numbers=("Won",))
    assert drawn(capsys) == ["row 1", " Won  11111111", " Bot  adaadaadaadaa", "      daada"]


def test_nothing_is_folded_where_the_output_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    show(("Bot", "Why"), [("ada", "word " * 100)])
    assert drawn(capsys) == ["Bot  Why", f"ada  {'word ' * 100}".rstrip()]


def test_what_acts_on_a_terminal_is_drawn_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    show(("\x1b]0;title\x07",), [("red \x1b[31m and \x9b31m",), ("\u202edrawkcab",)])
    say("gone\x1b[2J\rover", stderr=True)
    out, err = capsys.readouterr()
    assert [line.rstrip() for line in out.splitlines()] == [
        r"\u001b]0;title\u0007",
        r"red \u001b[31m and \u009b31m",
        r"\u202edrawkcab",
    ]
    assert err == "gone\\u001b[2J\\u000dover\n"


@pytest.mark.parametrize(("no_color", "styled"), [("", True), ("1", False)])
def test_a_terminal_is_left_plain_where_no_color_is_set(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    no_color: str,
    *,
    styled: bool,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_color)
    show(("Bot",), [("ada",)])
    assert ("\x1b[" in capsys.readouterr().out) is styled


def test_a_sentence_stays_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("a word " * 40, stderr=True)
    out, err = capsys.readouterr()
    assert (out, err) == ("", "a word " * 40 + "\n")


def test_json_is_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"suit": "♠", "points": None})
    assert capsys.readouterr().out == '{\n  "suit": "\\u2660",\n  "points": null\n}\n'


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 matches"), (1, "1 match"), (1500, "1,500 matches")]
)
def test_a_number_agrees_with_its_noun(count: int, said: str) -> None:
    assert plural(count, "match", "matches") == said
