"""The registered bots as people and machines read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from harness.plugin import BotEntry
from harness.report.tables import DASH, print_json, say, show

SHORT_DIGEST: Final = 8

Ratings: TypeAlias = Mapping[tuple[str, str], float]
"""The last Elo of bots, by name (without version) and digest."""


def print_bots(bots: Iterable[BotEntry], ratings: Ratings) -> None:
    """Draw a table of bots, the plugins they come from, and their last ratings."""
    rows = [
        (
            bot.name,
            bot.plugin,
            bot.version or DASH,
            bot.author or DASH,
            bot.digest[:SHORT_DIGEST],
            DASH if (elo := _rating(bot, ratings)) is None else f"{elo:+.0f}",
            f"{bot.source}, sandbox" if bot.submitted else str(bot.source),
        )
        for bot in bots
    ]
    if not rows:
        say("There are no bots: plugins register them, see docs/reference/plugins.md.")
        return
    headings = ("Bot", "Plugin", "Version", "Author", "Digest", "Elo", "From")
    show(headings, rows, numbers=("Elo",))


def _rating(bot: BotEntry, ratings: Ratings) -> float | None:
    return ratings.get((bot.name.partition("@")[0], bot.digest))


def print_bots_as_json(bots: Iterable[BotEntry], ratings: Ratings) -> None:
    """Print an array with an object a bot."""
    print_json(
        [
            {
                "name": bot.name,
                "plugin": bot.plugin,
                "version": bot.version,
                "author": bot.author,
                "digest": bot.digest,
                "isolation": "sandbox" if bot.submitted else "none",
                "elo": _rating(bot, ratings),
                "source": bot.source._asdict(),
            }
            for bot in bots
        ]
    )
