"""Signals that strike at a place of their own: where a function is called, or has returned."""

from __future__ import annotations

import itertools
import pkgutil
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from harness.ending import SIGNALS


def strike(*numbers: signal.Signals) -> None:
    """Get signals in one moment, as a process does whose terminal is closed."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    for number in numbers:
        signal.raise_signal(number)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def strike_before(monkeypatch: pytest.MonkeyPatch, place: str, *numbers: signal.Signals) -> None:
    """Have signals come when a function is first called, before it does anything."""

    def calling(function: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever it returns
        strike(*numbers)
        return function()

    _strike(monkeypatch, place, calling)


def strike_after(monkeypatch: pytest.MonkeyPatch, place: str, *numbers: signal.Signals) -> None:
    """Have signals come when a function has first done all, before it returns."""

    def calling(function: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever it returns
        returned = function()
        strike(*numbers)
        return returned

    _strike(monkeypatch, place, calling)


def _strike(
    monkeypatch: pytest.MonkeyPatch, place: str, calling: Callable[[Callable[[], Any]], Any]
) -> None:
    """Have the first call of a function go through another one."""
    owner, _, name = place.rpartition(".")
    function = getattr(pkgutil.resolve_name(owner), name)
    calls = itertools.count()

    def struck(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the function takes
        call = partial(function, *arguments, **named)
        return call() if next(calls) else calling(call)

    monkeypatch.setattr(place, struck)
