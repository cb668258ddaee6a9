"""belote doctor: whether everything that a run needs is there."""

from __future__ import annotations

import typer

from harness.arena import DEFAULT_DATABASE
from harness.cli.options import AsJson, Database


def doctor(*, database: Database = DEFAULT_DATABASE, as_json: AsJson = False) -> None:
    """Say what is there and what is amiss; exit status 1 where something is."""
    from harness.report.health import examine, print_findings, print_findings_as_json

    findings = list(examine(database))
    if as_json:
        print_findings_as_json(findings)
    else:
        print_findings(findings)
    if any(one.amiss for one in findings):
        raise typer.Exit(1)
