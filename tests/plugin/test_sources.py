"""Where plugins are found, and how they are imported."""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bots
import harness
from harness.plugin import PluginError, Source, load, load_source
from harness.plugin.sources import (
    code_of,
    digest_of,
    digest_of_submitted,
    find_sources,
    find_unsubmitted,
    import_plugin,
    look_for_sources,
)
from tests.plugin.dropping import HEAD, drop, drop_plain, registering


def names_in(folder: Path, env: dict[str, str] | None = None) -> set[str]:
    """Return the bots that the drop-ins of a folder and an environment bring."""
    return load([folder], env or {}).bots.keys() - load([], {}).bots.keys()


def error_of(folder: Path, env: dict[str, str] | None = None) -> str:
    """Return the line that loading the drop-ins of a folder and an environment ends with."""
    with pytest.raises(PluginError) as caught:
        load([folder], env or {})
    return str(caught.value)


# Entry points


def test_the_reference_bots_come_by_the_entry_point() -> None:
    found = load([], {}).bots
    assert {"random", "lowest", "basic"} <= found.keys()
    basic = found["basic"]
    assert (basic.plugin, basic.source) == ("bots", Source("entry_point", "bots"))
    assert (basic.version, basic.author) == (harness.__version__, "The Belote harness authors")


def distribution(folder: Path, name: str, entry_point: str) -> None:
    """Write what pip leaves behind of an installed distribution that announces a plugin."""
    info = folder / f"{name}-2.5.dist-info"
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\nAuthor-email: Ann <a@b.example>\n"
    drop(info / "METADATA", about)
    drop(info / "entry_points.txt", f"[belote]\n{entry_point}\n")


def test_an_installed_plugin_has_the_version_and_author_of_its_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop_plain(tmp_path / "far_bots" / "hooks.py", "far")
    distribution(tmp_path, "far", "far = far_bots.hooks")
    monkeypatch.syspath_prepend(tmp_path)
    far = load([], {}).bot("far")
    assert (far.version, far.author) == ("2.5", "Ann <a@b.example>")
    assert far.source == Source("entry_point", "far")


def test_two_distributions_may_not_call_their_plugins_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "near", "mine = near_bots")
    distribution(tmp_path, "far", "mine = far_bots")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PluginError) as caught:
        load([], {})
    first, second = sorted(("near_bots", "far_bots"), key=str(caught.value).index)
    assert str(caught.value) == (
        f"two entry points of the group belote are called 'mine', for {first} and {second}: "
        "one of the distributions must rename its own"
    )


# Folders of drop-ins


def test_files_and_packages_in_the_folder_are_plugins(tmp_path: Path) -> None:
    drop_plain(tmp_path / "single.py", "single")
    drop(tmp_path / "parted" / "playing.py", HEAD)
    hook = f"import harness\nfrom .playing import Plain\n{registering('parted')}"
    drop(tmp_path / "parted" / "__init__.py", hook)
    bots = load([tmp_path], {}).bots
    assert bots["single"].source == Source("path", str(tmp_path / "single.py"))
    assert bots["parted"].source == Source("path", str(tmp_path / "parted"))
    assert [bots[name].plugin for name in ("single", "parted")] == ["single", "parted"]


def test_a_drop_in_states_its_version_and_author_or_none(tmp_path: Path) -> None:
    drop(tmp_path / "new.py", f"__version__ = 1.2\n__author__ = 'Ann'\n{HEAD}{registering('new')}")
    drop_plain(tmp_path / "old.py", "old")
    bots = load([tmp_path], {}).bots
    assert (bots["new"].version, bots["new"].author) == ("1.2", "Ann")
    assert (bots["old"].version, bots["old"].author) == (None, None)


def test_hidden_names_and_what_holds_no_python_are_passed_over(tmp_path: Path) -> None:
    for name in ("_helper.py", ".hidden.py", "__pycache__/x.py", "notes.txt", "data/weights.csv"):
        drop(tmp_path / name, "raise RuntimeError")
    assert names_in(tmp_path) == set()


def test_a_folder_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    assert names_in(tmp_path / "nowhere") == set()


def test_a_submitted_bot_is_never_imported(tmp_path: Path) -> None:
    submitted = drop(tmp_path / "guest" / "__init__.py", "raise RuntimeError").parent
    drop(submitted / "belote-bot.toml", "")
    assert names_in(tmp_path) == set()
    assert error_of(tmp_path, {"BELOTE_PLUGINS": str(submitted)}) == (
        f"BELOTE_PLUGINS names {submitted}, a submitted bot (it holds belote-bot.toml): "
        "those run in their own process and are never imported"
    )


