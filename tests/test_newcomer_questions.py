"""Does whoever plays the first time read why nothing happens, what a choice gives, and what it is for?"""

from __future__ import annotations

import pytest
from tables import started

from talisman_nb.model import Event
from talisman_nb.notation.text_play import play
from talisman_nb.panels.table.controller import TableController
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


def answer(panel: TableController, *keys: str) -> None:
    """Answer one question after another, by what the table asks."""
    for key in keys:
        assert panel.table is not None
        panel.handle({"type": "answer", "ply": panel.table.ask.ply, "key": key})
        assert not panel.screen().note


def set_by_hand(panel: TableController, **change: object) -> None:
    panel.handle({"type": "correct", "changes": [change]})


# --- why nothing happens ---

NOTHING = {
    "mage": ("only if good", "solo se il personaggio è buono", "seulement si le personnage est bon", "tylko, jeśli "),
    "enchanter": ("only if Craft is at least 4", "solo se l'Astuzia", "seulement si l'Intellect", "tylko, jeśli Moc"),
    "angel": ("no effect if neutral", "nessun effetto se", "aucun effet si", "nie działa, jeśli"),
}


@pytest.mark.parametrize("card", NOTHING)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_happens_says_the_condition_that_decided_it(card: str, lang: str) -> None:
    found = play(f"dwarf fields-1, neutral, craft 3, arrived | thief city > {card}")
    (nothing,) = (event for event in found.told if event.kind == "nothing_happens")
    said = dict(zip(("en", "it", "fr", "pl"), NOTHING[card], strict=True))[lang]
    assert said in say_event(found.state, nothing, lang)


def test_a_row_of_a_table_has_no_condition_to_tell() -> None:
    found = play("dwarf forest, fate 0, arrived | thief city > 4")
    assert [event.cause for event in found.told if event.kind == "nothing_happens"] == [""]


def test_a_roll_that_was_too_low_is_told_by_itself() -> None:
    event = Event("nothing_happens", 0, what="character.sorceress.beguile", n=7, cause="unless", source="mage")
    assert say_event(["Ada"], event, "en") == "Mage: nothing happens to Ada."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_nobody_can_pay_is_what_did_nothing_and_not_its_space(lang: str) -> None:
    panel = started(lang=lang)
    answer(panel, "3", "clockwise", "princess")
    set_by_hand(panel, what="gold", seat=0, n=0)
    answer(panel, "2", "clockwise", "bag-of-gold")
    while panel.table is not None and panel.table.ask.seat:
        answer(panel, panel.table.ask.open()[0])
    answer(panel, "2", "clockwise", "mercenary")
    moment = panel.screen().moment
    assert moment is not None and moment.picture == "mercenary" and moment.detail.startswith("1 ")
    if lang == "en":
        told = "Mercenary: nothing happens to Ada", "1 gold · Ada does not have enough gold"
        assert (moment.text, moment.detail) == told


# --- what a choice gives ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wish_says_how_much_it_gives_and_its_card_is_not_told_as_gone_before(lang: str) -> None:
    panel = started({"Ada": "sorceress", "Bruno": "thief"}, lang=lang)
    while panel.table is not None and panel.table.ask.kind == "card":
        answer(panel, "?")
    answer(panel, "5", "clockwise", "enchanter")
    screen = panel.screen()
    assert screen.question is not None
    labels = {choice.key: choice.label for choice in screen.question.options}
    assert all("1" in labels[what] for what in ("gold", "strength", "craft", "life", "fate"))
    assert screen.moment is None or screen.moment.quiet, "it was drawn, which is no result"
    answer(panel, "strength")
    moment = panel.screen().moment
    assert moment is not None and moment.picture == "enchanter" and "1" in moment.text
