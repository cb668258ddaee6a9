"""belote play: somebody types, over a pipe."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path

import pytest

from harness.game import View, card_names, parse_card, preset_names
from harness.game.cards import CARD_NAMES
from harness.report.person import Person
from tests.cli.commands import finish, start
from tests.cli.conftest import Command

ANYTHING = ("take", "90s", "s", "all", "pass", *CARD_NAMES)
"""What somebody tries in turn, until something is allowed."""
NAMED = re.compile(r"(?:10|[789JQKA])[♠♥♦♣]")


class Typing(io.StringIO):
    """Somebody who types one line after another."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__()
        self._lines = lines

    def readline(self, _: int | None = -1, /) -> str:  # type: ignore[override]
        """Return the next line, nothing when there are no more."""
        return next(self._lines, "")


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """What puts somebody at the keyboard."""
    return monkeypatch


def sit(types: pytest.MonkeyPatch, *lines: str) -> None:
    types.setattr("sys.stdin", Typing(f"{line}\n" for line in lines))


@pytest.mark.parametrize("rules", preset_names())
def test_a_match_is_played_to_its_end_under_every_preset(
    belote: Command, types: pytest.MonkeyPatch, rules: str
) -> None:
    types.setattr("sys.stdin", Typing(cycle(f"{line}\n" for line in ANYTHING)))
    short = ("--set", "hand_limit=2")
    said = belote("play", "--against", "lowest", "--rules", rules, *short, "--seed", 3)
    assert (said.status, said.err) == (0, "")
    assert re.search(r"\n(You win|You lose|Drawn): NS \d+, EW \d+\.\n$", said.out)
    assert "Trick 8 " in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_nothing_is_shown_that_the_seat_may_not_know(
    belote: Command, types: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = 0
    printed = ""
    choose_card, choose_bid = Person.choose_card, Person.choose_bid

    def look(view: View, answer: str | int) -> None:
        nonlocal seen, printed
        printed += capsys.readouterr().out
        shown = {parse_card(card) for card in NAMED.findall(printed.rpartition("\nHand ")[2])}
        public = set(view.dealt) | set(view.played) | {view.turned}
        public |= {card for _, one in view.shown for card in one.cards}
        assert shown <= public, answer
        seen += 1

    def card(self: Person, view: View) -> int:
        answer = choose_card(self, view)
        look(view, answer)
        return answer

    def bid(self: Person, view: View) -> str:
        answer = choose_bid(self, view)
        look(view, answer)
        return answer

    types.setattr(Person, "choose_card", card)
    types.setattr(Person, "choose_bid", bid)
    types.setattr("sys.stdin", Typing(cycle(f"{line}\n" for line in CARD_NAMES)))
    lines = chain(["take\n"], cycle(f"{line}\n" for line in ("pass", *CARD_NAMES)))
    types.setattr("sys.stdin", Typing(lines))
    assert belote("play", "--with", "random", "--against", "basic", "--seed", 5).status == 0
    assert seen > 20


def test_legal_cards_are_told_and_an_illegal_one_is_refused_with_its_duty(
    belote: Command, types: pytest.MonkeyPatch
) -> None:
    held: list[str] = []
    choose_card = Person.choose_card

    def card(self: Person, view: View) -> int:
        held.append(card_names(view.holding - view.legal_cards))
        types.setattr("sys.stdin", Typing(iter([f"{held[-1].split()[0]}\n"] if held[-1] else [])))
        if not held[-1]:
            return next(iter(view.legal_cards))
        return choose_card(self, view)

    types.setattr(Person, "choose_card", card)
    types.setattr("sys.stdin", Typing(iter(["take\n"])))
    said = belote("play", "--seed", 5)
    assert said.status == 0
    refused = held[-1].split()[0]
    assert f"you may not play {refused}: you must " in said.out
    assert "You may play " in said.out
    assert said.out.endswith("You leave the table: nothing of this match is kept.\n")


def test_whoever_leaves_before_the_first_bid_leaves_without_a_fuss(
    belote: Command, types: pytest.MonkeyPatch
) -> None:
    sit(types)
    said = belote("play")
    assert (said.status, said.err) == (0, "")
    assert said.out.endswith("nothing of this match is kept.\n")


def test_the_same_seed_deals_the_same_cards(belote: Command, types: pytest.MonkeyPatch) -> None:
    said = []
    for seed in (7, 7, 8):
        sit(types)
        said.append(belote("play", "--seed", seed).out)
    assert said[0] == said[1] != said[2]


def test_a_bot_that_cheats_loses_the_match_to_the_person(
    belote: Command, types: pytest.MonkeyPatch, odd_bots: Path
) -> None:
    types.setenv("BELOTE_PLUGINS", str(odd_bots))
    types.setattr("sys.stdin", Typing(cycle(f"{line}\n" for line in ANYTHING)))
    said = belote("play", "--against", "cheat", "--with", "random", "--seed", 3)
    assert said.status == 0
    assert re.search(r"[EW] \(cheat\) loses the match: answered ", said.out)
    assert said.out.endswith("NS 501, EW 0.\n")


def test_nothing_to_read_and_nobody_who_reads_end_it_in_another_process(tmp_path: Path) -> None:
    with start("play", "--seed", 5, cwd=tmp_path) as process:
        said = finish(process)
    assert (said.status, said.err) == (0, "")
    assert "You hold" in said.out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--against", "bsic"), "there is no bot 'bsic'; did you mean 'basic'?"),
        (("--with", "nobody"), "there is no bot 'nobody'"),
        (("--seed", "x"), "--seed"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    belote: Command, arguments: tuple[str, ...], line: str
) -> None:
    said = belote("play", *arguments)
    assert (said.status, said.out) == (2, "")
    assert line in said.err
    assert said.err.count("\n") == 1
