"""The docs say what is so: every name in them is a real one, every snippet and query runs."""

from __future__ import annotations

import inspect
import re
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

import harness
from harness import game, plugin, run_tournament, search
from harness.arena import supervisor, voids
from harness.arena.columns import TABLES
from harness.arena.config import Configuration, Entry
from harness.arena.faults import KINDS, TRACEBACK_LENGTH
from harness.arena.formats import FORMATS
from harness.arena.tournament import build
from harness.cli.reference import COMMANDS
from harness.cli.reference import renewed as renewed_commands
from harness.game import View, preset
from harness.plugin import Bot, hookspecs, load, process, protocol
from harness.plugin.isolation import ALLOWANCE, Limits, Time
from harness.plugin.manifest import Manifest
from harness.report.standings import HEADINGS
from tests.oracle.hands import judge
from tests.pages import PAGES, ROOT, VIEWS, blocks, commands_in, names, rows, section

WIDEST: Final = 120
"""Columns of a line of prose."""
NAMING_PAGES: Final = (".py", ".toml", ".c", ".cpp", ".h", ".txt")
"""Files that may name a page."""


# Lines


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_prose_is_wrapped_where_tables_and_code_may_go_on(page: str) -> None:
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    prose = code.sub("", (ROOT / page).read_text("utf-8"))
    lines = [line for line in prose.splitlines() if not line.startswith(("|", "    "))]
    assert [line for line in lines if len(line) > WIDEST] == []


# Commands


@pytest.mark.parametrize("page", PAGES)
def test_every_command_shown_exists_with_its_options(page: str) -> None:
    for belote, *arguments in commands_in(page):
        assert belote == "belote"
        if arguments[0].startswith("-"):
            continue
        assert arguments[0] in COMMANDS, " ".join(arguments)
        options = {name for one in COMMANDS[arguments[0]].params for name in one.opts}
        used = {name for name in arguments[1:] if re.match(r"--?[a-z]", name)}
        assert used <= options, " ".join(arguments)


def test_the_commands_are_told_as_their_help_tells_them() -> None:
    page = PAGES["docs/reference/commands.md"]
    assert renewed_commands(page) == page
    marks = re.findall(r"^### (.*)\n\n<!-- (.*) -->$", page, re.MULTILINE)
    assert marks == [(f"belote {name}", f"belote {name}") for name in COMMANDS]
    panels = [command.rich_help_panel for command in COMMANDS.values()]
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == list(dict.fromkeys(panels))


def test_the_help_of_query_names_every_table_and_view() -> None:
    told = set(re.findall(r"\w+", str(COMMANDS["query"].help).partition("Tables:")[2]))
    assert told == {*TABLES, *VIEWS, "Views"}


def test_every_key_of_a_tournament_is_explained_with_its_default() -> None:
    told = rows(section("docs/reference/tournaments.md", "## Keys"))
    bare = {"bots": ["one", "other"]}
    written = Configuration({"tournament": {"x": bare}}, "snippet")
    assert sorted(row[0].strip("`") for row in told) == sorted(Entry.__struct_fields__)
    plain = written.tournament("x")
    assert [row[2].strip("`") for row in told] == [
        "needed",
        str(plain.pairs),
        plain.rules.name,
        plain.schedule.name,
        plain.mode,
        plain.deals,
        "drawn, and secret until the end",
        plain.partners,
        "`sandbox` for submitted bots, `none` for others".strip("`"),
        ", ".join(map(str, plain.isolation.time)),
        ", ".join(map(str, plain.isolation.limits)),
        str(plain.isolation.keep).lower(),
        str(plain.isolation.share).lower(),
        plain.policy.on_fault,
        str(plain.policy.max_faults),
        f"{plain.worker_limits.hangs_after:g}",
        str(plain.worker_limits.memory_mb),
        str(plain.tables),
    ]
    assert plain.seed is None


def test_every_format_is_explained_with_its_options() -> None:
    told = rows(section("docs/reference/tournaments.md", "## Formats"))
    assert [row[0].strip("`") for row in told] == list(FORMATS)
    for (_, _, options), one in zip(told, FORMATS.values(), strict=True):
        real = {*[*inspect.signature(one).parameters][2:]} - {"told"}
        assert real <= {*re.findall(r"`(\w+)`", options)} <= {*real, "bots"}


