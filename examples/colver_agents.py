"""An example plugin: agents of another engine, colver (PyPI, MIT), seated at our tables.

It shows how a bot that has an engine of its own plays through the plugin interface and nothing
else. colver plays contrée only, and its agents read their seat from its own environment; so before
each decision the hand is told to it anew. The cards that the seat cannot see are dealt at random
from all that fit, so that nothing can be seen that should not be.

    .venv/bin/pip install colver
    BELOTE_PLUGINS=examples/colver_agents.py belote run --file examples/colver.toml

The agents are those that need no model. They bid by hand-written rules, `heuristic`, `improved`,
`improved_v2`, `improved_v3`, `smart` or `maxi`, and play by double dummy over sampled worlds,
`isdd`, by information set Monte Carlo, `smart_ismcts`, or by rules too, `heuristic`.
"""

from collections.abc import Callable, Iterator

from colver import Agent, Env

import harness
from harness.game import CardSet, Rules
from harness.search import sample

__version__ = "1.0"
__author__ = "The Belote harness authors"

BIDDERS = ("heuristic", "improved", "improved_v2", "improved_v3", "smart", "maxi")
PLAYERS = ("isdd", "smart_ismcts", "heuristic")

SPEC = """
[bid]
strategy = "{bids}"
[play]
method = "{plays}"
time_ms = {milliseconds}
determinizations = {worlds}
parallel = false
[worlds]
source = "uniform"
"""

PASS, COINCHE, SURCOINCHE = 0, 41, 42
NAMES = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def bid_name(action: int) -> str:
    """Return our word for a bid of colver's: `80S`, `capotH`, `coinche`."""
    if action in (PASS, COINCHE, SURCOINCHE):
        return {PASS: "pass", COINCHE: "coinche", SURCOINCHE: "surcoinche"}[action]
    name = Env.action_name(action, 0)
    suit = next(ours for theirs, ours in NAMES.items() if theirs in name)
    number = "".join(letter for letter in name if letter.isdigit())
    return f"{number or 'capot'}{suit}"


BIDS = {action: bid_name(action) for action in range(43)}
ACTIONS = {name: action for action, name in BIDS.items()}


class ColverBot(harness.Bot):
    """Ask an agent of colver what it would do.

    Args:
        bids: how it bids: heuristic, improved, smart or maxi.
        plays: how it plays: isdd, smart_ismcts or heuristic.
        milliseconds: time for each card, 1 to 60,000.
        worlds: for isdd, instead of time, how many worlds it solves, 1 to 10,000.
    """

    def __init__(
        self,
        bids: str = "improved",
        plays: str = "isdd",
        milliseconds: int = 50,
        worlds: int | None = None,
    ) -> None:
        if bids not in BIDDERS or plays not in PLAYERS:
            raise ValueError(f"bids is one of {BIDDERS}, plays one of {PLAYERS}")
        if not 1 <= milliseconds <= 60_000:
            raise ValueError(f"milliseconds are from 1 to 60,000, not {milliseconds}")
        if worlds is not None and not (plays == "isdd" and 1 <= worlds <= 10_000):
            raise ValueError(f"worlds are for isdd, from 1 to 10,000, not {worlds} for {plays}")
        self._spec = SPEC.format(
            bids=bids,
            plays=plays,
            milliseconds=milliseconds if worlds is None else 0,
            worlds=worlds or 0,
        )

    def start_match(self, rules: Rules, seat: int) -> None:  # noqa: ARG002 - any seat
        """Refuse rules that colver does not play."""
        if rules.auction != "tens" or rules.no_trumps or rules.all_trumps or rules.declarations:
            raise ValueError(f"colver plays contrée, and these rules are {rules.name}")

    def choose_bid(self, view: harness.View) -> str:
        """Return the agent's bid."""
        return BIDS[self._ask(view)]

    def choose_card(self, view: harness.View) -> int:
        """Return the agent's card."""
        if len(view.legal_cards) == 1:
            return next(iter(view.legal_cards))
        return self._ask(view)

    def _ask(self, view: harness.View) -> int:
        """Tell an agent the hand up to here, and return what it would do now."""
        # To colver the seats are 0 to 3 from the first to speak, and the last of them deals.
        step = 1 if view.rules.direction == "clockwise" else -1
        order = [(view.dealer + step * (place + 1)) % 4 for place in range(4)]
        seat = order.index(view.seat)
        dealt = self._dealt(view)
        env = Env.deal_with_hands(3, [dealt[each] for each in order])
        agent = Agent(self._spec, seat, view.rng.getrandbits(32))
        mine, theirs = view.totals[view.seat % 2], view.totals[1 - view.seat % 2]
        agent.set_scores(*((mine, theirs) if seat % 2 == 0 else (theirs, mine)))
        agent.init_deal(env)
        for action in self._actions(view, env):
            agent.observe(env, action)
            env.step(action)
        return int(agent.action(env))

    def _actions(self, view: harness.View, env: Env) -> Iterator[int]:
        """Yield what was bid and played, with the passes that end an auction in colver."""
        for bid in view.bids:
            yield ACTIONS[bid]
        if view.legal_cards:
            while env.phase() == 0:
                yield PASS
        for trick in view.tricks:
            yield from trick.cards
        yield from view.trick

    def _dealt(self, view: harness.View) -> list[list[int]]:
        """Return the cards that each seat may have been dealt."""
        (world,) = sample(view, 1, view.rng.getrandbits(64))
        played = view.log.played_by()
        return [list(CardSet(held | gone)) for held, gone in zip(world, played, strict=True)]


@harness.hookimpl
def register_bots(register: Callable[..., None]) -> None:
    """Register one bot, whose options choose the agent."""
    register("colver", ColverBot)
