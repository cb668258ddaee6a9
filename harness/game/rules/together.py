"""Which fields go together: those that contradict each other are refused by name."""

from __future__ import annotations

from typing import Final

from harness.game.rules.sheet import SheetRules

PACKETS: Final = {
    "turn_up": ("3+2", "2+3"),
    "tens": ("3+2+3", "2+3+3", "3+3+2", "4+4", "6+2", "3+2", "2+3"),
    "names": ("3+2+3", "2+3+3", "3+3+2", "4+4", "6+2", "3+2", "2+3"),
    "last_card": ("4+4+4+4",),
}
"""By auction, the packets that may be dealt before it."""

TO_TENS: Final = ("tens", "tens_from_six", "balanced", "leader_first", "takers_first")
"""The roundings after which everything is a whole number of tens."""

OF_A_SUIT: Final = 152
"""What all the cards are worth where a suit is trump, the last trick aside."""


def contradiction(rules: SheetRules) -> str | None:
    """Return the first line that says which fields contradict each other, None if none do."""
    of_the_table, of_the_auction = _of_the_table(rules), _of_the_auction(rules)
    wrong = {**of_the_table, **of_the_auction, **_of_the_sheet(rules)}
    return next((complaint for complaint, is_so in wrong.items() if is_so), None)


def _of_the_table(rules: SheetRules) -> dict[str, bool]:
    packets = PACKETS[rules.auction]
    return {
        f"auction = {rules.auction} goes with packets = {' or '.join(packets)}, not "
        f"{rules.packets}": rules.packets not in packets,
        "seats = 2 goes with auction = last_card, and that with seats = 2": (rules.seats == 2)
        != (rules.auction == "last_card"),
        "deals_next = winner goes with seats = 2: of four seats two have won": rules.seats == 4
        and rules.deals_next == "winner",
        "both_at_target = as_level goes with a level_at_target that ends the match, not play_on": (
            rules.both_at_target == "as_level" and rules.level_at_target == "play_on"
        ),
    }


def _of_the_auction(rules: SheetRules) -> dict[str, bool]:
    bids = range(rules.lowest_bid, rules.highest_bid + 1, rules.bid_step)
    in_tens = rules.auction == "tens"
    capot, generale = rules.capot_bid, rules.generale_bid
    return {
        "contract = bid goes with auction = tens": rules.contract == "bid" and not in_tens,
        "score_by and failed_pays take bid with auction = tens": not in_tens
        and "bid" in (rules.score_by, rules.failed_pays),
        f"highest_bid must be lowest_bid and some steps more: {rules.highest_bid} is not "
        f"{rules.lowest_bid} and steps of {rules.bid_step}": rules.highest_bid not in bids,
        f"generale_bid = {generale} is less than capot_bid = {capot}, over which it is bid": (
            in_tens and capot is not None and generale is not None and generale < capot
        ),
    }


def _of_the_sheet(rules: SheetRules) -> dict[str, bool]:
    total, whole = rules.capot_total, OF_A_SUIT + rules.last_trick
    ties = {rules.tie, rules.tie_doubled}
    return {
        f"tie = {rules.tie} and tie_doubled = {rules.tie_doubled} do not go together: under bank "
        "what waits is for whoever defends the next hand, under hold and pool for its winner": (
            "bank" in ties and bool(ties & {"hold", "pool"})
        ),
        "give either capot_total or capot_bonus, not both and not neither": (total is None)
        == (rules.capot_bonus is None),
        f"written_in = tens needs a rounding to tens: rounding = {' or '.join(TO_TENS)}": (
            rules.written_in == "tens" and rules.rounding not in TO_TENS
        ),
        f"capot_total = {total} is less than all tricks hold with last_trick = "
        f"{rules.last_trick}: it takes {whole} or more": total is not None and total < whole,
    }
