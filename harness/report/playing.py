"""A match in which a person sits at the table."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from harness.arena.table import Seated, Table
from harness.errors import Left
from harness.game import DealSet, Rules
from harness.game.dealing import SEED_BYTES
from harness.game.seats import SEATS
from harness.plugin.bench import Bench
from harness.plugin.bot import Bot
from harness.plugin.isolation import Isolation
from harness.plugin.manager import BotEntry
from harness.plugin.program import program_of
from harness.report.person import Person
from harness.report.tables import say

BELOW: Final = {4: SEATS.index("S"), 2: SEATS.index("N")}
"""Where a person sits, by how many play."""


def play_match(
    rules: Rules, partner: BotEntry | None, opponent: BotEntry, *, seed: bytes | None = None
) -> None:
    """Play a match with a person at the table, to its end or until the person leaves.

    Args:
        rules: the table's rules.
        partner: who sits across; the opponents' kind where None.
        opponent: who sits against the person.
        seed: what the deals come from; drawn where None.
    """
    seat = BELOW[rules.seats]
    by_side = (partner or opponent, opponent)
    names = [by_side[each & 1].name for each in range(rules.seats)]
    names[seat] = "you"
    person = Person(names)
    deals = DealSet(seed or secrets.token_bytes(SEED_BYTES), 0)
    with ExitStack() as processes:
        first, against = (_maker(bot, processes) for bot in by_side)
        own = Seated("you", first, lambda: person) if seat else Seated("you", lambda: person)
        table = Table(rules, deals, (own, Seated(opponent.name, against)))
        try:
            played = table.play()
        except Left:
            say("You leave the table: nothing of this match is kept.")
            return
    fault = played.fault
    if fault is not None:
        if fault.seat == seat and fault.__cause__ is not None:  # not a bot's doing but ours
            raise fault.__cause__
        say(f"{SEATS[fault.seat]} ({names[fault.seat]}) loses the match: {fault.message}")
        north, east = played.match.totals
        say(f"NS {north}, EW {east}.", style="bold")


def _maker(bot: BotEntry, processes: ExitStack) -> Callable[[], Bot]:
    """Return what makes a bot: one that was submitted in the sandbox, as everywhere."""
    if not bot.submitted:
        return bot.make
    bench = Bench(program_of(bot.source, bot.digest, bot.name), Isolation("sandbox"))
    processes.callback(bench.close)
    return bench.make
