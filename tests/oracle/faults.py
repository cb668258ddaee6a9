"""The one way the oracle says that a record breaks a rule."""

from typing import Any


class RecordError(Exception):
    """A record that is not a hand of Belote, or not a legal one.

    `where` is the part of the record and `at` the place in it, counted from 0; `more` holds what
    else there is to say: `seat`, `card`, `duty` and `legal`.
    """

    def __init__(self, error: str, where: str, at: int, **more: str) -> None:
        super().__init__(error)
        self.error = error
        self.where = where
        self.at = at
        self.more = more

    def verdict(self) -> dict[str, Any]:
        """The verdict that reports it."""
        return {"ok": False, "error": self.error, "where": self.where, "at": self.at, **self.more}
