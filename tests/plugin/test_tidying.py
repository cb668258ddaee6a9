"""What a match has left goes, what was there before it stays."""

from __future__ import annotations

from pathlib import Path

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
