"""Are twenty real kinds of fan card made in the workshop by what it offers, and does it say what is wrong, where?"""

from __future__ import annotations

import re
from base64 import b64encode

import pytest
from fan_cards import BEYOND, CARDS, Beyond, FanCard, field_at, made, press
from read_aloud import english_in
from test_layer_pictures import moving, points

from talisman_nb.drawing.definition_picture import text_of
from talisman_nb.engine import ask
from talisman_nb.notation.situation import situation
from talisman_nb.panels.parts.workshop_model import WorkshopModel
from talisman_nb.rules.bitmaps import read_bitmap
from talisman_nb.rules.book import open_book
from talisman_nb.rules.drafts import checked, entries, table_of
from talisman_nb.rules.layers import Layer
from talisman_nb.table.boxes import read_box, write_box
from talisman_nb.text.definitions.form_fields import FormMaker, every_field
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

MAGPIE = next(card for card in CARDS if card.name == "Gold Magpie")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_fan_card_is_made_told_and_comes_up_at_once(card: FanCard) -> None:
    model = WorkshopModel("fan-box")
    shown = made(model, card)
    assert not shown.wrong and not [one.wrong for one in every_field(shown.form) if one.wrong], shown.file
    assert [told.lang for told in shown.told] == [*LANGUAGES]
    assert all(told.lines for told in shown.told)
    assert card.says.lower() in " ".join(shown.told[0].lines).lower(), shown.told[0].lines
    assert shown.picture.startswith("<svg") and shown.can_try
    text = model.trial()
    assert model.entry is not None and model.entry.name in text
    assert ask(situation(text)).options
    again = WorkshopModel(model.layer)
    assert again.screen().form == model.screen().form, "what is saved is what is read"


@pytest.mark.parametrize("card", BEYOND, ids=lambda card: card.missing)
def test_what_no_operation_says_is_told_and_can_be_written_in_words(card: Beyond) -> None:
    text = f'[jar]\nname = "Jar"\ntype = "object"\n{card.part}\n'
    assert checked(Layer("fan-box", {"adventure/cards.toml": text}), "revised4").mistakes, "is it still missing?"
    for lang in LANGUAGES:
        model = WorkshopModel("fan-box", lang=lang)
        shown = model.handle({"type": "new", "key": "object", "value": "Jar"})
        assert load_phrases(lang).raw("workshop", f"missing.{card.missing}") in shown.missing
        assert field_at(shown, "words").kind == "languages", "what is settled by hand instead"
        assert len(shown.missing) == len({each.missing for each in BEYOND})


def test_a_mistake_stands_at_its_field_and_changes_can_be_taken_back() -> None:
    model = WorkshopModel("fan-box")
    made(model, MAGPIE)
    whole = model.screen()
    broken = model.handle({"type": "set", "at": "lost.0.what", "value": "gld"})
    assert "gold" in field_at(broken, "lost.0.what").wrong and not broken.can_try
    assert model.handle({"type": "undo"}) == whole
    nothing = model.handle({"type": "set", "at": "strength", "value": None})
    assert field_at(nothing, "strength").wrong and nothing.picture, "what it says so far is told all the same"


def test_what_no_form_sends_changes_nothing() -> None:
    model = WorkshopModel("fan-box")
    made(model, MAGPIE)
    before = model.layer
    for message in (
        "x", {"type": "fly"}, {"type": "set", "at": "", "value": 1}, {"type": "add", "at": "lost.0", "key": "gold"},
        {"type": "new", "key": "plane"}, {"type": "draw", "value": "<svg viewBox='0 0 4 4'><script/></svg>"},
    ):  # fmt: skip
        assert model.handle(message).note and model.layer is before
    for at, value in (("lost", "x" * 9), ("held.9.n", {}), ("name.0.x", [[]]), ("type", 3), ("hex", {"mods": 3})):
        assert model.handle({"type": "set", "at": at, "value": value}).lang == "en"
        model.handle({"type": "undo"})
    assert model.layer == before


def test_a_drawing_is_cleaned_and_taken_away_again() -> None:
    model = WorkshopModel("fan-box")
    made(model, MAGPIE)
    plain = model.screen().picture
    drawing = '<svg viewBox="0 0 4 4"><circle cx="2" cy="2" r="1" fill="#a03020"/></svg>'
    assert "#a03020" in model.handle({"type": "draw", "value": drawing}).picture
    address = read_bitmap(points("png"), "").address
    shown = model.handle({"type": "draw", "value": address})
    assert address in shown.picture and shown.drawing and not shown.note and shown.can_try
    assert "stands still" in model.handle({"type": "draw", "value": with_kind(moving("gif"))}).note
    assert (
        "expected an SVG file of plain shapes, or a small"
        in model.handle({"type": "draw", "value": "data:;base64,"}).note
    )
    assert model.screen().picture == shown.picture and "<image" in read_box(write_box(model.layer)).layer.texts[DRAWN]
    assert model.handle({"type": "draw", "value": ""}).picture == plain


DRAWN = "pictures/gold-magpie.svg"


def with_kind(raw: bytes) -> str:
    return f"data:image/gif;base64,{b64encode(raw).decode()}"


@pytest.fixture(scope="module")
def box() -> Layer:
    """A box with all the cards."""
    model = WorkshopModel("fan-box")
    for card in CARDS:
        made(model, card)
    assert len(entries(model.layer)) == len(CARDS) and not model.checked.mistakes
    return model.layer


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_is_offered_has_a_name(lang: str, box: Layer) -> None:
    model = WorkshopModel(box, lang=lang)
    for entry in entries(box):
        table = table_of(box, entry)
        maker = FormMaker(model.book, entry.key, table, lang)
        labelled = ("languages", "yes-no", "several", "text")
        assert all(one.label for one in every_field(maker.form()) if one.kind in labelled)
        every = (one for found in maker.lists.values() for one in found)
        assert {one.key for one in every if one.label == one.key and "_" in one.key} <= {*table}


