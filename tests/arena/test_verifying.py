"""Playing stored matches again: what is as it was, and what was changed meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from harness.arena.rescoring import rescore
from harness.arena.runner import run_tournament
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.arena.verifying import Verdict, verify
from harness.errors import BeloteError
from harness.game import preset
from harness.plugin import Registry, load
from tests.cli.commands import ODD_BOTS

Verify: TypeAlias = Callable[..., Verdict]


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plugins") / "odd.py"
    path.write_text(ODD_BOTS)
    return path


@pytest.fixture(scope="module")
def registry(plugin: Path) -> Registry:
    return load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(plugin)})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, registry: Registry) -> Path:
    """Return a database with a run of everything: faults, boards, partners, quiet bots."""
    path = tmp_path_factory.mktemp("played") / "db"
    for name, bots, what in (
        ("faulty", ["random", "cheat", "absent", "shy"], {}),
        ("boards", ["lowest", "random"], {"mode": "duplicate"}),
        ("mixed", ["basic", "lowest", "random", "shy"], {"partners": "all"}),
    ):
        tournament = build(
            name, bots, rules=preset("contree" if name == "mixed" else "classic"), pairs=4, seed=9,
            **what,  # type: ignore[arg-type]
        )  # fmt: skip
        run_tournament(tournament, registry, database=path, workers=0)
    return path


@pytest.mark.parametrize(("run", "matches"), [("faulty", 48), ("boards", 8), ("mixed", 24)])
def test_what_was_played_is_played_alike_again(
    run: str, matches: int, played: Path, registry: Registry
) -> None:
    verdict = verify(played, run, registry, sample=1000, seed=1)
    assert (verdict.matches, verdict.differences) == (matches, [])
    assert verdict.hands >= matches / 2  # a bot that never begins has none


def test_a_sample_is_chosen_by_its_seed(played: Path, registry: Registry) -> None:
    seen: dict[int, set[int]] = {}
    for seed in range(4):
        verdicts = [verify(played, "faulty", registry, sample=3, seed=seed) for _ in range(2)]
        assert [verdict.matches for verdict in verdicts] == [3, 3]
        assert verdicts[0] == verdicts[1]
        seen.setdefault(verdicts[0].hands, set()).add(seed)
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("change", "column", "hand_no"),
    [
        ("UPDATE hands SET score_ns = 77 WHERE hand_no = 2", "score_ns", 2),
        ("UPDATE hands SET plays = list_reverse(plays) WHERE hand_no = 1", "plays", 1),
        ("DELETE FROM hands WHERE hand_no = 1", "hand", 1),
        ("UPDATE matches SET score_ew = score_ew + 1", "score_ew", None),
    ],
)
def test_what_was_changed_is_found_with_its_match_hand_and_column(
    change: str, column: str, hand_no: int | None, played: Path, registry: Registry, tmp_path: Path
) -> None:
    database = Path(shutil.copy(played, tmp_path / "changed"))
    where = "match_id IN (SELECT match_id FROM matches ORDER BY match_id LIMIT 1)"
    chosen = "SELECT match_id FROM matches JOIN runs USING (run_id) WHERE name = 'mixed' LIMIT 1"
    with Store.open(database, owner=True) as store, store.transaction() as cursor:
        ((match_id,),) = cursor.execute(chosen).fetchall()
        where = f"{'AND' if 'WHERE' in change else 'WHERE'} match_id = '{match_id}'"
        cursor.execute(f"{change} {where}")
    verdict = verify(database, "mixed", registry, sample=1000, seed=1)
    (found,) = verdict.differences
    assert (found.match_id, found.hand_no, found.column) == (match_id, hand_no, column)
    assert found.stored != found.played


def test_a_fault_that_is_not_made_again_is_found(
    played: Path, registry: Registry, tmp_path: Path
) -> None:
    database = Path(shutil.copy(played, tmp_path / "changed"))
    with Store.open(database, owner=True) as store, store.transaction() as cursor:
        cursor.execute("UPDATE faults SET message = 'said nothing' WHERE bot = 'absent'")
    verdict = verify(database, "faulty", registry, sample=1000, seed=1)
    assert {one.column for one in verdict.differences} == {"message"}
    assert {one.stored for one in verdict.differences} == {"said nothing"}


def test_a_run_is_not_verified_by_other_code_than_played_it(played: Path, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(f"{ODD_BOTS}\n# edited\n")
    edited = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(tmp_path / "odd.py")})
    with pytest.raises(BeloteError, match=r"bot 'cheat' of plugin .* is not the code that played"):
        verify(played, "faulty", edited, sample=1, seed=1)


def test_a_run_with_a_secret_seed_or_rescored_from_another_cannot_be_verified(
    registry: Registry, tmp_path: Path
) -> None:
    database = tmp_path / "db"
    drawn = build("drawn", ["random", "lowest"], rules=preset("classic"), pairs=1)
    run_tournament(drawn, registry, database=database, workers=0)
    assert verify(database, "drawn", registry, sample=9, seed=0).matches == 2
    rescored: Any = rescore(database, lambda rules: rules.but(target=400), keep=True)
    with pytest.raises(BeloteError, match=r"is rescored from run \w+: verify that one"):
        verify(database, rescored.plan.run_id, registry, sample=9, seed=0)
    with Store.open(database, owner=True) as store, store.transaction() as cursor:
        cursor.execute("UPDATE runs SET seed = NULL")
    with pytest.raises(BeloteError, match="keeps its seed secret until it is finished"):
        verify(database, "drawn", registry, sample=9, seed=0)
