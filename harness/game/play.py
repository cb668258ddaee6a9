"""The law of play: which cards are legal, who wins a trick, what cards are worth.

Everything is looked up in tables, made once: a card costs a few look-ups and no decision. Trumps
are numbered like suits, 0 to 3, then no trumps and all trumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from harness.errors import BeloteError
from harness.game.cards import (
    ACE,
    EIGHT,
    FULL_DECK,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    SUIT_MASKS,
    TEN,
    Card,
    Mask,
)
from harness.game.rules import Rules

Trump: TypeAlias = int

TRUMPS: Final = ("S", "H", "D", "C", "NT", "AT")
NO_TRUMPS: Final[Trump] = 4
ALL_TRUMPS: Final[Trump] = 5

PLAIN_ORDER: Final = (SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE)
TRUMP_ORDER: Final = (SEVEN, EIGHT, QUEEN, KING, TEN, ACE, NINE, JACK)
PLAIN_POINTS: Final = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}
TRUMP_POINTS: Final = {JACK: 20, NINE: 14, ACE: 11, TEN: 10, KING: 4, QUEEN: 3}
POINTS_OF: Final[dict[Trump, dict[str, dict[int, int]]]] = {
    NO_TRUMPS: {
        "plain": PLAIN_POINTS,
        "doubled": {rank: 2 * points for rank, points in PLAIN_POINTS.items()},
        "ace_19": PLAIN_POINTS | {ACE: 19},
    },
    ALL_TRUMPS: {
        "trump": TRUMP_POINTS,
        "jack_13": {JACK: 13, NINE: 9, ACE: 6, TEN: 5, KING: 3, QUEEN: 2},
        "jack_14": {JACK: 14, NINE: 9, ACE: 6, TEN: 5, KING: 3, QUEEN: 1},
        "in_proportion": TRUMP_POINTS,
    },
}
"""At no trumps and at all trumps, what the ranks are worth, by the rule."""


def _strengths(trump: Trump, led: int) -> tuple[int, ...]:
    """Return the power of each card in a trick where `led` was led; 0 cannot win."""
    powers: list[int] = []
    for suit in range(4):
        if suit not in (trump, led):
            powers += [0] * 8
            continue
        order = TRUMP_ORDER if trump in (suit, ALL_TRUMPS) else PLAIN_ORDER
        least = 9 if suit == trump else 1
        powers += [least + order.index(rank) for rank in range(8)]
    return tuple(powers)


def _points(trump: Trump, counted: str) -> tuple[int, ...]:
    """Return the worth of each card when `trump` is trump, counted as the rule says."""
    if trump in POINTS_OF:
        return tuple(POINTS_OF[trump][counted].get(card & 7, 0) for card in range(32))
    return tuple(
        (TRUMP_POINTS if card >> 3 == trump else PLAIN_POINTS).get(card & 7, 0)
        for card in range(32)
    )


@cache
def _worths(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what any cards of a suit, as 8 bits, are worth together, by the worth of each."""
    worths = [0]
    for points in ranks:
        worths += [points + worth for worth in worths]
    return tuple(worths)


def _beaters(trump: Trump) -> tuple[Mask, ...]:
    """Return by card those that beat it while it is winning a trick, whatever was led."""
    beaters = [0] * 32
    for suit, strengths in enumerate(STRENGTHS[trump]):
        stronger = 0
        for card in sorted(range(32), key=strengths.__getitem__, reverse=True):
            if card >> 3 == suit:
                beaters[card] = stronger
            stronger |= 1 << card
    return tuple(beaters)


STRENGTHS: Final = tuple(
    tuple(_strengths(trump, led) for led in range(4)) for trump in range(len(TRUMPS))
)
BEATERS: Final = tuple(_beaters(trump) for trump in range(len(TRUMPS)))


class Standing(NamedTuple):
    """All that the law looks at in a trick under way.

    Attributes:
        led: the suit led.
        best: the card that wins so far.
        since: how many cards ago it fell, 1 for the last one played; 2 is the partner's, to the
            seat whose turn it is.
    """

    led: int
    best: Card
    since: int


LEAD: Final = 0
"""The number of the standing before the first card of a trick."""


