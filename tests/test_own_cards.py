"""Is a card of a group's own, entered at one table, found at the next, and does a file in a bad state lose nothing?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tables import started

from talisman_nb.app.cli import main
from talisman_nb.cards.own_card import definition_of
from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Answer, Change, OwnCard
from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.looking_back import own_to_look_up
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.table.boxes import install_box, remove_box, write_box
from talisman_nb.table.last_time import MEMORY, LastTime
from talisman_nb.table.own_cards import (
    keep_own_card,
    layer_of,
    merge_own_cards,
    own_card,
    own_cards,
    own_cards_file,
    spelt_alike,
)
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")
YETI = {"name": "Yeti", "type": "animal", "strength": 4, "number": 2}
KEPT = OwnCard("Yeti", "animal", 4, number=2, deck="adventure")


def drawing() -> TableController:
    """A table that asks for an Adventure card."""
    panel = started()
    assert panel.table is not None
    for key in ("3", "clockwise"):
        panel.table.answer(key)
    assert panel.table.ask.kind == "card"
    return panel


def entered(panel: TableController, **more: Any) -> None:
    panel.handle({"type": "hand", "own": YETI, **more})
    assert lies(panel)


def lies(panel: TableController) -> bool:
    """Whether the card lies on the board, with its type."""
    screen = panel.screen()
    return ("own/Yeti",) in screen.lies.values() and screen.own_types == {"own/Yeti": "animal"}


def test_a_card_that_is_kept_is_drawn_by_its_name_at_another_table() -> None:
    entered(drawing(), keep=True)
    assert own_cards() == (KEPT,)
    other = drawing()
    assert other.labels().own == (KEPT,)
    other.handle({"type": "answer", "keys": ["own/Yeti"]})
    assert other.table is not None and other.screen().note == ""
    assert lies(other) and other.table.state.own[0].strength == 4


def test_a_card_is_kept_only_if_it_is_wished_and_once() -> None:
    entered(drawing())
    assert own_cards() == () and not own_cards_file().exists()
    entered(drawing(), keep=True)
    entered(drawing(), keep=True)
    assert own_cards_file().read_bytes().count(b"Yeti") == 1


def test_a_card_that_is_refused_is_not_kept() -> None:
    panel = drawing()
    panel.handle({"type": "hand", "own": YETI | {"name": " "}, "keep": True})
    assert panel.screen().note and own_cards() == ()


@pytest.mark.parametrize("more", [{"strength": 10**18}, {"craft": -5}, {"number": -4}, {"words": "x" * 1_001}])
def test_figures_and_words_of_a_card_have_bounds(more: dict[str, Any]) -> None:
    table = drawing().table
    assert table is not None
    own = OwnCard(**{"name": "Yeti", "type": "animal"} | more)
    with pytest.raises(NotAllowedError, match="expected") as refused:
        table.answer_all(Answer(table.state.ply, "own", table.ask.seat, own=own))
    assert refused.value.reason in ("table.own-figures", "table.own-words")


def test_a_name_that_is_not_in_the_box_is_refused() -> None:
    panel = drawing()
    panel.handle({"type": "answer", "keys": ["own/Yeti"]})
    assert panel.screen().note and panel.table is not None and panel.table.ask.kind == "card"


def test_lines_that_cannot_be_read_are_left_alone_and_a_later_line_wins() -> None:
    own_cards_file().parent.mkdir(parents=True, exist_ok=True)
    own_cards_file().write_bytes(b'{"name": "Roc", "type": "plane"}\n{"name": "Yeti", "ty')
    keep_own_card(OwnCard("Yeti", "animal"), "adventure")
    keep_own_card(OwnCard("Yeti", "animal", 4, number=2), "adventure")
    assert own_cards() == (KEPT,) and own_card("own/Yeti", "spell") is None
    assert own_cards_file().read_bytes().startswith(b'{"name": "Roc", "type": "plane"}\n{"name": "Yeti", "ty\n')


# --- corrected and taken out ---


def kept(panel: TableController, **more: Any) -> str:
    panel.handle({"type": "kept-card", "key": "own/Yeti", "value": "adventure", **more})
    return panel.screen().note


def test_a_card_of_the_box_is_corrected_and_what_runs_with_it_keeps_it() -> None:
    panel = drawing()
    entered(panel, keep=True)
    assert panel.table is not None
    assert "corrected" in kept(panel, own=YETI | {"strength": 6})
    (card,) = own_cards()
    assert (card.strength, card.deck, panel.table.state.own[0].strength) == (6, "adventure", 4)
    panel.handle({"type": "undo"})
    panel.handle({"type": "redo"})
    assert lies(panel) and panel.table.state.own[0].strength == 4, "back and forth"
    assert "corrected" in kept(panel, own=YETI | {"name": "Snow Ape"})
    assert [card.name for card in own_cards()] == ["Snow Ape"], "and it may be called otherwise"


@pytest.mark.parametrize("wrong", [{"strength": 10**18}, {"craft": -5}, {"name": " "}, {"words": "x" * 1_001}])
def test_a_correction_that_no_table_could_use_changes_nothing(wrong: dict[str, Any]) -> None:
    panel = drawing()
    entered(panel, keep=True)
    assert kept(panel, own=YETI | wrong) and own_cards() == (KEPT,)


def test_a_card_of_the_box_is_taken_out_and_what_runs_with_it_keeps_it(tmp_path: Path) -> None:
    panel = drawing()
    assert panel.table is not None
    panel.table.save_as(tmp_path / "with it.talisman")
    entered(panel, keep=True)
    own_cards_file().write_bytes(own_cards_file().read_bytes() + b'\n{"name": "Roc", "type": "plane"}')
    assert "out of our box" in kept(panel) and own_cards() == () and panel.labels().own == ()
    assert own_cards_file().read_bytes() == b'{"name": "Roc", "type": "plane"}', "what can't be read is left alone"
    panel.handle({"type": "undo"})
    panel.handle({"type": "redo"})
    assert lies(panel)
    panel.table.close()
    with Table.open(tmp_path / "with it.talisman") as again:
        assert [own.name for own in again.state.own] == ["own/Yeti"]
    assert kept(drawing()), "there is none any more"


# --- its page ---


def page_of(panel: TableController, key: str = "own/Yeti", text: str = "") -> Any:
    reply = panel.handle({"type": "look-up", "key": key, "value": text})
    assert reply is not None and reply["type"] == "page"
    return reply["page"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_of_the_group_has_a_page_in_its_game_and_from_the_box(lang: str) -> None:
    panel = drawing()
    panel.handle({"type": "language", "lang": lang})
    assert page_of(panel) is None, "there is none yet"
    entered(panel, keep=True)
    keep_own_card(OwnCard("Snow Ape", "monster", craft=3), "another layer's")
    kept(panel, own=YETI | {"strength": 6})
    page, of_box = page_of(panel), page_of(panel, "", "snow ape")
    assert page["title"] == "Yeti" and page["about"][0].endswith(" 4"), "as the game has it, not as the box has it now"
    assert of_box["title"] == "Snow Ape" and of_box["about"][0].endswith(" 3")
    assert page["sections"][0]["lines"] == (load_phrases(lang).say("pages", "in-no-list"),)
    assert panel.labels().own[0].strength == 6, "which the page of the panel corrects"


def test_the_card_beside_a_question_opens_its_page() -> None:
    panel = drawing()
    entered(panel)
    question = panel.screen().question
    assert question is not None and question.card is not None
    assert question.card.key == "own/Yeti" and page_of(panel, question.card.key)["title"] == "Yeti"


def test_a_spell_of_the_group_in_a_hand_is_not_looked_up_by_others() -> None:
    state = replace(drawing().table.state, own=(OwnCard("own/Frost", "spell"), OwnCard("own/Yeti", "animal")))
    assert [card.name for card in own_to_look_up(state)] == ["own/Yeti"]


# --- the command ---


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["own-cards", *words]) == 0
    return capsys.readouterr().out


def test_the_command_lists_corrects_and_takes_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert "empty" in told(capsys)
    keep_own_card(OwnCard("Snow Ape", "animal", 4), "adventure")
    assert told(capsys) == "Snow Ape (Adventure deck): Animal, Strength 4\n"
    assert told(capsys, "snow", "ape", "strength", "6") == "Snow Ape (Adventure deck): Animal, Strength 6\n"
    for wrong in (["snow", "ape", "strength", "99"], ["snow", "ape", "speed", "2"], ["forget", "snow", "apes"]):
        assert main(["own-cards", *wrong]) == 2
        assert capsys.readouterr().err.strip()
        assert "Strength 6" in told(capsys)
    assert "Snow Ape" in told(capsys, "forget", "snow", "ape", "--lang", "pl") and own_cards() == ()


def test_the_command_lists_a_card_of_a_deck_that_only_a_layer_has(capsys: pytest.CaptureFixture[str]) -> None:
    keep_own_card(OwnCard("Mole King", "monster", 5), "dungeon")
    assert told(capsys) == "Mole King (dungeon): Monster, Strength 5\n"


# --- at leisure ---


@pytest.mark.parametrize(
    "typed",
    [
        OwnCard("Kraken", "monster", strength=7, words='Bites "hard".', copies=2, deck="adventure", after="attack"),
        OwnCard("Blade", "object", strength=2, weapon=True, price=2, have_not=("good",), deck="adventure"),
        OwnCard("Old ward", "object", save=5, carries=2, deck="adventure"),
        OwnCard("Fizz", "spell", words="All sneeze.", at=("own_turn",), deck="spell"),
    ],
    ids=lambda card: card.name,
)
def test_what_was_typed_of_a_card_is_the_skeleton_for_what_it_does(typed: OwnCard) -> None:
    keep_own_card(typed, typed.deck)
    assert main(["new-card", typed.name]) == 0
    book = open_book(["third", "my-cards"])
    written, entered = book.card(typed.name.lower().replace(" ", "-")), definition_of(typed, book.table)
    assert replace(written.facts, name="", number=0) == replace(entered.facts, name="", number=0)
    assert written.held == entered.held
    assert book.unknown_cards[typed.deck] == open_book("third").unknown_cards[typed.deck] - typed.copies


def test_a_name_that_is_nearly_that_of_a_typed_card_is_told_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    keep_own_card(OwnCard("Kraken", "monster", strength=7), "adventure")
    assert main(["new-card", "Krakn"]) == 2
    assert "“Krakn”" in (said := capsys.readouterr().err) and "“Kraken”" in said
    assert main(["new-card", "Hut"]) == 2 and "stranger" in capsys.readouterr().err


# --- two spellings of one card ---


def test_two_spellings_are_found_and_made_one_and_what_runs_keeps_both() -> None:
    panel = drawing()
    entered(panel, keep=True)
    keep_own_card(OwnCard("Yetti", "animal", 3, words="Roars.", copies=2), "adventure")
    keep_own_card(OwnCard("Yetti", "animal", 3), "spell")
    first, other, elsewhere = own_cards()
    assert spelt_alike(own_cards()) == {("adventure", "Yetti"): first}, "in another deck it is another card"
    done = LastTime("own/Yetti", "adventure", (Change("life", n=-1),))
    MEMORY.keep(done)
    one = merge_own_cards(first, other)
    assert own_cards() == (one, elsewhere)
    assert one == replace(KEPT, words="Roars.", copies=2), "what nobody had entered of it is the other's"
    assert replace(done, source="own/Yeti") in MEMORY.read()
    assert lies(panel) and panel.table is not None and panel.table.state.own[0].words == ""


def test_short_names_are_no_slips_of_each_other() -> None:
    assert not spelt_alike([OwnCard("Bear", "animal"), OwnCard("Boar", "animal"), OwnCard("Bat", "animal")])


# --- as a layer ---

OURS = (
    OwnCard("Kraken", "monster", 7, words='Bites "hard".\nTwice \\.', copies=2, deck="adventure", after="attack"),
    OwnCard("Sword", "object", strength=2, weapon=True, price=2, have_not=("good",), deck="adventure"),
    OwnCard("Odd thing", "magic object", copies=3, deck="adventure"),
    OwnCard("Fizz", "spell", words="All sneeze.", deck="spell"),
    OwnCard("Tinker", "character", 3, 2, words="Mends pots.", deck="character", life=4, alignment="evil", start="city"),
)


def test_the_box_becomes_a_layer_that_a_table_keeps(tmp_path: Path) -> None:
    layer, left = layer_of((*OURS, OwnCard("Mole", "animal", deck="attic")), "ours", open_book(), name="Ours")
    assert [card.name for card in left] == ["Mole"]
    installed = install_box(write_box(layer))
    book = open_book(f"revised4+{installed.layer_name}")
    written = {"kraken": OURS[0], "sword-2": OURS[1], "fizz": OURS[3], "character.tinker": OURS[4]}
    for key, card in written.items():
        found, typed = book.card(key), definition_of(card, book.table)
        assert replace(found.facts, name="", number=0) == replace(typed.facts, name="", number=0)
        assert found.held == typed.held
    assert [(card.name, card.type, card.copies) for card in book.listed["adventure"]] == [
        ("Odd thing", "magic object", 3)
    ]
    for lang in LANGUAGES:
        assert "Mends pots." in str(page(book, "character.tinker", lang))
    with Table.new({"Ada": "tinker", "Bruno": "thief"}, book.edition, path=tmp_path / "with.talisman") as table:
        table.correct(0, space="fields-1")
    remove_box("ours")
    with Table.open(tmp_path / "with.talisman") as again:
        assert again.state.players[0].character == "tinker"
        assert again.ask.kind == "die" and again.answer("1")
