"""Does the hour of four friends with real dice and cards take as few inputs in a page as it is planned to?

The script was played with cards from a shuffled deck and real throws; only the cards that a story needs were put on
top (a Witch with a Bear, Market Day, a Spell late). A scribe plays it in Chromium, by keys or by clicks.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from game_page import Game
from page_scribe import MOST_LETTERS, PageScribe
from playwright.sync_api import expect
from servers import Server, free_port
from test_evening import MOST

pytestmark = pytest.mark.browser

HOUR = (Path(__file__).parent / "story_hour.txt").read_text("utf-8")
SETUP = 11
"""The most inputs until the first question."""
ALL = 200
"""The most inputs of the whole hour."""
SLICE = 4
"""Turns in the plain run."""
MEDIAN, MEAN = 4, 4.2
GOES_ON = "+"
"""In place of a person: the turn goes on after a correction."""


class Part(NamedTuple):
    """A turn, or a correction between or within turns, with its steps."""

    who: str
    kind: str
    steps: str
    phones: str = ""  # what is done instead where each person has a phone


def script(turns: int) -> list[Part]:
    """The parts of the script up to so many turns."""
    parts = [Part(*(each.strip() for each in line.split("|"))) for line in HOUR.splitlines() if "|" in line]
    last = [i for i, part in enumerate(parts) if part.who not in ("", GOES_ON)][:turns][-1]
    return parts[: last + 1]


@pytest.fixture
def game(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path / "home"))
    server = Server("full_page", tmp_path, free_port())
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(server.found().address())
    yield Game(page, server)
    server.stop()


def set_up(scribe: PageScribe) -> None:
    """The names, a few letters of each character, Enter."""
    scribe.part("names").fill("Ada, Bruno, Carla, Dario")
    scribe.part("names").press("Enter")
    for seat, few in enumerate(("dw", "th", "so", "wa")):
        scribe.part(f"character:{seat}").fill(few)
        scribe.part(f"character:{seat}").press("Enter")
    scribe.part("start").press("Enter")
    scribe.inputs += 6
    expect(scribe.part("headline")).to_contain_text("Ada")


@pytest.mark.parametrize(
    ("turns", "keys"),
    [
        (SLICE, True),
        pytest.param(32, True, marks=pytest.mark.campaign),
        pytest.param(32, False, marks=pytest.mark.campaign),
    ],
)
def test_the_hour(game: Game, turns: int, keys: bool) -> None:
    """Eight rounds: every turn and every correction within its bar, and the hour within its own."""
    scribe = PageScribe(game.page, keys)
    set_up(scribe)
    assert scribe.inputs <= SETUP
    taken: list[int] = []
    kinds: dict[str, list[int]] = defaultdict(list)
    for who, kind, steps, _ in script(turns):
        before = scribe.inputs
        if who not in ("", GOES_ON):
            expect(game.page.locator(".sheets .sheet.active .name b").first).to_have_text(who)
        scribe.play(steps)
        inputs = scribe.inputs - before
        if who == GOES_ON:
            taken[-1] += inputs
            continue
        if who:
            taken.append(inputs)
        kinds[kind].append(inputs)
        assert inputs <= MOST.get(kind, inputs), (who, kind, steps, inputs)
    print(f"{scribe.inputs} inputs, {scribe.clicks} by clicks, letters {dict(scribe.letters)}, {dict(kinds)}")
    print(f"median {statistics.median(taken)}, mean {statistics.mean(taken):.2f} in {len(taken)} turns")
    long = sum(n for letters, n in scribe.letters.items() if letters > MOST_LETTERS)
    assert long <= 1, "a card whose name begins as another one, which is shorter"
    assert len(taken) == turns
    assert statistics.median(taken) <= MEDIAN
    assert statistics.mean(taken) <= MEAN
    assert scribe.inputs <= ALL
    state = game.saved().state
    names = [player.name for player in state.players if player.character]
    assert names == (["Ada", "Bruno", "Carla", "Elena"] if turns == 32 else ["Ada", "Bruno", "Carla", "Dario"])
    assert (state.round, state.turn) == (turns // 4 + 1, 0), "it is Ada's turn again"
