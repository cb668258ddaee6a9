"""What happens at a table, told to somebody who sits there, from what that seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from harness.game import HandScore, View
from harness.game.auction import open_auction
from harness.game.cards import Mask
from harness.game.log import Trick
from harness.game.outcome import PASSED
from harness.game.seats import SEATS, SIDES, Seat
from harness.report.cards import bid_text, card_text, cards_text, in_order, trump_text
from harness.report.hands import declaration
from harness.report.seating import seating
from harness.report.sheet import draw_score
from harness.report.tables import cell, console, plural, say


class Narration:
    """Tells one seat of a hand what is new since it was last told.

    Args:
        seat: to whom.
        names: who sits at each seat, by their number.
    """

    def __init__(self, seat: Seat, names: Sequence[str]) -> None:
        self._seat = seat
        self._names = names
        self._bids = self._announcements = self._belotes = self._tricks = 0

    # What is new

    def begin(self, view: View) -> None:
        """Tell what was dealt."""
        self._bids = self._announcements = self._belotes = self._tricks = 0
        north, east = view.totals
        line = Text.assemble((f"\nHand {view.hand_no + 1}", "bold"), f"  NS {north}, EW {east}; ")
        line.append(f"{self._who(view.dealer)} {_deals(view.dealer == self._seat)}")
        if view.turned is not None:
            line.append_text(Text.assemble(", turned up is ", card_text(view.turned)))
        line.append(f"; {plural(view.held, 'point')} wait." if view.held else ".")
        console().print(line)

    def catch_up(self, view: View) -> None:
        """Tell what was said and played since."""
        for line in self._news(view):
            console().print(line)
        self._bids = len(view.bids)
        self._announcements = len(view.announcements)
        self._belotes = len(view.belotes)
        self._tricks = len(view.tricks)

    def end(self, view: View, score: HandScore) -> None:
        """Tell how the hand ended, and what each side writes."""
        self.catch_up(view)
        taker = view.taker
        if score.outcome == PASSED or taker is None:
            say("Nobody takes.")
            return
        for seat, one in view.shown:
            whose = Text.assemble(self._who(seat), f", {one.kind} that counts: ")
            console().print(whose.append_text(cards_text(one.cards)))
        say(f"\n{SIDES[taker & 1]} took: {score.outcome}.", style="bold")
        draw_score(score)

    def _news(self, view: View) -> Iterator[Text]:
        for number, (seat, bid) in enumerate(_auction(view)):
            if number >= self._bids:
                yield Text.assemble(self._who(seat), ": ", bid_text(bid))
        for one in view.announcements[self._announcements :]:
            yield Text.assemble(self._who(one.seat), f": {declaration(one)}")
        for seat, suit in view.belotes[self._belotes :]:
            yield Text.assemble(self._who(seat), ": belote in ", trump_text(suit))
        for number, trick in enumerate(view.tricks[self._tricks :], self._tricks + 1):
            yield self._trick(view, trick, number)

    def _trick(self, view: View, trick: Trick, number: int) -> Text:
        seats = view.log.rounds[trick.leader]
        line = Text.assemble((f"Trick {number}  ", "dim"))
        for seat, card in zip(seats, trick.cards, strict=True):
            line.append_text(Text.assemble(f"{SEATS[seat]} ", card_text(card), "  "))
        won = plural(trick.points, "point")
        return line.append_text(Text.assemble(self._who(trick.winner), f" +{won}"))

    # Where things stand

    def show_trick(self, view: View) -> None:
        """Draw the trick under way, each card where its seat is."""
        seats = range(view.rules.seats)
        lying = dict(zip(view.log.order, view.trick, strict=False))
        at = {seat: [self._who(seat), self._before(view, seat, lying.get(seat))] for seat in seats}
        north, east = view.points
        trump = Text("") if view.trump is None else trump_text(view.trump)
        taker = "" if view.taker is None else f", {SEATS[view.taker]} took"
        told = Text.assemble((f"\nTrick {len(view.tricks) + 1}  ", "bold"), "trump ", trump, taker)
        console().print(told.append(f"; points NS {north}, EW {east}"))
        console().print(seating(at, below=self._seat))

    def show_own(self, view: View, legal: Mask) -> None:
        """Draw the cards that the seat holds, those it may not play dim."""
        line = Text("You hold  ")
        for card in in_order(view.holding_mask, -1 if view.trump is None else view.trump):
            line.append_text(card_text(card, "bold" if legal >> card & 1 else "dim")).append(" ")
        if any(view.open):
            covered = (32 - len(view.log.plays)) // view.rules.seats - len(view.holding)
            line.append(f" and {max(covered, 0)} face down", "dim")
        console().print(line)

    def _before(self, view: View, seat: Seat, card: int | None) -> Text:
        """Return what lies before a seat: the card it plays, or where they lie open its others."""
        if card is not None:
            wins = view.winning is not None and view.winning[0] == seat
            return Text.assemble(card_text(card, "bold"), " wins so far" if wins else "")
        shown = view.open[seat].mask if seat != self._seat else 0
        return cards_text(in_order(shown, -1 if view.trump is None else view.trump))

    def _who(self, seat: Seat) -> Text:
        if seat == self._seat:
            return Text("You", "bold")
        return Text.assemble(f"{SEATS[seat]} ", (cell(self._names[seat]).plain, "dim"))


def _deals(is_you: bool) -> str:  # noqa: FBT001 - a verb's ending
    return "deal" if is_you else "deals"


def _auction(view: View) -> Iterator[tuple[Seat, str]]:
    """Yield each bid with the seat that made it."""
    rounds = view.log.rounds
    auction = open_auction(view.rules, rounds[rounds[view.dealer][1]], view.turned)
    for bid in view.bids:
        seat = auction.turn
        assert seat is not None  # noqa: S101 - the bid was made
        yield seat, bid
        auction.push(bid)
