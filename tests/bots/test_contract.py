"""What holds of every bot that comes with the harness, and of the example plugin.

A few matches of each are played by default; `BELOTE_BOT_HANDS` asks for more hands of each preset.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from harness.game import Hand, Rules, preset, preset_names
from harness.plugin import Bot, load
from tests.playing import play_match

PLUGINS: Final = Path(__file__).resolve().parents[2] / "plugins"
BOTS: Final[dict[str, dict[str, int]]] = {
    "random": {},
    "lowest": {},
    "basic": {},
    "counter": {},
    "montecarlo": {"worlds": 3, "hands": 2},
    "solver": {"worlds": 1},
    "expert": {"worlds": 1},
    "cautious": {},
}
"""Every bot, with options that keep its thinking short."""
HANDS: Final = int(os.environ.get("BELOTE_BOT_HANDS", "30"))
HANDS_THOUGHT_OVER: Final = 6

bots = pytest.mark.parametrize("bot", BOTS)
classic = preset("classic", target=301)


@pytest.fixture(scope="module")
def makers() -> dict[str, Callable[[], Bot]]:
    """Return what makes each bot."""
    registry = load([PLUGINS], {})
    return {name: partial(registry.bot(name).make, **options) for name, options in BOTS.items()}


def record(hands: list[Hand]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return the bids and plays of some hands."""
    return [(tuple(hand.log.auction.bids), tuple(hand.log.plays)) for hand in hands]


@pytest.mark.parametrize("name", preset_names())
@bots
def test_every_answer_is_legal_under_every_preset(
    makers: dict[str, Callable[[], Bot]], bot: str, name: str
) -> None:
    sides = [makers[bot], makers["random"]] * 2
    enough = HANDS_THOUGHT_OVER if BOTS[bot] else HANDS
    played = 0
    for deal_set in count():
        _, hands = play_match(preset(name), sides, deal_set)
        played += len([hand for hand in hands if hand.log.plays])
        if played >= enough:
            break


@pytest.mark.parametrize(
    "duties",
    [
        {"round_two": "any_suit", "dealer_must_name": True},
        {"contree": True},
        {"no_trumps": True, "all_trumps": True},
        {"silence": True},
        {"silence": True, "shared_cards": False},
        {"undertrump": False, "partner_exempt": False, "rise": False},
    ],
    ids=" ".join,
)
@bots
def test_every_answer_is_legal_under_rules_that_no_preset_has(
    makers: dict[str, Callable[[], Bot]], bot: str, duties: dict[str, bool | str]
) -> None:
    rules: Rules = classic.but(**duties)
    match, _ = play_match(rules, [makers[bot], makers["random"]] * 2)
    assert match.over


@bots
def test_the_same_chance_gives_the_same_match(
    makers: dict[str, Callable[[], Bot]], bot: str
) -> None:
    first, second = (play_match(classic, [makers[bot]] * 4, 3, rng_seed=5) for _ in range(2))
    assert record(first[1]) == record(second[1])


def test_another_chance_gives_the_random_bot_another_match(
    makers: dict[str, Callable[[], Bot]],
) -> None:
    first, second = (
        play_match(classic, [makers["random"]] * 4, 3, rng_seed=seed) for seed in (5, 6)
    )
    assert record(first[1]) != record(second[1])


@bots
def test_nothing_of_one_match_is_left_in_the_next(
    makers: dict[str, Callable[[], Bot]], bot: str
) -> None:
    used = [makers[bot]() for _ in range(4)]
    again = [lambda seat=seat: used[seat] for seat in range(4)]
    play_match(classic, again, deal_set=1)
    assert record(play_match(classic, again, deal_set=2)[1]) == record(
        play_match(classic, [makers[bot]] * 4, deal_set=2)[1]
    )


@bots
def test_chance_comes_from_the_view_alone(makers: dict[str, Callable[[], Bot]], bot: str) -> None:
    before = random.getstate()
    play_match(classic, [makers[bot]] * 4)
    assert random.getstate() == before
