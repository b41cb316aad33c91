"""Is a piece laid before the first turn, moved by whoever throws one of its faces, and met by whom it reaches?"""

from __future__ import annotations

import pytest

from talisman_nb import Table
from talisman_nb.cards.decode import CardError
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page

OGRE = """
[ogre-king]
name = { en = "Ogre King", pl = "Król Ogrów" }
type = "place"
moves_on = [1, 6]
"""
DECK = '[crowns]\nname = { en = "Crowns" }\n'
BY_HAND = Layer("crowned", {"decks.toml": DECK, "crowns/king.toml": OGRE + 'words = { en = "Pay the king." }\n'})
WRITTEN = Layer(
    "ruled", {"decks.toml": DECK, "crowns/king.toml": OGRE + 'visited = [{ op = "lose", what = "gold", n = 1 }]\n'}
)


def begun(layer: Layer = BY_HAND) -> Table:
    table = Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=[layer], first=0)
    assert (table.ask.purpose, table.ask.source, table.ask.seat) == ("piece-starts", "ogre-king", 0)
    table.answer("graveyard")
    return table


def lies(table: Table) -> list[str]:
    spaces = zip(book_of(table.state.book).board.spaces, table.state.spaces, strict=True)
    return [space for space, cards in spaces if "ogre-king" in cards]


def test_it_is_laid_before_the_first_turn_and_is_in_no_deck_that_is_drawn_from() -> None:
    table = begun()
    assert lies(table) == ["graveyard"] and table.ask.purpose == "move" and violations(table.state) == []
    assert "crowns" not in TableController(table).labels().draws
    table.undo()
    assert lies(table) == [] and table.ask.purpose == "piece-starts"


@pytest.mark.parametrize(("face", "moved"), [("1", True), ("6", True), ("3", False)])
def test_a_face_of_its_own_moves_it_once_the_throw_stands(face: str, moved: bool) -> None:
    table = begun()
    table.answer(face)
    assert table.ask.kind == "way", "the throw may still be made again for fate"
    table.answer(next(option.key for option in table.ask.options if not option.closed))
    assert (table.ask.purpose == "piece-moves") == moved
    if moved:
        assert (table.ask.seat, table.ask.source) == (0, "ogre-king")
        table.answer("ruins")
        assert lies(table) == ["ruins"] and table.ask.purpose != "piece-moves"


def test_whom_it_reaches_settles_by_hand_what_only_its_words_say() -> None:
    table = begun()
    for key in ("1", "clockwise", "city"):
        table.answer(key)
    assert (table.ask.kind, table.ask.seat, table.ask.source) == ("hands", 1, "ogre-king")
    table.answer("done")
    assert table.ask.seat == 0 and violations(table.state) == []


def test_of_several_who_stand_there_the_one_that_moved_it_says_who() -> None:
    table = begun()
    table.correct(1, space="crags")
    for key in ("1", "clockwise", "crags"):
        table.answer(key)
    assert (table.ask.kind, table.ask.seat) == ("hands", 0 if len({p.space for p in table.state.players}) == 1 else 1)


def test_whoever_lands_there_meets_it_as_a_place() -> None:
    table = begun(WRITTEN)
    table.correct(1, space="graveyard", gold=3)
    for key in ("1", "clockwise", "graveyard"):
        table.answer(key)
    assert table.state.players[1].gold == 2, "what a layer has written is run for whom it reaches"
    table = begun(WRITTEN)
    table.correct(0, space="fields-2", gold=3)
    while table.ask.kind in ("die", "way"):
        table.answer("2" if table.ask.kind == "die" else "clockwise")
    assert table.state.players[0].gold in (2, 3)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_says_what_moves_it(lang: str) -> None:
    said = str(page(open_book(["revised4", BY_HAND]), "ogre-king", lang))
    assert "1" in said and "6" in said


def test_only_a_place_or_a_stranger_is_moved_so() -> None:
    wrong = Layer("wrong", {"decks.toml": DECK, "crowns/king.toml": OGRE.replace("place", "event")})
    with pytest.raises(CardError, match="moves_on"):
        open_book(["revised4", wrong])
