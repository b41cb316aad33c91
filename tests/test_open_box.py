"""Does a group read what is not known of its edition, and whose cards are played where its own are in no list?"""

from __future__ import annotations

from pathlib import Path

import pytest
from editions import TESTED

from talisman_nb.chronicle.page import as_markdown, as_page
from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.engine.view import seen_by
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.rules.index import rule
from talisman_nb.rules.layers import offered_editions, variants, with_known_cards
from talisman_nb.rulings.answer_questions import answer
from talisman_nb.rulings.rulings_by_subject import ruling_page
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES, variant_name
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.pages.rule_page import DOUBTS, doubts_page, rule_page
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import Wording

OPEN = tuple(name for name in offered_editions() if name not in TESTED)
"""Editions whose cards are in no list."""
PLAYERS = {"Ada": "dwarf", "Bruno": "thief"}


def test_an_edition_is_played_with_cards_that_are_known() -> None:
    assert OPEN and [with_known_cards(name) for name in TESTED] == [*TESTED]
    assert all(open_book(with_known_cards(name)).characters for name in OPEN)


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", OPEN)
def test_whose_cards_are_played_is_told_wherever_they_are(edition: str, lang: str) -> None:
    """On the screens of a table, the bench, an answer card, the pages of cards, and all that is printed."""
    book = open_book(with_known_cards(edition))
    told = variant_name(book, lang)
    assert told and not variant_name(open_book(edition), lang)
    with Table.new(PLAYERS, book.edition, name="Friday", lang=lang) as table:
        seen, shown = seen_by(table.state), TableController(table, lang).labels()
        printed = (*packing_pages(seen, lang, "Friday"), as_markdown(table, lang, -1), as_page(table, lang, -1))
    bench = AnalysisController(f"edition {book.edition} | dwarf crags | thief city", lang)
    said = (
        *printed,
        bench.screen(),
        answer("monk lance", lang)._repr_markdown_(),  # the columns of the editions
        page(book, "wolf", lang),
        draw_named_board(book, lang),
    )
    assert [each for each in said if told not in str(each) and sentence(told) not in str(each)] == []
    assert shown.variant == sentence(told)
    with Table.new([("Ada", ""), ("Bruno", "")], edition, name="Box", lang=lang) as table:
        assert not TableController(table, lang).labels().variant


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", OPEN)
def test_what_is_not_known_is_counted_and_named(edition: str, lang: str) -> None:
    book, said = open_book(edition), str(doubts_page(open_book(edition), lang))
    wording = Wording(lang, book=book)
    assert all(f"{sentence(wording.deck(deck))}: {n}".replace(":", "") in said.replace("\u00a0:", "").replace(":", "")
               for deck, n in book.unknown_cards.items() if n)  # fmt: skip
    unread = [space for space in book.board.spaces if "read_board" in str(book.board.space(space).rules)]
    assert len(unread) > 10 and all(str(wording.space(space)) in said for space in unread)
    assert all(doubt.text(lang) in said or sentence(doubt.text(lang)) in said
               for doubts in book.certainty.doubt.values() for doubt in doubts.values())  # fmt: skip
    lent = str(doubts_page(open_book(with_known_cards(edition)), lang))
    assert wording.say("pages", "unread-spaces") in said and wording.say("pages", "unread-spaces") not in lent
    assert wording.say("pages", "unknown-characters") not in lent


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_edition_decides_is_not_told_as_left_open_by_others(lang: str) -> None:
    """The third edition puts the space before its cards, and says how a new character comes."""
    told, usual = (str(doubts_page(open_book(edition), lang)) for edition in ("third", "revised4"))
    for id in ("meet.other-spaces", "death.again", "spell.gain-full", "setup.characters"):
        assert f"{id}  " not in told and f"{id}  " in usual
    assert "combat.several  " in told, "open there too"
    words = sentence(rule("death.again").says("third", lang) or "")
    assert words == rule_page(open_book("third"), "death.again", lang).about[0]
    assert f"death.again  {words}" in str(ruling_page("third-nobody-out", lang)), "and so on the page of a ruling"
    official = load_phrases(lang).topics["pages"]["official"]
    assert official in rule_page(open_book("third"), "death.again", lang).about
    assert official not in rule_page(open_book(), "death.again", lang).about


@pytest.mark.parametrize("edition", OPEN)
def test_house_rules_about_what_is_not_there_are_not_offered(edition: str) -> None:
    """Those of the Crown where the board has none, those that part or mix a deck where none of its cards is listed."""
    crown, decks = {"command.low", "switch.last_finishes"}, {"switch.two_decks", "switch.deck_mix"}
    box, lent = (open_book(spec) for spec in (edition, with_known_cards(edition)))
    assert crown | decks <= {*offered_rules(open_book())} and not box.board.crown
    assert (
        not (crown | decks) & {*offered_rules(box)}
        and decks <= {*offered_rules(lent)}
        and not crown & {*offered_rules(lent)}
    )


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_and_the_table_open_that_page(lang: str, tmp_path: Path) -> None:
    """In the form it is about what is chosen there."""
    ask, panel = {"type": "look-up", "key": DOUBTS}, TableController(lang=lang)
    told = [panel.handle(ask)]
    for edition in OPEN:
        for part, value in (("edition", edition), *(("variant", one) for one in variants(edition))):
            panel.handle({"type": "part", "key": part, "value": value})
            told.append(panel.handle(ask))
    titles = [tuple(reply["page"]["about"])[:2] for reply in told]
    assert len(set(titles)) == len(told)
    panel.handle({"type": "start", "players": [{"name": name, "character": key} for name, key in PLAYERS.items()]})
    assert panel.handle(ask)["page"] == told[-1]["page"]
