"""belote legal."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Command


def test_the_legal_cards_come_first_then_why_not_the_others(belote: Command) -> None:
    asked = ("--rules", "classic", "--trump", "S", "--trick", "AH 7S", "--holding", "9S 8S 7D")
    assert belote("legal", *asked) == (0, "8S 9S\n  not 7D: you must overtrump\n", "")


def test_each_duty_has_a_line_with_the_cards_that_it_forbids(belote: Command) -> None:
    said = belote("legal", "--trump", "H", "--trick", "AH", "--holding", "JH 7H 8H KS AC")
    assert said.out.splitlines() == [
        "JH",
        "  not KS AC: you must follow suit",
        "  not 7H 8H: you must beat the best trump",
    ]


def test_where_every_card_is_legal_that_has_its_reason(belote: Command) -> None:
    led = belote("legal", "--trump", "H", "--holding", "JH 7S")
    assert led == (0, "7S JH\n  any card: you lead\n", "")
    exempt = belote("legal", "--trump", "H", "--trick", "AD 7D", "--holding", "JH KS")
    assert exempt == (0, "KS JH\n  any card: your partner is winning the trick\n", "")


def test_the_rules_decide_and_may_be_changed(belote: Command) -> None:
    asked = ("--trump", "H", "--trick", "7D 10H", "--holding", "7H AH")
    assert belote("legal", *asked).out.splitlines()[0] == "AH"
    assert belote("legal", *asked, "--rules", "counterclockwise").out.splitlines()[0] == "7H AH"
    assert belote("legal", *asked, "--set", "overtrump=false").out.splitlines()[0] == "7H AH"
    assert belote("legal", *asked, "--rules", "evening").out.splitlines()[0] == "AH"


@pytest.mark.parametrize(
    ("rules", "asked", "lines"),
    [
        # At all trumps one beats the suit led if able, over a partner too; nothing is ruffed.
        (
            "coinche",
            ("AT", "9H", "JH AH 7S"),
            [
                "JH",
                "  not 7S: you must follow suit",
                "  not AH: you must beat the best card of the suit",
            ],
        ),
        (
            "coinche",
            ("AT", "AH 7H", "QH 9H"),
            ["9H", "  not QH: you must beat the best card of the suit"],
        ),
        (
            "coinche",
            ("AT", "JH", "9H AH"),
            ["9H AH", "  any card: all your cards are of the suit led"],
        ),
        ("coinche", ("AT", "JH", "9S JD"), ["9S JD", "  any card: you do not hold the suit led"]),
        # At no trumps one follows suit, and no more.
        ("coinche", ("NT", "7H", "8H AH 9S"), ["8H AH", "  not 9S: you must follow suit"]),
        ("coinche", ("NT", "7H", "9S AS"), ["9S AS", "  any card: you do not hold the suit led"]),
        # Who cannot overtrump may play anything, or must still play a trump.
        (
            "bulgarian",
            ("S", "AH 9S", "8S AD"),
            ["8S AD", "  any card: you cannot beat the best trump"],
        ),
        (
            "classic",
            ("S", "AH 9S", "8S AD"),
            ["8S", "  not AD: you must play a trump, even a losing one"],
        ),
        # Two play without a partner.
        ("two-handed", ("S", "7H", "9S AD"), ["9S", "  not AD: you must ruff"]),
        (
            "two-handed",
            ("S", "AS", "9S 8S AD"),
            ["9S", "  not AD: you must follow suit", "  not 8S: you must beat the best trump"],
        ),
    ],
)
def test_every_trump_and_every_table_has_its_duties(
    belote: Command, rules: str, asked: tuple[str, str, str], lines: list[str]
) -> None:
    trump, trick, holding = asked
    options = ("--trump", trump, "--trick", trick, "--holding", holding)
    said = belote("legal", "--rules", rules, *options)
    assert (said.status, said.err) == (0, "")
    assert sorted(said.out.splitlines()) == sorted(lines)


def test_a_trick_of_two_players_has_one_card_before_the_second(belote: Command) -> None:
    asked = ("--trump", "S", "--trick", "7H 8H", "--holding", "9S")
    said = belote("legal", "--rules", "two-handed", *asked)
    assert said == (2, "", "belote: the trick already has 2 cards\n")


def test_json_has_the_legal_cards_and_each_other_one_with_its_duty(belote: Command) -> None:
    asked = ("--trump", "S", "--trick", "AH 7S", "--holding", "9S 8S 7D", "--json")
    assert belote("legal", *asked).json() == {
        "legal": "8S 9S",
        "refused": {"7D": "overtrump"},
        "why": ["not 7D: you must overtrump"],
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--trump", "S", "--holding", "9S 9S"], "9S is held twice"),
        (
            ["--trump", "S", "--trick", "9S", "--holding", "9S"],
            "9S is held and lies in the trick",
        ),
        (
            ["--trump", "S", "--trick", "7S 8S JS QS", "--holding", "9S"],
            "the trick already has 4 cards",
        ),
        (["--trump", "S", "--holding", ""], "a holding has 1 to 8 cards, not 0"),
        (
            ["--trump", "spades", "--holding", "9S"],
            "'spades' is not a trump: write one of S H D C NT AT",
        ),
        (
            ["--trump", "NT", "--holding", "9S"],
            "these rules have no hand without trumps (no_trumps = false): trump is one of S H D C",
        ),
        (
            ["--trump", "S", "--holding", "9S,8S"],
            "'9S,8S' is not a card: write a rank (7 8 9 J Q K 10 A) and a suit (S H D C)",
        ),
        (
            ["--trump", "S", "--holding", "9S", "--set", "overtrump=perhaps"],
            "rule overtrump = perhaps is not allowed; it takes true, false",
        ),
        (
            ["--trump", "S", "--holding", "9S", "--set", "overtrump"],
            "--set takes field=value, not 'overtrump'",
        ),
    ],
)
def test_what_cannot_be_is_one_line(belote: Command, arguments: list[str], complaint: str) -> None:
    assert belote("legal", *arguments) == (2, "", f"belote: {complaint}\n")


def test_rules_that_do_not_exist_are_one_line(belote: Command) -> None:
    said = belote("legal", "--trump", "S", "--holding", "9S", "--rules", "clasic")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("belote: there is no rule set 'clasic'; did you mean 'classic'?")
    assert said.err.count("\n") == 1
