"""Records on their way out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from harness.errors import BeloteError
from harness.report.records import write_records

RECORDS: Final[list[dict[str, Any]]] = [{"why": "♠ led"}, {"held": {"points": 81}}]
LINES = '{"why": "♠ led"}\n{"held": {"points": 81}}\n'


def test_records_are_an_object_a_line(tmp_path: Path) -> None:
    assert write_records(RECORDS, tmp_path / "out") == 2
    assert (tmp_path / "out").read_text("utf-8") == LINES


def test_no_records_make_an_empty_file(tmp_path: Path) -> None:
    assert write_records([], tmp_path / "out") == 0
    assert (tmp_path / "out").read_text() == ""


def test_a_new_file_may_be_read_by_whom_other_new_files_may(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write_records(RECORDS, tmp_path / "out")
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_link_goes_on_to_point_at_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    write_records(RECORDS, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text("utf-8") == LINES


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        text = reader.submit(pipe.read_text, "utf-8")
        write_records(RECORDS, pipe)
        assert text.result(10) == LINES
    assert pipe.is_fifo()


def test_nothing_is_left_behind_when_a_record_cannot_be_had(tmp_path: Path) -> None:
    def broken() -> Iterator[dict[str, object]]:
        yield from RECORDS
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(broken(), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_is_one_line() -> None:
    with pytest.raises(BeloteError, match=r"^cannot write /dev/full: No space left on device$"):
        write_records(RECORDS * 100_000, Path("/dev/full"))
