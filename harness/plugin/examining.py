"""Examining a bot in processes of its own, as it will play."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Final

from harness.errors import BeloteError
from harness.game.dealing import SEED_BYTES
from harness.game.presets import preset
from harness.plugin import contract, sandbox
from harness.plugin.bench import Bench
from harness.plugin.bot import Bot
from harness.plugin.contract import Candidate, Verdict, verdicts
from harness.plugin.isolation import Isolation
from harness.plugin.program import Program
from harness.plugin.room import Place
from harness.plugin.trial import Failed

DRAWN_BITS: Final = 48
"""Of a seed that is drawn: short enough to be typed again."""
QUOTED: Final = 200
"""Characters shown of what a bot said."""


def apart(level: str | None) -> Isolation:
    """Return how a bot on trial is kept apart: in the sandbox, or knowingly without.

    Raises:
        NoSandboxError: there is none on this machine.
        BeloteError: it is to be in this process, or in no known way.
    """
    if level == "process":
        return Isolation("process")
    if level not in (None, "sandbox"):
        raise BeloteError(
            f"--isolation takes sandbox or process here, not {level!r}: a bot on trial plays in a "
            "process of its own"
        )
    sandbox.require()
    return Isolation("sandbox")


def examine(
    program: Program,
    presets: Iterable[str],
    isolation: Isolation,
    hands: int | None = None,
    seed: bytes | None = None,
) -> Iterator[Verdict]:
    """Yield a verdict on each part of the contract; where the bot does not even start, only that.

    Args:
        program: the bot.
        presets: that it says it plays.
        isolation: how it is kept apart.
        hands: to play under each; `contract.HANDS` where None.
        seed: of the cards and the bot's chance, 16 bytes; drawn where None, so that no bot knows
            that it is on trial.
    """
    key = secrets.randbits(DRAWN_BITS).to_bytes(SEED_BYTES, "big") if seed is None else seed
    names = list(presets)
    fresh = Bench(program, isolation._replace(keep=False))
    kept = Bench(program, isolation._replace(keep=True))
    at_many = isolation._replace(share=True)
    shared, one_by_one = (Bench(each, at_many) for each in (program, program.asked_one_by_one()))
    with closing(fresh), closing(kept), closing(shared), closing(one_by_one):
        staying = Candidate(kept.make, kept.dismiss, key)
        started = _starts(staying, names[0], isolation)
        yield started
        if not started.kept:
            return
        once = Candidate(fresh.make, fresh.dismiss, key)
        sitting = partial(_sitting, shared, one_by_one, key) if program.in_python else None
        yield from verdicts(once, staying, names, hands or contract.HANDS, sitting)
        yield _quiet([*fresh.said, *kept.said, *shared.said])


def _sitting(
    shared: Bench,
    one_by_one: Bench,
    seed: bytes,
    place: Place,
    number: int,
    many: bool,  # noqa: FBT001 - see `contract.Sitting`
) -> Candidate:
    """Return the bot as it sits at one of several tables, in processes that sit at all of them."""
    bench = shared if many else one_by_one
    made: list[Bot] = []

    def make() -> Bot:
        seat = (number & 1) + 2 * len(made)
        made.append(bench.make(place, seat, number))
        return made[-1]

    return Candidate(make, lambda: bench.dismiss(made), seed)


def _starts(candidate: Candidate, name: str, isolation: Isolation) -> Verdict:
    try:
        candidate.play(preset(name))
    except Failed as failed:
        return Verdict(
            "starts", kept=False, told=str(failed), record=failed.record, trace=failed.trace
        )
    where = {"sandbox": "in the sandbox", "process": "in a process of its own, without the sandbox"}
    told = where[isolation.level or "sandbox"]
    seed = int.from_bytes(candidate.seed, "big")
    return Verdict("starts", kept=True, told=f"{told}; again with --seed {seed}")


def _quiet(said: list[str]) -> Verdict:
    """Say what a bot wrote aside, which is no fault."""
    if not said:
        return Verdict("quiet", kept=True, told="it writes nothing but its answers")
    text = " ".join(said[0].split())[:QUOTED]
    return Verdict("quiet", kept=True, told=f"it writes besides: {text}")
