"""Is a character of an open box entered from its card as it is dealt, at a laptop and at the width of a phone?"""

from __future__ import annotations

import pytest
from panel_page import Panel

from talisman_nb import Table
from talisman_nb.panels.table.controller import TableController

pytestmark = pytest.mark.browser

FIELDS = {"strength": "4", "craft": "2", "life": "4", "gold": "2"}


def controller(lang: str = "en") -> TableController:
    panel = TableController(Table.new({"Ada": "", "Bruno": ""}, edition="third", cards="physical", dice="physical"))
    panel.lang = lang
    return panel


@pytest.mark.matrix
@pytest.mark.parametrize(("width", "height"), [(1366, 625), (360, 640)])
@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
def test_the_card_of_a_character_is_entered_as_it_is_dealt(panel: Panel, lang: str, width: int, height: int) -> None:
    table = controller(lang)
    panel.open(table.screen(), width, height, labels=table.labels())
    page = panel.page
    assert panel.find("roll").count() == 0, "the program knows none of them"
    panel.find("other-name").fill("Minotaur")
    for field, value in FIELDS.items():
        panel.find(f"other-{field}").fill(value)
    panel.find("other-alignment").select_option("evil")
    panel.find("other-start").select_option("crags")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    panel.find("other-done").click()
    (sent,) = panel.sent()
    own = {"name": "Minotaur", "type": "character", "start": "crags", "alignment": "evil"}
    assert sent["type"] == "hand" and sent["own"] == own | {key: int(value) for key, value in FIELDS.items()}
    table.handle({**sent, "keep": False})
    assert table.table and [p.character for p in table.table.state.players] == ["own/Minotaur", ""]
    panel.reply(table.screen())
    assert panel.find("other-name").input_value() == "", "the next card is another one"
