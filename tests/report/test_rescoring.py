"""What rescoring changes, told of results made by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

import pytest

from harness.arena.columns import Batch
from harness.arena.rescoring import Changes, Page, Plan, Rescoring
from harness.arena.rewriting import rewritten
from harness.arena.runs import RunInfo
from harness.arena.standings import Standing, Standings
from harness.game import Rules, preset
from harness.report.rescoring import print_rescoring
from tests.arena.stored import hand_row, match_row
from tests.arena.test_rewriting import stored
from tests.game.scripts import ALL_BUT_LAST, NOBODY, OTHERS_FIRST, SWEEP, Script
from tests.report.test_standings import ADA, MARGIN, RECORD

RUN: Final = RunInfo("run", "friday", "finished", "{}", "{}")
PLAIN: Final = preset("scoresheet", declarations=False)


def ranked(*lines: tuple[str, float, float | None]) -> Standings:
    """Return a ranking of bots, each with its Elo and points a hand."""
    rows = [
        Standing(replace(ADA, name=name, value=elo), MARGIN, RECORD, 5000, points)
        for name, elo, points in lines
    ]
    return Standings(("run",), tuple(rows), "digest")


NO_RANKING: Final = ranked()
BEFORE: Final = ranked(("ada", 123.4, 81.25), ("bob", 0.0, 79.0), ("cid", -123.4, None))
AFTER: Final = ranked(("bob", 60.0, 101.0), ("ada", 5.4, 99.0), ("cid", -65.4, None))


def of_run(**parts: Any) -> Rescoring:  # noqa: ANN401 - any attribute
    """Return a run rescored from 501 to 300, with some attributes changed."""
    plan = Plan(RUN, "", PLAIN, PLAIN.but(target=300), "new")
    changes = Changes(matches=1500, changed=1499, winner=20, earlier=1400)
    return Rescoring(plan, changes, BEFORE, AFTER, None, kept=False)._replace(**parts)


def of_match(rules: Rules, played: Batch) -> Rescoring:
    """Return a match rescored from 350 to other rules."""
    before = PLAIN.but(target=350)
    page = Page(rewritten(played, before, "run"), rewritten(played, rules, "new"))
    return Rescoring(
        Plan(RUN, "m1", before, rules, "new"),
        Changes().and_those_of(page),
        NO_RANKING,
        NO_RANKING,
        page,
        kept=False,
    )


def taken_in_turn(*scripts: Script) -> list[tuple[object, ...]]:
    """Return the hands of a match in which N, E, S and W take in turn, with spades for trump."""
    hands = stored(*scripts).hands.to_pylist()
    return [
        hand_row(**hand | {"taker": seat, "trump": "S"})
        for hand, seat in zip(hands, "NESW", strict=False)
    ]


THREE: Final = Batch.of([match_row()], taken_in_turn(OTHERS_FIRST, ALL_BUT_LAST, SWEEP))
"""91-71; E takes, 21-161; S takes and sweeps, 272-0."""


def shown(capsys: pytest.CaptureFixture[str], rescoring: Rescoring) -> str:
    print_rescoring(rescoring, as_json=False)
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], rescoring: Rescoring) -> Any:  # noqa: ANN401 - JSON
    print_rescoring(rescoring, as_json=True)
    return json.loads(capsys.readouterr().out)


# A run


def test_a_run_has_its_settings_counts_and_both_rankings_in_the_new_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert [line.rstrip() for line in shown(capsys, of_run()).splitlines()] == [
        "friday, run run, scored again:",
        "Setting  Played  Rescored",
        "target   501     300",
        "",
        "Matches  Changed  Other winner  Ended earlier  Unfinished",
        "  1,500    1,499            20          1,400           0",
        "",
        "       Bot         Elo   Points/hand",
        "2 → 1  bob    +0 → +60  79.0 → 101.0",
        "1 → 2  ada  +123 →  +5  81.2 →  99.0",
        "    3  cid  -123 → -65     – →     –",
        "Both rankings are by the 1,800 matches of pairs finished under both rules.",
    ]


def test_there_is_no_ranking_where_no_pair_is_finished(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(capsys, of_run(before=NO_RANKING, after=NO_RANKING))
    assert text.splitlines()[-1] == (
        "No pair of matches is finished under both rules: there is no ranking."
    )


def test_nothing_changed_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    same = of_run(changes=Changes(matches=1500))
    line = "nothing changes, every match ends with the score it had.\n"
    assert shown(capsys, same) == f"friday, run run: {line}"
    nameless = same.plan._replace(run=RUN._replace(name=""))
    assert shown(capsys, same._replace(plan=nameless)) == f"Run run: {line}"


def test_what_was_kept_is_told_with_the_command_that_shows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(capsys, of_run(changes=Changes(matches=1500), kept=True))
    assert text.splitlines()[1:] == ["Stored as run new: belote standings --run new"]


def test_long_names_and_large_counts_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    one = ranked(("a-bot-that-is-named-at-some-length", 1234.0, 181.2))
    many = Changes(*[10_000_000] * 5)
    text = shown(capsys, of_run(before=one, after=one, changes=many))
    assert max(map(len, text.splitlines())) <= 80


def test_json_has_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, of_run(kept=True))
    standings = found.pop("standings")
    assert found == {
        "run_id": "run",
        "name": "friday",
        "rescored_run_id": "new",
        "stored": True,
        "settings": {"target": {"played": 501, "rescored": 300}},
        "matches": 1500,
        "changed": 1499,
        "winner": 20,
        "earlier": 1400,
        "unfinished": 0,
        "match": None,
    }
    assert [(row["rank"], row["bot"], row["elo"]) for row in standings["played"]] == [
        (1, "ada", 123.4),
        (2, "bob", 0.0),
        (3, "cid", -123.4),
    ]
    assert [row["bot"] for row in standings["rescored"]] == ["bob", "ada", "cid"]


# A match


def test_a_match_has_its_running_totals_hand_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, of_match(PLAIN.but(target=200, rounding="tens"), THREE))
    assert [line.rstrip() for line in text.splitlines()] == [
        "Match m1, scored again:",
        "Setting   Played  Rescored",
        "target    350     200",
        "rounding  exact   tens",
        "",
        "Hand  Taker  Trump  Outcome  Played    Total  Rescored    Total",
        "   0  N      S      made      91-71    91-71     90-70    90-70",
        "   1  E      S      made     21-161  112-232    20-160  110-230",
        "   2  S      S      made      272-0  384-232         –        –",
        "",
        "Played: ada (NS) won 384-232 at the target after 3 hands.",
        "Rescored: bob (EW) won 110-230 at the target after 2 hands.",
    ]
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("settings", "scripts", "end"),
    [
        ({"target": 501}, (OTHERS_FIRST,), "unfinished at 91-71 after 1 hand"),
        ({"hand_limit": 1}, (OTHERS_FIRST,), "ada (NS) won 91-71 at the hand limit after 1 hand"),
        (
            {"target": 180, "level_at_target": "draw"},
            (ALL_BUT_LAST, ALL_BUT_LAST),
            "drawn 182-182 at the target after 2 hands",
        ),
        (
            {},
            (OTHERS_FIRST, *[NOBODY] * 64),
            "ada (NS) won 91-71 when nobody took any more after 65 hands",
        ),
    ],
)
def test_an_end_is_told_in_words(
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, Any],
    scripts: tuple[Any, ...],
    end: str,
) -> None:
    rules = PLAIN.but(**{"target": 3000, **settings})
    rescoring = of_match(rules, stored(*scripts))
    changed = rescoring._replace(changes=rescoring.changes._replace(changed=1))
    assert shown(capsys, changed).splitlines()[-1] == f"Rescored: {end}."


def test_a_forfeit_is_told_and_a_hand_that_changes_its_outcome_shows_both(
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = hand_row(hand_no=1, plays=[], bids="pass", taker=None, trump=None, outcome="forfeit")
    match = match_row(winner="EW", ended_by="forfeit")
    played = Batch.of([match], [*taken_in_turn(OTHERS_FIRST), broken])
    rules = PLAIN.but(target=350, contract="points", contract_points=92)
    text = shown(capsys, of_match(rules, played))
    assert [line.split() for line in text.splitlines()[6:8]] == [
        ["0", "N", "S", "made", "→", "failed", "91-71", "91-71", "0-162", "0-162"],
        ["1", "–", "–", "forfeit", "0-0", "91-71", "0-0", "0-162"],
    ]
    assert text.splitlines()[-1] == "Rescored: bob (EW) won 0-350 by forfeit after 2 hands."


def test_json_of_a_match_has_its_hands_and_its_ends(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, of_match(PLAIN.but(target=200), THREE))
    match = found["match"]
    assert (found["changed"], found["winner"], found["earlier"]) == (1, 1, 1)
    hands = match.pop("hands")
    assert [hand["hand_no"] for hand in hands] == [0, 1, 2]
    assert hands[1] == {
        "hand_no": 1,
        "taker": "E",
        "trump": "S",
        "played": {
            "outcome": "made",
            "score": {"NS": 21, "EW": 161},
            "totals": {"NS": 112, "EW": 232},
        },
        "rescored": {
            "outcome": "made",
            "score": {"NS": 21, "EW": 161},
            "totals": {"NS": 112, "EW": 232},
        },
    }
    assert hands[2]["rescored"] is None
    assert match["played"] == {
        "score": {"NS": 384, "EW": 232},
        "winner": "NS",
        "hands": 3,
        "ended_by": "target",
    }
    assert match["rescored"] == {
        "score": {"NS": 112, "EW": 232},
        "winner": "EW",
        "hands": 2,
        "ended_by": "target",
    }
