"""Rule sets as people and machines read them, and the tables of docs/reference/rules.md.

python -m harness.report.rules docs/reference/rules.md    # writes the tables there anew
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from rich.padding import Padding
from rich.text import Text

from harness.arena.config import Configuration
from harness.game.fields import Choice, Span, as_text
from harness.game.presets import PRESETS, preset, preset_names
from harness.game.rules import SCORING, WORTH, Rule, Rules, describe, differences
from harness.plugin.manager import Registry
from harness.report.fields import GROUPS, in_words, lacking, says_something
from harness.report.tables import DASH, cell, console, print_json, say, show

FAMILIES: Final = {
    "texts": ("classic", "contract82", "counterclockwise", "scoresheet", "gameduell"),
    "variants": ("contree", "coinche", "bulgarian", "two-handed"),
}
"""The presets that are compared in one table, by its mark in the docs."""

_RULES: Final = {rule.name: rule for rule in describe()}
_READING: Final = re.compile(r"^(\w+) = .*#.*¹", re.MULTILINE)
_TABLE: Final = re.compile(
    rf"<!-- (?P<name>fields|{'|'.join(FAMILIES)}) -->(?:(?!<!--).)*<!-- end -->", re.DOTALL
)


class RuleSet(NamedTuple):
    """Rules under a name, what they are in words, and where they come from."""

    rules: Rules
    title: str
    origin: str


def rule_sets(configuration: Configuration, registry: Registry) -> list[RuleSet]:
    """Return every rule set there is: presets, then those of plugins and of the file."""
    found = [RuleSet(preset(name), title_of(name), "preset") for name in preset_names()]
    found += [RuleSet(rules, _what_differs(rules), "plugin") for rules in registry.rules.values()]
    for name in configuration.rules_names:
        rules = configuration.rules(name)
        found.append(RuleSet(rules, _what_differs(rules), configuration.where))
    return found


def title_of(name: str) -> str:
    """Return the title of a preset."""
    title: str = tomllib.loads(_source(name))["title"]
    return title


def readings(name: str) -> set[str]:
    """Return the fields of a preset where its text is silent or ambiguous (marked ¹)."""
    return set(_READING.findall(_source(name)))


# For people


def print_rule_sets(found: list[RuleSet]) -> None:
    """List the rule sets."""
    rows = [(one.rules.name, one.title, one.origin) for one in found]
    show(("Rules", "What they are", "From"), rows)
    say("\nbelote rules NAME shows every field, belote rules A B where two differ.")


def print_rules(rules: Rules) -> None:
    """Show each field's value, the others it may take, and what it means."""
    say(f"{rules.name}: {_title(rules)}", style="bold")
    for group, names in GROUPS.items():
        say(f"\n{group}", style="bold")
        for name in names:
            _print_rule(rules, _RULES[name])


def print_differences(one: Rules, other: Rules) -> None:
    """Show the fields in which two rule sets differ."""
    rows = [
        (rule.name, _shown(one, rule.name), _shown(other, rule.name))
        for rule, _, _ in differences(one, other)
    ]
    if not rows:
        say(f"{one.name} and {other.name} are the same rules.")
        return
    show(("Rule", one.name, other.name), rows)


def _print_rule(rules: Rules, rule: Rule) -> None:
    out = console()
    line = Text.assemble(f"{rule.name} = ", (as_text(getattr(rules, rule.name)), "bold"))
    if others := _others(rules, rule):
        line.append(f"   ({others})", "dim")
    out.print(Padding(line, (0, 0, 0, 2), expand=False))
    meaning = rule.meaning
    if condition := lacking(rules, rule.name):
        meaning += f" Says nothing here: it needs {in_words(condition)}."
    out.print(Padding(cell(meaning), (0, 0, 0, 6), expand=False))


def _others(rules: Rules, rule: Rule) -> str:
    """Say what else a field may be."""
    allowed = _allowed(rules, rule)
    if isinstance(allowed, Span):
        return f"from {allowed}"
    value = getattr(rules, rule.name)
    words = [as_text(word) for word in allowed.words if word != value]
    return f"or {', '.join(words)}" if words else ""


