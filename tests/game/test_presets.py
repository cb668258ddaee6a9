"""The presets that come from the texts, field by field."""

from itertools import combinations
from typing import Any, Final

import pytest

from harness.game import RulesError, preset, preset_names
from harness.game.rules import differences
from tests import oracle
from tests.strategies import TEXTS

PRESETS: Final[dict[str, tuple[Any, Any, Any, Any, Any]]] = {
    # field: classic, contract82, counterclockwise, scoresheet, gameduell; ... where it says nothing
    "direction": ("clockwise", "clockwise", "counterclockwise", "clockwise", "clockwise"),
    "target": (501, 501, 501, 501, 501),
    "hand_limit": (40, 0, 0, 0, 0),
    "level_at_target": ("play_on", "play_on", "draw", "play_on", "last_hand"),
    "first_dealer": ("drawn", "drawn", "lowest_card", "drawn", "drawn"),
    "dealing": ("shuffle", "shuffle", "cut", "shuffle", "shuffle"),
    "packets": ("3+2", "3+2", "3+2", "3+2", "3+2"),
    "round_two": ("other_suits", "other_suits", "any_suit", "other_suits", "other_suits"),
    "dealer_must_name": (True, False, False, False, False),
    "passed_out": ("same_dealer", "next_dealer", "same_dealer", "next_dealer", "next_dealer"),
    "declarations": (True, False, True, True, False),
    "declare_when": ("first_trick", ..., "before_play", "first_trick", ...),
    "silence": (False, ..., True, False, ...),
    "run_order": ("top", "top", "top", "top", "top"),
    "trump_run_wins": (True, True, True, True, True),
    "shared_cards": (True, True, True, True, True),
    "contract": ("compare", "points", "compare", "compare", "points"),
    "contract_points": (..., 82, ..., ..., 82),
    "contract_points_belote": (..., 92, ..., ..., 92),
    "belote_counts": (True, True, True, True, True),
    "tie": ("bank", "fail", "pool", "hold", "fail"),
    "failed_takes": ("announced", ..., "announced", "announced", ...),
    "belote_when_failed": ("kept", "kept", "kept", "kept", "kept"),
    "capot_total": (250, 252, None, None, 252),
    "capot_bonus": (None, None, 90, 90, None),
    "last_trick": (10, 10, 10, 10, 10),
    "overtrump": (True, True, False, True, True),
    "undertrump": (True, True, True, True, True),
    "partner_exempt": (True, True, True, True, True),
    "rise": (True, True, True, True, True),
    "contree": (False, False, False, False, False),
    "rounding": ("exact", "exact", "exact", "exact", "exact"),
}


@pytest.mark.parametrize(("place", "name"), list(enumerate(TEXTS)))
def test_a_preset_says_what_its_text_says(place: int, name: str) -> None:
    given_by_text = {field: row[place] for field, row in PRESETS.items() if row[place] is not ...}
    fields = preset(name).as_dict()
    assert {field: fields[field] for field in given_by_text} == given_by_text


@pytest.mark.parametrize("name", oracle.PRESETS)
def test_every_field_of_a_preset_is_as_the_oracle_has_it(name: str) -> None:
    assert preset(name).as_dict() == oracle.PRESETS[name]


def test_every_text_is_a_preset_and_presets_are_listed_by_name() -> None:
    names = preset_names()
    assert names == sorted(names)
    assert names == [
        *("bulgarian", "classic", "coinche", "contract82", "contree", "counterclockwise"),
        *("gameduell", "scoresheet", "two-handed"),
    ]


def test_every_preset_that_is_listed_can_be_had_and_knows_its_name() -> None:
    assert [preset(name).name for name in preset_names()] == preset_names()


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"no rule set 'clasic'.* classic, coinche"):
        preset("clasic")


def test_two_rule_sets_differ_in_the_fields_where_their_columns_do() -> None:
    for one, other in combinations(TEXTS, 2):
        first, second = preset(one), preset(other)
        found = [(rule.name, mine, theirs) for rule, mine, theirs in differences(first, second)]
        assert {field for field, _, _ in found} >= {
            field
            for field, row in PRESETS.items()
            if row[TEXTS.index(one)] != row[TEXTS.index(other)]
            and ... not in (row[TEXTS.index(one)], row[TEXTS.index(other)])
        }
        assert all(first.as_dict()[field] == mine != theirs for field, mine, theirs in found)
    assert list(differences(preset("classic"), preset("classic"))) == []
