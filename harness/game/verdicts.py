"""Verdicts: what a referee answers, as plain objects ready for JSON.

On a legal record a verdict tells all that followed. Else it tells the first thing that is wrong:
`error` in words, `where` (the key of the record) and `at` which place within it, the `seat` whose
doing it is, the `card`, the `duty` broken and what was `legal`, each null where there is nothing to
say, and in a match the number of the `hand`.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from harness.errors import BeloteError
from harness.game.cards import card_names
from harness.game.hand import Hand
from harness.game.match import BY_FORFEIT, Match
from harness.game.play import TRUMPS
from harness.game.scoring import HandScore
from harness.game.seats import NOTHING, SEATS, SIDES, Pair, Seat

Verdict: TypeAlias = dict[str, Any]

LONGEST: Final = 200
"""Characters of a record that a verdict repeats at most."""


class Foul(BeloteError):
    """The first thing in a record that the rules forbid.

    Attributes:
        verdict: the verdict that tells it.
    """

    def __init__(
        self,
        error: str,
        where: str,
        at: int | None = None,
        *,
        seat: Seat | None = None,
        card: str | None = None,
        duty: str | None = None,
        legal: str | None = None,
    ) -> None:
        super().__init__(error)
        self.verdict = refusal(error, where, at)
        self.verdict |= {
            "seat": None if seat is None else SEATS[seat],
            "card": None if card is None else _shortened(card),
            "duty": duty,
            "legal": legal,
        }


def refusal(error: str, where: str, at: int | None = None, hand: int | None = None) -> Verdict:
    """Return the verdict on what is wrong at a place of a record, as far as nobody acted there."""
    return {
        "ok": False,
        "error": _shortened(error),
        "where": where,
        "at": at,
        **dict.fromkeys(("seat", "card", "duty", "legal")),
        **({} if hand is None else {"hand": hand}),
    }


def hand_verdict(hand: Hand, score: HandScore | None) -> Verdict:
    """Return all that came of a legal hand; one without a score was forfeited."""
    log = hand.log
    contract = log.contract
    return {
        "ok": True,
        "taker": None if contract is None else SEATS[contract.taker],
        "trump": None if contract is None else TRUMPS[contract.trump],
        "tricks": [
            {
                "leader": SEATS[trick.leader],
                "cards": card_names(trick.cards),
                "winner": SEATS[trick.winner],
                "points": trick.points,
            }
            for trick in log.tricks_played()
        ],
        "card_points": by_side(score.card_points if score else (log.points[0], log.points[1])),
        "announced": by_side(hand.announced()),
        "declarations": by_side(hand.declarations()),
        "belote": by_side(hand.belote()),
        "capot": None if score is None or score.capot is None else SIDES[score.capot],
        "outcome": score.outcome if score else BY_FORFEIT,
        "held_in": log.held,
        "held_out": score.held_out if score else log.held,
        "score": by_side(score.score if score else NOTHING),
    }


def match_verdict(match: Match, hands: list[Verdict]) -> Verdict:
    """Return all that came of a legal match, the verdicts on its hands given."""
    return {
        "ok": True,
        "hands": hands,
        "totals": by_side(match.totals),
        "winner": None if match.winner is None else SIDES[match.winner],
        "ended_by": match.ended_by,
    }


def by_side(amounts: Pair) -> dict[str, int]:
    """Return a pair by the names of the sides."""
    return dict(zip(SIDES, amounts, strict=True))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
