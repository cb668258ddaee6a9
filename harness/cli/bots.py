"""belote bots: who may play."""

from __future__ import annotations

from harness.cli.options import AsJson


def bots(*, as_json: AsJson = False) -> None:
    """List the bots and the plugins they come from."""
    from harness.plugin.manager import load
    from harness.report.bots import print_bots, print_bots_as_json

    found = load().bots.values()
    if as_json:
        print_bots_as_json(found)
    else:
        print_bots(found)
