"""Asking a bot about a hand written down: what it is told that it may answer."""

from __future__ import annotations

from bots.lowest import LowestBot
from harness.game.records import read_record
from harness.plugin.asking import ask


def test_all_that_may_be_declared_is_legal_not_only_what_is_worth_most() -> None:
    # The jack of spades serves in the four, or in the run that is worth less.
    deal = {
        "N": "JS JH JD JC 9S 10S QS 7D",
        "E": "7S 8S KS AS 7H 8H 9H 8D",
        "S": "QH KH 10H AH 9D QD KD 10D",
        "W": "AD 7C 8C 9C QC KC 10C AC",
    }
    record = read_record(
        {
            "rules": {"base": "classic", "silence": True, "shared_cards": False},
            "dealer": "W",
            "deal": deal,
            "turned": "QS",
            "bids": "take",
        }
    )
    assert ask(LowestBot, record) == {
        "seat": "N",
        "question": "declarations",
        "answer": "all",
        "legal": "JS JH JD JC, 9S JS QS 10S",
    }
