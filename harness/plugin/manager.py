"""The registry of what plugins offer: bots, rule sets, schedules, and followers of a run.

Whatever is wrong with a plugin is an error that names it and says what would be right; no plugin
is passed over in silence.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, cast

import pluggy

from harness.errors import BeloteError, reason_of, unknown
from harness.game.fields import Value
from harness.game.presets import preset_names, rules_of
from harness.game.rules import Rules
from harness.plugin import hookspecs
from harness.plugin.blame import PluginError, blaming, class_name, let_through, summary
from harness.plugin.bot import Bot
from harness.plugin.hookspecs import PROJECT
from harness.plugin.sources import (
    SUBMITTED,
    Plugin,
    Source,
    find_sources,
    find_unsubmitted,
    import_plugin,
    never_submitted,
)

PLUGIN_DIRS: Final = (Path("plugins"),)

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
# `choose_cards` is asked only of those who have it.
_METHODS: Final = tuple(
    name for name in vars(Bot) if not name.startswith("_") and name != "choose_cards"
)
_HOOKS: Final = {
    name: inspect.signature(spec)
    for name, spec in vars(hookspecs).items()
    if hasattr(spec, f"{PROJECT}_spec")
}


class UnknownBot(BeloteError):
    """A name that no plugin registered."""


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A registered bot: what makes one, and the plugin it comes from (see `Plugin`)."""

    name: str
    factory: Callable[..., Bot]
    plugin: str
    source: Source
    version: str | None
    digest: str
    author: str | None

    @property
    def submitted(self) -> bool:
        """Whether it was submitted, and so is never imported here."""
        return self.source.kind == SUBMITTED

    def make(self, /, **options: object) -> Bot:
        """Make a fresh bot.

        Raises:
            PluginError: where the factory does not take the options or fails, or what it makes
                lacks a method of `Bot`.
        """
        try:
            bot: object = self.factory(**options)
            lacking = None if isinstance(bot, Bot) else _lacking(bot)
        except PluginError:
            raise
        except BaseException as error:
            let_through(error)
            raise PluginError(f"{self} {self._why_not_made(options, error)}") from error
        if lacking:
            raise PluginError(
                f"{self} lacks the method {lacking}: its class, {class_name(bot)}, "
                "should derive from harness.Bot"
            )
        return cast("Bot", bot)

    def see_takes(self, /, **options: object) -> None:
        """See that a bot can be made with some options, as far as that shows without making one.

        Of a submitted one nothing shows.

        Raises:
            PluginError: where it cannot.
        """
        if refused := self._refused(options):
            raise PluginError(f"{self} {refused}")

    def __str__(self) -> str:
        return f"bot {self.name!r} of plugin {self.source}"

    def _why_not_made(self, options: Mapping[str, object], error: BaseException) -> str:
        return self._refused(options) or f"cannot be made: {summary(error)}"

    def _refused(self, options: Mapping[str, object]) -> str | None:
        """Return why no bot can be made with some options, where the factory's signature says."""
        with suppress(Exception):  # some callables written in C tell nothing of their arguments
            missing = getattr(self.factory, "__abstractmethods__", ())
            if missing:
                return f"lacks the method {min(missing)}"
            takes = inspect.signature(self.factory)
            try:
                takes.bind(**options)
            except TypeError as mismatch:
                taken = ", ".join(map(str, takes.parameters.values()))
                has = f"its options are ({taken})" if taken else "it has no options"
                return f"{mismatch}; {has}"
        return None


