"""The border to what is compiled: its stubs, and values that cross processes."""

import ast
import pickle
from pathlib import Path

import harness.search
from harness.search import Goal, Position, rollouts, solve
from tests.search.extensions import Extension, each_extension

STUBS = Path(harness.search.__file__).with_name("_native.pyi")

POSITION = Position.read(
    "classic",
    "S",
    {"N": "JS AH", "E": "AS KH", "S": "7S QH", "W": "KS 10H"},
    "N",
    points=(60, 29),
    tricks=(3, 3),
)


@each_extension
def test_the_stubs_name_every_function_with_its_arguments(extension: Extension) -> None:
    stubs = {
        node.name: [argument.arg for argument in node.args.args]
        for node in ast.parse(STUBS.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }
    public = {name for name in vars(extension) if not name.startswith("_")}
    assert stubs.keys() == public
    for name, arguments in stubs.items():
        signature = getattr(extension, name).__nb_signature__[0][0]
        assert [one.arg for one in _parsed(signature).args.args] == arguments, name


def _parsed(signature: str) -> ast.FunctionDef:
    (function,) = ast.parse(f"{signature}: ...").body
    assert isinstance(function, ast.FunctionDef)
    return function


def test_positions_goals_and_answers_cross_processes() -> None:
    for value in (POSITION, Goal(0, 82), solve(POSITION), rollouts(POSITION, 10, seed=3)):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own
