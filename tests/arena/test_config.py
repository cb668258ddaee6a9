"""tournaments.toml: what it may say, and the line that a mistake gets."""

import os
import re
import socket
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from harness.arena.config import (
    Configuration,
    configured,
    rules_finder,
    rules_named,
    with_settings,
)
from harness.arena.faults import Policy
from harness.arena.limits import WorkerLimits
from harness.arena.lineup import Contestant
from harness.arena.schedule import Schedule
from harness.arena.tournament import Tournament, build, parse_seed
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin.isolation import Isolation, Limits, Time

TWO = 'bots = ["a", "b"]'


def read(text: str, folder: Path) -> Configuration:
    path = folder / "t.toml"
    path.write_text(dedent(text))
    return Configuration.read(path)


def one(body: str, folder: Path) -> Tournament:
    return read(f"[tournament.x]\n{dedent(body)}", folder).tournament("x")


def test_a_tournament_needs_only_its_bots(tmp_path: Path) -> None:
    assert one(TWO, tmp_path) == Tournament(
        name="x",
        contestants=(Contestant("a", "a", {}), Contestant("b", "b", {})),
        pairs=100,
        rules=preset("classic"),
        schedule=Schedule(where=f"{tmp_path / 't.toml'}: [tournament.x]"),
        deals="fresh",
        seed=None,
    )


def test_a_tournament_says_everything_else_if_it_likes(tmp_path: Path) -> None:
    tournament = one(
        """
        bots = ["a", { bot = "a", name = "a, second", worlds = 20 }]
        pairs = 7
        rules = "gameduell"
        format = "round-robin"
        deals = "shared"
        seed = 258
        on_fault = "substitute"
        max_faults = 0
        hangs_after = 2
        worker_memory_mb = 512
        """,
        tmp_path,
    )
    assert tournament.contestants[1] == Contestant("a, second", "a", {"worlds": 20})
    assert (tournament.pairs, tournament.deals) == (7, "shared")
    assert tournament.rules == preset("gameduell")
    assert tournament.seed == bytes(14) + bytes([1, 2])
    assert tournament.policy == Policy("substitute", 0)
    assert tournament.worker_limits == WorkerLimits(2.0, 512)


