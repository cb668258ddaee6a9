"""How tests run: properties without a clock, the same every time on a build machine.

A property is held for a hundred examples unless it says how many; `BELOTE_EXAMPLES` asks for more.
"""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

from harness.ending import SIGNALS

GAME = Path(__file__).parent / "game"

EXAMPLES = int(os.environ.get("BELOTE_EXAMPLES", "100"))

settings.register_profile("local", deadline=None, max_examples=EXAMPLES)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if "CI" in os.environ else "local")


@pytest.fixture(params=SIGNALS)
def ending(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """A signal that ends the process, as each does: Ray leaves handlers wherever it was started."""
    before = {one: signal.signal(one, signal.SIG_DFL) for one in SIGNALS}
    number: signal.Signals = request.param
    yield number
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.fixture(scope="module", autouse=True)
def traced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Trace tests/game alone: they reach every branch of the game, and tracing slows it down.

    Of them those marked `untraced` play so much at random that it would take minutes.
    """
    coverage = Coverage.current()
    untraced = request.node.get_closest_marker("untraced")
    if coverage is None or (GAME in request.path.parents and not untraced):
        yield
        return
    coverage.stop()
    yield
    _forget_what_was_cached()
    coverage.start()


def _forget_what_was_cached() -> None:
    """Let the game make again, traced, what it made and kept untraced."""
    for name, module in list(sys.modules.items()):
        if name.startswith("harness.game"):
            for made in vars(module).values():
                if forget := getattr(made, "cache_clear", None):
                    forget()
