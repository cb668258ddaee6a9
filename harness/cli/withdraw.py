"""belote withdraw: take a submitted bot out of the competition."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.completing import submitted_names
from harness.cli.options import AsJson


def withdraw(
    name: Annotated[
        str,
        typer.Argument(
            help="NAME@VERSION, or NAME for every version.",
            show_default=False,
            autocompletion=submitted_names,
        ),
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Withdraw a submitted bot: it plays no more, what it has played stays."""
    from harness.plugin.manager import PLUGIN_DIRS
    from harness.plugin.submitting import withdraw as take_out
    from harness.report.tables import print_json, say

    withdrawn = take_out(name, list(PLUGIN_DIRS))
    if as_json:
        print_json({"withdrawn": withdrawn})
        return
    for one in withdrawn:
        say(f"{one} is withdrawn.")
