"""A match played the slow and obvious way: four bots, the checked doors of `Hand`, nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from harness.game import DealSet, Hand, Match, Rules, View
from harness.plugin import Bot

SEED = bytes(range(16))


def play_match(
    rules: Rules, makers: Sequence[Callable[[], Bot]], deal_set: int = 0, rng_seed: int = 0
) -> tuple[Match, list[Hand]]:
    """Play one match between fresh bots and return its score sheet and hands.

    Args:
        rules: the table's rules.
        makers: what makes the bots of N E S W; of the first two where two play.
        deal_set: which cards are dealt.
        rng_seed: what the bots' own generators come from.
    """
    bots = [make() for make in makers[: rules.seats]]
    rngs = [random.Random(f"{rng_seed} {seat}") for seat in range(len(bots))]
    match = Match(rules, DealSet(SEED, deal_set))
    hands = []
    for seat, bot in enumerate(bots):
        bot.start_match(rules, seat)
    while not match.over:
        hand = match.next_hand()
        play_hand(hand, bots, rngs)
        match.record(hand)
        hands.append(hand)
    for bot in bots:
        bot.end_match(match.totals, match.winner)
    return match, hands


def play_hand(hand: Hand, bots: Sequence[Bot], rngs: Sequence[random.Random]) -> None:
    """Play a hand to its end; an illegal answer raises."""
    views = [
        View(seat, hand.log, held, rng)
        for seat, (held, rng) in enumerate(zip(hand.dealt, rngs, strict=True))
    ]
    for bot, view in zip(bots, views, strict=True):
        bot.start_hand(view)
    while hand.bidding:
        seat = hand.turn
        assert seat is not None
        hand.bid(bots[seat].choose_bid(views[seat]))
        see(hand, views)
    while not hand.over:
        while hand.rules.silence and (seat := hand.declaring) is not None:
            hand.declare(bots[seat].choose_declarations(views[seat]))
        seat = hand.log.turn
        views[seat].legal_mask = hand.legal_mask()
        hand.play(bots[seat].choose_card(views[seat]))
        see(hand, views)
    for bot, view in zip(bots, views, strict=True):
        bot.end_hand(view, hand.score())


def see(hand: Hand, views: Sequence[View]) -> None:
    """Let each seat see the cards that are its own by now."""
    for view, held in zip(views, hand.dealt, strict=True):
        view.dealt_mask = held
