"""Drawing: what is text stays text, numbers stand on the right, and colour is not forced."""

from __future__ import annotations

import pytest

from harness.report.tables import console, plural, print_json, say, table


def drawn(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_numbers_stand_on_the_right_and_text_on_the_left(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [("ada", "9"), ("constance", "1,500")]
    console().print(table(("Bot", "Matches"), rows, numbers=("Matches",)))
    assert drawn(capsys) == [
        "Bot        Matches",
        "ada              9",
        "constance    1,500",
    ]


def test_what_looks_like_markup_is_drawn_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    console().print(table(("[bold]",), [("[red]x[/red]",)]))
    say("[link] here")
    assert drawn(capsys) == ["[bold]", "[red]x[/red]", "[link] here"]


def test_long_text_is_folded_and_numbers_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("word " * 30, "1234567890")]
    console().print(table(("Text", "Number"), rows, numbers=("Number",)))
    lines = drawn(capsys)
    assert max(map(len, lines)) <= 80
    assert sum("1234567890" in line for line in lines) == 1
    assert " ".join(lines).count("word") == 30


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
    console().print(table(("Bot",), [("ada",)]))
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
