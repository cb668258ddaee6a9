"""What bots think with, compiled: solving, random play, drawing the unseen cards."""

from harness.search.goal import Goal
from harness.search.native import build_info
from harness.search.position import Holdings, Position, PositionError
from harness.search.rolling import Rollout, rollouts
from harness.search.sampling import sample, why_undrawn
from harness.search.solving import Solution, solve, solve_many
from harness.search.worlds import force_worlds, rollout_worlds, solve_worlds

__all__ = [
    "Goal",
    "Holdings",
    "Position",
    "PositionError",
    "Rollout",
    "Solution",
    "build_info",
    "force_worlds",
    "rollout_worlds",
    "rollouts",
    "sample",
    "solve",
    "solve_many",
    "solve_worlds",
    "why_undrawn",
]
