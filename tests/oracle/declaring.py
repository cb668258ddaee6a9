"""Declarations: what a holding has to announce, and which side's announcements score."""

from itertools import combinations
from typing import Any

from .cards import NATURAL_ORDER, SIDES, SUITS, rank_of, side_of, suit_of
from .play import is_trump
from .presets import Rules

Declaration = dict[str, Any]
"""`kind` (run or four), `cards`, `value`, `top` (the highest rank) and `suit` (None for fours)."""

FOUR_VALUE = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
FOUR_ORDER = ["9", "J", "Q", "K", "10", "A"]
ACES_HIGH_VALUE = {"A": 200, "10": 150, "K": 100, "Q": 100, "J": 100, "9": 100}


def run_value(length: int) -> int:
    """Twenty for three in a row, fifty for four, a hundred for five or more."""
    return {3: 20, 4: 50}.get(length, 100)


def runs(cards: list[str]) -> list[Declaration]:
    """The longest runs of three or more, suit by suit."""
    found: list[Declaration] = []
    for suit in SUITS:
        row: list[str] = []
        # The closing None ends a run that reaches the ace.
        for rank in [*NATURAL_ORDER, None]:
            if rank is not None and rank + suit in cards:
                row.append(rank + suit)
                continue
            if len(row) >= 3:
                value, top = run_value(len(row)), rank_of(row[-1])
                found.append(
                    {"kind": "run", "cards": row, "value": value, "top": top, "suit": suit}
                )
            row = []
    return found


def fours(cards: list[str], *, aces_high: bool = False) -> list[Declaration]:
    """The fours of a kind that are worth something: eights and sevens are not."""
    found: list[Declaration] = []
    for rank, value in (ACES_HIGH_VALUE if aces_high else FOUR_VALUE).items():
        four = [rank + suit for suit in SUITS]
        if all(card in cards for card in four):
            found.append({"kind": "four", "cards": four, "value": value, "top": rank, "suit": None})
    return found


def total(declared: list[Declaration]) -> int:
    """The value of all of them together."""
    return sum(declaration["value"] for declaration in declared)


def declarations(rules: Rules, holding: list[str], trump: str = "S") -> list[Declaration]:
    """All that a holding of eight has to announce; nothing where the rules know none."""
    if not rules["declarations"]:
        return []
    if trump == "NT" and rules["no_trumps_declarations"] == "none":
        return []
    aces_high = trump == "NT" and rules["no_trumps_declarations"] == "aces_high"
    if rules["shared_cards"]:
        return fours(holding, aces_high=aces_high) + runs(holding)

    # A card serves once: whichever fours are announced, runs are made of the cards left over.
    best: list[Declaration] = []
    held = fours(holding, aces_high=aces_high)
    for count in range(len(held), -1, -1):
        for chosen in combinations(held, count):
            used = [card for four in chosen for card in four["cards"]]
            choice = [*chosen, *runs([card for card in holding if card not in used])]
            # Only a dearer choice replaces one with more fours: at equal value a four is better.
            if total(choice) > total(best):
                best = choice
    return best


def other_choices(rules: Rules, holding: list[str], trump: str) -> list[list[Declaration]]:
    """What else a holding could announce where a card serves once and its holder may keep quiet."""
    if rules["shared_cards"] or not rules["silence"] or not declarations(rules, holding, trump):
        return []
    aces_high = trump == "NT" and rules["no_trumps_declarations"] == "aces_high"
    choices: list[list[Declaration]] = []
    held = fours(holding, aces_high=aces_high)
    for count in range(len(held) + 1):
        for chosen in combinations(held, count):
            used = [card for four in chosen for card in four["cards"]]
            choices.append([*chosen, *runs([card for card in holding if card not in used])])
    return choices


def standing(rules: Rules, trump: str, declaration: Declaration) -> tuple[int, ...]:
    """What declarations are compared by, the weightiest first; equal tuples are an exact tie."""
    if declaration["kind"] == "four":
        return (declaration["value"], 1, 0, FOUR_ORDER.index(declaration["top"]), 0)
    length = len(declaration["cards"]) if rules["run_order"] == "length" else 0
    height = NATURAL_ORDER.index(declaration["top"])
    in_trump = 1 if rules["trump_run_wins"] and declaration["suit"] == trump else 0
    return (declaration["value"], 0, length, height, in_trump)


def compare(
    rules: Rules, trump: str, by_seat: dict[str, list[Declaration]]
) -> tuple[str | None, dict[str, int]]:
    """The side with the best single declaration, and what each side scores.

    None and nothing for either when nobody declared or the best ones are exactly equal.
    """
    declared: dict[str, list[Declaration]] = {"NS": [], "EW": []}
    for seat, announced in by_seat.items():
        declared[side_of(seat)].extend(announced)

    best: dict[str, tuple[int, ...]] = {}
    for side in SIDES:
        best[side] = max((standing(rules, trump, one) for one in declared[side]), default=())

    if best["NS"] == best["EW"]:
        return None, {"NS": 0, "EW": 0}
    winning = "NS" if best["NS"] > best["EW"] else "EW"
    scored = {"NS": 0, "EW": 0}
    scored[winning] = total(declared[winning])
    return winning, scored


def that_score(rules: Rules, trump: str, by_seat: dict[str, list[Declaration]]) -> dict[str, int]:
    """What each side scores: all are compared together, or runs and fours apart."""
    if rules["declarations_compared"] == "together":
        return compare(rules, trump, by_seat)[1]
    scored = {"NS": 0, "EW": 0}
    for kind in ("run", "four"):
        of_kind = {
            seat: [one for one in announced if one["kind"] == kind]
            for seat, announced in by_seat.items()
        }
        for side, worth in compare(rules, trump, of_kind)[1].items():
            scored[side] += worth
    return scored


def belotes(trump: str, holdings: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Seat and suit of each belote: king and queen of a trump suit, whole holdings given."""
    found = []
    for seat, holding in holdings.items():
        for suit in SUITS:
            king, queen = "K" + suit, "Q" + suit
            if is_trump(trump, king) and king in holding and queen in holding:
                found.append((seat, suit))
    return found


def thrown_away(trump: str, suit: str, tricks: list[list[str]]) -> bool:
    """Whether, at all trumps, the first of king and queen of a suit fell on another suit."""
    first = next(trick for trick in tricks if "K" + suit in trick or "Q" + suit in trick)
    return trump == "AT" and suit_of(first[0]) != suit


def belote_points(
    rules: Rules, trump: str, holdings: dict[str, list[str]], tricks: list[list[str]]
) -> dict[str, int]:
    """Twenty to the side of whoever holds king and queen of a trump suit, where it may be said."""
    scored = {"NS": 0, "EW": 0}
    for seat, suit in belotes(trump, holdings):
        if rules["belote_discarded"] or not thrown_away(trump, suit, tricks):
            scored[side_of(seat)] += 20
    return scored
