"""Hands packed for the page: all that its viewer shows, in about a hundred bytes each.

Cards are single characters of `CARDS`, seats digits; a hand is an object with short keys, which
`templates/hands.js` unpacks. Nothing of the rules is worked out again there.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from typing import Any, Final

from harness.arena.archive import Played
from harness.arena.hindsight import Judged, judged
from harness.arena.replays import MatchReplay, Play, Replay
from harness.game.cards import cards_of
from harness.game.play import TRUMPS
from harness.printable import printable
from harness.report.hands import declaration
from harness.report.sheet import why_written

CARDS: Final = "0123456789abcdefghijklmnopqrstuv"
"""A character for each card, by its number."""
NOBODY: Final = "."


def packed(matches: Iterable[MatchReplay], *, solve: bool) -> tuple[str, int]:
    """Return hands as text for the page, and how many they are.

    Args:
        matches: with the hands to pack.
        solve: whether to work out what each card cost with all cards seen.
    """
    tables: list[list[Any]] = []
    hands: list[dict[str, Any]] = []
    for told in matches:
        hands += [_hand(len(tables), one, judged(one) if solve else ()) for one in told.hands]
        tables.append(_match(told.match))
    text = json.dumps({"matches": tables, "hands": hands}, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode(), len(hands)


def _match(match: Played) -> list[Any]:
    return [
        match.match_id,
        match.ns,
        match.ew,
        match.score_ns,
        match.score_ew,
        match.winner,
        match.ended_by,
        match.hands,
        match.bots,
    ]


def _hand(match: int, replay: Replay, costs: tuple[Judged, ...]) -> dict[str, Any]:
    """Return a hand with the keys that it has something to say for."""
    log = replay.hand.log
    contract = log.contract
    told: dict[str, Any] = {
        "m": match,
        "n": replay.hand_no,
        "d": log.dealer,
        "t": None if log.turned is None else CARDS[log.turned],
        "b": " ".join(f"{seat}{bid}" for seat, bid in replay.bids),
        "c": contract and [contract.taker, TRUMPS[contract.trump], contract.bid],
        "x": contract and contract.multiplier,
        "h": _holders(replay),
        "p": "".join(CARDS[play.card] for play in replay.plays),
        "s": "".join(str(play.seat) for play in replay.plays),
        "l": "".join(_legal(replay, play) for play in replay.plays),
        "w": "".join(map(str, log.trick_winners)),
        "r": _running(replay),
        "a": _said(replay),
        "o": replay.outcome,
        "k": None if replay.score is None else replay.score.capot,
        "v": [*replay.totals, *replay.written],
        "e": [log.held, replay.held_out],
        "y": _why(replay),
        "f": [_fault(one.seat, one.kind, one.message) for one in replay.faults],
        "z": [{CARDS[card]: value for card, value in one.values.items()} for one in costs],
    }
    return {key: value for key, value in told.items() if value not in (None, "", [])}


def _holders(replay: Replay) -> str:
    """Return by card the seat that has it at the start of play."""
    holders = [NOBODY] * 32
    for seat, cards in enumerate(replay.holdings):
        for card in cards_of(cards):
            holders[card] = str(seat)
    return "".join(holders)


def _legal(replay: Replay, play: Play) -> str:
    """Return which of the cards that a seat has might be played, a bit a card, in hexadecimal."""
    digits = 8 // replay.match.rules.seats
    mask = sum(
        1 << place
        for place, card in enumerate(cards_of(replay.holdings[play.seat]))
        if play.legal >> card & 1
    )
    return f"{mask:0{digits}x}"


def _running(replay: Replay) -> list[int]:
    """Return the points of NS and EW after each trick."""
    return [points for trick in replay.tricks() for points in trick[-1].points]


def _said(replay: Replay) -> list[list[Any]]:
    """Return what was said, each with the number of the card it came with, and who said it."""
    said: list[list[Any]] = []
    for number, play in enumerate(replay.plays):
        said += [[number, one.seat, declaration(one)] for one in play.announcements]
        if play.belote is not None:
            said.append([number, play.seat, "belote"])
    return said


def _why(replay: Replay) -> list[str]:
    contract = replay.hand.log.contract
    if replay.score is None or contract is None:
        return []
    return why_written(replay.match.rules, contract, replay.hand.counts(), replay.score)


def _fault(seat: int, kind: str, message: str) -> list[Any]:
    return [seat, kind, printable(message)]
