"""Hands as people read them: what became of a fault."""

from __future__ import annotations

import pytest

from harness.arena.archive import Fault
from harness.report.hands import draw_faults

FAULT = Fault(
    seat=2,
    bot="odd",
    kind="illegal",
    message="7D",
    substitute=None,
    forfeits=True,
    evidence={},
    traceback=None,
)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (FAULT, "which lost it the match"),
        (
            FAULT._replace(substitute="10C", forfeits=False),
            "forgiven, with 10C in place of its answer",
        ),
        (FAULT._replace(forfeits=False), "which was forgiven"),
    ],
)
def test_a_fault_says_what_it_cost(
    capsys: pytest.CaptureFixture[str], fault: Fault, told: str
) -> None:
    draw_faults([fault])
    assert capsys.readouterr().out == f"Fault of S (odd): illegal, {told}\n  7D\n"