def test_rules_of_the_file_change_a_preset_or_other_rules_of_the_file(tmp_path: Path) -> None:
    configuration = read(
        """
        [rules.long]
        base = "scoresheet"
        target = 1000
        [rules.longer]
        base = "long"
        target = 2000
        """,
        tmp_path,
    )
    longer = configuration.rules("longer")
    assert longer == preset("scoresheet", target=2000).named("longer")
    assert configuration.rules("classic") == preset("classic")


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("pairs = 3", "bots"),
        ('bots = ["a"]', "two or more, not 1"),
        ('bots = ["a", "a"]', r"'a' stands twice; .* name = \"a-2\""),
        ('bots = "ab"', r"bots: a list of names, or of tables with bot = name, not 'ab'"),
        ("bots = [1, 2]", r"bots"),
        ('bots = ["a", {name = "c"}]', "needs bot ="),
        ('bots = ["a", {bot = "b", name = 3}]', "name must be text"),
        (r'bots = ["a", {bot = "b", name = "b\nc"}]', r"name: one line of .*, not 'b\\nc'"),
        (r'bots = ["a", {bot = "b", name = "\u001b[2J"}]', r"printable characters, not '\\x1b"),
        (r'bots = ["a", {bot = "b", name = "b\u202E"}]', r"printable .*, not 'b\\u202e'"),
        (r'bots = ["a", {partners = ["b", "c"], name = "\t"}]', "name must be text"),
        (r'bots = ["a", {partners = ["b", "c"], name = "b\tc"}]', "name: one line of printable"),
        ('bots = ["a", {bot = "b", name = " b"}]', "name: no spaces before or after it, not ' b'"),
        ('bots = ["a", "b "]', "name: no spaces before or after it, not 'b '"),
        ('bots = ["a", {bot = "b", since = 2026-01-01}]', "b: since: an option is text, a number"),
        ('bots = ["a", {bot = "b", depth = [1, inf]}]', "b: depth: an option is text, a number"),
        (f"{TWO}\npairs = 0", "pairs: a whole number from 1 to 10,000,000, not 0"),
        (f'{TWO}\npairs = "many"', "pairs: a whole number from 1 to 10,000,000, not 'many'"),
        (f"{TWO}\npears = 3", "no key 'pears'; did you mean 'pairs'"),
        (f'{TWO}\nrules = "clasic"', "rules: .*did you mean 'classic'"),
        (f'{TWO}\nformat = "knokout"', "no format 'knokout'"),
        (f"{TWO}\nformat = 3", "format: the name of a format, or a table with its options, not 3"),
        (f"{TWO}\nformat = {{ rounds = 3 }}", "format: a table needs name ="),
        (
            f'{TWO}\nformat = "sequential"',
            "pairs: format 'sequential' looks at pairs one by one: 1, not 100",
        ),
        (
            f'{TWO}\nformat = {{ name = "sequential", max_pairs = 0 }}',
            "format: sequential: max_pairs: from 1 to 10,000,000, not 0",
        ),
        (f'{TWO}\nformat = {{ name = "sequential", max_pairs = "3" }}', "max_pairs: from 1 .* '3'"),
        (f'{TWO}\nmode = "boards"', "mode: 'match' or 'duplicate', not 'boards'"),
        (f'{TWO}\nmode = "duplicate"\nrules = "counterclockwise"', "mode: a board is one deal"),
        (f'{TWO}\ndeals = "old"', "deals: 'fresh' or 'shared', not 'old'"),
        (f'{TWO}\nisolation = "box"', "isolation: 'none', 'process' or 'sandbox', not 'box'"),
        ('bots = ["a", {bot = "b", isolation = "box"}]', "b: isolation: none, process or sandbox"),
        (f"{TWO}\ntime = 3", "time: a table with per_decision_ms, bank_s and start_s"),
        (f"{TWO}\ntime = {{ bank = 3 }}", "time: there is no key 'bank'; did you mean 'bank_s'"),
        (f"{TWO}\ntime = {{ bank_s = 0 }}", "time: bank_s: a whole number from 1 to 1,000,000"),
        (f"{TWO}\ntime = {{ bank_s = 1.5 }}", "time: bank_s: a whole number .*, not 1.5"),
        (f"{TWO}\nlimits = {{ memory = 1 }}", "limits: there is no key 'memory'; did you mean"),
        (f'{TWO}\nkeep = "yes"', "keep: true or false, not 'yes'"),
        (f'{TWO}\non_fault = "forgive"', "on_fault: 'forfeit' or 'substitute', not 'forgive'"),
        (f"{TWO}\nmax_faults = -1", "max_faults: a whole number from 0 up, not -1"),
        (f"{TWO}\nhangs_after = 0", "hangs_after: seconds, more than 0 and at most a day, not 0"),
        (f"{TWO}\nhangs_after = nan", "hangs_after: seconds, more than 0"),
        (f"{TWO}\nhangs_after = inf", "hangs_after: seconds, more than 0"),
        (f"{TWO}\nworker_memory_mb = 64", "worker_memory_mb: megabytes, .* from 256 up, not 64"),
        (f"{TWO}\nseed = -1", "seed"),
        (f'{TWO}\nseed = "xyz"', "seed: a number below 2.128 or 32 hexadecimal digits"),
        (f"{TWO}\nseed = 1.5", "seed"),
    ],
)
def test_a_mistake_is_one_line_with_the_table_and_the_key(
    body: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(BeloteError, match=rf"t\.toml: \[tournament\.x\]: .*{complaint}") as refused:
        one(body, tmp_path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("target = 3", r"\[rules\.x\] needs base"),
        ('base = "classic"\ntarget = 3', r"\[rules\.x\]: rule target = 3 is not allowed"),
        ('base = "classic"\ntarget = true', r"rule target = true is not allowed"),
        ('base = "classic"\ntargget = 3', r"no rule 'targget'; did you mean 'target'"),
        ('base = "x"', r"\[rules\.x\] is based on itself"),
        ('base = "nothing"', "no rule set 'nothing'"),
    ],
)
def test_a_mistake_in_rules_is_one_line_with_the_table(
    body: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(BeloteError, match=complaint) as refused:
        read(f"[rules.x]\n{body}", tmp_path).rules("x")
    assert "\n" not in str(refused.value)


def test_rules_of_the_file_switch_off_what_their_base_has(tmp_path: Path) -> None:
    body = 'base = "coinche"\nsurcontree = "none"\ncapot_bid = "none"\nfailed_points = "none"'
    rules = read(f"[rules.x]\n{body}", tmp_path).rules("x")
    assert (rules.surcontree, rules.capot_bid, rules.failed_points) == (None, None, None)
    assert with_settings(rules, ["generale_bid=none"]).generale_bid is None


def test_an_unknown_tournament_is_answered_with_the_likeliest_and_all(tmp_path: Path) -> None:
    configuration = read(f"[tournament.friday]\n{TWO}", tmp_path)
    with pytest.raises(BeloteError, match="no tournament 'fryday'; did you mean 'friday'"):
        configuration.tournament("fryday")


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "9" * 5000])
def test_a_file_that_python_cannot_read_is_named(tmp_path: Path, value: str) -> None:
    with pytest.raises(BeloteError, match=r"t\.toml cannot be read: it has a number of thousands"):
        read(f"a = {value}", tmp_path)