def test_every_reference_bot_is_explained() -> None:
    told, _ = PAGES["docs/reference/reference-bots.md"].split("\n| option |", 1)
    assert names(told) == list(load(plugin_dirs=(), env={}).bots)


def test_every_kind_of_fault_is_explained() -> None:
    page = PAGES["docs/reference/faults.md"].replace("\n", " ")
    told = rows(PAGES["docs/reference/faults.md"])
    assert {row[0].strip("`"): row[1] for row in told} == KINDS
    assert f"longer than {protocol.LONGEST_LINE:,} bytes" in page
    assert f"its error stream ({process.SAID_LENGTH:,} bytes of it)" in page
    assert f"more than {voids.MOST_VOIDS} times with its worker" in page
    assert f"nobody at the table ends {supervisor.MOST_VOIDS + 1} times" in page
    assert f"The last {TRACEBACK_LENGTH:,} characters" in PAGES["docs/reference/database.md"]


def test_the_ranking_shown_is_that_of_the_quickstart_s_bots() -> None:
    heading, *lines = re.findall(r"^(?:Rank|\d(?:–\d)?) +\w.*", PAGES["README.md"], re.MULTILINE)
    assert heading.split() == [title.strip() for title in HEADINGS]
    quickstart = Configuration.read(ROOT / "tournaments.toml").tournament("quickstart")
    bots = [contestant.name for contestant in quickstart.contestants]
    assert sorted(line.split()[1] for line in lines) == sorted(bots)
    assert f"{2 * quickstart.pairs * 6:,} matches" in PAGES["README.md"]
    for line in lines:
        assert f"  {2 * quickstart.pairs * (len(bots) - 1)}  " in line


# Bots


def test_the_methods_of_a_bot_are_those_explained_with_their_arguments() -> None:
    told = names(section("docs/reference/bot.md", "## What a bot is asked"))
    methods = [name for name in told if re.fullmatch(r"\w+\(.*\)", name)]
    real = [
        f"{name}({', '.join(list(inspect.signature(method).parameters)[1:])})"
        for name, method in vars(Bot).items()
        if inspect.isfunction(method) and not name.startswith("_")
    ]
    assert sorted(methods) == sorted(real)


def test_the_attributes_of_a_view_are_those_explained() -> None:
    told = names(section("docs/reference/bot.md", "## The view"))
    assert sorted(told) == sorted(name for name in dir(View) if not name.startswith("_"))


def test_the_hooks_are_those_explained_with_their_arguments() -> None:
    real = [
        f"{name}({', '.join(inspect.signature(hook).parameters)})"
        for name, hook in vars(hookspecs).items()
        if hasattr(hook, f"{hookspecs.PROJECT}_spec")
    ]
    assert names(section("docs/reference/plugins.md", "## Hooks")) == real


# Bots in other processes


def messages() -> dict[str, Any]:
    """Return every message of the protocol by its type."""
    kinds = [*get_args(protocol.Message)]
    return {kind.__struct_config__.tag: kind for kind in kinds}


def test_the_messages_of_the_protocol_are_those_explained_with_their_keys() -> None:
    told = [
        row
        for heading in ("## What the harness writes", "## Shorthand")
        for row in rows(section("docs/reference/protocol.md", heading))
    ]
    assert sorted(row[0].strip("`") for row in told) == sorted(messages())
    for row in told:
        fields = messages()[row[0].strip("`")].__struct_fields__
        keys = set(re.findall(r"`(\w+)`", row[1]))
        assert set(fields) <= keys, row[0]


def test_the_messages_shown_are_messages() -> None:
    shown = re.findall(r"^> (\{.*\})$", PAGES["docs/reference/protocol.md"], re.MULTILINE)
    for line in shown[1:]:  # the first is cut short
        (message,) = protocol.read_messages(line.encode())
        assert protocol.line_of(message).decode().strip() == line
    answers = re.findall(r"^< (\{.*\})$", PAGES["docs/reference/protocol.md"], re.MULTILINE)
    assert len(shown) > len(answers) > 2
    for line in answers:
        assert protocol.line_of(protocol.read_answer(line.encode())).decode().strip() == line


