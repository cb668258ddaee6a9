"""The turned card's auction: two rounds, and the defenders' contrée where the rules allow it."""

from typing import Any

from .cards import SUITS, suit_of
from .faults import RecordError
from .presets import Rules


def allowed_bids(rules: Rules, turned: str, at: int) -> list[str]:
    """What may be said at the given place of the two rounds, 0 to 7."""
    if at < 4:
        return ["pass", "take"]
    allowed = ["pass", *SUITS]
    if rules["round_two"] == "other_suits":
        allowed.remove(suit_of(turned))
    dealer_speaks = at == 7
    if dealer_speaks and rules["dealer_must_name"]:
        allowed.remove("pass")
    return allowed


def doubled(rules: Rules, order: list[str], taker: str, bids: list[str], at: int) -> bool:
    """Whether a defender said contrée after the take, which stands just before place `at`.

    Passes of defenders who have nothing to say may be left out at the end.
    """
    place = order.index(taker)
    speakers = [order[(place + 1) % 4], order[(place + 3) % 4]] if rules["contree"] else []
    contree = False
    for bid in bids[at:]:
        if not speakers or contree:
            raise RecordError("the bidding was over before this", "bids", at)
        speaker = speakers.pop(0)
        if bid not in ("pass", "contree"):
            raise RecordError(
                f"{speaker} may not say {bid}", "bids", at, seat=speaker, legal="pass contree"
            )
        contree = bid == "contree"
        at += 1
    return contree


def auction(rules: Rules, order: list[str], turned: str, bids: list[str]) -> dict[str, Any]:
    """The `taker`, the `trump` and whether it was doubled (`contree`); no taker when passed out.

    `order` is the four seats in turn, the dealer last.
    """
    for at in range(8):
        seat = order[at % 4]
        allowed = allowed_bids(rules, turned, at)
        if at >= len(bids):
            raise RecordError(
                "the bidding is not over", "bids", at, seat=seat, legal=" ".join(allowed)
            )
        bid = bids[at]
        if bid not in allowed:
            raise RecordError(
                f"{seat} may not say {bid}", "bids", at, seat=seat, legal=" ".join(allowed)
            )
        if bid != "pass":
            trump = suit_of(turned) if bid == "take" else bid
            contree = doubled(rules, order, seat, bids, at + 1)
            return {"taker": seat, "trump": trump, "contree": contree}
    if len(bids) > 8:
        raise RecordError("the bidding was over before this", "bids", 8)
    return {"taker": None, "trump": None, "contree": False}
