"""Fields of what is counted and written."""

from __future__ import annotations

from dataclasses import dataclass

from harness.game.fields import choice, number, switch
from harness.game.rules.contract import ContractRules


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class SheetRules(ContractRules):
    """What cards and tricks count for, and what each side writes."""

    score_by: str = choice(
        "points",
        "points_and_bid",
        "bid",
        meaning="A contract made: each side writes its points, the takers their bid besides, or "
        "the takers their bid only.",
    )
    failed_pays: str = choice(
        "points",
        "points_and_bid",
        "bid",
        meaning="A contract failed: the defenders write the points, the bid besides, or the bid "
        "only.",
    )
    failed_points: int | None = number(
        None,
        100,
        300,
        "The points that a failed contract gives; none for all that there were.",
    )
    failed_takes: str = choice(
        "announced",
        "scoring",
        meaning="The declarations that a failed contract gives the defenders: all that either "
        "side announced, or those of the side that won the comparison.",
    )
    belote_when_failed: str = choice(
        "kept",
        "lost",
        meaning="The takers' belote on a failed contract: kept, or written by the defenders.",
    )
    slam_alone: bool = switch(
        default=False,
        meaning="Whether a bid of capot or générale, made or failed, pays what it is for and "
        "no points besides.",
    )
    doubles: str = choice(
        "points",
        "bid",
        "everything",
        meaning="What a double multiplies: card points, declarations and the bid; the bid alone; "
        "or belote and what waits for another hand too, all of it after rounding.",
    )
    doubled_points: str = choice(
        "made",
        "all",
        "flat",
        meaning="A doubled contract made: each side writes its points; or the takers write all "
        "that either side has; or they write what a failed one would give.",
    )
    doubled_capot: int = number(
        0,
        0,
        1000,
        "With `doubled_points = flat`: what a capot adds, multiplied only where everything is.",
    )
    capot_total: int | None = number(
        None, 152, 1000, "What all the tricks count for, instead of the card points."
    )
    capot_bonus: int | None = number(
        None, 0, 1000, "What all the tricks add to the card points; instead of `capot_total`."
    )
    last_trick: int = number(10, 0, 20, "What the last trick is worth.")
    no_trumps_points: str = choice(
        "plain",
        "doubled",
        "ace_19",
        meaning="Cards at no trumps: as in plain suits (120 in all); twice that, the last trick "
        "too; or with aces at 19 (152).",
    )
    all_trumps_points: str = choice(
        "trump",
        "jack_13",
        "jack_14",
        "in_proportion",
        meaning="Cards at all trumps: as in trumps (248 in all); jack to queen 13, 9, 6, 5, 3, 2 "
        "or 14, 9, 6, 5, 3, 1 (152); or as in trumps and scaled to 162 when all are played.",
    )
    rounding: str = choice(
        "exact",
        "tens",
        "tens_from_six",
        "fives",
        "balanced",
        "leader_first",
        "takers_first",
        "takers_only",
        meaning="What a side writes for the hand: exact; rounded to tens, halves up; sixes up and "
        "fives down; or to the nearest five. balanced: both sides together make the rounded sum, "
        "and up goes the side that is nearer to its ten, of equals the one with less, of level "
        "sides the takers. leader_first: the same, but a side with any points has a ten at least, "
        "and level sides have as many. takers_first: the takers' is rounded, halves up, and the "
        "defenders have the rest of the rounded sum. takers_only: the rest of the sum as it is.",
    )
    written_in: str = choice(
        "points", "tens", meaning="Whether the score sheet counts points or tens of them."
    )
