"""The reference bots, registered by the door that is open to everybody.

This package is a plugin like any other: the entry-point group `belote` names it, and its hook
registers what stands beside it.
"""

from collections.abc import Callable

from bots.basic import BasicBot
from bots.counter import CounterBot
from bots.expert import ExpertBot
from bots.lowest import LowestBot
from bots.montecarlo import MonteCarloBot
from bots.random import RandomBot
from bots.solver import SolverBot
from harness.plugin import Bot, hookimpl


@hookimpl
def register_bots(register: Callable[[str, Callable[..., Bot]], None]) -> None:
    """Register the reference bots, weakest first."""
    register("random", RandomBot)
    register("lowest", LowestBot)
    register("basic", BasicBot)
    register("counter", CounterBot)
    register("montecarlo", MonteCarloBot)
    register("solver", SolverBot)
    register("expert", ExpertBot)
