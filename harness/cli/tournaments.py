"""belote tournaments: what may be run."""

from __future__ import annotations

from harness.cli.options import AsJson, ConfigFile
from harness.errors import BeloteError


def tournaments(*, file: ConfigFile = None, as_json: AsJson = False) -> None:
    """List the tournaments of the file; after those that can be run, what is wrong with others."""
    from harness.arena.config import configuration_of
    from harness.plugin.manager import load
    from harness.report.tables import say
    from harness.report.tournaments import print_tournaments, print_tournaments_as_json

    configuration = configuration_of(file, needed=True, registry=load())
    found, wrong = [], []
    for name in configuration.tournament_names:
        try:
            one = configuration.tournament(name)
            found.append((one, one.matches))
        except BeloteError as error:
            wrong.append(error)
    if as_json and (found or not wrong):
        print_tournaments_as_json(found)
    elif found or not wrong:
        print_tournaments(found, configuration.where)
    if wrong:
        *others, last = wrong
        for each in others:
            say(f"belote: {each}", stderr=True)
        raise last
