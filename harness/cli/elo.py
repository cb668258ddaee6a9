"""belote elo: what bare counts say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.options import AsJson, Level, SprtAlpha, SprtBeta, SprtModel, numbers_of
from harness.errors import BeloteError

if TYPE_CHECKING:
    from harness.arena.rating.samples import Sample


def elo(
    *,
    wdl: Annotated[str | None, typer.Option(help="Matches won, drawn and lost: 76-123-89.")] = None,
    pairs: Annotated[
        str | None,
        typer.Option(help="Pairs by score, 0 to 1 in quarters, LL LD WL WD WW: 34,54,63,64,75."),
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(help="How far a test of two Elo claims has come: 0,2.")
    ] = None,
    model: SprtModel = "normalized",
    alpha: SprtAlpha = 0.05,
    beta: SprtBeta = 0.05,
    level: Level = 0.95,
    as_json: AsJson = False,
) -> None:
    """Print Elo, normalised Elo and likelihood of superiority from bare counts."""
    from harness.report.elo import print_elo

    test = None
    if sprt is not None:
        from harness.arena.rating.sprt import Sprt

        elo0, elo1 = numbers_of("--sprt", sprt, float, "0,2")
        test = Sprt(elo0, elo1, alpha, beta, model)
    sample = _sample(wdl, pairs)
    if not sample.units:
        raise BeloteError("nothing was counted: all of the counts are 0")
    print_elo(sample, level, test, as_json=as_json)


def _sample(wdl: str | None, pairs: str | None) -> Sample:
    from harness.arena.rating.samples import Pairs, Wdl

    if wdl is not None and pairs is None:
        return Wdl(*numbers_of("--wdl", wdl, int, "76-123-89"))
    if pairs is not None and wdl is None:
        return Pairs(*numbers_of("--pairs", pairs, int, "34,54,63,64,75"))
    raise BeloteError("give the counts of matches with --wdl, or those of pairs with --pairs")
