"""Does whoever plays the first time read why nothing happens, what a choice gives, and what it is for?"""

from __future__ import annotations

import pytest
from tables import TWO, started

from talisman_nb.engine import ask
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Event
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import play
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import Wording

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


# --- what is free, and what a Spell, a die or an Armour is about ---

FREE = {"en": "Thief: 1 free", "it": "Ladro: 1 gratis"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_taken_for_nothing_names_the_ability_and_what_is_not_sold_has_no_price(lang: str) -> None:
    panel = started({"Ada": "thief", "Bruno": "dwarf"}, lang=lang)
    answer(panel, "3", "clockwise", "market-day")
    shown = panel.screen().question
    assert shown is not None and shown.shop is not None
    thief, dwarf = shown.shop.buyers
    assert thief.free == FREE.get(lang, thief.free) and "1" in thief.free and not dwarf.free
    sold = {f"purchase/{card}" for card in ("sword", "helmet", "water-bottle", "shield", "mule", "raft")}
    prices = {ware.card: ware.price for ware in shown.shop.wares}
    assert {card for card, price in prices.items() if any(c.isdigit() for c in price)} == sold
    assert len(prices) > len(sold)
    answer(panel, "free:purchase/armour")
    left = panel.screen().question
    assert left is not None and left.shop is not None and not left.shop.buyers[0].free


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_spell_just_announced_may_be_taken_back_before_it_has_a_name(lang: str) -> None:
    panel = started({"Ada": "sorceress", "Bruno": "thief"}, lang=lang)
    while panel.table is not None and panel.table.ask.kind == "card":
        answer(panel, "?")
    aside = next(choice for choice in panel.screen().asides if choice.key.endswith("cast:spell?"))
    later = Wording(lang).say("options", "?")
    assert aside.label != later
    table = panel.table
    assert table is not None
    before = table.state
    panel.handle({"type": "aside", "ply": table.ask.ply, "key": aside.key})
    assert table.ask.purpose == "which-spell"
    asked = panel.screen().question
    assert asked is not None and "no-spell" in [offer.key for offer in asked.offers]
    panel.handle({"type": "answer", "ply": table.ask.ply, "key": "no-spell"})
    assert table.state == before and not panel.screen().note
    found = panel.screen().question
    assert found is not None and "no-spell" not in [offer.key for offer in found.offers]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_several_cards_the_second_is_asked_with_the_first_and_how_many_are_left(lang: str) -> None:
    panel = started({"Ada": "dwarf", "Bruno": "thief"}, lang=lang)
    set_by_hand(panel, what="space", seat=0, to="graveyard")
    answer(panel, "6")
    assert panel.table is not None
    answer(panel, next(option.key for option in panel.table.ask.options if option.space == "ruins"))
    first = panel.screen().question
    assert first is not None and first.kind == "card" and "2" in first.circumstance
    answer(panel, "ghost")
    second = panel.screen().question
    assert second is not None and second.kind == "card" and "1" in second.circumstance
    assert str(Wording(lang).cards(("ghost",))).lower() in second.circumstance.lower()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reroll_in_a_fight_says_whose_die(lang: str) -> None:
    state = situation("dwarf fields-1, fate 2, arrived | thief city > bear > fight > 4 > 3")
    found = question(state, ask(state), lang)
    (reroll,) = (offer for offer in found.offers if offer.key.startswith("fate:"))
    assert "P0" in reroll.label and "4" in reroll.label


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_armour_is_chosen_to_save_the_life_with_its_chance(lang: str) -> None:
    text = "dwarf fields-1, fate 0, has purchase/helmet purchase/shield, arrived | thief city > dragon > fight > 1 > 6"
    state = seen_by(situation(text))
    asked = with_parts(question(state, ask(state), lang), state, ask(state), lang)
    chances = {choice.key: choice.chances for choice in asked.options}
    assert ask(state).purpose == "armour" and all(chances[key] for key in chances if key != "none")
    if lang == "en":
        assert asked.headline == "Which Armour does P0 use to save the life?"
        assert sorted(found.won for found in chances.values() if found) == [17, 33]


def test_a_roll_of_the_program_is_taken_back_by_its_number_and_whose_it_was() -> None:
    with Table.new(TWO, dice="virtual", seed=1) as table:
        panel = TableController(table)
        panel.handle({"type": "roll", "ply": table.ask.ply})
        face = table.lines[-1].answer.key
        (again,) = (choice for choice in panel.screen().asides if choice.key == "/throw-again")
        assert again.label == f"Roll again for Ada instead of the {face} (free)"


def test_an_ability_that_decides_a_fight_has_its_chance_and_counts_before_it() -> None:
    """Beside the fight itself, on the way there, and as one chooses whom to meet: the same chance."""
    laid = play("assassin crags | troll chapel > 2")
    way = with_parts(question(laid.state, laid.ask, "en"), seen_by(laid.state), laid.ask, "en")
    met = laid.answer("anticlockwise")
    whom = with_parts(question(met.state, met.ask, "en"), seen_by(met.state), met.ask, "en")
    attack = next(each.chances for each in whom.options if each.key.startswith("attack"))
    assert attack and any(f"{attack.won}%" in each.note for each in way.options)
    foe = play("assassin fields-1, arrived | thief city | on fields-1, ogre")
    asked = with_parts(question(foe.state, foe.ask, "en"), seen_by(foe.state), foe.ask, "en")
    assert asked.fight and asked.fight.chances and asked.fight.chances.won == 17
    assert [each.chances and each.chances.won for each in asked.offers] == [67]
    assert attack.won == 50, "with the ambush, not 8"
