"""How fast two other card engines play hands when Python drives them with random moves.

jass-kit   The Arena of the Swiss game's research kit, pure Python and numpy, seating its own random
           agents. A hand is one Schieber deal: trump chosen, half the time pushed to the partner
           first, then 36 cards in nine tricks, each checked, and the points: 37.5 decisions.
           `jass-kit unchecked` is the same with the Arena's check of every card switched off.
colver     A contrée engine written in Rust, through `Env.reset` and `Env.step`, with one of the
           legal actions that the last call gave back, drawn uniformly in Python. A hand is one
           deal: the auction, which random bids bring to a contract, then 32 cards in eight
           tricks, and the score: 38.3 decisions. `step` checks no action; the observation it
           builds each time cannot be switched off and is thrown away.

Neither stores anything. Both come with the `bench` extra. `python benchmarks/peers.py [SECONDS]`
prints a table; other benchmarks call `hands_per_second`.
"""

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

BATCH = 50
"""Hands between two looks at the clock."""


def jass_hands(*, checked: bool) -> Iterator[int]:
    """Play batches of hands in the jass-kit Arena for ever, and yield how many each was."""
    from jass.agents.agent_random_schieber import AgentRandomSchieber
    from jass.arena.arena import Arena
    from jass.game.const import NORTH, next_player

    agents = [AgentRandomSchieber() for _ in range(4)]
    dealer = NORTH
    while True:
        arena = Arena(nr_games_to_play=BATCH, check_move_validity=checked)
        arena.set_players(*agents)
        for _ in range(BATCH):
            arena.play_game(dealer)
            dealer = next_player[dealer]
        yield BATCH


def colver_hands() -> Iterator[int]:
    """Play batches of hands through colver's Env for ever, and yield how many each was."""
    from colver import Env

    env = Env()
    reset, step, draw = env.reset, env.step, random.Random(1).random
    while True:
        for _ in range(BATCH):
            _, legal = reset()
            over = False
            while not over:
                _, _, over, legal = step(legal[int(draw() * len(legal))])
        yield BATCH


PEERS: dict[str, Callable[[], Iterator[int]]] = {
    "jass-kit": partial(jass_hands, checked=True),
    "jass-kit unchecked": partial(jass_hands, checked=False),
    "colver": colver_hands,
}


def count_hands(name: str, seconds: float) -> tuple[int, float]:
    """Play the peer on one core for at least `seconds`; hands finished and seconds taken.

    A first batch, with the imports, is played before the clock starts.

    Raises:
        KeyError: for a name that is not in PEERS.
        ModuleNotFoundError: when the bench extra is not installed.
    """
    batches = PEERS[name]()
    next(batches)
    hands, elapsed, start = 0, 0.0, perf_counter()
    while elapsed < seconds:
        hands += next(batches)
        elapsed = perf_counter() - start
    return hands, elapsed


def hands_per_second(name: str, seconds: float) -> float:
    """Hands a second of the peer on one core, measured for about `seconds`."""
    hands, elapsed = count_hands(name, seconds)
    return hands / elapsed


def main() -> None:
    """Print one line a peer."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(f"{'peer':<20}{'hands':>8}{'seconds':>9}{'hands/s':>9}")
    for name in PEERS:
        hands, elapsed = count_hands(name, seconds)
        print(f"{name:<20}{hands:>8,}{elapsed:>9.1f}{hands / elapsed:>9,.0f}")


if __name__ == "__main__":
    main()
