"""Bringing in what somebody submits: plain files only, whole or not at all."""

from __future__ import annotations

import os
import resource
import shutil
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from harness.ending import SIGNALS
from harness.errors import Interrupted
from harness.plugin import staging
from harness.plugin.manifest import FILE, Manifest, ManifestError
from harness.plugin.sources import digest_of_submitted, find_submitted
from harness.plugin.staging import staged
from harness.plugin.submitting import submit
from harness.plugin.target import target_of
from harness.plugin.unpacking import SubmissionError
from tests.plugin.dropping import HEAD, drop
from tests.plugin.submissions import MANIFEST, WHOLE, brought, refusal
from tests.striking import strike, strike_after, strike_before

Striking: TypeAlias = Callable[..., None]


def test_a_folder_comes_through_readable_by_all(folder: Path) -> None:
    assert brought(folder) == WHOLE


def test_nothing_is_left_of_what_was_staged(folder: Path, tmp_path: Path) -> None:
    within = tmp_path / "plugins"
    with staged(folder, within) as home:
        assert within in home.parents
    assert list(within.iterdir()) == []


@pytest.mark.parametrize("target", ["/etc/passwd", "nowhere", "."])
def test_a_link_in_a_folder_is_refused(folder: Path, target: str) -> None:
    (folder / "link").symlink_to(target)
    assert refusal(folder) == f"{folder}: 'link' is no plain file"