def test_every_key_of_a_manifest_is_explained() -> None:
    told = names(section("docs/reference/protocol.md", "## The manifest"))
    assert sorted(told) == sorted(Manifest.__struct_fields__)
    page = PAGES["docs/reference/protocol.md"]
    (shown,) = re.findall(r"```toml\n(\[bot\].*?)```", page, re.DOTALL)
    assert Manifest.parse(shown).command == ("./mybot",)


def test_every_limit_is_explained() -> None:
    pages = PAGES["docs/reference/tournaments.md"] + PAGES["docs/reference/protocol.md"]
    for name in (*Time._fields, *Limits._fields):
        assert f"`{name}`" in pages
    assert f"{1000 * ALLOWANCE:.0f} ms of each answer are the harness's own" in pages


# Python


def test_what_python_code_may_import_is_told_with_its_arguments() -> None:
    told = names(PAGES["docs/reference/python.md"].partition("## `harness.search`")[0])
    real = {
        name: getattr(module, name) for module in (harness, game, plugin) for name in module.__all__
    }
    assert {name.partition("(")[0] for name in told} == set(real)
    for call in filter(inspect.isfunction, real.values()):
        arguments = ", ".join(inspect.signature(call).parameters)
        assert f"{call.__name__}({arguments})" in told


def test_the_tools_for_thinking_are_told_with_their_arguments() -> None:
    told = {name.partition("(")[0] for name in names(PAGES["docs/reference/search.md"])}
    assert told >= {name for name in search.__all__ if not name[0].isupper()}


# Snippets


@pytest.mark.parametrize("code", blocks("python"))
def test_every_python_snippet_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELOTE_PLUGINS", raising=False)
    (tmp_path / "hand.json").write_text('{"dealer": "W", "plays": "KS 9S JS 7S 10S"}')
    if "hookimpl" not in code:
        exec(compile(code, "snippet", "exec"), {})  # noqa: S102 - that is what is tested
        return
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "snippet.py").write_text(code)
    registry = load()
    for name, bot in registry.bots.items():
        if bot.plugin == "snippet":
            tournament = build("", ["random", name], rules=preset("classic"), pairs=3, seed=7)
            outcome = run_tournament(
                tournament, registry, database=tmp_path / "results.duckdb", workers=0
            )
            assert outcome.progress.faults == 0


@pytest.mark.parametrize("text", blocks("toml"))
def test_every_toml_snippet_is_read(text: str) -> None:
    tables = tomllib.loads(text)
    if "project" in tables:
        assert list(tables["project"]["entry-points"]) == [hookspecs.PROJECT]
        return
    if "command" in tables:
        assert Manifest.parse(f'[bot]\nname = "x"\nversion = "1"\n{text}').command
        return
    if "bot" in tables:
        assert Manifest.parse(text).name == tables["bot"]["name"]
        return
    written = Configuration(tables, "snippet")
    for name in written.tournament_names:
        assert written.tournament(name).pairs > 0
    for name in tables.get("rules", {}):
        assert written.rules(name).name == name


def test_every_json_snippet_is_a_record() -> None:
    (record,) = (msgspec.json.decode(one.values[0]) for one in blocks("json"))
    assert list(record) == ["rules", "dealer", "deck", "bids", "plays"]
    assert judge(record)["ok"]


# Pages


def test_every_page_is_in_the_index_once() -> None:
    listed = re.findall(r"\]\(([^)]+)\)", PAGES["docs/README.md"])
    pages = [page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")]
    assert sorted(listed) == sorted(page for page in pages if page != "README.md")


def test_every_page_that_code_and_messages_name_is_there() -> None:
    folders = ("harness", "bots", "native", "examples", "benchmarks")
    files = chain(ROOT.glob("*.toml"), *((ROOT / name).rglob("*.*") for name in folders))
    texts = (file.read_text("utf-8") for file in files if file.suffix in NAMING_PAGES)
    named = {page for text in texts for page in re.findall(r"docs/[\w/-]+\.md", text)}
    assert len(named) > 3
    assert named <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_between_pages_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", PAGES[page]):
        path, _, anchor = target.partition("#")
        if target.startswith("https://"):
            continue
        linked = (ROOT / page).parent / path if path else ROOT / page
        assert linked.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text("utf-8"), re.MULTILINE)
            assert anchor in [heading.lower().replace(" ", "-") for heading in headings]
