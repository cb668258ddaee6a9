"""What each side writes down for a hand, and what waits for a later one."""

from typing import Any

from .cards import OTHER, SIDES
from .play import whole
from .presets import Rules

Pair = dict[str, int]
"""One number for each side."""

Line = tuple[str, str, int]
"""A line of the sheet: what it is for, the side that writes it (or `waits`), how much."""

PLAIN_CONTRACT = {"trump": "S", "points": 0, "slam": None, "multiplier": 1}


def nearest_ten(number: int, up_from: int = 5) -> int:
    """The nearest ten; a last digit of `up_from` or more goes up."""
    tens, digit = divmod(number, 10)
    return 10 * (tens + 1) if digit >= up_from else 10 * tens


def in_proportion(takers: str, card_points: Pair) -> Pair:
    """Points of all trumps brought down to 162, the takers' rounded and the rest the others'."""
    exact = 162 * card_points[takers] / sum(card_points.values())
    ours = int(exact + 0.5)
    return {takers: ours, OTHER[takers]: 162 - ours}


def nearest_five(number: int) -> int:
    """The nearest five."""
    below = number // 5 * 5
    return below + 5 if number - below >= 3 else below


def outcome_of(rules: Rules, contract: dict[str, Any], takers: str, counted: dict[str, Any]) -> str:
    """Made, failed or tied."""
    defenders, capot = OTHER[takers], counted["capot"]
    if capot == defenders:
        return "failed"
    if contract["slam"]:
        swept = capot == takers and (contract["slam"] == "capot" or counted["alone"])
        return "made" if swept else "failed"

    theirs = counted["card_points"][defenders] + counted["declarations"][defenders]
    if rules["defence_belote_counts"]:
        theirs += counted["belote"][defenders]
    ours = counted["card_points"][takers]
    if rules["declarations_count"]:
        ours += counted["declarations"][takers]
    if rules["belote_counts"]:
        ours += counted["belote"][takers]

    if ours == theirs and rules["contract"] != "bid":
        tie = tie_of(rules, contract, last=counted["last"])
        return {"made": "made", "fail": "failed"}.get(tie, "tied")
    return "made" if reaches(rules, contract, counted, ours, theirs) else "failed"


def reaches(
    rules: Rules, contract: dict[str, Any], counted: dict[str, Any], ours: int, theirs: int
) -> bool:
    """Whether the takers' total is what their contract asks for."""
    if rules["contract"] == "compare":
        return ours > theirs
    if rules["contract"] == "bid":
        asked = contract["points"] + rules["needed_beyond_bid"]
        enough = ours >= asked and ours >= rules["needed_at_least"]
        return enough and (ours > theirs or not rules["beat_defence"])
    belote = counted["belote"]
    belote_said = belote[counted["takers"]] or (
        rules["defence_belote_counts"] and belote[OTHER[counted["takers"]]]
    )
    needed = rules["contract_points_belote"] if belote_said else rules["contract_points"]
    return bool(ours >= needed)


def tie_of(rules: Rules, contract: dict[str, Any], *, last: bool = False) -> str:
    """What is done about a tie: in a doubled hand, or in the last one, it may be something else."""
    if last and rules["tie_last"]:
        return str(rules["tie_last"])
    if contract["multiplier"] > 1 and rules["tie_doubled"] is not None:
        return str(rules["tie_doubled"])
    return str(rules["tie"])


# The lines of the sheet


def lines_of_one_winner(
    rules: Rules, contract: dict[str, Any], winner: str, counted: dict[str, Any], pays: str
) -> list[Line]:
    """What the winner writes when it writes all: of a contract failed, or a doubled one made."""
    made = winner == counted["takers"]
    flat = made and rules["doubled_points"] == "flat"
    points = counted["whole"]
    if counted["capot"] == winner:
        points = counted["card_points"][winner]
    if rules["failed_points"] is not None and (flat or not made):
        points = rules["failed_points"]
    spoils = counted["announced" if rules["failed_takes"] == "announced" else "declarations"]

    lines: list[Line] = [("declarations", winner, sum(spoils.values()))]
    for side in SIDES:
        writer = winner if rules["belote_when_failed"] == "lost" else side
        lines.append(("belote", writer, counted["belote"][side]))
    if pays in ("points", "points_and_bid"):
        lines.append(("points", winner, points))
        if flat and counted["capot"] == winner:
            lines.append(("doubled capot", winner, rules["doubled_capot"]))
    if pays in ("bid", "points_and_bid"):
        lines.append(("bid", winner, contract["points"]))
    return lines


