"""belote score."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Command, Score

SHEET = ("--points", "90-72", "--tricks", "5-3", "--announced", "20-0", "--declarations", "20-0")

RECONTRA = "Recontra: all that this hand brings counts four times, rounded first; held points once."


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
