"""What a rule is: a field with a default, the values it may take and its meaning."""

from __future__ import annotations

from dataclasses import field
from typing import Any, NamedTuple, TypeAlias

from harness.errors import BeloteError

Value: TypeAlias = str | int | bool | None


class RulesError(BeloteError, ValueError):
    """A rule set, field or value that does not exist."""


class Choice(NamedTuple):
    """The field takes one of a few words, or is a switch."""

    words: tuple[Value, ...]

    def admits(self, value: Value) -> bool:
        """Say whether the field may take `value`."""
        return any(value is word or (type(value) is str and value == word) for word in self.words)

    def read(self, value: Value) -> Value:
        """Return the value that is meant by one as it is written."""
        return _read(value, optional=None in self.words)

    def __str__(self) -> str:
        return ", ".join(as_text(word) for word in self.words)


class Span(NamedTuple):
    """The field takes a whole number, from `low` to `high` in steps; `none` where it may be off."""

    low: int
    high: int
    step: int = 1
    optional: bool = False

    def admits(self, value: Value) -> bool:
        """Say whether the field may take `value`."""
        if value is None:
            return self.optional
        return type(value) is int and value in range(self.low, self.high + 1, self.step)

    def read(self, value: Value) -> Value:
        """Return the value that is meant by one as it is written."""
        return _read(value, optional=self.optional)

    def __str__(self) -> str:
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.low} to {self.high}{steps}{' or none' if self.optional else ''}"


def _read(value: Value, *, optional: bool) -> Value:
    """Read `none` as being off where a field may be; elsewhere it is a word like any other.

    So `none` is written alike in TOML, which has no such value, in JSON and after `--set`.
    """
    off = optional and isinstance(value, str) and value.lower() == as_text(None)
    return None if off else value


def as_text(value: Value) -> str:
    """Write a value as a user writes it: `true`, `none`, `501`, `shuffle`."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def parse_value(text: str) -> Value:
    """Read a value as a user writes it: `true`, `false`, a whole number or a word.

    Whether `none` is a word or none of them is for the field to say: see `Choice.read`.
    """
    switches = {"true": True, "false": False}
    if text.lower() in switches:
        return switches[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def rule(default: Value, allowed: Choice | Span, meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    """Return a field with its default, the values it may take and its meaning."""
    return field(default=default, metadata={"allowed": allowed, "meaning": meaning})


def choice(*words: str, meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    """Return a field that takes one of some words, the first by default."""
    return rule(words[0], Choice(words), meaning)


def switch(default: bool, meaning: str) -> Any:  # noqa: ANN401, FBT001 - as dataclasses.field
    """Return a field that is on or off."""
    return rule(default, Choice((True, False)), meaning)


def number(default: int | None, low: int, high: int, meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    """Return a field that takes a whole number, or none where that is its default."""
    return rule(default, Span(low, high, optional=default is None), meaning)
