"""What bots think with, compiled: solving with all cards seen."""

from harness.search.goal import Goal
from harness.search.native import build_info
from harness.search.position import Position, PositionError
from harness.search.solving import Solution, solve, solve_many

__all__ = [
    "Goal",
    "Position",
    "PositionError",
    "Solution",
    "build_info",
    "solve",
    "solve_many",
]
