"""The registered bots as people and machines read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from harness.plugin import BotEntry
from harness.report.tables import DASH, print_json, say, show

SHORT_DIGEST: Final = 8


def print_bots(bots: Iterable[BotEntry]) -> None:
    """Draw a table of bots and the plugins they come from."""
    rows = [
        (
            bot.name,
            bot.plugin,
            bot.version or DASH,
            bot.author or DASH,
            bot.digest[:SHORT_DIGEST],
            "sandbox" if bot.submitted else "none",
            str(bot.source),
        )
        for bot in bots
    ]
    if not rows:
        say("There are no bots: plugins register them, see docs/authors.md.")
        return
    show(("Bot", "Plugin", "Version", "Author", "Digest", "Isolation", "From"), rows)


def print_bots_as_json(bots: Iterable[BotEntry]) -> None:
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
                "source": bot.source._asdict(),
            }
            for bot in bots
        ]
    )
