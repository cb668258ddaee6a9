"""Beginning, checking, submitting, asking and withdrawing bots, as a user does."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import pytest

from harness.arena import gauntlet
from harness.arena.answering import ask
from harness.arena.interruption import interruptible
from harness.arena.runner import run_tournament
from harness.plugin import contract, examining, sandbox
from harness.plugin.submitting import Submitted
from harness.plugin.submitting import submit as really_submit
from harness.report import standings
from tests.cli.commands import finish, start
from tests.cli.conftest import Command
from tests.plugin.dropping import drop
from tests.striking import strike, strike_after, strike_before

CAUTIOUS: Final = Path(__file__).parents[2] / "plugins" / "cautious.py"
FOREIGN: Final = Path(__file__).parents[1] / "foreign"
Submit: TypeAlias = Callable[..., Path]

HAND: Final = {
    "rules": "classic",
    "dealer": "W",
    "deck": "KC JD QD KH QS QH AD AS 10D 7S 9H JH 7H 8S 9S 8H 8C JS KD AH AC KS 10S 9D 7D 9C 10H "
    "7C 10C 8D JC QC",
    "bids": "pass take",
    "plays": "KS 9S",
}
"""S must follow suit: with the jack or the ace of spades."""
PASSED: Final = {"rules": {"base": "classic", "dealer_must_name": False}, "bids": 8 * "pass "}


@pytest.fixture(autouse=True)
def short_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial of few hands, which costs less."""
    monkeypatch.setattr(contract, "HANDS", 12)
    monkeypatch.setattr(contract, "ODD_RULES", contract.ODD_RULES[:1])
    monkeypatch.setattr(contract, "TABLES", (2,))
    monkeypatch.setattr(gauntlet, "PAIRS", 1)


def few(belote: Command, bot: str, *arguments: str) -> list[str]:
    """Check a bot over few hands and return what is said of each part."""
    said = belote("check", bot, "--hands", "12", "--json", *arguments)
    told = said.json()
    assert said.status == (0 if told["ok"] else 1)
    return [one["part"] for one in told["verdicts"] if not one["kept"]]


def test_a_new_bot_passes_check_and_its_own_tests_at_once(belote: Command) -> None:
    said = belote("new-bot", "clever")
    assert said.out == (
        "clever/ has belote-bot.toml, bot.py, test_bot.py.\nTry it: belote check clever/\n"
    )
    assert few(belote, "clever/") == []
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "clever"]
    done = subprocess.run(tests, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_a_new_bot_in_c_passes_check_once_it_is_built(belote: Command) -> None:
    assert belote("new-bot", "swift", "--lang", "c").out.endswith(
        "Try it: make -C swift && belote check swift/\n"
    )
    subprocess.run(["make", "-C", "swift"], check=True, capture_output=True)
    assert few(belote, "swift/") == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["../up"], "'../up' cannot name a bot: a name is letters"),
        (["x.digest"], "'x.digest' cannot name a bot: it ends in .digest, by which something else"),
        (["basic"], "the name 'basic' is taken by bots (entry point): give the bot another"),
        (["there"], "there is there already: choose another name"),
        (["x", "--lang", "cobol"], "there is no language 'cobol' (known: python, c)"),
    ],
)
def test_a_bot_that_cannot_be_begun_is_told(
    belote: Command, arguments: list[str], complaint: str
) -> None:
    Path("there").mkdir()
    said = belote("new-bot", *arguments)
    assert said.status == 2
    assert said.err.startswith(f"belote: {complaint}")
    assert sorted(path.name for path in Path().iterdir()) == ["there", "tournaments.toml"]


BROKEN: Final = """
import harness

class Broken(harness.Bot):
    def choose_bid(self, view):
        return view.legal_bids[0]

    def choose_card(self, view):
        print("oops")
        return 0
"""


def test_of_a_bot_that_does_not_start_what_it_wrote_is_shown_and_no_hand(belote: Command) -> None:
    dies = "echo no weights at model.bin >&2; exit 3"
    drop(
        Path("dead/belote-bot.toml"),
        f'[bot]\nname = "dead"\nversion = "1"\ncommand = ["sh", "-c", "{dies}"]\n',
    )
    said = belote("check", "dead", "--isolation", "process")
    assert said.status == 1
    assert "The hand up to there" not in said.out
    assert said.out.endswith(
        "\nIt said:\nno weights at model.bin\n\ndead 1 does not keep the contract.\n"
    )


