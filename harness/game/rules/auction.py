"""Fields of the auction."""

from __future__ import annotations

from dataclasses import dataclass

from harness.game.fields import Choice, choice, number, rule, switch
from harness.game.rules.match import MatchRules


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class AuctionRules(MatchRules):
    """What may be bid, and when the bidding ends."""

    auction: str = choice(
        "turn_up",
        "tens",
        "names",
        "last_card",
        meaning="A card is turned up and taken, or another trump named in a second round; or a "
        "number and a trump are bid, each higher than the last; or trumps are bid, clubs lowest, "
        "then diamonds, hearts, spades, no trumps, all trumps; or nobody bids: the last card "
        "dealt makes trump and the seat after the dealer takes.",
    )
    round_two: str = choice(
        "other_suits",
        "any_suit",
        meaning="Suits that may be named in the second round of bidding: all but the turned-up "
        "one, or all four.",
    )
    dealer_must_name: bool = switch(
        default=True, meaning="Whether the dealer, last in the second round, must name a trump."
    )
    no_trumps: bool = switch(
        default=False, meaning="Whether no trumps may be bid, or named in the second round."
    )
    all_trumps: bool = switch(
        default=False, meaning="Whether all trumps may be bid, or named in the second round."
    )
    lowest_bid: int = number(80, 10, 700, "The lowest number that may be bid.")
    highest_bid: int = number(160, 10, 700, "The highest number that may be bid.")
    bid_step: int = number(10, 1, 100, "Each number bid is the lowest and so many steps more.")
    raise_at_least: int = number(
        1, 1, 100, "By how much a number bid must be above the last; capot and générale always are."
    )
    capot_bid: int | None = number(
        None, 100, 1000, "What a bid of capot, all the tricks, is for; none where it is no bid."
    )
    generale_bid: int | None = number(
        None,
        100,
        1000,
        "What a bid of générale, all the tricks for the bidder alone, is for; none where it is "
        "no bid.",
    )
    contree: bool = switch(
        default=False, meaning="Whether the defenders may double the hand (contrée, coinche)."
    )
    surcontree: int | None = rule(
        None,
        Choice((None, 3, 4)),
        "What a hand is multiplied by when the takers' side answers a double (surcoinche); none "
        "where it may not.",
    )
    raise_after_contree: bool = switch(
        default=False, meaning="Whether a higher bid may follow a double, and takes it away."
    )
