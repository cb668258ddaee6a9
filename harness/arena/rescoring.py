"""Rescoring: matches already played, written down again under other scoring settings.

What was played stays as it was, so only settings that decide what is written may change. A match
that would have ended earlier ends there; one that would have gone on is left unfinished.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from harness.arena.standings import Ask
from harness.errors import BeloteError
from harness.game.cards import parse_cards
from harness.game.hand import Hand
from harness.game.match import BY_FORFEIT, Match
from harness.game.rules import SCORING, Rules, differences
from harness.game.seats import SEATS, SIDES

UNFINISHED: Final = "unfinished"
_AT_ONCE: Final = 500


class Rescored(NamedTuple):
    """One match under other settings.

    Attributes:
        stored: its row of `matches`.
        match: the score sheet now; not over where the match would have gone on.
        hands: how many of its hands are counted now.
    """

    stored: Mapping[str, Any]
    match: Match
    hands: int

    @property
    def winner(self) -> str | None:
        """The winning side now; None where drawn or unfinished."""
        return None if self.match.winner is None else SIDES[self.match.winner]

    @property
    def ended_by(self) -> str:
        """How it ends now, or `unfinished`."""
        return self.match.ended_by or UNFINISHED


def check_rescorable(played: Rules, rules: Rules) -> None:
    """Refuse rules under which what was played might not have been legal.

    Raises:
        BeloteError: naming the settings.
    """
    changed = [rule.name for rule, _, _ in differences(played, rules)]
    fixed = [name for name in changed if name not in SCORING]
    if "declarations" in changed and rules.declarations:
        fixed.append("declarations")
    if fixed:
        raise BeloteError(
            f"rescoring cannot change {', '.join(fixed)}: what was dealt, bid, said or played "
            "hangs on it"
        )


def rescore(ask: Ask, matches: Iterable[Mapping[str, Any]], rules: Rules) -> Iterator[Rescored]:
    """Write stored matches down again.

    Args:
        ask: answers SQL with a table.
        matches: rows of `matches`.
        rules: what to score by; see `check_rescorable`.
    """
    waiting = sorted(matches, key=itemgetter("match_id"))
    for start in range(0, len(waiting), _AT_ONCE):
        chunk = {row["match_id"]: row for row in waiting[start : start + _AT_ONCE]}
        ids = ", ".join(f"'{match_id}'" for match_id in chunk)
        hands = ask(
            "SELECT match_id, hand_no, deck, dealer, bids, declares, plays, outcome FROM hands "
            f"WHERE match_id IN ({ids}) ORDER BY match_id, hand_no"
        ).to_pylist()
        for match_id, rows in groupby(hands, itemgetter("match_id")):
            yield _rescored(chunk[match_id], rows, rules)


def _rescored(stored: Mapping[str, Any], rows: Iterable[Mapping[str, Any]], rules: Rules) -> Rescored:
    match = Match(rules, None, dealer=SEATS.index(stored["first_dealer"]))
    for row in rows:
        if match.over:
            break
        if row["outcome"] == BY_FORFEIT:
            break
        match.record(replayed(match.next_hand(row["deck"]), row))
    if not match.over and stored["ended_by"] == BY_FORFEIT:
        match.forfeit(1 - SIDES.index(stored["winner"]))
    return Rescored(stored, match, match.deals_made)


def replayed(hand: Hand, row: Mapping[str, Any]) -> Hand:
    """Play a stored hand again, trusting its row; return the same hand, now over."""
    declares = json.loads(row["declares"]) if row["declares"] else {}
    for bid in row["bids"].split():
        hand.push_bid(bid)
    for card in row["plays"]:
        while declares and (seat := hand.declaring) is not None:
            chosen = declares.get(SEATS[seat], "all")
            masks = [] if chosen == "none" else [parse_cards(cards).mask for cards in chosen]
            found = hand.found[seat]
            hand.push_declarations(
                found if chosen == "all" else tuple(one for one in found if one.mask in masks)
            )
        hand.push(card)
    return hand
