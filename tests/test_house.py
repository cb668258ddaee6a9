"""The shape of the house: which layer may import which, and what must load late."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import harness
import harness.game
import harness.plugin

ROOT = Path(__file__).resolve().parents[1]

LAYERS = ("game", "search", "plugin", "arena", "report", "cli")
"""From the ground up: a layer may import itself and those before it."""

GROUND = (
    "harness.errors",
    "harness.ending",
    "harness.aside",
    "harness.lazy",
    "harness.printable",
    "harness.__version__",
)
"""What every layer may import besides."""

LATE = ("ray", "duckdb", "scipy", "pyarrow", "bots")
"""What only the commands that use it may load."""


def imported(source: str, package: str) -> Iterator[str]:
    """Dotted names that `source`, a module of `package`, imports, wherever in it that happens."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: 1 - node.level or None] if node.level else []
            start = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def within(name: str, *packages: str) -> bool:
    """Whether a dotted name is one of the packages or lies in one."""
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def imports_of(folder: str) -> list[tuple[str, str]]:
    """Pairs of file and imported dotted name for every Python file under `folder`."""
    return [
        (str(path.relative_to(ROOT)), name)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported(path.read_text(), ".".join(path.parent.relative_to(ROOT).parts))
    ]


def loaded_after(statement: str) -> set[str]:
    """Names of the modules that a fresh interpreter holds once it has run `statement`."""
    script = f"import sys\n{statement}\nsys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_an_import_counts_wherever_it_stands() -> None:
    source = """
import harness.arena.store
if TYPE_CHECKING:
    from harness.game import cards, hand
def late():
    from . import seats
    from ..plugin.bot import Bot
"""
    assert list(imported(source, "harness.game")) == [
        "harness.arena.store",
        "harness.game.cards",
        "harness.game.hand",
        "harness.game.seats",
        "harness.plugin.bot.Bot",
    ]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_itself_and_those_below_it(layer: str) -> None:
    below = [f"harness.{name}" for name in LAYERS[: LAYERS.index(layer) + 1]]
    upwards = [
        (file, name)
        for file, name in imports_of(f"harness/{layer}")
        if within(name, "harness") and not within(name, *below, *GROUND)
    ]
    assert upwards == []


def test_the_errors_that_every_layer_may_import_import_no_layer() -> None:
    names = [
        name
        for file in ("errors", "aside", "lazy", "printable")
        for name in imported((ROOT / f"harness/{file}.py").read_text(), "harness")
    ]
    assert [name for name in names if not within(name, *sys.stdlib_module_names)] == []


def test_the_game_imports_nothing_outside_the_standard_library() -> None:
    allowed = (*sys.stdlib_module_names, "harness.game", *GROUND)
    assert [each for each in imports_of("harness/game") if not within(each[1], *allowed)] == []


@pytest.mark.parametrize("package", [harness, harness.game, harness.plugin])
def test_a_package_lists_and_has_every_name_that_it_is_said_to_have(package: ModuleType) -> None:
    assert set(package.__all__) <= set(dir(package))
    assert all(hasattr(package, name) for name in package.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing


def test_a_bots_own_process_loads_nothing_that_it_may_never_need() -> None:
    """It may live for one match: what is loaded then takes longer than to play."""
    loaded = loaded_after("from harness.plugin import child, several") - loaded_after("pass")
    spared = {"ctypes", "difflib", "hashlib", "pathlib", "tomllib"}
    assert "harness.game.view" in loaded
    assert loaded & (spared | {"harness.game.match", "harness.game.presets"}) == set()


def test_the_reference_bots_use_only_doors_that_are_open_to_every_author() -> None:
    inside = [f"harness.{name}" for name in ("arena", "report", "cli")]
    assert [each for each in imports_of("bots") if within(each[1], *inside)] == []


def test_only_the_command_line_knows_typer() -> None:
    users = {file for file, name in imports_of("harness") if within(name, "typer")}
    assert users
    assert {file for file in users if not file.startswith("harness/cli/")} == set()


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("import harness", id="the library"),
        pytest.param("import harness.cli", id="the command line"),
        pytest.param(
            "from harness.cli import app\n"
            "from harness.cli.program import status_of\n"
            "sys.argv = ['belote', '--help']\n"
            "assert status_of(app) == 0",
            id="its help",
        ),
    ],
)
def test_what_takes_long_to_load_waits_for_a_command_that_needs_it(statement: str) -> None:
    loaded = loaded_after(statement)
    assert "harness" in loaded
    assert loaded.intersection(LATE) == set()


def test_no_file_speaks_of_a_folder_on_somebody_s_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    assert Path(__file__) in files
    private = re.compile(rb"(?<![\w.~-])/(?:home|root|Users|work)/\w")
    assert [str(file) for file in files if private.search(file.read_bytes())] == []
