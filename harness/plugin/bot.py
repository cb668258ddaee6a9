"""What a bot is: an object that answers questions about what one seat may know."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from harness.plugin.blame import let_through

if TYPE_CHECKING:
    from harness.game import CardSet, HandScore, Rules, View

Declared: TypeAlias = "str | Iterable[CardSet | str]"


class Bot(ABC):
    """The base of every bot: two questions to answer, and events to follow if it likes.

    A fresh bot sits at each seat of each match, so partners share nothing. Options given in a
    tournament arrive as keyword arguments of the constructor. For chance, use `view.rng` only:
    it is the bot's own generator, seeded for the match and seat, and makes its play reproducible.
    """

    @abstractmethod
    def choose_bid(self, view: View) -> str:
        """Return one of `view.legal_bids`."""

    @abstractmethod
    def choose_card(self, view: View) -> int:
        """Return one of `view.legal_cards`; a bot with a `choose_cards` need not write it."""

    def choose_cards(self, views: Sequence[View]) -> Sequence[int]:
        """Return a card for each view, for bots that think about many at once, as neural nets do.

        Where it is written, and several tables are under way in a worker, one of the bots of a
        contestant answers here for all that are to play a card: from the views alone, and each as
        `choose_card` would. Where that is not written, this is asked for one view too.
        """
        return [self.choose_card(view) for view in views]

    def choose_declarations(self, view: View) -> Declared:  # noqa: ARG002 - a default
        """Return `"all"`, `"none"`, or the card sets to declare; asked where silence is allowed."""
        return "all"

    def __init_subclass__(cls, **arguments: object) -> None:
        super().__init_subclass__(**arguments)
        if cls.choose_card is Bot.choose_card and cls.choose_cards is not Bot.choose_cards:
            cls.choose_card = _card_for_one  # type: ignore[method-assign]

    def start_match(self, rules: Rules, seat: int) -> None:  # noqa: B027 - may be left out
        """Follow the start of a match: its rules and the bot's seat, 0 to 3 for N E S W."""

    def start_hand(self, view: View) -> None:  # noqa: B027 - may be left out
        """Follow a new deal, before the first bid."""

    def end_hand(self, view: View, score: HandScore) -> None:  # noqa: B027 - may be left out
        """Follow the end of a hand and what each side wrote for it."""

    def end_match(self, totals: tuple[int, int], winner: int | None) -> None:  # noqa: B027 - may be left out
        """Follow the end of the match: final scores and winning side (0 NS, 1 EW, None)."""


EVENTS: Final = {
    event: getattr(Bot, event) for event in ("start_match", "start_hand", "end_hand", "end_match")
}
"""What a bot may follow, each with the method that ignores it."""


def followed(bot: Bot) -> dict[str, Callable[..., None]]:
    """Return the methods with which a bot follows events, as they are before the first."""
    return {
        event: getattr(bot, event)
        for event, ignored in EVENTS.items()
        if getattr(type(bot), event, ignored) is not ignored
    }


def _card_for_one(self: Bot, view: View) -> int:
    """Return what a bot answers that writes `choose_cards` alone."""
    card: int
    (card,) = cards_for_many(self, [view])
    return card


def answers_for_many(bot: Bot) -> bool:
    """Say whether a bot has a `choose_cards` of its own."""
    return getattr(type(bot), "choose_cards", Bot.choose_cards) is not Bot.choose_cards


def cards_for_many(bot: Bot, views: Sequence[View]) -> list[Any]:
    """Return what a bot answers in `choose_cards`, one for each view; no more is taken of it.

    Raises:
        ValueError: it gives fewer, or more; and whatever the bot raises.
    """
    cards: list[Any] = list(islice(bot.choose_cards(views), len(views) + 1))
    if len(cards) != len(views):
        given = len(cards) if len(cards) < len(views) else f"more than {len(views)}"
        raise ValueError(f"choose_cards gave {given} cards for {len(views)} views")
    return cards


def as_card(answer: Any) -> int:  # noqa: ANN401 - a bot may answer anything
    """Read a card from an int-like answer such as numpy's; -1 is no card."""
    try:
        return -1 if isinstance(answer, bool) else operator.index(answer)
    except BaseException as error:  # noqa: BLE001 - a bot's own number may raise anything
        let_through(error)
        return -1
