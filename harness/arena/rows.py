"""The rows of what was played, in the order of their columns after `match_id`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from harness.arena.faults import Fault
from harness.game.cards import CARD_NAMES
from harness.game.hand import Hand
from harness.game.match import BY_FORFEIT
from harness.game.notation import declares_record
from harness.game.play import TRUMPS
from harness.game.scoring import HandScore
from harness.game.seats import NOTHING, SEATS, SIDES


def hand_row(
    hand: Hand, score: HandScore | None, think: Sequence[float], sides: Sequence[str]
) -> tuple[Any, ...]:
    """Return a row of `hands`; there is no score where the hand was broken off.

    Args:
        hand: as far as it was played.
        score: what was written for it.
        think: how long each seat thought, in seconds.
        sides: the names of NS and EW.
    """
    log = hand.log
    taker, trump, bid, multiplier = (log.auction.contract or (None, None, None, 1))[:4]
    announced = hand.announced() if log.announcements else NOTHING
    declared = hand.declarations() if log.shown else NOTHING
    declares = declares_record(hand) if hand.rules.silence else None
    points: Sequence[int] = log.points if score is None else score.card_points
    if score is None:
        capot, outcome, held_out, written = None, BY_FORFEIT, log.held, NOTHING
    else:
        capot, outcome = score.capot, score.outcome
        held_out, written = score.held_out, score.score
    return (
        log.hand_no,
        bytes(hand.deck),
        SEATS[log.dealer],
        None if log.turned is None else CARD_NAMES[log.turned],
        None if taker is None else SEATS[taker],
        None if trump is None else TRUMPS[trump],
        bid,
        multiplier,
        " ".join(log.auction.bids),
        json.dumps(declares) if declares else None,
        bytes(log.plays),
        announced[0],
        announced[1],
        declared[0],
        declared[1],
        "".join([SEATS[seat] for seat, _ in log.belotes]) if log.belotes else None,
        points[0],
        points[1],
        log.won[0].bit_count() // len(log.order),
        None if capot is None else SIDES[capot],
        outcome,
        log.held,
        held_out,
        written[0],
        written[1],
        int(1e6 * (think[0] + think[2])),
        int(1e6 * (think[1] + think[3])),
        *sides,
    )


def fault_row(number: int, fault: Fault, bot: str) -> tuple[Any, ...]:
    """Return a row of `faults`, the match's fault number `number`, by the contestant `bot`."""
    return (
        number,
        fault.hand_no,
        fault.place,
        SEATS[fault.seat],
        bot,
        fault.kind,
        fault.message,
        fault.substitute,
        fault.forfeits,
        json.dumps(fault.evidence),
        fault.trace,
    )
