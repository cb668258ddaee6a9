"""Stored matches shown again: hand by hand, then the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.text import Text

from harness.arena.archive import Fault, Played
from harness.arena.hindsight import Judged, judged
from harness.arena.replays import MatchReplay, Replay
from harness.errors import BeloteError
from harness.game.cards import CardSet, card_name
from harness.game.notation import hand_record
from harness.game.seats import SEATS
from harness.game.verdicts import hand_verdict
from harness.report.cards import bid_text, trump_text
from harness.report.hands import draw_faults, draw_hand
from harness.report.tables import DASH, plural, print_json, say, show

_NUMBERS: Final = ("Hand", "NS", "EW", "NS total", "EW total")


def show_matches(
    matches: Iterable[MatchReplay], hand_no: int | None, *, step: bool, faults: bool, solve: bool
) -> None:
    """Draw hands of matches.

    Args:
        matches: which.
        hand_no: which hand of them; all where None.
        step: whether to wait for Enter before each trick.
        faults: whether to show only what bots did wrong.
        solve: whether to say what each card cost with all cards seen.

    Raises:
        BeloteError: there is no such hand, or none with a fault.
    """
    for told in matches:
        for replay in _chosen(told, hand_no, faults=faults):
            draw_hand(replay, judged(replay) if solve else (), step=step)
            say("")
        if hand_no is None:
            draw_faults(told.faults)
            if not faults:
                _draw_sheet(told)


def print_matches_as_json(
    matches: Iterable[MatchReplay], hand_no: int | None, *, faults: bool, solve: bool
) -> None:
    """Print an array with an object for each hand; see `show_matches`.

    Before the hands of a match stands one whose `hand_no` is null, where bots were at fault before
    the first deal and no hand is named.
    """
    said: list[dict[str, Any]] = []
    for told in matches:
        chosen = _chosen(told, hand_no, faults=faults)
        if told.faults and hand_no is None:
            said.append({**_whose(told.match, None), "faults": _faults(told.faults)})
        said += [_as_dict(replay, judged(replay) if solve else ()) for replay in chosen]
    print_json(said)


def _chosen(told: MatchReplay, hand_no: int | None, *, faults: bool) -> list[Replay]:
    match_id = told.match.match_id
    if hand_no is not None and hand_no >= len(told.hands):
        hands = plural(len(told.hands), "hand")
        raise BeloteError(f"match {match_id} has {hands}, numbered from 0: there is no {hand_no}")
    chosen = [replay for replay in told.hands if hand_no in (None, replay.hand_no)]
    if not faults:
        return chosen
    faulty = [replay for replay in chosen if replay.faults]
    if not faulty and (hand_no is not None or not told.faults):
        where = match_id if hand_no is None else f"{match_id}:{hand_no}"
        raise BeloteError(f"no bot was at fault in {where}")
    return faulty


# The score sheet


def _draw_sheet(told: MatchReplay) -> None:
    match = told.match
    say(f"{match.match_id}  {match.ns} (NS) against {match.ew} (EW)", style="bold")
    headings = ("Hand", "Dealer", "Contract", "Outcome", *_NUMBERS[1:])
    if told.hands:
        show(headings, map(_line, told.hands), numbers=_NUMBERS)
    winner = {"NS": match.ns, "EW": match.ew}.get(match.winner or "")
    score = f"{match.score_ns}{DASH}{match.score_ew}"
    ended = match.ended_by.replace("_", " ")
    say(f"\n{f'{winner} wins' if winner else 'Drawn'}, {score}, ended by {ended}.")


def _line(replay: Replay) -> list[str | Text]:
    north, east = replay.totals
    return [
        str(replay.hand_no),
        SEATS[replay.hand.log.dealer],
        _contract(replay),
        replay.outcome,
        *map(str, replay.written),
        str(north + replay.written[0]),
        str(east + replay.written[1]),
    ]


def _contract(replay: Replay) -> str | Text:
    contract = replay.hand.log.contract
    if contract is None:
        return DASH
    what = trump_text(contract.trump) if contract.bid == "take" else bid_text(contract.bid)
    times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
    return Text.assemble(f"{SEATS[contract.taker]} ", what, times)


# For machines


def _as_dict(replay: Replay, judged: Sequence[Judged]) -> dict[str, Any]:
    """Return the record of a hand, the verdict on it, and what might have been played."""
    return {
        **_whose(replay.match, replay.hand_no),
        **hand_record(replay.hand),
        "holdings": {
            SEATS[seat]: str(CardSet(cards)) for seat, cards in enumerate(replay.holdings)
        },
        "totals": {"NS": replay.totals[0], "EW": replay.totals[1]},
        **hand_verdict(replay.hand, replay.score),
        "played": [
            {
                "seat": SEATS[play.seat],
                "card": card_name(play.card),
                "legal": str(CardSet(play.legal)),
                **(_judgement(judged[place]) if judged else {}),
            }
            for place, play in enumerate(replay.plays)
        ],
        "faults": _faults(replay.faults),
    }


def _whose(match: Played, hand_no: int | None) -> dict[str, Any]:
    return {"match_id": match.match_id, "hand_no": hand_no, "ns": match.ns, "ew": match.ew}


def _faults(faults: Iterable[Fault]) -> list[dict[str, Any]]:
    return [
        {
            "seat": SEATS[one.seat],
            "bot": one.bot,
            "kind": one.kind,
            "message": one.message,
            "substitute": one.substitute,
            "forfeits": one.forfeits,
        }
        for one in faults
    ]


def _judgement(one: Judged) -> dict[str, Any]:
    values = {card_name(card): value for card, value in one.values.items()}
    return {"values": values, "cost": one.cost}
