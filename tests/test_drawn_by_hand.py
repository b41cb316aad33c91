"""Is a card drawn that no space lets draw, once the players say so: named, counted, laid down and met?"""

from __future__ import annotations

import pytest

from talisman_nb import Table
from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Change, OwnCard
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import violations

PACK = Layer(
    "cupboard",
    {
        "decks.toml": '[cellar]\nname = { en = "Cellar" }\n[marshes]\nname = { en = "Marshes" }\ncovers = "anywhere"',
        "listed.toml": '[cellar.monster]\n"Old Troll" = 2\n[cellar.object]\n"Old Lamp" = 1\n'
        '[marshes.terrain]\n"Old Bog" = 2',
    },
)
TROLL = OwnCard("Old Troll", "monster", copies=2, strength=4)


def played() -> Table:
    return Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=[PACK], first=0)


def left(table: Table, deck: str) -> int:
    found = dict(zip(book_of(table.state.book).decks, table.state.decks, strict=True))[deck]
    return found.unknown + len(found.own)


def test_a_card_drawn_by_hand_is_counted_laid_down_and_met() -> None:
    table = played()
    table.change(Change("draw", 0, to="cellar"))
    assert (table.ask.kind, table.ask.purpose, table.ask.unknown, left(table, "cellar")) == ("card", "cellar", 3, 3)
    table.answer("own", own=TROLL)
    assert table.ask.purpose == "attack" and left(table, "cellar") == 2
    table.answer("6")
    table.answer("1")
    assert table.state.players[0].trophies == ("own/Old Troll",) and table.ask.purpose == "move"
    assert violations(table.state) == []


def test_after_it_the_question_comes_that_was_asked_before() -> None:
    table = played()
    asked = table.ask
    table.change(Change("draw", 0, to="cellar"))
    table.answer("own", own=OwnCard("Old Lamp", "object"))
    while table.ask.kind == "take":
        table.answer(table.ask.options[0].key)
    assert (table.ask.kind, table.ask.purpose, table.ask.seat) == (asked.kind, asked.purpose, asked.seat)


def test_what_lay_there_before_is_not_met_again_and_an_encounter_meets_the_card_itself() -> None:
    table = played()
    table.correct(0, space="fields-1")
    table.correct(card="goblin", origin="deck:adventure", to="space:fields-1")
    table.change(Change("draw", 0, to="cellar"))
    table.answer("own", own=OwnCard("Old Lamp", "object"))
    assert table.ask.purpose != "attack", "the Goblin waits for who lands there"
    while table.ask.kind == "take":
        table.answer("done")
    table.answer("1")
    while table.ask.kind != "card":
        table.answer(table.ask.options[0].key)
    table.change(Change("draw", 0, to="cellar"))
    table.answer("own", own=TROLL)
    assert table.ask.purpose == "attack", "met by the encounter that goes on, in which it counts as drawn (meet.draw)"


def test_a_card_that_covers_lies_over_the_space_of_whoever_draws_it() -> None:
    table = played()
    table.change(Change("draw", 0, to="marshes"))
    table.answer("own", own=OwnCard("Old Bog", "terrain", copies=2, words="Who lands here misses a turn."))
    book = book_of(table.state.book)
    assert table.state.spaces[book.board.index["crags"]] == ("own/Old Bog",) and left(table, "marshes") == 1
    assert table.ask.purpose == "move" and violations(table.state) == []
    with pytest.raises(NotAllowedError, match="terrain"):
        table.change(Change("draw", 0, to="marshes"))
        table.answer("own", own=TROLL)


@pytest.mark.parametrize("deck", ["celar", "spell", ""])
def test_only_a_deck_that_is_drawn_face_up_is_drawn_by_hand(deck: str) -> None:
    with pytest.raises(NotAllowedError) as refused:
        played().change(Change("draw", 0, to=deck))
    assert refused.value.cites == ("table.correction",)


def test_the_form_offers_its_decks_and_asks_for_the_card_before_a_text_is_settled() -> None:
    table = played()
    screen = TableController(table)
    assert screen.labels().draws == {"adventure": "Adventure deck", "cellar": "Cellar", "marshes": "Marshes"}
    table.change(Change("draw", 0, to="cellar"))
    table.answer("own", own=OwnCard("Old Note", "event", words="Draw two cards of the Cellar."))
    assert table.ask.kind == "hands"
    draw = {"what": "draw", "seat": table.ask.seat, "to": "cellar"}
    screen.handle({"type": "correct", "changes": [draw], "done": True, "ply": table.state.ply})
    assert table.ask.purpose == "cellar"
