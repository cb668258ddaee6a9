"""Code of other people: whatever it raises is caught here, and told in one line.

Plugins and bots may raise anything, also what ends a program, and what they raise may have a text
that raises again. Only a request to end the program that struck in their code is not theirs.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from types import TracebackType
from typing import Any, Final

from harness.errors import BeloteError, Interrupted

_CALLERS: Final = ("importlib", "pluggy")
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+")
_CLASS_NAME: Final = type.__dict__["__name__"]


class PluginError(BeloteError):
    """A plugin that cannot be loaded, or a bot of it that cannot be made."""


class Theirs(AbstractContextManager[None]):
    """What stands inside is code of other people, and what it raises is given to `told`.

    A generator would do, but that it would take `GeneratorExit` for theirs, where it is closed
    itself: a request to end may strike between it and what it is to watch.

    Args:
        told: raises what is to be raised instead; where it returns, the error goes on.
    """

    def __init__(self, told: Callable[[BaseException], object]) -> None:
        self._told = told

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        """Have what was raised told."""
        if error is not None:
            self._told(error)


def blaming(who: object, what: str) -> Theirs:
    """Turn whatever the code of a plugin raises into one line that names it, as `who` is written.

    Raises:
        PluginError: inside, `{who} {what}: {summary}`.
    """

    def told(error: BaseException) -> None:
        if not isinstance(error, PluginError):
            let_through(error)
            raise PluginError(f"{who} {what}: {summary(error)}") from error

    return Theirs(told)


def let_through(error: BaseException) -> None:
    """Raise an error again that the code it came out of did not raise: somebody wants an end.

    Where Python's own handler takes Ctrl-C, nobody can tell who raised `KeyboardInterrupt`, and
    the benefit of the doubt is the user's.
    """
    if isinstance(error, Interrupted):
        raise error
    unhandled = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if isinstance(error, KeyboardInterrupt) and unhandled:
        raise error


def summary(error: BaseException) -> str:
    """Return an error's type, text and place in one line."""
    text = " ".join(described(error).split())
    if isinstance(error, SyntaxError):
        return text
    from traceback import walk_tb  # noqa: PLC0415 - what does not fail needs none

    places = [
        f" ({shown_path(frame.f_code.co_filename)}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith((*_not_theirs(), "<frozen"))
    ]
    return text + "".join(places[-1:])


@cache
def _not_theirs() -> tuple[str, ...]:
    """Return the folders of code that only calls theirs."""
    from importlib.util import find_spec  # noqa: PLC0415 - as above
    from pathlib import Path  # noqa: PLC0415 - as above

    callers = [spec.origin for name in _CALLERS if (spec := find_spec(name)) and spec.origin]
    return tuple(str(Path(each).parent) for each in (__file__, *callers))


def described(error: BaseException) -> str:
    """Return an error's type, and its text where it has any."""
    text = written(str, error)
    return f"{class_name(error)}: {text}" if text else class_name(error)


def written(write: Callable[[Any], str], value: object) -> str:
    """Write a value as text, whatever its own methods do, and the same in every process.

    So the places of objects in memory are left out: `<Bot object at 0x7f...>` is `<Bot object>`.
    """
    try:
        return storable(_ADDRESS.sub("", str.__str__(write(value))))
    except BaseException as error:  # noqa: BLE001 - see above
        let_through(error)
        return f"a {class_name(value)} whose text fails with {class_name(error)}"


def storable(text: str) -> str:
    """Return a text as UTF-8 can hold it: no half of a surrogate pair stands alone."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def class_name(value: object) -> str:
    """Return the name of a value's class, whatever its metaclass says."""
    name: str = _CLASS_NAME.__get__(type(value))
    return name


def shown_path(path: str) -> str:
    """Return a path as it is shown: from the working folder where it lies in it."""
    from pathlib import Path  # noqa: PLC0415 - nothing has failed yet in most processes

    return path.removeprefix(f"{Path.cwd()}/")
