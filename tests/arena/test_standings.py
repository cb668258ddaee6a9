"""The standings: computed from the database alone, whoever asks and in whatever order it came."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from harness.arena.columns import RATINGS, Batch, BotRow
from harness.arena.gathering import results_of
from harness.arena.rating.method import Method
from harness.arena.rating.samples import Pairs, Wdl
from harness.arena.standings import rank
from harness.arena.store import Store
from tests.arena.stored import a_run, match_row


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "quick.db", owner=True) as store:
        yield store


def pair(
    number: int,
    *legs: tuple[int, int],
    run: str = "run",
    deal_set: int | None = None,
    **more: object,
) -> Batch:
    """Return both legs of a pair of ada and bob, each with what NS and EW wrote in ten hands."""
    rows = [
        match_row(
            match_id=f"{run}-{number}-{leg}",
            run_id=run,
            pair_id=f"{number}",
            pair=number,
            deal_set=number if deal_set is None else deal_set,
            leg=leg,
            ns=("ada", "bob")[leg],
            ew=("bob", "ada")[leg],
            score_ns=ns,
            score_ew=ew,
            winner="NS" if ns > ew else "EW" if ew > ns else None,
            hands=10,
            **more,
        )
        for leg, (ns, ew) in enumerate(legs)
    ]
    return Batch.of(rows)


WON: tuple[tuple[int, int], ...] = ((510, 320), (300, 505))
SHARED: tuple[tuple[int, int], ...] = ((510, 320), (515, 300))
DRAWN: tuple[tuple[int, int], ...] = ((510, 320), (500, 500))


def test_a_line_has_record_hands_points_and_margin_of_complete_pairs(store: Store) -> None:
    store.append(pair(0, *WON), pair(1, *SHARED), pair(2, (510, 0)))
    ada, bob = rank(store.read, "run").rows
    assert (ada.name, ada.record, ada.hands) == ("ada", Wdl(3, 0, 1), 40)
    assert (bob.name, bob.record) == ("bob", Wdl(1, 0, 3))
    # ada wrote 510 + 505 + 510 + 300 and bob 320 + 300 + 320 + 515 in forty hands.
    assert ada.points_per_hand == 1825 / 40
    assert bob.points_per_hand == 1455 / 40
    assert ada.margin.value - bob.margin.value == pytest.approx(370 / 40)
    assert ada.los_next == 1 - rank(store.read, "run").elo.los("bob", "ada")
    assert bob.los_next is None


def test_matches_that_were_forfeited_count_but_not_their_points(store: Store) -> None:
    store.append(pair(0, *WON), pair(1, *WON, ended_by="forfeit"))
    ada, _ = rank(store.read, "run").rows
    assert ada.record.matches == 4
    assert ada.points_per_hand == (510 + 505) / 20
    store.append(pair(0, *WON, run="lost", ended_by="forfeit"))
    lost = rank(store.read, "lost")
    ada, bob = lost.rows
    assert (ada.points_per_hand, ada.margin.lower, bob.margin.upper) == (None, None, None)
    assert [met.margin for met in lost.encounters] == [None]


def test_by_points_bots_that_played_nothing_out_have_no_rank_and_the_loser_stands_last(
    store: Store,
) -> None:
    lost = ((0, 510), (510, 0))
    store.append(pair(0, *lost, ended_by="forfeit"))
    by_points = rank(store.read, "run", order="margin").rows
    assert [(row.name, row.ranks, row.los_next) for row in by_points] == [
        ("bob", None, None),
        ("ada", None, None),
    ]
    assert [row.ranks for row in rank(store.read, "run").rows] != [None, None]


def test_each_two_who_met_have_an_encounter_as_the_better_sees_it(store: Store) -> None:
    store.append(pair(0, *WON), pair(1, *SHARED), pair(2, *DRAWN), pair(3, *WON))
    (met,) = rank(store.read, "run").encounters
    assert met[:4] == ("ada", "bob", Wdl(6, 1, 1), Pairs(even=1, wd=1, ww=2))
    # Margins of 395, 395, -25 and 190 in twenty hands each: 955 in 80. What is left over, 156.25
    # twice, -263.75 and -48.75, makes 120768.75 / 20 / 3 a hand; Student's t of 3 is 3.1824.
    reach = 3.1824463 * math.sqrt(120768.75 / 20 / 3 / 80)
    assert met.margin is not None
    assert met.margin.value == pytest.approx(955 / 80)
    assert met.margin.lower == pytest.approx(955 / 80 - reach)
    assert met.margin.upper == pytest.approx(955 / 80 + reach)


def test_neither_the_order_of_writing_nor_who_asks_changes_a_figure(
    store: Store, tmp_path: Path
) -> None:
    batches = [pair(number, *(WON, SHARED, DRAWN)[number % 3]) for number in range(12)]
    store.append(*batches)
    with Store.open(tmp_path / "other.db", owner=True) as other:
        for batch in reversed(batches):
            other.append(batch)
        for method in (Method(), Method("bootstrap"), Method("model", anchor="bob")):
            assert rank(other.read, "run", method=method) == rank(store.read, "run", method=method)


def test_stored_ratings_are_those_that_the_database_gives_again(store: Store) -> None:
    store.begin_run(*a_run())
    store.append(*(pair(number, *(WON, SHARED, DRAWN)[number % 3]) for number in range(12)))
    store.save_ratings(rank(store.read, "run").as_table())
    again = rank(store.read, "run").as_table().drop_columns(["computed_at"])
    stored = store.read("SELECT * EXCLUDE (computed_at) FROM ratings ORDER BY elo DESC")
    assert stored.to_pylist() == again.to_pylist()
    assert stored.column_names == [name for name in RATINGS.names if name != "computed_at"]
    assert stored["method"].to_pylist()[0] == "bradley-terry, sandwich by deal set, 0.95, mean 0"


def test_another_result_is_another_digest(store: Store) -> None:
    store.append(pair(0, *WON))
    store.append(pair(0, *SHARED, run="other"), pair(0, (511, 320), (300, 505), run="close"))
    digests = {rank(store.read, run).data_digest for run in ("run", "other", "close")}
    assert len(digests) == 3


def test_deals_of_the_same_seed_are_one_cluster_in_whichever_run(store: Store) -> None:
    run, bots = a_run()
    store.begin_run(run, bots)
    store.begin_run(run._replace(run_id="again"), [])
    store.begin_run(run._replace(run_id="else", seed_hash="another"), [])
    for each in ("run", "again", "else"):
        store.append(pair(0, *WON, run=each), pair(1, *WON, run=each))
    assert results_of(store.read, ["run", "again"]).cluster.max() == 1
    assert results_of(store.read, ["run", "else"]).cluster.max() == 3


def test_a_name_that_stands_for_two_bots_is_two_contestants(store: Store) -> None:
    run, bots = a_run()
    changed = [
        BotRow(
            **one._asdict() | {"run_id": "later", "digest": one.digest + "x" * (one.name == "ada")}
        )
        for one in bots
    ]
    store.begin_run(run, bots)
    store.begin_run(run._replace(run_id="later"), changed)
    store.append(pair(0, *WON), pair(0, *SHARED, run="later"))
    names = results_of(store.read, ["run", "later"]).names
    assert [name.partition("@")[0] for name in names] == ["ada", "ada", "bob"]
    assert results_of(store.read, ["run"]).names == ("ada", "bob")


def test_who_plays_a_first_match_while_results_are_read_is_not_among_them_yet(
    store: Store,
) -> None:
    store.append(pair(0, *WON))
    sides = ("cid", "bob"), ("bob", "cid")
    late = [
        match_row(match_id=f"late-{leg}", pair_id="9", pair=9, leg=leg, ns=ns, ew=ew)
        for leg, (ns, ew) in enumerate(sides)
    ]

    def ask(sql: str) -> pa.Table:
        if "AS told" in sql:
            store.append(pair(1, *WON), Batch.of(late))
        return store.read(sql)

    results = results_of(ask, ["run"])
    assert results.names == ("ada", "bob")
    assert results.matches == 4


def test_a_condition_must_hold_for_both_matches_of_a_pair(store: Store) -> None:
    store.append(pair(0, *WON), pair(1, *SHARED))
    results = results_of(store.read, ["run"], "score_ns < 515")
    assert results.matches == 2
    assert results_of(store.read, ["run"], "pair = 7 -- nothing").matches == 0


def test_points_may_decide_the_order(store: Store) -> None:
    # ada wins three of four by little, and bob one by much.
    store.append(pair(0, (510, 500), (0, 505)), pair(1, (510, 500), (900, 0)))
    store.append(pair(2, (510, 500), (500, 505)))
    assert [row.name for row in rank(store.read, "run").rows] == ["ada", "bob"]
    by_points = rank(store.read, "run", order="margin")
    assert [row.name for row in by_points.rows] == ["bob", "ada"]
    assert by_points.rows[0].los_next == by_points.margins.los("bob", "ada")
