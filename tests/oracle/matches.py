"""Judging the record of a match: the deal moves, totals run, someone wins."""

from typing import Any

from .cards import OTHER, SIDES, after, read_cards, side_of
from .faults import RecordError
from .hands import Verdict, replay, without_workings
from .presets import Rules, resolve

PASSED_OUT_LIMIT = 64
SMALLEST_CUT = 3


def is_cut_of(deck: list[str], tricks: list[dict[str, Any]]) -> bool:
    """Whether a deck is the last hand's tricks, put together and cut.

    Each side stacks its tricks in the order won; one pile goes on the other, either way round;
    both parts of the cut have three cards or more.
    """
    piles: dict[str, list[str]] = {"NS": [], "EW": []}
    for trick in tricks:
        piles[side_of(trick["winner"])].extend(trick["cards"].split())
    for side in SIDES:
        stack = piles[side] + piles[OTHER[side]]
        for cut in range(SMALLEST_CUT, 32 - SMALLEST_CUT + 1):
            if deck == stack[cut:] + stack[:cut]:
                return True
    return False


def check_next(rules: Rules, last: dict[str, Any], verdict: Verdict, hand: dict[str, Any]) -> None:
    """Refuse a hand whose dealer or deck does not follow from the last hand and its verdict."""
    dealer = after(rules["direction"], last["dealer"], rules["seats"])
    if verdict["outcome"] == "passed" and rules["passed_out"] == "same_dealer":
        dealer = last["dealer"]
    if verdict["replayed"]:
        dealer = last["dealer"]
    elif rules["deals_next"] == "winner" and winner_of_hand(verdict):
        dealer = {"NS": "N", "EW": "E"}[str(winner_of_hand(verdict))]
    if hand["dealer"] != dealer:
        raise RecordError(f"{dealer} deals, not {hand['dealer']}", "dealer", 0, seat=dealer)

    collected = rules["dealing"] == "cut" and verdict["outcome"] != "passed"
    if collected and "deck" in hand and not is_cut_of(read_cards(hand["deck"]), verdict["tricks"]):
        raise RecordError("the deck is not a cut of the last hand's tricks", "deck", 0)


def check_not_over(ended_by: str | None, number: int) -> None:
    """Refuse a hand played when the match had ended."""
    if ended_by:
        raise RecordError("the match was over before this hand", "hands", number)


def check_held(hand: dict[str, Any], waiting: int) -> None:
    """Refuse a hand that claims other held points than those that wait for it."""
    claimed = hand["held"]["points"] if hand.get("held") else 0
    if "held" in hand and claimed != waiting:
        raise RecordError(f"{waiting} points wait, not {claimed}", "held", 0)


def check_last(hand: dict[str, Any], *, last: bool) -> None:
    """Refuse a hand that claims to end its match when it may not, or the other way round."""
    if hand.get("last", last) != last:
        raise RecordError("the hand says wrongly whether it ends the match", "last", 0)


def leader_of(totals: dict[str, int]) -> str | None:
    """The side ahead, if any."""
    if totals["NS"] == totals["EW"]:
        return None
    return "NS" if totals["NS"] > totals["EW"] else "EW"


def winner_of_hand(verdict: Verdict) -> str | None:
    """The takers when they made it, the defenders when not, nobody when tied or passed out."""
    if verdict["outcome"] == "made":
        return side_of(verdict["taker"])
    if verdict["outcome"] == "failed":
        return OTHER[side_of(verdict["taker"])]
    return None


def first_bar(rules: Rules) -> int:
    """The score that ends a match: the target, or one more where it must be exceeded."""
    return int(rules["target"]) + (1 if rules["target_is"] == "exceeded" else 0)


def next_bar(rules: Rules, bar: int, totals: dict[str, int], verdict: Verdict) -> int:
    """The score that ends the match after this hand: a capot that reached it may raise it."""
    best = max(totals.values())
    if verdict["capot"] and best >= bar and rules["capot_goes_out"] == "raises_target":
        return best + 1
    return bar


