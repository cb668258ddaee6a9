"""The thinking tools of `harness.search`, beside colver on the same deals.

    python benchmarks/search.py            all three parts, some minutes
    python benchmarks/search.py solve      every legal card of full deals, double dummy
    python benchmarks/search.py rollouts   random play to the end
    python benchmarks/search.py sample     deals of the unseen cards, at every decision of a hand

All on one core. *solve*: 1,000 deals, each solved by both, one after the other; the values must be
the same card by card under colver's rules (no duty to undertrump, a capot counts 252). *rollouts*:
colver's `Env.rollout` from the lead of full deals, in turn. *sample*: 10,000 hands played at random
under `classic`, 1,000 deals drawn for the seat to act before each act, auction included; colver has
nothing of the kind to compare with. A number after the part's name asks for fewer deals or hands.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from math import factorial
from statistics import median
from time import perf_counter
from typing import Any

from harness.game import Hand, View, deck_of, preset
from harness.search import Position, build_info, rollouts, sample, solve

COLVER_RULES = preset("contract82", undertrump=False, capot_total=252)
TRUMPS = 4


def deal(number: int) -> tuple[list[list[int]], int]:
    """Return the holdings and the trump of a deal at random; N leads."""
    chance = random.Random(number)
    cards = chance.sample(range(32), 32)
    return [cards[8 * seat : 8 * seat + 8] for seat in range(4)], chance.randrange(TRUMPS)


def colver_env(holdings: list[list[int]], trump: int) -> Any:  # noqa: ANN401 - an extension without types
    """Return colver's position of a deal: its cards are numbered as ours."""
    from colver import Env

    env = Env.deal_with_hands(3, holdings)
    env.set_contract(trump, 80, 0, 0)
    env.set_phase_playing()
    return env


def row(name: str, ours: str, theirs: str, ratio: str, target: str) -> None:
    """Print a line of the table."""
    print(f"{name:<28}{ours:>14}{theirs:>14}{ratio:>9}{target:>9}")


def solving(deals: int) -> None:
    """Print how long solving takes, and on how many deals the two disagree."""
    ours, theirs, different = [], [], 0
    for number in range(deals):
        holdings, trump = deal(number)
        position = Position.read(COLVER_RULES, trump, holdings, "N")
        env = colver_env(holdings, trump)
        began = perf_counter()
        values = solve(position).values
        between = perf_counter()
        scores = env.solve_scores()["scores"]
        ended = perf_counter()
        ours.append(1e3 * (between - began))
        theirs.append(1e3 * (ended - between))
        different += values != dict(map(tuple, scores))
    for name, pick, target in (("median", median, 8), ("worst", max, 5)):
        mine, other = pick(ours), pick(theirs)
        row(f"solve, {name} ms", f"{mine:.2f}", f"{other:.2f}", f"{other / mine:.1f}", f"{target}")
    print(f"{deals} deals, {different} with another value for some card")


def rolling(deals: int) -> None:
    """Print how many hands a second are played out."""
    hands, ratios, ours, theirs = 2_000, [], [], []
    for number in range(deals):
        holdings, trump = deal(number)
        position = Position.read(COLVER_RULES, trump, holdings, "N")
        env = colver_env(holdings, trump)
        began = perf_counter()
        rollouts(position, hands, seed=number)
        between = perf_counter()
        env.rollout(8 * hands)
        ended = perf_counter()
        ours.append(8 * hands / (between - began))
        theirs.append(8 * hands / (ended - between))
        ratios.append(ours[-1] / theirs[-1])
    row(
        "rollouts, hands/s",
        f"{median(ours):,.0f}",
        f"{median(theirs):,.0f}",
        f"{median(ratios):.1f}",
        "5",
    )


def deals_per_second(view: View, number: int, seed: int) -> float:
    """Return how many deals a second are drawn."""
    began = perf_counter()
    sample(view, number, seed)
    return number / (perf_counter() - began)


def sampling(hands: int) -> None:
    """Print how many deals a second are drawn at trick one, and in the worst state met."""
    rules, drawn = preset("classic"), 1_000
    at_trick_one, worst, where = [], float("inf"), ""
    for number in range(hands):
        chance = random.Random(number)
        hand = Hand(rules, deck_of(chance.randrange(factorial(32))), number % 4)
        while not hand.over:
            seat = hand.turn
            assert seat is not None  # noqa: S101 - the hand is not over
            view = View(seat, hand.log, hand.dealt[seat], chance)
            view.legal_mask = 0 if hand.bidding else hand.legal_mask()
            rate = deals_per_second(view, drawn, number)
            if rate < worst:  # the machine may have been busy: three more looks
                rate = max(rate, *(deals_per_second(view, drawn, number) for _ in range(3)))
            if rate < worst:
                worst, where = rate, f"hand {number} after {len(hand.log.plays)} cards"
            if hand.bidding:
                hand.bid(chance.choice(hand.legal_bids))
                continue
            if len(hand.log.plays) < 4:
                at_trick_one.append(rate)
            hand.push(chance.choice(list(hand.legal_cards)))
    row("sample, trick one, deals/s", f"{median(at_trick_one):,.0f}", "", "", "200,000")
    row("sample, slowest at trick one", f"{min(at_trick_one):,.0f}", "", "", "")
    row("sample, worst state, deals/s", f"{worst:,.0f}", "", "", "50,000")
    print(f"the worst was {where}, of {hands} hands")


PARTS: dict[str, tuple[Callable[[int], None], int]] = {
    "solve": (solving, 1_000),
    "rollouts": (rolling, 100),
    "sample": (sampling, 10_000),
}


def main() -> None:
    """Run the part named, all where none is."""
    name, number = (sys.argv[1:] + [""] * 2)[:2]
    if name and name not in PARTS:
        sys.exit(f"parts are {', '.join(PARTS)}, not {name}")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(build_info()["instructions"])
    row("", "ours", "colver", "ratio", "target")
    for part, (run, usual) in PARTS.items():
        if name in ("", part):
            run(int(number) if number else usual)


if __name__ == "__main__":
    main()
