"""What tests of the referee share: a ruling that must be so, and records to change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from harness.game.referee import ILLEGAL, LEGAL, judge

Record: TypeAlias = Mapping[str, Any]

KEYS: Final = [
    *("ok", "taker", "trump", "tricks", "card_points", "announced", "declarations"),
    *("belote", "capot", "outcome", "held_in", "held_out", "score"),
]
"""Of the verdict on a legal hand, in order."""

REFUSAL_KEYS: Final = ["ok", "error", "where", "at", "seat", "card", "duty", "legal"]
"""Of the verdict on an illegal record."""

FORFEIT: Final = {"seat": "W", "why": "answered 9H where a card was asked for"}


def found(record: Record) -> dict[str, Any]:
    """Return the verdict on a legal record."""
    ruling = judge(record)
    assert ruling.status == LEGAL, ruling.verdict
    assert ruling.verdict["ok"]
    return ruling.verdict


def foul(record: Record) -> dict[str, Any]:
    """Return the verdict on an illegal record."""
    ruling = judge(record)
    assert ruling.status == ILLEGAL, ruling.verdict
    assert list(ruling.verdict)[:8] == REFUSAL_KEYS
    assert ruling.verdict["ok"] is False
    return ruling.verdict


def place(verdict: Mapping[str, Any], *more: str) -> tuple[Any, ...]:
    """Return where a verdict finds something wrong, and what else is asked for."""
    return verdict["where"], verdict["at"], *(verdict[key] for key in more)


def words(text: str) -> list[str]:
    """Return the words of a text."""
    return text.split()


def match_of(rules: object, *hands: Record, **more: object) -> dict[str, Any]:
    """Return a match as a record."""
    return {"rules": rules, "hands": list(hands), **more}
