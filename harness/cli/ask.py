"""belote ask: what a bot would do in a hand that is written down."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.completing import bot_names
from harness.cli.options import AsJson, ConfigFile, OtherIsolation
from harness.cli.records import opened


def ask(
    bot: Annotated[
        str,
        typer.Argument(
            help="A bot's name, or a folder, an archive, a .py file.", autocompletion=bot_names
        ),
    ],
    record: Annotated[
        str,
        typer.Argument(
            help="A hand as far as it has been played: JSON, a file, or - for standard input."
        ),
    ],
    *,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the bot's chance.")] = 0,
    isolation: OtherIsolation = None,
    file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Print what a bot would bid, declare or play next.

    It thinks in a process of its own: in the sandbox, unless another isolation is asked for.
    """
    from contextlib import closing

    from harness.arena.config import rules_finder
    from harness.game.records import parse_line, read_record, text_of
    from harness.plugin import asking
    from harness.plugin.bench import Bench
    from harness.plugin.examining import apart
    from harness.plugin.target import target_of
    from harness.report.verdicts import print_answer

    hand = read_record(_begun(parse_line(text_of(_text(record)))), rules_finder(file))
    with (
        target_of(bot) as target,
        closing(Bench(target.program, apart(isolation))) as bench,
    ):
        print_answer(asking.ask(bench.make, hand, seed), as_json=as_json)


def _text(record: str) -> bytes | str:
    if record.lstrip().startswith("{"):
        return record
    with opened(Path(record)) as stream:
        return stream.read()


def _begun(record: object) -> object:
    """Return a hand in which nothing has been bid where its record tells no bids."""
    if not isinstance(record, dict) or record.get("bids") is not None or record.get("forfeit"):
        return record
    return record | {"bids": ""}
