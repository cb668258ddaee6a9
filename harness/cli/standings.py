"""belote standings: the ranking of a run, or of several."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.completing import contestant_names
from harness.cli.options import AsJson, Database, Level, RunIds, filled


def standings(  # noqa: PLR0913 - a ranking has that many sides
    *,
    run: RunIds = None,
    where: Annotated[
        str | None,
        typer.Option(
            help="Rank only matches that meet this, in SQL; of every run where none is named.",
            callback=filled,
        ),
    ] = None,
    by: Annotated[Literal["elo", "margin"], typer.Option(help="What decides the order.")] = "elo",
    anchor: Annotated[
        str | None,
        typer.Option(
            help="The bot that has 0.",
            show_default="the mean",
            callback=filled,
            autocompletion=contestant_names,
        ),
    ] = None,
    method: Annotated[
        Literal["sandwich", "bootstrap", "model"],
        typer.Option(help="Where intervals come from; model takes matches as independent."),
    ] = "sandwich",
    seed: Annotated[int, typer.Option(help="Of the bootstrap.", min=0)] = 0,
    level: Level = 0.95,
    simultaneous: Annotated[
        bool, typer.Option("--simultaneous", help="Make all intervals of the table hold at once.")
    ] = False,
    crosstable: Annotated[
        bool,
        typer.Option(
            "--crosstable",
            help="Show how each did against each as well; with --by margin also in points a hand.",
        ),
    ] = False,
    database: Database = DEFAULT_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Print the ranking of a run, also while it is on; or of several runs together."""
    from harness.arena.answering import asking
    from harness.arena.final import finals_of
    from harness.arena.ranking import rank_run
    from harness.arena.rating.method import Method
    from harness.arena.runs import find_runs
    from harness.arena.standings import rank
    from harness.report.standings import print_runs

    chosen = Method(method, level, simultaneous, anchor, seed)
    with asking(database) as ask:
        runs = find_runs(ask, run or (), every=where is not None)
        if len(runs) == 1 and where is None:
            ranked, members = rank_run(ask, runs[0].run_id, chosen, by)
        else:
            ids = [one.run_id for one in runs]
            ranked, members = rank(ask, *ids, where=where or "", method=chosen, order=by), None
        finals = finals_of(ask, runs)
    print_runs(runs, ranked, members, finals, where=where, crosstable=crosstable, as_json=as_json)
