"""The counts that a score is made of: its parts, what cannot be, and that nothing is lost."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import BeloteError
from harness.game import Rules, preset, score_hand
from tests import oracle
from tests.game.scripts import of, said
from tests.strategies import rule_sets, sides

CLASSIC = preset("classic")


def test_a_score_shows_its_parts() -> None:
    score = of(CLASSIC, (90, 72), announced=(50, 20), declarations=(50, 0), belote=(0, 20), held=81)
    assert score.outcome == "made"
    assert score.capot is None
    assert score.points == (90, 72)
    assert score.declarations == (50, 0)
    assert score.belote == (0, 20)
    assert score.held_paid == (0, 81)
    assert score.score == (140, 173)


def test_a_score_names_the_side_that_won_every_trick() -> None:
    assert of(CLASSIC, (162, 0), tricks=(8, 0)).capot == 0
    assert of(CLASSIC, (0, 162), tricks=(0, 8)).capot == 1
    assert of(CLASSIC, (100, 62), tricks=(5, 3)).capot is None


# Counts that cannot be


@pytest.mark.parametrize(
    ("counts", "complaint"),
    [
        ({"card_points": (100, 72)}, "card points must add up to 162, not 172"),
        ({"card_points": (-1, 163)}, "card points cannot be negative"),
        ({"tricks": (4, 3)}, "tricks must add up to 8"),
        ({"tricks": (9, -1)}, "tricks must add up to 8"),
        ({"tricks": (8, 0)}, "a side without a trick has no card points"),
        ({"announced": (-20, 0)}, "declarations cannot be negative"),
        ({"announced": (50, 20), "declarations": (50, 20)}, "only one side scores"),
        ({"announced": (50, 0), "declarations": (20, 0)}, "all that it announced, or nothing"),
        ({"declarations": (20, 0)}, "all that it announced, or nothing"),
        ({"belote": (20, 20)}, "belote is 20 to one side"),
        ({"belote": (10, 0)}, "belote is 20 to one side"),
        ({"held": -1}, "held points cannot be negative"),
        ({"contree": True}, "these rules have no contrée"),
    ],
)
def test_a_count_that_cannot_be_is_refused_by_name(counts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BeloteError, match=complaint):
        of(CLASSIC, **{"card_points": (100, 62), **counts})


def test_declarations_are_refused_where_there_are_none() -> None:
    with pytest.raises(BeloteError, match="these rules have no declarations"):
        of(preset("gameduell"), (100, 62), **said(20, 0))


# Whatever the counts


@st.composite
def counts(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """Draw counts that can be those of a hand."""
    whole = 152 + rules.last_trick
    tricks = draw(st.integers(0, 8))
    won = {0: 0, 8: whole}.get(tricks, draw(st.integers(0, whole)))
    announced = (0, 0)
    if rules.declarations:
        values = st.sampled_from([0, 20, 40, 50, 100, 150, 200, 250, 300])
        announced = draw(st.tuples(values, values))
    better = draw(st.sampled_from([None, 0, 1]))
    return {
        "taker": draw(sides),
        "card_points": (won, whole - won),
        "tricks": (tricks, 8 - tricks),
        "announced": announced,
        "declarations": tuple(announced[side] if side == better else 0 for side in (0, 1)),
        "belote": draw(st.sampled_from([(0, 0), (20, 0), (0, 20)])),
        "held": draw(st.integers(0, 500)),
        "contree": rules.contree and draw(st.booleans()),
    }


@settings(max_examples=500)
@given(st.data(), rule_sets)
def test_a_hand_scores_what_the_oracle_says(data: st.DataObject, rules: Rules) -> None:
    drawn = data.draw(counts(rules))

    def named(pair: tuple[int, int]) -> dict[str, int]:
        return {"NS": pair[0], "EW": pair[1]}

    score = score_hand(rules, **drawn)
    expected = oracle.score(
        rules.as_dict(),
        taker_side=drawn["taker"],
        held={"points": drawn["held"]},
        contree=drawn["contree"],
        **{
            name: named(drawn[name])
            for name in ("card_points", "tricks", "announced", "declarations", "belote")
        },
    )
    assert score.outcome == expected["outcome"]
    assert named(score.score) == expected["score"]
    assert score.held_out == expected["held_out"]


@settings(max_examples=500)
@given(st.data(), rule_sets)
def test_nothing_appears_or_vanishes_that_the_rules_do_not_say(
    data: st.DataObject, rules: Rules
) -> None:
    rules = rules.but(rounding="exact", contree=False)
    drawn = data.draw(counts(rules))
    score = score_hand(rules, **drawn)
    capot = rules.capot_total or 152 + rules.last_trick + (rules.capot_bonus or 0)
    takers_short = score.capot is not None and (
        score.outcome == "failed" and drawn["taker"] == ("NS", "EW")[score.capot]
    )
    cards = capot if score.capot is not None and not takers_short else 152 + rules.last_trick
    failed_takes_all = score.outcome == "failed" and rules.failed_takes == "announced"
    declared = drawn["announced"] if failed_takes_all else drawn["declarations"]
    worth = cards + sum(declared) + sum(drawn["belote"])
    assert sum(score.score) + score.held_out == worth + drawn["held"]
    assert min(score.score) >= 0
