"""Packs: expansions whose cards a layer lists by name, type and copies, and whose rest is entered as they are drawn."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from random_games import games

from talisman_nb import Table
from talisman_nb.cards.decode import CardError
from talisman_nb.model import Ask, Change, OwnCard
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import JOIN, LANGUAGES, Layer, find_layer, packs
from talisman_nb.table.last_time import last_time, remember
from talisman_nb.table.own_cards import own_cards
from talisman_nb.text.screen.labels import labels_of

PACKS = packs("revised4")


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_lists_cards_of_decks_and_says_where_it_has_them_from(pack: str) -> None:
    book, head = open_book(["revised4", pack]), find_layer(pack).head
    assert set(book.listed) <= set(book.decks) and book.listed
    assert {card.layer for cards in book.listed.values() for card in cards} == {pack}
    assert isinstance(head.source, dict) and set(head.source) == set(LANGUAGES) and head.name
    copies = sum(card.copies for cards in book.listed.values() for card in cards)
    assert all(str(copies) in told for told in head.source.values())
    for deck, cards in book.listed.items():
        assert book.unknown_cards[deck] == sum(card.copies for card in cards)
        assert len({card.name for card in cards}) == len(cards), deck


def test_two_packs_add_up_and_the_edition_alone_lists_nothing() -> None:
    whole = open_book(JOIN.join(("revised4", *PACKS)))
    for deck in ("adventure", "spell"):
        alone = [open_book(["revised4", pack]).unknown_cards[deck] for pack in PACKS]
        assert whole.unknown_cards[deck] == sum(alone) > 0
    assert not open_book("revised4").listed and not any(open_book("revised4").unknown_cards.values())


def test_of_a_deck_in_parts_the_rest_has_the_listed_cards() -> None:
    book = open_book("revised4+pack-reaper", {"switch.two_decks": True})
    assert set(book.listed) == {"outer-adventure", "spell", "reaper-quests"}
    assert {card.deck for card in book.listed["outer-adventure"]} == {"outer-adventure"}


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("[advnture.monster]\nGoblin = 1", '(did you mean "adventure"?)'),
        ("[adventure.monstr]\nGoblin = 1", '(did you mean "monster"?)'),
        ("[adventure.monster]\nGoblin = 0", "expected a whole number from 1"),
        ("[adventure.monster]\nGoblin = 'two'", "expected a whole number"),
        ("[adventure]\nmonster = 3", "expected a table"),
    ],
)
def test_a_mistake_in_a_list_is_told_with_its_place(listed: str, told: str) -> None:
    with pytest.raises(CardError) as error:
        open_book(["revised4", Layer("mine", {"listed.toml": listed})])
    assert "mine/listed.toml: [" in str(error.value) and told in str(error.value)


def test_a_layer_of_ones_own_may_list_cards_too() -> None:
    book = open_book(["second", Layer("mine", {"listed.toml": '[adventure."monster?"]\n"Old Troll" = 2'})])
    (card,) = book.listed["adventure"]
    assert (card.name, card.type, card.sure, card.copies) == ("Old Troll", "monster", False, 2)
    assert labels_of(book, "en").listed["adventure"][0].layer == "mine"


def test_a_listed_card_that_is_entered_is_counted_with_its_copies() -> None:
    table = Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=["pack-reaper"], first=0)
    book = book_of(table.state.book)
    before = {deck: book.unknown_cards[deck] for deck in ("adventure", "spell")}
    two = next(card for card in book.listed["adventure"] if card.copies > 1 and card.type == "follower")
    while table.ask.purpose == "piece-starts":
        table.answer("forest")
    table.correct(0, space="fields-1")
    table.answer("2")
    while table.ask.kind != "card":
        table.answer(table.ask.options[0].key)
    table.answer("own", own=OwnCard(two.name, "follower", copies=two.copies))
    decks = dict(zip(book.decks, table.state.decks, strict=True))
    assert decks["adventure"].unknown == before["adventure"] - two.copies
    assert decks["spell"].unknown == before["spell"]


def test_a_listed_card_has_the_name_of_the_groups_own_card_in_its_box(own_home: Path) -> None:
    panel = TableController(
        Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=["pack-dungeon"], first=0)
    )
    assert panel.table is not None
    panel.table.change(Change("draw", 0, to="dungeon"))
    own = {"name": "Troll jaskiniowy", "type": "monster", "strength": 4, "copies": 2, "listed": "Cave Troll"}
    panel.handle({"type": "hand", "own": own, "keep": True, "ply": panel.table.state.ply})
    assert [(card.name, card.listed, card.copies) for card in own_cards()] == [("Troll jaskiniowy", "Cave Troll", 2)]
    assert [(card.name, card.listed) for card in panel.table.state.own] == [("own/Troll jaskiniowy", "")]
    assert any(card.listed == "Cave Troll" for card in panel.labels().own)


def test_what_was_done_by_hand_is_remembered_whichever_packs_lie_on_the_table(own_home: Path) -> None:
    for layers, known in (((), False), (("pack-dungeon",), True), (("pack-city", "pack-dragon"), True)):
        table = Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=layers, first=0)
        found = settle(table)
        assert bool(last_time(table.state, found)) == known
        remember(table.state, found, (Change("gold", 0, 4),))


def settle(table: Table) -> Ask:
    """Come to a question that is settled by hand, of a space of the base board."""
    table.correct(0, space="tavern")
    return Ask(table.state.ply, "hands", 0, "by-hand", source="space.tavern")


@pytest.mark.parametrize("pair", list(combinations(PACKS, 2))[::9])
def test_random_games_with_packs_keep_every_invariant(pair: tuple[str, str]) -> None:
    for states in games(open_book(["revised4", *pair]), range(2), answers=250):
        assert len(states) > 200
