"""The manifest of a bot: what is wrong with one is said in one line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from harness.plugin.manifest import FILE, Manifest, ManifestError

WHOLE = """
[bot]
name = "clever"
version = "1.0"
author = "Ada"
entry = "clever.bot:Clever"
presets = ["classic", "contree"]
"""


def test_a_manifest_is_read() -> None:
    assert Manifest.parse(WHOLE) == Manifest(
        name="clever",
        version="1.0",
        author="Ada",
        entry="clever.bot:Clever",
        presets=("classic", "contree"),
    )


def test_what_may_be_left_out_has_its_default() -> None:
    bare = Manifest.parse('[bot]\nname = "x"\nversion = "2"\ncommand = ["./x"]\n')
    assert bare == Manifest(name="x", version="2", command=("./x",))
    assert (bare.author, bare.entry, bare.presets) == (None, None, ("classic",))


def changed(line: str, instead: str) -> str:
    assert line in WHOLE
    return WHOLE.replace(line, instead)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[bot", "m is not TOML: "),
        ("", "m: all that it says stands in one table, [bot]"),
        ("bot = 3", "m: all that it says stands in one table, [bot]"),
        (WHOLE + "[more]\n", "m: all that it says stands in one table, [bot]"),
        (changed('name = "clever"', ""), "m: name is missing; it takes a text: letters"),
        (changed('version = "1.0"', ""), 'm: version is missing; it takes a text such as "1.0"'),
        (changed('version = "1.0"', "version = 1.0"), 'm: version: a text such as "1.0"'),
        (changed('"clever"', '"../up"'), "m: name: a text: letters, digits and . _ - after a"),
        (changed('"clever"', '".hidden"'), "m: name: a text: letters, digits and . _ - after a"),
        (changed('"1.0"', '"1/0"'), 'm: version: a text such as "1.0"'),
        (changed('"1.0"', '"1.0\\n"'), 'm: version: a text such as "1.0"'),
        (changed("author", "auhtor"), "m: there is no key 'auhtor'; did you mean 'author'?"),
        (changed("clever.bot:Clever", "clever.py"), "m: entry: \"module:Class\", not 'clever.py'"),
        (changed('entry = "clever.bot:Clever"', ""), 'm: give entry = "module:Class" for a bot'),
        (changed('author = "Ada"', 'command = ["./x"]'), 'm: give entry = "module:Class" for a'),
        (changed('author = "Ada"', "command = []"), 'm: command: a list of texts such as ["./my'),
        (changed('["classic", "contree"]', '["clasic"]'), "m: presets: there is no preset 'clas"),
        (changed('["classic", "contree"]', "[]"), "m: presets: a list of the rule sets that it"),
        (changed('"Ada"', "[" * 2000), "m cannot be read: it has a number of thousands of digits"),
        (changed('"1.0"', "1" * 5000), "m cannot be read: it has a number of thousands of digits"),
        (changed('"1.0"', "0x" + "f" * 5000), "m: version: a text such as"),
        (changed("version", "version" + 3000 * ".a"), "m: version: a text such as"),
        (changed('entry = "clever.bot:Clever"', 'command = [""]'), "m: command: the first text"),
        (changed('entry = "clever.bot:Clever"', 'command = ["a", "\\u0000"]'), "m: command: the"),
    ],
)
def test_what_is_wrong_with_a_manifest_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(ManifestError) as caught:
        Manifest.parse(text, "m")
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["evil.py", "1.digest", "v.Withdrawn", "belote-bot.toml", "X.PY"])
@pytest.mark.parametrize("key", ["name", "version"])
def test_a_name_that_means_something_else_among_the_plugins_is_refused(key: str, name: str) -> None:
    whole = Manifest.parse(WHOLE)
    whole.check_names("m")
    with pytest.raises(ManifestError, match=f"^m: {key}: '{name}' ends in .*: leave that out$"):
        msgspec.structs.replace(whole, **{key: name}).check_names("m")


def test_a_folder_without_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=f"has no {FILE}: `belote new-bot` writes one"):
        Manifest.read(tmp_path)


def test_one_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe")
    with pytest.raises(ManifestError, match="is not UTF-8"):
        Manifest.read(tmp_path)


def test_one_that_is_endless_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("#" * 70_000)
    with pytest.raises(ManifestError, match="is larger than 65,536 bytes"):
        Manifest.read(tmp_path)


def test_what_is_wrong_is_told_of_where_it_came_from(tmp_path: Path) -> None:
    (tmp_path / "belote-bot.toml").write_text('[bot]\nname = "x"\n')
    with pytest.raises(ManifestError, match=r"^clever\.zip: belote-bot\.toml: version is missing"):
        Manifest.read(tmp_path, Path("clever.zip"))
