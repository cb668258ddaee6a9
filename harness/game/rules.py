"""The rules of a table: one frozen dataclass whose fields are data.

Presets (`presets/*.toml`) give values to fields, and users may override any of them. The rest of
the game branches on these fields, never on the name of a preset.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final, NamedTuple, cast

from harness.errors import unknown
from harness.game.fields import (
    Choice,
    RulesError,
    Span,
    Value,
    as_text,
    choice,
    number,
    rule,
    switch,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One table's rules; build one with `preset`, change one with `but`."""

    name: str
    base: str
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
        meaning="Both at the target and level: another hand, a drawn match, or a win for the side "
        "that won the last hand.",
    )
    capot_goes_out: str = choice(
        "yes",
        "one_more_hand",
        "raises_target",
        meaning="A capot reaches the target: the match ends, or ends with the next scored hand "
        "that is no capot, or the target becomes one more than the leader has.",
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
    passed_out: str = choice(
        "same_dealer", "next_dealer", meaning="Who deals again when everyone has passed."
    )
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
    capot_bid: int | None = number(
        None, 100, 1000, "What a bid of capot, all eight tricks, is for; none where it is no bid."
    )
    generale_bid: int | None = number(
        None,
        100,
        1000,
        "What a bid of générale, all eight tricks for the bidder alone, is for; none where it is "
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
    overtrump: bool = switch(
        default=True, meaning="Whether one who ruffs after a trump must beat it if able."
    )
    undertrump: bool = switch(
        default=True,
        meaning="Whether one who must ruff but cannot beat the trump out must still play a trump.",
    )
    partner_exempt: bool = switch(
        default=True, meaning="Whether one who is void plays freely while the partner is winning."
    )
    rise: bool = switch(
        default=True,
        meaning="Whether one must beat the best trump, if able, when trump is led; at all trumps "
        "the best card of the suit led.",
    )
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
        92, 0, 182, "With `contract = points`: what they must reach when belote was announced."
    )
    beat_defence: bool = switch(
        default=False, meaning="Whether takers who reach their bid must also total more."
    )
    belote_counts: bool = switch(
        default=True, meaning="Whether the takers' own belote counts when the contract is judged."
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
        meaning="Both sides level. bank: the defenders write theirs, the takers' waits for "
        "whoever defends the next scored hand. hold: the same, but it waits for whoever wins "
        "that hand. pool: both wait for its winner. fail: the takers have failed. share: each "
        "side writes its own.",
    )
    tie_doubled: str | None = rule(
        None,
        Choice((None, "bank", "hold", "pool", "fail", "share")),
        "What a tie does in a doubled hand; none for the same as in others.",
    )
    belote_when_tied: str = choice(
        "written",
        "waits",
        meaning="The takers' belote, under bank and hold: written at once, or it waits too.",
    )
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
        None, 152, 1000, "What all eight tricks count for, instead of the card points."
    )
    capot_bonus: int | None = number(
        None, 0, 1000, "What all eight tricks add to the card points; instead of `capot_total`."
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
        "balanced",
        meaning="What a side writes for the hand: exact; rounded to tens, halves up; sixes up and "
        "fives down; or so that both sides together make the rounded sum: up goes the side that "
        "is nearer to its ten, of equals the one with less, of level sides the takers.",
    )
    written_in: str = choice(
        "points", "tens", meaning="Whether the score sheet counts points or tens of them."
    )
    limits: tuple[tuple[str, Span], ...] = ()

    def __post_init__(self) -> None:
        limits = dict(self.limits)
        for one in describe():
            value = getattr(self, one.name)
            limit = None if value is None else limits.get(one.name)
            allowed = limit or one.allowed
            if not (allowed.admits(value) and one.allowed.admits(value)):
                where = f" (in {self.name})" if limit else ""
                raise RulesError(
                    f"rule {one.name} = {as_text(value)} is not allowed{where}; it takes {allowed}"
                )
        self._check_together()

    def _check_together(self) -> None:
        """See that fields which depend on each other go together."""
        packets = PACKETS[self.auction]
        bids = range(self.lowest_bid, self.highest_bid + 1, self.bid_step)
        wrong = {
            "give either capot_total or capot_bonus, not both and not neither": (
                self.capot_total is None
            )
            == (self.capot_bonus is None),
            f"auction = {self.auction} goes with packets = {' or '.join(packets)}, not "
            f"{self.packets}": self.packets not in packets,
            "seats = 2 goes with auction = last_card, and that with seats = 2": (self.seats == 2)
            != (self.auction == "last_card"),
            "contract = bid goes with auction = tens": self.contract == "bid"
            and self.auction != "tens",
            "score_by and failed_pays take bid with auction = tens": self.auction != "tens"
            and "bid" in (self.score_by, self.failed_pays),
            "written_in = tens needs a rounding to tens": self.written_in == "tens"
            and self.rounding == "exact",
            f"highest_bid must be lowest_bid and some steps more: {self.highest_bid} is not "
            f"{self.lowest_bid} and steps of {self.bid_step}": self.highest_bid not in bids,
        }
        for complaint, is_so in wrong.items():
            if is_so:
                raise RulesError(complaint)

    def but(self, /, **changes: Value) -> Rules:
        """Return these rules with some fields changed.

        Naming one of `capot_total` and `capot_bonus` takes the other away.

        Raises:
            RulesError: naming the field that does not exist, or the value it cannot take.
        """
        if not changes:
            return self
        known = [one.name for one in describe()]
        for name in sorted(changes.keys() - set(known)):
            raise RulesError(unknown("rule", name, known))
        for one, other in (("capot_total", "capot_bonus"), ("capot_bonus", "capot_total")):
            if changes.get(one) is not None:
                changes.setdefault(other, None)
        return replace(self, **changes)  # type: ignore[arg-type]

    def named(self, name: str) -> Rules:
        """Return these rules under another name."""
        return replace(self, name=name)

    def as_dict(self) -> dict[str, Value]:
        """Return every field by name, plain enough for JSON."""
        return {one.name: getattr(self, one.name) for one in describe()}


