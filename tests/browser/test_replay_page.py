"""Does the page of a game play it back line by line, alone: without a network, a server or a program?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tables import FOUR, press_on

from talisman_nb.chronicle.exports import export
from talisman_nb.chronicle.journal import journal_line
from talisman_nb.table import Table
from talisman_nb.text.screen.contents import sheets

pytestmark = pytest.mark.browser

FIGURES = """() => [...document.querySelectorAll('.sheet')].map(sheet =>
  [...sheet.querySelectorAll('.figures span')].map(each => Number(each.textContent)))"""
STANDING = "() => [...document.querySelectorAll('.over text')].map(each => each.textContent)"
SMALL = """() => [...document.querySelectorAll('button, input')].filter(e => e.getClientRects().length)
  .filter(e => { const r = e.getBoundingClientRect(); return r.width < 43.5 || r.height < 43.5; }).length"""


def game(lang: str = "en") -> Table:
    return press_on(Table.new(FOUR, dice="virtual", cards="virtual", spells="known", seed=7, lang=lang), 60)


@pytest.fixture
def opened(page: Any, tmp_path: Path) -> Any:
    """Opens the page of a game from its file; every request to a network is recorded and refused."""
    asked: list[str] = []

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    def open_(table: Table, lang: str = "en", at: str = "", width: int = 1366) -> Any:
        file = tmp_path / "game.html"
        file.write_text(export(table, "page", lang, -1).text, "utf-8")
        page.set_viewport_size({"width": width, "height": 800})
        page.context.set_offline(True)
        page.route("http*://**", refuse)
        page.on("pageerror", lambda error: asked.append(str(error)))
        page.goto(f"file://{file}{at}")
        return page

    yield open_
    assert asked == []


def text(page: Any) -> str:
    return str(page.locator("h1").inner_text())


def figures_of(table: Table, n: int) -> list[list[int]]:
    state = table.lines[n - 1].after
    return [
        [each.strength[1], each.craft[1], each.life[1], each.fate[1] if each.fate else 0, each.gold]
        for each in sheets(state, "en")
    ]


def test_every_line_is_told_with_its_board_and_sheets(opened: Any) -> None:
    table = game()
    page = opened(table, at="#1")
    lines = [line for line in (journal_line(record, "en", -1) for record in table.lines) if not line.folded]
    for line in lines:
        assert text(page) == line.text
        assert page.evaluate(FIGURES) == figures_of(table, line.n), line
        assert sorted(each for each in page.evaluate(STANDING) if each.isalpha()) == ["A", "B", "C", "D"]
        page.keyboard.press("ArrowRight")
    assert text(page) == lines[-1].text, "and stays at the end"


def test_it_goes_back_to_what_was(opened: Any) -> None:
    table = game()
    page = opened(table)
    first = text(page), page.evaluate(FIGURES)
    page.keyboard.press("End")
    assert page.evaluate(FIGURES) == figures_of(table, len(table.lines))
    told = [line.n for line in table.lines if not journal_line(line, "en", -1).folded]
    assert page.evaluate("location.hash") == f"#{told[-1]}", "which is the address of the line"
    page.locator('[data-act="first"]').click()
    assert (text(page), page.evaluate(FIGURES)) == first


def test_it_plays_by_itself_until_it_is_stopped(opened: Any) -> None:
    page = opened(game())
    before = text(page)
    for _ in range(3):
        page.keyboard.press("+")
    page.locator('[data-act="play"]').click()
    page.wait_for_function("before => document.querySelector('h1').textContent !== before", arg=before)
    page.locator('[data-act="play"]').click()
    assert page.locator('[data-act="play"]').inner_text() == "Play"


@pytest.mark.matrix
@pytest.mark.parametrize("width", [1920, 1366, 820, 390])
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_it_fits_every_window(opened: Any, width: int, lang: str) -> None:
    page = opened(game(lang), lang, "#30", width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.evaluate(SMALL) == 0
    page.locator(".lines button").last.click()
    assert page.locator(".lines [aria-current]").count() == 1


def test_a_name_is_never_a_mark_of_the_page(opened: Any) -> None:
    table = Table.new({"</script><b>x": "dwarf", "Bruno": "thief"})
    page = opened(press_on(table, 1))
    assert page.locator("b").count() == 0 and "</script><b>x" in page.locator(".sheet h2").first.inner_text()