def test_a_folder_of_modules_that_is_no_package_is_an_error(tmp_path: Path) -> None:
    drop_plain(tmp_path / "loose" / "mine.py", "mine")
    assert error_of(tmp_path) == (
        f"plugin {tmp_path / 'loose'} is no package: it needs an __init__.py with its hooks"
    )


def test_a_folder_of_drop_ins_that_is_a_file_or_cannot_be_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = drop(tmp_path / "plugins", "")
    assert error_of(file) == f"{file} cannot be looked through: Not a directory"

    listed = Path.iterdir

    def refuse(folder: Path) -> Iterator[Path]:
        if folder == tmp_path:
            raise PermissionError(errno.EACCES, "Permission denied")
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert error_of(tmp_path) == f"{tmp_path} cannot be looked through: Permission denied"


def test_a_drop_in_that_leads_to_itself_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    assert error_of(tmp_path).startswith(f"plugin {tmp_path}/loop.py cannot be ")


def test_whatever_is_wrong_with_one_source_the_others_are_still_found(tmp_path: Path) -> None:
    drop_plain(tmp_path / "loose" / "mine.py", "mine")
    sound = drop_plain(tmp_path / "sound.py", "sound")
    found = list(look_for_sources([tmp_path], {"BELOTE_PLUGINS": "gone.py,bots"}))
    assert [str(one) for one in found if isinstance(one, PluginError)] == [
        f"plugin {tmp_path}/loose is no package: it needs an __init__.py with its hooks",
        "BELOTE_PLUGINS names gone.py, which is neither a .py file nor a folder",
    ]
    assert Source("path", str(sound)) in found
    assert found[-1] == Source("module", "bots")


# BELOTE_PLUGINS


def test_the_environment_names_modules_and_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop_plain(tmp_path / "by_module.py", "by-module")
    drop_plain(tmp_path / "by_path.py", "by-path")
    drop_plain(tmp_path / "by_folder" / "__init__.py", "by-folder")
    monkeypatch.syspath_prepend(tmp_path)
    named = f"by_module, {tmp_path}/by_path.py,, {tmp_path}/by_folder ,"
    bots = load([], {"BELOTE_PLUGINS": named}).bots
    assert bots["by-module"].source == Source("module", "by_module")
    assert bots["by-path"].source == Source("path", str(tmp_path / "by_path.py"))
    assert bots["by-folder"].source == Source("path", str(tmp_path / "by_folder"))


def test_a_plugin_reached_twice_is_loaded_once(tmp_path: Path) -> None:
    path = drop_plain(tmp_path / "mine.py", "mine")
    named = {"BELOTE_PLUGINS": f"{path},bots,{tmp_path}/../{tmp_path.name}/mine.py"}
    assert names_in(tmp_path, named) == {"mine"}
    assert find_sources([tmp_path], named).count(Source("path", str(path))) == 1


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        ("no_such_module", "'no_such_module', and there is no module 'no_such_module' to import"),
        ("no_such.bots", "'no_such.bots', and there is no module 'no_such' to import"),
        ("./gone", "./gone, which is neither a .py file nor a folder"),
        ("gone.py", "gone.py, which is neither a .py file nor a folder"),
        (".gone", ".gone, which is neither a .py file nor a folder"),
    ],
)
def test_a_name_behind_which_there_is_nothing_is_an_error(
    tmp_path: Path, named: str, complaint: str
) -> None:
    said = error_of(tmp_path, {"BELOTE_PLUGINS": named})
    assert said.removesuffix("; a path is written with a slash or .py") == (
        f"BELOTE_PLUGINS names {complaint}"
    )


def test_a_module_that_lacks_another_is_not_taken_for_missing_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drop(tmp_path / "needy.py", "import no_such_module\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert error_of(tmp_path / "empty", {"BELOTE_PLUGINS": "needy"}) == (
        "plugin needy (module) cannot be imported: "
        f"ModuleNotFoundError: No module named 'no_such_module' ({path}, line 1)"
    )


def test_the_working_folder_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert error_of(tmp_path, {"BELOTE_PLUGINS": "."}) == (
        f"plugin {tmp_path} is no package: it needs an __init__.py with its hooks"
    )


