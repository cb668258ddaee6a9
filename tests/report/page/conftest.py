"""A run with something of everything, its page, and a browser to look at it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from harness.arena.answering import asking
from harness.arena.runner import run_tournament
from harness.arena.runs import Ask, find_run
from harness.arena.tournament import build
from harness.game import preset
from harness.plugin import load
from harness.report.page.render import render
from tests.cli.commands import ODD_BOTS

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