def test_an_unknown_table_a_broken_file_and_a_missing_one_are_named(tmp_path: Path) -> None:
    with pytest.raises(BeloteError, match="no table 'tournaments'; did you mean 'tournament'"):
        read("[tournaments.x]", tmp_path)
    with pytest.raises(BeloteError, match=r"written as \[tournament\.NAME\] tables"):
        read("tournament = 3", tmp_path)
    with pytest.raises(BeloteError, match=r"t\.toml is not TOML: .*line 2"):
        read("[rules.x]\nbase = classic\n", tmp_path)
    with pytest.raises(BeloteError, match="does not exist"):
        Configuration.read(tmp_path / "none.toml")
    (tmp_path / "t.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BeloteError, match="cannot be read"):
        Configuration.read(tmp_path / "t.toml")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (r"a\nb", r"name: one line of printable characters, not 'a\nb'"),
        (r"a\u001b[2J", r"name: one line of printable characters, not 'a\x1b[2J'"),
        (" a", "name: no spaces before or after it, not ' a'"),
        ("", "name must be text, not ''"),
    ],
)
def test_tournaments_and_rules_are_named_as_contestants_are(
    tmp_path: Path, name: str, complaint: str
) -> None:
    named = read(
        f'[tournament."{name}"]\nbots = ["a", "b"]\n[rules."{name}"]\nbase = "classic"\n', tmp_path
    )
    for what, look, names in (
        ("tournament", named.tournament, named.tournament_names),
        ("rules", named.rules, named.rules_names),
    ):
        with pytest.raises(BeloteError) as caught:
            look(names[0])
        assert str(caught.value) == f"{named.where}: {what}: {complaint}"


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


@pytest.mark.parametrize("make", [Path.mkdir, a_socket, os.mkfifo])
def test_what_is_no_plain_file_is_refused_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    make(Path("odd"))
    with pytest.raises(BeloteError) as caught:
        Configuration.read(Path("odd"))
    assert str(caught.value) == "odd is no plain file: write tournaments in one"


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="the system names no open files")
def test_a_pipe_that_was_handed_over_is_read() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"[tournament.a]\n")
    os.close(writing)
    assert Configuration.read(Path(f"/dev/fd/{reading}")).tournament_names == ["a"]
    os.close(reading)


def test_nothing_is_as_good_as_an_empty_file() -> None:
    assert Configuration.read(Path(os.devnull)).tournament_names == []