def lines_of_each_its_own(
    contract: dict[str, Any], counted: dict[str, Any], pays: str
) -> list[Line]:
    """What the sides write when each writes its own; no card points where only bids count."""
    lines: list[Line] = []
    for side in SIDES:
        lines.append(("declarations", side, counted["declarations"][side]))
        lines.append(("belote", side, counted["belote"][side]))
        if pays != "bid":
            lines.append(("points", side, counted["card_points"][side]))
    if pays != "points":
        lines.append(("bid", counted["takers"], contract["points"]))
    return lines


def lines_of_a_tie(rules: Rules, counted: dict[str, Any], tie: str) -> list[Line]:
    """What the sides write of a tie, and what waits."""
    takers = counted["takers"]
    lines: list[Line] = []
    if tie == "replay":
        return lines
    for side in SIDES:
        for kind in ("card_points", "declarations", "belote"):
            waits = tie == "pool" or (tie in ("bank", "hold") and side == takers)
            if tie != "pool" and kind == "belote" and rules["belote_when_tied"] == "written":
                waits = False
            name = "points" if kind == "card_points" else kind
            lines.append((name, "waits" if waits else side, counted[kind][side]))
    return lines


# From the lines to the sheet


def times(rules: Rules, multiplier: int, line: Line) -> int:
    """What a line is multiplied by, where not everything is."""
    kind, writer, _ = line
    multiplied = {
        "points": ("points", "declarations", "bid"),
        "bid": ("bid",),
        "everything": (),
    }[rules["doubles"]]
    return multiplier if kind in multiplied and writer != "waits" else 1


