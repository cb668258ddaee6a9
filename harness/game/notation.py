"""Records: hands as plain objects, ready for JSON.

The format is the one that `export` writes and `referee` reads: the deck in the order dealt, the
bids and the plays as words. A record is everything needed to play the hand again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from harness.game.cards import card_names
from harness.game.fields import Value
from harness.game.presets import preset
from harness.game.rules import Rules, differences
from harness.game.seats import SEATS

if TYPE_CHECKING:
    from harness.game.hand import Hand

_EITHER: Final = ("capot_total", "capot_bonus")


def rules_record(rules: Rules) -> str | dict[str, Value]:
    """Return rules as a record names them: a preset, or one with the fields that differ from it.

    Of `capot_total` and `capot_bonus` only the one that is given is named; it takes the other
    away. `rules_of` reads the record back.
    """
    changed = {
        rule.name: value
        for rule, _, value in differences(preset(rules.base), rules)
        if value is not None or rule.name not in _EITHER
    }
    return {"base": rules.base, **changed} if changed else rules.base


def declares_record(hand: Hand) -> dict[str, str | list[str]]:
    """Return what each seat chose to declare, for the seats that did not declare all they held.

    Of a hand that is not over, also for those that did: it tells who has spoken.
    """
    return {
        SEATS[seat]: "all" if said == found else [str(one.cards) for one in said] or "none"
        for seat, (found, said) in enumerate(zip(hand.found, hand.declared, strict=True))
        if found and seat not in hand.unsaid and (said != found or not hand.over)
    }


def hand_record(hand: Hand) -> dict[str, Any]:
    """Return a hand as a record, as far as it has been played."""
    log = hand.log
    record: dict[str, Any] = {
        "rules": rules_record(hand.rules),
        "dealer": SEATS[log.dealer],
        "deck": card_names(hand.deck),
        "bids": " ".join(log.auction.bids),
        "plays": card_names(log.plays),
    }
    if declares := declares_record(hand):
        record["declares"] = declares
    if hand.last and hand.rules.tie_last is not None:
        record["last"] = True
    if log.held:
        record["held"] = {"points": log.held}
    return record
