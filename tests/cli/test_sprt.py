"""belote sprt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command

SHORT = ("--set", "target=301", "--workers", 0)


@pytest.mark.parametrize(
    ("bots", "options", "status", "said"),
    [
        (("basic", "random"), ("--elo1", 100), 0, "H1 is accepted after "),
        (("random", "basic"), ("--elo1", 100), 1, "H0 is accepted after "),
        (
            ("basic", "random"),
            ("--max-pairs", 2),
            3,
            "Neither claim is accepted after 2 pairs of basic and random.",
        ),
    ],
)
def test_the_exit_status_says_which_claim_was_accepted(
    belote: Command,
    tmp_path: Path,
    bots: tuple[str, str],
    options: tuple[object, ...],
    status: int,
    said: str,
) -> None:
    shown = belote("sprt", *bots, *options, *SHORT, "--db", tmp_path / "db")
    assert shown.status == status
    assert shown.out.startswith(said)


def test_what_is_not_settled_says_how_to_go_on(belote: Command, tmp_path: Path) -> None:
    asked = ("sprt", "basic", "random", "--max-pairs", 1, *SHORT, "--db", tmp_path / "db")
    once = belote(*asked).out
    assert "the same command with --max-pairs above 1 goes on from here" in once
    assert "stored already" not in once
    assert "Nothing was played: 1 pair is stored already.\n" in belote(*asked).out
    assert "--fresh would begin another test" in belote(*asked, "--fresh").out


def test_pairs_beyond_the_limit_asked_for_count_and_are_told(
    belote: Command, tmp_path: Path
) -> None:
    asked = ("sprt", "basic", "random", *SHORT, "--db", tmp_path / "db", "--max-pairs")
    assert belote(*asked, 3).status == 3
    fewer = belote(*asked, 2)
    assert fewer.out.startswith("Neither claim is accepted after 3 pairs of basic and random.\n")
    assert fewer.out.endswith(
        "\n3 pairs are stored already, more than the 2 asked for: all of them count, and nothing "
        "was played.\nNothing is settled: the same command with --max-pairs above 3 goes on from "
        "here.\n"
    )
    assert belote(*asked, 2, "--json").json()["matches_played_now"] == 0


def test_json_has_counts_ratio_and_claims(belote: Command, tmp_path: Path) -> None:
    options = ("--elo0", -5, "--elo1", 100, "--model", "logistic", "--alpha", 0.01)
    told = belote("sprt", "basic", "random", *options, *SHORT, "--db", tmp_path / "db", "--json")
    sprt = told.json()["sprt"]
    assert (sprt["elo0"], sprt["elo1"], sprt["model"], sprt["alpha"]) == (-5, 100, "logistic", 0.01)
    assert sprt["llr"] >= sprt["upper"]
    assert sum(told.json()["counts"]) == told.json()["pairs"]
    assert told.json()["status"] == "finished"


def test_boards_of_one_deal_may_be_the_pairs(belote: Command, tmp_path: Path) -> None:
    options = ("--max-pairs", 3, "--mode", "duplicate", "--workers", 0)
    assert belote("sprt", "basic", "random", *options, "--db", tmp_path / "db").status == 3
    (row,) = belote(
        "query", "SELECT max(hands) AS most FROM matches", "--db", tmp_path / "db", "--json"
    ).json()
    assert row["most"] == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("random", "nosuch"), "nosuch"),
        (("random", "random"), "'random' cannot be tested against itself: name two bots"),
        (("random", "lowest", "--elo0", 10, "--elo1", 5), "elo0 must be below elo1"),
        (("random", "lowest", "--max-pairs", 0), "--max-pairs: from 1 to 10,000,000, not 0"),
        (("random", "lowest", "--max-pairs", 10**30), "--max-pairs: from 1 to 10,000,000, not"),
        (
            ("random", "lowest", "--mode", "duplicate", "--rules", "counterclockwise"),
            "a board is one deal",
        ),
    ],
)
def test_a_test_that_cannot_be_is_one_line(
    belote: Command, tmp_path: Path, arguments: tuple[object, ...], complaint: str
) -> None:
    said = belote("sprt", *arguments, "--workers", 0, "--db", tmp_path / "db")
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err
