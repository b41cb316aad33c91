"""Does a choice say with which thing of a sheet it is done?"""

from __future__ import annotations

import pytest
from tables import FOUR, started

from talisman_nb.model import Change

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_card_put_down_and_one_used_are_named_by_their_key() -> None:
    panel = started(FOUR)
    assert panel.table is not None
    for card in ("mule", "holy-lance"):
        panel.table.change(Change("card", card=card, origin="deck:adventure", to="seat:0"))
    things = {choice.key: choice.thing for choice in panel.screen().asides}
    assert things["0/drop:mule"] == "mule" and things["0/drop:holy-lance"] == "holy-lance"


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
