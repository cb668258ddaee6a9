"""What a match has left goes, what was there before it stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness.plugin.tidying import lying_in, tidy


def test_what_came_goes_and_what_was_there_stays(tmp_path: Path) -> None:
    own, elsewhere = tmp_path / "own", tmp_path / "elsewhere"
    for folder in (own / "unpacked" / "deep", elsewhere):
        folder.mkdir(parents=True)
        (folder / "kept").write_text("there before")
    stays = lying_in([str(own)])
    (own / "new" / "deeper").mkdir(parents=True)
    for path in (own / "left", own / "new" / "deeper" / ".left", own / "unpacked" / "left"):
        path.write_text("in a match")
    (own / "leads").symlink_to(elsewhere)
    tidy([str(own), str(tmp_path / "none")], stays)
    assert lying_in([str(own)]) == stays
    assert (elsewhere / "kept").read_text() == "there before"


def test_folders_that_were_closed_go_too(tmp_path: Path) -> None:
    for mode in (0o000, 0o555):
        deep = tmp_path / f"{mode:o}" / "deep"
        deep.mkdir(parents=True)
        (deep / "left").touch()
        deep.chmod(mode)
        deep.parent.chmod(mode)
    tidy([str(tmp_path)], set())
    assert lying_in([str(tmp_path)]) == set()


def test_what_is_mounted_there_is_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mounted" / "deep").mkdir(parents=True)
    (tmp_path / "own").touch()
    real = Path.lstat

    def lstat(path: Path) -> os.stat_result:
        found = real(path)
        elsewhere = path.name == "mounted"
        return os.stat_result([*found[:2], found.st_dev + elsewhere, *found[3:]])

    monkeypatch.setattr(Path, "lstat", lstat)
    assert lying_in([str(tmp_path)]) == {tmp_path / "own"}
    tidy([str(tmp_path)], set())
    assert (tmp_path / "mounted" / "deep").is_dir()
