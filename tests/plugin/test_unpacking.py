"""Bringing in an archive: like its folder, and refused before it does any harm."""

from __future__ import annotations

import gzip
import io
import os
import random
import tarfile
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest

from harness.plugin import staging, unpacking
from harness.plugin.manifest import FILE
from tests.plugin.dropping import drop
from tests.plugin.submissions import MANIFEST, WHOLE, brought, refusal

_MODES: Final[dict[str, Any]] = {
    "tar": "w",
    "tar.gz": "w:gz",
    "tar.bz2": "w:bz2",
    "tar.xz": "w:xz",
}


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


def test_a_zip_whose_files_run_past_its_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "clever.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(FILE, MANIFEST)
    content = bytearray(path.read_bytes())
    sizes = content.rindex(b"PK\1\2") + 20
    content[sizes : sizes + 8] = 2 * (1 << 20).to_bytes(4, "little")
    path.write_bytes(content)
    assert refusal(path) == f"{path} cannot be read: it ends before its files do"


def test_a_zip_with_a_file_that_has_no_name_is_told(tmp_path: Path) -> None:
    path = tmp_path / "clever.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x", "")
    path.write_bytes(path.read_bytes().replace(b"x", b"\0"))
    why = "what it says of its files makes no sense"
    assert refusal(path) == f"{path} cannot be read: {why}"


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
