"""belote rules: rule sets, one or two of them field by field."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.completing import rules_names
from harness.cli.options import AsJson, ConfigFile


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A rule set, to show every field.",
            show_default=False,
            autocompletion=rules_names,
        ),
    ] = None,
    other: Annotated[
        str | None,
        typer.Argument(
            help="Another, to show only where they differ.",
            show_default=False,
            autocompletion=rules_names,
        ),
    ] = None,
    *,
    file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """List the rule sets, show one, or compare two."""
    from harness.arena.config import configuration_of
    from harness.plugin.manager import load
    from harness.report import rules as report

    registry = load()
    configuration = configuration_of(file, registry=registry)
    named = [configuration.rules(one) for one in (name, other) if one is not None]
    if len(named) == 2:
        show = report.print_differences_as_json if as_json else report.print_differences
        show(*named)
    elif named:
        (report.print_rules_as_json if as_json else report.print_rules)(*named)
    else:
        found = report.rule_sets(configuration, registry)
        (report.print_rule_sets_as_json if as_json else report.print_rule_sets)(found)
