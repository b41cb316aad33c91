"""A turn with an installed talisman-nb: on a saved table, in its pictures; with `page` that table on its page.

Any Python error ends it. Saves in TALISMAN_NB_HOME; run it with the Python that has the package, outside the checkout.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, build_opener

import talisman_nb
from talisman_nb import Table, companion

COMMAND = Path(sys.executable).with_name("talisman-nb")
NAME = "Friday"
TURN = (3, "clockwise", "wolf", 4, 1)
"""Ada's die, her way, her card, the dice of the fight."""
WIDGET = "application/vnd.jupyter.widget-view+json"
FORWARD = re.compile(r'http-equiv="refresh" content="0; url=([^"]+)"')
"""The first page gives a cookie for the token, and sends the browser on."""


def play() -> None:
    """The turn, saved and opened again."""
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, name=NAME)
    for answer in TURN:
        table.answer(answer)
    played = table.state
    assert played.players[0].trophies == ("wolf",) and played.turn == 1, f"it came to {played}"
    table.close()
    again = Table.open(NAME)
    assert again.state == played, f"saved as {again.state}, played as {played}"
    again.close()


def look() -> None:
    """The same table as the panel shows it, with the pictures in it."""
    panel = companion(NAME)
    figures = "".join(panel.screen["overlay"].values())
    assert "<svg" in panel.labels["board"] and ">A</text>" in figures, "the board isn't drawn, or Ada isn't on it"


def visit() -> None:
    """The table on the full page, at the address that is printed."""
    with subprocess.Popen([COMMAND, "--no-browser", "--table", NAME], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = re.search(r"https?://\S+", server.stdout.readline())
            assert address, "no address was printed"
            said = browse(address[0])
            assert WIDGET in said, f"{address[0]} answers:\n{said}"
        finally:
            server.terminate()


def browse(address: str) -> str:
    """What a browser gets at an address: it keeps cookies, and goes on where a page sends it."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    with browser.open(address, timeout=120) as page:
        said: str = page.read().decode("utf-8")
    forward = FORWARD.search(said)
    assert forward, f"{address} sends nobody on:\n{said}"
    with browser.open(urljoin(address, unescape(forward[1])), timeout=120) as page:
        return str(page.read().decode("utf-8"))


if __name__ == "__main__":
    print(f"playing with {Path(talisman_nb.__file__).parent}")
    subprocess.run([COMMAND, "check"], check=True)
    if "page" in sys.argv:
        visit()
    else:
        play()
        look()
