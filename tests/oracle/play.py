"""Playing to a trick: which card beats which, what a seat may play, what cards are worth."""

from .cards import DECK, PLAIN_ORDER, PLAIN_VALUE, TRUMP_ORDER, TRUMP_VALUE, rank_of, suit_of
from .presets import Rules

ALL_TRUMPS_VALUE = {
    "trump": TRUMP_VALUE,
    "jack_13": {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0},
    "jack_14": {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1, "8": 0, "7": 0},
    "in_proportion": TRUMP_VALUE,
}


def is_trump(trump: str, card: str) -> bool:
    """Whether a card is a trump: every card at all trumps (AT), none at no trumps (NT)."""
    if trump == "AT":
        return True
    return suit_of(card) == trump


def beats(trump: str, card: str, best: str) -> bool:
    """Whether a card played later takes the trick from the best card so far."""
    if suit_of(card) == suit_of(best):
        order = TRUMP_ORDER if is_trump(trump, card) else PLAIN_ORDER
        return order.index(rank_of(card)) > order.index(rank_of(best))
    return suit_of(card) == trump


def winner(trump: str, trick: list[str]) -> int:
    """The place, counted from 0, of the card that wins the trick as far as it was played."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trump, trick[place], trick[best]):
            best = place
    return best


def value(rules: Rules, trump: str, card: str) -> int:
    """What a card is worth."""
    if trump == "AT":
        return ALL_TRUMPS_VALUE[rules["all_trumps_points"]][rank_of(card)]
    if is_trump(trump, card):
        return TRUMP_VALUE[rank_of(card)]
    worth = PLAIN_VALUE[rank_of(card)]
    if trump == "NT" and rules["no_trumps_points"] == "doubled":
        return 2 * worth
    if trump == "NT" and rules["no_trumps_points"] == "ace_19" and rank_of(card) == "A":
        return 19
    return worth


def points(rules: Rules, trump: str, cards: list[str]) -> int:
    """What cards are worth, the last trick's bonus not among it."""
    return sum(value(rules, trump, card) for card in cards)


def last_trick(rules: Rules, trump: str) -> int:
    """What the last trick is worth: twice as much where no trumps count twice."""
    doubled = trump == "NT" and rules["no_trumps_points"] == "doubled"
    return int(rules["last_trick"]) * (2 if doubled else 1)


def whole(rules: Rules, trump: str) -> int:
    """What all the cards and the last trick are worth."""
    return points(rules, trump, DECK) + last_trick(rules, trump)


def duty(  # noqa: PLR0911 (a return for each sentence of the rule)
    rules: Rules, trump: str, trick: list[str], holding: list[str]
) -> tuple[str, list[str]]:
    """The duty of the seat to play, in words, and the cards that fulfil it."""
    if not trick:
        return "lead any card", holding

    led = suit_of(trick[0])
    winning = winner(trump, trick)
    higher = [card for card in holding if beats(trump, card, trick[winning])]

    following = [card for card in holding if suit_of(card) == led]
    if following:
        rising = [card for card in following if card in higher]
        if is_trump(trump, trick[0]) and rules["rise"] and rising:
            return "follow the trump led and beat the best one played", rising
        return "follow the suit led", following

    trumps = [card for card in holding if suit_of(card) == trump]
    if not trumps:
        return "play any card: neither the suit led nor a trump is held", holding

    partner = len(trick) - 2
    if rules["partner_exempt"] and winning == partner:
        return over_partner(rules, trump, trick[winning], higher, holding)

    if suit_of(trick[winning]) != trump:
        return "trump in", trumps
    overtrumps = [card for card in trumps if card in higher]
    if overtrumps and rules["overtrump"]:
        return "overtrump", overtrumps
    if not overtrumps and not rules["undertrump"]:
        return "play any card: no trump held beats the one played", holding
    return "play a trump, even a losing one", trumps


def legal(rules: Rules, trump: str, trick: list[str], holding: list[str]) -> list[str]:
    """The cards of a holding that may be played to a trick, in the holding's order."""
    return list(duty(rules, trump, trick, holding)[1])


def over_partner(
    rules: Rules, trump: str, partners: str, higher: list[str], holding: list[str]
) -> tuple[str, list[str]]:
    """The duty of one who is void in the suit led while the partner is winning."""
    free = "play any card: the partner is winning the trick", holding
    asked = rules["over_partner"]
    if suit_of(partners) != trump or not higher:
        return free
    only_trumps = all(suit_of(card) == trump for card in holding)
    if asked == "always" or (asked == "only_trumps" and only_trumps):
        return "beat the partner's trump", higher
    if asked == "no_undertrump":
        others = [card for card in holding if card in higher or suit_of(card) != trump]
        return "play no trump under the partner's", others
    return free
