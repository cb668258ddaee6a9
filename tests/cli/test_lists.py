"""belote bots, tournaments and rules: what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness import __version__
from harness.game import preset_names
from tests.cli.conftest import Command


def lines_of(out: str) -> list[list[str]]:
    """Return the cells of a drawn table, line by line."""
    return [re.split(r"  +", line.strip()) for line in out.splitlines()]


# Bots


def test_bots_are_listed_with_the_plugin_they_come_from(
    belote: Command, odd_bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    said = belote("bots")
    rows = {cells[0]: cells for cells in lines_of(said.out)}
    assert rows["Bot"] == ["Bot", "Plugin", "Version", "Author", "Digest", "Elo", "From"]
    assert rows["random"][1:3] == ["bots", __version__]
    assert rows["shy"][1:4] == ["odd", "–", "–"]
    assert max(map(len, said.out.splitlines())) <= 80


def test_bots_as_json_have_their_whole_digest_and_source(
    belote: Command, odd_bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELOTE_PLUGINS", str(odd_bots))
    bots = {bot.pop("name"): bot for bot in belote("bots", "--json").json()}
    assert {"random", "lowest", "basic", "shy", "cheat"} <= bots.keys()
    assert len(bots["shy"].pop("digest")) == 32
    assert bots["shy"] == {
        "plugin": "odd",
        "version": None,
        "author": None,
        "isolation": "none",
        "elo": None,
        "source": {"kind": "path", "value": str(odd_bots)},
    }


def test_a_plugin_that_cannot_be_imported_is_one_line(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "broken.py").write_text("\n1 / 0\n")
    error = (
        "plugin plugins/broken.py cannot be imported: ZeroDivisionError: division by zero "
        "(plugins/broken.py, line 2)"
    )
    assert belote("bots") == (2, "", f"belote: {error}\n")


# Tournaments


def test_tournaments_are_listed_with_the_number_of_their_matches(belote: Command) -> None:
    said = belote("tournaments")
    assert lines_of(said.out) == [
        ["Tournament", "Format", "Bots", "Pairs", "Matches", "Rules", "Seed"],
        ["friday", "round-robin", "random, lowest", "3", "6", "classic", "7"],
        ["long", "round-robin", "random, lowest,", "1,000", "6,000", "evening", "drawn"],
        ["random-2"],
    ]
    assert max(map(len, said.out.splitlines())) <= 80


def test_tournaments_as_json_have_every_key(belote: Command) -> None:
    friday, long = belote("tournaments", "--json").json()
    assert friday == {
        "name": "friday",
        "format": "round-robin",
        "options": {},
        "mode": "match",
        "bots": [
            {"name": "random", "bot": "random", "options": {}, "isolation": None},
            {"name": "lowest", "bot": "lowest", "options": {}, "isolation": None},
        ],
        "partners": "same",
        "sides": [
            {"name": "random", "members": ["random"]},
            {"name": "lowest", "members": ["lowest"]},
        ],
        "pairs": 3,
        "deals": "fresh",
        "matches": 6,
        "rules": "classic",
        "seed": f"{7:032x}",
    }
    assert long["bots"][2] == {
        "name": "random-2",
        "bot": "random",
        "options": {},
        "isolation": None,
    }
    assert (long["deals"], long["rules"], long["seed"]) == ("shared", "evening", "drawn")


def test_a_file_without_tournaments_says_what_to_write(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "none.toml").write_text("")
    said = belote("tournaments", "-f", "none.toml")
    assert said.out == (
        "none.toml has no tournaments: write a [tournament.NAME], "
        "see docs/reference/tournaments.md.\n"
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[tournament", "none.toml is not TOML: "),
        (
            "[tournaments.x]",
            "none.toml: there is no table 'tournaments'; did you mean 'tournament'",
        ),
        (
            '[tournament.x]\nbots = ["random", "lowest"]\npair = 3',
            "none.toml: [tournament.x]: there is no key 'pair'; did you mean 'pairs'?",
        ),
        (
            '[tournament.x]\nbots = ["random", "lowest"]\nrules = "clasic"',
            "none.toml: [tournament.x]: rules: ",
        ),
        (
            '[tournament.x]\nbots = ["random", "lowest"]\nformat = { name = "swiss", rounds = 2 }',
            "none.toml: [tournament.x]: format 'swiss': rounds: a whole number from 1 to 1, not 2",
        ),
    ],
)
def test_a_mistake_in_the_file_is_one_line_that_names_the_key(
    belote: Command, tmp_path: Path, text: str, error: str
) -> None:
    (tmp_path / "none.toml").write_text(text)
    said = belote("tournaments", "-f", "none.toml")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: {error}")
    assert said.err.count("\n") == 1


def test_a_plugin_s_format_that_fails_late_is_named_with_its_tournament(
    belote: Command, tmp_path: Path
) -> None:
    plugin = """
