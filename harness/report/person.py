"""A person at the table: a bot that asks at the terminal.

It is told what its seat may know, as every bot is, so it can show nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from harness.errors import BeloteError
from harness.game import CardSet, HandScore, Rules, View
from harness.game.cards import RANKS, SUITS, Card, card_name, card_names, parse_card
from harness.game.declarations import find
from harness.game.play import TRUMPS, broken_duty
from harness.game.seats import SEATS, Seat
from harness.plugin import Bot
from harness.report.asking import ask
from harness.report.cards import cards_text, in_order
from harness.report.narration import Narration
from harness.report.tables import cell, console

_MOST_LISTED: Final = 10
"""Bids that are shown one by one; more are told by what they are made of."""
_SYMBOLS: Final = str.maketrans("♠♥♦♣", SUITS)
_NAMED: Final = re.compile(rf"(\d+|capot|generale)({'|'.join(TRUMPS)})")


class Person(Bot):
    """Somebody who answers by typing.

    Args:
        names: who sits at each seat, by their number.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._narration = Narration(0, names)
        self._seat: Seat = 0

    # What it follows

    def start_match(self, rules: Rules, seat: int) -> None:
        """Say where one sits, and how to answer."""
        self._seat = seat
        self._narration = Narration(seat, self._names)
        tell(f"You sit at {SEATS[seat]}. {_goal(rules)}", "bold")
        tell("Write a card as 10H or JS, a bid as it is shown; ? says what you may do.")

    def start_hand(self, view: View) -> None:
        """Say what was dealt."""
        self._narration.begin(view)

    def end_hand(self, view: View, score: HandScore) -> None:
        """Say how it ended."""
        self._narration.end(view, score)

    def end_match(self, totals: tuple[int, int], winner: int | None) -> None:
        """Say who has won."""
        north, east = totals
        won = "Drawn" if winner is None else "You win" if winner == self._seat & 1 else "You lose"
        tell(f"\n{won}: NS {north}, EW {east}.", "bold")

    # What it is asked

    def choose_bid(self, view: View) -> str:
        """Ask for a bid."""
        self._narration.catch_up(view)
        self._narration.show_own(view, view.holding_mask)
        legal = view.legal_bids
        tell(f"You may bid: {told_bids(legal)}")
        while True:
            answer = ask("Your bid:")
            bid = bid_meant(answer, legal)
            if bid is not None:
                return bid
            tell(f"You may bid: {' '.join(legal)}")

    def choose_card(self, view: View) -> int:
        """Ask for a card."""
        self._narration.catch_up(view)
        self._narration.show_trick(view)
        self._narration.show_own(view, view.legal_mask)
        if view.legal_mask != view.holding_mask:
            self._show_legal(view)
        while True:
            try:
                card = card_meant(ask("Your card:"), view)
            except BeloteError as error:
                tell(str(error))
            else:
                if card is not None:
                    return card
                self._show_legal(view)

    def choose_declarations(self, view: View) -> str | list[CardSet]:
        """Ask which declarations to make."""
        self._narration.catch_up(view)
        self._narration.show_own(view, view.holding_mask)
        held = find(view.rules, view.dealt_mask, view.log.trump)
        for number, one in enumerate(held, 1):
            console().print(
                Text.assemble(f"  {number}  {one.kind}: ", cards_text(one.cards), f" ({one.value})")
            )
        while True:
            words = ask("Declare all, none, or by number:").lower().replace(",", " ").split()
            if words in ([], ["all"], ["none"]):
                return words[0] if words else "all"
            if all(word.isdecimal() and 0 < int(word) <= len(held) for word in words):
                return [held[int(word) - 1].cards for word in dict.fromkeys(words)]
            tell(f"Answer all, none, or numbers from 1 to {len(held)}.")

    def _show_legal(self, view: View) -> None:
        trump = -1 if view.trump is None else view.trump
        may = cards_text(in_order(view.legal_mask, trump))
        console().print(Text.assemble("You may play  ", may))


def bid_meant(answer: str, legal: Sequence[str]) -> str | None:
    """Return the legal bid that an answer means: itself, in any case, or the start of only one."""
    wanted = "".join(answer.translate(_SYMBOLS).split()).lower()
    exact = [bid for bid in legal if bid.lower() == wanted]
    begun = [bid for bid in legal if wanted and bid.lower().startswith(wanted)]
    meant = exact or begun
    return meant[0] if len(meant) == 1 else None


def told_bids(legal: Sequence[str]) -> str:
    """Say what may be bid: each bid, or where they are many what they are made of."""
    if len(legal) <= _MOST_LISTED:
        return " ".join(legal)
    named = [match for match in map(_NAMED.fullmatch, legal) if match]
    amounts = dict.fromkeys(match[1] for match in named)
    trumps = [trump for trump in TRUMPS if any(match[2] == trump for match in named)]
    words = [bid for bid in legal if not _NAMED.fullmatch(bid)]
    numbers = [amount for amount in amounts if amount.isdecimal()]
    slams = [amount for amount in amounts if not amount.isdecimal()]
    spans = [f"{numbers[0]} to {numbers[-1]}"] if numbers else []
    what = " or ".join([*spans, *slams])
    return f"{' '.join(words)}, or {what} with a trump of {' '.join(trumps)}, as {named[0][0]}"


def card_meant(answer: str, view: View) -> Card | None:
    """Return the legal card that an answer means; None for no answer where several are legal.

    A rank or a suit alone will do where only one legal card has it.

    Raises:
        BeloteError: saying why that may not be played.
    """
    legal = view.legal_cards
    word = answer.translate(_SYMBOLS).upper().replace("T", "10", 1)
    if word in ("", "?"):
        return next(iter(legal)) if len(legal) == 1 and not word else None
    of_rank = [card for card in legal if RANKS[card & 7] == word]
    of_suit = [card for card in legal if SUITS[card >> 3] == word]
    meant = of_rank or of_suit
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise BeloteError(f"which of {card_names(meant)}?")
    card = parse_card(answer)
    if card in legal:
        return card
    trump = view.log.trump
    duty = broken_duty(view.rules, trump, legal.mask, view.holding_mask, list(view.trick), card)
    raise BeloteError(f"you may not play {card_name(card)}: you must {duty}, with {legal}")


def tell(sentence: str, style: str = "") -> None:
    """Print a sentence, folded at the edge of the screen."""
    console().print(cell(sentence, style))


def _goal(rules: Rules) -> str:
    reach = "reached" if rules.target_is == "reached" else "exceeded"
    return f"The match is over when {rules.target} points are {reach}."