class Registry:
    """What the loaded plugins offer.

    Attributes:
        bots: the registered bots by name.
        rules: the registered rule sets by name, resolved.
        schedules: the registered schedules by name.
        folders: of drop-ins, where there may be bots that were never submitted.
        hook: calls a hook of every plugin, such as `hook.match_finished(match=row)`.
    """

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._owners: dict[tuple[str, object], str] = {
            ("rules", name): "the harness itself" for name in preset_names()
        }
        self.bots: dict[str, BotEntry] = {}
        self.rules: dict[str, Rules] = {}
        self.schedules: dict[str, Callable[..., Any]] = {}
        self.folders: list[Path] = []
        self.hook = self._manager.hook

    def bot(self, name: str) -> BotEntry:
        """Return the bot of that name.

        Raises:
            UnknownBot: with the nearest name, and all of them.
        """
        if name not in self.bots:
            line = unknown("bot", name, sorted(self.bots))
            lying = (home for folder in self.folders for home in find_unsubmitted(folder))
            meant = (never_submitted(home) for home in lying if name in _names_of(home))
            raise UnknownBot("; ".join([line, *meant]))
        return self.bots[name]

    def owner(self, name: str) -> str | None:
        """Return which plugin has the name of a bot, so that none can be submitted under it."""
        entry = self.bots.get(name)
        return None if entry is None or entry.submitted else str(entry.source)

    @property
    def followers(self) -> list[pluggy.HookImpl]:
        """What plugins follow the matches of a run with."""
        return self.hook.match_finished.get_hookimpls()

    def tell_match_finished(self, match: Mapping[str, Any]) -> None:
        """Tell the followers of a match, a row of `matches`.

        Raises:
            PluginError: naming the plugin that fails.
        """
        for follower in self.followers:
            with blaming(f"plugin {follower.plugin_name}", "fails in match_finished"):
                follower.function(match)

    def add(self, plugin: Plugin) -> None:
        """Take in a plugin and what it registers; one that is in already is passed over.

        Raises:
            PluginError: naming the plugin.
        """
        if plugin.source.kind == SUBMITTED:
            self._add_submitted(plugin)
            return
        if self._manager.is_registered(plugin.hooks):
            return
        whose = f"plugin {plugin.source}"
        with blaming(whose, "has hooks that cannot be read"):
            implemented = self._check_hooks(plugin)
            self._manager.register(plugin.hooks, str(plugin.source))
        others = self._manager.get_plugins() - {plugin.hooks}
        claimed = len(self._owners)
        for hook, register in (
            ("register_bots", self._register_bot),
            ("register_rules", self._register_rules),
            ("register_schedules", self._register_schedule),
        ):
            with blaming(whose, f"fails in {hook}"):
                self._manager.subset_hook_caller(hook, others)(register=partial(register, plugin))
        if len(self._owners) == claimed and "match_finished" not in implemented:
            raise PluginError(
                f"{whose} registers nothing: its {min(implemented)} should call register(name, ...)"
            )

    def _add_submitted(self, plugin: Plugin) -> None:
        """Take in a submitted bot, under its name and version and, if it is the newest, its name.

        What makes it only says that it cannot be made here.
        """
        name, version = plugin.name, plugin.version or ""
        entry = BotEntry(
            f"{name}@{version}",
            partial(_not_here, name),
            name,
            plugin.source,
            version,
            plugin.digest,
            plugin.author,
        )
        if entry.name in self.bots:
            taken = self.bots[entry.name].source
            raise PluginError(f"submitted bot {plugin.source}: {taken} is {entry.name} already")
        newest = self.bots.get(name)
        if newest is None or not newest.submitted:
            self._claim("bot", name, plugin)
        self.bots[entry.name] = entry
        if newest is None or in_order(version) > in_order(newest.version or ""):
            self.bots[name] = replace(entry, name=name)

    def _check_hooks(self, plugin: Plugin) -> set[str]:
        """Return the hooks a plugin implements; each must exist and take what it is given."""
        implemented = set()
        for name in dir(plugin.hooks):
            options = self._manager.parse_hookimpl_opts(plugin.hooks, name)
            if not options:
                continue
            hook = options.get("specname") or name
            if hook not in _HOOKS:
                raise PluginError(f"plugin {plugin.source}: {unknown('hook', hook, _HOOKS)}")
            takes, given = inspect.signature(getattr(plugin.hooks, name)), _HOOKS[hook]
            if takes.parameters.keys() != given.parameters.keys():
                raise PluginError(
                    f"plugin {plugin.source}: its hook {name}({', '.join(takes.parameters)}) "
                    f"should be {name}({', '.join(given.parameters)})"
                )
            implemented.add(hook)
        if not implemented:
            unmarked = [hook for hook in _HOOKS if hasattr(plugin.hooks, hook)]
            remedy = (
                f"its {unmarked[0]} wants @harness.hookimpl above it"
                if unmarked
                else "it wants a function register_bots(register) with @harness.hookimpl above it"
            )
            raise PluginError(f"plugin {plugin.source} implements no hook: {remedy}")
        return implemented

    # What plugins are given as `register`

    def _register_bot(self, plugin: Plugin, name: str, factory: Callable[..., Bot]) -> None:
        self._claim("bot", name, plugin)
        _check_callable(plugin, f"bot {name!r}", factory)
        self.bots[name] = BotEntry(
            name,
            factory,
            plugin.name,
            plugin.source,
            plugin.version,
            plugin.digest,
            plugin.author,
        )

    def _register_rules(self, plugin: Plugin, name: str, table: Mapping[str, Value]) -> None:
        self._claim("rules", name, plugin)
        try:
            self.rules[name] = replace(rules_of(table), name=name)
        except (BeloteError, TypeError, ValueError) as error:
            raise PluginError(
                f"plugin {plugin.source}, rules {name!r}: {reason_of(error)}"
            ) from error

    def _register_schedule(self, plugin: Plugin, name: str, schedule: Callable[..., Any]) -> None:
        self._claim("schedule", name, plugin)
        _check_callable(plugin, f"schedule {name!r}", schedule)
        self.schedules[name] = schedule

    def _claim(self, kind: str, name: object, plugin: Plugin) -> None:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise PluginError(
                f"plugin {plugin.source}: {name!r} cannot name a {kind}; "
                "a name is letters, digits and . _ - after a letter or digit"
            )
        if (kind, name) in self._owners:
            raise PluginError(
                f"plugin {plugin.source}: the {kind} name {name!r} is taken by "
                f"{self._owners[kind, name]}; choose another"
            )
        self._owners[kind, name] = f"plugin {plugin.source}"


