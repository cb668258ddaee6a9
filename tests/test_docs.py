"""The docs say what is so: every name in them is a real one, every snippet and query runs."""

from __future__ import annotations

import inspect
import re
import shlex
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

import harness
from bots.lowest import LowestBot
from harness import game, plugin, run_tournament, search
from harness.arena import supervisor, voids
from harness.arena.answering import asking
from harness.arena.columns import TABLES
from harness.arena.config import Configuration, Entry
from harness.arena.faults import KINDS, TRACEBACK_LENGTH
from harness.arena.formats import FORMATS
from harness.arena.runs import Ask
from harness.arena.tournament import build
from harness.cli.reference import COMMANDS
from harness.cli.reference import renewed as renewed_commands
from harness.game import View, preset, preset_names
from harness.game.bids import ladder_of
from harness.game.play import ALL_TRUMPS, NO_TRUMPS, law_of
from harness.game.records import parse_line, read_record
from harness.game.rules import describe
from harness.plugin import Bot, hookspecs, load, process, protocol
from harness.plugin.asking import ask as ask_bot
from harness.plugin.isolation import ALLOWANCE, Limits, Time
from harness.plugin.manifest import Manifest
from harness.report.rules import FAMILIES, readings, renewed
from harness.report.standings import HEADINGS
from tests.oracle.hands import judge

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
WIDEST: Final = 120
"""Columns of a line of prose."""
NAMING_PAGES: Final = (".py", ".toml", ".c", ".cpp", ".h", ".txt")
"""Files that may name a page."""
VIEWS: Final = ("plays", "tricks", "holdings", "auctions", "seats", "pairs", "standings")


