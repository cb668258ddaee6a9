"""A hand on a terminal: who held what, the auction, the tricks, what each side wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from harness.arena.archive import Fault
from harness.arena.hindsight import Judged
from harness.arena.replays import Play, Replay
from harness.game.declarations import Announcement
from harness.game.outcome import PASSED
from harness.game.seats import SEATS, SIDES, Seat
from harness.report.asking import ask
from harness.report.cards import bid_text, card_text, cards_text, in_order, suit_lines, trump_text
from harness.report.seating import seating
from harness.report.sheet import draw_score, why_written
from harness.report.tables import DASH, cell, console, say, show

_POINTS: Final = ("Trick", "Points", *SIDES, "Cost")
"""The columns of the tricks that hold numbers."""


def draw_hand(replay: Replay, judged: Sequence[Judged] = (), *, step: bool = False) -> None:
    """Draw a hand.

    Args:
        replay: the hand.
        judged: what each card was worth with all cards seen; empty where nobody asked.
        step: whether to wait for Enter before each trick, and tell each card.
    """
    _draw_deal(replay)
    _draw_auction(replay)
    if step:
        _step_through(replay, judged)
    elif replay.plays:
        _draw_tricks(replay, judged)
    if judged:
        _say_costs(replay, judged)
    _draw_end(replay)


# What was dealt and said


def _draw_deal(replay: Replay) -> None:
    match, hand = replay.match, replay.hand
    say(f"{match.match_id}:{replay.hand_no}  {match.ns} (NS) against {match.ew} (EW)", style="bold")
    told = Text(f"{SEATS[hand.log.dealer]} deals")
    if hand.log.turned is not None:
        told.append_text(Text.assemble(", ", card_text(hand.log.turned), " is turned up"))
    north, east = replay.totals
    told.append(f"; the score is {north}{DASH}{east}")
    told.append(f", {hand.log.held} points wait.\n" if hand.log.held else ".\n")
    out = console()
    out.print(told)
    at = {seat: _seat_lines(replay, seat) for seat in range(match.rules.seats)}
    below = 2 if match.rules.seats == 4 else 1
    out.print(seating(at, below=below))


def _seat_lines(replay: Replay, seat: Seat) -> list[Text]:
    held, hand = replay.holdings[seat], replay.opening
    covered = held & ~hand.dealt[seat]
    name = Text.assemble((f"{SEATS[seat]}  ", "bold"), cell(replay.match.bots[seat]))
    return [name, *suit_lines(held, hand.log.trump, marked=covered), Text("")]


def _draw_auction(replay: Replay) -> None:
    told = [Text.assemble((f"{SEATS[seat]} ", "dim"), bid_text(bid)) for seat, bid in replay.bids]
    line = Text.assemble(("Auction  ", "bold"), Text("   ").join(told) if told else DASH)
    contract = replay.hand.log.contract
    if contract is not None:
        line.append_text(
            Text.assemble("\n", f"{SEATS[contract.taker]} takes: ", trump_text(contract.trump))
        )
        line.append(f", times {contract.multiplier}." if contract.multiplier > 1 else ".")
    console().print(line)


# The tricks


def _draw_tricks(replay: Replay, judged: Sequence[Judged]) -> None:
    seats = range(replay.match.rules.seats)
    rows = []
    for number, trick in enumerate(replay.tricks()):
        place = number * len(seats)
        winner = _winner(replay, number)
        cells = {play.seat: _in_trick(play, winner) for play in trick}
        leader = trick[0].seat
        cost = sum(one.cost for one in judged[place : place + len(trick)])
        rows.append(
            [
                str(number + 1),
                SEATS[leader],
                *(cells.get(seat, Text("")) for seat in seats),
                DASH if winner is None else SEATS[winner],
                *map(str, _points(replay, number)),
                *([str(cost)] if judged else ()),
            ]
        )
    headings = ["Trick", "Leads", *SEATS[: len(seats)], "Wins", "Points", *SIDES]
    console().print()
    show([*headings, *(["Cost"] if judged else ())], rows, numbers=_POINTS)
    for line in _said(replay):
        console().print(line)


def _in_trick(play: Play, winner: Seat | None) -> Text:
    wins = play.seat == winner
    return Text.assemble(card_text(play.card, "bold" if wins else ""), "*" if wins else "")


def _winner(replay: Replay, number: int) -> Seat | None:
    """Return who won a trick; None where it was not played to its end."""
    winners = replay.hand.log.trick_winners
    return winners[number] if number < len(winners) else None


def _points(replay: Replay, number: int) -> tuple[int, int, int]:
    """Return what a trick was worth, and what NS and EW have with it."""
    size = replay.match.rules.seats
    before = replay.plays[number * size - 1].points if number else (0, 0)
    now = replay.plays[min((number + 1) * size, len(replay.plays)) - 1].points
    return sum(now) - sum(before), *now


def _said(replay: Replay) -> Iterator[Text]:
    """Yield a line for each thing that was said while cards were played."""
    for number, trick in enumerate(replay.tricks(), 1):
        for play in trick:
            for told in _with_card(play):
                yield Text.assemble((f"Trick {number}: ", "dim"), told)
    for seat, one in replay.shown:
        yield Text.assemble(
            ("Counts: ", "dim"), f"{SEATS[seat]}'s {one.kind} (", cards_text(one.cards), ")"
        )


def _with_card(play: Play) -> Iterator[Text]:
    for one in play.announcements:
        yield Text(f"{SEATS[one.seat]} declares {declaration(one)}.")
    if play.belote is not None:
        yield Text.assemble(f"{SEATS[play.seat]} says belote in ", trump_text(play.belote), ".")


def declaration(one: Announcement) -> str:
    """Say a declaration as it is announced: `a run of 3 (20)`."""
    what = "four of a kind" if one.kind == "four" else f"a run of {one.length}"
    return f"{what} ({one.value})"


# Step by step


def _step_through(replay: Replay, judged: Sequence[Judged]) -> None:
    out = console()
    size = replay.match.rules.seats
    for number, trick in enumerate(replay.tricks()):
        ask(Text("Enter shows the next trick", "dim"))
        say(f"Trick {number + 1}", style="bold")
        for place, play in enumerate(trick, number * size):
            for told in _with_card(play):
                out.print(Text.assemble("     ", told))
            out.print(_told(replay, play, judged[place] if judged else None))
        winner, (worth, north, east) = _winner(replay, number), _points(replay, number)
        if winner is not None:
            say(f"  {SEATS[winner]} wins {worth}: NS {north}, EW {east}.")
    if replay.plays:
        ask(Text("Enter shows the score", "dim"))


def _told(replay: Replay, play: Play, judged: Judged | None) -> Text:
    """Tell a card with those that might have been played instead, and what it cost."""
    line = Text.assemble((f"  {SEATS[play.seat]}  ", "bold"), card_text(play.card, "bold"))
    line.append(" " * (8 - line.cell_len + 1))
    others = in_order(play.legal & ~(1 << play.card), replay.hand.log.trump)
    if not others:
        line.append("the only one", "dim")
    else:
        line.append_text(Text.assemble(("or ", "dim"), cards_text(others)))
    if judged and judged.cost:
        best = max(judged.values, key=lambda card: judged.values[card])
        line.append_text(Text.assemble(f"; {card_text(best)} is worth {judged.cost} more"))
    return line


def _say_costs(replay: Replay, judged: Sequence[Judged]) -> None:
    """Say how much each seat gave away, held against the best play with all cards seen."""
    costs = [0] * replay.match.rules.seats
    for play, one in zip(replay.plays, judged, strict=True):
        costs[play.seat] += one.cost
    by_seat = ", ".join(f"{SEATS[seat]} {cost}" for seat, cost in enumerate(costs))
    say(f"With all cards seen, plays gave away: {by_seat} card points.")


# The end


def _draw_end(replay: Replay) -> None:
    console().print()
    draw_faults(replay.faults)
    if replay.score is None:
        return
    if replay.outcome == PASSED:
        say("Nobody took.")
        return
    contract = replay.hand.log.contract
    assert contract is not None  # noqa: S101 - it was not passed out
    draw_score(replay.score)
    for reason in why_written(replay.match.rules, contract, replay.hand.counts(), replay.score):
        say(reason)


def draw_faults(faults: Iterable[Fault]) -> None:
    """Say what bots did wrong, with the end of a crashed one's traceback."""
    for fault in faults:
        whose = f"Fault of {SEATS[fault.seat]} ({fault.bot})"
        console().print(cell(f"{whose}: {fault.kind}, {_cost(fault)}", "bold red"))
        say(f"  {fault.message}")
        for line in (fault.traceback or "").splitlines():
            say(f"  {line}", style="dim")


def _cost(fault: Fault) -> str:
    """Say what became of a fault."""
    if fault.forfeits:
        return "which lost it the match"
    if fault.substitute is None:
        return "which was forgiven"
    return f"forgiven, with {fault.substitute} in place of its answer"
