"""belote score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.cli.conftest import Command

Score: TypeAlias = Callable[..., dict[str, Any]]

SHEET = ("--points", "90-72", "--tricks", "5-3", "--announced", "20-0", "--declarations", "20-0")

RECONTRA = "Recontra: all that this hand brings counts four times, rounded first; held points once."


@pytest.fixture
def score(belote: Command) -> Score:
    """What `belote score` answers as JSON: a preset, what NS took with, and more options."""

    def run(rules: str, points: str, *options: str, taker: str = "NS") -> dict[str, Any]:
        asked = ("--rules", rules, "--taker", taker, "--points", points, *options)
        said = belote("score", *asked, "--json")
        assert (said.status, said.err) == (0, "")
        answer: dict[str, Any] = said.json()
        return answer

    return run


def told(answer: dict[str, Any]) -> tuple[str, int, int, int]:
    """Return the outcome, what NS and EW write, and what waits."""
    return answer["outcome"], *answer["score"].values(), answer["held_out"]


# What is printed


def test_a_hand_is_printed_as_a_sheet_and_then_step_by_step(belote: Command) -> None:
    said = belote("score", "--taker", "NS", *SHEET, "--belote", "NS", "--held", "81:NS")
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines() == [
        "               NS   EW",
        "points         90   72",
        "declarations   20    0",
        "belote         20    0",
        "held paid       0   81",
        "writes        130  153",
        "NS has 90 in cards, 20 declared, 20 for belote: 130.",
        "EW has 72 in cards.",
        "NS took and had to have more than EW: made.",
        "The 81 held from before go to EW.",
    ]


def test_a_failure_says_what_the_defenders_take(belote: Command) -> None:
    options = ("--announced", "20-50", "--declarations", "0-50", "--belote", "NS")
    said = belote("score", "--taker", "NS", "--points", "70-92", *options)
    assert said.out.splitlines() == [
        "              NS   EW",
        "points         0  162",
        "declarations   0   70",
        "belote        20    0",
        "writes        20  232",
        "NS has 70 in cards, 20 for belote: 90.",
        "EW has 92 in cards, 50 declared: 142.",
        "NS took and had to have more than EW: failed.",
        "EW writes all 162 and the 70 of declarations announced by either side.",
        "NS keeps its belote.",
    ]


def test_json_has_every_part_by_side_and_the_same_reasons(score: Score) -> None:
    answer = score("scoresheet", "81-81", "--held", "50:EW")
    assert answer == {
        "outcome": "tied",
        "capot": None,
        "points": {"NS": 0, "EW": 81},
        "declarations": {"NS": 0, "EW": 0},
        "belote": {"NS": 0, "EW": 0},
        "bid": {"NS": 0, "EW": 0},
        "held_paid": {"NS": 0, "EW": 0},
        "held_out": 131,
        "score": {"NS": 0, "EW": 81},
        "why": [
            "NS has 81 in cards.",
            "EW has 81 in cards.",
            "NS took and had to have more than EW: level.",
            "EW writes its own now.",
            "131 wait for whoever wins the next scored hand.",
        ],
    }


@pytest.mark.parametrize(
    ("rules", "points", "options", "reason"),
    [
        ("classic", "162-0", ["--tricks", "8-0"], "NS won every trick: its cards count 250."),
        ("classic", "162-0", [], "EW won only tricks that are worth nothing: no capot."),
        ("classic", "0-162", ["--tricks", "0-8"], "NS took and won no trick: failed."),
        ("classic", "0-162", ["--tricks", "0-8"], "EW writes all 250."),
        ("gameduell", "82-80", [], "NS took and had to reach 82: made."),
        (
            "gameduell",
            "76-86",
            ["--belote", "NS"],
            "NS took and had to reach 92, belote being there: made.",
        ),
        (
            "classic",
            "81-81",
            ["--set", "belote_counts=false", "--belote", "NS"],
            "EW writes its own now, NS its belote.",
        ),
        (
            "classic",
            "81-81",
            ["--set", "belote_counts=false", "--belote", "NS"],
            "NS has 81 in cards.",
        ),
        (
            "classic",
            "81-81",
            ["--set", "belote_counts=false", "--belote", "EW"],
            "EW has 81 in cards, 20 for belote: 101.",
        ),
        ("counterclockwise", "81-81", [], "Nobody writes anything of this hand now."),
        ("classic", "81-81", ["--set", "tie=share"], "Each side writes its own."),
        (
            "classic",
            "81-81",
            ["--set", "tie_last=share", "--last"],
            "Each side writes its own.",
        ),
        (
            "classic",
            "81-81",
            ["--set", "tie=replay"],
            "Nobody writes anything: the same dealer deals again.",
        ),
        (
            "contree",
            "81-81",
            ["--contract", "80♥", "--set", "needed_at_least=82"],
            "NS bid 80H and had to reach 82: failed.",
        ),
        (
            "classic",
            "82-80",
            ["--belote", "EW", "--set", "defence_belote_counts=false"],
            "EW has 80 in cards.",
        ),
        (
            "gameduell",
            "82-80",
            ["--belote", "EW", "--set", "defence_belote_counts=false"],
            "NS took and had to reach 82: made.",
        ),
        (
            "gameduell",
            "81-81",
            ["--set", "contract_points=81"],
            "NS took and had to reach 81 and more than level: failed.",
        ),
        (
            "classic",
            "85-77",
            ["--set", "rounding=takers_first"],
            "The takers' sum is rounded; the defenders have the rest of the rounded one.",
        ),
        (
            "classic",
            "70-92",
            ["--set", "belote_when_failed=lost", "--belote", "NS"],
            "EW writes NS's belote too.",
        ),
        (
            "classic",
            "70-92",
            ["--set", "failed_takes=scoring", "--announced", "20-50", "--declarations", "0-50"],
            "EW writes all 162 and the 50 of declarations that score.",
        ),
        (
            "classic",
            "90-72",
            ["--set", "contree=true", "--contree"],
            "Contrée: card points and declarations count twice, belote and held points once.",
        ),
        (
            "classic",
            "85-77",
            ["--set", "rounding=tens"],
            "Each side writes its sum rounded to tens, halves up.",
        ),
        (
            "contree",
            "100-62",
            ["--contract", "100H"],
            "NS bid 100H and had to reach 100: made.",
        ),
        ("contree", "100-62", ["--contract", "100H"], "NS writes the bid of 100 besides."),
        (
            "contree",
            "100-62",
            ["--contract", "100H", "--set", "score_by=bid"],
            "NS writes the bid of 100, nobody card points.",
        ),
        (
            "contree",
            "99-63",
            ["--contract", "100H", "--belote", "NS", "--set", "belote_counts=false"],
            "EW writes 160 for a failed contract and the bid of 100.",
        ),
        (
            "contree",
            "99-63",
            ["--contract", "120H", "--belote", "NS"],
            "EW writes NS's belote too.",
        ),
        (
            "contree",
            "100-62",
            ["--contract", "100H", "--contree"],
            "NS writes 160 as for a failed contract and the bid of 100.",
        ),
        (
            "contree",
            "100-62",
            ["--contract", "100H", "--contree", "--surcontree"],
            "Surcoinche: card points and the bid count four times, belote and held points once.",
        ),
        (
            "contree",
            "100-62",
            ["--contract", "100H", "--contree", "--set", "doubles=bid"],
            "Coinche: the bid counts twice, the rest once.",
        ),
        (
            "contree",
            "162-0",
            ["--tricks", "8-0", "--contract", "90H", "--contree"],
            "NS writes 160 as for a failed contract, the bid of 90 and 100 for the capot.",
        ),
        (
            "contree",
            "152-10",
            ["--contract", "capotS"],
            "NS bid capotS and had to win every trick: failed.",
        ),
        ("contree", "152-10", ["--contract", "capotS"], "EW writes the bid of 500."),
        (
            "contree",
            "0-162",
            ["--tricks", "0-8", "--contract", "80S"],
            "NS bid 80S and won no trick: failed.",
        ),
        (
            "coinche",
            "162-0",
            ["--tricks", "8-0", "--contract", "generaleS"],
            "NS bid generaleS and had to win every trick, one seat alone: failed.",
        ),
        (
            "coinche",
            "162-0",
            [
                "--tricks",
                "8-0",
                "--contract",
                "90S",
                "--announced",
                "20-50",
                "--declarations",
                "0-50",
            ],
            "NS won every trick and has the declarations of EW too.",
        ),
        (
            "coinche",
            "83-79",
            ["--contract", "80S"],
            "NS bid 80S and had to reach 80 and have more than EW: made.",
        ),
        (
            "coinche",
            "83-79",
            ["--contract", "80S"],
            "Each side writes its sum rounded to tens, sixes up and fives down.",
        ),
        (
            "coinche",
            "198-60",
            ["--contract", "120AT", "--set", "all_trumps_points=in_proportion"],
            "At all trumps card points are scaled to 162.",
        ),
        (
            "bulgarian",
            "200-60",
            ["--contract", "NT", "--contree", "--surcontree"],
            RECONTRA,
        ),
        ("bulgarian", "200-60", ["--contract", "NT", "--contree"], "NS writes all 260."),
        (
            "bulgarian",
            "200-60",
            ["--contract", "NT"],
            "Both sums are rounded so that together they make the rounded sum.",
        ),
        ("bulgarian", "200-60", ["--contract", "NT"], "The sheet counts tens."),
        (
            "bulgarian",
            "154-104",
            ["--contract", "AT", "--declarations", "0-50"],
            "16 wait for whoever wins the next scored hand.",
        ),
        (
            "bulgarian",
            "71-91",
            ["--contract", "S", "--belote", "NS"],
            "EW writes its own now.",
        ),
        (
            "bulgarian",
            "81-81",
            ["--contract", "S", "--contree"],
            "Nobody writes anything of this hand now.",
        ),
    ],
)
def test_each_rule_that_decided_something_has_its_sentence(
    score: Score, rules: str, points: str, options: list[str], reason: str
) -> None:
    assert reason in score(rules, points, *options)["why"]


# What is written


@pytest.mark.parametrize(
    ("rules", "points", "options", "expected"),
    [
        # The texts' own examples: 76 and belote make 96 against 86 and reach 92.
        ("gameduell", "76-86", ["--belote", "NS"], ("made", 96, 86, 0)),
        ("gameduell", "76-86", [], ("failed", 0, 162, 0)),
        ("gameduell", "81-81", [], ("failed", 0, 162, 0)),
        # 92 to 90, the defenders' belote counted for them and in what is needed.
        ("contract82", "92-70", ["--belote", "EW"], ("made", 92, 90, 0)),
        ("contract82", "91-71", ["--belote", "EW"], ("failed", 0, 182, 0)),
        ("contract82", "162-0", ["--tricks", "8-0"], ("made", 252, 0, 0)),
        ("scoresheet", "162-0", ["--tricks", "8-0"], ("made", 252, 0, 0)),
        ("classic", "162-0", ["--tricks", "8-0", "--belote", "NS"], ("made", 270, 0, 0)),
        # 250 for the capot fall short of 300 declared: as any failure.
        (
            "classic",
            "162-0",
            ["--tricks", "8-0", "--declarations", "0-300"],
            ("failed", 0, 462, 0),
        ),
        ("classic", "81-81", [], ("tied", 0, 81, 81)),
        ("counterclockwise", "71-91", ["--belote", "NS"], ("tied", 0, 0, 182)),
        ("scoresheet", "100-62", ["--held", "81:EW"], ("made", 181, 62, 0)),
        ("scoresheet", "62-100", ["--held", "81"], ("failed", 0, 243, 0)),
        # Doubled: 90 and 20 declared twice, belote and what was held once.
        (
            "scoresheet",
            "90-72",
            [
                *("--set", "contree=true", "--contree", "--declarations", "20-0"),
                *("--belote", "NS", "--held", "81:NS"),
            ],
            ("made", 321, 144, 0),
        ),
        ("scoresheet", "85-77", ["--set", "rounding=tens"], ("made", 90, 80, 0)),
        ("scoresheet", "70-102", ["--set", "last_trick=20"], ("failed", 0, 172, 0)),
        # The federation's table: points and bid; 160 and the bid; 320 or 640 and twice or four
        # times the bid; a bid capot 500 and no points. Rounded to tens.
        ("contree", "110-52", ["--contract", "100H", "--belote", "NS"], ("made", 230, 50, 0)),
        ("contree", "76-86", ["--contract", "100H", "--belote", "NS"], ("failed", 0, 280, 0)),
        ("contree", "110-52", ["--contract", "100H", "--contree"], ("made", 520, 0, 0)),
        (
            "contree",
            "70-92",
            ["--contract", "100H", "--contree", "--surcontree", "--belote", "NS"],
            ("failed", 0, 1060, 0),
        ),
        ("contree", "162-0", ["--contract", "capotH", "--tricks", "8-0"], ("made", 500, 0, 0)),
        ("contree", "152-10", ["--contract", "capotH", "--contree"], ("failed", 0, 1000, 0)),
        # Its notes: 160 and twice the bid; points alone, and 320 + 100 for a capot not bid.
        (
            "contree",
            "110-52",
            ["--contract", "100H", "--contree", "--set", "doubles=bid"],
            ("made", 360, 0, 0),
        ),
        (
            "contree",
            "162-0",
            [
                "--contract",
                "100H",
                "--contree",
                "--tricks",
                "8-0",
                "--set",
                "score_by=points",
                "--set",
                "failed_pays=points",
            ],
            ("made", 420, 0, 0),
        ),
        # 83 and a run of three reach a bid of 100.
        (
            "coinche",
            "83-79",
            ["--contract", "100H", "--declarations", "20-0"],
            ("made", 200, 80, 0),
        ),
        ("coinche", "83-79", ["--contract", "100H"], ("failed", 0, 260, 0)),
        # All trumps in proportion: 198 of 258 are 124 of 162, and belote 20 makes 144.
        (
            "coinche",
            "198-60",
            [
                "--contract",
                "100AT",
                "--belote",
                "NS",
                "--set",
                "rounding=exact",
                "--set",
                "all_trumps_points=in_proportion",
            ],
            ("made", 244, 38, 0),
        ),
        # Four belotes at all trumps: 76 + 60 against 86 + 20.
        (
            "coinche",
            "76-86",
            ["--contract", "80AT", "--belote", "NS,NS,NS,EW"],
            ("made", 220, 110, 0),
        ),
        # In tens, of equal fours the loser goes up; 154 each are 15 and 16, 81 each 8 and 8.
        ("bulgarian", "34-224", ["--contract", "AT"], ("failed", 0, 26, 0)),
        ("bulgarian", "164-94", ["--contract", "AT"], ("made", 16, 10, 0)),
        ("bulgarian", "106-56", ["--contract", "S"], ("made", 10, 6, 0)),
        ("bulgarian", "134-124", ["--contract", "AT", "--belote", "EW"], ("failed", 0, 28, 0)),
        (
            "bulgarian",
            "134-124",
            ["--contract", "AT", "--belote", "NS,EW,EW", "--declarations", "0-0"],
            ("failed", 0, 32, 0),
        ),
        ("bulgarian", "144-114", ["--contract", "AT", "--contree"], ("made", 52, 0, 0)),
        (
            "bulgarian",
            "154-104",
            ["--contract", "AT", "--declarations", "0-50"],
            ("tied", 0, 15, 16),
        ),
        ("bulgarian", "81-81", ["--contract", "S"], ("tied", 0, 8, 8)),
        ("bulgarian", "81-81", ["--contract", "S", "--contree"], ("tied", 0, 0, 32)),
        ("bulgarian", "260-0", ["--contract", "NT", "--tricks", "8-0"], ("made", 35, 0, 0)),
        ("two-handed", "162-0", ["--tricks", "16-0"], ("made", 252, 0, 0)),
    ],
)
def test_each_side_writes_what_the_rules_give_it(
    score: Score,
    rules: str,
    points: str,
    options: list[str],
    expected: tuple[str, int, int, int],
) -> None:
    assert told(score(rules, points, *options)) == expected


def test_either_side_may_have_taken(score: Score) -> None:
    assert told(score("classic", "90-72", taker="EW")) == ("failed", 162, 0, 0)
    assert told(score("classic", "72-90", taker="ew")) == ("made", 72, 90, 0)


def test_what_one_side_alone_announced_scores_and_what_scores_was_announced(score: Score) -> None:
    for option in ("--announced", "--declarations"):
        assert told(score("classic", "70-92", option, "50-0")) == ("made", 120, 92, 0)
        assert told(score("classic", "92-70", option, "0-50")) == ("failed", 0, 212, 0)


def test_equal_declarations_are_announced_and_score_for_nobody(score: Score) -> None:
    options = ("--announced", "20-20", "--declarations", "0-0")
    assert told(score("classic", "90-72", *options)) == ("made", 90, 72, 0)
    assert told(score("classic", "72-90", *options)) == ("failed", 0, 202, 0)


# What cannot be


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--points", "90-71"], "card points must add up to 162, not 161"),
        (["--points", "90"], "--points takes two numbers, NS-EW as in 90-72, not '90'"),
        (["--points", "90:72"], "--points takes two numbers, NS-EW as in 90-72, not '90:72'"),
        (["--points=-1-163"], "--points takes two numbers, NS-EW as in 90-72, not '-1-163'"),
        (["--points", "90-7²"], "--points takes two numbers, NS-EW as in 90-72, not '90-7²'"),
        (["--points", "162-0", "--tricks", "8"], "--tricks takes two numbers, NS-EW as in 90-72"),
        (["--points", "90-72", "--tricks", "4-3"], "tricks must add up to 8"),
        (
            ["--points", "90-72", "--tricks", "8-0"],
            "a side without a trick has no card points",
        ),
        (["--points", "90-72", "--taker", "us"], "'us' is not a side: write NS or EW"),
        (["--points", "90-72", "--belote", "us"], "'us' is not a side: write NS or EW"),
        (["--points", "90-72", "--declarations", "20-20"], "only one side scores its"),
        (
            ["--points", "90-72", "--announced", "20-50"],
            "both sides announced: say with --declarations which of them scores",
        ),
        (
            ["--points", "90-72", "--announced", "20-0", "--declarations", "50-0"],
            "a side scores all that it announced, or nothing",
        ),
        (["--points", "90-72", "--contree"], "these rules have no contrée"),
        (
            ["--points", "90-72", "--rules", "gameduell", "--declarations", "20-0"],
            "these rules have no declarations",
        ),
        (
            ["--points", "90-72", "--held", "all"],
            "--held takes points and whose they were, as in 81:NS, not 'all'",
        ),
        (
            ["--points", "90-72", "--held", "81:N"],
            "--held takes points and whose they were, as in 81:NS, not '81:N'",
        ),
        (
            ["--points", "90-72", "--rules", "contree"],
            "say which bid won, as in 80C",
        ),
        (
            ["--points", "90-72", "--rules", "contree", "--contract", "85H"],
            "there is no bid '85H'; did you mean '80H'",
        ),
        (
            [
                "--points",
                "90-72",
                "--rules",
                "coinche",
                "--contract",
                "100AT",
                "--belote",
                "NS,NS,NS,EW,EW",
            ],
            "belote is 20 for each suit, 80 at most",
        ),
        (
            ["--points", "90-72", "--rules", "coinche", "--contract", "100NT", "--belote", "NS"],
            "there is no belote at no trumps",
        ),
        (
            ["--points", "90-72", "--rules", "bulgarian", "--contract", "AT"],
            "card points must add up to 258, not 162",
        ),
        (
            ["--points", "90-72", "--rules", "bulgarian", "--surcontree"],
            "recontra answers contra, and nobody doubled",
        ),
        (
            ["--points", "90-72", "--surcontree"],
            "these rules have no answer to a double (surcoinche, recontra)",
        ),
        (
            ["--points", "90-72", "--rules", "contree", "--contract", "90H", "--alone"],
            "only takers who won every trick can have won them alone",
        ),
        (
            ["--points", "162-0", "--rules", "two-handed", "--tricks", "8-0"],
            "tricks must add up to 16",
        ),
        (["--points", "9" * 5000 + "-0"], "--points takes two numbers, NS-EW as in 90-72"),
        (["--points", "90-72", "--set", "tie=draw"], "rule tie = draw is not allowed"),
    ],
)
def test_what_cannot_be_is_one_line(belote: Command, options: list[str], complaint: str) -> None:
    said = belote("score", "--taker", "NS", *options)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"belote: {complaint}")
    assert said.err.count("\n") == 1