def test_a_tournament_says_how_its_bots_are_kept_apart(tmp_path: Path) -> None:
    tournament = one(
        """
        bots = ["a", { bot = "b", isolation = "none", depth = 2 }]
        isolation = "process"
        time = { per_decision_ms = 200, bank_s = 20 }
        limits = { memory_mb = 256 }
        keep = true
        """,
        tmp_path,
    )
    assert tournament.contestants[1] == Contestant("b", "b", {"depth": 2}, "none")
    isolation = tournament.isolation
    assert isolation == Isolation("process", Time(200, 20, 20), Limits(256, 32, 16), keep=True)
    assert isolation.of(None, submitted=True).level == "process"
    assert isolation.of("none", submitted=True).level == "none"
    assert isolation.of("sandbox", submitted=False).level == "sandbox"
    assert [Isolation().of(None, submitted=one).level for one in (True, False)] == [
        "sandbox",
        "none",
    ]
    assert tournament.but(isolation="sandbox").isolation.level == "sandbox"
    with pytest.raises(BeloteError, match="--isolation: none, process or sandbox, not 'box'"):
        tournament.but(isolation="box")


@pytest.mark.parametrize(
    ("seed", "last_bytes"),
    [(0, b"\0\0"), (258, b"\1\2"), ("258", b"\1\2"), ("0" * 29 + "1ff", b"\1\xff")],
)
def test_a_seed_is_a_number_or_32_hexadecimal_digits(seed: int | str, last_bytes: bytes) -> None:
    assert parse_seed(seed) == bytes(14) + last_bytes


def test_32_digits_are_hexadecimal_as_a_stored_seed_is() -> None:
    assert parse_seed("0" * 30 + "10") == (16).to_bytes(16, "big")


@pytest.mark.parametrize("seed", [2**128, -1, "", "12x", "f" * 33, "-5", "1.5", "²"])
def test_anything_else_is_no_seed(seed: int | str) -> None:
    with pytest.raises(BeloteError, match="32 hexadecimal digits"):
        parse_seed(seed)


def test_what_is_said_on_the_command_line_changes_the_files_tournament(tmp_path: Path) -> None:
    read(f"[tournament.x]\n{TWO}\npairs = 3\nseed = 1", tmp_path)
    changed = configured(
        "x",
        pairs=9,
        rules="scoresheet",
        settings=["tie=pool", "target=700"],
        seed="2",
        file=tmp_path / "t.toml",
    )
    assert (changed.pairs, changed.seed) == (9, bytes(15) + b"\2")
    assert changed.rules == preset("scoresheet", tie="pool", target=700)


def test_bots_need_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert configured(bots=["a", "b"]).rules == preset("classic")


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({}, "one of the two"),
        ({"name": "x", "bots": ["a", "b"]}, "one of the two"),
        ({"bots": ["a", "b"], "settings": ["tie"]}, "--set takes field=value, not 'tie'"),
        ({"bots": ["a", "b"], "settings": ["tie=on"]}, "rule tie = on is not allowed"),
        ({"bots": ["a", "b"], "pairs": 0}, "--pairs: from 1 to 10,000,000, not 0"),
        ({"bots": ["a", "b"], "seed": "x"}, "--seed: a number"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(
    said: dict[str, object], complaint: str, tmp_path: Path
) -> None:
    read(f"[tournament.x]\n{TWO}", tmp_path)
    with pytest.raises(BeloteError, match=re.escape(complaint)):
        configured(**said, file=tmp_path / "t.toml")  # type: ignore[arg-type]


def test_names_may_hold_spaces_quotes_and_vs() -> None:
    odd = 'the "best" vs all'
    bots: list[str | dict[str, str]] = ["a", {"bot": "a", "name": odd}]
    assert build("", bots, rules=preset("classic")).contestants[1].name == odd


def test_rules_are_found_by_name_in_the_file_and_changed(tmp_path: Path) -> None:
    read('[rules.long]\nbase = "classic"\ntarget = 1000', tmp_path)
    file = tmp_path / "t.toml"
    assert rules_named("long", ["tie=hold"], file).tie == "hold"
    find = rules_finder(file)
    assert find("long").target == 1000
    assert find({"base": "long", "tie": "share"}).tie == "share"
    with pytest.raises(BeloteError, match=r'rules are a name, or \{"base": name'):
        find(3)


def test_rules_of_the_file_may_not_take_the_name_of_others(tmp_path: Path) -> None:
    with pytest.raises(BeloteError) as refused:
        read('[rules.classic]\nbase = "classic"\ntarget = 1000\n', tmp_path)
    assert str(refused.value).endswith(
        "t.toml: [rules.classic] has the name of a preset: choose another"
    )
