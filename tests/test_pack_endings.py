"""Is an ending dealt of all that packs list, open or hidden, settled by hand where nobody has written it, and won?"""

from __future__ import annotations

from typing import Any

import pytest

from talisman_nb import Table
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.covers import hidden_covers
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Change, OwnCard
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.rules.layers import packs
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.pages.rule_page import doubts_page

CROWN = "crown-of-command"
ENDED = tuple(pack for pack in packs("revised4") if "ending" in open_book(f"revised4+{pack}").decks)
"""Packs that list endings."""


def played(*, hidden: bool = False, layers: tuple[str, ...] = ENDED) -> Table:
    house = {"own.ending": True, "own.ending_hidden": hidden}
    return Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=layers, first=0, house=house)


def test_packs_that_list_endings_bring_one_deck_of_them_all() -> None:
    assert len(ENDED) > 1
    alone = [open_book(f"revised4+{pack}").unknown_cards["ending"] for pack in ENDED]
    assert open_book("+".join(("revised4", *ENDED))).unknown_cards["ending"] == sum(alone)
    with_souls = open_book("+".join(("revised4", "souls", *ENDED)))
    assert with_souls.unknown_cards["ending"] == sum(alone) + open_book("revised4+souls").unknown_cards["ending"]
    rules = {*offered_rules(with_souls)}
    assert {"own.ending", "own.ending_hidden"} <= rules and "own.ending" not in offered_rules(open_book("revised4"))


def test_an_open_one_is_dealt_as_the_game_begins_and_settled_by_hand() -> None:
    table = played()
    names = {card.name: card.copies for card in book_of(table.state.book).listed["ending"]}
    assert (table.ask.kind, table.ask.purpose, table.ask.unknown) == ("card", "ending", sum(names.values()))
    first = next(iter(names))
    table.answer("own", own=OwnCard(first, "terrain", words="Fight it to the end."))
    assert table.ask.purpose == "move" and violations(table.state) == []
    table.correct(0, space=CROWN)
    assert table.ask.kind == "hands"
    assert table.ask.source == f"own/{first}" and table.state.players[0].space == CROWN


def test_a_hidden_one_is_turned_up_when_somebody_arrives() -> None:
    table = played(hidden=True)
    assert table.ask.purpose == "move" and hidden_covers(seen_by(table.state)) == {CROWN: "ending"}
    table.correct(0, space="valley-of-fire")
    table.answer(next(option.key for option in table.ask.options if option.space == CROWN))
    assert (table.ask.kind, table.ask.purpose) == ("card", "ending")
    table.answer("own", own=OwnCard(book_of(table.state.book).listed["ending"][0].name, "terrain", words="Fight it."))
    assert table.ask.kind == "hands" and hidden_covers(seen_by(table.state)) == {}


@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
def test_a_winner_is_stated_by_hand_and_undone(lang: str) -> None:
    table = played(hidden=True)
    table.set(lang=lang)
    panel = TableController(table)
    changes: list[dict[str, Any]] = [{"what": "won", "seat": 1}]
    panel.handle({"type": "correct", "changes": changes, "ply": table.state.ply})
    assert (table.ask.kind, table.state.winner, table.state.won_by) == ("over", 1, ("table.by-hand",))
    assert "Bruno" in str(panel.screen())
    table.undo()
    assert table.ask.purpose == "move" and table.state.winner == -1


@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
def test_endings_that_are_inferred_from_a_list_are_told_as_doubtful(lang: str) -> None:
    book = open_book("revised4+pack-harbinger")
    names = {card.name for card in book.listed["ending"]}
    assert names and not any(card.sure for card in book.listed["ending"])
    told = "\n".join(line for section in doubts_page(book, lang).sections for line in section.lines)
    assert all(name in told for name in names)


def test_nobody_wins_who_is_not_there() -> None:
    table = played(hidden=True)
    with pytest.raises(NotAllowedError, match="no seat 7"):
        table.change(Change("won", 7))
