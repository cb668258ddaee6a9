"""Stored hands played again, step by step: what was bid and played, what was legal, what was said.

A replay trusts its rows: they were checked when they were played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from harness.arena.archive import (
    HANDS,
    THESE_MATCHES,
    Fault,
    Played,
    read_faults,
)
from harness.arena.runs import Ask
from harness.game.cards import Card, Mask, mask_of
from harness.game.declarations import Announcement, Declaration
from harness.game.hand import Hand
from harness.game.match import BY_DEALS, BY_FORFEIT, is_last
from harness.game.scoring import HandScore
from harness.game.seats import SEATS, Pair, Seat


class Bid(NamedTuple):
    """What a seat said in the auction."""

    seat: Seat
    bid: str


class Play(NamedTuple):
    """A card played.

    Attributes:
        seat: whose.
        card: which.
        legal: the cards that might have been played, as a mask.
        announcements: the declarations said just before it, by whomever.
        belote: the suit of a belote said with it; None where none was.
        points: card points won by NS and EW once it lies, the last trick's included.
    """

    seat: Seat
    card: Card
    legal: Mask
    announcements: tuple[Announcement, ...]
    belote: int | None
    points: Pair


class Replay(NamedTuple):
    """A hand of a match, played again.

    Attributes:
        match: of which it is part.
        hand_no: deals made in the match before it.
        totals: the score before it, NS and EW.
        opening: the hand as play begins (or as the auction ended without a taker).
        hand: the hand as it ended.
        holdings: by seat, every card it has at the start of play, covered ones too, as masks.
        bids, plays: in the order made.
        shown: the declarations that counted.
        outcome, written, held_out: as stored: how it ended, what each side wrote, what waits.
        score: the same part by part; None where the match was lost here.
        think_us: thinking time of NS and EW, in microseconds.
        faults: what bots did wrong in it.
    """

    match: Played
    hand_no: int
    totals: Pair
    opening: Hand
    hand: Hand
    holdings: tuple[Mask, ...]
    bids: tuple[Bid, ...]
    plays: tuple[Play, ...]
    shown: tuple[tuple[Seat, Declaration], ...]
    outcome: str
    written: Pair
    held_out: int
    score: HandScore | None
    think_us: Pair
    faults: tuple[Fault, ...]

    @property
    def name(self) -> str:
        """How it is asked for: `MATCH:HAND`."""
        return f"{self.match.match_id}:{self.hand_no}"

    def tricks(self) -> Iterator[tuple[Play, ...]]:
        """Yield the tricks in the order played, the last perhaps not whole."""
        size = self.match.rules.seats
        for start in range(0, len(self.plays), size):
            yield self.plays[start : start + size]


class MatchReplay(NamedTuple):
    """A match played again.

    Attributes:
        match: which.
        hands: in the order dealt.
        faults: what bots did wrong before the first deal.
    """

    match: Played
    hands: tuple[Replay, ...]
    faults: tuple[Fault, ...]


def replay_matches(ask: Ask, matches: Sequence[Played]) -> list[MatchReplay]:
    """Return matches with every hand played again."""
    ids = ", ".join(f"'{match.match_id}'" for match in matches)
    chosen = THESE_MATCHES.format(ids=ids)
    rows = ask(HANDS.format(matches=chosen)).to_pylist()
    faults = read_faults(ask, chosen)
    hands = {match_id: list(its) for match_id, its in groupby(rows, itemgetter("match_id"))}
    return [
        MatchReplay(
            match,
            tuple(
                replayed(match, row, faults[match.match_id, row["hand_no"]])
                for row in hands.get(match.match_id, ())
            ),
            faults[match.match_id, None],
        )
        for match in matches
    ]


def replayed(match: Played, row: Mapping[str, Any], faults: Iterable[Fault] = ()) -> Replay:
    """Play a stored hand again.

    Args:
        match: of which it is part.
        row: a row of `HANDS`.
        faults: what bots did wrong in it.
    """
    totals = row["total_ns"], row["total_ew"]
    dealer = SEATS.index(row["dealer"])
    last = is_last(match.rules, row["scored"], last_deal=match.ended_by == BY_DEALS)
    hand = Hand(match.rules, row["deck"], dealer, row["hand_no"], totals, row["held_in"], last=last)
    bids = tuple(_bid(hand, bid) for bid in row["bids"].split())
    opening = hand.copy()
    told = json.loads(row["declares"] or "{}")
    plays = tuple(_play(hand, card, told) for card in row["plays"])
    _say_the_rest(hand, (row["announced_ns"], row["announced_ew"]), told)
    return Replay(
        match=match,
        hand_no=row["hand_no"],
        totals=totals,
        opening=opening,
        hand=hand,
        holdings=_holdings(opening),
        bids=bids,
        plays=plays,
        shown=tuple(hand.log.shown),
        outcome=row["outcome"],
        written=(row["score_ns"], row["score_ew"]),
        held_out=row["held_out"],
        score=None if row["outcome"] == BY_FORFEIT else hand.score(),
        think_us=(row["think_us_ns"], row["think_us_ew"]),
        faults=tuple(faults),
    )


def _bid(hand: Hand, bid: str) -> Bid:
    seat = hand.turn
    assert seat is not None  # noqa: S101 - a bid that is stored was somebody's
    hand.push_bid(bid)
    return Bid(seat, bid)


def _play(hand: Hand, card: Card, told: Mapping[str, Any]) -> Play:
    log = hand.log
    said = 0 if not log.plays else len(log.announcements)
    while told and (declaring := hand.declaring) is not None:
        hand.declare(told.get(SEATS[declaring], "all"))
    seat, legal, belotes = log.turn, hand.legal_mask(), len(log.belotes)
    hand.push(card)
    north, east = log.points
    return Play(
        seat,
        card,
        legal,
        tuple(log.announcements[said:]),
        log.belotes[-1][1] if len(log.belotes) > belotes else None,
        (north, east),
    )


def _say_the_rest(hand: Hand, announced: Pair, told: Mapping[str, Any]) -> None:
    """Say what was said before a card that never came, where a hand was broken off."""
    while hand.announced() != announced and (seat := hand.declaring) is not None:
        hand.declare(told.get(SEATS[seat], "all"))


def _holdings(hand: Hand) -> tuple[Mask, ...]:
    """Return all that each seat has, with what lies face down."""
    beneath = hand.beneath
    return tuple(
        cards | mask_of(under for card, under in beneath.items() if cards >> card & 1)
        for cards in hand.dealt
    )
