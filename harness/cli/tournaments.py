"""belote tournaments: what may be run."""

from __future__ import annotations

from harness.cli.options import AsJson, ConfigFile
from harness.errors import BeloteError


def tournaments(*, file: ConfigFile = None, as_json: AsJson = False) -> None:
    """List the tournaments of the file; after those, what is seen to be wrong with others.

    No bot is made for that: whether one takes the value of an option, `belote run` says at once.
    """
    from harness.arena.config import configuration_of
    from harness.arena.lineup import see_entered
    from harness.cli.program import complain
    from harness.plugin.manager import load
    from harness.report.tournaments import print_tournaments, print_tournaments_as_json

    registry = load()
    configuration = configuration_of(file, needed=True, registry=registry)
    found, wrong = [], []
    for name in configuration.tournament_names:
        try:
            one = configuration.tournament(name)
            see_entered(one.contestants, registry, configuration.place_of(name))
            found.append((one, one.matches))
        except BeloteError as error:
            wrong.append(error)
    if found or not wrong:
        if as_json:
            print_tournaments_as_json(found)
        else:
            print_tournaments(found, configuration.where)
    for each in wrong[:-1]:
        complain(each)
    if wrong:
        raise wrong[-1]