# Importing


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        (
            "x = 1\nimport nowhere\n",
            "ModuleNotFoundError: No module named 'nowhere' ({path}, line 2)",
        ),
        ("x = 1\n\nx.y\n", "AttributeError: 'int' object has no attribute 'y' ({path}, line 3)"),
        ("\nx = = 1\n", "SyntaxError: invalid syntax (broken.py, line 2)"),
        ("raise ValueError('one\\n  two')\n", "ValueError: one two ({path}, line 1)"),
        ("import sys\nsys.exit('no')\n", "SystemExit: no ({path}, line 2)"),
    ],
)
def test_a_plugin_that_does_not_import_is_named_with_the_line(
    tmp_path: Path, code: str, complaint: str
) -> None:
    path = drop(tmp_path / "broken.py", code)
    expected = complaint.format(path=path)
    assert error_of(tmp_path) == f"plugin {path} cannot be imported: {expected}"


def test_a_plugin_in_the_working_folder_is_named_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(tmp_path / "plugins" / "broken.py", "1 / 0")
    monkeypatch.chdir(tmp_path)
    assert error_of(Path("plugins")) == (
        "plugin plugins/broken.py cannot be imported: "
        "ZeroDivisionError: division by zero (plugins/broken.py, line 1)"
    )


def test_a_failed_import_leaves_no_module_behind(tmp_path: Path) -> None:
    drop(tmp_path / "half" / "part.py", HEAD)
    drop(tmp_path / "half" / "__init__.py", "from . import part\nraise RuntimeError\n")
    before = set(sys.modules)
    error_of(tmp_path)
    assert [name for name in set(sys.modules) - before if "half" in name] == []


def test_objects_of_a_drop_in_can_be_pickled(tmp_path: Path) -> None:
    drop(
        tmp_path / "my-state.py",
        f"""
from __future__ import annotations
from dataclasses import dataclass, fields
import harness

@dataclass
class Counting(harness.Bot):
    counts: list[int]
    def choose_bid(self, view): return "pass"
    def choose_card(self, view): return 0

{registering("counting", "lambda: Counting([1, 2])")}
""",
    )
    bot = load([tmp_path], {}).bot("counting").make()
    assert pickle.loads(pickle.dumps(bot)) == bot  # noqa: S301 - it was pickled here


def test_files_of_one_name_in_two_folders_are_two_modules(tmp_path: Path) -> None:
    drop_plain(tmp_path / "one" / "mine.py", "first")
    drop_plain(tmp_path / "two" / "mine.py", "second")
    bots = load([tmp_path / "one", tmp_path / "two"], {}).bots
    assert {"first", "second"} <= bots.keys()


def test_an_edited_plugin_is_imported_anew(tmp_path: Path) -> None:
    drop_plain(tmp_path / "mine.py", "before")
    assert names_in(tmp_path) == {"before"}
    drop_plain(tmp_path / "mine.py", "afterwards")
    assert names_in(tmp_path) == {"afterwards"}


# Sources and digests


def test_a_source_loads_its_plugin_alone_and_once(tmp_path: Path) -> None:
    drop_plain(tmp_path / "mine.py", "mine")
    drop_plain(tmp_path / "other.py", "other")
    entry = load([tmp_path], {}).bot("mine")
    sent = pickle.loads(pickle.dumps(entry.source))  # noqa: S301 - it was pickled here
    alone = load_source(sent, entry.digest)
    assert alone.bots == {"mine": entry}
    assert load_source(sent, entry.digest) is alone


def test_a_source_whose_code_has_changed_is_not_loaded_for_the_old_one(tmp_path: Path) -> None:
    drop_plain(tmp_path / "mine.py", "mine")
    entry = load([tmp_path], {}).bot("mine")
    drop_plain(tmp_path / "mine.py", "afterwards")
    with pytest.raises(PluginError, match=r"mine\.py has changed since the run began: run again"):
        load_source(entry.source, entry.digest)
    edited = load([tmp_path], {}).bot("afterwards")
    assert load_source(edited.source, edited.digest).bots == {"afterwards": edited}


