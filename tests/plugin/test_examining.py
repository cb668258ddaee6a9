"""Examining a bot: what it does wrong only where it is asked for many tables at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from harness.game.cards import CardSet
from harness.game.records import HandRecord, read_record
from harness.game.referee import replayed
from harness.game.seats import SEATS
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
CROWDED: Final = """
    def choose_cards(self, views):
        return [(max if len(views) > 1 else min)(view.legal_cards) for view in views]
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
    monkeypatch.setattr(contract, "TABLES", (1, 3))


def many_at_once(folder: Path, more: str) -> Verdict:
    """Return what is found about a bot at many tables, after all else was in order."""
    drop(folder / "bot.py", BOT + more)
    program = submitted(folder, Manifest(name="guest", version="1", entry="bot:Guest"))
    parts = examine(program, ["two-handed"], Isolation("process"), 1, seed=bytes(16))
    found = {one.part: one for one in parts}
    assert [part for part, one in found.items() if not one.kept] in ([], ["many at once"])
    return found["many at once"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (FEWER, "choose_cards gave 0 cards for 1 views (with 1 match under way)"),
        (CROWDED, "(with 3 matches under way); not where cards are asked for one by one"),
        (REMEMBERS, "(with 3 matches under way); also where cards are asked for one by one"),
    ],
    ids=["fewer", "crowded", "remembers"],
)
def test_what_goes_wrong_only_at_many_tables_is_told_with_its_cause_and_where_it_is_seen_first(
    tmp_path: Path, more: str, told: str
) -> None:
    verdict = many_at_once(tmp_path, more)
    assert not verdict.kept
    assert told in verdict.told
    assert verdict.record is not None
    record = read_record(verdict.record)
    assert isinstance(record, HandRecord)
    hand = replayed(record)
    assert not hand.over
    if more != FEWER:
        parted = re.search(r"in two ways: (.) plays (\w+) and (\w+)", verdict.told)
        assert parted is not None
        seat, *cards = parted.groups()
        assert seat == SEATS[hand.log.turn]
        assert set(cards) <= set(str(CardSet(hand.legal_mask())).split())


def test_a_bot_that_answers_for_many_as_for_one_keeps_it(tmp_path: Path) -> None:
    assert many_at_once(tmp_path, SAME).told == "1 and 3 matches at once as one by one"


def test_no_trial_is_like_another_unless_its_seed_is_given(tmp_path: Path) -> None:
    drop(tmp_path / "bot.py", BOT + SAME)
    program = submitted(tmp_path, Manifest(name="guest", version="1", entry="bot:Guest"))
    seeds = (None, None, bytes(15) + b"\7")
    one, other, given = (
        next(examine(program, ["two-handed"], Isolation("process"), seed=seed)) for seed in seeds
    )
    assert one.kept
    assert "again with --seed" in one.told
    assert one.told != other.told
    assert given.told.endswith("again with --seed 7")
