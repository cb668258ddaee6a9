"""Stored hands played again, step by step: what was bid and played, what was legal, what was said.

A replay trusts its rows: they were checked when they were played.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from harness.arena.runs import Ask, find_run
from harness.errors import BeloteError
from harness.game.cards import Card, Mask, mask_of
from harness.game.declarations import Announcement, Declaration
from harness.game.hand import Hand
from harness.game.match import BY_DEALS, is_last
from harness.game.presets import rules_of
from harness.game.rules import Rules
from harness.game.scoring import HandScore
from harness.game.seats import SEATS, Pair, Seat

Row: TypeAlias = dict[str, Any]

BY_FORFEIT: Final = "forfeit"
"""The outcome of a hand in which the match was lost."""

MATCHES: Final = """
    SELECT match_id, run_id, matches.ns, matches.ew, score_ns, score_ew, winner, hands, ended_by,
           runs.name AS run_name, runs.rules,
           (SELECT list(bot ORDER BY instr('NESW', seat)) FROM seats
            WHERE seats.match_id = matches.match_id) AS bots
    FROM matches JOIN runs USING (run_id)
"""
"""What `Played` is read from."""
HANDS: Final = """
    SELECT match_id, hand_no, deck, dealer, bids, declares, plays, announced_ns, announced_ew,
           outcome, held_in, held_out, hands.score_ns, hands.score_ew, think_us_ns, think_us_ew,
           coalesce(sum(hands.score_ns) OVER before, 0)::INTEGER AS total_ns,
           coalesce(sum(hands.score_ew) OVER before, 0)::INTEGER AS total_ew,
           -- A deal that was passed out is not scored, nor one that is dealt again.
           count(*) FILTER (outcome <> 'passed' AND NOT (outcome = 'tied' AND held_out = held_in
                            AND hands.score_ns = 0 AND hands.score_ew = 0)) OVER before AS scored
    FROM hands SEMI JOIN ({matches}) USING (match_id)
    WINDOW before AS (PARTITION BY match_id ORDER BY hand_no
                      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ORDER BY match_id, hand_no
"""
"""What a replay is made from; `matches` selects some match_id."""
FAULTS: Final = """
    SELECT match_id, hand_no, seat, bot, kind, message, evidence, traceback
    FROM faults SEMI JOIN ({matches}) USING (match_id)
    ORDER BY match_id, hand_no, seat
"""

THESE_MATCHES: Final = "SELECT match_id FROM matches WHERE match_id IN ({ids})"
"""Such a selection."""


class Played(NamedTuple):
    """A stored match: a row of `matches`, with the name and the rules of its run.

    `bots` are who sits N, E, S and W: partners are not always two of the same.
    """

    match_id: str
    run_id: str
    ns: str
    ew: str
    score_ns: int
    score_ew: int
    winner: str | None
    hands: int
    ended_by: str
    run_name: str
    rules: Rules
    bots: list[str]


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


class Fault(NamedTuple):
    """What a bot did that lost its match: a row of `faults`, its evidence read."""

    seat: Seat
    bot: str
    kind: str
    message: str
    evidence: dict[str, Any]
    traceback: str | None


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


def find_match(ask: Ask, match_id: str) -> Played:
    """Return a match by its id, or the start of it.

    Raises:
        BeloteError: where there is no such match, or several begin so.
    """
    wanted = match_id.replace("'", "''")
    where = f"WHERE starts_with(match_id, '{wanted}') LIMIT 2"
    found = list(read_matches(ask, where))
    if len(found) != 1:
        many = "several matches begin with" if found else "there is no match"
        raise BeloteError(f"{many} {match_id!r}: the table matches has their ids")
    return found[0]


def faulty_matches(ask: Ask, run: str | None = None) -> list[Played]:
    """Return the matches of a run in which a bot was at fault; see `find_run` for which run."""
    run_id = find_run(ask, run).run_id
    where = f"SEMI JOIN faults USING (match_id) WHERE run_id = '{run_id}'"
    return list(read_matches(ask, f"{where} ORDER BY pair, pairing, leg"))


def read_matches(ask: Ask, where: str) -> Iterator[Played]:
    """Yield matches, as SQL that follows `MATCHES` chooses them."""
    known: dict[str, Rules] = {}
    for row in ask(f"{MATCHES} {where}").to_pylist():
        text = row["rules"]
        known[text] = known.get(text) or rules_of(json.loads(text))
        yield Played(**(row | {"rules": known[text]}))


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


def read_faults(ask: Ask, matches: str) -> defaultdict[tuple[str, int | None], tuple[Fault, ...]]:
    """Return the faults of matches by match and hand, None for one before the first deal.

    Args:
        ask: answers SQL with a table.
        matches: SQL that selects their match_id.
    """
    found: defaultdict[tuple[str, int | None], tuple[Fault, ...]] = defaultdict(tuple)
    for row in ask(FAULTS.format(matches=matches)).to_pylist():
        found[row["match_id"], row["hand_no"]] += (
            Fault(
                SEATS.index(row["seat"]),
                row["bot"],
                row["kind"],
                row["message"],
                json.loads(row["evidence"] or "{}"),
                row["traceback"],
            ),
        )
    return found


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
