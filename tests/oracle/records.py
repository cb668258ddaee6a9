"""Records that several tests judge: the worked example, a level hand, a sweep, a passed hand."""

from typing import Any

from .cards import DECK, order_from
from .presets import PRESETS

Record = dict[str, Any]

WORKED: Record = {
    "rules": "classic",
    "dealer": "W",
    "deck": "KC JD QD KH QS QH AD AS 10D 7S 9H JH 7H 8S 9S 8H 8C JS KD AH AC "
    "KS 10S 9D 7D 9C 10H 7C 10C 8D JC QC",
    "bids": "pass take",
    "plays": "KS 9S JS 7S 10S QS AS QC 8D QD 7D 10D 7C JC KC 9C KD JD AC AD KH 10H JH 7H "
    "10C 9H 8S 8H 8C AH 9D QH",
}

# North takes on the turned jack of diamonds; the cards come out 81 to 81 and nothing is declared.
LEVEL: Record = {
    "rules": "scoresheet",
    "dealer": "W",
    "deck": "JC JS AC 9S AH 10C 7D QS 10D QC KC 9D 8D KS AS QH 9H 7C AD QD JD "
    "9C 7H KD 7S 10S 8C 8S KH JH 10H 8H",
    "bids": "take",
    "plays": "AC 10C 8C KC 8D KD 10D 9D QC 9C 7S 7C AD JD AS 7D 7H QH 9H 8H 9S 8S 10H KS "
    "JS 10S QS QD JH JC AH KH",
}

# Each holds a whole suit, high to low as a plain suit; the first of them draws all with trumps.
WHOLE_SUITS = {
    "S": "JS 9S AS 10S KS QS 8S 7S",
    "H": "AH 10H KH QH JH 9H 8H 7H",
    "D": "AD 10D KD QD JD 9D 8D 7D",
    "C": "AC 10C KC QC JC 9C 8C 7C",
}


def sweep(rules: str | Record, dealer: str) -> Record:
    """A hand whose first seat holds all the spades, takes the turned eight and every trick.

    Under classic that is 250 for the capot, 20 for belote, and 200 for its own run and the
    partner's: all four runs reach the ace, and the one in trump is best.
    """
    direction = PRESETS[rules if isinstance(rules, str) else rules["base"]]["direction"]
    first = order_from(direction, order_from(direction, dealer)[1])
    suits = [cards.split() for cards in WHOLE_SUITS.values()]
    plays = [suit[number] for number in range(8) for suit in suits]
    return {
        "rules": rules,
        "dealer": dealer,
        "deal": dict(zip(first, WHOLE_SUITS.values(), strict=True)),
        "turned": "8S",
        "bids": "take",
        "plays": " ".join(plays),
    }


def passed(dealer: str) -> Record:
    """A hand that nobody takes."""
    return {"dealer": dealer, "deck": " ".join(DECK), "bids": " ".join(["pass"] * 8)}


def with_play(record: Record, at: int, card: str) -> Record:
    """The record with another card played at the given place."""
    plays = record["plays"].split()
    plays[at] = card
    return {**record, "plays": " ".join(plays)}
