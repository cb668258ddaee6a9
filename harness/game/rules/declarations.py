"""Fields of declarations and of belote."""

from __future__ import annotations

from dataclasses import dataclass

from harness.game.fields import choice, switch
from harness.game.rules.auction import AuctionRules


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class DeclarationRules(AuctionRules):
    """What may be said beside the cards played, and whose of it counts."""

    declarations: bool = switch(
        default=True, meaning="Whether runs and fours of a kind are announced and scored."
    )
    declare_when: str = choice(
        "first_trick",
        "before_play",
        meaning="Declarations are said with one's card to the first trick, or before play.",
    )
    declarations_shown: str = choice(
        "second_trick",
        "last_trick",
        meaning="The declarations that count are shown from the second trick on, or at the end.",
    )
    silence: bool = switch(
        default=False, meaning="Whether a player may keep quiet about a declaration."
    )
    declarations_compared: str = choice(
        "together",
        "by_kind",
        meaning="The side with the best declaration scores all of its own, or runs and fours are "
        "compared apart.",
    )
    run_order: str = choice(
        "top",
        "length",
        meaning="Of two runs of equal value the higher is the one with the higher top card, or "
        "first the longer.",
    )
    trump_run_wins: bool = switch(
        default=True,
        meaning="Whether of two runs that are else equal the one in trump is the higher.",
    )
    shared_cards: bool = switch(
        default=True, meaning="Whether one card may serve in a run and in a four."
    )
    no_trumps_declarations: str = choice(
        "usual",
        "aces_high",
        "none",
        meaning="Declarations at no trumps: the usual ones; four aces 200, tens 150, kings, "
        "queens, jacks and nines 100; or none.",
    )
    capot_takes_declarations: bool = switch(
        default=False, meaning="Whether takers who win every trick score the other side's too."
    )
    belote_discarded: bool = switch(
        default=True,
        meaning="Whether belote may be said at all trumps when the first of the two is thrown "
        "away on another suit.",
    )
