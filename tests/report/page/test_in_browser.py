"""The report's page as a browser shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.arena.runs import Ask, find_run
from harness.game.cards import CARD_NAMES, RANKS
from harness.report.page.render import render

Scheme: TypeAlias = Literal["light", "dark"]
Open: TypeAlias = Callable[..., Page]

DESKTOP: Final = (1200, 900)
PHONE: Final = (390, 800)
LOOKS: Final[list[tuple[tuple[int, int], Scheme]]] = [
    (size, scheme) for size in (DESKTOP, PHONE) for scheme in ("light", "dark")
]
SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
LEAST_CONTRAST: Final = 4.5
"""Of text with what lies behind it (WCAG 2.2, level AA)."""

CONTRASTS: Final = Path(__file__).with_name("contrast.js").read_text("utf-8")
"""The lowest contrast in the page, and of what."""


@pytest.fixture
def open_page(browser: Browser, page_file: Path) -> Iterator[Open]:
    """What opens the page; at the end nothing may have gone wrong in it."""
    wrong: list[str] = []
    contexts = []

    def opened(
        place: str = "",
        size: tuple[int, int] = DESKTOP,
        scheme: Scheme = "light",
        file: Path = page_file,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda request: wrong.append(request.url) if is_outside(request.url) else None,
        )
        page.goto(f"{file.as_uri()}{place}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def is_outside(url: str) -> bool:
    return not url.startswith(("file:", "data:", "blob:"))


def number(text: str | None) -> float:
    return float((text or "").replace("−", "-").rstrip("%"))


def column(page: Page, section: str, place: int) -> list[str]:
    cells = page.locator(f"{section} tbody tr > :nth-child({place})")
    return [text.strip() for text in cells.all_text_contents()]


def some_hand(ask_run: Ask, where: str = "outcome = 'made'") -> dict[str, Any]:
    sql = f"FROM hands WHERE {where} AND len(plays) = 32 ORDER BY match_id, hand_no LIMIT 1"
    return dict(ask_run(sql).to_pylist()[0])


# What it looks like


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_it_fits_its_window_in_both_schemes_and_draws_every_chart(
    open_page: Open, size: tuple[int, int], scheme: Scheme
) -> None:
    page = open_page(size=size, scheme=scheme)
    expect(page.locator(".chart svg[aria-label]")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(int, re.findall(r"\d+", paper)[:3])) / 3
    assert (brightness > 200) == (scheme == "light")
    assert (brightness < 50) == (scheme == "dark")
    contrast, where = page.evaluate(CONTRASTS)
    assert contrast >= LEAST_CONTRAST, where


def test_headings_tables_and_controls_can_be_read_out(open_page: Open) -> None:
    page = open_page()
    levels = [
        int(tag[1])
        for tag in page.eval_on_selector_all("h1, h2, h3", "all => all.map(one => one.tagName)")
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.locator("main > section table:not(:has(caption))").count() == 1  # the tricks
    assert page.locator("main th:not([scope])").count() == 0
    nameless = """all => all.filter((one) => !(
        one.ariaLabel || one.labels?.[0]?.textContent || one.textContent).trim()
    ).map((one) => one.outerHTML)"""
    assert page.eval_on_selector_all("button, select, input", nameless) == []


def test_printed_it_leaves_out_what_only_a_screen_needs(open_page: Open) -> None:
    page = open_page(scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("nav")).to_be_hidden()
    expect(page.locator("#search")).to_be_hidden()
    expect(page.locator("#standings table")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


# Tables


def test_a_table_is_sorted_by_click_and_by_key(open_page: Open) -> None:
    page = open_page()
    by_elo = column(page, "#standings", 2)
    heads = page.locator("#standings thead button")
    heads.filter(has_text="Lost").click()
    lost = [number(text) for text in column(page, "#standings", 9)]
    assert lost == sorted(lost, reverse=True)
    bot = heads.filter(has_text="Bot")
    bot.focus()
    page.keyboard.press("Enter")
    assert column(page, "#standings", 2) == sorted(by_elo)
    assert bot.locator("xpath=..").get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Enter")
    assert column(page, "#standings", 2) == sorted(by_elo, reverse=True)
    assert page.locator("#standings [aria-sort]").count() == 1


def test_the_standings_are_those_of_the_database(open_page: Open, ask_run: Ask) -> None:
    page = open_page()
    stored = ask_run("FROM ratings ORDER BY elo DESC").to_pylist()
    assert column(page, "#standings", 2) == [row["bot"] for row in stored]
    shown = page.locator("#standings td:nth-child(3)").all()
    assert [float(cell.get_attribute("data-value") or "") for cell in shown] == [
        pytest.approx(row["elo"]) for row in stored
    ]
    assert [number(cell.text_content()) for cell in shown] == [
        pytest.approx(row["elo"], abs=50) for row in stored
    ]


def test_bots_that_never_met_have_charts_of_their_own_and_are_sorted_apart(
    open_page: Open, apart_run: Ask, tmp_path: Path
) -> None:
    file = tmp_path / "apart.html"
    told = render(apart_run, find_run(apart_run), most_hands=0, solve=False)
    file.write_text(told.text, "utf-8")
    page = open_page(file=file)
    expect(page.locator("#chart-standings svg[aria-label]")).to_have_count(2)
    page.locator("#standings thead button").filter(has_text="Lost").click()
    assert column(page, "#standings", 2) == ["bob", "ada", "dee", "cid"]


# Hands


def test_the_viewer_steps_through_a_hand_to_the_scores_that_the_database_holds(
    open_page: Open, ask_run: Ask
) -> None:
    hand = some_hand(ask_run)
    page = open_page(f"#{hand['match_id']}/{hand['hand_no']}")
    expect(page.locator("#hand-title")).to_be_focused()
    for card in hand["plays"]:
        expect(page.locator(".held.next")).to_have_text(re.compile(f"^{RANKS[card % 8]}"))
        page.keyboard.press("ArrowRight")
        said = page.locator("#viewer output").text_content() or ""
        rank, suit = re.findall(r"plays the (\w+) of (\w+)", said)[0]
        assert rank + SUITS[suit] == CARD_NAMES[card]
    assert page.locator(".held.gone").count() == 32
    for side in ("ns", "ew"):
        expect(page.locator(f"#written-{side}")).to_have_text(str(hand[f"score_{side}"]))
    sql = "SELECT winner, points FROM tricks WHERE match_id = '{match_id}' AND hand_no = {hand_no}"
    won = ask_run(sql.format(**hand)).to_pylist()
    for side in ("ns", "ew"):
        points = sum(row["points"] for row in won if row["winner"].lower() in side)
        expect(page.locator(f"#points-{side}")).to_have_text(str(points))


def test_cards_that_were_not_legal_are_marked(open_page: Open, ask_run: Ask) -> None:
    hand = some_hand(ask_run)
    page = open_page(f"#{hand['match_id']}/{hand['hand_no']}/1")
    seat = page.locator(".seat.turn")
    led = hand["plays"][0] // 8
    following = seat.locator(f".held.{'SHDC'[led]}").count()
    legal = seat.locator(".held.next, .held.legal").count()
    assert seat.locator(".held").count() == 8
    assert legal <= (following or 8)
    assert legal + seat.locator(".held.barred").count() == 8


def test_tricks_buttons_and_the_slider_lead_to_a_card_too(open_page: Open, ask_run: Ask) -> None:
    hand = some_hand(ask_run)
    page = open_page(f"#{hand['match_id']}/{hand['hand_no']}")
    gone = page.locator(".held.gone")
    page.get_by_label("Trick on").click()
    expect(gone).to_have_count(4)
    page.get_by_label("Card back").click()
    expect(gone).to_have_count(3)
    page.locator(".jump").nth(31).click()
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    page.get_by_label("Cards played").fill("9")
    expect(gone).to_have_count(9)
    page.locator("#hand-title").focus()
    page.keyboard.press("End")
    expect(gone).to_have_count(32)
    page.keyboard.press("Home")
    expect(gone).to_have_count(0)


def test_the_cost_of_a_card_is_told_and_what_cards_are_worth_can_be_hidden(
    open_page: Open, ask_run: Ask
) -> None:
    hand = some_hand(ask_run)
    page = open_page(f"#{hand['match_id']}/{hand['hand_no']}")
    expect(page.locator(".held small").first).to_be_visible()
    page.locator(".values input").uncheck()
    expect(page.locator(".held small")).to_have_count(0)
    page.keyboard.press("End")


def test_a_fault_is_shown_with_its_hand(open_page: Open) -> None:
    page = open_page()
    page.locator("#faults a.hand").first.click()
    expect(page.locator("#viewer .fault")).to_contain_text("answered")


def test_hands_are_found_by_bot_outcome_and_score(open_page: Open, ask_run: Ask) -> None:
    page = open_page()
    page.locator("[name=bot]").select_option("basic")
    page.locator("[name=role]").select_option("taker")
    page.locator("[name=outcome]").select_option("made")
    page.locator("[name=least]").fill("150")
    sql = """
        SELECT count(*) AS hands FROM hands JOIN matches USING (match_id)
        WHERE outcome = 'made' AND CASE WHEN taker IN ('N', 'S')
            THEN ns = 'basic' AND hands.score_ns >= 150
            ELSE ew = 'basic' AND hands.score_ew >= 150 END
    """
    count = ask_run(sql)["hands"][0].as_py()
    assert count > 3
    expect(page.locator("#found caption")).to_have_text(f"{count} hands")
    page.get_by_role("button", name="Clear").click()
    everything = ask_run("SELECT count(*) AS hands FROM hands")["hands"][0].as_py()
    expect(page.locator("#found caption")).to_have_text(f"{everything} hands")


def test_hands_of_a_partnership_are_found_by_either_partner(
    open_page: Open, mixed_run: Ask, tmp_path: Path
) -> None:
    path = tmp_path / "mixed.html"
    path.write_text(render(mixed_run, find_run(mixed_run), most_hands=None, solve=False).text)
    page = open_page(file=path)
    odd = '"><b>'
    expect(page.locator("#members + .scroll th", has_text=odd)).to_have_count(1)
    page.locator("[name=bot]").select_option(odd)
    sql = """
        SELECT count(*) AS played, count(*) FILTER (seats.seat = taker) AS taken
        FROM hands JOIN seats USING (match_id) WHERE bot = '"><b>'
    """
    (count,) = mixed_run(sql).to_pylist()
    assert count["played"] > count["taken"] > 0
    expect(page.locator("#found caption")).to_have_text(f"{count['played']} hands")
    page.locator("[name=role]").select_option("taker")
    expect(page.locator("#found caption")).to_have_text(f"{count['taken']} hands")


def test_a_hand_that_is_not_there_is_said_to_be_elsewhere(open_page: Open) -> None:
    page = open_page("#0123456789abcdef/3")
    expect(page.locator("#missing")).to_contain_text("belote replay 0123456789abcdef:3")
