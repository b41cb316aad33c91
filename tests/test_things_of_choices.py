"""Does a choice say with which thing of a sheet it is done?"""

from __future__ import annotations

import pytest
from tables import FOUR, started

from talisman_nb.model import Change

pytestmark = pytest.mark.usefixtures("own_home")


def test_what_may_be_put_down_is_told_by_its_keys() -> None:
    panel = started(FOUR)
    assert panel.table is not None
    for card in ("mule", "holy-lance"):
        panel.table.change(Change("card", card=card, origin="deck:adventure", to="seat:0"))
    panel.table.change(Change("card", card="cursed-by-a-hag", origin="deck:adventure", to="seat:1"))
    screen = panel.screen()
    assert screen.drops == {"0": ("mule", "holy-lance")}
    assert {choice.key: choice.thing for choice in screen.asides if "/drop:" in choice.key} == {
        "1/drop:cursed-by-a-hag": "cursed-by-a-hag"
    }, "one that can't be put down is a closed choice, with its reason"
    panel.handle({"type": "aside", "key": "0/drop:mule"})
    assert panel.screen().drops == {"0": ("holy-lance",)}


def test_a_spell_is_named_to_its_own_screen_and_only_stood_for_on_a_shared_one() -> None:
    panel = started(FOUR, dice="virtual", cards="virtual", spells="known")
    assert panel.table is not None
    panel.table.change(Change("card", card="healing", origin="deck:spell", to="spells:1"))
    casts = {choice.key: choice.thing for choice in panel.screen().asides if "cast:" in choice.key}
    assert casts == {"1/cast:spell?": "spell?"}
    assert all(not sheet.spells_keys for sheet in panel.screen().sheets)
    panel.handle({"type": "look", "seat": 1})
    looked = panel.screen()
    assert [sheet.spells_keys for sheet in looked.sheets][1] == ("healing",)
    assert "healing" in {choice.thing for choice in looked.asides}
