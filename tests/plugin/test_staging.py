"""Bringing in what somebody submits: plain files only, whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import random
import resource
import signal
import tarfile
import tracemalloc
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from harness.errors import Interrupted
from harness.plugin import staging, unpacking
from harness.plugin.manifest import FILE, Manifest, ManifestError
from harness.plugin.sources import digest_of_submitted
from harness.plugin.staging import staged
from harness.plugin.submitting import submit
from harness.plugin.target import target_of
from harness.plugin.unpacking import SubmissionError
from tests.plugin.dropping import HEAD, drop

MANIFEST = '[bot]\nname = "clever"\nversion = "1"\nentry = "bot:Plain"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot with a helper, a program, and what tools leave behind."""
    home = tmp_path / "clever"
    drop(home / FILE, MANIFEST)
    drop(home / "bot.py", HEAD)
    drop(home / "deep" / "helper.py", "x = 1")
    drop(home / "run", "#!/bin/sh\n").chmod(0o700)
    drop(home / "__pycache__" / "bot.pyc", "")
    drop(home / ".git" / "config", "")
    return home


def brought(path: Path) -> dict[str, int]:
    """Return the files that come through, with their modes."""
    with staged(path) as home:
        return {
            one.relative_to(home).as_posix(): one.stat().st_mode & 0o777
            for one in home.rglob("*")
            if one.is_file()
        }


def refusal(path: Path, within: Path | None = None) -> str:
    with pytest.raises(SubmissionError) as caught, staged(path, within):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


_MODES: Final[dict[str, Any]] = {
    "tar": "w",
    "tar.gz": "w:gz",
    "tar.bz2": "w:bz2",
    "tar.xz": "w:xz",
}
WHOLE = {FILE: 0o644, "bot.py": 0o644, "deep/helper.py": 0o644, "run": 0o755}


def test_a_folder_comes_through_readable_by_all(folder: Path) -> None:
    assert brought(folder) == WHOLE


@pytest.mark.parametrize("top", ["", "clever-1/"], ids=["flat", "in a folder"])
@pytest.mark.parametrize("kind", ["zip", "whl", "tar", "tar.gz", "tar.bz2", "tar.xz"])
def test_an_archive_comes_through_like_its_folder(folder: Path, kind: str, top: str) -> None:
    path = folder.with_name(f"clever.{kind}")
    files = [one for one in folder.rglob("*") if one.is_file() and one.parent.name[0] not in "._"]
    if kind in ("zip", "whl"):
        with zipfile.ZipFile(path, "w") as archive:
            for one in files:
                archive.write(one, f"{top}{one.relative_to(folder)}")
    else:
        with tarfile.open(path, _MODES[kind]) as packed:
            for one in files:
                packed.add(one, f"{top}{one.relative_to(folder)}")
    assert brought(path) == WHOLE


@pytest.mark.parametrize(
    "beside",
    ["clever-1.0.dist-info/METADATA", "clever-1.0.data/scripts/x", "__MACOSX/clever/._bot.py"],
)
def test_what_packers_lay_beside_the_one_folder_is_passed_over(folder: Path, beside: str) -> None:
    path = folder.with_name("clever.whl")
    with zipfile.ZipFile(path, "w") as archive:
        for name in WHOLE:
            archive.write(folder / name, f"clever/{name}")
        archive.writestr(beside, "")
    assert brought(path) == WHOLE


def test_a_second_folder_leaves_open_where_the_bot_is(folder: Path) -> None:
    path = folder.with_name("clever.zip")
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(folder / FILE, f"clever/{FILE}")
        archive.writestr("other/bot.py", "")
    assert f"holds no {FILE}" in refusal(path)