def test_a_bot_that_breaks_the_contract_is_shown_where(belote: Command) -> None:
    drop(Path("broken.py"), BROKEN)
    said = belote("check", "broken.py", "--hands", "10")
    assert said.status == 1
    assert "BROKEN" in said.out
    assert "may not play 7S" in said.out
    assert '"dealer": "' in said.out
    assert said.out.endswith("broken 1 does not keep the contract.\n")


def test_a_bot_of_a_plugin_is_checked_by_its_name(belote: Command) -> None:
    assert few(belote, "lowest", "--presets", "two-handed", "--isolation", "process") == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["lowst"], "there is no bot 'lowst'; did you mean 'lowest'?"),
        (["lowest", "--presets", "x"], "there is no rule set 'x'"),
        (["lowest", "--hands", "0"], "--hands takes a number from 1 to 1,000,000, not 0"),
        (["lowest", "--isolation", "none"], "--isolation takes sandbox or process here"),
        (["./nowhere"], "nowhere does not exist: give a folder, an archive or a .py file"),
    ],
)
def test_what_cannot_be_checked_is_told_in_one_line(
    belote: Command, arguments: list[str], complaint: str
) -> None:
    said = belote("check", *arguments)
    assert said.status == 2
    assert said.err.startswith(f"belote: {complaint}")
    assert said.err.count("\n") == 1


@pytest.fixture(scope="session")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot that starts at once."""
    path = tmp_path_factory.mktemp("c") / "mybot"
    subprocess.run(["cc", "-O1", "-o", path, FOREIGN / "lowest.c"], check=True)
    return path


@pytest.fixture
def submitted(belote: Command, in_c: Path) -> Callable[..., Path]:
    """Submits a bot and returns its folder; what was sent is under `sent/guest`."""

    def send(version: str = "1.0") -> Path:
        home = Path("sent", "guest")
        manifest = f'[bot]\nname = "guest"\nversion = "{version}"\ncommand = ["./mybot"]\n'
        drop(home / "belote-bot.toml", manifest)
        shutil.copy(in_c, home)
        said = belote("submit", home, "--no-gauntlet", "--json")
        assert said.status == 0, said.out + said.err
        told = said.json()
        assert (told["bot"], told["ok"]) == (f"guest@{version}", True)
        folder = Path(told["folder"])
        assert folder.with_name(f"{version}.digest").read_text().strip() == told["digest"]
        return folder

    return send


def test_a_bot_is_submitted_plays_in_the_sandbox_and_is_withdrawn(
    belote: Command, submitted: Submit
) -> None:
    home = submitted()
    assert sorted(path.name for path in home.iterdir()) == ["belote-bot.toml", "mybot"]
    (guest, newest) = belote("bots", "--json").json()[-2:]
    assert (guest["name"], newest["name"]) == ("guest@1.0", "guest")
    assert newest["isolation"] == "sandbox"
    assert home.with_name("1.0.digest").read_text().strip() == guest["digest"]

    said = belote("run", "--bots", "guest,random", "--pairs", "1", "--workers", "0", "--db", "x.db")
    assert said.status == 0, said.err
    rows = ask(Path("x.db"), "SELECT name, isolation, digest FROM bots ORDER BY name").to_pylist()
    assert [(row["name"], row["isolation"]) for row in rows] == [
        ("guest", "sandbox"),
        ("random", "none"),
    ]
    assert rows[0]["digest"] == guest["digest"]

    rated = {one["name"]: one["elo"] for one in belote("bots", "--db", "x.db", "--json").json()}
    assert rated["guest"] == rated["guest@1.0"] == pytest.approx(-rated["random"])
    assert rated["lowest"] is None

    again = belote("submit", "sent/guest", "--no-gauntlet")
    assert again.status == 2
    assert again.err.startswith("belote: guest 1.0 has been submitted before")
    assert again.err.endswith("give it a higher version, in its belote-bot.toml\n")

    assert belote("withdraw", "guest", "--json").json() == {"withdrawn": ["guest@1.0"]}
    assert "guest" not in belote("bots").out
    assert home.exists()
    assert belote("withdraw", "guest").status == 2
    assert belote("submit", "sent/guest").err.startswith("belote: guest 1.0 has been submitted b")


def test_the_newest_version_plays_under_the_name(belote: Command, submitted: Submit) -> None:
    for version in ("1.9", "1.10"):
        submitted(version)
    found = {one["name"]: one["version"] for one in belote("bots", "--json").json()}
    assert found["guest"] == "1.10"
    assert {"guest@1.9", "guest@1.10"} <= found.keys()


def test_a_gauntlet_shows_where_a_bot_stands(belote: Command, submitted: Submit) -> None:
    submitted("1.0")
    Path("sent/guest/belote-bot.toml").write_text(
        '[bot]\nname = "guest"\nversion = "2.0"\ncommand = ["./mybot"]\n'
    )
    said = belote("submit", "sent/guest", "--db", "x.db")
    assert said.status == 0, said.err
    assert "guest@2.0" in said.out.partition("It plays 1 pair of matches")[2]
    (run,) = ask(Path("x.db"), "SELECT name, config ->> 'seed' AS seed FROM runs").to_pylist()
    assert run == {"name": "gauntlet of guest@2.0", "seed": "drawn"}


def test_a_gauntlet_is_begun_anew_whatever_stands_there_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So nothing is played on a seed that was published, and processes are not kept."""
    asked: dict[str, Any] = {}
    monkeypatch.setattr(
        gauntlet,
        "run_tournament",
        lambda tournament, _, **how: asked.update(tournament._asdict() | how),
    )
    monkeypatch.setenv("BELOTE_PLUGINS", str(CAUTIOUS))
    gauntlet.play_gauntlet("cautious", "classic", Path("x.db"))
    assert (asked["fresh"], asked["seed"], asked["isolation"].keep) == (True, None, False)