@dataclass(frozen=True, slots=True)
class Law:
    """The law of play under one trump: standings numbered, and what follows from each.

    Attributes:
        trump: 0 to 3 for a suit, `NO_TRUMPS` or `ALL_TRUMPS`.
        points: what each card is worth.
        last_trick: what the last trick is worth.
        total: what all the cards and the last trick are worth together.
        worths: by suit, what any cards of it, as 8 bits, are worth together.
        led, best, since: by standing, as in `Standing`; -1, -1 and 0 before the lead.
        after: by standing and card played, the standing that follows.
        follow: by standing, the cards of which one must play one if able.
        otherwise: by standing, what is asked of others: whoever has a card of the first mask
            plays one of the second, whoever has one of the third plays one of these.
    """

    trump: Trump
    points: tuple[int, ...]
    last_trick: int
    total: int
    worths: tuple[tuple[int, ...], ...]
    led: tuple[int, ...]
    best: tuple[Card, ...]
    since: tuple[int, ...]
    after: tuple[tuple[int, ...], ...]
    follow: tuple[Mask, ...]
    otherwise: tuple[tuple[Mask, Mask, Mask], ...]

    def legal(self, holding: Mask, standing: int) -> Mask:
        """Return the legal cards of a holding."""
        return holding & self.follow[standing] or self.legal_otherwise(holding, standing)

    def legal_otherwise(self, holding: Mask, standing: int) -> Mask:
        """Return the legal cards of a holding that has none of those to `follow` with."""
        able, asked, left = self.otherwise[standing]
        if holding & able:
            return holding & asked
        return holding & left or holding

    def worth(self, cards: Mask) -> int:
        """Return the points of a set of cards."""
        spades, hearts, diamonds, clubs = cards.to_bytes(4, "little")
        of_spades, of_hearts, of_diamonds, of_clubs = self.worths
        return of_spades[spades] + of_hearts[hearts] + of_diamonds[diamonds] + of_clubs[clubs]

    def standing(self, trick: Iterable[Card]) -> int:
        """Return the standing of a trick, given in the order played."""
        standing = LEAD
        for card in trick:
            standing = self.after[standing][card]
        return standing


NO_LAW: Final = Law(-1, (0,) * 32, 0, 0, ((0,),) * 4, (-1,), (-1,), (0,), (), (0,), ((0, 0, 0),))
"""What holds before somebody takes: no card is worth anything and all may be played."""


def law_of(rules: Rules, trump: Trump) -> Law:
    """Return the law of play at a table under one trump."""
    counted = (
        rules.no_trumps_points
        if trump == NO_TRUMPS
        else rules.all_trumps_points
        if trump == ALL_TRUMPS
        else ""
    )
    return _law(
        trump,
        counted,
        rules.last_trick,
        rules.rise,
        rules.partner_exempt,
        rules.overtrump,
        rules.undertrump,
        rules.over_partner,
    )


Duties: TypeAlias = tuple[bool, bool, bool, bool, str]
"""The fields `rise`, `partner_exempt`, `overtrump`, `undertrump` and `over_partner`."""


@cache
def _law(trump: Trump, counted: str, last_trick: int, *duties: *Duties) -> Law:
    points = _points(trump, counted)
    last_trick *= 2 if counted == "doubled" else 1
    standings, after = _standings(trump)
    asked = [_asked(trump, standing, duties) for standing in standings]
    return Law(
        trump=trump,
        points=points,
        last_trick=last_trick,
        total=sum(points) + last_trick,
        worths=tuple(_worths(points[at : at + 8]) for at in range(0, 32, 8)),
        led=(-1, *(standing.led for standing in standings)),
        best=(-1, *(standing.best for standing in standings)),
        since=(0, *(standing.since for standing in standings)),
        after=after,
        follow=(FULL_DECK, *(follow for follow, _ in asked)),
        otherwise=((0, 0, 0), *(otherwise for _, otherwise in asked)),
    )


