"""An example plugin: a neural net, which thinks about one card as long as about many.

It shows `choose_cards`: where a tournament has several tables under way (`tables = 16`), one of its
bots answers for all of them in one pass through the net, and anywhere else for one.

    BELOTE_PLUGINS=examples/neural_net.py belote run --bots neural-net,lowest --pairs 50

The net is drawn at random and has learned nothing; train one of your own. Its weights are whole
numbers, whose sums are exact: so an answer does not hang on how many are asked for at once, as
rounded sums would have it.
"""

from collections.abc import Callable, Sequence

import numpy as np

import harness

__version__ = "1.0"
__author__ = "The Belote harness authors"

BITS = np.arange(32, dtype=np.uint32)
INPUTS = 4 * len(BITS)


class NeuralNet(harness.Bot):
    """Plays the legal card that a net of three layers likes best.

    Args:
        width: of the layer between.
        seed: of its weights.
    """

    def __init__(self, width: int = 512, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        sizes = (INPUTS, width), (width, width), (width, len(BITS))
        self.layers = [chance.integers(-2, 3, size).astype(np.float32) for size in sizes]

    def choose_bid(self, view: harness.View) -> str:
        """Take with three cards of the suit turned up, or pass."""
        if "take" in view.legal_bids and view.turned is not None:
            return "take" if len(view.holding.suit("SHDC"[view.turned // 8])) >= 3 else "pass"
        return view.legal_bids[0]

    def choose_cards(self, views: Sequence[harness.View]) -> Sequence[int]:
        """Return a card for each view, from the views alone."""
        seen = np.array([seen_of(view) for view in views], dtype=np.uint32)
        signal = (seen[:, :, None] >> BITS & 1).reshape(len(views), INPUTS).astype(np.float32)
        *hidden, last = self.layers
        for layer in hidden:
            signal = np.floor(np.maximum(signal @ layer, 0) / 16)  # small and whole
        legal = np.array([view.legal_mask for view in views], dtype=np.uint32)
        liked = np.where(legal[:, None] >> BITS & 1, signal @ last, -np.inf)
        cards: list[int] = liked.argmax(axis=1).tolist()
        return cards


def seen_of(view: harness.View) -> tuple[int, int, int, int]:
    """Return what the net is shown, as masks: own cards, those played, the best one, trumps."""
    winning, trump = view.winning, view.trump
    best = 0 if winning is None else 1 << winning[1]
    trumps = 0xFF << 8 * trump if trump is not None and trump < 4 else 0
    return view.holding_mask, view.log.played, best, trumps


@harness.hookimpl
def register_bots(register: Callable[..., None]) -> None:
    """Register the net, whose options are those of the class."""
    register("neural-net", NeuralNet)