def test_a_pipe_in_a_folder_is_refused(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert refusal(folder) == f"{folder}: 'pipe' is no plain file"


def test_a_disk_that_is_full_is_no_fault_of_what_is_submitted(folder: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    (folder / "weights").write_bytes(bytes(8192))
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        assert refusal(folder) == f"{folder}: 'weights' cannot be kept: File too large"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_what_a_killed_process_left_is_swept_and_what_another_holds_is_not(
    folder: Path, tmp_path: Path
) -> None:
    within = tmp_path / "plugins"
    drop(within / ".incoming-dead" / "bot" / "bot.py", HEAD)
    (within / ".incoming-link").symlink_to(folder)
    with staged(folder, within) as first, staged(folder, within) as second:
        assert first.exists()
        assert second.exists()
        assert not (within / ".incoming-dead").exists()
    assert [path.name for path in within.iterdir()] == [".incoming-link"]
    assert (folder / "bot.py").exists()


def test_a_signal_that_ends_the_process_leaves_nothing_behind(
    folder: Path, tmp_path: Path, ending: signal.Signals
) -> None:
    within = tmp_path / "plugins"
    with pytest.raises(Interrupted), staged(folder, within):
        os.kill(os.getpid(), ending)
    assert list(within.iterdir()) == []
    assert signal.getsignal(ending) is signal.SIG_DFL


def test_who_interrupts_a_submission_is_told_that_nothing_was_submitted(
    folder: Path, tmp_path: Path, ending: signal.Signals
) -> None:
    plugins = tmp_path / "plugins"
    with pytest.raises(Interrupted, match=r"^nothing was submitted$"):
        submit(folder, plugins, lambda _: None, lambda _: os.kill(os.getpid(), ending))
    assert list(plugins.iterdir()) == []


STAGED: Final = (
    "tempfile.mkdtemp",
    "harness.plugin.incoming._locked",
    "harness.plugin.staging._place",
    "harness.plugin.staging._top",
    "harness.plugin.submitting.digest_of_submitted",
)
"""What is called before a bot is moved to its place."""
KEPT: Final = (
    "pathlib.Path.write_text",
    "pathlib.Path.rename",
    "harness.plugin.submitting._kept",
    "harness.plugin.incoming.whole",
    "shutil.rmtree",
    "os.close",
)
"""What is called from then on."""


@pytest.mark.parametrize("when", [strike_before, strike_after])
@pytest.mark.parametrize("place", STAGED)
def test_wherever_a_signal_strikes_before_a_bot_is_moved_nothing_is_there_and_that_is_told(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: signal.Signals,
    place: str,
    when: Striking,
) -> None:
    plugins = tmp_path / "plugins"
    when(monkeypatch, place, ending)
    with pytest.raises(Interrupted, match=r"^nothing was submitted$"):
        submit(folder, plugins, lambda _: None, lambda _: None)
    assert list(plugins.iterdir()) == []


@pytest.mark.parametrize("when", [strike_before, strike_after])
@pytest.mark.parametrize("place", KEPT)
def test_wherever_a_signal_strikes_once_a_bot_is_moved_it_is_whole_and_that_is_told(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: signal.Signals,
    place: str,
    when: Striking,
) -> None:
    plugins = tmp_path / "plugins"
    home = plugins / "clever" / "1"

    def examine(_: Path) -> None:  # what is called before is none of it
        when(monkeypatch, place, ending)

    with pytest.raises(Interrupted, match=f"^clever@1 is in, under {home}$"):
        submit(folder, plugins, lambda _: None, examine)
    assert [Path(one.value) for one in find_submitted(plugins)] == [home]
    assert (home / FILE).exists()
    assert [one.name for one in plugins.iterdir()] == ["clever"]


@pytest.mark.parametrize("when", [strike_before, strike_after])
@pytest.mark.parametrize("place", ["os.open", "shutil.rmtree", "os.close"])
def test_a_signal_that_strikes_while_one_sweeps_is_heeded_and_what_was_begun_is_gone(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: signal.Signals,
    place: str,
    when: Striking,
) -> None:
    plugins = tmp_path / "plugins"
    drop(plugins / ".incoming-dead" / "bot" / "bot.py", HEAD)
    when(monkeypatch, place, ending)
    with pytest.raises(Interrupted, match=r"^nothing was submitted$"):
        submit(folder, plugins, lambda _: None, lambda _: None)
    assert list(plugins.iterdir()) == []


def test_a_signal_that_strikes_what_sweeps_is_heeded_even_where_something_else_fails_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    plugins = tmp_path / "plugins"
    drop(plugins / ".incoming-dead" / "bot" / "bot.py", HEAD)
    removed, closed = shutil.rmtree, os.close

    def struck(path: Path, *, ignore_errors: bool) -> None:
        removed(path, ignore_errors=ignore_errors)
        monkeypatch.setattr(shutil, "rmtree", removed)
        monkeypatch.setattr(os, "close", fails)
        strike(ending)

    def fails(lock: int) -> None:
        monkeypatch.setattr(os, "close", closed)
        closed(lock)
        raise OSError

    monkeypatch.setattr(shutil, "rmtree", struck)
    with pytest.raises(Interrupted), staged(folder, plugins):
        pass
    assert list(plugins.iterdir()) == []


def test_a_signal_that_strikes_what_tidies_up_after_an_error_takes_its_place(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    plugins = tmp_path / "plugins"
    strike_before(monkeypatch, "shutil.rmtree", ending)
    with pytest.raises(Interrupted, match=r"^nothing was submitted$") as caught:
        submit(folder, plugins, lambda _: "somebody", lambda _: None)
    assert isinstance(caught.value.__context__, SubmissionError)
    assert list(plugins.iterdir()) == []


def test_signals_that_strike_at_once_or_while_one_is_heeded_keep_nobody_from_tidying_up(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    plugins = tmp_path / "plugins"
    strike_before(monkeypatch, "shutil.rmtree", signal.SIGINT)
    with pytest.raises(Interrupted, match=r"^nothing was submitted$"):
        submit(folder, plugins, lambda _: None, lambda _: strike(ending, *SIGNALS))
    assert list(plugins.iterdir()) == []


def test_a_file_alone_is_parsed_up_to_a_size_and_not_even_read_beyond(tmp_path: Path) -> None:
    path = drop(tmp_path / "clever.py", HEAD)
    source = path.read_bytes()
    path.write_bytes(source + b"#" * (staging.LARGEST_ALONE - len(source)))
    with staged(path):
        pass
    with path.open("ab") as file:
        file.truncate(1 << 32)  # of which hardly anything is on the disk
    assert refusal(path) == (
        f"{path} has more than 256 kB, which is the most for a file alone: "
        f"put it in a folder with a {FILE}"
    )


def test_more_files_than_there_is_room_for_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "MOST_FILES", 3)
    for number in range(4):
        drop(tmp_path / f"{number}", "")
    assert refusal(tmp_path) == f"{tmp_path} holds more than 3 files"


def test_what_is_not_there_or_of_no_kind_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "x").endswith(
        "x does not exist: give a folder, an archive or a .py file"
    )
    os.mkfifo(tmp_path / "pipe.py")
    assert "pipe.py is no plain file: give a folder" in refusal(tmp_path / "pipe.py")
    assert "is no folder, no .py file and no archive" in refusal(drop(tmp_path / "bot.rar", ""))


def test_a_folder_without_a_manifest_is_told(tmp_path: Path) -> None:
    drop(tmp_path / "bot.py", HEAD)
    assert refusal(tmp_path) == (
        f"{tmp_path} holds no {FILE}: `belote new-bot` writes one to start from"
    )


# A single file

ALONE = f"""
__version__ = "1.2"
__author__ = "Ada \\"the\\" Bot"
raise RuntimeError("never run")
{HEAD}
"""


def test_a_file_alone_gets_a_manifest_and_is_not_run(tmp_path: Path) -> None:
    with staged(drop(tmp_path / "clever.py", ALONE)) as home:
        assert Manifest.read(home) == Manifest(
            name="clever", version="1.2", author='Ada "the" Bot', entry="clever:Plain"
        )
        assert (home / "clever.py").read_text() == (tmp_path / "clever.py").read_text()


def test_a_file_with_a_bot_that_answers_for_many_alone_gets_a_manifest_too(tmp_path: Path) -> None:
    code = HEAD.replace("choose_card(self, view)", "choose_cards(self, views)")
    with staged(drop(tmp_path / "clever.py", code)) as home:
        assert Manifest.read(home).entry == "clever:Plain"


@pytest.mark.parametrize(
    ("name", "code", "complaint"),
    [
        ("clever.py", "def (", "is not Python: "),
        ("clever.py", "-" * 9999 + "1", "cannot be read: what it says stands too deep within it"),
        ("clever.py", "1" + "+1" * 99_999, "cannot be read: what it says stands too deep within"),
        ("clever.py", "x = 1", "it has one class with a method choose_card or choose_cards, not 0"),
        ("clever.py", HEAD + HEAD.replace("Plain", "Other"), "choose_cards, not 2"),
        ("my-bot.py", HEAD, "its name is a module's"),
    ],
)
def test_a_file_that_cannot_stand_alone_is_told(
    tmp_path: Path, name: str, code: str, complaint: str
) -> None:
    assert complaint in refusal(drop(tmp_path / name, code))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("clever.py", 'give it a higher version, as __version__ = "2" in clever.py'),
        ("clever", f"give it a higher version, in its {FILE}"),
    ],
)
def test_who_submits_a_version_again_is_told_where_to_raise_it(
    tmp_path: Path, folder: Path, name: str, told: str
) -> None:
    drop(folder.with_name("clever.py"), HEAD)
    again = partial(submit, tmp_path / name, tmp_path / "plugins", lambda _: None, lambda _: None)
    again()
    with pytest.raises(SubmissionError) as caught:
        again()
    assert str(caught.value).endswith(told)


def test_of_two_who_submit_a_version_at_once_the_slower_is_told_and_changes_nothing(
    tmp_path: Path, folder: Path
) -> None:
    plugins = tmp_path / "plugins"
    sent = partial(submit, folder, plugins, lambda _: None)
    first = []
    with pytest.raises(SubmissionError, match=r"^clever 1 has been submitted before: "):
        sent(lambda _: first.append(sent(lambda _: None)))
    (winner,) = first
    assert winner.digest == digest_of_submitted(winner.folder)
    assert sorted(path.name for path in plugins.rglob("*1*")) == ["1", "1.digest"]


@pytest.mark.parametrize("key", ["name", "version"])
def test_a_name_that_would_stop_other_commands_is_not_taken(folder: Path, key: str) -> None:
    manifest = MANIFEST.replace(f'{key} = "', f'{key} = "x.py" #')
    drop(folder / FILE, manifest)
    with pytest.raises(ManifestError, match=f": {key}: 'x.py' ends in .py"):
        submit(folder, folder.with_name("plugins"), lambda _: None, lambda _: None)
    with pytest.raises(ManifestError), target_of(str(folder)):
        pass