def test_a_space_of_the_board_says_something_else() -> None:
    model = WorkshopModel("fan-box")
    shown = model.handle({"type": "new", "key": "space", "value": "tavern"})
    assert shown.open == "space.tavern" and not model.checked.mistakes and shown.told[0].lines
    assert field_at(shown, "visited").kids, "what it says now"
    model.handle({"type": "add", "at": "here", "key": "cannot"})
    assert press(model, "set", "here.0.act", "cast").can_try


@pytest.mark.parametrize("how", ["copy", "like"])
@pytest.mark.parametrize("key", ["wolf", "holy-lance", "healing", "character.dwarf"])
def test_a_card_begins_with_one_that_is_there(how: str, key: str) -> None:
    model = WorkshopModel("fan-box")
    shown = model.handle({"type": "new", "key": how, "value": "Otter", "at": key})
    assert key in {one.key for one in shown.models} and shown.can_try and not shown.wrong, shown.file
    assert shown.told[0].name == "Otter"
    original = open_book("revised4")
    for told in shown.told:
        assert told.lines == text_of(original, key, told.lang)
    assert situation(model.trial())
    table = table_of(model.layer, entries(model.layer)[0])
    assert ("like" in table) == (how == "like") == any(one.at == "like" for one in shown.form)
    if how == "like" and key == "wolf":
        assert press(model, "set", "strength", 5).can_try
        assert model.book.card("otter").facts.strength == 5 != original.card(key).facts.strength
        assert {one.at for one in every_field(model.screen().form)} > {"drawn"}, "what an Enemy may have is offered"


def test_new_spaces_hang_on_the_board_and_are_taken_out_again() -> None:
    model = WorkshopModel("fan-box")
    model.handle({"type": "new", "key": "new-space", "value": "Old Well", "at": "ruins"})
    shown = model.handle({"type": "new", "key": "new-space", "value": "Well Floor", "at": "old-well"})
    assert shown.can_try and not shown.wrong, shown.file
    board = model.book.board
    assert board.in_region("old-well") == ("old-well", "well-floor")
    assert field_at(shown, "name").value == "Well Floor" and shown.told[0].name == "Well Floor"
    press(model, "add", "visited", "heal")
    press(model, "set", "draw", 1)
    press(model, "set", "name", "Wet Floor")
    assert ask(situation(model.trial())).options
    assert any(one.key == "well-floor" and "Wet Floor" in one.label for one in model.screen().spaces)
    model.handle({"type": "open", "key": "space.old-well"})
    alone = model.handle({"type": "leave-out"})
    assert not alone.can_try and alone.wrong, "nothing leads to the other one"
    model.handle({"type": "undo"})
    for key in ("well-floor", "old-well"):
        model.handle({"type": "open", "key": f"space.{key}"})
        left = model.handle({"type": "leave-out"})
    assert not left.wrong and not entries(model.layer) and "old-well" not in model.book.board.index


MISTAKES = {
    "Gold Magpie": (
        ("set", "strength", None), ("set", "strength", 1000), ("set", "lost.0.what", "gld"), ("set", "lost.0.n", -1),
        ("set", "name", None), ("set", "tokens", 3), ("set", "visited", [{"op": "gain", "what": "gold"}]),
        ("set", "later", [{"op": "gain", "what": "gold"}]), ("set", "lost.0.who", "nobody"),
        ("set", "held", [{"mod": "reroll", "for": "wolf-hunt"}]), ("set", "lost", [{"op": "place", "card": "gold"}]),
    ),
    "Wishing Bone": (
        ("remove", "met.0"), ("remove", "met.1.rows.1"), ("set", "met.1.rows.0.from", 5), ("set", "met.1.rows.1.to", 9),
        ("remove", "met.1"), ("remove", "met"), ("set", "met.1.rows.0.to", 4),
    ),
    "Salt Pedlar": (("set", "life", None), ("set", "start", None)),
    "Stinging Word": (("set", "at", None), ("set", "type", "event")),
}  # fmt: skip
"""Mistakes that an author can make in the form, by the card they are made on."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_mistakes_are_told_in_the_readers_language(lang: str) -> None:
    for card in CARDS:
        if card.name not in MISTAKES:
            continue
        model = WorkshopModel("fan-box", lang=lang)
        assert not made(model, card).wrong
        for verb, at, *value in MISTAKES[card.name]:
            shown = model.handle({"type": verb, "at": at, "value": value[0] if value else None})
            told = [*shown.wrong, *(line for one in every_field(shown.form) for line in one.wrong.splitlines())]
            assert told, (card.name, verb, at)
            for line in told if lang != "en" else ():
                line = re.sub(r"'[^']*'", "", line)  # what stands in the file is of no language
                assert not english_in(line, lang), (card.name, verb, at, line)
                assert not any(each in line for each in ("expected", "missing", " got ")), line
            model.handle({"type": "undo"})


def test_names_of_regions_and_decks_are_those_of_the_language() -> None:
    model = WorkshopModel("fan-box", lang="pl")
    made(model, CARDS[0])
    maker = FormMaker(model.book, "x", {"type": "event", "met": [{"op": "draw"}]}, "pl")
    maker.form()
    offered = {one.label for found in maker.lists.values() for one in found}
    assert "talia Przygód" in offered