def test_nothing_is_left_of_what_was_staged(folder: Path, tmp_path: Path) -> None:
    within = tmp_path / "plugins"
    with staged(folder, within) as home:
        assert within in home.parents
    assert list(within.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["../out", "/etc/out", "a/../../out", "deep/..\\out", "a/" * 20 + "out"]
)
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_file_that_leads_out_is_refused(tmp_path: Path, kind: str, name: str) -> None:
    path = tmp_path / f"clever.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(FILE, MANIFEST)
            archive.writestr(name, "x")
    else:
        with tarfile.open(path, "w") as packed:
            packed.addfile(tarfile.TarInfo(name), io.BytesIO())
    assert "leads out of its folder" in (said := refusal(path)) or "has no place" in said
    assert not list(tmp_path.rglob("out"))


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE]
)
def test_an_archive_with_anything_but_plain_files_is_refused(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "clever.tar"
    odd = tarfile.TarInfo("odd")
    odd.type, odd.linkname = kind, "/etc/passwd"
    with tarfile.open(path, "w") as packed:
        packed.addfile(odd)
    assert refusal(path) == f"{path}: 'odd' is no plain file"


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "clever.zip"
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert refusal(path) == f"{path}: 'link' is no plain file"


@pytest.mark.parametrize("target", ["/etc/passwd", "nowhere", "."])
def test_a_link_in_a_folder_is_refused(folder: Path, target: str) -> None:
    (folder / "link").symlink_to(target)
    assert refusal(folder) == f"{folder}: 'link' is no plain file"


def test_a_pipe_in_a_folder_is_refused(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert refusal(folder) == f"{folder}: 'pipe' is no plain file"


def test_a_bomb_is_refused_while_it_goes_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "MOST_BYTES", 4 << 20)
    path = tmp_path / "clever.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, MANIFEST)
        archive.writestr("zeros", bytes(64 << 20))
    assert path.stat().st_size < 1 << 20
    assert refusal(path) == f"{path} holds more than 4 MB"


def tar_of(path: Path, *infos: tarfile.TarInfo) -> Path:
    """Write a tar of files without content, whatever is said of them."""
    with tarfile.open(path, _MODES[path.name.partition(".")[2]], format=tarfile.PAX_FORMAT) as tar:
        for info in infos:
            tar.addfile(info, io.BytesIO(bytes(max(info.size, 0))))
    return path


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
def test_a_header_is_refused_before_it_fills_the_memory(tmp_path: Path, kind: bytes) -> None:
    header = tarfile.TarInfo("long")
    header.type, header.size = kind, 100 << 20
    path = tmp_path / "clever.tar.gz"
    with gzip.open(path, "wb") as file:
        file.write(header.tobuf(tarfile.GNU_FORMAT) + bytes(1 << 20))
    tracemalloc.start()
    assert refusal(path) == f"{path} says more of its files than can be read"
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_the_directory_of_a_zip_is_refused_before_it_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "LARGEST_DIRECTORY", 4096)
    path = tmp_path / "clever.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(100):
            archive.writestr(f"{number}", "")
    assert refusal(path) == f"{path} says more of its files than can be read"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_cannot_be_unpacked_piece_by_piece_is_refused(
    tmp_path: Path, method: int
) -> None:
    path = tmp_path / "clever.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("bot.py", "x")
    assert refusal(path) == f"{path}: 'bot.py' is packed by another method than deflate"


def test_folders_without_end_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_HEADERS", 3)
    folders = [tarfile.TarInfo(f"{number}") for number in range(4)]
    for one in folders:
        one.type = tarfile.DIRTYPE
    path = tar_of(tmp_path / "clever.tar", *folders)
    assert refusal(path) == f"{path} holds more than 3 files and folders"


def test_what_is_left_out_counts_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", 4 << 20)
    cache = tarfile.TarInfo(".venv/zeros")
    cache.size = 8 << 20
    path = tar_of(tmp_path / "clever.tar.gz", cache, tarfile.TarInfo("bot.py"))
    assert refusal(path) == f"{path} holds more than 4 MB"


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"size": "-1536"}, "'a' has no size"),
        ({"GNU.sparse.map": "0,x"}, "cannot be read: what it says of its files makes no sense"),
    ],
)
def test_a_tar_that_makes_no_sense_is_told(
    tmp_path: Path, said: dict[str, str], complaint: str
) -> None:
    odd = tarfile.TarInfo("a")
    odd.pax_headers = said
    assert complaint in refusal(tar_of(tmp_path / "clever.tar", odd))


