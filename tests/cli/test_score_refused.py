"""belote score: what cannot have been."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Command


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
