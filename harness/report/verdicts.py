"""What came of examining a bot, and what it would do somewhere, for people and machines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from harness.plugin.contract import Verdict
from harness.plugin.trial import VERBS
from harness.report.tables import cell, print_json, say, show


def print_verdicts(name: str, verdicts: Iterable[Verdict]) -> bool:
    """Draw what is kept of the contract, and the first hand that broke it; say whether all is."""
    found = list(verdicts)
    broken = [one for one in found if not one.kept]
    show(
        ("Part", "", "Found"),
        [
            (
                one.part,
                cell("kept" if one.kept else "BROKEN", "" if one.kept else "bold red"),
                one.told,
            )
            for one in found
        ],
    )
    if broken:
        if broken[0].record is not None:
            say(f"\nThe hand up to there:\n{json.dumps(broken[0].record)}")
        if broken[0].trace:
            say(f"\n{broken[0].trace}")
        say(f"\n{name} does not keep the contract.")
    else:
        say(f"\n{name} keeps the contract.")
    return not broken


def print_verdicts_as_json(name: str, verdicts: Iterable[Verdict]) -> bool:
    """Print an object with the verdicts, and say whether all is kept."""
    told = verdicts_as_dict(name, verdicts)
    print_json(told)
    return bool(told["ok"])


def verdicts_as_dict(name: str, verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """Return what came of examining a bot: `ok` where all of the contract is kept."""
    found = list(verdicts)
    kept = all(one.kept for one in found)
    return {"bot": name, "ok": kept, "verdicts": [one._asdict() for one in found]}


def print_answer(answer: dict[str, Any], *, as_json: bool) -> None:
    """Print what a bot would do in a hand."""
    if as_json:
        print_json(answer)
        return
    does = f"{answer['seat']} {VERBS[answer['question']]} {answer['answer']}"
    say(f"{does} (legal: {answer['legal']})")