import harness

def once(contestants, meetings):
    yield [contestants[:2]]
    raise KeyError("second round")

@harness.hookimpl
def register_schedules(register):
    register("once", once)
"""
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "once.py").write_text(plugin)
    (tmp_path / "x.toml").write_text('[tournament.x]\nbots = ["random", "lowest"]\nformat = "once"')
    for options in ((), ("--json",)):
        said = belote("tournaments", "-f", "x.toml", *options)
        assert (said.status, said.out) == (2, "")
        assert said.err.startswith("belote: x.toml: [tournament.x]: format 'once' fails: KeyError")


def test_what_can_be_run_is_listed_beside_each_table_that_cannot(
    belote: Command, tmp_path: Path
) -> None:
    tables = {"good": "pairs = 3", "bad": 'pairs = "x"', "odd": 'format = "knokout"'}
    (tmp_path / "x.toml").write_text(
        "\n".join(
            f'[tournament.{name}]\nbots = ["random", "lowest"]\n{key}'
            for name, key in tables.items()
        )
    )
    for options in ((), ("--json",)):
        said = belote("tournaments", "-f", "x.toml", *options)
        assert said.status == 2
        assert "good" in said.out
        assert "bad" not in said.out
        first, second = said.err.splitlines()
        assert first.startswith("belote: x.toml: [tournament.bad]: pairs: ")
        assert second.startswith(
            "belote: x.toml: [tournament.odd]: format: there is no format 'knokout'"
        )


@pytest.mark.parametrize(
    ("bots", "error"),
    [
        ('"random", "lowets"', "there is no bot 'lowets'; did you mean 'lowest'?"),
        (
            '"random", { partners = ["lowest", "basci"] }',
            "there is no bot 'basci'; did you mean 'basic'?",
        ),
        (
            '"random", { bot = "lowest", worlds = 3 }',
            "bot 'lowest' of plugin bots (entry point) got an unexpected keyword argument 'worlds'",
        ),
        (
            '"random", { bot = "montecarlo", isolation = "process", wrlds = 3 }',
            "bot 'montecarlo' of plugin bots (entry point) got an unexpected keyword argument",
        ),
    ],
)
def test_a_tournament_of_bots_or_options_that_there_are_not_is_one_that_cannot_be_run(
    belote: Command, tmp_path: Path, bots: str, error: str
) -> None:
    (tmp_path / "x.toml").write_text(
        f'[tournament.bad]\nbots = [{bots}]\n[tournament.good]\nbots = ["random", "lowest"]\n'
    )
    said = belote("tournaments", "-f", "x.toml")
    assert [cells[0] for cells in lines_of(said.out)] == ["Tournament", "good"]
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert said.err.startswith(f"belote: x.toml: [tournament.bad]: bots: {error}")


def test_a_tournament_is_listed_without_making_its_bots(belote: Command, tmp_path: Path) -> None:
    plugin = """
import harness
from bots.random import RandomBot

class Heavy(RandomBot):
    def __init__(self, weights="none"):
        raise OSError(f"{weights} cannot be read")

@harness.hookimpl
def register_bots(register):
    register("heavy", Heavy)
"""
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "heavy.py").write_text(plugin)
    table = '[tournament.x]\nbots = ["random", { bot = "heavy", weights = "big" }]'
    (tmp_path / "x.toml").write_text(table)
    assert belote("tournaments", "-f", "x.toml", "--json").json()[0]["name"] == "x"
    refused = belote("run", "x", "-f", "x.toml", "--workers", 0)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "big cannot be read" in refused.err
    assert "No bot is made for that" in belote("tournaments", "--help").out


def test_a_tournament_whose_name_would_break_its_row_is_named_after_the_others(
    belote: Command, tmp_path: Path
) -> None:
    (tmp_path / "odd.toml").write_text(
        '[tournament."a\\nb"]\nbots = ["random", "lowest"]\n'
        '[tournament.quick]\nbots = ["random", "lowest"]\n'
    )
    said = belote("tournaments", "-f", "odd.toml")
    assert said.status == 2
    assert [row[0] for row in lines_of(said.out)] == ["Tournament", "quick"]
    complaint = r"odd.toml: tournament: name: one line of printable characters, not 'a\nb'"
    assert said.err == f"belote: {complaint}\n"


def test_a_file_that_is_not_there_is_one_line(belote: Command) -> None:
    said = belote("tournaments", "-f", "none.toml")
    assert said == (2, "", "belote: none.toml does not exist: write tournaments there\n")


# Rules


def test_presets_and_the_rules_of_the_file_are_listed(belote: Command) -> None:
    said = belote("rules")
    rows = {cells[0]: cells[1:] for cells in lines_of(said.out) if len(cells) == 3}
    assert {*preset_names(), "evening"} <= rows.keys()
    assert rows["classic"][1] == "preset"
    assert rows["evening"][1] == "tournaments.toml"
    assert max(map(len, said.out.splitlines())) <= 80


def test_rule_sets_as_json_say_what_they_are(belote: Command) -> None:
    by_name = {one.pop("name"): one for one in belote("rules", "--json").json()}
    assert by_name["evening"] == {
        "base": "classic",
        "title": "classic with target = 1000, capot_bonus = 90",
        "from": "tournaments.toml",
    }


def test_rules_that_a_plugin_registers_are_listed(belote: Command, tmp_path: Path) -> None:
    plugin = """
