"""belote score: what each side writes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.conftest import Score


def told(answer: dict[str, Any]) -> tuple[str, int, int, int]:
    """Return the outcome, what NS and EW write, and what waits."""
    return answer["outcome"], *answer["score"].values(), answer["held_out"]


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
