"""Each bot by the sides it sat on: ratings worked out by hand."""

from __future__ import annotations

from math import log10, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.arena.answering import ask
from harness.arena.members import METHOD, Figures, Floats, Results, fit, rate_members
from harness.arena.rating.samples import ELO
from harness.arena.runner import run_tournament
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.report.members import print_members

ALONE = np.eye(2)


def results(*entries: tuple[int, int, float], deal_sets: list[int] | None = None) -> Results:
    """Return results from entries of first side, second side and the score of a pair."""
    first, second, score = map(np.array, zip(*entries, strict=True))
    sets = np.arange(len(entries)) if deal_sets is None else np.array(deal_sets)
    return Results(first, second, score.astype(float), sets)


def rated(shares: Floats, given: Results) -> list[Figures]:
    """Return everybody's figures, where everybody has some."""
    return [figures for figures in fit(shares, given) if figures]


SIX_OF_EIGHT = [(0, 1, 1.0), (0, 1, 1.0), (0, 1, 0.5), (0, 1, 0.5)]


def test_two_bots_alone_are_as_far_apart_as_the_prior_of_jeffreys_says() -> None:
    # 6 points of 8 matches and half a point and match more: 6.5 of 9, odds of 2.6 to 1.
    a, b = rated(ALONE, results(*SIX_OF_EIGHT))
    apart = 400 * log10(2.6)
    assert a.elo == pytest.approx(apart / 2)
    assert b.elo == pytest.approx(-apart / 2)
    # Four deal sets are few: the model's error, of which half is each bot's.
    assert a.se == pytest.approx(ELO / sqrt(8 * 6.5 / 9 * 2.5 / 9) / 2)
    assert a.reach == pytest.approx(1.959964 * a.se)


def test_a_side_is_as_strong_as_its_members_on_average() -> None:
    # a beats b by g; a and c together are level with b, so c is as far below b.
    shares = np.array([[1, 0, 0], [0, 1, 0], [0.5, 0, 0.5]])
    level = [(2, 1, 1.0), (2, 1, 0.0), (2, 1, 0.5), (2, 1, 0.5)]
    a, b, c = rated(shares, results(*SIX_OF_EIGHT, *level))
    apart = 400 * log10(2.6)
    assert a.elo == pytest.approx(apart)
    assert b.elo == pytest.approx(0, abs=1e-6)
    assert c.elo == pytest.approx(-apart)


def test_the_spread_between_deal_sets_makes_the_interval() -> None:
    # 15 points of 20: 15.5 of 21. A won pair is 2 (1 - 15.5/21) beyond what is expected, a level
    # one 2 (15.5/21 - 0.5) short of it; ten sets, so times 10/9, and Student's t of 9.
    p = 15.5 / 21
    pairs = 5 * [(0, 1, 1.0), (0, 1, 0.5)]
    a, _ = rated(ALONE, results(*pairs))
    meat = 5 * ((2 * (1 - p)) ** 2 + (2 * (p - 0.5)) ** 2) * 10 / 9
    assert a.se == pytest.approx(ELO * sqrt(meat) / (20 * p * (1 - p)) / 2)
    assert a.reach == pytest.approx(2.262157 * a.se)


def test_pairs_on_the_same_deals_count_as_one_piece_of_luck() -> None:
    pairs = 40 * [(0, 1, 1.0), (0, 1, 0.5)]
    once, _ = rated(ALONE, results(*pairs))
    together = 3 * list(range(80))
    thrice, _ = rated(ALONE, results(*pairs, *pairs, *pairs, deal_sets=together))
    apart, _ = rated(ALONE, results(*pairs, *pairs, *pairs))
    assert thrice.se == pytest.approx(once.se, rel=0.02)
    assert apart.se == pytest.approx(once.se / sqrt(3), rel=0.02)


def test_a_bot_that_won_everything_has_a_finite_rating() -> None:
    a, _ = rated(ALONE, results((0, 1, 1.0), (0, 1, 1.0)))
    assert a.elo == pytest.approx(400 * log10(4.5 / 0.5) / 2)


def test_partners_who_were_never_apart_have_no_rating_and_others_have() -> None:
    shares = np.array([[0.5, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    a, b, c, d = fit(shares, results((0, 1, 1.0), (0, 2, 0.5), (1, 2, 0.25), (0, 1, 0.5)))
    assert a is b is None
    assert None not in (c, d)


def test_the_bots_of_a_run_are_rated_and_kept_beside_its_sides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    registry = load(plugin_dirs=(), env={})
    bots: list[Any] = ["basic", "random", {"partners": ["basic", "lowest"], "name": "mixed"}]
    mixed = build("m", bots, rules=preset("classic"), pairs=12, seed=2)
    outcome = run_tournament(mixed, registry, database=tmp_path / "db", workers=0)
    by_name = {member.name: member for member in outcome.members}
    assert {name: (one.sides, one.matches) for name, one in by_name.items()} == {
        "basic": (2, 96), "lowest": (1, 48), "random": (1, 48)
    }  # fmt: skip
    assert sum(one.elo or 0 for one in outcome.members) == pytest.approx(0)
    kept = ask(tmp_path / "db", "FROM ratings").to_pylist()
    assert {row["bot"]: row["elo"] for row in kept if row["method"] == METHOD} == {
        name: one.elo for name, one in by_name.items()
    }
    print_members(outcome.members)
    assert "Each bot, by all the sides it sat on:" in capsys.readouterr().out


def test_nobody_is_rated_twice_where_nobody_has_a_partner(tmp_path: Path) -> None:
    alone = build("m", ["random", "lowest"], rules=preset("classic"), pairs=1, seed=2)
    run = run_tournament(alone, load(plugin_dirs=(), env={}), database=tmp_path / "db", workers=0)
    assert run.members == rate_members(lambda sql: ask(tmp_path / "db", sql), run.run_id) == ()