import harness

@harness.hookimpl
def register_rules(register):
    register("short", {"base": "gameduell", "target": 301})
"""
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "short.py").write_text(plugin)
    by_name = {one.pop("name"): one for one in belote("rules", "--json").json()}
    assert by_name["short"] == {
        "base": "gameduell",
        "title": "gameduell with target = 301",
        "from": "plugin",
    }
    assert belote("rules", "short", "--json").json()["fields"]["target"]["value"] == 301


def test_the_file_need_not_exist_to_list_rules(belote: Command, tmp_path: Path) -> None:
    (tmp_path / "tournaments.toml").unlink()
    assert [one["name"] for one in belote("rules", "--json").json()] == preset_names()


def test_rules_show_each_field_with_its_value_meaning_and_what_else_it_takes(
    belote: Command,
) -> None:
    said = belote("rules", "classic")
    text = "\n".join(line.rstrip() for line in said.out.splitlines())
    assert "\n  direction = clockwise   (or counterclockwise)\n" in text
    assert "\n      Which way deal, bids and play go round.\n" in text
    assert "\n  target = 501   (from 301 to 1001)\n" in text, "the preset's own limits"
    assert "\n  lowest_bid = 80   (from 10 to 700)\n" in text
    assert "Says nothing here: it needs auction = tens." in " ".join(text.split())
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_field_that_says_nothing_beside_the_others_says_so(belote: Command) -> None:
    text = " ".join(belote("rules", "contract82").out.split())
    assert "Says nothing here: it needs declarations = true." in text
    assert "it needs contract = points" not in text


def test_rules_as_json_have_every_field(belote: Command) -> None:
    rules = belote("rules", "evening", "--json").json()
    assert (rules["name"], rules["base"]) == ("evening", "classic")
    assert rules["fields"]["tie"]["value"] == "bank"
    words = ["bank", "hold", "pool", "fail", "share", "made", "replay"]
    assert rules["fields"]["tie"]["allowed"] == words
    assert rules["fields"]["capot_total"]["value"] is None
    assert rules["fields"]["target"] == {
        "value": 1000,
        "allowed": {"low": 301, "high": 1001, "step": 1, "optional": False},
        "meaning": "The score that ends the match.",
        "group": "The match",
        "says_something": True,
    }


def test_two_rule_sets_are_shown_only_where_they_differ(belote: Command) -> None:
    assert lines_of(belote("rules", "classic", "evening").out) == [
        ["Rule", "classic", "evening"],
        ["target", "501", "1000"],
        ["capot_total", "250", "–"],
        ["capot_bonus", "–", "90"],
    ]


def test_differences_as_json_have_both_values(belote: Command) -> None:
    assert belote("rules", "classic", "evening", "--json").json() == {
        "names": ["classic", "evening"],
        "differences": {
            "target": [501, 1000],
            "capot_total": [250, None],
            "capot_bonus": [None, 90],
        },
    }


def test_rules_do_not_differ_from_themselves(belote: Command) -> None:
    assert belote("rules", "classic", "classic").out == (
        "classic and classic are the same rules.\n"
    )


def test_an_unknown_rule_set_is_one_line_with_the_likeliest_one(belote: Command) -> None:
    said = belote("rules", "clasic")
    assert (said.status, said.out) == (2, "")
    assert "'clasic'; did you mean 'classic'?" in said.err
    assert said.err.count("\n") == 1


def test_a_rule_set_of_the_file_with_a_bad_value_is_one_line(
    belote: Command, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text('[rules.odd]\nbase = "classic"\ntarget = 5000\n')
    said = belote("rules", "odd", "-f", "bad.toml")
    assert said.status == 2
    assert said.err == (
        "belote: bad.toml: [rules.odd]: rule target = 5000 is not allowed (in classic); "
        "it takes 301 to 1001\n"
    )