class Rule(NamedTuple):
    """What there is to say of one field."""

    name: str
    default: Value
    allowed: Choice | Span
    meaning: str


@cache
def describe() -> tuple[Rule, ...]:
    """Return every field of `Rules` with its default, allowed values and meaning."""
    return tuple(
        Rule(one.name, cast("Value", one.default), **one.metadata)
        for one in fields(Rules)
        if "allowed" in one.metadata
    )


PACKETS: Final = {
    "turn_up": ("3+2", "2+3"),
    "tens": ("3+2+3", "2+3+3", "3+3+2", "4+4", "6+2", "3+2", "2+3"),
    "names": ("3+2+3", "2+3+3", "3+3+2", "4+4", "6+2", "3+2", "2+3"),
    "last_card": ("4+4+4+4",),
}
"""By auction, the packets that may be dealt before it."""

SCORING: Final = frozenset(
    {
        "target",
        "target_is",
        "hand_limit",
        "level_at_target",
        "capot_goes_out",
        "declarations",
        "declarations_compared",
        "run_order",
        "trump_run_wins",
        "no_trumps_declarations",
        "capot_takes_declarations",
        "contract",
        "contract_points",
        "contract_points_belote",
        "beat_defence",
        "belote_counts",
        "declarations_count",
        "tie",
        "tie_doubled",
        "belote_when_tied",
        "score_by",
        "failed_pays",
        "failed_points",
        "failed_takes",
        "belote_when_failed",
        "slam_alone",
        "doubles",
        "doubled_points",
        "doubled_capot",
        "capot_total",
        "capot_bonus",
        "last_trick",
        "no_trumps_points",
        "all_trumps_points",
        "rounding",
        "written_in",
    }
)
"""The fields that decide only what is written down, not what was legal to play, bid or say."""

WORTH: Final = frozenset({"capot_bid", "generale_bid", "surcontree"})
"""The fields whose number decides only that; whether there is one decides what may be bid."""


def differences(first: Rules, second: Rules) -> Iterator[tuple[Rule, Value, Value]]:
    """Yield each field in which two rule sets differ, with both values."""
    for field in describe():
        one, other = getattr(first, field.name), getattr(second, field.name)
        if one != other or type(one) is not type(other):
            yield field, one, other
