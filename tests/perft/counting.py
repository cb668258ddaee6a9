"""Counting legal continuations, with the engine and with the oracle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from harness.game import SEATS, Hand, card_name, parse_card_list, rules_of
from tests import oracle

Record: TypeAlias = dict[str, Any]
Count: TypeAlias = Callable[[Record, int], int]

FILE: Final = Path(__file__).with_name("counts.jsonl")


def positions() -> list[Record]:
    """Return the records of the file, each with its counts."""
    return [json.loads(line) for line in FILE.read_text().splitlines()]


# The engine


def by_engine(record: Record, acts: int) -> int:
    """Count the legal sequences of so many acts with which the engine can go on."""
    hand = Hand(
        rules_of(record["rules"]), parse_card_list(record["deck"]), SEATS.index(record["dealer"])
    )
    for bid in record["bids"].split():
        hand.bid(bid)
    for card in record["plays"].split():
        hand.play(card)
    return _continuations(hand, acts)


def _continuations(hand: Hand, acts: int) -> int:
    if hand.over:
        return 0
    if acts == 1:
        return len(hand.legal_bids) if hand.bidding else len(hand.legal_cards)
    return sum(_continuations(after, acts - 1) for after in _next_hands(hand))


def _next_hands(hand: Hand) -> Iterator[Hand]:
    for bid in hand.legal_bids:
        after = hand.copy()
        after.bid(bid)
        yield after
    if not hand.bidding:
        for card in hand.legal_cards:
            after = hand.copy()
            after.play(card_name(card))
            yield after


# The oracle


def by_oracle(record: Record, acts: int) -> int:
    """Count the legal sequences of so many acts with which the oracle lets a record go on."""
    after = next_records(record)
    return len(after) if acts == 1 else sum(by_oracle(one, acts - 1) for one in after)


def next_records(record: Record) -> list[Record]:
    """Return the records with one legal act more: the oracle says what it misses at the end."""
    turn = oracle.speaking(record)
    if turn is not None:
        return [{**record, "bids": f"{record['bids']} {act}".strip()} for act in turn[1]]
    verdict = oracle.judge(record)
    if verdict["ok"]:
        return []
    assert verdict["where"] == "plays", verdict
    assert verdict["at"] == len(record["plays"].split()), verdict
    acts = verdict["legal"].split()
    return [{**record, "plays": f"{record['plays']} {act}".strip()} for act in acts]
