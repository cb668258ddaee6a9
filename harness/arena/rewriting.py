"""Rewriting: the rows of matches already played, as other scoring settings would have made them.

Each hand is played again as it was stored, and what hangs on the settings is written anew; every
other column stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from operator import attrgetter
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from harness.arena.columns import Batch, with_columns
from harness.arena.schedule import identity
from harness.game.hand import Hand
from harness.game.match import BY_DEALS, BY_FORFEIT, Match
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import NOTHING, SEATS, SIDES

UNFINISHED: Final = "unfinished"
"""How a match ends that would have gone on."""

ENDS: Final = ("score_ns", "score_ew", "winner", "hands", "ended_by")
"""The columns of a match that hang on the settings."""
_WRITTEN: Final = (
    *("multiplier", "declares", "announced_ns", "announced_ew", "declared_ns", "declared_ew"),
    *("points_ns", "points_ew", "outcome", "held_in", "held_out", "score_ns", "score_ew"),
)
"""The columns of a hand that do."""


def rewritten(stored: Batch, rules: Rules, run_id: str) -> Batch:
    """Return matches as they would have been written under other rules, in a run of their own.

    Args:
        stored: the matches with their hands, both in the same order.
        rules: under which all that was played is legal too.
        run_id: of the run that they become part of.
    """
    sheets = _sheets(stored, rules)
    ids = {match_id: identity(run_id, match_id) for match_id in sheets}
    counted = [
        place < len(sheet.lines) for sheet in sheets.values() for place in range(sheet.played)
    ]
    counting = [
        (sheets[row["match_id"]].comes_to(row), sheets[row["match_id"]].is_lost_by(row))
        for row in stored.faults.to_pylist()
    ]
    matches = with_columns(
        stored.matches,
        {
            "match_id": list(ids.values()),
            "run_id": [run_id] * len(ids),
            "pair_id": [identity(run_id, one) for one in _texts(stored.matches, "pair_id")],
            **_columns(ENDS, [sheet.end for sheet in sheets.values()]),
        },
    )
    hands = stored.hands.filter(pa.array(counted, pa.bool_()))
    faults = stored.faults.filter(pa.array([comes for comes, _ in counting], pa.bool_()))
    lost = [loses for comes, loses in counting if comes]
    lines = [line for sheet in sheets.values() for line in sheet.lines]
    return Batch(
        matches,
        with_columns(hands, {"match_id": _renamed(hands, ids), **_columns(_WRITTEN, lines)}),
        with_columns(faults, {"match_id": _renamed(faults, ids), "forfeits": lost}),
    )


# A match


class _Played(NamedTuple):
    """What it takes to play a stored hand again."""

    match_id: str
    deck: bytes
    bids: str
    declares: str | None
    plays: bytes
    outcome: str
    announced_ns: int
    announced_ew: int


class _Sheet(NamedTuple):
    """A match written down again: how it ends, a line for each hand counted of those played."""

    end: tuple[object, ...]
    lines: list[tuple[object, ...]]
    played: int

    def comes_to(self, fault: Mapping[str, Any]) -> bool:
        """Say whether the match still comes to a fault."""
        *_, hands, ended_by = self.end
        before_the_first = fault["hand_no"] is None
        return ended_by == BY_FORFEIT or before_the_first or fault["hand_no"] < hands

    def is_lost_by(self, fault: Mapping[str, Any]) -> bool:
        """Say whether a fault still loses the match."""
        *_, ended_by = self.end
        return fault["forfeits"] and ended_by == BY_FORFEIT


def _sheets(stored: Batch, rules: Rules) -> dict[str, _Sheet]:
    """Write each match down again, by its id."""
    hands = {
        match_id: list(rows)
        for match_id, rows in groupby(_played(stored.hands), attrgetter("match_id"))
    }
    return {
        row["match_id"]: _written_again(row, hands.get(row["match_id"], []), rules)
        for row in stored.matches.to_pylist()
    }


def _written_again(stored: Mapping[str, Any], hands: Sequence[_Played], rules: Rules) -> _Sheet:
    boards = stored["hands"] if stored["ended_by"] == BY_DEALS else None
    dealer = SEATS.index(stored["first_dealer"])
    match = Match(rules, None, dealer=dealer, most_deals=boards)
    lines = []
    for played in takewhile(lambda _: not match.over, hands):
        hand = match.next_hand(list(played.deck))
        _replay(hand, played)
        score = None if played.outcome == BY_FORFEIT else match.record(hand)
        lines.append(_line(hand, score, played.declares))
    if stored["ended_by"] == BY_FORFEIT and not match.over:
        match.forfeit(1 - SIDES.index(stored["winner"]))
    winner = None if match.winner is None else SIDES[match.winner]
    end = (*match.totals, winner, len(lines), match.ended_by or UNFINISHED)
    return _Sheet(end, lines, len(hands))


def _replay(hand: Hand, played: _Played) -> None:
    """Play a stored hand again, trusting its row."""
    declares = json.loads(played.declares) if played.declares else {}
    for bid in played.bids.split():
        hand.push_bid(bid)
    for card in played.plays:
        while declares and (seat := hand.declaring) is not None:
            hand.declare(declares.get(SEATS[seat], "all"))
        hand.push(card)
    # Where a hand was broken off, some may have spoken before a card that never came.
    announced = played.announced_ns, played.announced_ew
    while hand.announced() != announced and (seat := hand.declaring) is not None:
        hand.declare(declares.get(SEATS[seat], "all"))


def _line(hand: Hand, score: HandScore | None, declares: str | None) -> tuple[object, ...]:
    """Return the columns of `_WRITTEN`; there is no score where the hand was broken off."""
    contract = hand.log.contract
    return (
        contract.multiplier if contract else 1,
        declares if hand.rules.declarations else None,
        *hand.announced(),
        *hand.declarations(),
        *(hand.log.points if score is None else score.card_points),
        BY_FORFEIT if score is None else score.outcome,
        hand.log.held,
        hand.log.held if score is None else score.held_out,
        *(NOTHING if score is None else score.score),
    )


# Tables


def _played(hands: pa.Table) -> Iterator[_Played]:
    columns = [
        _cards(hands[name]) if name in ("deck", "plays") else hands[name].to_pylist()
        for name in _Played._fields
    ]
    return map(_Played._make, zip(*columns, strict=True))


def _cards(column: pa.ChunkedArray[Any]) -> Iterator[bytes]:
    """Yield lists of cards as bytes, many times faster than Arrow makes Python's lists of them."""
    for chunk in column.chunks:
        lists = cast("pa.ListArray[Any]", chunk)
        cards = lists.values.to_numpy().tobytes()
        yield from (cards[start:end] for start, end in pairwise(lists.offsets.to_numpy()))


def _columns(
    names: Sequence[str], rows: Sequence[tuple[object, ...]]
) -> dict[str, tuple[object, ...]]:
    """Turn rows into columns by name; into none where there are no rows."""
    return dict(zip(names, zip(*rows, strict=True), strict=False))


def _renamed(table: pa.Table, ids: Mapping[str, str]) -> list[str]:
    return [ids[match_id] for match_id in _texts(table, "match_id")]


def _texts(table: pa.Table, name: str) -> list[str]:
    return cast("list[str]", table[name].to_pylist())
