"""Submitted bots as they lie in `plugins/NAME/VERSION`: brought there, known, withdrawn.

Beside each folder stands `VERSION.digest`, with the digest of what was submitted: a folder without
one does not count, and one that was changed afterwards is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from harness.ending import ending_is_a_request, say_on_ending, whole
from harness.errors import BeloteError, unknown
from harness.plugin.manifest import DIGEST, WITHDRAWN, Manifest
from harness.plugin.sources import (
    SUBMITTED,
    Source,
    digest_of_submitted,
    find_submitted,
    find_unsubmitted,
    never_submitted,
)
from harness.plugin.staging import staged, version_is_said
from harness.plugin.unpacking import SubmissionError


class Submitted(NamedTuple):
    """A bot that was submitted: its manifest, where it lies, and the digest of it."""

    manifest: Manifest
    folder: Path
    digest: str

    @property
    def name(self) -> str:
        """The name of this very version."""
        return f"{self.manifest.name}@{self.manifest.version}"


def submit(
    path: Path, plugins: Path, taken: Callable[[str], str | None], examine: Callable[[Path], None]
) -> Submitted:
    """Bring a bot into the folder of plugins, once it has been examined where it is staged.

    Args:
        path: a folder, an archive or a file; see `staged`.
        plugins: the folder of plugins.
        taken: says who has a name that is no submitted bot's; None for nobody.
        examine: looks at the staged folder, and raises where the bot is not to be taken.

    Raises:
        SubmissionError, ManifestError: with nothing of it left behind.
        Interrupted: somebody asked for an end; it says whether the bot was submitted before, as do
            requests that come once this has returned.
    """
    with ending_is_a_request():
        say_on_ending("nothing was submitted")
        with staged(path, plugins) as folder:
            found = _examined(path, folder, plugins, taken, examine)
            with whole():  # a bot is kept with its digest, or not at all
                kept = _kept(folder, found, path)
                say_on_ending(f"{kept.name} is in, under {kept.folder}")
    return kept


def _examined(
    path: Path,
    folder: Path,
    plugins: Path,
    taken: Callable[[str], str | None],
    examine: Callable[[Path], None],
) -> Submitted:
    """Return what a staged bot is to be, once nothing speaks against it."""
    manifest = Manifest.read(folder, path)
    manifest.check_names(str(path))
    if whose := taken(manifest.name):
        raise SubmissionError(
            f"the name {manifest.name!r} is taken by {whose}: give the bot another"
        )
    home = plugins / manifest.name / manifest.version
    if home in find_unsubmitted(plugins):
        raise SubmissionError(never_submitted(home))
    if home.exists():
        raise _submitted_before(manifest, path)
    digest = digest_of_submitted(folder)
    examine(folder)
    if digest_of_submitted(folder) != digest:
        raise SubmissionError(f"{path} changed while it was examined")
    return Submitted(manifest, home, digest)


def _submitted_before(manifest: Manifest, path: Path) -> SubmissionError:
    return SubmissionError(
        f"{manifest.name} {manifest.version} has been submitted before: what is submitted "
        f"is never overwritten, so give it a higher version, {version_is_said(path)}"
    )


def _kept(folder: Path, found: Submitted, path: Path) -> Submitted:
    """Move a staged bot to where it is to be."""
    try:
        _move(folder, found.folder, found.digest)
    except OSError as error:
        if found.folder.exists():  # somebody else was faster
            raise _submitted_before(found.manifest, path) from None
        raise SubmissionError(f"{found.folder} cannot be written: {error.strerror}") from None
    return found


def _move(folder: Path, home: Path, digest: str) -> None:
    """Move a staged folder to its home, and its digest beside it, both written before."""
    home.parent.mkdir(exist_ok=True)
    told = _beside(folder, DIGEST)
    told.write_text(f"{digest}\n", "ascii")
    folder.rename(home)
    told.rename(_beside(home, DIGEST))


def withdraw(name: str, folders: list[Path]) -> list[str]:
    """Take a submitted bot out of the competition, `NAME@VERSION` or with `NAME` every version.

    What lies there stays, so that a version is never given twice; results stay too.

    Raises:
        BeloteError: there is no such bot.
    """
    sources = [Path(one.value) for folder in folders for one in find_submitted(folder)]
    versions = {f"{home.parent.name}@{home.name}": home for home in sources}
    wanted = [one for one in versions if name in (one, one.partition("@")[0])]
    if not wanted:
        raise BeloteError(unknown("submitted bot", name, sorted(versions)))
    for one in wanted:
        try:
            _beside(versions[one], DIGEST).rename(_beside(versions[one], WITHDRAWN))
        except OSError as error:
            raise BeloteError(f"{one} cannot be withdrawn: {error.strerror}") from None
    return wanted


def source_of(submitted: Submitted) -> Source:
    """Return the source under which a submitted bot is known."""
    return Source(SUBMITTED, str(submitted.folder.resolve()))


def _beside(home: Path, suffix: str) -> Path:
    return home.with_name(home.name + suffix)