def load(
    plugin_dirs: Iterable[Path] = PLUGIN_DIRS, env: Mapping[str, str] = os.environ
) -> Registry:
    """Load every plugin there is: entry points, drop-ins, and those named in `BELOTE_PLUGINS`.

    Args:
        plugin_dirs: folders of drop-ins; one that does not exist is empty.
        env: where `BELOTE_PLUGINS` is looked up.

    Raises:
        PluginError: for the first plugin with which something is wrong.
    """
    registry = Registry()
    registry.folders = list(plugin_dirs)
    for source in find_sources(registry.folders, env):
        registry.add(import_plugin(source))
    return registry


@cache
def load_source(source: Source, digest: str) -> Registry:
    """Load one plugin alone, once per process: what a worker needs to make a bot.

    Raises:
        PluginError: as `load`; and where the plugin's code is no longer that of `digest`.
    """
    plugin = import_plugin(source)
    if plugin.digest != digest:
        raise PluginError(f"plugin {source} has changed since the run began: run again")
    registry = Registry()
    registry.add(plugin)
    return registry


def in_order(version: str) -> list[tuple[int, str]]:
    """Return what puts versions in order: `1.9` before `1.10`."""
    return [
        (int(part), "") if part.isdigit() else (-1, part)
        for part in re.findall(r"[0-9]+|[A-Za-z]+", version)
    ]


def _names_of(home: Path) -> tuple[str, ...]:
    """Return what somebody may call the bot of a folder: `NAME`, or of `NAME/VERSION` either."""
    return home.name, home.parent.name, f"{home.parent.name}@{home.name}"


def _not_here(name: str, **_: object) -> Bot:
    raise PluginError(
        f"bot {name!r} was submitted, and plays in a process of its own only: with "
        "isolation = sandbox or process"
    )


def _lacking(bot: object) -> str | None:
    """Return the first method of a `Bot` that a bot of another family lacks."""
    return next((each for each in _METHODS if not callable(getattr(bot, each, None))), None)


def _check_callable(plugin: Plugin, what: str, factory: object) -> None:
    if not callable(factory):
        raise PluginError(
            f"plugin {plugin.source} registers {what} with {factory!r}, which cannot be called: "
            "give the class or function itself"
        )
