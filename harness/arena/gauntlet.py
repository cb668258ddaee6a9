"""A short gauntlet: where a bot stands among those that come with the harness."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from harness.arena.runner import Outcome, run_tournament
from harness.arena.tournament import build
from harness.game.presets import preset
from harness.plugin.isolation import Level
from harness.plugin.manager import load
from harness.plugin.sources import Source

PAIRS: Final = 10
"""Of matches, with each of them."""
LADDER: Final = Source("entry_point", "bots")
"""The plugin of the bots that come with the harness."""


def play_gauntlet(name: str, rules: str, database: Path, level: Level | None = None) -> Outcome:
    """Play a bot against each reference bot, in this process, and keep every hand.

    The seed is drawn, and another each time: who knows it knows the cards.

    Args:
        name: of the bot.
        rules: a preset.
        database: to keep them in.
        level: how the bot is kept apart; the reference bots play in this process.

    Raises:
        BeloteError: as a run does.
    """
    registry = load()
    ladder = [entry.name for entry in registry.bots.values() if entry.source == LADDER]
    contestant = {"bot": name} if level is None else {"bot": name, "isolation": level}
    tournament = build(
        f"gauntlet of {name}",
        [contestant, *ladder],
        rules=preset(rules),
        pairs=PAIRS,
        format="gauntlet",
    )
    return run_tournament(tournament, registry, database=database, workers=0, fresh=True)