def blocks(language: str) -> list[Any]:
    """Return the fenced blocks in a language, each named by its page and place."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [
        pytest.param(text, id=f"{page} {number}")
        for page, content in PAGES.items()
        for number, text in enumerate(fence.findall(content), 1)
    ]


def section(page: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its kind or a greater one."""
    _, found, rest = PAGES[page].partition(f"\n{heading}\n")
    assert found, f"{page} has no {heading}"
    level, _ = heading.split(maxsplit=1)
    return re.split(rf"^#{{2,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables in a text, without their headings."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith(("|---", "| ---")):
            found.pop()
        elif line.startswith("|"):
            found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def names(text: str) -> list[str]:
    """Return what stands in backticks in the first column of a table."""
    return [name for row in rows(text) for name in re.findall(r"`([^`]+)`", row[0])]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """What answers SQL about a small tournament."""
    path = tmp_path_factory.mktemp("docs") / "belote.duckdb"
    tournament = build("docs", ["random", "lowest"], rules=preset("classic"), pairs=12, seed=7)
    run_tournament(tournament, load(plugin_dirs=(), env={}), database=path, workers=0)
    with asking(path) as answered:
        yield answered


# Lines


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_prose_is_wrapped_where_tables_and_code_may_go_on(page: str) -> None:
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    prose = code.sub("", (ROOT / page).read_text("utf-8"))
    lines = [line for line in prose.splitlines() if not line.startswith(("|", "    "))]
    assert [line for line in lines if len(line) > WIDEST] == []


# Commands


def commands_in(page: str) -> Iterator[list[str]]:
    for line in re.findall(r"^\$ (.*)$|`(belote [^`]+)`", PAGES[page], re.MULTILINE):
        yield shlex.split("".join(line))


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


# The database


@pytest.mark.parametrize("name", TABLES)
def test_the_columns_of_a_table_are_those_explained(name: str) -> None:
    tables = section("docs/reference/database.md", "## Tables")
    text = f"\n{tables}".split(f"\n### `{name}`\n")[1].split("\n### ")[0]
    assert names(text) == TABLES[name].names


@pytest.mark.parametrize("name", VIEWS)
def test_the_columns_of_a_view_are_those_explained(ask: Ask, name: str) -> None:
    views = section("docs/reference/database.md", "## Views")
    text = f"\n{views}".split(f"\n### `{name}`\n")[1].split("\n### ")[0]
    columns = ask(f"FROM {name} LIMIT 0").column_names
    assert names(text) == columns


def test_every_table_and_view_is_explained(ask: Ask) -> None:
    sql = "SELECT table_name AS name FROM information_schema.tables"
    there = set(ask(sql)["name"].to_pylist())
    told = re.findall(r"^### `(\w+)`$", PAGES["docs/reference/database.md"], re.MULTILINE)
    assert set(told) == {*TABLES, *VIEWS}
    aside = there - set(told)
    assert aside == {"belote_schema", "played_hands"}
    assert all(f"`{name}`" in PAGES["docs/reference/database.md"] for name in aside)


@pytest.mark.parametrize("sql", blocks("sql"))
def test_every_query_shown_runs(ask: Ask, sql: str) -> None:
    assert ask(sql).num_columns > 0


def test_there_are_twenty_queries_and_they_find_something(ask: Ask) -> None:
    shown = re.findall(
        r"^```sql\n(.*?)^```$",
        section("docs/reference/database.md", "## Twenty queries"),
        re.MULTILINE | re.DOTALL,
    )
    assert len(shown) == 20
    assert all(ask(sql).num_rows for sql in shown)


def test_every_query_in_a_command_runs(ask: Ask) -> None:
    queries = [
        arguments[2]
        for page in PAGES
        for arguments in commands_in(page)
        if arguments[1:2] == ["query"] and arguments[2:] and not arguments[2].startswith("-")
    ]
    assert len(queries) > 3
    for sql in queries:
        assert ask(sql).num_columns > 0


def test_every_hand_that_a_command_shows_can_be_asked_about() -> None:
    hands = [
        argument
        for page in PAGES
        for arguments in commands_in(page)
        if arguments[1:2] == ["ask"]
        for argument in arguments[2:]
        if argument.startswith("{")
    ]
    assert len(hands) > 1
    for hand in hands:
        asked = ask_bot(LowestBot, read_record(parse_line(hand)))
        assert asked["answer"] in asked["legal"].split()


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


# Rules


def test_the_tables_of_rules_are_what_they_say() -> None:
    page = PAGES["docs/reference/rules.md"]
    assert renewed(page) == page
    for mark in (*FAMILIES, "fields"):
        assert page.count(f"<!-- {mark} -->") == 1
    assert "| `tie` | bank | fail | pool¹ | hold | fail |" in page
    assert "| `tie` * | bank, hold, pool, fail, share, made, replay | Both sides level. " in page


def test_every_preset_is_introduced() -> None:
    introduced = section("docs/reference/rules.md", "## The presets").partition("\n### ")[0]
    assert names(introduced) == list(chain(*FAMILIES.values()))


def test_every_auction_is_explained_with_bids_that_there_are() -> None:
    auction = next(rule for rule in describe() if rule.name == "auction")
    told = names(section("docs/reference/rules.md", "## The auctions"))
    assert tuple(told) == auction.allowed.words  # type: ignore[union-attr]
    ways = rows(section("docs/reference/bot.md", "### Bids"))
    assert tuple(row[0].strip("`") for row in ways) == auction.allowed.words  # type: ignore[union-attr]
    ladders = [ladder_of(preset(name)) for name in ("coinche", "bulgarian")]
    known = {word for ladder in ladders for word in (*ladder.bids, ladder.double, ladder.redouble)}
    for _, bids, doubles in ways:
        words = " ".join(re.findall(r"`([^`]+)`", bids + doubles)).split()
        assert set(words) <= {*known, "pass", "take", "contree"}


def test_what_no_trumps_and_all_trumps_come_to_is_what_is_told() -> None:
    told = rows(section("docs/reference/rules.md", "## No trumps and all trumps"))
    for trump in (NO_TRUMPS, ALL_TRUMPS):
        field = ("no_trumps_points", "all_trumps_points")[trump - NO_TRUMPS]
        name = field.removesuffix("_points").replace("_", " ")
        of_trump = [(*re.findall(r"`(\w+)`", row[0]), row[2]) for row in told if name in row[0]]
        rule = next(rule for rule in describe() if rule.name == field)
        assert tuple(way for way, _ in of_trump) == rule.allowed.words  # type: ignore[union-attr]
        for way, total in of_trump:
            law = law_of(preset("coinche", **{field: way}), trump)
            assert int(total) == (162 if way == "in_proportion" else law.total)


def test_every_reading_of_a_preset_has_its_reason() -> None:
    told = {
        (name, field.strip("`"))
        for field, presets, _ in rows(section("docs/reference/rules.md", "## Readings"))
        for name in presets.split(", ")
    }
    assert told == {(name, field) for name in preset_names() for field in readings(name)}


def test_every_way_to_settle_a_tie_is_explained() -> None:
    tie = next(rule for rule in describe() if rule.name == "tie")
    told = names(section("docs/reference/rules.md", "## When a contract is level"))
    assert tuple(told) == tie.allowed.words  # type: ignore[union-attr]


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
