"""Which settings may change where matches are scored again."""

from __future__ import annotations

from contextlib import suppress

import pytest

from harness.arena.rescoring import check_rescorable
from harness.errors import BeloteError
from harness.game import Rules, preset
from harness.game.fields import RulesError, Span, Value
from harness.game.rules import SCORING, describe


def another(rules: Rules, name: str) -> Rules:
    """Return rules with another value in one field, where a value goes with the rest."""
    rule = next(one for one in describe() if one.name == name)
    allowed = rule.allowed
    values = (allowed.low, allowed.high) if isinstance(allowed, Span) else allowed.words
    for value in values:
        with suppress(RulesError):
            if value != getattr(rules, name):
                return rules.but(**{name: value})
    pytest.fail(f"{name} takes no other value")


@pytest.mark.parametrize(
    "name",
    sorted({rule.name for rule in describe()} - SCORING - {"seats", "auction", "deals_next"}),
)
def test_a_setting_that_decided_what_was_legal_is_refused_by_name(name: str) -> None:
    played = preset("scoresheet")
    with pytest.raises(BeloteError, match=rf"^rescoring cannot change {name}: what was dealt, "):
        check_rescorable(played, another(played, name))


def test_what_a_bid_or_a_double_is_worth_may_change_but_not_whether_there_is_one() -> None:
    played = preset("coinche")
    worth: dict[str, Value] = {"capot_bid": 500, "generale_bid": 600, "surcontree": 3}
    check_rescorable(played, played.but(**worth))
    for name in worth:
        with pytest.raises(BeloteError, match=f"^rescoring cannot change {name}: "):
            check_rescorable(played, played.but(**{name: None}))


def test_declarations_at_no_trumps_cannot_be_switched_on() -> None:
    played = preset("bulgarian")
    with pytest.raises(BeloteError, match="switch declarations on at no trumps: nobody could"):
        check_rescorable(played, played.but(no_trumps_declarations="usual"))
    check_rescorable(preset("coinche"), preset("coinche", no_trumps_declarations="none"))


@pytest.mark.parametrize(
    "settings",
    [
        {"target": 1000},
        {"hand_limit": 3},
        {"level_at_target": "draw"},
        {"declarations": False},
        {"run_order": "length"},
        {"contract": "points"},
        {"contract_points": 80},
        {"contract_points_belote": 90},
        {"belote_counts": False},
        {"tie": "share"},
        {"failed_takes": "scoring"},
        {"belote_when_failed": "lost"},
        {"capot_total": 250},
        {"capot_bonus": 100},
        {"last_trick": 0},
        {"rounding": "tens"},
        {"rounding": "tens", "written_in": "tens"},
        {"capot_goes_out": "raises_target"},
        {"declarations_compared": "by_kind"},
        {"failed_points": 160},
        {"doubled_points": "flat"},
        {"tie": "made", "tie_last": "share"},
        {"defence_belote_counts": False, "needed_at_least": 82, "needed_beyond_bid": 2},
        {"both_at_target": "as_level", "level_at_target": "last_taker", "belote_goes_out": False},
    ],
)
def test_a_setting_that_decides_what_is_written_may_change(settings: dict[str, Value]) -> None:
    played = preset("scoresheet")
    check_rescorable(played, played.but(**settings))
    assert settings.keys() <= SCORING


def test_declarations_cannot_be_switched_on() -> None:
    played = preset("scoresheet", declarations=False)
    with pytest.raises(BeloteError, match="cannot switch declarations on: nobody could say any"):
        check_rescorable(played, played.but(declarations=True))


@pytest.mark.parametrize("field", ["tie", "tie_doubled"])
def test_which_ties_are_replayed_may_not_change(field: str) -> None:
    usual, replaying = preset("scoresheet", contree=True), {field: "replay"}
    for played, rules in (
        (usual, usual.but(**replaying)),
        (usual.but(**replaying), usual),
    ):
        with pytest.raises(BeloteError, match="cannot change which ties are replayed"):
            check_rescorable(played, rules)
    check_rescorable(usual.but(**replaying), usual.but(**replaying, last_trick=0))


def test_where_the_winner_deals_only_the_end_of_a_match_may_change() -> None:
    played = preset("two-handed", deals_next="winner")
    check_rescorable(played, played.but(target=500, belote_goes_out=False))
    with pytest.raises(BeloteError, match=r"^rescoring cannot change deals_next: "):
        check_rescorable(played, preset("two-handed"))
    message = r"^rescoring cannot change last_trick, tie where deals_next = winner: "
    with pytest.raises(BeloteError, match=message):
        check_rescorable(played, played.but(last_trick=0, tie="share"))


def test_several_settings_are_refused_together() -> None:
    message = "^rescoring cannot change passed_out, dealer_must_name: "
    with pytest.raises(BeloteError, match=message):
        check_rescorable(preset("scoresheet"), preset("classic"))
