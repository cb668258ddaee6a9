"""The counts that a score is made of: its parts, what cannot be, and that nothing is lost."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import BeloteError
from harness.game import SIDES, HandScore, Rules, preset, score_hand
from harness.game.fields import Value
from harness.game.outcome import tie_of
from tests import oracle
from tests.game.scripts import of, said
from tests.strategies import tables

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


@pytest.mark.parametrize(
    ("name", "counts", "complaint"),
    [
        ("contree", {}, "say which bid won, as in 80C"),
        ("contree", {"contract": "85H"}, "no bid '85H'"),
        ("coinche", {"contract": "80H", "belote": (40, 0)}, "belote is 20 to one side"),
        ("coinche", {"contract": "80NT", "belote": (20, 0)}, "there is no belote at no trumps"),
        ("coinche", {"contract": "80AT", "belote": (60, 40)}, "for each suit, 80 at most"),
        ("coinche", {"contract": "80H", "surcontree": True}, "surcoinche answers coinche, and"),
        ("bulgarian", {"contract": "H", "surcontree": True}, "recontra answers contra, and nobody"),
        ("coinche", {"contract": "80H", "alone": True}, "who won every trick can have won them"),
        ("bulgarian", {"contract": "NT"}, "card points must add up to 260, not 162"),
        ("bulgarian", {"declarations": (20, 0)}, "a side scores no more than it announced"),
        ("two-handed", {"tricks": (8, 0)}, "tricks must add up to 16"),
    ],
)
def test_a_count_that_cannot_be_in_a_variant_is_refused_by_name(
    name: str, counts: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(BeloteError, match=complaint):
        of(preset(name), **{"card_points": (100, 62), **counts})


def test_nobody_answers_a_contree_over_a_turned_card() -> None:
    over_a_card = preset("scoresheet", contree=True, surcontree=4)
    with pytest.raises(BeloteError, match="these rules have no answer to a double"):
        of(over_a_card, (100, 62), contree=True, surcontree=True)


def test_declarations_are_refused_at_no_trumps_where_they_do_not_count() -> None:
    with pytest.raises(BeloteError, match="these rules have no declarations at no trumps"):
        of(preset("bulgarian"), (136, 124), contract="NT", announced=(20, 0))


def test_declarations_are_refused_where_there_are_none() -> None:
    with pytest.raises(BeloteError, match="these rules have no declarations"):
        of(preset("gameduell"), (100, 62), **said(20, 0))


# Whatever the counts


@st.composite
def pairs(draw: st.DrawFn, unit: int, most: int) -> tuple[int, int]:
    """Draw what each side has of a number of things worth the same."""
    ours = draw(st.integers(0, most))
    return unit * ours, unit * draw(st.integers(0, most - ours))


@st.composite
def spoken(draw: st.DrawFn, rules: Rules, trump: str) -> dict[str, tuple[int, int]]:
    """Draw what both sides announced, and what of it scores."""
    if not rules.declarations or (trump == "NT" and rules.no_trumps_declarations == "none"):
        return {"announced": (0, 0), "declarations": (0, 0)}
    values = st.sampled_from([0, 20, 40, 50, 100, 150, 200, 250, 300])
    north, east = draw(st.tuples(values, values))
    scoring = draw(st.sampled_from([(0, 0), (north, 0), (0, east)]))
    if rules.declarations_compared == "by_kind":
        scoring = draw(st.integers(0, north // 10)) * 10, draw(st.integers(0, east // 10)) * 10
    return {"announced": (north, east), "declarations": scoring}


@st.composite
def counts(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """Draw counts that can be those of a hand, oftener than not at the edge of the contract."""
    bid = draw(st.sampled_from(oracle.every_bid(rules.as_dict())))
    meant = oracle.meaning(rules.as_dict(), bid)
    whole = oracle.whole(rules.as_dict(), meant["trump"])
    said = draw(spoken(rules, meant["trump"]))
    belote = draw(pairs(20, {"AT": 4, "NT": 0}.get(meant["trump"], 1)))
    side = draw(st.sampled_from((0, 1)))
    ours, theirs = (said["declarations"][one] + belote[one] for one in (side, 1 - side))
    level = (whole + theirs - ours) // 2
    bidden = meant["points"] + rules.needed_beyond_bid
    needed = [bidden, meant["points"], rules.needed_at_least, 82, 92]
    edges = [level, *(points - ours for points in needed)]
    near = [edge + off for edge in edges for off in (-1, 0, 1)]
    won = draw(st.sampled_from([*[level] * 16, *near, *range(0, whole, 10)]))
    won = min(max(won, 0), whole)
    most = 32 // rules.seats
    tricks = draw(st.sampled_from([0, most, *[most // 2] * 6]))
    won = {0: 0, most: whole}.get(tricks, won)
    contree = rules.contree and draw(st.booleans())
    return {
        "taker": SIDES[side],
        "card_points": (won, whole - won) if side == 0 else (whole - won, won),
        "tricks": (tricks, most - tricks) if side == 0 else (most - tricks, tricks),
        **said,
        "belote": belote,
        "held": draw(st.integers(0, 500)),
        "contract": bid,
        "alone": tricks == most and draw(st.booleans()),
        "last": draw(st.booleans()),
        "contree": contree,
        "surcontree": contree
        and rules.surcontree is not None
        and rules.auction in ("tens", "names")
        and draw(st.booleans()),
    }


@given(st.data(), tables)
def test_a_hand_scores_what_the_oracle_says(data: st.DataObject, table: tuple[Rules, int]) -> None:
    rules, _ = table
    drawn = data.draw(counts(rules))

    def named(pair: tuple[int, int]) -> dict[str, int]:
        return {"NS": pair[0], "EW": pair[1]}

    score = score_hand(rules, **drawn)
    multiplier = rules.surcontree if drawn["surcontree"] else 2 if drawn["contree"] else 1
    pairs: dict[str, Any] = {
        name: named(drawn[name])
        for name in ("card_points", "tricks", "announced", "declarations", "belote")
    }
    expected = oracle.score(
        rules.as_dict(),
        taker_side=drawn["taker"],
        held={"points": drawn["held"]},
        contract={**oracle.meaning(rules.as_dict(), drawn["contract"]), "multiplier": multiplier},
        alone=drawn["alone"],
        last=drawn["last"],
        **pairs,
    )
    assert score.outcome == expected["outcome"]
    assert named(score.card_points) == expected["card_points"]
    assert named(score.score) == expected["score"]
    assert score.held_out == expected["held_out"]


AS_COUNTED: Final[dict[str, Value]] = {
    "contree": False,
    "score_by": "points",
    "failed_pays": "points",
    "failed_points": None,
    "slam_alone": False,
    "written_in": "points",
}
"""Rules under which the sheet holds what was won, and nothing that was bid."""


def worth_of(rules: Rules, drawn: dict[str, Any], score: HandScore) -> int:
    """Return what there is to be written or to wait of a hand under `AS_COUNTED`, unrounded."""
    if score.outcome == "tied" and tie_of(rules, 1, last=drawn["last"]) == "replay":
        return 0
    trump = oracle.meaning(rules.as_dict(), drawn["contract"])["trump"]
    scaled = trump == "AT" and rules.all_trumps_points == "in_proportion"
    cards = 162 if scaled else oracle.whole(rules.as_dict(), trump)
    swept_by_takers = score.capot is not None and drawn["taker"] == SIDES[score.capot]
    if score.capot is not None and not (swept_by_takers and score.outcome == "failed"):
        cards = rules.capot_total or cards + (rules.capot_bonus or 0)
    all_that_was_said = (swept_by_takers and rules.capot_takes_declarations) or (
        score.outcome == "failed" and rules.failed_takes == "announced"
    )
    declared = drawn["announced"] if all_that_was_said else drawn["declarations"]
    return int(cards + sum(declared) + sum(drawn["belote"]))


@given(st.data(), tables)
def test_nothing_appears_or_vanishes_that_the_rules_do_not_say(
    data: st.DataObject, table: tuple[Rules, int]
) -> None:
    rules = table[0].but(**AS_COUNTED, rounding="exact")
    drawn = data.draw(counts(rules))
    score = score_hand(rules, **drawn)
    assert sum(score.score) + score.held_out == worth_of(rules, drawn, score) + drawn["held"]
    assert min(score.score) >= 0


@given(st.data(), tables)
def test_a_balanced_sheet_adds_up_to_the_rounded_whole(
    data: st.DataObject, table: tuple[Rules, int]
) -> None:
    rules = table[0].but(**AS_COUNTED, rounding="balanced")
    drawn = data.draw(counts(rules)) | {"held": 0}
    score = score_hand(rules, **drawn)
    whole = worth_of(rules, drawn, score)
    assert sum(score.score) + score.held_out == (whole + 5) // 10 * 10
    assert [amount % 10 for amount in (*score.score, score.held_out)] == [0, 0, 0]
