"""The auctions: over a turned card, upwards in numbers or trumps, and the one that is none."""

from typing import Any

from .cards import SUITS, side_of, suit_of
from .faults import RecordError
from .presets import Rules

Turn = tuple[str, list[str]]
"""Who speaks next, and what that seat may say."""

UPWARDS = ["C", "D", "H", "S", "NT", "AT"]
TRUMP_NAMES = ["NT", "AT", *SUITS]

DOUBLES = {"turn_up": "contree", "tens": "coinche", "names": "contra"}
REDOUBLES = {"tens": "surcoinche", "names": "recontra"}


def next_to_speak(
    rules: Rules, order: list[str], turned: str | None, bids: list[str]
) -> Turn | None:
    """Who speaks after these bids, which must be legal, and what may be said; None at the end.

    `order` is the seats in turn, the dealer last.
    """
    if rules["auction"] == "turn_up":
        assert turned is not None
        return next_over_the_turned_card(rules, order, turned, bids)
    if rules["auction"] == "last_card":
        return None
    return next_on_the_ladder(rules, order, bids)


# Over a turned card


def next_over_the_turned_card(
    rules: Rules, order: list[str], turned: str, bids: list[str]
) -> Turn | None:
    """Two rounds; after the take each defender may double once, where the rules allow it."""
    takes = [at for at, bid in enumerate(bids) if bid not in ("pass", "contree")]
    if not takes:
        at = len(bids)
        return None if at == 8 else (order[at % 4], allowed_in_two_rounds(rules, turned, at))
    taken_at = takes[0]
    answers = bids[taken_at + 1 :]
    if not rules["contree"] or "contree" in answers or len(answers) == 2:
        return None
    defenders = [order[(taken_at + 1) % 4], order[(taken_at + 3) % 4]]
    return defenders[len(answers)], ["pass", "contree"]


def allowed_in_two_rounds(rules: Rules, turned: str, at: int) -> list[str]:
    """What may be said at the given place of the two rounds, 0 to 7."""
    if at < 4:
        return ["pass", "take"]
    allowed = ["pass", *SUITS]
    if rules["round_two"] == "other_suits":
        allowed.remove(suit_of(turned))
    if rules["no_trumps"]:
        allowed.append("NT")
    if rules["all_trumps"]:
        allowed.append("AT")
    dealer_speaks = at == 7
    if dealer_speaks and rules["dealer_must_name"]:
        allowed.remove("pass")
    return allowed


# Upwards


def levels(rules: Rules) -> list[list[str]]:
    """All bids, those of one height together, the lowest first."""
    named = list(UPWARDS)
    if not rules["no_trumps"]:
        named.remove("NT")
    if not rules["all_trumps"]:
        named.remove("AT")
    if rules["auction"] == "names":
        return [[trump] for trump in named]
    heights = []
    number = rules["lowest_bid"]
    while number <= rules["highest_bid"]:
        heights.append(str(number))
        number += rules["bid_step"]
    if rules["capot_bid"] is not None:
        heights.append("capot")
    if rules["generale_bid"] is not None:
        heights.append("generale")
    return [[height + trump for trump in named] for height in heights]


def may_say(rules: Rules, order: list[str], bids: list[str], seat: str) -> list[str]:
    """What a seat may say as things stand, whether or not it is its turn."""
    double, redouble = DOUBLES[rules["auction"]], REDOUBLES[rules["auction"]]
    made = [at for at, bid in enumerate(bids) if bid not in ("pass", double, redouble)]
    if not made:
        return ["pass", *(bid for level in levels(rules) for bid in level)]
    last = made[-1]
    ours = side_of(order[last % 4]) == side_of(seat)
    doubled, redoubled = double in bids[last:], redouble in bids[last:]

    allowed = ["pass"]
    if rules["contree"] and not ours and not doubled:
        allowed.append(double)
    if rules["surcontree"] and ours and doubled and not redoubled:
        allowed.append(redouble)
    if not doubled or rules["raise_after_contree"]:
        height = next(at for at, level in enumerate(levels(rules)) if bids[last] in level)
        higher = [bid for level in levels(rules)[height + 1 :] for bid in level]
        allowed += [bid for bid in higher if far_enough(rules, bid, bids[last])]
    return allowed