def _allowed(rules: Rules, rule: Rule) -> Choice | Span:
    return dict(rules.limits).get(rule.name, rule.allowed)


def _title(rules: Rules) -> str:
    return title_of(rules.name) if rules == preset(rules.base) else _what_differs(rules)


def _what_differs(rules: Rules) -> str:
    """Describe rules by the preset they are based on and what they change."""
    changes = [
        f"{rule.name} = {as_text(value)}"
        for rule, _, value in differences(preset(rules.base), rules)
        if value is not None or says_something(rules, rule.name)
    ]
    return f"{rules.base} with {', '.join(changes)}" if changes else f"the same as {rules.base}"


def _shown(rules: Rules, field: str) -> str:
    return as_text(getattr(rules, field)) if says_something(rules, field) else DASH


# For machines


def print_rule_sets_as_json(found: list[RuleSet]) -> None:
    """Print an array with an object for each rule set."""
    print_json(
        [
            {
                "name": one.rules.name,
                "base": one.rules.base,
                "title": one.title,
                "from": one.origin,
            }
            for one in found
        ]
    )


def print_rules_as_json(rules: Rules) -> None:
    """Print an object with all there is to say of each field."""
    fields = {
        name: {
            "value": getattr(rules, name),
            "allowed": _allowed_as_json(_allowed(rules, _RULES[name])),
            "meaning": _RULES[name].meaning,
            "group": group,
            "says_something": says_something(rules, name),
        }
        for group, names in GROUPS.items()
        for name in names
    }
    print_json({"name": rules.name, "base": rules.base, "title": _title(rules), "fields": fields})


def print_differences_as_json(one: Rules, other: Rules) -> None:
    """Print an object with both values of each field in which two rule sets differ."""
    print_json(
        {
            "names": [one.name, other.name],
            "differences": {rule.name: [a, b] for rule, a, b in differences(one, other)},
        }
    )


def _allowed_as_json(allowed: Choice | Span) -> object:
    return list(allowed.words) if isinstance(allowed, Choice) else allowed._asdict()


# For docs/reference/rules.md


def fields_as_markdown() -> str:
    """Return a table of every field with what it takes and means, group by group.

    Those that rescoring may change are marked "*".
    """
    rows = [["field", "takes", "what it says"], ["---"] * 3]
    for group, names in GROUPS.items():
        rows.append([f"**{group}**", "", ""])
        for name in names:
            mark = " *" if name in SCORING | WORTH else ""
            rows.append([f"`{name}`{mark}", str(_RULES[name].allowed), _RULES[name].meaning])
    return _as_markdown(rows)


def presets_as_markdown(names: Sequence[str]) -> str:
    """Return a table of the fields that say something in some of these presets.

    Readings are marked "¹".
    """
    presets = [preset(name) for name in names]
    lines = (
        [f"`{field}`", *(_marked(rules, field) for rules in presets)]
        for field in chain(*GROUPS.values())
        if any(says_something(rules, field) for rules in presets)
    )
    return _as_markdown([["field", *names], ["---"] * (1 + len(names)), *lines])


def renewed(page: str) -> str:
    """Return a page with the tables between their marks written anew."""
    tables = {name: presets_as_markdown(presets) for name, presets in FAMILIES.items()}
    tables["fields"] = fields_as_markdown()
    return _TABLE.sub(
        lambda found: f"<!-- {found['name']} -->\n\n{tables[found['name']]}\n\n<!-- end -->", page
    )


def _marked(rules: Rules, field: str) -> str:
    """Return a value in a table: what narrows it in brackets, "¹" where it is a reading."""
    limit, allowed = dict(rules.limits).get(field), _RULES[field].allowed
    narrowed = f" ({limit})" if limit and limit != allowed else ""
    return _shown(rules, field) + narrowed + ("¹" if field in readings(rules.name) else "")


def _as_markdown(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _source(name: str) -> str:
    return (PRESETS / f"{name}.toml").read_text("utf-8")


if __name__ == "__main__":
    for page in map(Path, sys.argv[1:]):
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")
