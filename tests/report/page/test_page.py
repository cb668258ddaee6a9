"""What the report's page is made of, against runs stored by hand and the database itself."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest

from harness.arena.archive import find_match
from harness.arena.columns import Batch
from harness.arena.config import Configuration
from harness.arena.ranking import rank_run
from harness.arena.replays import replay_matches
from harness.arena.run import Run
from harness.arena.runs import Ask, find_run
from harness.arena.tournament import build
from harness.game import preset
from harness.game.cards import CARD_NAMES
from harness.plugin import load
from harness.report.figures import limits
from harness.report.page.choosing import chosen_matches
from harness.report.page.packing import CARDS, packed
from harness.report.page.ratings import table
from harness.report.page.render import LIBRARIES, _signed, render
from harness.report.page.reproduce import tournament_toml
from tests.arena.stored import PLAYS, fault_row, hand_row, match_row, return_leg
from tests.report.page.conftest import Stored, a_pair

HAND_BYTES: Final = 250
"""What a hand may take of a page."""
BARE_BYTES: Final = 700_000
"""What a page may take without hands."""


def unpacked(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(text)))
    return told


# How it ended


@pytest.mark.parametrize(
    ("format_", "told"),
    [
        ("round-robin", []),
        ("knockout", ["Winner: ada, in the final against bob-2 (2–0, 1,020 to 640 points)."]),
        (
            "swiss",
            [
                "Winner: ada, first after 1 round.",
                '<th scope="row">ada</th><td class="number">1</td>',
                '<th scope="row">bob-2</th><td class="number">0</td>',
                '<td class="number" data-value="-380">−380</td>',
            ],
        ),
    ],
)
def test_who_won_by_the_format_stands_above_the_ranking(
    stored: Stored, format_: str, told: list[str]
) -> None:
    legs = [match_row(ew="bob-2"), return_leg(ns="bob-2", score_ns=320, score_ew=510)]
    bots: list[dict[str, Any]] = [
        {"name": name, "bot": "random", "options": {}} for name in ("ada", "bob-2")
    ]
    kept = {"contestants": bots, "format": format_, "matches": 2, "max_faults": 3}
    ask_run = stored(Batch.of(legs, [], []), "finished", **kept)
    text = render(ask_run, find_run(ask_run), most_hands=0, solve=False).text
    assert [one for one in told if one not in text] == []
    assert ("Winner: " in text) == bool(told)


# Hands


def test_a_packed_hand_has_all_that_was_dealt_played_and_written(stored: Stored) -> None:
    ask_run = stored(a_pair(hand_row(match_id="m1")))
    matches = replay_matches(ask_run, [find_match(ask_run, "m1")])
    text, count = packed(matches, solve=True)
    (hand,) = unpacked(text)["hands"]
    assert count == 1
    assert [CARDS.index(card) for card in hand["p"]] == PLAYS
    assert hand["s"][:12] == "0123" + "0123" + "3012"  # N leads, N leads, then W
    assert hand["w"] == "03231222"
    assert hand["r"][:6] == [6, 0, 6, 27, 19, 27]
    assert hand["v"] == [0, 0, 69, 93]
    assert hand["b"] == "0pass 1take"
    assert hand["c"] == [1, "C", "take"]
    # E, second to play, holds QS QH KH AC 7D 8H 9S 9C and must follow spades: 9S and QS.
    held = [card for card in range(32) if hand["h"][card] == "1"]
    mask = int(hand["l"][2:4], 16)
    assert [CARD_NAMES[card] for place, card in enumerate(held) if mask >> place & 1] == [
        "9S",
        "QS",
    ]
    assert hand["z"][31] == {hand["p"][31]: 93}  # the last card of EW brings it to what it has


def test_hands_are_chosen_for_faults_capots_and_swings_before_others(stored: Stored) -> None:
    plain = [hand_row(match_id="m1", hand_no=number) for number in range(8)]
    told = [
        hand_row(match_id="m2", hand_no=10, score_ns=0, score_ew=200),
        hand_row(match_id="m2", hand_no=11, capot="NS"),
        hand_row(match_id="m2", hand_no=12),
    ]
    fault = fault_row(match_id="m2", hand_no=12)
    ask_run = stored(a_pair(*plain, *told, faults=(fault,)))
    chosen = {one.name for two in chosen_matches(ask_run, "run", 4) for one in two.hands}
    assert {"m2:10", "m2:11", "m2:12"} <= chosen
    assert len(chosen) == 4
    everything = [one for two in chosen_matches(ask_run, "run", None) for one in two.hands]
    assert len(everything) == 11


def test_the_same_deal_that_went_differently_is_a_swing_too(stored: Stored) -> None:
    # NS has 150 more in both legs: for ada that is 150 more and 150 less, 300 apart.
    told = [
        hand_row(match_id="m1", hand_no=0, score_ns=150, score_ew=0),
        hand_row(match_id="m2", hand_no=0, score_ns=150, score_ew=0),
        *[hand_row(match_id="m1", hand_no=n, score_ns=200, score_ew=0) for n in range(1, 40)],
    ]
    ask_run = stored(a_pair(*told))
    chosen = {one.name for two in chosen_matches(ask_run, "run", 8) for one in two.hands}
    assert {"m1:0", "m2:0"} <= chosen
    assert len(chosen) == 8


# The page


ODD: Final = """
[tournament."odd name"]
bots = ["basic", { bot = "random", name = "r" }]
pairs = 3
seed = 5
rules = "mine"
format = { name = "gauntlet", challengers = ["r"] }
deals = "shared"

