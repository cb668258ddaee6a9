"""What plugins register, and what is said when something is wrong with it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from harness.game import preset
from harness.plugin import Bot, PluginError, Registry, UnknownBot, load
from harness.plugin.blame import blaming
from tests.plugin.dropping import HEAD, drop, drop_plain, registering


def loaded(tmp_path: Path, code: str) -> Registry:
    """Load one drop-in."""
    drop(tmp_path / "mine.py", code)
    return load([tmp_path], {})


def error_of(tmp_path: Path, code: str) -> str:
    """Return what is said of a drop-in, its name and path taken off the front."""
    with pytest.raises(PluginError) as caught:
        loaded(tmp_path, code)
    named = f"plugin {tmp_path / 'mine.py'}"
    assert str(caught.value).startswith(named)
    return str(caught.value).removeprefix(named).strip(" :")


# What is registered


def test_a_registered_bot_can_be_made(tmp_path: Path) -> None:
    entry = loaded(tmp_path, HEAD + registering("mine")).bot("mine")
    first, second = entry.make(), entry.make()
    assert isinstance(first, Bot)
    assert first is not second


def test_registered_rules_are_resolved_and_named(tmp_path: Path) -> None:
    hook = """
import harness

@harness.hookimpl
def register_rules(register):
    register("evening", {"base": "classic", "target": 1000})
"""
    evening = loaded(tmp_path, hook).rules["evening"]
    assert (evening.name, evening.target, evening.tie) == ("evening", 1000, "bank")
    assert evening.as_dict() == preset("classic", target=1000).as_dict()


def test_a_registered_schedule_is_kept_by_name(tmp_path: Path) -> None:
    hook = """
import harness

@harness.hookimpl
def register_schedules(register):
    register("neighbours", lambda names: zip(names, names[1:]))
"""
    schedule = loaded(tmp_path, hook).schedules["neighbours"]
    assert list(schedule(["a", "b", "c"])) == [("a", "b"), ("b", "c")]


def test_a_plugin_may_only_follow_matches(tmp_path: Path) -> None:
    hook = """
import harness

@harness.hookimpl
def match_finished(match):
    return match["winner"]
"""
    assert loaded(tmp_path, hook).hook.match_finished(match={"winner": "NS"}) == ["NS"]


def test_one_kind_of_name_does_not_take_another(tmp_path: Path) -> None:
    hook = """
@harness.hookimpl
def register_rules(register):
    register("mine", {"base": "classic"})
"""
    registry = loaded(tmp_path, HEAD + registering("mine") + hook)
    assert "mine" in registry.bots
    assert "mine" in registry.rules


# What is wrong with a plugin


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        pytest.param(
            "x = 1",
            "implements no hook: it wants a function register_bots(register) "
            "with @harness.hookimpl above it",
            id="no hook",
        ),
        pytest.param(
            "def register_bots(register): ...",
            "implements no hook: its register_bots wants @harness.hookimpl above it",
            id="a hook without its mark",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_bot(register): ...",
            "there is no hook 'register_bot'; did you mean 'register_bots'? (known: "
            "register_bots, register_rules, register_schedules, match_finished)",
            id="a hook that does not exist",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_bots(add, register): ...",
            "its hook register_bots(add, register) should be register_bots(register)",
            id="a hook with other arguments",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_bots(register): ...",
            "registers nothing: its register_bots should call register(name, ...)",
            id="a hook that registers nothing",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_bots(register):\n    1 / 0",
            "fails in register_bots: ZeroDivisionError: division by zero ({path}, line 4)",
            id="a hook that raises",
        ),
        pytest.param(
            HEAD + registering("mine", "3"),
            "registers bot 'mine' with 3, which cannot be called: "
            "give the class or function itself",
            id="a factory that cannot be called",
        ),
        pytest.param(
            HEAD + registering("my bot"),
            "'my bot' cannot name a bot; a name is letters, digits and . _ - "
            "after a letter or digit",
            id="a name with a space",
        ),
        pytest.param(
            HEAD + registering("basic"),
            "the bot name 'basic' is taken by plugin bots (entry point); choose another",
            id="a name that is taken",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_rules(register):\n"
            "    register('classic', {'base': 'classic'})",
            "the rules name 'classic' is taken by the harness itself; choose another",
            id="the name of a preset",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_rules(register):\n"
            "    register('long', {'base': 'classic', 'target': 1002})",
            ", rules 'long': rule target = 1002 is not allowed (in classic); it takes 301 to 1001",
            id="a rule out of its range",
        ),
        pytest.param(
            "import harness\nclass Mute:\n    def keys(self):\n        raise ValueError\n\n"
            "@harness.hookimpl\ndef register_rules(register):\n    register('long', Mute())",
            ", rules 'long': ValueError",
            id="rules that fail without a word",
        ),
    ],
)
def test_what_is_wrong_with_a_plugin_is_said_in_one_line(
    tmp_path: Path, code: str, complaint: str
) -> None:
    assert error_of(tmp_path, code) == complaint.format(path=tmp_path / "mine.py")


def test_of_two_drop_ins_with_one_name_both_are_named(tmp_path: Path) -> None:
    one, two = (drop_plain(tmp_path / name, "mine") for name in ("one.py", "two.py"))
    with pytest.raises(PluginError) as caught:
        load([tmp_path], {})
    assert str(caught.value) == (
        f"plugin {two}: the bot name 'mine' is taken by plugin {one}; choose another"
    )


def test_a_broken_plugin_is_an_error_even_when_others_are_sound(tmp_path: Path) -> None:
    drop_plain(tmp_path / "sound.py", "sound")
    assert error_of(tmp_path, "x = 1").startswith("implements no hook")


# Bots that cannot be made


def test_an_unknown_bot_is_answered_with_the_likeliest_and_all() -> None:
    registry = load([], {})
    with pytest.raises(UnknownBot) as caught:
        registry.bot("baisc")
    assert str(caught.value) == (
        "there is no bot 'baisc'; did you mean 'basic'? "
        "(known: basic, counter, expert, lowest, montecarlo, random, solver)"
    )


def test_bots_never_submitted_are_looked_for_only_where_a_name_is_missing(tmp_path: Path) -> None:
    registry = load([tmp_path], {})
    home = drop(tmp_path / "late" / "1" / "belote-bot.toml", "").parent
    with pytest.raises(UnknownBot, match=rf"; {home} was never submitted: move it elsewhere"):
        registry.bot("late@1")


OPTIONS = f"""
{HEAD}
class Tuned(Plain):
    def __init__(self, level, courage=0.5):
        if courage > 1:
            raise ValueError("courage is at most 1")
        self.level, self.courage = level, courage

