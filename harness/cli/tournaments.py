"""belote tournaments: what may be run."""

from __future__ import annotations

from harness.cli.options import AsJson, ConfigFile


def tournaments(*, file: ConfigFile = None, as_json: AsJson = False) -> None:
    """List the tournaments of the file."""
    from harness.arena.config import configuration_of
    from harness.plugin.manager import load
    from harness.report.tournaments import print_tournaments, print_tournaments_as_json

    configuration = configuration_of(file, needed=True, registry=load())
    found = [configuration.tournament(one) for one in configuration.tournament_names]
    if as_json:
        print_tournaments_as_json(found)
    else:
        print_tournaments(found, configuration.where)