def ending(
    rules: Rules,
    totals: dict[str, int],
    verdict: Verdict,
    scored: int,
    passed_in_a_row: int,
    bar: int | None = None,
) -> tuple[str | None, str | None]:
    """What ended the match with this hand, and who won it; (None, None) while it goes on.

    `bar` is the score that ends it, where that is no longer the one at the start.
    """
    ahead = leader_of(totals)
    reached = max(totals.values()) >= (first_bar(rules) if bar is None else bar)
    bar = first_bar(rules) if bar is None else bar
    played_out = verdict["outcome"] != "passed" and not verdict.get("replayed")
    may_go_out = not verdict["capot"] or rules["capot_goes_out"] == "yes"
    if reached and played_out and may_go_out:
        if not rules["belote_goes_out"] and verdict["capot"]:
            swept = OTHER[verdict["capot"]]
            if verdict["besides_belote"][swept] == 0:
                if totals[verdict["capot"]] >= bar:
                    return "target", verdict["capot"]
                return ending_without_target(rules, ahead, scored, passed_in_a_row)
        level = totals["NS"] == totals["EW"]
        if rules["both_at_target"] == "as_level" and min(totals.values()) >= bar:
            level = True
        if not level:
            return "target", ahead
        if rules["level_at_target"] == "draw":
            return "target", None
        by_last = last_hand_decides(rules["level_at_target"], verdict)
        if by_last:
            return "target", by_last
    return ending_without_target(rules, ahead, scored, passed_in_a_row)


def last_hand_decides(how: str, verdict: Verdict) -> str | None:
    """The side that the last hand makes the winner of sides that are level, if any."""
    if how == "last_hand":
        return winner_of_hand(verdict)
    if how == "last_taker":
        return side_of(verdict["taker"])
    if how == "last_points":
        return leader_of(verdict["score"])
    return None


def ending_without_target(
    rules: Rules, ahead: str | None, scored: int, passed_in_a_row: int
) -> tuple[str | None, str | None]:
    """What else may end a match."""
    if rules["hand_limit"] and scored >= rules["hand_limit"]:
        return "hand_limit", ahead
    if passed_in_a_row >= PASSED_OUT_LIMIT:
        return "passed_out", ahead
    return None, None


def judge_match(record: dict[str, Any]) -> Verdict:
    """The verdict on a match record.

    `hands` holds each hand's verdict and `totals` the running totals after it. A match that goes
    on where the record stops has neither `winner` nor `ended_by`. A fault names the `hand`.
    """
    rules = resolve(record["rules"])
    verdicts: list[Verdict] = []
    totals = [{"NS": 0, "EW": 0}]
    ended_by, won_by = None, None
    scored, passed_in_a_row, waiting = 0, 0, 0
    bar = first_bar(rules)

    for number, hand in enumerate(record["hands"]):
        try:
            check_not_over(ended_by, number)
            check_held(hand, waiting)
            last = scored + 1 == rules["hand_limit"]
            if verdicts:
                check_next(rules, record["hands"][number - 1], verdicts[-1], hand)
            check_last(hand, last=last)
        except RecordError as error:
            return {**error.verdict(), "hand": number}
        told = {**hand, "rules": record["rules"], "held": {"points": waiting}, "last": last}
        try:
            verdict = replay(told)
        except RecordError as error:
            return {**error.verdict(), "hand": number}
        verdicts.append(verdict)

        waiting = verdict["held_out"]
        totals.append({side: totals[-1][side] + verdict["score"][side] for side in SIDES})
        if verdict["outcome"] == "passed":
            passed_in_a_row += 1
        elif verdict["replayed"]:
            passed_in_a_row = 0
        else:
            passed_in_a_row = 0
            scored += 1
        ended_by, won_by = ending(rules, totals[-1], verdict, scored, passed_in_a_row, bar)
        bar = next_bar(rules, bar, totals[-1], verdict)

    return {
        "ok": True,
        "hands": [without_workings(verdict) for verdict in verdicts],
        "totals": totals[1:],
        "winner": won_by,
        "ended_by": ended_by,
    }