@pytest.mark.parametrize("kind", ["zip", "tar.gz", "tar.bz2", "tar.xz"])
def test_a_damaged_archive_is_told(folder: Path, kind: str) -> None:
    path = folder.with_name(f"clever.{kind}")
    content = random.Random(0).randbytes(5000)
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bot.py", content + bytes(5000))
    else:
        with tarfile.open(path, _MODES[kind]) as tar:
            info = tarfile.TarInfo("bot.py")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    damaged = bytearray(path.read_bytes())
    damaged[2500] ^= 0xFF
    path.write_bytes(damaged)
    assert refusal(path).startswith(f"{path} cannot be read: ")


@pytest.mark.parametrize("beyond", [1 << 16, 1 << 31])
@pytest.mark.parametrize(("header", "offset"), [(b"PK\1\2", 42), (b"PK\5\6", 16)])
def test_a_zip_that_refers_to_bytes_beyond_its_end_is_damaged_and_not_too_large(
    tmp_path: Path, header: bytes, offset: int, beyond: int
) -> None:
    """Where a file begins, and where the directory does."""
    path = tmp_path / "clever.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(FILE, MANIFEST)
    content = bytearray(path.read_bytes())
    place = content.rindex(header) + offset
    content[place : place + 4] = beyond.to_bytes(4, "little")
    path.write_bytes(content)
    assert refusal(path) == f"{path} cannot be read: it refers to bytes it has not got"


def test_a_name_that_is_not_utf_8_is_refused(folder: Path) -> None:
    path = tar_of(folder.with_name("clever.tar"), tarfile.TarInfo("\udcff.txt"))
    assert refusal(path) == f"{path}: '\\udcff.txt' has a name that is not UTF-8"
    Path(os.fsdecode(bytes(folder) + b"/\xff.txt")).touch()
    assert refusal(folder) == f"{folder}: '\\udcff.txt' has a name that is not UTF-8"
    zipped = folder.with_name("clever.zip")
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("é.txt", "")
    zipped.write_bytes(zipped.read_bytes().replace("é".encode(), b"\xff\xfe"))
    assert refusal(zipped).startswith(f"{zipped} cannot be read: ")


def test_caches_of_bytecode_do_not_come_through_an_archive_either(folder: Path) -> None:
    """They would play in place of the source."""
    path = folder.with_name("clever.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for one in sorted(folder.rglob("*")):
            archive.write(one, one.relative_to(folder))
    assert brought(path) == WHOLE
    with tarfile.open(folder.with_name("clever.tar"), "w") as tar:
        tar.add(folder, ".")
    assert brought(folder.with_name("clever.tar")) == WHOLE


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


@pytest.fixture(params=[signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def number(request: pytest.FixtureRequest) -> Iterator[int]:
    """A signal that ends the process: Ray leaves a handler of its own wherever it was started."""
    ending: signal.Signals = request.param
    before = signal.signal(ending, signal.SIG_DFL)
    yield ending
    signal.signal(ending, before)


def test_a_signal_that_ends_the_process_leaves_nothing_behind(
    folder: Path, tmp_path: Path, number: int
) -> None:
    within = tmp_path / "plugins"
    with pytest.raises(Interrupted), staged(folder, within):
        os.kill(os.getpid(), number)
    assert list(within.iterdir()) == []
    assert signal.getsignal(number) is signal.SIG_DFL


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


def test_a_file_that_stands_twice_in_an_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "clever.tar"
    with tarfile.open(path, "w") as packed:
        for _ in range(2):
            packed.addfile(tarfile.TarInfo("bot.py"), io.BytesIO())
    assert refusal(path) == f"{path}: 'bot.py' stands there twice"


@pytest.mark.parametrize("name", ["clever.zip", "clever.tar.gz"])
def test_what_is_no_archive_is_told(tmp_path: Path, name: str) -> None:
    path = drop(tmp_path / name, "nonsense")
    assert refusal(path).startswith(f"{path} cannot be read: ")


def test_a_cut_archive_is_told(folder: Path) -> None:
    path = folder.with_name("clever.zip")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(FILE, MANIFEST)
    path.write_bytes(path.read_bytes()[:-30])
    assert refusal(path).startswith(f"{path} cannot be read: ")


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
