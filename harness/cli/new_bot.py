"""belote new-bot: a bot to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.options import AsJson


def new_bot(
    name: Annotated[str, typer.Argument(help="What it is called; a folder of that name is made.")],
    *,
    language: Annotated[str, typer.Option("--lang", help="python or c.")] = "python",
    as_json: AsJson = False,
) -> None:
    """Write a small bot that works, with its own test, to change into yours."""
    from harness.plugin.beginning import begin
    from harness.plugin.manager import load
    from harness.report.tables import print_json, say

    files = begin(name, language, Path(name), load().owner)
    if as_json:
        print_json({"folder": name, "files": files})
        return
    say(f"{name}/ has {', '.join(files)}.")
    first = f"make -C {name} && " if "Makefile" in files else ""
    say(f"Try it: {first}belote check {name}/")
