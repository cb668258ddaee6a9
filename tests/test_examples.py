"""The example plugins: one that seats another engine, with it and without, and a neural net."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import pytest

from harness.arena.config import Configuration
from harness.game import CardSet, Hand, preset
from harness.plugin import Bot, load
from harness.plugin.blame import PluginError
from harness.plugin.bot import answers_for_many
from harness.plugin.contract import BotContract
from tests.playing import play_match

EXAMPLES: Final = Path(__file__).resolve().parents[1] / "examples"
PLUGIN: Final = {"BELOTE_PLUGINS": str(EXAMPLES / "colver_agents.py")}
RULES: Final = Configuration.read(EXAMPLES / "colver.toml").tournament("colver").rules


def test_the_rules_are_contree_with_exact_points() -> None:
    changed = {
        name
        for name in type(RULES).__dataclass_fields__
        if getattr(RULES, name) != getattr(preset("contree"), name)
    }
    assert changed == {
        "name",
        "direction",
        "surcontree",
        "capot_bid",
        "failed_points",
        "slam_alone",
        "doubles",
        "doubled_points",
        "rounding",
    }
    assert (RULES.undertrump, RULES.surcontree, RULES.rounding) == (False, 3, "exact")


def test_without_the_engine_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "colver", None)
    for name in [name for name in sys.modules if "colver_agents" in name]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(PluginError, match=r"colver_agents\.py cannot be imported.*colver"):
        load(plugin_dirs=(), env=PLUGIN)


def test_it_is_not_loaded_unless_it_is_named() -> None:
    assert "colver" not in load(env={}).bots


def test_bids_cards_and_scores_are_those_of_the_engine() -> None:
    colver = pytest.importorskip("colver", reason="no colver here, which the bench extra brings")
    load(plugin_dirs=(), env=PLUGIN)
    agents = next(module for name, module in sys.modules.items() if "colver_agents" in name)
    chance = random.Random(4)
    for _ in range(100):
        hand = Hand(RULES, chance.sample(range(32), 32), 3)
        env = colver.Env.deal_with_hands(3, [list(CardSet(held)) for held in hand.dealt])
        while hand.bidding:
            assert {agents.BIDS[one] for one in env.legal_actions()} == set(hand.legal_bids)
            bid = chance.choice([*hand.legal_bids[:9], *hand.legal_bids[-1:]])
            hand.bid(bid)
            env.step(agents.ACTIONS[bid])
        while env.phase() == 0:
            env.step(agents.PASS)
        while not hand.over:
            assert set(env.legal_actions()) == set(hand.legal_cards)
            card = chance.choice(list(hand.legal_cards))
            hand.play(card)
            env.step(card)
        assert tuple(env.rewards()) == hand.score().score


def test_its_agents_play_matches_through_the_plugin_interface() -> None:
    pytest.importorskip("colver", reason="no colver here, which the bench extra brings")
    bots = load(plugin_dirs=(), env=PLUGIN).bots
    for plays in ("isdd", "smart_ismcts", "heuristic"):

        def colver(plays: str = plays) -> object:
            return bots["colver"].make(plays=plays, milliseconds=1)

        match, _ = play_match(RULES.but(target=1000), [colver, bots["basic"].make] * 2)  # type: ignore[list-item]
        assert match.over


NET: Final = load((), {"BELOTE_PLUGINS": str(EXAMPLES / "neural_net.py")}).bot("neural-net").make


class TestNeuralNet(BotContract):
    """It keeps the contract, for many tables at once as well."""

    make: ClassVar[Callable[[], Bot]] = partial(NET, width=64)  # quicker, and no other net
    hands: ClassVar[int] = 20

    def test_it_answers_for_many(self) -> None:
        assert answers_for_many(NET())
