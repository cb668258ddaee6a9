"""Sides of two partners: who forms them, who meets, who sits where, and whose faults are whose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.arena.answering import ask
from harness.arena.lineup import ConfigError
from harness.arena.runner import run_tournament
from harness.arena.runs import sides_of
from harness.arena.sides import Side, partnership, seating
from harness.arena.tournament import Tournament, build
from harness.game import preset
from harness.plugin import Registry, load
from tests.cli.commands import ODD_BOTS

AB, CD = partnership("a", "b"), partnership("c", "d")
FOUR = ("random", "lowest", "basic", {"bot": "random", "name": "other"})


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    plugin = tmp_path_factory.mktemp("plugins") / "odd.py"
    plugin.write_text(ODD_BOTS)
    return load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})


def tournament(*bots: Any, **changes: Any) -> Tournament:  # noqa: ANN401
    rules = preset(changes.pop("rules", "classic"))
    return build("mixed", bots or FOUR, rules=rules, **({"pairs": 2, "seed": 3} | changes))


# Who sits where


@pytest.mark.parametrize(
    ("pair", "leg", "north_east_south_west"),
    [(0, 0, "acbd"), (0, 1, "cadb"), (1, 0, "adbc"), (1, 1, "dacb"), (2, 0, "acbd")],
)
def test_partners_sit_opposite_and_each_sits_where_an_opponent_sat_in_the_first_leg(
    pair: int, leg: int, north_east_south_west: str
) -> None:
    sides = (CD, AB) if leg else (AB, CD)
    assert "".join(seating(sides, pair, leg)) == north_east_south_west


def test_one_bot_sits_at_both_seats_of_its_side() -> None:
    assert seating((Side("a", ("a",)), CD), 1, 0) == ["a", "d", "a", "c"]


def test_the_seats_in_the_database_are_those_where_bots_sat(
    registry: Registry, tmp_path: Path
) -> None:
    mixed = tournament(partners="all")
    run_id = run_tournament(mixed, registry, database=tmp_path / "db", workers=0).run_id
    sides = {side.name: side for side in mixed.sides}
    assert {
        side.name: side for side in sides_of(lambda sql: ask(tmp_path / "db", sql), run_id)
    } == (sides)
    matches = ask(tmp_path / "db", "FROM matches").to_pylist()
    stored = ask(tmp_path / "db", "FROM seats").to_pylist()
    assert len(stored) == 4 * len(matches)
    seated = {(row["match_id"], row["seat"]): (row["side"], row["bot"]) for row in stored}
    for match in matches:
        pair = (sides[match["ns"]], sides[match["ew"]])
        for seat, bot in zip("NESW", seating(pair, match["pair"], match["leg"]), strict=True):
            side = match["ns"] if seat in "NS" else match["ew"]
            assert seated[match["match_id"], seat] == (side, bot)


def test_a_fault_is_of_the_partner_who_sat_there(registry: Registry, tmp_path: Path) -> None:
    bots = ("random", {"partners": ["absent", "lowest"], "name": "odd couple"})
    run_tournament(tournament(*bots), registry, database=tmp_path / "db", workers=0)
    found = ask(
        tmp_path / "db",
        "SELECT faults.bot, seats.bot AS sat, side FROM faults JOIN seats USING (match_id, seat)",
    ).to_pylist()
    assert found == 4 * [{"bot": "absent", "sat": "absent", "side": "odd couple"}]


def test_two_contestants_have_a_seat_each_where_there_are_two(
    registry: Registry, tmp_path: Path
) -> None:
    two = tournament("random", "lowest", rules="two-handed", pairs=1)
    run_tournament(two, registry, database=tmp_path / "db", workers=0)
    seats = ask(tmp_path / "db", "SELECT seat, bot FROM seats ORDER BY ALL").to_pylist()
    assert [(row["seat"], row["bot"]) for row in seats] == [
        ("E", "lowest"), ("E", "random"), ("N", "lowest"), ("N", "random")
    ]  # fmt: skip


# Who meets


def test_every_two_of_four_form_a_side_and_those_without_a_common_bot_meet() -> None:
    mixed = tournament("a", "b", "c", "d", partners="all", pairs=5)
    assert [side.name for side in mixed.sides] == [
        "a + b", "a + c", "a + d", "b + c", "b + d", "c + d"
    ]  # fmt: skip
    assert list(mixed.rounds([])) == [[("a + b", "c + d"), ("a + c", "b + d"), ("a + d", "b + c")]]
    assert mixed.matches == 2 * 5 * 3


def test_six_contestants_meet_in_forty_five_ways() -> None:
    # Four of the six take part, in 15 ways, and four can be split into two sides in 3.
    assert tournament(*"abcdef", partners="all", pairs=1).matches == 2 * 45


def test_sides_that_are_named_meet_everybody_as_seeded_and_bring_their_bots() -> None:
    mixed = tournament("a", {"partners": ["a", "x"]}, {"bot": "b", "name": "c"})
    assert list(mixed.rounds([])) == [[("a", "a + x"), ("a", "c"), ("a + x", "c")]]
    assert [(one.name, one.bot) for one in mixed.contestants] == [
        ("a", "a"),
        ("c", "b"),
        ("x", "x"),
    ]


def test_partners_make_another_run_with_the_same_rows_on_any_number_of_workers(
    registry: Registry, tmp_path: Path
) -> None:
    for workers in (0, 2):
        database = tmp_path / str(workers)
        run_tournament(tournament(partners="all"), registry, database=database, workers=workers)
    alone, together = (
        ask(tmp_path / name, "SELECT * EXCLUDE (think_us_ns, think_us_ew) FROM hands ORDER BY 1, 2")
        for name in ("0", "2")
    )
    assert alone.equals(together)


@pytest.mark.parametrize(
    ("bots", "changes", "complaint"),
    [
        ("abc", {"partners": "all"}, "partners: all takes 4 to 20 bots, not 3"),
        (map(str, range(21)), {"partners": "all"}, "all takes 4 to 20 bots, not 21"),
        ("abcd", {"partners": "all", "format": "swiss"}, "swiss may pair them: choose round-robin"),
        ("abcd", {"partners": "all", "rules": "two-handed"}, "leaves no place for partners"),
        (("a", {"partners": ["a", "b"]}), {"partners": "all"}, "name bots alone"),
        (("a", {"partners": ["a", "a"]}), {}, r"the names of two bots, not \['a', 'a'\]"),
        (("a", {"partners": "ab"}), {}, "the names of two bots, not 'ab'"),
        (("a", {"partners": ["a", "b"], "nmae": "x"}), {}, "did you mean 'name'"),
        (("a", {"partners": ["a", "b"], "name": 3}), {}, "name must be text, not 3"),
        (("a", {"partners": ["b", "c"]}, {"partners": ["b + c", "d"]}), {}, "is a side itself"),
        (("a + b", {"partners": ["a", "b"]}), {}, r"'a \+ b' stands twice"),
    ],
)
def test_partners_that_cannot_be_are_refused_in_one_line(
    bots: Any,  # noqa: ANN401
    changes: dict[str, Any],
    complaint: str,
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        tournament(*bots, **changes)


def test_partners_are_refused_where_rules_of_two_seats_are_chosen_later() -> None:
    with pytest.raises(ConfigError, match="--rules: two-handed has two seats"):
        tournament(partners="all").but(rules=preset("two-handed"))
