"""The section of a sequential test: its claims, its ratio and its verdict."""

from __future__ import annotations

import json
import math
import re

from harness.arena.columns import Batch
from harness.arena.runs import find_run
from harness.report.page.render import render
from tests.arena.stored import match_row
from tests.report.page.conftest import Stored, a_pair


def a_test(*pairings: int) -> tuple[Batch, dict[str, object]]:
    """Return pairs of a sequential test that ada all wins, and what is configured for it."""
    legs = [
        match_row(
            match_id=f"m{pairing}{leg}", pair_id=f"p{pairing}", pairing=pairing, leg=leg, **seated
        )
        for pairing in pairings
        for leg, seated in enumerate(({}, {"ns": "bob", "ew": "ada", "winner": "EW"}))
    ]
    contestants: list[dict[str, object]] = [
        {"name": name, "bot": "random", "options": {}, "isolation": None} for name in ("ada", "bob")
    ]
    options = {"elo1": 100.0, "max_pairs": 40}
    return Batch.of(legs, [], []), {
        "format": "sequential",
        "options": options,
        "contestants": contestants,
        "sides": [],
    }


def test_a_sequential_test_is_told_with_its_claims_its_ratio_and_its_verdict(
    stored: Stored,
) -> None:
    batch, config = a_test(*range(40))
    ask_run = stored(batch, status="finished", **config)
    page = render(ask_run, find_run(ask_run), most_hands=0, solve=False).text
    _, section = page.split('<section id="test"')
    section = section.split("</section>")[0]
    assert "H0 says that ada is 0 Elo better than bob, H1 that it is\n    100," in section
    assert re.search(r"<strong>H1 is accepted after \d+ pairs of ada and bob\.</strong>", section)
    assert "between -2.944 and 2.944, H1 is accepted." in section  # ln(0.95 / 0.05)
    (told,) = re.findall(r'"path":(\[.*?\])', page)
    path = json.loads(told)
    assert [step["pairs"] for step in path] == list(range(1, len(path) + 1))
    assert path[-2]["llr"] < math.log(19) <= path[-1]["llr"]


def test_a_test_that_is_on_is_told_up_to_the_first_pair_that_is_missing(stored: Stored) -> None:
    batch, config = a_test(0, 1, 2, *range(4, 40))
    ask_run = stored(batch, **config)
    page = render(ask_run, find_run(ask_run), most_hands=0, solve=False).text
    assert "Neither claim is accepted after 3 pairs of ada and bob." in page


def test_a_run_that_is_no_test_has_no_such_section(stored: Stored) -> None:
    ask_run = stored(a_pair())
    page = render(ask_run, find_run(ask_run), most_hands=0, solve=False).text
    assert 'id="test"' not in page
    assert 'href="#test"' not in page
