"""Draws notebooks/images/companion.png: a short game, played with keys in the real full page.

python tests/browser/screenshot.py [file]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright
from servers import PATIENCE, ROOT, Server, free_port

sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from conftest import LAUNCH, chromium  # noqa: E402

PICTURE = ROOT / "notebooks" / "images" / "companion.png"
SIZE = {"width": 1600, "height": 900}
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


def main(picture: Path = PICTURE) -> None:
    """Plays the game and writes the picture."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TALISMAN_NB_HOME"] = str(Path(folder) / "home")
        play()
        server = Server("full_page", Path(folder), free_port())
        try:
            photograph(f"http://127.0.0.1:{server.port}/?{urlencode({'table': TABLE})}", picture)
        finally:
            server.stop()


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
        browser = driver.chromium.launch(executable_path=chromium(), args=LAUNCH)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(address)
        headline = page.locator('[data-id="headline"]')
        headline.wait_for(timeout=PATIENCE)
        headline.click()
        for key in LAST:
            press(page, key)
        page.screenshot(path=picture)
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
