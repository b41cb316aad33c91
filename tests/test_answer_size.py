"""Are the screens of the busiest tables small enough to be sent whole after each answer?"""

from __future__ import annotations

import random

import msgspec
import pytest
from tables import pressed

from talisman_nb.panels.sync.feed import Feed
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.slow

MOST = 12 * 1024
"""Bytes of a screen as JSON."""
FRIENDS = ("Massimiliano", "Bartholomew", "Małgorzata", "Geneviève", "Alessandra", "Przemysław")
ANSWERS, LOOKED = 900, 9
"""Answers of a game, and of how many the screen of one is looked at."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_screen_of_six_people_is_large(lang: str) -> None:
    seed = LANGUAGES.index(lang)
    dice = random.Random(seed)
    figures = dice.sample(sorted(open_book().characters), len(FRIENDS))
    people = dict(zip(FRIENDS, figures, strict=True))
    cards = ("virtual", "physical")[seed % 2]
    table = Table.new(people, seed=seed, dice="virtual", cards=cards, spells="known", lang=lang)
    panel = TableController(table)
    feed = Feed(panel)
    feed.advance()
    for n in range(ANSWERS):
        message = pressed(table, dice)
        panel.handle({"view": "q1w2e3-999", **message})
        if n % LOOKED == 0:
            sent = feed.advance("q1w2e3-999")
            assert set(sent) == {"screen", "setup"}
            assert len(msgspec.json.encode(sent)) < MOST, f"after {message} in round {table.state.round}"
    assert table.state.round > 20
