"""Fields of the contract."""

from __future__ import annotations

from dataclasses import dataclass

from harness.game.fields import Choice, choice, number, rule, switch
from harness.game.rules.play import PlayRules


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class ContractRules(PlayRules):
    """What the takers need, and what happens when both sides are level."""

    contract: str = choice(
        "compare",
        "points",
        "bid",
        meaning="The takers must total more than the defenders, or reach a number of points, or "
        "what they bid.",
    )
    contract_points: int = number(
        82, 0, 162, "With `contract = points`: what the takers must reach."
    )
    contract_points_belote: int = number(
        92,
        0,
        182,
        "With `contract = points`: what they must reach when belote was announced, that of the "
        "defenders with `defence_belote_counts` only.",
    )
    beat_defence: bool = switch(
        default=False, meaning="Whether takers who reach their bid must also total more."
    )
    needed_beyond_bid: int = number(
        0, 0, 100, "How many points more than their bid the takers need."
    )
    needed_at_least: int = number(
        0, 0, 162, "The points that takers need at least, however little they bid."
    )
    belote_counts: bool = switch(
        default=True, meaning="Whether the takers' own belote counts when the contract is judged."
    )
    defence_belote_counts: bool = switch(
        default=True,
        meaning="Whether the defenders' belote counts against the takers: as theirs, and with "
        "`contract = points` as one that was announced.",
    )
    declarations_count: bool = switch(
        default=True,
        meaning="Whether the takers' own declarations count when the contract is judged.",
    )
    tie: str = choice(
        "bank",
        "hold",
        "pool",
        "fail",
        "share",
        "made",
        "replay",
        meaning="Both sides level. bank: the defenders write theirs, the takers' waits for "
        "whoever defends the next scored hand. hold: the same, but it waits for whoever wins "
        "that hand. pool: both wait for its winner. fail: the takers have failed. share: each "
        "side writes its own. made: the takers have made it. replay: nobody writes anything, the "
        "same dealer deals again, and the hand is no scored one.",
    )
    tie_doubled: str | None = rule(
        None,
        Choice((None, "bank", "hold", "pool", "fail", "share", "made", "replay")),
        "What a tie does in a doubled hand; none for the same as in others.",
    )
    tie_last: str | None = rule(
        None,
        Choice((None, "fail", "share", "made")),
        "What a tie does in the last hand before `hand_limit`, and on a board; none for the same "
        "as in others.",
    )
    belote_when_tied: str = choice(
        "written",
        "waits",
        meaning="The takers' belote, under bank and hold: written at once, or it waits too.",
    )
