"""What is closed when it has been used: the one way into a `with` and out of it."""

from __future__ import annotations

from types import TracebackType
from typing import Self


class Closing:
    """The base of what is used in a `with`; it says in `close` how it ends."""

    def close(self) -> None:
        """End it."""

    def close_after(self, error: BaseException) -> None:  # noqa: ARG002 - for those who ask
        """End it where an error ends its use, which goes on from here."""
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self.close_after(error)