def balanced(amounts: Pair, takers: str) -> Pair:
    """Both amounts in tens that add up to the nearest ten of their sum."""
    tens = {side: amounts[side] // 10 * 10 for side in SIDES}
    going_up = sorted(
        SIDES, key=lambda side: (10 - amounts[side] % 10, amounts[side], side != takers)
    )
    for side in going_up:
        if sum(tens.values()) < nearest_ten(sum(amounts.values())):
            tens[side] += 10
    return tens


def leader_first(amounts: Pair, takers: str) -> Pair:
    """Balanced, but whoever has anything has a ten, and level sides have as many."""
    tens = balanced(amounts, takers)
    if amounts["NS"] == amounts["EW"]:
        low = min(tens.values())
        return {"NS": low, "EW": low}
    behind = "NS" if amounts["NS"] < amounts["EW"] else "EW"
    if amounts[behind] > 0 and tens[behind] == 0:
        return {behind: 10, OTHER[behind]: tens[OTHER[behind]] - 10}
    return tens


def takers_first(amounts: Pair, takers: str, whole_sum: int) -> Pair:
    """The takers' rounded, and the rest of the sum for the others, who get none of nothing."""
    ours = nearest_ten(amounts[takers])
    left = whole_sum - ours
    if amounts[OTHER[takers]] == 0 or left < 0:
        left = 0
    return {takers: ours, OTHER[takers]: left}


def rounded_together(rounding: str, amounts: Pair, takers: str) -> Pair:
    """Both amounts rounded with an eye on their sum."""
    both = amounts["NS"] + amounts["EW"]
    if rounding == "balanced":
        return balanced(amounts, takers)
    if rounding == "leader_first":
        return leader_first(amounts, takers)
    return takers_first(amounts, takers, nearest_ten(both) if rounding == "takers_first" else both)


TOGETHER = ("balanced", "leader_first", "takers_first", "takers_only")


def rounded(rules: Rules, amounts: Pair, takers: str) -> Pair:
    """What both sides write and what `waits`, rounded."""
    if rules["rounding"] == "exact":
        return amounts
    if rules["rounding"] in TOGETHER:
        written = amounts[takers]
        both = {side: amounts[side] for side in SIDES}
        both[takers] += amounts["waits"]
        both = rounded_together(rules["rounding"], both, takers)
        if not amounts["waits"]:
            return {**both, "waits": 0}
        waits = both[takers] - written
        return {takers: written, OTHER[takers]: both[OTHER[takers]], "waits": waits}
    if rules["rounding"] == "fives":
        return {**amounts, **{side: nearest_five(amounts[side]) for side in SIDES}}
    up_from = 5 if rules["rounding"] == "tens" else 6
    result = {side: nearest_ten(amounts[side], up_from) for side in SIDES}
    if rules["written_in"] == "tens":
        return {**result, "waits": nearest_ten(amounts["waits"], up_from)}
    return {**result, "waits": amounts["waits"]}


def payee_of(rules: Rules, takers: str, outcome: str) -> str | None:
    """The side that is paid what was held before, if any is."""
    if outcome == "replayed":
        return None
    if "bank" in (rules["tie"], rules["tie_doubled"]) or outcome == "failed":
        return OTHER[takers]
    return takers if outcome == "made" else None


def written_down(rules: Rules, lines: list[Line], takers: str, multiplier: int, paid: Pair) -> Pair:
    """The amounts of both sides and what `waits`, from the lines of the sheet."""
    amounts = {"NS": 0, "EW": 0, "waits": 0}
    for line in lines:
        _, writer, number = line
        amounts[writer] += number * times(rules, multiplier, line)
    everything = multiplier if rules["doubles"] == "everything" else 1

    # Held points are exact only where the sheet counts points and each side is rounded by itself.
    with_held = rules["written_in"] == "points" and rules["rounding"] not in TOGETHER
    if with_held and everything == 1:
        for side in SIDES:
            amounts[side] += paid[side]
        return rounded(rules, amounts, takers)
    amounts = rounded(rules, amounts, takers)
    unit = 10 if rules["written_in"] == "tens" else 1
    amounts = {who: everything * amount // unit for who, amount in amounts.items()}
    for side in SIDES:
        amounts[side] += paid[side]
    return amounts


def lines_of(
    rules: Rules, contract: dict[str, Any], counted: dict[str, Any], outcome: str
) -> list[Line]:
    """All that is written of a hand with this outcome."""
    takers = counted["takers"]
    pays = rules["score_by"] if outcome == "made" else rules["failed_pays"]
    if contract["slam"] and rules["slam_alone"]:
        pays = "bid"
    doubled = contract["multiplier"] > 1
    if outcome == "tied":
        return lines_of_a_tie(rules, counted, tie_of(rules, contract, last=counted["last"]))
    if outcome == "failed":
        return lines_of_one_winner(rules, contract, OTHER[takers], counted, pays)
    if doubled and rules["doubled_points"] != "made":
        return lines_of_one_winner(rules, contract, takers, counted, pays)
    return lines_of_each_its_own(contract, counted, pays)


def score(  # noqa: PLR0913 (a hand's score depends on that much)
    rules: Rules,
    *,
    taker_side: str,
    card_points: Pair,
    tricks: Pair,
    announced: Pair,
    declarations: Pair,
    belote: Pair,
    held: dict[str, Any] | None = None,
    contract: dict[str, Any] | None = None,
    alone: bool = False,
    last: bool = False,
) -> dict[str, Any]:
    """Score a hand that was played.

    `card_points` hold the last trick; `announced` is all that was said, `declarations` what the
    comparison let score; `held` is what waits from before; `alone` that the taker won every trick,
    `last` that the match ends with this hand. Gives `outcome`, `capot` (the side that took every
    trick), `card_points` (a capot's as the rules pay it), `score`, `held_out`, what each side
    writes `besides_belote`, and whether the hand is `replayed`.
    """
    takers = taker_side
    waiting = held["points"] if held else 0
    contract = {**PLAIN_CONTRACT, **(contract or {})}
    number_of_tricks = sum(tricks.values())

    all_points = whole(rules, contract["trump"])
    if contract["trump"] == "AT" and rules["all_trumps_points"] == "in_proportion":
        card_points = in_proportion(takers, card_points)
        all_points = 162

    capot = None
    for side in SIDES:
        if tricks[side] == number_of_tricks:
            capot = side
            prize = rules["capot_total"]
            if prize is None:
                prize = all_points + rules["capot_bonus"]
            card_points = {side: prize, OTHER[side]: 0}
    if capot == takers and rules["capot_takes_declarations"]:
        declarations = {takers: announced["NS"] + announced["EW"], OTHER[takers]: 0}

    counted = {
        "takers": takers,
        "capot": capot,
        "alone": alone,
        "last": last,
        "whole": all_points,
        "card_points": card_points,
        "announced": announced,
        "declarations": declarations,
        "belote": belote,
    }
    outcome = outcome_of(rules, contract, takers, counted)
    lines = lines_of(rules, contract, counted, outcome)

    replayed = outcome == "tied" and tie_of(rules, contract, last=last) == "replay"
    payee = payee_of(rules, takers, "replayed" if replayed else outcome)
    paid = {side: waiting if side == payee else 0 for side in SIDES}
    besides = {
        side: paid[side]
        + sum(number for kind, writer, number in lines if writer == side and kind != "belote")
        for side in SIDES
    }
    written = written_down(rules, lines, takers, contract["multiplier"], paid)
    return {
        "outcome": outcome,
        "capot": capot,
        "card_points": card_points,
        "score": {side: written[side] for side in SIDES},
        "held_out": written["waits"] + (waiting if payee is None else 0),
        "besides_belote": besides,
        "replayed": replayed,
    }