def far_enough(rules: Rules, bid: str, last: str) -> bool:
    """Whether a number is as far above the last as it must be; all else is."""
    if rules["auction"] != "tens":
        return True
    one, other = meaning(rules, bid), meaning(rules, last)
    if one["slam"] or other["slam"]:
        return True
    return bool(one["points"] - other["points"] >= rules["raise_at_least"])


def next_on_the_ladder(rules: Rules, order: list[str], bids: list[str]) -> Turn | None:
    """Three passes end it once somebody has bid, four when nobody has.

    It also ends where, of all who would still speak, nobody could say anything but pass.
    """
    passes = 0
    while passes < len(bids) and bids[-1 - passes] == "pass":
        passes += 1
    needed = 4 if passes == len(bids) else 3
    speakers = [order[(len(bids) + number) % 4] for number in range(needed - passes)]
    if all(may_say(rules, order, bids, seat) == ["pass"] for seat in speakers):
        return None
    return speakers[0], may_say(rules, order, bids, speakers[0])


# What came of it


def contract_of(
    rules: Rules, order: list[str], turned: str | None, bids: list[str]
) -> dict[str, Any]:
    """What a finished auction has settled; a taker of None where nobody took.

    `taker`, `trump`, `points` (bid for), `slam` (capot, generale or None) and the `multiplier`.
    """
    if rules["auction"] == "last_card":
        assert turned is not None
        return contract(order[0], suit_of(turned))
    double, redouble = DOUBLES[rules["auction"]], REDOUBLES.get(rules["auction"])
    made = [at for at, bid in enumerate(bids) if bid not in ("pass", double, redouble)]
    if not made:
        return contract(None, None)
    bid, answers = bids[made[-1]], bids[made[-1] :]
    if bid == "take":
        assert turned is not None
        bid = suit_of(turned)
    settled = {**contract(order[made[-1] % 4], None), **meaning(rules, bid)}
    if double in answers:
        settled["multiplier"] = 2
    if redouble in answers:
        settled["multiplier"] = rules["surcontree"]
    return settled


def contract(taker: str | None, trump: str | None) -> dict[str, Any]:
    """A contract that names no number and is not doubled."""
    return {"taker": taker, "trump": trump, "points": 0, "slam": None, "multiplier": 1}


def meaning(rules: Rules, bid: str) -> dict[str, Any]:
    """What a bid is for: its `trump`, the `points` and the `slam`, which is None of a number."""
    trump = next(name for name in TRUMP_NAMES if bid.endswith(name))
    height = bid.removesuffix(trump)
    if height in ("capot", "generale"):
        return {"trump": trump, "points": rules[f"{height}_bid"], "slam": height}
    return {"trump": trump, "points": int(height or 0), "slam": None}


def every_bid(rules: Rules) -> list[str]:
    """All bids that could win an auction, the turned card's `take` aside."""
    if rules["auction"] in REDOUBLES:
        return [bid for level in levels(rules) for bid in level]
    if rules["auction"] == "last_card":
        return [*SUITS]  # the last card is of a suit
    return [*SUITS, *["NT"] * rules["no_trumps"], *["AT"] * rules["all_trumps"]]


def auction(rules: Rules, order: list[str], turned: str | None, bids: list[str]) -> dict[str, Any]:
    """What the bids settle, each of them checked; see `contract_of`.

    Over a turned card the defenders who do not double may be left out.
    """
    said: list[str] = []
    for at, bid in enumerate(bids):
        turn = next_to_speak(rules, order, turned, said)
        if turn is None:
            raise RecordError("the bidding was over before this", "bids", at)
        seat, allowed = turn
        if bid not in allowed:
            legal = " ".join(allowed)
            raise RecordError(f"{seat} may not say {bid}", "bids", at, seat=seat, legal=legal)
        said.append(bid)
    while (turn := next_to_speak(rules, order, turned, said)) is not None:
        taken = contract_of(rules, order, turned, said)["taker"] is not None
        if not taken or rules["auction"] != "turn_up":
            raise RecordError(
                "the bidding is not over", "bids", len(said), seat=turn[0], legal=" ".join(turn[1])
            )
        said.append("pass")
    return contract_of(rules, order, turned, said)