def test_a_gauntlet_that_is_interrupted_leaves_the_bot_in_and_says_so(
    belote: Command, monkeypatch: pytest.MonkeyPatch, submitted: Submit, ending: signal.Signals
) -> None:
    submitted("1.0")
    manifest = Path("sent/guest/belote-bot.toml")
    manifest.write_text(manifest.read_text().replace("1.0", "2.0"))
    struck = partial(run_tournament, follow=lambda _: os.kill(os.getpid(), ending))
    monkeypatch.setattr(gauntlet, "run_tournament", struck)
    said = belote("submit", "sent/guest", "--db", "x.db")
    assert (said.status, said.err) == (130, "")
    assert "\nguest@2.0 is in, under plugins/guest/2.0 (digest " in said.out
    assert ", interrupted.\n" in said.out


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are taken without a trial."""
    monkeypatch.setattr(examining, "examine", lambda *_: ())


AFTERWARDS: Final = {
    "harness.report.tables.say": (),
    "harness.arena.gauntlet.play_gauntlet": (),
    "harness.report.standings.print_outcome": (),
    "json.dumps": ("--no-gauntlet", "--json"),
    "harness.report.output.Output.flush": ("--no-gauntlet", "--json"),
}
"""What is called once a bot is in, and with which options."""


@pytest.mark.usefixtures("untried")
@pytest.mark.parametrize("when", [strike_before, strike_after])
@pytest.mark.parametrize("place", AFTERWARDS)
def test_wherever_a_signal_strikes_once_a_bot_is_in_that_is_told(
    belote: Command,
    monkeypatch: pytest.MonkeyPatch,
    ending: signal.Signals,
    place: str,
    when: Callable[..., None],
) -> None:
    played = SimpleNamespace(run_id="x", status="finished")
    monkeypatch.setattr(gauntlet, "play_gauntlet", lambda *_: played)
    monkeypatch.setattr(standings, "print_outcome", lambda *_, **__: None)

    def submit(*arguments: Any) -> Submitted:  # noqa: ANN401 - what the real one takes
        taken = really_submit(*arguments)
        when(monkeypatch, place, ending)
        return taken

    monkeypatch.setattr("harness.plugin.submitting.submit", submit)
    guest = drop(Path("guest.py"), CAUTIOUS.read_text())
    said = belote("submit", guest, "--db", "x.db", *AFTERWARDS[place])
    told = "belote: interrupted: guest@1.0 is in, under plugins/guest/1.0\n"
    assert (said.status, said.err) == (130, told)
    assert "guest@1.0" in belote("bots").out


@pytest.mark.usefixtures("untried")
def test_who_asks_twice_for_an_end_of_a_gauntlet_is_told_that_the_bot_is_in(
    belote: Command, monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    def struck(*_: object, **__: object) -> None:
        with interruptible():
            strike(ending)
            strike(ending)

    monkeypatch.setattr(gauntlet, "run_tournament", struck)
    said = belote("submit", drop(Path("guest.py"), CAUTIOUS.read_text()))
    assert said.status == 130
    assert said.err == "belote: interrupted: guest@1.0 is in, under plugins/guest/1.0\n"


@pytest.mark.usefixtures("untried")
def test_that_a_bot_is_in_is_told_as_json_even_where_its_gauntlet_cannot_be_played(
    tmp_path: Path,
) -> None:
    drop(tmp_path / "guest.py", CAUTIOUS.read_text())
    drop(tmp_path / "x.db", "no database")
    said = finish(start("submit", "guest.py", "--db", "x.db", "--json", cwd=tmp_path))
    assert said.status == 2
    assert said.err.startswith("belote: ")
    assert said.json()["bot"] == "guest@1.0"


@pytest.mark.parametrize(
    ("command", "told"),
    [("check", "interrupted"), ("submit", "interrupted: nothing was submitted")],
)
def test_an_end_that_is_asked_for_while_a_bot_is_on_trial_is_one_line_and_leaves_nothing(
    belote: Command,
    monkeypatch: pytest.MonkeyPatch,
    ending: signal.Signals,
    command: str,
    told: str,
) -> None:
    monkeypatch.setattr(examining, "examine", lambda *_: os.kill(os.getpid(), ending))
    assert belote(command, CAUTIOUS) == (130, "", f"belote: {told}\n")
    assert {one.name for one in Path().rglob("*")} <= {"tournaments.toml", "plugins"}


def test_a_bot_that_was_changed_afterwards_is_refused(belote: Command, submitted: Submit) -> None:
    home = submitted()
    (home / "mybot").write_text("another")
    said = belote("bots")
    assert said.status == 2
    assert "has been changed since it was submitted" in said.err


def test_what_is_not_taken_leaves_nothing_behind(belote: Command) -> None:
    drop(Path("broken.py"), BROKEN)
    said = belote("submit", "broken.py")
    assert said.status == 1
    assert said.out.endswith("broken 1 does not keep the contract.\n")
    assert list(Path("plugins").iterdir()) == []
    drop(Path("basic.py"), BROKEN)
    said = belote("submit", "basic.py")
    assert said.err.startswith("belote: the name 'basic' is taken by bots (entry point)")
    assert list(Path("plugins").iterdir()) == []


def test_a_submitted_bot_never_plays_in_the_harness_s_own_process(
    belote: Command, submitted: Submit
) -> None:
    submitted()
    said = belote("run", "--bots", "guest,random", "--isolation", "none", "--workers", "0")
    assert said.status == 2
    assert said.err.startswith("belote: bot 'guest' was submitted, and plays in a process of its")


def test_where_there_is_no_sandbox_what_needs_it_is_refused(
    belote: Command, submitted: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted()
    monkeypatch.setattr(sandbox, "find_bubblewrap", lambda: None)
    sandbox.why_not.cache_clear()
    run = ("run", "--bots", "guest,random", "--pairs", "1", "--workers", "0", "--db", "x.db")
    for command in (run, ("check", "guest"), ("submit", "sent/guest")):
        said = belote(*command)
        assert said.status == 2
        assert said.err.startswith("belote: the sandbox cannot be used: bubblewrap is not inst")
        assert "--isolation process" in said.err
    assert "sandbox" in belote("doctor").out
    assert belote("doctor").status == 1
    assert belote(*run, "--isolation", "process").status == 0
    monkeypatch.undo()
    sandbox.why_not.cache_clear()


# Asking


@pytest.mark.parametrize("bot", ["lowest", "guest.py"])
def test_a_bot_says_what_it_would_play(belote: Command, bot: str) -> None:
    drop(Path("guest.py"), BROKEN.replace("return 0", "return min(view.legal_cards)"))
    Path("hand.json").write_text(json.dumps(HAND))
    assert belote("ask", bot, "hand.json").out == ("S plays JS (legal: JS AS)\n")


def test_a_bot_says_what_it_would_bid(belote: Command) -> None:
    bidding = json.dumps(HAND | {"bids": "pass", "plays": ""})
    assert belote("ask", "lowest", bidding, "--json").json() == {
        "seat": "E",
        "question": "bid",
        "answer": "pass",
        "legal": "pass take",
    }


@pytest.mark.parametrize("bids", [{}, {"bids": None}])
def test_where_no_bids_are_told_nothing_has_been_bid(
    belote: Command, bids: dict[str, None]
) -> None:
    begun = {key: HAND[key] for key in ("rules", "dealer", "deck")} | bids
    said = belote("ask", "lowest", json.dumps(begun))
    assert said.out == "N bids pass (legal: pass take)\n"


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ("nowhere.json", "cannot read nowhere.json: No such file or directory"),
        ("{", "the line is not JSON: "),
        (json.dumps(HAND | {"plays": "KS KS"}), "E may not play KS: "),
        (json.dumps({"rules": "classic", "hands": []}), "ask about one hand, not about a match"),
        (json.dumps(HAND | PASSED | {"plays": ""}), "the hand is over: nobody is"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(
    belote: Command, record: str, complaint: str
) -> None:
    said = belote("ask", "lowest", record)
    assert said.status == 2
    assert said.err.startswith(f"belote: {complaint}")
    assert said.err.count("\n") == 1
