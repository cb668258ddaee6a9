"""The bots that draw worlds: cards that can be reasoned out, and options."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pytest

import bots.expert
import bots.solver
from bots.drawing import DrawingBot
from bots.expert import ExpertBot
from bots.montecarlo import MonteCarloBot
from bots.solver import SolverBot
from harness.game import Hand, View, card_name, parse_card, preset
from harness.game.cards import SUIT_MASKS
from harness.plugin import Bot, load
from harness.plugin.blame import PluginError
from harness.search import Holdings, solve_worlds
from tests.bots.asking import answer, holding
from tests.game.scripts import Script, deck_of_script, go_on, played

PLAIN: Final = preset("classic", declarations=False)

WAITING: Final = Script(
    (
        "JS 9S 9C KH KC QH AH 7C",
        "QS 10S AS AC 10C 9H 10H 8C",
        "8S JD JC QD JH KD 7D 8D",
        "7S KS QC AD 10D 8H 7H 9D",
    ),
    turned="JS",
    bids="take",
    plays="""
        JS QS 8S 7S  9S 10S JD KS  9C AC JC QC
        AS QD AD KH  10C JH 10D KC  9H KD 8H QH
    """,
)
"""N leads to the seventh trick with 60 points to 71, and needs 82.

S has shown no hearts and no clubs, W no clubs: E has the eight of clubs, and it is E or W that has
the ten of hearts. The ace of hearts first brings the ten at most, 81, and loses the last trick to
the eight. The seven of clubs first lets E win, who then leads the ten into the ace if it has it:
91. Wherever the ten is, the ace first never does better in the contract than the seven.
"""

THINKERS: Final[tuple[Callable[[], DrawingBot], ...]] = (MonteCarloBot, SolverBot, ExpertBot)


@pytest.mark.parametrize("thinker", THINKERS)
def test_the_only_card_that_can_make_the_contract_is_played(
    thinker: Callable[[], DrawingBot],
) -> None:
    assert answer(thinker(), WAITING, PLAIN) == "7C"


@pytest.mark.parametrize("thinker", THINKERS)
def test_the_last_trump_is_drawn_before_an_ace_is_cashed(thinker: Callable[[], DrawingBot]) -> None:
    # One trump is out. It falls under the jack; the ace of hearts, led first, might be ruffed.
    north = "JS 9S AS 10S KS QS 8S AH"
    assert answer(thinker(), holding("JS", "take", N=north), PLAIN)[-1] == "S"


@pytest.mark.parametrize("thinker", THINKERS)
def test_the_ten_is_given_to_a_partner_whose_trick_it_is(thinker: Callable[[], DrawingBot]) -> None:
    # W plays last, E's ace of hearts has won, and the ten of hearts wins no other trick: what is
    # left of the suit is in W's own hand.
    seats = {"N": "7H JD", "E": "AH", "S": "8H", "W": "10H 9H QH KH JH 7C 8C 9C"}
    assert answer(thinker(), holding("JD", "take", "7H AH 8H", **seats), PLAIN) == "10H"


# The worlds


@pytest.mark.parametrize("thinker", THINKERS)
def test_cards_are_judged_in_worlds_that_fit_what_was_bid(
    thinker: Callable[[], DrawingBot],
) -> None:
    # N has no hearts: evenly drawn each of the others has 8/3 of them. S has bid 100 with hearts.
    seats = {"N": "10S AC 9C 9D JD QD KD 10D", "S": "JH 9H AH 10H AS AD 7C 8C"}
    script = holding("", "pass pass 100H pass pass pass", **seats)
    hand = played(preset("contree", direction="clockwise"), script)
    worlds = thinker().worlds(View(0, hand.log, hand.dealt[0], random.Random(0)), 100)
    assert len(worlds) == (6_400 if thinker is ExpertBot else 100)
    hearts = [(world[2] & SUIT_MASKS[1]).bit_count() for world in worlds]
    assert sum(hearts) > 3 * len(hearts)


@pytest.mark.parametrize(("tricks", "worlds"), [(1, []), (3, []), (4, [12]), (6, [12])])
def test_the_expert_solves_only_what_is_left_towards_the_end(
    monkeypatch: pytest.MonkeyPatch, tricks: int, worlds: list[int]
) -> None:
    # From three worlds, doubled with every trick, it has come to four times as many.
    solved = []

    def solve(view: View, worlds: list[Holdings], *, threads: int) -> dict[int, list[int]]:
        solved.append(len(worlds))
        return solve_worlds(view, worlds, threads=threads)

    monkeypatch.setattr(bots.expert, "solve_worlds", solve)
    plays = " ".join(WAITING.plays.split()[: 4 * tricks])
    answer(ExpertBot(worlds=3), WAITING._replace(plays=plays), PLAIN)
    assert solved == worlds


@pytest.mark.parametrize(("thinker", "worlds"), [(SolverBot, 5), (ExpertBot, 15)])
def test_the_expert_follows_bids_to_their_end_in_three_times_as_many_worlds(
    monkeypatch: pytest.MonkeyPatch, thinker: Callable[..., SolverBot], worlds: int
) -> None:
    tried = []

    def best(view: View, n: int, _: object) -> str:
        tried.append(n)
        return view.legal_bids[0]

    monkeypatch.setattr(bots.solver, "best_bid", best)
    answer(thinker(worlds=5), holding("JS", "", N="9S AS AH AD AC"), PLAIN)
    assert tried == [worlds]


# The match


def view_at(totals: tuple[int, int]) -> View:
    """Return the view of N, who has taken and leads, at some score of the match."""
    script = holding("JS", "take", N="JS 9S AS 10S AH 7H 7D 7C")
    hand = go_on(Hand(PLAIN, deck_of_script(script), 3, totals=totals), script)
    view = View(0, hand.log, hand.dealt[0], random.Random(0))
    view.legal_mask = 1 << parse_card("AS") | 1 << parse_card("AH")
    return view


@pytest.mark.parametrize(
    ("totals", "expert", "solver"),
    [
        ((480, 300), "AS", "AH"),  # 90 and even 82 points win the match; so the risk is for nothing
        ((300, 480), "AH", "AH"),  # 90 points leave 72 to the others, who win with 21
    ],
)
def test_the_expert_risks_the_contract_only_where_the_match_wants_it(
    monkeypatch: pytest.MonkeyPatch, totals: tuple[int, int], expert: str, solver: str
) -> None:
    # The ace of spades makes 90 points in every world. The ace of hearts makes 162 in two of three
    # and 70 in the third: 162 - 0 twice and 0 - 162 once, 54 a hand ahead, against 18.
    safe, bold = parse_card("AS"), parse_card("AH")

    def solved(_: View, worlds: list[object], *, threads: int) -> dict[int, list[int]]:
        assert threads == 1
        return {
            safe: [90] * len(worlds),
            bold: [(162, 162, 70)[place % 3] for place in range(len(worlds))],
        }

    def rolled(
        view: View, worlds: list[object], n: int, seed: int, *, sensible: bool
    ) -> dict[int, list[int]]:
        assert sensible
        assert n == 1
        assert seed >= 0
        return solved(view, worlds, threads=1)

    monkeypatch.setattr(bots.solver, "solve_worlds", solved)
    monkeypatch.setattr(bots.expert, "solve_worlds", solved)
    monkeypatch.setattr(bots.expert, "rollout_worlds", rolled)
    for bot, card in ((ExpertBot(worlds=30), expert), (SolverBot(worlds=30), solver)):
        assert card_name(bot.choose_card(view_at(totals))) == card


# Options


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: MonteCarloBot(worlds=0), "worlds is a whole number from 1 to 10,000, not 0"),
        (lambda: MonteCarloBot(hands=10_001), "hands is a whole number from 1 to 10,000"),
        (lambda: SolverBot(worlds=True), "worlds is a whole number from 1 to 10,000, not True"),
        (lambda: SolverBot(milliseconds=0), "milliseconds is a whole number from 1 to 60,000"),
        (lambda: ExpertBot(worlds=1_001), "worlds is a whole number from 1 to 1,000, not 1001"),
    ],
)
def test_an_option_has_its_range(make: Callable[[], Bot], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_tournament_names_the_option_that_is_wrong() -> None:
    with pytest.raises(PluginError, match=r"bot 'solver' .* worlds is a whole number from 1"):
        load(plugin_dirs=(), env={}).bot("solver").make(worlds=-1)


def test_a_clock_is_a_budget_too() -> None:
    for bot in (SolverBot(milliseconds=1), ExpertBot(milliseconds=1)):
        assert answer(bot, WAITING, PLAIN) in {"7C", "AH"}
