"""What is said while a hand is played: declarations and belote.

They are found when the auction is over, said in turn, and shown as the rules have it. What is said
goes into the log, where all can read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from harness.game.cards import (
    KING,
    QUEEN,
    RANK_MASKS,
    SUIT_MASKS,
    Card,
    Mask,
)
from harness.game.declarations import (
    Announcement,
    Choice,
    Declarations,
    as_text,
    chosen,
    find,
    offers,
    that_count,
)
from harness.game.illegal import IllegalDeclaration
from harness.game.log import Log
from harness.game.outcome import BELOTE
from harness.game.play import ALL_TRUMPS, Trump
from harness.game.rules import Rules
from harness.game.seats import SEATS, Pair, Seat

_ROYALS: Final = tuple(suit & (RANK_MASKS[KING] | RANK_MASKS[QUEEN]) for suit in SUIT_MASKS)
_BELOTES: Final = (*((royals,) for royals in _ROYALS), (), _ROYALS)


def belotes_of(trump: Trump) -> tuple[Mask, ...]:
    """Return the kings and queens that make a belote when one seat holds both, suit by suit."""
    return _BELOTES[trump]


class Telling:
    """What the seats of a hand have to say, and have said.

    Attributes:
        rules: the table's rules.
        log: what is public.
        dealt: each seat's cards at the start of play (of the auction, until somebody takes); of
            cards that lay face down, those turned over by now.
        found: each seat's declarations, empty before play.
        declared: what of them each seat has said.
        unsaid: the seats that have not said yet which they make, in the order of play.
        royals: the kings and queens of the belotes that have not been said, as a mask.
        telling: the cards with which something will be said, as a mask.
    """

    __slots__ = ("dealt", "declared", "found", "log", "royals", "rules", "telling", "unsaid")

    rules: Rules
    log: Log
    dealt: list[Mask]
    found: list[Declarations]
    declared: list[Declarations]
    unsaid: list[Seat]
    royals: Mask
    telling: Mask

    def find_what_there_is_to_say(self, trump: Trump, owned: Sequence[Mask]) -> None:
        """Find the declarations and belotes of a hand that is to be played.

        Args:
            trump: of the contract.
            owned: each seat's cards, those that lie face down among them.
        """
        for royals in belotes_of(trump):
            for cards in owned:
                if cards & royals == royals:
                    self.royals |= royals
        self.telling = self.royals
        if self.rules.declarations:
            self._find_declarations(trump)

    def _find_declarations(self, trump: Trump) -> None:
        rules = self.rules
        self.found = found = [find(rules, held, trump) for held in self.dealt]
        if any(found):
            self.unsaid = [seat for seat in self.log.order if found[seat]]
            if rules.declare_when == "before_play" and not rules.silence:
                self._say_what_is_due()
            self._see_what_tells()

    @property
    def declaring(self) -> Seat | None:
        """The seat that has declarations and is to say now which of them it declares."""
        if not self.unsaid:
            return None
        if self.rules.declare_when == "before_play":
            return self.unsaid[0]
        return self.log.turn if self.log.turn in self.unsaid else None

    def declare(self, choice: Choice) -> None:
        """Say which declarations the seat `declaring` makes: `"all"`, `"none"` or card sets.

        Raises:
            IllegalDeclaration: where it holds no such declaration or may not keep quiet.
        """
        seat = self.declaring
        if seat is None:
            message = "nobody has anything to declare here"
            raise IllegalDeclaration(message, seat=None, duty="wait for one's turn", legal="")
        self.push_declarations(self.chosen(seat, choice))

    def chosen(self, seat: Seat, choice: Choice) -> Declarations:
        """Return the declarations that a choice of a seat names.

        Raises:
            IllegalDeclaration: as `declare`.
        """
        offered = self.offered(seat)
        said = chosen(offered, choice)
        legal = as_text(offered)
        if said is None:
            message = f"{SEATS[seat]} cannot declare {choice!r}: it holds {legal or 'nothing'}"
            duty = "declare what one holds"
            raise IllegalDeclaration(message, seat=seat, duty=duty, legal=legal)
        if said != self.found[seat] and not self.rules.silence:
            message = f"{SEATS[seat]} may not keep quiet about a declaration: it holds {legal}"
            raise IllegalDeclaration(message, seat=seat, duty="declare everything", legal=legal)
        return said

    def offered(self, seat: Seat) -> tuple[Declarations, ...]:
        """Return what a seat may declare together: see `offers`."""
        return offers(self.rules, self.found[seat], self.dealt[seat], self.log.trump)

    def push_declarations(self, chosen: Declarations) -> None:
        """Say declarations that the seat `declaring` is known to hold."""
        seat = self.declaring
        assert seat is not None  # noqa: S101 - asked only of a seat that has some to say
        self._say(seat, chosen)

    def _say(self, seat: Seat, chosen: Declarations) -> None:
        self.unsaid.remove(seat)
        self.declared[seat] = chosen
        self.log.announcements += [
            Announcement(seat, one.kind, one.length, one.value) for one in chosen
        ]

    def _say_what_is_due(self) -> None:
        """Declare everything for the seats that should have spoken by now and did not."""
        while (seat := self.declaring) is not None:
            self._say(seat, self.found[seat])

    def tell(self, card: Card) -> None:
        """Say what goes with playing a card: declarations still unsaid, belote."""
        if self.unsaid:
            self._say_what_is_due()
        if self.royals >> card & 1:
            self._tell_belote(card)
        self._see_what_tells()

    def _tell_belote(self, card: Card) -> None:
        """Say belote with the first of the two, as soon as the seat has seen that it has both."""
        log, suit = self.log, card >> 3
        royals = self.royals & SUIT_MASKS[suit]
        if royals & ~self.dealt[log.turn]:
            return
        self.royals ^= royals
        thrown_away = log.law.trump == ALL_TRUMPS and log.led not in (-1, suit)
        if not thrown_away or self.rules.belote_discarded:
            log.belotes.append((log.turn, suit))

    def _see_what_tells(self) -> None:
        """Note the cards with which something will be said."""
        self.telling = self.royals
        for seat in self.unsaid:
            self.telling |= self.dealt[seat]

    def shows_now(self) -> bool:
        """Say whether declarations are shown with the end of this trick."""
        if self.rules.declarations_shown == "last_trick":
            return not self.log.unplayed
        return len(self.log.trick_winners) == 1

    def show_declarations(self) -> None:
        """Show the declarations that count."""
        counting = that_count(self.rules, self.log.trump, self.declared)
        self.log.shown = [(seat, one) for seat, said in enumerate(counting) for one in said]

    # What it is worth

    def announced(self) -> Pair:
        """Return the worth of all that each side declared."""
        worth = [0, 0]
        for said in self.log.announcements:
            worth[said.seat & 1] += said.value
        return worth[0], worth[1]

    def belote(self) -> Pair:
        """Return each side's points for belote."""
        worth = [0, 0]
        for seat, _ in self.log.belotes:
            worth[seat & 1] += BELOTE
        return worth[0], worth[1]

    def declarations(self) -> Pair:
        """Return what the comparison lets each side score for its declarations."""
        worth = [0, 0]
        for seat, one in self.log.shown:
            worth[seat & 1] += one.value
        return worth[0], worth[1]
