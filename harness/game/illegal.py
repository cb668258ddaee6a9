"""What the rules forbid: acts refused with the duty broken and what was legal."""

from __future__ import annotations

from harness.errors import BeloteError
from harness.game.seats import Seat


class IllegalAct(BeloteError, ValueError):
    """A bid, declaration or card that the rules forbid.

    Attributes:
        seat: who acted.
        duty: what the rules asked for, in words.
        legal: what was legal, as text.
    """

    def __init__(self, message: str, *, seat: Seat | None, duty: str, legal: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.duty = duty
        self.legal = legal


class IllegalBid(IllegalAct):
    """A bid that is not among the legal ones."""


class IllegalDeclaration(IllegalAct):
    """A declaration that the seat does not hold, or may not keep quiet about."""


class IllegalCard(IllegalAct):
    """A card that breaks a duty; `card` is its text."""

    def __init__(
        self, message: str, *, seat: Seat | None, duty: str, legal: str, card: str
    ) -> None:
        super().__init__(message, seat=seat, duty=duty, legal=legal)
        self.card = card