def test_a_source_loads_its_plugin_in_another_process(tmp_path: Path) -> None:
    drop_plain(tmp_path / "mine.py", "mine")
    entry = load([tmp_path], {}).bot("mine")
    script = (
        "from harness.plugin import Source, load_source\n"
        f"source = Source(*{tuple(entry.source)!r})\n"
        f"print(load_source(source, {entry.digest!r}).bot('mine').digest)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == entry.digest


def test_an_entry_point_that_is_gone_is_an_error() -> None:
    with pytest.raises(PluginError, match="no entry point 'gone' in the group belote"):
        import_plugin(Source("entry_point", "gone"))


@pytest.mark.parametrize("kind", ["entry_point", "module"])
def test_where_the_code_lies_is_told_without_importing_it(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker whose bots are all isolated imports none of them."""
    where = Path(bots.__file__).parent
    assert code_of(Source(kind, "bots")) == where
    for name in [name for name in sys.modules if f"{name}.".startswith("bots.")]:
        monkeypatch.delitem(sys.modules, name)
    assert code_of(Source(kind, "bots")) == where
    assert "bots" not in sys.modules


def test_a_digest_is_that_of_the_code_wherever_it_lies(tmp_path: Path) -> None:
    first = drop(tmp_path / "one" / "mine.py", "a = 1")
    copied = drop(tmp_path / "two" / "mine.py", "a = 1")
    edited = drop(tmp_path / "three" / "mine.py", "a = 2")
    assert digest_of(first) == digest_of(copied) != digest_of(edited)
    assert len(digest_of(first)) == 32


def test_the_digest_of_a_package_covers_all_its_files_but_caches(tmp_path: Path) -> None:
    drop(tmp_path / "mine" / "__init__.py", "")
    deep = drop(tmp_path / "mine" / "deep" / "part.py", "a = 1")
    seen = {digest_of(tmp_path / "mine")}
    drop(tmp_path / "mine" / "__pycache__" / "part.pyc", "made from it")
    assert digest_of(tmp_path / "mine") in seen
    drop(tmp_path / "mine" / "weights.txt", "0.5")
    seen.add(digest_of(tmp_path / "mine"))
    deep.write_text("a = 2")
    seen.add(digest_of(tmp_path / "mine"))
    deep.rename(tmp_path / "mine" / deep.name)
    seen.add(digest_of(tmp_path / "mine"))
    assert len(seen) == 4


def submitted(folder: Path, name: str, version: str) -> Path:
    """Write a bot down as it lies once it was submitted."""
    home = folder / name / version
    manifest = f'[bot]\nname = "{name}"\nversion = "{version}"\nentry = "bot:Plain"\n'
    drop(home / "belote-bot.toml", manifest)
    drop(home / "bot.py", HEAD)
    drop(home.with_name(f"{version}.digest"), digest_of_submitted(home))
    return home


@pytest.mark.parametrize(
    ("name", "version"),
    [("evil.py", "1"), ("good", "1.py"), ("good", "1.digest"), ("belote-bot.toml", "1")],
)
def test_a_bot_that_was_submitted_under_any_name_stops_no_other(
    tmp_path: Path, name: str, version: str
) -> None:
    submitted(tmp_path, name, version)
    drop_plain(tmp_path / "mine.py", "mine")
    assert names_in(tmp_path) == {"mine", name, f"{name}@{version}"}
    assert find_unsubmitted(tmp_path) == []


def test_bytecode_that_the_digest_says_nothing_of_does_not_play(tmp_path: Path) -> None:
    home = submitted(tmp_path, "good", "1")
    drop(home / "__pycache__" / "bot.cpython-311.pyc", "another bot")
    assert error_of(tmp_path) == (
        f"submitted bot {home} holds a __pycache__ that its digest says nothing of: remove it"
    )


def test_a_bot_lies_where_it_may_for_its_digest(tmp_path: Path) -> None:
    first = drop(tmp_path / "one" / "mine.py", "a = 1")
    copied = drop(tmp_path / "__pycache__" / "two" / "mine.py", "a = 1")
    assert digest_of(first.parent) == digest_of(copied.parent) != digest_of(tmp_path)


def test_a_pipe_among_the_plugins_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.py")
    assert error_of(tmp_path) == f"plugin {tmp_path}/mine.py is no plain file"


def test_the_digest_of_a_module_is_that_of_its_whole_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(tmp_path / "whole" / "__init__.py", "")
    drop_plain(tmp_path / "whole" / "hooks.py", "mine")
    monkeypatch.syspath_prepend(tmp_path)
    [source] = [
        each
        for each in find_sources([], {"BELOTE_PLUGINS": "whole.hooks"})
        if each.kind == "module"
    ]
    assert import_plugin(source).digest == digest_of(tmp_path / "whole")
