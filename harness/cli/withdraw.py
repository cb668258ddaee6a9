"""belote withdraw: take a submitted bot out of the competition."""

from __future__ import annotations

from typing import Annotated

import typer


def withdraw(
    name: Annotated[
        str, typer.Argument(help="NAME@VERSION, or NAME for every version.", show_default=False)
    ],
) -> None:
    """Withdraw a submitted bot: it plays no more, what it has played stays."""
    from harness.plugin.manager import PLUGIN_DIRS
    from harness.plugin.submitting import withdraw as take_out
    from harness.report.tables import say

    for one in take_out(name, list(PLUGIN_DIRS)):
        say(f"{one} is withdrawn.")
