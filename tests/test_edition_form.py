"""Does the form offer editions side by side, their boxes, and any number of layers, a broken one blocking no other?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import TWO

from talisman_nb.panels.setup.edition_choice import EditionChoice
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import JOIN, layers_folder, offered_editions, packs, variants
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.setup_values import GOAL

MOLE = '[mole]\nname = "Mole"\ntype = "animal"\nstrength = 1\n'
GHOST = '[ghost-king]\nname = "Ghost King"\ntype = "spirit"\ncraft = 7\n'
WULF = '[wulf]\nlike = "wulf"\n'
LENT = [(edition, variant) for edition in offered_editions() for variant in variants(edition)]


def install(name: str, text: str, head: str = "") -> None:
    folder = layers_folder() / name / "adventure"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    if head:
        (folder.parent / "layer.toml").write_text(f"[layer]\n{head}\n", encoding="utf-8")


@pytest.fixture
def layers(own_home: Path) -> Iterator[None]:
    """Two that are in order, and a broken one before, between and behind them."""
    for name, text in (("a-broken", WULF), ("moles", MOLE), ("n-broken", WULF), ("shades", GHOST), ("z-broken", WULF)):
        install(name, text)
    install("moles", MOLE, 'name = { en = "Moles", pl = "Krety" }\nabout = { en = "Twelve burrows.", pl = "Nory." }')
    return iter((None,))


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_broken_layer_says_why_and_blocks_no_other(lang: str) -> None:
    form = SettingUp(lang)
    shown = {layer.key: layer for layer in form.form().layers}
    assert [key for key, layer in shown.items() if layer.wrong] == ["a-broken", "n-broken", "z-broken"]
    assert all("cards.toml: [wulf]" in shown[key].wrong for key in ("a-broken", "n-broken", "z-broken"))
    for key in shown:
        form.tick(key, True)
    assert form.edition == "revised4+moles+shades"
    assert [layer.key for layer in form.form().layers if layer.on] == ["moles", "shades"]
    assert {card in form.book.definitions for card in ("mole", "ghost-king")} == {True}


@pytest.mark.usefixtures("layers")
def test_a_layer_is_called_and_told_as_it_says_itself() -> None:
    told = {lang: {layer.key: layer for layer in SettingUp(lang).form().layers} for lang in LANGUAGES}
    assert (told["pl"]["moles"].name, told["pl"]["moles"].about) == ("Krety", "Nory.")
    assert (told["it"]["moles"].name, told["it"]["moles"].about) == ("Moles", "[en] Twelve burrows.")
    assert (told["en"]["shades"].name, told["en"]["shades"].about) == ("shades", "")


@pytest.mark.usefixtures("layers")
def test_layers_lie_in_the_order_in_which_they_were_ticked_and_may_be_taken_away() -> None:
    form = SettingUp("en")
    for name in ("shades", "moles"):
        form.tick(name, True)
    form.choose("edition", "second")
    assert form.edition == "second+shades+moles"
    form.tick("shades", False)
    form.tick("nothing-such", True)
    assert form.edition == "second+moles"


@pytest.mark.usefixtures("layers")
def test_one_that_was_mended_can_be_ticked_and_one_that_broke_is_left_out() -> None:
    form = SettingUp("en")
    form.tick("moles", True)
    install("a-broken", '[badger]\nname = "Badger"\ntype = "animal"\nstrength = 2\n')
    install("moles", WULF)
    shown = {layer.key: layer for layer in form.form().layers}
    assert (shown["a-broken"].wrong, shown["moles"].on) == ("", False)
    assert "[wulf]" in shown["moles"].wrong
    form.tick("a-broken", True)
    assert form.edition == "revised4+a-broken"


@pytest.mark.usefixtures("own_home")
def test_two_that_do_not_go_together_are_told_beside_the_second() -> None:
    install("moles", MOLE)
    install("other-moles", MOLE.replace("Mole", "Vole"))
    form = SettingUp("en")
    assert not any(layer.wrong for layer in form.form().layers)
    form.tick("moles", True)
    _, other = form.form().layers
    assert "[mole]" in other.wrong
    form.tick("other-moles", True)
    assert form.edition == "revised4+moles"


@pytest.mark.usefixtures("layers")
def test_the_same_people_play_again_with_the_same_layers() -> None:
    table = Table.new(TWO, "second", layers=["shades", "moles"], name="Before")
    form = SettingUp("en")
    form.as_before(table.settings, ["Ada", "Bruno"])
    table.close()
    assert form.edition == "second+shades+moles"
    begun = form.begun()
    assert begun is not None and begun.settings.edition == "second+shades+moles"
    begun.close()


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_edition_has_a_picture_and_a_sentence(lang: str) -> None:
    form = SettingUp(lang).form()
    assert [each.key for each in form.editions] == list(offered_editions())
    assert len({each.about for each in form.editions}) == len(form.editions)
    for each in form.editions:
        board = open_book(each.key).board
        assert len(each.board) == len(board.spaces)
        assert [region for _, _, region in each.board].count(GOAL) == 1
        assert len({place[:2] for place in each.board}) == len(each.board)
        assert len(each.about.split()) <= 25


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("edition", "variant"), LENT)
def test_a_variant_of_an_edition_is_chosen_beside_it(edition: str, variant: str, lang: str) -> None:
    form, other = SettingUp(lang), next(each for each in offered_editions() if each != edition)
    form.choose("edition", other)
    form.choose("variant", variant)
    assert form.edition == other, "of another edition it is none"
    form.choose("edition", edition)
    (shown,) = (each for each in form.form().editions if each.key == edition)
    assert [way.key for way in shown.variants] == ["", *variants(edition)]
    assert all(way.label and way.note for way in shown.variants)
    form.choose("variant", variant)
    assert form.edition == f"{edition}+{variant}"
    form.choose("edition", edition)
    assert form.edition == f"{edition}+{variant}", "pressed again it stays"
    form.choose("edition", other)
    assert form.edition == other


def test_what_is_not_offered_is_not_chosen() -> None:
    chosen = EditionChoice()
    assert not chosen.choose("edition", "fifth")
    assert not chosen.choose("variant", "moles")
    assert not chosen.tick("moles", True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_expansion_is_offered_beside_the_game_alone(lang: str) -> None:
    """By its own name; what plays another edition's cards in place of the box says so as before."""
    (entry,) = (each for each in EditionChoice().editions(lang) if each.key == "revised4")
    alone, expansion = entry.variants
    assert entry.expands and alone.note and expansion.label != "souls" and expansion.note
    other = EditionChoice()
    other.choose("edition", "third")
    assert not any(each.expands for each in other.editions(lang))


def test_packs_lie_over_their_edition_alone_and_are_ticked_again_for_the_same_people(own_home: Path) -> None:
    form = SettingUp("pl")
    shown = form.form().packs
    assert [pack.key for pack in shown] == list(packs("revised4")) and not any(pack.on for pack in shown)
    assert all(pack.name and pack.about for pack in shown)
    for key in (shown[5].key, shown[2].key):
        form.tick(key, True)
    assert form.edition == JOIN.join(("revised4", shown[2].key, shown[5].key))
    form.players = tuple(TWO.items())
    table = form.begun()
    assert table
    table.close()
    again = SettingUp("pl")
    again.same_people()
    assert again.edition == form.edition
    again.choose("edition", "second")
    assert again.edition == "second" and not again.form().packs
    form.tick(shown[2].key, False)
    assert form.edition == JOIN.join(("revised4", shown[5].key))
