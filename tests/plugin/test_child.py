"""What a bot in Python answers, as the lines that tell it."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from harness.game import parse_cards
from harness.plugin.child import card_answer, declared_answer, failure
from harness.plugin.protocol import LONGEST_LINE, Answer, line_of


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("none", Answer(declare="none")),
        ([parse_cards("7S 8S 9S")], Answer(declare=["7S 8S 9S"])),
        ((one for one in ["7S 8S 9S"]), Answer(declare=["7S 8S 9S"])),
        (7, Answer(other="7")),
        (count(), Answer(declare=[str(number) for number in range(32)])),
    ],
)
def test_declarations_are_told_by_their_cards(answer: Any, told: Answer) -> None:  # noqa: ANN401
    assert declared_answer(answer) == line_of(told)


@pytest.mark.parametrize("letter", ["z", "\0", "\ud800"], ids=["plain", "escaped", "half"])
def test_whatever_a_bot_answers_or_raises_is_told_in_a_line_that_is_not_too_long(
    letter: str,
) -> None:
    huge = letter * 200_000
    told = [
        card_answer(huge),
        declared_answer(huge),
        declared_answer([huge] * 32),
        failure(ValueError(huge)),
    ]
    assert all(len(each) < LONGEST_LINE for each in told)