[rules.mine]
base = "classic"
target = 701
"""
MIXED: Final = """
[tournament.mixed]
bots = ["basic", { partners = ["random", "lowest"], name = "both" }, "lowest"]
pairs = 2
mode = "duplicate"
seed = "00112233445566778899aabbccddeeff"
isolation = "process"
time = { bank_s = 7 }
"""
FORGIVING: Final = """
[tournament.forgiving]
bots = ["basic", "random"]
pairs = 2
on_fault = "substitute"
max_faults = 1
"""
EVERY: Final = """
[tournament.every]
bots = ["basic", "lowest", "random", { bot = "random", name = "r", isolation = "process" }]
partners = "all"
rules = "coinche"
"""


@pytest.mark.parametrize(
    "text", [ODD, MIXED, FORGIVING, EVERY], ids=["rules", "isolation", "faults", "partners"]
)
def test_the_run_can_be_played_again_from_what_the_page_says(tmp_path: Path, text: str) -> None:
    registry = load(plugin_dirs=(), env={})

    def run(written: str) -> Run:
        (tmp_path / "x.toml").write_text(written)
        configuration = Configuration.read(tmp_path / "x.toml", registry)
        (name,) = configuration.tournament_names
        return Run(configuration.tournament(name), registry)

    played = run(text)
    told = {"name": played.tournament.name, "seed": played.seed.hex()}
    again = run(tournament_toml(played.config, json.loads(played.rules), told))
    assert again.run_id == played.run_id
    assert again.tournament.name == played.tournament.name


def test_a_preset_that_was_changed_on_the_command_line_is_changed_in_what_the_page_says(
    tmp_path: Path,
) -> None:
    registry = load(plugin_dirs=(), env={})
    played = Run(build("", ["basic", "random"], rules=preset("classic", target=301)), registry)
    text = tournament_toml(played.config, json.loads(played.rules), {"name": "x", "seed": None})
    (tmp_path / "x.toml").write_text(text)
    again = Configuration.read(tmp_path / "x.toml", registry).tournament("x")
    assert again.rules.as_dict() == played.tournament.rules.as_dict()


def test_bots_of_partnerships_are_rated_each_as_the_standings_rate_them(mixed_run: Ask) -> None:
    page = render(mixed_run, find_run(mixed_run), most_hands=0, solve=False).text
    _, told = page.split('<h3 id="members">')
    shown = re.findall(
        r'<th scope="row">(.*?)</th>\s*<td class="number" data-value=".*?">(.*?)</td>',
        told.split("</table>")[0],
    )
    _, ranked = rank_run(mixed_run, find_run(mixed_run).run_id)
    assert ranked is not None
    assert [unescape(name) for name, _ in shown] == [row.name for row in ranked.rows]
    assert [elo.replace("−", "-") for _, elo in shown] == [
        limits(row.rating.value, row.rating.lower, row.rating.upper)[0] for row in ranked.rows
    ]
    assert "Score of each side against each other" in page


def test_bots_that_play_alone_are_rated_once(ask_run: Ask) -> None:
    assert 'id="members"' not in render(ask_run, find_run(ask_run), most_hands=0, solve=False).text


def test_the_largest_field_has_a_crosstable_of_the_best(
    ask_run: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.report.page.render.CROSSED", 2)
    page = render(ask_run, find_run(ask_run), most_hands=0, solve=False).text
    best = [row["bot"] for row in table(ask_run, find_run(ask_run).run_id)["rows"]][:2]
    (head,) = re.findall(r"<thead><tr><td></td>(.*?)</tr>", page)
    assert re.findall(r'<th scope="col">(.*?)</th>', head) == best
    assert "The best 2 are here" in page


def test_a_margin_of_nothing_has_no_sign() -> None:
    assert [_signed(value) for value in (0.4, -0.4, -1200, 2, None)] == [
        "0",
        "0",
        "−1,200",
        "+2",
        "–",
    ]


def test_what_bots_say_stays_text(stored: Stored) -> None:
    hostile = "</script><script>alert(1)</script>"
    faults = (fault_row(match_id="m1", hand_no=0, message=hostile),)
    ask_run = stored(a_pair(hand_row(match_id="m1"), faults=faults))
    page = render(ask_run, find_run(ask_run), most_hands=None, solve=False)
    assert "alert(1)</script>" not in page.text
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in page.text


def test_a_run_of_which_nothing_is_played_yet_has_a_page(stored: Stored) -> None:
    ask_run = stored(Batch.of([], [], []))
    page = render(ask_run, find_run(ask_run), most_hands=None, solve=False)
    assert (page.hands, page.of_hands) == (0, 0)
    assert page.text.count("No pair of matches is complete yet.") == 2
    assert page.text.count("No hand has been scored yet.") == 4
    assert 'class="chart"' not in page.text
    assert "0 matches of 2 bots, 0 hands, under" in page.text
    assert "<strong>Not finished (interrupted).</strong>" in page.text


def test_a_finished_run_of_forfeits_alone_says_why_there_is_no_hand(stored: Stored) -> None:
    legs = [
        match_row(match_id="m1", leg=0, hands=0, score_ew=0, ended_by="forfeit"),
        match_row(
            match_id="m2",
            leg=1,
            hands=0,
            ns="bob",
            ew="ada",
            winner="EW",
            score_ns=0,
            score_ew=510,
            ended_by="forfeit",
        ),
    ]
    ask_run = stored(Batch.of(legs, [], []), status="finished")
    page = render(ask_run, find_run(ask_run), most_hands=None, solve=False).text
    own, _ = page.split('<script type="application/json"', 1)
    assert own.count("No hand was scored: every match was forfeited.") == 4
    assert "None was played." in own
    assert not re.search(r"(scored|played|complete) yet", own)
    cells = re.findall(r'<span class="margin">(.*?)</span>', own)
    assert cells == ["–", "–"]
    assert "points a pair" not in own


def test_a_page_is_as_small_as_is_said(ask_run: Ask, page_file: Path) -> None:
    run = find_run(ask_run)
    few = render(ask_run, run, most_hands=1, solve=False)
    many = render(ask_run, run, most_hands=None, solve=False)
    assert len(few.text.encode()) < BARE_BYTES
    grown = len(many.text.encode()) - len(few.text.encode())
    assert grown < HAND_BYTES * (many.hands - 1)
    assert page_file.stat().st_size > len(many.text.encode())


def test_a_page_names_no_other_place_to_load_anything_from(page_file: Path) -> None:
    text = page_file.read_text("utf-8")
    own = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert len(re.findall(r"<script>", text)) == len(LIBRARIES)
    assert "http" not in own.replace("http-equiv", "").replace("http%3A//www.w3.org/2000/svg", "")


def test_every_library_comes_with_its_licence(page_file: Path) -> None:
    text = page_file.read_text("utf-8")
    assert text.count("Permission to use, copy, modify, and/or distribute") == len(LIBRARIES)


def test_bots_that_never_met_stand_apart(apart_run: Ask) -> None:
    page = render(apart_run, find_run(apart_run), most_hands=0, solve=False).text
    bodies = re.findall(r"<tbody>(.*?)</tbody>", page.split("</table>")[0], re.DOTALL)
    assert [re.findall(r'<th scope="row">(.*?)</th>', body) for body in bodies] == [
        ["ada", "bob"],
        ["cid", "dee"],
    ]
    assert "Bots of different sections never met, not even through others." in page
    assert "the average bot\n      of each section has 0" in page
