"""What a bot in Python answers, as the lines that tell it."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from harness.game import parse_cards
from harness.plugin.child import declared_answer
from harness.plugin.protocol import Answer


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("none", Answer(declare="none")),
        ([parse_cards("7S 8S 9S")], Answer(declare=["7S 8S 9S"])),
        ((one for one in ["7S 8S 9S"]), Answer(declare=["7S 8S 9S"])),
        (7, Answer(other="7")),
        (count(), Answer(declare=[str(number) for number in range(32)])),
    ],
)
def test_declarations_are_told_by_their_cards(answer: Any, line: Answer) -> None:  # noqa: ANN401
    assert declared_answer(answer) == line