def _asked(
    trump: Trump, standing: Standing, duties: Duties
) -> tuple[Mask, tuple[Mask, Mask, Mask]]:
    """Decide what is asked at a standing: `follow` and `otherwise` of its law."""
    rise, partner_exempt, overtrump, undertrump, over_partner = duties
    suit = SUIT_MASKS[standing.led]
    beaters = BEATERS[trump][standing.best]
    if trump in (standing.led, ALL_TRUMPS):
        return (suit & beaters, (suit, suit, 0)) if rise else (suit, (0, 0, 0))
    if trump == NO_TRUMPS:
        return suit, (0, 0, 0)
    trumps = SUIT_MASKS[trump]
    higher = trumps & beaters
    if standing.since == 2 and partner_exempt:
        return suit, _over_partner(trumps, higher, standing, over_partner)
    return suit, (higher, higher if overtrump else trumps, trumps if undertrump else 0)


def _over_partner(
    trumps: Mask, higher: Mask, standing: Standing, duty: str
) -> tuple[Mask, Mask, Mask]:
    """Decide what is asked of one who is void while the partner wins: `otherwise` of its law."""
    if trumps >> standing.best & 1 == 0:
        return 0, 0, 0
    return {
        "free": (0, 0, 0),
        "only_trumps": (FULL_DECK ^ trumps, FULL_DECK, higher),
        "no_undertrump": (higher, FULL_DECK ^ trumps ^ higher, 0),
        "always": (higher, higher, 0),
    }[duty]


@cache
def _standings(trump: Trump) -> tuple[list[Standing], tuple[tuple[int, ...], ...]]:
    """Return every standing, and by number what follows each card: `Law.after`."""
    pairs = [(led, best) for led in range(4) for best in range(32) if best >> 3 in (led, trump)]
    standings = [Standing(*pair, since) for pair in pairs for since in (1, 2, 3, 4)]
    first = {pair: 1 + 4 * place for place, pair in enumerate(pairs)}  # its number when it fell
    after = [tuple(first[card >> 3, card] for card in range(32))]
    for (led, best), fallen in first.items():
        beaters = [card for card in range(32) if BEATERS[trump][best] >> card & 1]
        for since in (1, 2, 3):
            following = [fallen + since] * 32
            for card in beaters:
                following[card] = first[led, card]
            after.append(tuple(following))
        after.append(())
    return standings, tuple(after)


def best_card(trick: Sequence[Card], trump: Trump) -> Card:
    """Return the card that wins a trick, whole or not."""
    best = trick[0]
    for card in trick:
        if BEATERS[trump][best] >> card & 1:
            best = card
    return best


def broken_duty(
    rules: Rules, trump: Trump, legal: Mask, holding: Mask, trick: Sequence[Card], card: Card
) -> str:
    """Say in words why a card outside `legal` may not be played.

    The legal cards themselves tell which duty made them: no rule is decided a second time here.
    """
    if not holding >> card & 1:
        return "play a card that you hold"
    suit = card >> 3
    led = trick[0] >> 3
    if legal & ~SUIT_MASKS[led] == 0:
        if suit != led:
            return "follow suit"
        return "beat the best trump" if trump < NO_TRUMPS else "beat the best card of the suit"
    return _broken_by_a_void(rules, trump, legal, trick)


def _broken_by_a_void(rules: Rules, trump: Trump, legal: Mask, trick: Sequence[Card]) -> str:
    """Name the duty that leaves the legal cards to one who is void in the suit led."""
    best = best_card(trick, trump)
    if best >> 3 != trump:
        return "ruff"
    if rules.partner_exempt and best in trick[-2:-1]:
        beating = legal & ~BEATERS[trump][best] == 0
        return "beat the partner's trump" if beating else "not play a trump under the partner's"
    if rules.overtrump and legal & ~BEATERS[trump][best] == 0:
        return "overtrump"
    return "play a trump, even a losing one"


def trump_number(trump: str | Trump) -> Trump:
    """Read a trump: 0 to 5 as it is, or one of `S H D C NT AT`.

    Raises:
        BeloteError: for anything else.
    """
    if trump in range(len(TRUMPS)):
        return int(trump)
    try:
        return TRUMPS.index(str(trump).upper())
    except ValueError:
        message = f"{trump!r} is not a trump: write one of {' '.join(TRUMPS)}"
        raise BeloteError(message) from None
