"""belote new-bot: a bot to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def new_bot(
    name: Annotated[str, typer.Argument(help="What it is called; a folder of that name is made.")],
    *,
    language: Annotated[str, typer.Option("--lang", help="python or c.")] = "python",
) -> None:
    """Write a small bot that works, with its own test, to change into yours."""
    from harness.plugin.beginning import begin
    from harness.report.tables import say

    files = begin(name, language, Path(name))
    say(f"{name}/ has {', '.join(files)}.")
    first = f"make -C {name} && " if "Makefile" in files else ""
    say(f"Try it: {first}belote check {name}/")
