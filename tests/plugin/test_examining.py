"""Examining a bot: what it does wrong only where it is asked for many tables at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from harness.plugin import contract
from harness.plugin.contract import Verdict
from harness.plugin.examining import examine
from harness.plugin.isolation import Isolation
from harness.plugin.manifest import Manifest
from harness.plugin.program import submitted
from tests.plugin.dropping import drop

BOT: Final = """
import harness

HEARD = []

class Guest(harness.Bot):
    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_card(self, view):
        return min(view.legal_cards)
"""
FEWER: Final = """
    def choose_cards(self, views):
        return [min(view.legal_cards) for view in views][1:]
"""
SAME: Final = """
    def choose_cards(self, views):
        return [min(view.legal_cards) for view in views]
"""
REMEMBERS: Final = """
    def start_match(self, rules, seat):
        HEARD.append(seat)

    def choose_card(self, view):
        return min(view.legal_cards) if len(HEARD) == 1 else max(view.legal_cards)
"""


@pytest.fixture(autouse=True)
def short_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial of few matches, which costs less."""
    monkeypatch.setattr(contract, "ODD_RULES", ())
    monkeypatch.setattr(contract, "TABLES", 3)


def many_at_once(folder: Path, more: str) -> Verdict:
    """Return what is found about a bot at many tables, after all else was in order."""
    drop(folder / "bot.py", BOT + more)
    program = submitted(folder, Manifest(name="guest", version="1", entry="bot:Guest"))
    found = {one.part: one for one in examine(program, ["two-handed"], Isolation("process"), 1)}
    assert [part for part, one in found.items() if not one.kept] in ([], ["many at once"])
    return found["many at once"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (FEWER, "exception: ValueError: choose_cards gave"),
        (REMEMBERS, "of the same match was played in two ways; does choose_cards say"),
    ],
    ids=["fewer", "remembers"],
)
def test_what_goes_wrong_only_at_many_tables_breaks_the_contract(
    tmp_path: Path, more: str, told: str
) -> None:
    verdict = many_at_once(tmp_path, more)
    assert not verdict.kept
    assert told in verdict.told


def test_a_bot_that_answers_for_many_as_for_one_keeps_it(tmp_path: Path) -> None:
    assert many_at_once(tmp_path, SAME).told == "3 matches at once as one by one"
