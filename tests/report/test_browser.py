"""The page in a real browser: clicked through, with the mouse and with the keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from duckstream.lake import Lake
from duckstream.report import write_report
from tests.report import NASTY
from tests.report.browser import NAMES, VARIABLE, Browser, find_chromium

PROGRAM = find_chromium()

pytestmark = pytest.mark.skipif(
    PROGRAM is None,
    reason=f"no Chromium: none of {', '.join(NAMES)} is on the path, and {VARIABLE} names none",
)

OPEN = "document.querySelector('dialog[open]')"


@pytest.fixture(scope="module")
def page(lake: Lake, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(lake, tmp_path_factory.mktemp("page") / "report.html", title="the shop")


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert PROGRAM is not None
    started = Browser(PROGRAM, tmp_path_factory.mktemp("chromium"))
    yield started
    started.close()


@pytest.fixture
def browser(chromium: Browser, page: Path) -> Browser:
    chromium.open(page, width=1200, height=900)
    return chromium


def node(name: str) -> str:
    return f'.node[aria-label^="view {name}"]'


def test_a_click_opens_sql_and_plan(browser: Browser, lake: Lake) -> None:
    browser.click(node("sales"))
    browser.wait(OPEN)
    assert browser.get(f"{OPEN}.querySelector('h2').textContent") == "sales"
    assert (
        browser.get(f"{OPEN}.querySelector('.sql').innerText") == lake.view("sales").definition.sql
    )
    plan = browser.get(f"{OPEN}.querySelector('.plan').innerText")
    assert plan.strip() == lake.view("sales").explain().strip()
    assert browser.get(f"{OPEN}.querySelectorAll('.plot .dot').length") == 2 + 2
    browser.click("dialog[open] .close")
    browser.wait(f"!{OPEN}")


def test_a_name_in_the_list_opens_the_same(browser: Browser) -> None:
    browser.click(".views .opener")
    browser.wait(OPEN)
    name = browser.get("document.querySelector('.views .opener').textContent")
    assert browser.get(f"{OPEN}.querySelector('h2').textContent") == name


def test_one_leads_from_a_view_to_what_it_reads(browser: Browser) -> None:
    browser.click(node("best"))
    browser.wait(OPEN)
    browser.click("dialog[open] .facts .opener")
    browser.wait(f"{OPEN}.querySelector('h2').textContent === 'sales'")
    assert browser.get("document.querySelectorAll('dialog[open]').length") == 1


@pytest.mark.parametrize("key", ["Enter", " "])
def test_the_keyboard_is_enough(browser: Browser, key: str) -> None:
    browser.press("Tab")
    name = browser.get("document.activeElement.querySelector('title').textContent")
    assert browser.get("document.activeElement.matches('.node:focus-visible')")
    browser.press(key)
    browser.wait(OPEN)
    assert browser.get(f"{OPEN}.querySelector('h2').textContent") == name
    assert browser.get(f"{OPEN}.contains(document.activeElement)")
    browser.press("Escape")
    browser.wait(f"!{OPEN}")
    assert browser.get("document.activeElement.querySelector('title').textContent") == name


def test_the_focus_is_visible(browser: Browser) -> None:
    stroke = "getComputedStyle(document.querySelector('.node .box')).strokeWidth"
    before = browser.get(stroke)
    browser.press("Tab")
    assert browser.get(stroke) != before


def test_names_are_text_and_nothing_else(browser: Browser) -> None:
    titles = browser.get("[...document.querySelectorAll('dialog h2')].map((e) => e.textContent)")
    assert NASTY in titles
    assert browser.get("typeof window.hacked") == "undefined"
    assert browser.get("document.querySelector('#bad')") is None
    assert browser.get("document.scripts.length") == 1


def test_nothing_is_fetched_and_nothing_is_wrong(browser: Browser, page: Path) -> None:
    browser.click(node("tiny"))
    browser.wait(OPEN)
    assert set(browser.requests) == {page.as_uri()}
    assert browser.complaints == []


def test_a_script_of_somebody_else_is_not_obeyed(browser: Browser) -> None:
    smuggled = json.dumps("window.smuggled = 1")
    browser.get(
        f"(() => {{ const s = document.createElement('script'); s.textContent = {smuggled}; "
        "document.body.append(s); })()"
    )
    assert browser.get("typeof window.smuggled") == "undefined"
    browser.wait("true")
    browser.complaints.clear()


def test_it_fits_on_a_phone(chromium: Browser, page: Path) -> None:
    chromium.open(page, width=390, height=844)
    assert chromium.get("document.documentElement.scrollWidth") <= 390
    chromium.click(".views .opener")
    chromium.wait(OPEN)
    assert chromium.get(f"{OPEN}.getBoundingClientRect().width") <= 390
    assert chromium.get(f"{OPEN}.scrollWidth") <= 390


def test_it_is_dark_where_the_system_is(chromium: Browser, page: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    chromium.open(page, width=1200, height=900)
    light = chromium.get(colour)
    chromium.open(page, width=1200, height=900, scheme="dark")
    assert chromium.get(colour) != light