class Mute(harness.Bot):
    def choose_bid(self, view):
        return "pass"

class Odd:
    def choose_bid(self, view):
        return "pass"
    def choose_card(self, view):
        return 0

class Complete(Odd):
    choose_declarations = start_match = start_hand = end_hand = end_match = print

class Mild(Plain):
    pass

@harness.hookimpl
def register_bots(register):
    for factory in (Tuned, Mute, Odd, Complete, Mild):
        register(factory.__name__.lower(), factory)
    register("list", list)
    register("range", range)
"""


def test_options_reach_the_constructor(tmp_path: Path) -> None:
    bot = loaded(tmp_path, OPTIONS).bot("tuned").make(level=3, courage=0.25)
    assert vars(bot) == {"level": 3, "courage": 0.25}


def test_a_bot_of_another_family_will_do_if_it_has_every_method(tmp_path: Path) -> None:
    assert type(loaded(tmp_path, OPTIONS).bot("complete").make()).__name__ == "Complete"


@pytest.mark.parametrize(
    ("bot", "options", "complaint"),
    [
        (
            "tuned",
            {"level": 1, "corage": 1},
            "got an unexpected keyword argument 'corage'; its options are (level, courage=0.5)",
        ),
        (
            "tuned",
            {},
            "missing a required argument: 'level'; its options are (level, courage=0.5)",
        ),
        (
            "mild",
            {"level": 1},
            "got an unexpected keyword argument 'level'; it has no options",
        ),
        (
            "tuned",
            {"level": 1, "courage": 2},
            "cannot be made: ValueError: courage is at most 1 ({path}, line 15)",
        ),
        ("mute", {}, "lacks the method choose_card"),
        (
            "odd",
            {},
            "lacks the method choose_declarations: its class, Odd, should derive from harness.Bot",
        ),
        (
            "list",
            {},
            "lacks the method choose_bid: its class, list, should derive from harness.Bot",
        ),
        (
            "range",
            {"level": 1},
            "cannot be made: TypeError: range() takes no keyword arguments",
        ),
    ],
)
def test_why_a_bot_cannot_be_made_is_said_in_one_line(
    tmp_path: Path, bot: str, options: dict[str, object], complaint: str
) -> None:
    entry = loaded(tmp_path, OPTIONS).bot(bot)
    path = tmp_path / "mine.py"
    with pytest.raises(PluginError) as caught:
        entry.make(**options)
    assert str(caught.value) == f"bot {bot!r} of plugin {path} {complaint.format(path=path)}"


# Plugins that go out of their way

ENDS = "class End(BaseException):\n    def __str__(self): raise KeyboardInterrupt\n"


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        pytest.param(
            f"{ENDS}raise End\n",
            "cannot be imported: End: a End whose text fails with KeyboardInterrupt "
            "({path}, line 3)",
            id="an error of its own at import",
        ),
        pytest.param(
            "raise KeyboardInterrupt\n",
            "cannot be imported: KeyboardInterrupt ({path}, line 1)",
            id="Ctrl-C that nobody pressed",
        ),
        pytest.param(
            f"{ENDS}class Version:\n    def __str__(self): raise End\n__version__ = Version()\n",
            "does not tell its version and author: End: a End whose text fails with "
            "KeyboardInterrupt ({path}, line 4)",
            id="a version without a text",
        ),
        pytest.param(
            "def __dir__(): raise GeneratorExit\n",
            "has hooks that cannot be read: GeneratorExit ({path}, line 1)",
            id="no list of its names",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_bots(): ...",
            "its hook register_bots() should be register_bots(register)",
            id="a hook without its argument",
        ),
        pytest.param(
            "import harness\n@harness.hookimpl\ndef register_bots(register): raise GeneratorExit",
            "fails in register_bots: GeneratorExit ({path}, line 3)",
            id="a hook that ends a generator",
        ),
    ],
)
def test_a_plugin_that_ends_a_program_or_has_odd_names_is_one_line_too(
    tmp_path: Path, code: str, complaint: str
) -> None:
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        assert error_of(tmp_path, code) == complaint.format(path=tmp_path / "mine.py")
    finally:
        signal.signal(signal.SIGINT, before)


def test_who_watches_a_plugin_and_is_let_go_before_it_ran_blames_nobody() -> None:
    """As where a request to end strikes between the two; Python warns of what is raised then."""
    blaming("plugin x", "fails").__enter__()
