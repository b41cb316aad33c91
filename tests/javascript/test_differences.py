"""Do the differences that are sent, applied by the panel's own module, lead to exactly what the program shows?"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from differences import follow, with_difference
from hypothesis import given
from hypothesis import strategies as st
from tables import pressed

from talisman_nb.panels.controller import TableController
from talisman_nb.panels.controller_choice import controller_for
from talisman_nb.panels.difference import difference
from talisman_nb.panels.feed import Feed
from talisman_nb.rules.book import open_book
from talisman_nb.text.names import LANGUAGES

HERE = Path(__file__).parent
PEOPLE = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fausto")
json = msgspec.json


def game(seed: int, presses: int) -> Iterator[dict[str, Any]]:
    """Yield the steps of a game from its form on, each with the data it leads to; the first has no step.

    Labels are None where they stay the same.
    """
    dice = random.Random(seed)
    panel = controller_for("", LANGUAGES[seed % len(LANGUAGES)])
    feed = Feed(panel)
    feed.advance()
    yield {"data": feed.data}
    for message in (*form(dice, seed), *([None] * presses)):
        if message is None and (panel.table is None or panel.table.ask.kind == "over"):
            return
        if panel.handle({"view": "me", **(message or played(panel, dice))}) is None:
            labels = feed.data["labels"]
            step = feed.advance("me")
            told = None if feed.data["labels"] is labels else feed.data["labels"]
            yield {"step": step, "data": {**feed.data, "labels": told}}


def form(dice: random.Random, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the messages of a form that is filled in and begun."""
    count = 2 + seed % 5
    figures = dice.sample(sorted(open_book().characters), count)
    people = [{"name": name, "character": key} for name, key in zip(PEOPLE, figures, strict=False)]
    yield {"type": "part", "key": "cards", "value": dice.choice(("virtual", "physical")), "players": people[:1]}
    yield {"type": "switch", "key": "switch.temple_life", "value": "true", "players": people}
    yield {"type": "part", "key": "dice", "value": "virtual", "players": people}
    yield {"type": "start", "players": people, "parts": {}}


def played(panel: TableController, dice: random.Random) -> dict[str, Any]:
    assert panel.table is not None
    if dice.random() < 0.01:
        return {"type": "language", "lang": dice.choice(LANGUAGES)}
    return pressed(panel.table, dice)


@pytest.mark.parametrize("games", [1, pytest.param(15, marks=pytest.mark.campaign)])
def test_the_panel_shows_what_the_program_shows_whatever_is_lost(games: int, node: str, own_home: Path) -> None:
    for seed in range(games):
        lines = b"\n".join(json.encode(line) for line in game(seed, 300))
        ran = subprocess.run([node, HERE / "follow_steps.js", str(seed + 1)], input=lines, capture_output=True)
        assert ran.returncode == 0, f"game {seed}: {ran.stderr.decode()[-3000:]}"


def test_the_tests_apply_differences_as_the_panel_does(own_home: Path) -> None:
    first, *steps = game(3, 100)
    page = json.decode(json.encode(first["data"]))
    for each in steps:
        page = follow(page, json.decode(json.encode(each["step"])))
        data = json.decode(json.encode(each["data"]))
        assert page == {**data, "labels": data["labels"] or page["labels"]}


texts = st.text("ab🐉", max_size=4).map(lambda sign: f"a text 🐉 of some length: {sign}, which goes on")
values = st.recursive(
    st.none() | st.text("ab", max_size=3) | st.integers(2, 9) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=20,
)
objects = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


@given(objects, objects)
def test_any_value_leads_to_any_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert with_difference(old, json.decode(json.encode(difference(old, new)))) == new


def test_what_moves_up_in_a_list_is_not_sent_again() -> None:
    lines = [{"n": n, "text": f"line {n}, which is long enough to be worth it"} for n in range(9)]
    assert difference(lines[:8], lines[1:]) == [[1, 7], [7, {"set": {"n": 8}, "in": {"text": [5, "8", 37]}}]]
