"""Figures have no more digits than their interval justifies."""

from __future__ import annotations

import pytest

from harness.report.figures import likelihood, limits, plus_minus, share, signed


@pytest.mark.parametrize(
    ("value", "margin", "text"),
    [
        (123.456, 30.4, "+123 ± 30"),
        (123.456, 3.04, "+123.5 ± 3.0"),
        (123.456, 0.0304, "+123.456 ± 0.030"),
        (-1234.5, 304.0, "-1230 ± 300"),
        (0.04, 3.0, "0.0 ± 3.0"),
        (5.0, 9.96, "+5 ± 10"),
        (5.0, 99.6, "+0 ± 100"),
    ],
)
def test_a_margin_has_two_digits_and_its_value_as_many_decimals(
    value: float, margin: float, text: str
) -> None:
    assert f"{signed(value, margin)} {plus_minus(margin)}".replace("+0 ", "0 ") == text.replace(
        "+0 ", "0 "
    )


def test_a_limit_that_is_not_there_is_not_drawn() -> None:
    assert limits(50.0, 20.0, None) == ("+50", "≥ +20")
    assert limits(-50.0, None, -20.0) == ("-50", "≤ -20")
    assert limits(50.0, None, None) == ("+50", "–")
    assert limits(50.0, 40.0, 60.0) == ("+50", "± 10")


def test_a_share_is_rounded_as_its_margin_asks() -> None:
    assert share(0.8453, 0.026) == "84.5%"
    assert share(0.8453, 0.2) == "85%"
    assert share(0.8453, None) == "85%"


@pytest.mark.parametrize(
    ("los", "text"), [(0.5, "50%"), (0.99, "99%"), (0.995, ">99%"), (1.0, ">99%"), (0.004, "<1%")]
)
def test_a_likelihood_never_claims_to_be_certain(los: float, text: str) -> None:
    assert likelihood(los) == text
