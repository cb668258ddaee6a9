"""Where plugins come from, and importing them.

A plugin is a module, or any object an entry point names, with functions marked `@hookimpl`. It is
announced by the entry-point group `belote`, dropped into a folder, or named in the environment
variable `BELOTE_PLUGINS`. Its `Source` is all that another process needs to import it again.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from importlib import metadata, util
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from harness.plugin.blame import PluginError, blaming, shown_path
from harness.plugin.hookspecs import PROJECT
from harness.plugin.manifest import DIGEST, WITHDRAWN, Manifest, ManifestError
from harness.plugin.manifest import FILE as MANIFEST

VARIABLE: Final = "BELOTE_PLUGINS"
SUBMITTED: Final = "submitted"


class Source(NamedTuple):
    """Where a plugin comes from, small enough to send to another process.

    Attributes:
        kind: `entry_point`, `path`, `module` or `submitted`.
        value: the entry point's name, the absolute path, or the module's dotted name.
    """

    kind: str
    value: str

    def __str__(self) -> str:
        if self.kind in ("path", SUBMITTED):
            return shown_path(self.value)
        return f"{self.value} ({self.kind.replace('_', ' ')})"


@dataclass(frozen=True, slots=True)
class Plugin:
    """An imported plugin, or a submitted bot, which is never imported.

    Attributes:
        name: the entry point's or module's name, or that of the file or folder; of a submitted bot
            the one that its manifest gives.
        source: where it came from.
        hooks: the object that bears its hooks; of a submitted bot its manifest.
        digest: BLAKE2b-128 of its Python files, in hex.
        version, author: as its `__version__` and `__author__` or its distribution say.
    """

    name: str
    source: Source
    hooks: object
    digest: str
    version: str | None
    author: str | None


# Finding


def find_sources(folders: Iterable[Path], env: Mapping[str, str]) -> list[Source]:
    """Return the source of every plugin there is, each once, in the order they are to be loaded.

    Raises:
        PluginError: the first that `look_for_sources` yields.
    """
    found = []
    for one in look_for_sources(folders, env):
        if isinstance(one, PluginError):
            raise one
        found.append(one)
    return found


def look_for_sources(
    folders: Iterable[Path], env: Mapping[str, str]
) -> Iterator[Source | PluginError]:
    """Yield the source of every plugin, each once, and what is wrong where none can be told.

    That is an entry point announced twice, a folder that cannot be read or is no package, and a
    name in `BELOTE_PLUGINS` behind which there is nothing.
    """
    named = [name.strip() for name in env.get(VARIABLE, "").split(",")]
    looks: list[Callable[[], Sequence[Source | PluginError]]] = [
        *_entry_points().values(),
        *(partial(_dropped_in, folder) for folder in folders),
        *(partial(_named, name) for name in named if name),
    ]
    seen = set()
    for look in looks:
        try:
            found = look()
        except PluginError as error:
            found = [error]
        for one in found:
            if one not in seen:
                seen.add(one)
                yield one


def _entry_points() -> dict[str, Callable[[], Sequence[Source]]]:
    points = defaultdict(set)
    for point in metadata.entry_points(group=PROJECT):
        points[point.name].add(point.value)
    return {name: partial(_announced, name, points[name]) for name in sorted(points)}


def _announced(name: str, values: Iterable[str]) -> Sequence[Source]:
    meant = sorted(values)
    if len(meant) > 1:
        raise PluginError(
            f"two entry points of the group {PROJECT} are called {name!r}, for "
            f"{' and '.join(meant)}: one of the distributions must rename its own"
        )
    return [Source("entry_point", name)]


def _dropped_in(folder: Path) -> Sequence[Source | PluginError]:
    """Return the modules and packages in a folder of drop-ins, then the bots submitted there."""
    try:
        paths = sorted(folder.iterdir()) if folder.exists() else []
        submitted = find_submitted(folder)
    except OSError as error:
        raise PluginError(f"{folder} cannot be looked through: {error.strerror}") from None
    return [*(one for path in paths if (one := _drop_in(path)) is not None), *submitted]


def find_submitted(folder: Path) -> list[Source]:
    """Return the submitted bots in a folder of drop-ins: each has its digest beside it."""
    digests = sorted(folder.glob(f"[!._]*/*{DIGEST}")) if folder.exists() else []
    homes = [one.with_name(one.name.removesuffix(DIGEST)) for one in digests if one.is_file()]
    return [Source(SUBMITTED, str(home.resolve())) for home in homes]


def find_unsubmitted(folder: Path) -> list[Path]:
    """Return what lies in a folder of drop-ins with a manifest, but never went through `submit`."""
    found = [path for depth in ("*", "*/*") for path in folder.glob(f"{depth}/{MANIFEST}")]
    homes = [path.parent for path in found if path.is_file()]
    return sorted(
        home
        for home in homes
        if not home.relative_to(folder).parts[0].startswith((".", "_"))
        and not any(home.with_name(home.name + mark).is_file() for mark in (DIGEST, WITHDRAWN))
    )


def never_submitted(home: Path) -> str:
    """Say of such a folder what is to be done."""
    return f"{home} was never submitted: move it elsewhere, and give that to belote submit"


def _drop_in(path: Path) -> Source | PluginError | None:
    if path.name.startswith(("_", ".")):
        return None
    try:
        return _path_source(path) if _is_plugin(path) else None
    except PluginError as error:
        return error
    except (OSError, RuntimeError) as error:  # a link that leads to itself is a RuntimeError
        return PluginError(f"plugin {shown_path(str(path))} cannot be read: {error}")


def _is_plugin(path: Path) -> bool:
    """Whether it is a module or a package; what submitted bots are called makes it neither."""
    if path.is_dir():
        code = any(map(Path.is_file, path.glob("*.py")))
        return code and not (path / MANIFEST).is_file()
    if path.suffix == ".py" and path.exists() and not path.is_file():
        raise PluginError(f"plugin {shown_path(str(path))} is no plain file")
    return path.suffix == ".py"


def _path_source(path: Path) -> Source:
    source = Source("path", str(path.resolve()))
    if path.is_dir() and not (path / "__init__.py").is_file():
        raise PluginError(f"plugin {source} is no package: it needs an __init__.py with its hooks")
    return source


def _named(name: str) -> Sequence[Source]:
    """Return what a name in `BELOTE_PLUGINS` stands for: a path has a slash or ends in `.py`."""
    if all(part.isidentifier() for part in name.split(".")) and not name.endswith(".py"):
        return [Source("module", name)]
    path = Path(name).expanduser()
    if (path / MANIFEST).is_file():
        raise PluginError(
            f"{VARIABLE} names {name}, a submitted bot (it holds {MANIFEST}): "
            "those run in their own process and are never imported"
        )
    if path.is_dir() or (path.is_file() and path.suffix == ".py"):
        return [_path_source(path)]
    raise PluginError(f"{VARIABLE} names {name}, which is neither a .py file nor a folder")


# Importing


def import_plugin(source: Source) -> Plugin:
    """Import the plugin at `source`.

    Raises:
        PluginError: in one line, with the file and line where the import fails.
    """
    if source.kind == SUBMITTED:
        return _submitted(source)
    with blaming(f"plugin {source}", "cannot be imported"):
        if source.kind == "entry_point":
            return _import_entry_point(source)
        if source.kind == "module":
            return _plugin(source, source.value, _import_module(source), _code_of(source.value))
        path = Path(source.value)
        return _plugin(source, path.stem, _import_path(path), path)


def _submitted(source: Source) -> Plugin:
    """Return what the manifest of a submitted bot says; none of its code is run."""
    folder = Path(source.value)
    try:
        manifest = Manifest.read(folder)
        digest = digest_of_submitted(folder)
        told = folder.with_name(folder.name + DIGEST).read_text("ascii").strip()
    except (ManifestError, OSError, UnicodeDecodeError) as error:
        raise PluginError(f"submitted bot {source}: {error}") from None
    if digest != told and digest_of(folder) == told:
        raise PluginError(
            f"submitted bot {source} holds a __pycache__ that its digest says nothing of: remove it"
        )
    if digest != told:
        raise PluginError(
            f"submitted bot {source} has been changed since it was submitted: submit it again as "
            f"another version, and `belote withdraw {manifest.name}@{manifest.version}`"
        )
    return Plugin(manifest.name, source, manifest, digest, manifest.version, manifest.author)


def _import_entry_point(source: Source) -> Plugin:
    for point in metadata.entry_points(group=PROJECT, name=source.value):
        return _plugin(source, point.name, point.load(), _code_of(point.module), point.dist)
    raise PluginError(f"there is no entry point {source.value!r} in the group {PROJECT}")


def _import_module(source: Source) -> ModuleType:
    try:
        return importlib.import_module(source.value)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{source.value}.".startswith(f"{error.name}."):
            raise
        raise PluginError(
            f"{VARIABLE} names {source.value!r}, and there is no module {error.name!r} to "
            "import; a path is written with a slash or .py"
        ) from error


def _import_path(path: Path) -> ModuleType:
    """Import a file or package under a name of its own, the same in every process.

    The name changes with the code, so that an edited plugin is imported anew. The module stands in
    `sys.modules`, where pickle and dataclasses look for it, unless its import fails.
    """
    key = blake2b(f"{path}:{digest_of(path)}".encode(), digest_size=6).hexdigest()
    name = f"belote_plugin_{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}_{key}"
    if name in sys.modules:
        return sys.modules[name]
    package = path.is_dir()
    spec = util.spec_from_file_location(
        name,
        path / "__init__.py" if package else path,
        submodule_search_locations=[str(path)] if package else None,
    )
    assert spec is not None  # noqa: S101 - a file that ends in .py has a spec with a loader
    assert spec.loader is not None  # noqa: S101 - as above
    module = sys.modules[name] = util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for half in [each for each in sys.modules if f"{each}.".startswith(f"{name}.")]:
            del sys.modules[half]
        raise
    return module


# What is known of a plugin


def _plugin(
    source: Source,
    name: str,
    hooks: object,
    code: Path | None,
    distribution: metadata.Distribution | None = None,
) -> Plugin:
    about = distribution.metadata.json if distribution else {}
    with blaming(f"plugin {source}", "does not tell its version and author"):
        version = getattr(hooks, "__version__", about.get("version"))
        author = getattr(hooks, "__author__", about.get("author") or about.get("author_email"))
        told = [None if each is None else str.__str__(str(each)) for each in (version, author)]
    return Plugin(name, source, hooks, digest_of(code), *told)


def code_of(source: Source) -> Path | None:
    """Return the folder or file of a plugin, which is not imported for that."""
    if source.kind == "path":
        return Path(source.value)
    if source.kind == "module":
        return _code_of(source.value)
    (point,) = metadata.entry_points(group=PROJECT, name=source.value)
    return _code_of(point.module)


def _code_of(module: str) -> Path | None:
    """Return the folder or file of the outermost package that a module belongs to."""
    for name in accumulate(module.split("."), "{}.{}".format):
        file, is_package = _file_of(name)
        if file is not None:
            return Path(file).parent if is_package else Path(file)
    return None


def _file_of(module: str) -> tuple[str | None, bool]:
    """Return the file that a module is or would be imported from, and whether it is a package."""
    if outer := sys.modules.get(module):
        return outer.__file__, hasattr(outer, "__path__")
    spec = util.find_spec(module)
    if spec is None or not spec.has_location:
        return None, False
    return spec.origin, spec.submodule_search_locations is not None


def digest_of(code: Path | None) -> str:
    """Return the digest of a file, or of all files in a folder with their names, but caches."""
    return digest_of_files(files_of(code))


def digest_of_submitted(folder: Path) -> str:
    """Return the digest of everything in the folder of a submitted bot: what plays is in it."""
    return digest_of_files(_files_in(folder))


def digest_of_files(files: Mapping[str, Path]) -> str:
    """Return the digest of files, given by the names that count."""
    digest = blake2b(digest_size=16)
    for name, file in sorted(files.items()):
        content = file.read_bytes()
        digest.update(os.fsencode(f"{name}\0{len(content)}\0"))
        digest.update(content)
    return digest.hexdigest()


def files_of(code: Path | None) -> dict[str, Path]:
    """Return what belongs to a file or folder: itself, or the files in it by their place there.

    What Python keeps in a `__pycache__` is made from them, and is left out.
    """
    if code is None:
        return {}
    if code.is_dir():
        found = _files_in(code).items()
        return {place: file for place, file in found if "__pycache__" not in place.split("/")}
    return {code.name: code}


def _files_in(folder: Path) -> dict[str, Path]:
    found = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file for file in found}
