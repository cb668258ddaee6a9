"""The page itself: templates, styles and scripts put together into one text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from harness.arena.final import Ended, Placed, final_of
from harness.arena.runs import Ask, RunInfo
from harness.game.fields import as_text
from harness.game.presets import preset, rules_of
from harness.game.rules import Rules, describe, differences
from harness.printable import printable
from harness.report.fields import GROUPS, says_something
from harness.report.figures import true_minus
from harness.report.final import final_in_words, place_headings, place_rows
from harness.report.page.choosing import chosen_matches
from harness.report.page.figures import Figures, figures
from harness.report.page.packing import packed
from harness.report.page.ratings import progress, table, with_minus
from harness.report.page.reproduce import tournament_toml
from harness.report.page.tested import tested
from harness.report.standings import NEVER_MET
from harness.report.tables import DASH, plural

HERE: Final = Path(__file__).parent
TEMPLATES: Final = HERE / "templates"
LIBRARIES: Final = ("d3", "plot")
"""What draws the charts, as published, each beside its licence."""


CHARTED: Final = 16
"""How many bots the charts show, best first; the tables show all."""
CROSSED: Final = 40
"""How many bots a crosstable has at most."""


class Page(NamedTuple):
    """A page, and how many of the run's hands are in it."""

    text: str
    hands: int
    of_hands: int


def render(ask: Ask, run: RunInfo, *, most_hands: int | None, solve: bool) -> Page:
    """Return the report of a run as one page.

    Args:
        ask: answers SQL with a table.
        run: which run.
        most_hands: how many hands to choose; all where None.
        solve: whether to work out what each card of them cost with all cards seen.
    """
    told = figures(ask, run.run_id)
    ranking = table(ask, run.run_id)
    standings = ranking["rows"]
    test, final = tested(ask, run), final_of(ask, run)
    hands, count = packed(chosen_matches(ask, run.run_id, most_hands), solve=solve)
    config, fields = json.loads(run.config), json.loads(run.rules)
    rules = rules_of(fields)
    text = (
        _environment()
        .get_template("report.html")
        .render(
            **told,
            title=run.name or f"Run {run.run_id[:8]}",
            level=ranking["level"],
            undecided=ranking["undecided"],
            standings=standings,
            members=ranking["members"],
            never_met=NEVER_MET,
            test=test,
            won=final and printable(final_in_words(final)),
            place_headings=place_headings(final) if isinstance(final, Placed) else [],
            places=_places(final),
            crosstable=_crosstable([row["bot"] for row in standings[:CROSSED]], told["meetings"]),
            crossed=CROSSED,
            charted=CHARTED,
            duplicate=config["mode"] == "duplicate",
            forgiven=config["max_faults"] if config.get("on_fault") == "substitute" else 0,
            rules_name=config["rules"],
            rules_base=rules.base,
            rule_groups=_rule_groups(rules),
            rescored_from=config.get("rescored_from"),
            toml=None
            if "rescored_from" in config
            else tournament_toml(config, fields, told["run"]),
            data={
                "standings": standings,
                "progress": progress(ask, run.run_id),
                "charted": CHARTED,
                "test": test and {name: test[name] for name in ("bounds", "path")},
                **{name: told[name] for name in ("hands", "scores", "width")},
            },
            packed=hands,
            packed_hands=count,
            solved=solve,
            seats=rules.seats,
            counterclockwise=rules.direction == "counterclockwise",
            libraries=[_library(name) for name in LIBRARIES],
            modules=_modules(),
        )
    )
    return Page(text, count, told["run"]["hands"])


def _places(final: Ended | None) -> list[Figures]:
    """Return the places of a Swiss as the terminal shows them; none of what has no places."""
    if not isinstance(final, Placed):
        return []
    return [
        {
            "cells": [printable(cell) for cell in with_minus(cells, names=2)],
            "margin": place.margin,
        }
        for cells, place in zip(place_rows(final), final.places, strict=True)
    ]


def _crosstable(bots: list[str], meetings: Iterable[Figures]) -> list[list[Figures | None]]:
    """Return how each two bots did, both in the order given; None where they never met."""
    by_pairing = {(one["a"], one["b"]): one for one in meetings}
    return [[by_pairing.get((a, b)) for b in bots] for a in bots]


def _rule_groups(rules: Rules) -> list[tuple[str, list[Figures]]]:
    """Return the fields that say something under these rules, group by group."""
    known = {rule.name: rule for rule in describe()}
    changed = {rule.name for rule, _, _ in differences(preset(rules.base), rules)}
    groups = []
    for group, names in GROUPS.items():
        fields = [
            {
                "name": name,
                "value": as_text(getattr(rules, name)),
                "meaning": known[name].meaning,
                "changed": name in changed,
            }
            for name in names
            if says_something(rules, name)
        ]
        if fields:
            groups.append((group, fields))
    return groups


# Putting it together


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "signed": _signed,
        "share": lambda part, whole: DASH if not whole else f"{part / whole:.1%}",
        "percent": lambda value: DASH if value is None else f"{value:.1%}",
        "decimal": lambda value: DASH if value is None else f"{value:.1f}",
        "count": lambda value: f"{value:,}",
        "plural": plural,
        "milliseconds": _milliseconds,
        "moment": _moment,
        "embedded": _embedded,
    }
    environment.globals["inlined"] = lambda name: Markup((TEMPLATES / name).read_text("utf-8"))  # noqa: S704 - ours
    return environment


def _embedded(value: object) -> Markup:
    """Write a value as JSON that no text in it can end."""
    text = json.dumps(value, separators=(",", ":"), default=str)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - nothing in it begins a tag


def _library(name: str) -> dict[str, Markup]:
    folder = HERE / "vendor"
    (script,) = folder.glob(f"{name}*.js")
    return {
        "licence": Markup((folder / f"{name}.LICENSE").read_text("utf-8")),  # noqa: S704 - see vendor/
        "script": Markup(script.read_text("utf-8")),  # noqa: S704 - see vendor/
    }


def _modules() -> Markup:
    """Return an import map with the page's own modules in it, so that they stay modules."""
    modules = {
        f"belote/{path.stem}": f"data:text/javascript,{quote(path.read_text('utf-8'))}"
        for path in sorted(TEMPLATES.glob("*.js"))
        if path.stem != "main"
    }
    return _embedded({"imports": modules})


def _signed(value: float | None) -> str:
    if value is None:
        return DASH
    whole = round(value)
    return true_minus(f"{whole:+,}") if whole else "0"


def _milliseconds(microseconds: float | None) -> str:
    if microseconds is None:
        return DASH
    return f"{microseconds / 1000:,.{2 if microseconds < 10_000 else 0}f}"


def _moment(time: datetime | None) -> str:
    return DASH if time is None else f"{time:%Y-%m-%d %H:%M} UTC"
