"""What has happened since a seat in Python was last told, in shorthand.

Most of what is told are bids and cards, and the tricks that these make. Whoever has the game's own
log needs no more of them than the bids and a byte for each card. All else is told in words.
"""

from __future__ import annotations

from functools import lru_cache

from harness.game.log import Log
from harness.game.view import View
from harness.plugin.protocol import Played, ToBid, ToPlay, line_of
from harness.plugin.telling import Chronicle, Teller


class Shorthand(Teller):
    """Follows one view, and tells what is new in it; where it can, in shorthand.

    Args:
        table: that its questions name.
    """

    _chronicle_of = staticmethod(lru_cache(maxsize=256)(Chronicle))

    def __init__(self, table: int = 0) -> None:
        super().__init__()
        self._table = table
        self._bids = self._plays = self._said = 0
        self._uncovers = False

    def _since(self, view: View) -> bytes:
        said, log = super()._since(view), view.log
        bids, cards = self._new_bids(log), self._new_cards(log)
        return line_of(Played(bids, cards)) + said if bids or cards else said

    def to_bid(self, view: View) -> tuple[bytes, bytes]:
        """Return the lines that tell what is new, and what asks for a bid; see `Teller.to_bid`."""
        log = view.log
        follows = log is self._log and view.dealt_mask == self._dealt
        news = b"" if follows else self.news(view)  # nothing but bids is said before the play
        return news, line_of(ToBid(self._new_bids(log), self._table))

    def to_play(self, view: View) -> tuple[bytes, bytes]:
        """Return the lines that tell what is new, and what asks for a card."""
        log = view.log
        said = len(log.announcements) + len(log.belotes) + len(log.shown)
        news = b""
        if said != self._said or log is not self._log or self._uncovers:
            self._said = said
            news = self.news(view)
        cards = bytes(log.plays[self._plays :])
        self._plays = len(log.plays)
        return news, line_of(ToPlay(cards, view.legal_mask, self._table))

    def _new_bids(self, log: Log) -> list[str]:
        bids = log.auction.bids[self._bids :]
        self._bids += len(bids)
        return bids

    def _new_cards(self, log: Log) -> bytes:
        cards = bytes(log.plays[self._plays :])
        self._plays += len(cards)
        return cards

    def _begin(self, view: View) -> bytes:
        self._bids = self._plays = 0
        self._said = -1
        self._uncovers = any(view.log.open)
        return super()._begin(view)
