"""How a deck that is cut and never shuffled deals longer suits: voids among the cards dealt.

    python benchmarks/cutting.py [PAIRS]

Plays `basic` against itself under the counterclockwise rules, once with the deck stacked and cut
between hands as they say, once shuffled, and counts in how many of the 4 x 4 suits of a deal a seat
has no card. So that only the dealing is measured and not who took which trump, the turned card goes
to the dealer's neighbour every time. First hands are left out: they are shuffled either way.
Shuffled, the chance of a void is C(24, 8) / C(32, 8).
"""

from __future__ import annotations

import sys
import tempfile
from math import comb, sqrt
from pathlib import Path

from harness import run_tournament
from harness.arena.answering import ask
from harness.arena.tournament import build
from harness.game import SEATS, Hand, Rules, preset
from harness.game.cards import SUIT_MASKS
from harness.plugin import load

DECKS = "SELECT deck, dealer FROM hands WHERE hand_no > 0"


def deals(rules: Rules, pairs: int) -> list[tuple[list[int], int]]:
    """Play matches and return the decks of their later hands, with who dealt."""
    bots: list[str | dict[str, str]] = ["basic", {"bot": "basic", "name": "basic-2"}]
    tournament = build("cutting", bots, rules=rules, pairs=pairs, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "cutting.duckdb"
        run_tournament(tournament, load(plugin_dirs=()), database=database, workers=0)
        rows = ask(database, DECKS).to_pylist()
    return [(row["deck"], SEATS.index(row["dealer"])) for row in rows]


def voids(rules: Rules, deck: list[int], dealer: int) -> int:
    """Count the suits that seats have no card of, with the turned card going to the first seat."""
    hand = Hand(rules, deck, dealer)
    hand.push_bid("take")
    return sum(not held & suit for held in hand.dealt for suit in SUIT_MASKS)


def main() -> None:
    """Print the share of voids for either way of dealing."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print(f"{'dealing':<10}{'suits':>10}{'voids':>9}{'share':>9}{'± 95 %':>9}")
    for dealing in ("cut", "shuffle"):
        rules = preset("counterclockwise", dealing=dealing)
        dealt = deals(rules, pairs)
        empty = sum(voids(rules, deck, dealer) for deck, dealer in dealt)
        suits = 16 * len(dealt)
        share = empty / suits
        margin = 1.96 * sqrt(share * (1 - share) / suits)
        print(f"{dealing:<10}{suits:>10,}{empty:>9,}{share:>9.2%}{margin:>9.2%}")
    print(f"{'by chance':<29}{comb(24, 8) / comb(32, 8):>9.2%}")


if __name__ == "__main__":
    main()
