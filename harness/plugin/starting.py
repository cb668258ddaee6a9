"""Seeing before a run that bots start in processes of their own, so that none fails in every match.

As many start at once as there are cores.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from typing import Final

from harness.errors import BeloteError
from harness.game.dealing import DealSet
from harness.game.match import Match
from harness.game.rules import Rules
from harness.game.view import View
from harness.plugin.bench import Bench
from harness.plugin.blame import PluginError
from harness.plugin.chance import Chance
from harness.plugin.isolation import Limits
from harness.plugin.process import CRASHED, EXCEPTION, MEMORY, Lost
from harness.plugin.remote import Remote

_SEED: Final = bytes(16)
_OF_PLUGIN: Final = f"{PluginError.__name__}: "


def see_started(benches: Iterable[tuple[str, Bench]], rules: Rules) -> None:
    """Have a bot of each bench start, and send it away.

    Args:
        benches: each with whose it is, as an error names it.
        rules: of the match that it is to be ready for.

    Raises:
        BeloteError: the first that does not start, in one line.
    """
    coming = iter(benches)
    while some := list(islice(coming, os.cpu_count() or 1)):
        with ExitStack() as closed:
            for _, bench in some:
                closed.enter_context(closing(bench))
            _see(some, rules)


def _see(benches: Sequence[tuple[str, Bench]], rules: Rules) -> None:
    bots: list[tuple[str, Bench, Remote]] = []
    for whose, bench in benches:
        try:
            bots.append((whose, bench, bench.make()))
        except Lost as lost:
            raise _refused(whose, bench.limits, lost) from None
    hand = Match(rules, DealSet(_SEED, 0)).next_hand()
    for whose, bench, bot in bots:
        bot.start_match(rules, 0)
        try:
            bot.start_hand(View(0, hand.log, hand.dealt[0], Chance(0)))
        except Lost as lost:
            raise _refused(whose, bench.limits, lost) from None


def _refused(whose: str, limits: Limits, lost: Lost) -> BeloteError:
    """Say in one line why a bot does not start, with the last that it has said."""
    message = " ".join(lost.message.split())
    if message.startswith(_OF_PLUGIN):  # which names the bot, or all of its plugin
        return BeloteError(message.removeprefix(_OF_PLUGIN))
    if lost.kind == EXCEPTION:
        return BeloteError(f"{whose} cannot be made: {message}")
    under = ""
    if lost.kind in (CRASHED, MEMORY):
        told = ", ".join(f"{name} = {most}" for name, most in limits._asdict().items())
        under = f" under its limits ({told})"
    said = lost.trace.strip().splitlines()[-1:]
    return BeloteError(f"{whose} cannot start{under}: {'; '.join([message, *said])}")
