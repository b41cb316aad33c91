"""Does the grid of a group's cards read, keep, merge and write what is typed and pasted, and nothing that is wrong?"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talisman_nb.engine import NotAllowedError
from talisman_nb.model import OwnCard
from talisman_nb.panels.parts import CardGridPanel, Workshop
from talisman_nb.panels.parts.card_grid import ACTS, MOST_ROWS, CardGrid
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import LISTED, installed_layers
from talisman_nb.table.boxes import installed_boxes
from talisman_nb.table.own_cards import keep_own_card, own_cards
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.setup_values import CardGridScreen

BOOK = open_book()
BLADE = OwnCard("Blade", "object", 2, weapon=True, price=3, deck="adventure")


def grid(*cards: OwnCard, lang: str = "en") -> CardGrid:
    return CardGrid(BOOK, lang, cards)


def press(of: CardGrid, type: str, **more: Any) -> CardGridScreen:
    return of.handle({"type": type, **more})


def cells(shown: CardGridScreen, row: int = -1) -> dict[str, str]:
    return {column.key: cell for column, cell in zip(shown.columns, shown.rows[row].cells, strict=True)}


def test_what_is_typed_is_read_in_any_language_and_shown_in_ones_own() -> None:
    of = grid(BLADE, lang="it")
    shown = press(of, "cell", row=1, column="type", value="magic item")
    assert cells(shown)["type"] == "Oggetto magico" and shown.rows[0].state == "changed"
    assert of.cards == (OwnCard("Blade", "magic object", 2, weapon=True, price=3, deck="adventure"),), "the rest stays"
    assert press(of, "undo").rows[0].state == "" and of.cards == (BLADE,)


def test_a_mistake_stands_at_its_cell_and_such_a_row_is_not_kept() -> None:
    of = grid()
    press(of, "add")
    assert not press(of, "cell", row=1, column="deck", value="").rows[0].wrong, "of an empty row nothing is wrong"
    shown = press(of, "cell", row=1, column="strength", value="lots")
    assert set(shown.rows[0].wrong) == {"name", "type", "strength"} and of.cards == ()


def test_a_paste_at_a_cell_fills_in_order_and_adds_rows() -> None:
    of = grid(BLADE)
    shown = press(of, "paste", row=1, column="strength", value="5\t1\t\t2\n3")
    assert [cells(shown, row)["strength"] for row in range(2)] == ["5", "3"] and cells(shown, 0)["copies"] == "2"
    assert press(of, "paste", row=1, column="words", value="a\tb").told == ("there is no column for it",)


def test_a_table_is_added_and_a_card_that_is_there_is_corrected_by_it() -> None:
    of = grid(BLADE)
    shown = press(of, "paste", value="Nome;Tipo;Forza;Prezzo\nblade;oggetto;4;\nCoat;oggetto;;2\nRoc;drago;x;")
    assert [(card.name, card.strength, card.price) for card in of.cards] == [("blade", 4, 3), ("Coat", 0, 2)]
    assert shown.told == ("Row 4, Strength (“x”): expected a whole number from 0 to 99",)
    press(of, "cell", row=2, column="words", value="Warm.")
    assert of.cards[1].price == 2, "what no column shows stays"


def test_a_character_is_a_row_with_columns_of_its_own() -> None:
    of = grid(BLADE)
    shown = press(of, "paste", value="Tinker: Strength 3, Craft 2, Life 4, Fate 1, Start: City, Evil. 1. You mend.")
    assert cells(shown) | {"life": "4", "fate": "1", "start": "City", "deck": "Character"} == cells(shown)
    assert of.cards[1].words == "You mend." and shown.rows[1].character and not shown.told


def test_more_rows_than_fit_are_told() -> None:
    table = "Name\tType\n" + "\n".join(f"Imp {n}\tspirit" for n in range(MOST_ROWS + 5))
    shown = press(grid(), "paste", value=table)
    assert len(shown.rows) == MOST_ROWS and "at most" in shown.told[0]


# --- kept ---


@pytest.mark.usefixtures("own_home")
def test_the_box_is_corrected_renamed_merged_and_what_is_taken_out_goes() -> None:
    for card in (
        BLADE,
        OwnCard("Blady", "object", words="Cuts."),
        OwnCard("Yeti", "animal", 4),
        OwnCard("Imp", "spirit"),
    ):
        keep_own_card(card, "adventure")
    of = CardGridPanel().grid
    near = of.screen().rows[1]
    assert (near.near, near.near_row) == ("Blade", 1)
    press(of, "merge", row=2)
    press(of, "cell", row=1, column="name", value="Long Blade")
    press(of, "cell", row=3, column="name", value="Imp")
    press(of, "remove", row=4)
    assert {card.name for card in own_cards()} == {"Blade", "Yeti", "Imp"}, "nothing is kept before it is said"
    shown = press(of, "keep")
    assert {(card.name, card.type, card.words) for card in own_cards()} == {
        ("Long Blade", "object", "Cuts."),
        ("Imp", "animal", ""),
    }
    assert not shown.unsaved and not shown.undo and shown.told == ("Kept for our next games: 2.",)


@pytest.mark.usefixtures("own_home")
def test_it_becomes_a_box_in_its_next_version_and_a_file() -> None:
    of = grid(BLADE, OwnCard("Mole", "animal", 3, deck="attic"))
    assert "Mole" in press(of, "box", value="Winter nights").told[0]
    press(of, "box", value="Winter nights")
    assert [(box.id, box.version) for box in installed_boxes()] == [("winter-nights", "1"), ("winter-nights", "2")]
    book = open_book(f"revised4+{installed_boxes()[-1].layer_name}")
    assert book.card("blade").facts.strength == 0 and book.card("blade").held
    file = press(of, "export", value="csv").file
    assert file and file.text.startswith("\ufeffName,Type,") and "Mole,Animal,3" in file.text
    assert installed_layers()


@pytest.mark.usefixtures("own_home")
def test_what_can_not_be_made_a_box_is_told_with_the_reason() -> None:
    of = grid(OwnCard("Tinker", "character", 3, 2, deck="character", life=4, alignment="evil"))
    assert "start" in press(of, "box", value="Us").told[0] and not installed_boxes()


@pytest.mark.usefixtures("own_home")
def test_its_cards_go_into_the_box_being_made_and_are_corrected_there() -> None:
    keep_own_card(BLADE, "adventure")
    workshop = Workshop("moles")

    def many(type: str, **more: Any) -> None:
        workshop.handle({"type": "grid", "message": {"type": type, **more}})

    workshop.handle({"type": "many"})
    many("paste", value="Name,Type,Strength,Craft,Deck\nYeti,Animal,4,,\nRest,Event,,,\nOwl,Animal,1,,Attic")
    many("cell", row=4, column="deck", value="adventure deck")
    many("draft")
    assert workshop.grid["told"] == (
        "In the box being made: 3. By their names alone, asked about as they are drawn: Rest.",
    ), "what was only in the group's box stays out of it"
    assert [entry["name"] for entry in workshop.content["entries"]] == ["Yeti", "Owl"]
    assert workshop.layer.tables(LISTED) == {"adventure": {"event": {"Rest": 1}}} and workshop.content["open"] == "yeti"
    workshop.handle({"type": "edit"})
    workshop.handle({"type": "set", "at": "name", "value": {"en": "Yeti", "pl": "Człowiek Śniegu"}})
    workshop.handle({"type": "add", "at": "lost", "key": "lose"})

    workshop.handle({"type": "many"})
    many("paste", value="Name,Type,Craft\nCzłowiek Śniegu,Spirit,6\nRest,Event,\nBog,Event,")
    many("draft")
    table = workshop.layer.tables("adventure/cards.toml")["yeti"]
    assert table["name"] == {"en": "Yeti", "pl": "Człowiek Śniegu"} and table["lost"], "what it does stays"
    assert (table["type"], table["craft"], "strength" in table) == ("spirit", 6, False), "its columns are the table's"
    assert workshop.layer.tables(LISTED) == {"adventure": {"event": {"Rest": 1, "Bog": 1}}}
    workshop.handle({"type": "edit"})
    workshop.handle({"type": "undo"})
    assert workshop.layer.tables("adventure/cards.toml")["yeti"]["strength"] == 4

    workshop.handle({"type": "many"})
    many("draft")
    assert "Blade" in {entry["name"] for entry in workshop.content["entries"]}, "nothing was typed: all of them"
    assert not workshop.content["wrong"] and own_cards() == (BLADE,)


def test_a_message_that_no_panel_sends_is_refused() -> None:
    for wrong in (None, {}, {"type": "eat"}, {"type": "cell", "row": "x"}):
        with pytest.raises(NotAllowedError):
            grid().handle(wrong)
    assert press(grid(BLADE), "draft").told, "there is no box being made, and that is said"


PRESSES = st.fixed_dictionaries(
    {
        "type": st.sampled_from(sorted({*ACTS} - {"keep", "box", "merge"})),
        "row": st.integers(0, 4),
        "column": st.sampled_from(["name", "type", "strength", "copies", "deck", "words", "start", "eyes"]),
        "value": st.one_of(
            st.sampled_from(
                ["Yeti", "animal", "character", "7", "evil", "1\t2\n3", "Name\tType\nImp\tspirit", "Life 4"]
            ),
            st.text(max_size=12),
        ),
    }
)


@settings(deadline=None, max_examples=60)
@given(st.lists(PRESSES, max_size=8), st.sampled_from(LANGUAGES))
def test_no_press_breaks_the_grid_and_undo_leads_back(presses: list[dict[str, Any]], lang: str) -> None:
    of = grid(BLADE, lang=lang)
    first = of.screen().rows
    for each in presses:
        shown = of.handle(each)
        assert len({row.id for row in shown.rows}) == len(shown.rows)
        assert all(len(row.cells) == len(shown.columns) for row in shown.rows)
    while of.screen().undo:
        press(of, "undo")
    assert of.screen().rows == first
