"""Draws the pictures of the README and the pages: a short game in the real full page, the bench, the wall of a lesson.

python tests/browser/screenshot.py [folder]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from pages_served import resolved
from playwright.sync_api import Page, sync_playwright
from servers import PATIENCE, ROOT, Server, free_port

sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from conftest import LAUNCH, chromium  # noqa: E402

PICTURES = ROOT / "talisman_nb" / "docs" / "images"
SIZE = {"width": 1600, "height": 900}
BENCH_SIZE = {"width": 1500, "height": 1240}
WALL_SIZE = {"width": 1280, "height": 800}
TABLE = "Friday"
PLAYERS = {"Ada": "dwarf", "Bruno": "thief", "Carla": "wizard", "Dario": "troll"}
TURNS: tuple[tuple[Any, ...], ...] = (
    (3, "clockwise", "wolf", 5, 2),
    (2, "clockwise", "magic-belt"),
    (1, "clockwise", "bag-of-gold"),
    (1, "anticlockwise", "shield"),
)
"""A round, answer by answer; then whatever is found is taken along."""
LAST = ("5", "a", "bear")
"""Keys and letters of the last turn: a die, a way, a card; then the fight waits for its dice."""


BENCH = "dwarf crags, fate 0 | thief city > 1 > anticlockwise > bear > fight > 4 > 5"
"""What is looked into on the bench."""
WALL = 2
"""The page of the lesson."""


def main(pictures: Path = PICTURES) -> None:
    """Plays the game and writes the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TALISMAN_NB_HOME"] = str(Path(folder) / "home")
        play()
        server = Server("full_page", Path(folder), free_port())
        try:
            photograph(server.found().address(table=TABLE), pictures / "companion.png")
        finally:
            server.stop()
    photograph_parts(pictures)


def play() -> None:
    """Saves a table with a round that was played."""
    from talisman_nb import Table

    table = Table.new(PLAYERS, name=TABLE, seed=4)
    for turn in TURNS:
        seat = table.state.turn
        for key in turn:
            table.answer(key)
        while table.state.turn == seat:
            table.answer(table.ask.open()[0])
    table.close()


def photograph(address: str, picture: Path) -> None:
    """Plays the last turn in the page and takes the picture."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=[*LAUNCH, resolved()])
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(address)
        headline = page.locator('[data-id="headline"]')
        headline.wait_for(timeout=PATIENCE)
        headline.click()
        for key in LAST:
            press(page, key)
        page.screenshot(path=picture)
        browser.close()


def photograph_parts(pictures: Path) -> None:
    """Takes the pictures of the bench, with the Dwarf's Sword asked about, and of the wall, with a prediction."""
    from test_parts_in_a_page import PartPage

    from talisman_nb.panels.parts import AnalysisPanel, LessonPanel

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=[*LAUNCH, resolved()])
        page = browser.new_page(color_scheme="light", reduced_motion="reduce")
        bench = PartPage(page, AnalysisPanel(BENCH, "en"), BENCH_SIZE["width"])
        page.set_viewport_size(BENCH_SIZE)
        page.locator('input[data-id="change"]').fill("dwarf, has + sword")
        page.keyboard.press("Enter")
        bench.answer()
        page.locator(".tlm.part").focus()
        page.screenshot(path=pictures / "bench.png")

        wall = PartPage(page, LessonPanel("combat", "en", WALL), WALL_SIZE["width"])
        page.set_viewport_size(WALL_SIZE)
        page.locator(".tlm.part").evaluate("root => root.style.setProperty('--companion-height', '100vh')")
        page.locator(".tlm.part").focus()
        for key in ("PageDown", "b", "PageDown"):
            page.keyboard.press(key)
            wall.answer()
        page.screenshot(path=pictures / "lesson.png")
        browser.close()


def press(page: Page, key: str) -> None:
    """A key, or the letters of a card and Enter; waits for the next question."""
    before = page.locator(".tlm").get_attribute("data-ply")
    page.keyboard.type(key)
    if len(key) > 1:
        page.keyboard.press("Enter")
    page.wait_for_function("ply => document.querySelector('.tlm').dataset.ply !== ply", arg=before)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
