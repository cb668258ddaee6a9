"""A run with something of everything, its page, and a browser to look at it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Browser, sync_playwright

from harness.arena.answering import asking
from harness.arena.columns import Batch
from harness.arena.runner import run_tournament
from harness.arena.runs import Ask, find_run
from harness.arena.store import Store
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.report.page.render import render
from tests.arena.stored import a_run, match_row, return_leg
from tests.cli.commands import ODD_BOTS

Stored: TypeAlias = Callable[..., Ask]

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="session")
def ask_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """What answers SQL about a run of three bots, one of which cheats."""
    folder = tmp_path_factory.mktemp("page")
    database = folder / "x.duckdb"
    (folder / "odd.py").write_text(ODD_BOTS)
    registry = load(plugin_dirs=(), env={"BELOTE_PLUGINS": str(folder / "odd.py")})
    bots = ["basic", "lowest", "cheat"]
    tournament = build("page", bots, rules=preset("classic", target=301), pairs=6, seed=11)
    run_tournament(tournament, registry, database=database, workers=0)
    with asking(database) as ask:
        yield ask


@pytest.fixture(scope="session")
def mixed_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """What answers SQL about a run of four bots, of which every two form a side."""
    database = tmp_path_factory.mktemp("mixed") / "x.duckdb"
    bots: list[Any] = ["basic", "lowest", "random", {"bot": "basic", "name": '"><b>'}]
    tournament = build(
        "m", bots, rules=preset("classic", target=301), pairs=2, partners="all", seed=11
    )
    run_tournament(tournament, load(plugin_dirs=(), env={}), database=database, workers=0)
    with asking(database) as ask:
        yield ask


@pytest.fixture(scope="session")
def page_file(ask_run: Ask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that run, with all its hands, solved."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    page = render(ask_run, find_run(ask_run), most_hands=None, solve=True)
    path.write_text(page.text, "utf-8")
    return path


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Stored]:
    """What stores a run of ada and bob by hand, and returns what answers SQL about it."""
    with ExitStack() as open_stores:

        def store_batch(batch: Batch, status: str = "interrupted", **changes: object) -> Ask:
            run, bots = a_run()
            rules = json.dumps(preset("classic").as_dict() | {"base": "classic"})
            config = {"contestants": [], "pairs": 1, "format": "round-robin", "options": {}}
            config |= {"mode": "match", "deals": "fresh", "rules": "classic", **changes}
            store = open_stores.enter_context(Store.open(tmp_path / "x.duckdb", owner=True))
            store.begin_run(run._replace(rules=rules, config=json.dumps(config)), bots)
            store.append(batch)
            store.finish_run("run", status=status)
            return store.read

        yield store_batch


@pytest.fixture
def apart_run(stored: Stored) -> Ask:
    """What answers SQL about a run in which ada beats bob and cid beats dee, and no others meet."""
    legs = [
        match_row(match_id=f"{ns}{ew}", pair_id=f"p{pairing}", pairing=pairing, leg=leg, **seated)
        for pairing, (best, other) in enumerate((("ada", "bob"), ("cid", "dee")))
        for leg, (ns, ew) in enumerate(((best, other), (other, best)))
        for seated in [{"ns": ns, "ew": ew, "winner": "NS" if ns == best else "EW"}]
    ]
    return stored(Batch.of(legs, [], []))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser of this machine, with a profile of its own."""
    found = [os.environ.get("BELOTE_BROWSER"), *map(shutil.which, BROWSERS)]
    path = next(filter(None, found), None)
    if path is None:
        message = (
            "no browser to look at pages with: apt-get install chromium-headless-shell, or name "
            "a Chromium in BELOTE_BROWSER"
        )
        (pytest.fail if "CI" in os.environ else pytest.skip)(message)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


def a_pair(*hands: tuple[object, ...], faults: tuple[tuple[object, ...], ...] = ()) -> Batch:
    """Return both legs of a pair: ada sits NS in m1 and EW in m2, and wins both."""
    legs = [
        match_row(match_id="m1", leg=0, hands=1),
        return_leg(hands=1),
    ]
    return Batch.of(legs, hands, faults)
