"""Do the lists to pack a game away by name everything that lies somewhere, and no hidden card?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import FOUR, press_on, started

from talisman_nb.app import cli
from talisman_nb.chronicle.exports import export
from talisman_nb.model import Change
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.wording import Wording, wording_of

pytestmark = pytest.mark.usefixtures("own_home")


def game() -> Table:
    table = press_on(Table.new(FOUR, dice="virtual", cards="virtual", spells="known", seed=7), 150)
    table.change(Change("spells", 0, len(table.state.players[0].spells)), Change("lying-gold", to="runes-2", n=3))
    table.change(Change("leave", 3, to="space"), Change("join", 0, to="elf", name="Elena"))
    return table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_that_hands_would_move_is_named(lang: str) -> None:
    """Difference of hands against the empty board: nothing of it must be missing from the lists."""
    table = game()
    wording, book = wording_of(table.state, lang), book_of(table.state.book)
    moved = [move.card for move in table.to_set_up if move.kind == "card" and not move.to.startswith("spells:")]
    assert len(moved) > 5
    for page in packing_pages(table.state, lang, "Friday"):
        text = str(page).casefold()
        for card in moved:
            if book.deck_of.get(card) != book.face_down:
                assert str(wording.card(card)).casefold()[:3] in text, (lang, card)
        for player in table.state.players:
            assert (player.name in str(page)) == (not player.gone)


def test_a_hand_is_counted_and_not_named() -> None:
    table = Table.new({"Carla": "wizard", "Bruno": "thief"}, dice="virtual", cards="virtual", spells="known", seed=3)
    held = table.state.players[0].spells
    assert held
    for page in packing_pages(table.state, "en", "Friday"):
        assert "2 Spells, face down" in str(page)
        assert not any(str(Wording("en").card(spell)) in str(page) for spell in held)


def test_gold_equal_spaces_and_what_lasts_are_there() -> None:
    table = game()
    away, again = packing_pages(table.state, "en", "Friday")
    titles = [section.title for section in away.sections]
    assert len(titles) == len(set(titles)) and any("Runes, between" in title for title in titles)
    assert "3 gold" in str(away)
    order = [section.title for section in again.sections]
    assert order.index("Discard pile: Adventure deck") < order.index(titles[0]), "piles before people when setting up"


def test_the_page_to_print_has_a_box_for_each_line(tmp_path: Path) -> None:
    table = game()
    made = export(table, "packing", "en", -1)
    lines = sum(len(s.lines) for page in packing_pages(table.state, "en", "x") for s in page.sections)
    assert made.name.endswith(".html") and made.text.count('type="checkbox"') == lines
    assert "<script" not in made.text


def test_a_name_cannot_break_the_page() -> None:
    table = Table.new({"<b>Ada": "dwarf", "Bruno": "thief"})
    assert "<b>Ada" not in export(table, "packing", "en", -1).text


def test_the_command_prints_both_lists(capsys: pytest.CaptureFixture[str]) -> None:
    with Table.new(FOUR, name="Friday"):
        pass
    assert cli.main(["pack", "Friday"]) == 0
    said = capsys.readouterr().out
    assert "Friday: packing away" in said and "Friday: setting up again" in said
    assert cli.main(["pack"]) == 2


def test_the_panel_gets_the_lists() -> None:
    reply = started(FOUR).handle({"type": "packing"})
    assert reply and reply["type"] == "packing" and len(reply["pages"]) == 2


def test_the_file_without_names_names_nobody_who_joined_or_took_over() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    table.change(Change("join", to="elf", name="Elenora"))
    table.change(Change("hand-over", 0, name="Wilhelmina"))
    text = export(table, "file-without-names", "en", -1).text
    assert not any(name in text for name in ("Bruno", "Elenora", "Wilhelmina"))
