"""Fields of the match and of the deal."""

from __future__ import annotations

from dataclasses import dataclass

from harness.game.fields import Choice, choice, number, rule, switch


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class MatchRules:
    """Who plays, to what end, and how the cards are dealt."""

    seats: int = rule(
        4, Choice((4, 2)), "How many play: four in two partnerships, or two against each other."
    )
    direction: str = choice(
        "clockwise", "counterclockwise", meaning="Which way deal, bids and play go round."
    )
    target: int = number(501, 100, 3000, "The score that ends the match.")
    target_is: str = choice(
        "reached", "exceeded", meaning="Whether a score that is just the target ends the match."
    )
    hand_limit: int = number(0, 0, 1000, "Scored hands after which the leader wins; 0 for none.")
    level_at_target: str = choice(
        "play_on",
        "draw",
        "last_hand",
        "last_taker",
        "last_points",
        meaning="Both at the target and level: another hand, a drawn match, or a win for the side "
        "that won the last hand, that took it, or that wrote more of it.",
    )
    both_at_target: str = choice(
        "higher_total",
        "as_level",
        meaning="Both at the target and not level: the higher total wins, or it is as if they were "
        "level.",
    )
    capot_goes_out: str = choice(
        "yes",
        "one_more_hand",
        "raises_target",
        meaning="A capot reaches the target: the match ends, or ends with the next scored hand "
        "that is no capot, or the target becomes one more than the leader has.",
    )
    belote_goes_out: bool = switch(
        default=True,
        meaning="Whether a side that won no trick may reach the target with nothing but belote.",
    )
    first_dealer: str = choice(
        "drawn",
        "lowest_card",
        meaning="Who deals first: a seat drawn at random, or whoever draws the lowest card "
        "(equal ranks draw again).",
    )
    dealing: str = choice(
        "shuffle",
        "cut",
        meaning="Before each hand the deck is shuffled, or the tricks are stacked in the order "
        "won and cut (the first hand, and one after a passed-out deal, are shuffled).",
    )
    packets: str = choice(
        "3+2",
        "2+3",
        "3+2+3",
        "2+3+3",
        "3+3+2",
        "4+4",
        "6+2",
        "4+4+4+4",
        meaning="The packets that each is dealt before the auction; where they make five, the "
        "other three follow it. Of 4+4+4+4 the first and third lie face down, each card under one "
        "of the packet that follows.",
    )
    deals_next: str = choice(
        "in_turn",
        "winner",
        meaning="Who deals after a scored hand: the next seat in turn, or where two play the one "
        "that won it (in turn after a tie).",
    )
    passed_out: str = choice(
        "same_dealer", "next_dealer", meaning="Who deals again when everyone has passed."
    )
