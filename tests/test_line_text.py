"""Is a line of the journal told as a situation that opens at its question, without what the reader may not see?"""

from __future__ import annotations

import pytest
from tables import FOUR, press, press_on, started

from talisman_nb.analysis import Analysis
from talisman_nb.panels.table.audience import Audience
from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.table_view import SHARED
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


def told(controller: TableController, n: int) -> dict[str, object]:
    reply = controller.handle({"type": "situation", "n": n})
    assert reply is not None and reply["type"] == "situation" and reply["n"] == n
    return reply


def test_each_line_is_a_text_and_a_link_that_open_at_its_question() -> None:
    controller = started(FOUR)
    for key in ("3", "clockwise"):
        press(controller, key)
    table = controller.table
    assert table is not None
    for line in table.lines:
        reply = told(controller, line.n)
        assert reply["sorry"] == ""
        found = Analysis.of_link(f"http://localhost/{reply['link']}", "en")
        assert (
            found.text == reply["text"] and found.ask.kind == line.ask.kind and str(reply["link"]).endswith("&lang=en")
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_that_is_not_there_says_so_in_the_language(lang: str) -> None:
    controller = started(FOUR)
    press(controller, "3")
    controller.handle({"type": "language", "lang": lang})
    reply = told(controller, 99)
    assert reply["text"] == reply["link"] == "" and "99" in str(reply["sorry"])
    known = {"en": "lines", "it": "righe", "fr": "lignes", "pl": "wiersz"}
    assert known[lang] in str(reply["sorry"])


def test_nobody_reads_the_spells_of_others_in_a_text() -> None:
    people = {"Ada": "wizard", "Bruno": "sorceress"}
    table = press_on(Table.new(people, dice="virtual", cards="virtual", spells="known", seed=3), 6)
    held = [{card.split("#")[0] for card in player.spells} for player in table.state.players]
    assert all(held), "both hold Spells"
    n = table.lines[-1].n
    texts = {seat: str(told(TableController(table, audience=Audience(seat)), n)["text"]) for seat in (SHARED, 0)}
    assert not any(spell in texts[SHARED] for spells in held for spell in spells)
    assert any(spell in texts[0] for spell in held[0]) and not any(spell in texts[0] for spell in held[1] - held[0])
