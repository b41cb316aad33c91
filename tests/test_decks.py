"""Decks as data: are they merged and checked, is one of cards nobody has typed played, and do saved tables open?"""

from __future__ import annotations

from pathlib import Path

import pytest
from editions import PLAYED
from random_games import games

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.drawing_cards import cards_in
from talisman_nb.model import Answer, Change, OwnCard, State, decode, encode
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import DECKS, Layer, find_layer
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.table.file.stored_book import pack_book, reopen_book
from talisman_nb.table.hand_moves import difference
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.labels import labels_of

OATHS = """
[oaths]
name = { en = "Oath deck", it = "mazzo dei Giuramenti" }
drawn_at = ["fields"]
size = 5
"""
DWARF, THIEF = ("Ada", "dwarf"), ("Bruno", "thief")
GRIFFIN = OwnCard("Griffin", "animal", 4)


def layer(text: str, **files: str) -> Layer:
    return Layer("oath-cards", {DECKS: text, **files})


def oaths() -> Book:
    return open_book(["revised4", layer(OATHS)])


def said(state: State, *keys: str) -> State:
    for key in keys:
        state, _ = step(state, Answer(state.ply, key, own=GRIFFIN if key == "own" else None))
    return state


def drawn() -> State:
    """The Dwarf has drawn from the deck of oaths, and it was a Griffin."""
    return said(new_game([DWARF, THIEF], oaths()), "3", "clockwise", "own")


def oath_deck(state: State) -> int:
    return cards_in(state.decks[oaths().decks.index("oaths")])


# --- what a layer says ---


def test_a_layer_adds_a_deck_and_says_where_it_is_drawn() -> None:
    book = oaths()
    assert book.decks == ("adventure", "spell", "oaths") and book.face_down == "spell"
    assert book.deck_at("fields-1") == "oaths" and book.deck_at("woods-1") == "adventure"
    assert book.unknown_cards == {"adventure": 0, "spell": 0, "oaths": 5}
    for lang in LANGUAGES:
        assert labels_of(book, lang).cards["oaths"] == {}


def test_a_deck_has_the_cards_in_the_folder_of_its_name() -> None:
    oath = '[oath]\nname = "Oath"\ntype = "event"\ncopies = 2\nmet = [{ op = "gain", what = "gold" }]'
    book = open_book(["second", layer(OATHS, **{"oaths/cards.toml": oath})])
    assert book.deck_cards["oaths"] == ("oath",) and book.deck_of["oath"] == "oaths"
    assert book.unknown_cards["oaths"] == 3
    found = play("edition second + oath-cards | troll hills-1, gold 0 | thief city").answer("walk fields-1", "oath")
    assert found.state.players[0].gold == 1


def test_a_deck_can_be_changed_and_taken_away() -> None:
    rest = '[adventure]\nlike = "adventure"\ndrawn_at = ["outer"]\n[rest]\nname = "Rest"\ndrawn_at = ["everywhere"]'
    book = open_book(["revised4", layer(rest)])
    assert (book.deck_at("woods-1"), book.deck_at("runes-1")) == ("adventure", "rest")
    gone = "[oaths]\ngone = true"
    oath = '[oath]\nname = "Oath"\ntype = "event"\nmet = [{ op = "gain", what = "gold" }]'
    book = open_book(["revised4", layer(OATHS, **{"oaths/cards.toml": oath}), Layer("no-oaths", {DECKS: gone})])
    assert book.decks == ("adventure", "spell") and book.find("oath") is None


OATH = '[oaths]\nname = "O"\n'
PART = f'{OATH}part_of = "adventure"\n'
TYPED = sum(open_book().copies(open_book().deck_cards["adventure"]))
MISTAKES = {
    "[oaths]\nsize = 5": "[oaths]: the catalogues of names",
    f"{OATH}sizes = 5": "oath-cards/decks.toml: [oaths] ",
    f'{OATH}drawn_at = ["feilds"]': "'feilds' (did you mean \"fields\"?)",
    f'{OATH}drawn_at = ["everywhere"]': "oath-cards/decks.toml: [oaths] drawn_at: 'everywhere' draws from adventure",
    f"{OATH}face_down = true": "expected one deck that is held face down in the hand, got spell, oaths",
    '[spell]\nlike = "spell"\nface_down = false': "in the hand, got none",
    '[adventure]\nlike = "adventure"\nsize = 5': f"size: expected at least {TYPED}, the copies typed, got 5",
    '[stock]\nname = "O"': "[stock]: a folder or a stock is called so",
    f'{OATH}by = "two_deks"': "expected a switch, got 'two_deks'",
    f'{OATH}part_of = "adventrue"': "expected another deck, got 'adventrue' (did you mean \"adventure\"?)",
    f'{OATH}takes = [{{ types = ["event"] }}]': "only a part of a deck takes cards",
    f'{PART}takes = [{{ cards = ["wulf"] }}]': "no card 'wulf' (did you mean \"wolf\"?)",
    f'{PART}takes = [{{ types = ["event"] }}]': "exactly one takes nothing in particular",
    '[adventure]\nlike = "adventure"\ndrawn_at = ["outer"]': "no deck is drawn at",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_with_layer_file_and_table(text: str) -> None:
    with pytest.raises(CardError) as wrong:
        open_book(["revised4", layer(text)])
    assert MISTAKES[text] in str(wrong.value) and DECKS in str(wrong.value)


@pytest.mark.parametrize(
    ("op", "said"),
    [
        (
            'deck = "adventrue", to = "space"',
            "expected a deck of the book, got 'adventrue' (did you mean \"adventure\"?)",
        ),
        ('deck = "adventure"', "expected 'space', got 'hand'"),
        ('deck = "spell", to = "space"', "expected 'hand', got 'space'"),
    ],
)
def test_a_definition_names_a_deck_of_the_book(op: str, said: str) -> None:
    card = f'[oath]\nname = "Oath"\ntype = "event"\nmet = [{{ op = "draw", {op} }}]'
    with pytest.raises(CardError) as wrong:
        open_book(["revised4", Layer("oath-cards", {"adventure/oath.toml": card})])
    assert said in str(wrong.value) and "oath-cards/adventure/oath.toml: [oath] met" in str(wrong.value)


# --- cards that nobody has typed ---


def test_an_untyped_deck_asks_which_card_was_drawn_and_counts_it() -> None:
    asked = said(new_game([DWARF, THIEF], oaths()), "3", "clockwise")
    found = ask(asked)
    assert (found.kind, found.purpose, found.options) == ("card", "oaths", ()) and "own" in found.open()
    state = drawn()
    assert oath_deck(asked) == 5 and oath_deck(state) == 4
    assert state.spaces[oaths().board.index["fields-3"]] == ("own/Griffin",) and state.own[0].deck == "oaths"
    assert decode(encode(state)) == state and violations(state) == []
    moves = difference(asked, state)
    assert [(move.card, move.origin, move.to) for move in moves] == [("own/Griffin", "deck:oaths", "space:fields-3")]


def test_an_untyped_card_goes_to_its_own_discards_and_comes_again() -> None:
    state = drawn()
    at = oaths().decks.index("oaths")
    change = Change("card", card="own/Griffin", origin="space:fields-3", to="discards:oaths")
    state, _ = step(state, Answer(state.ply, "hand", 0, changes=(change,)))
    assert state.decks[at].discards == ("own/Griffin",) and violations(state) == []
    back = Change("card", card="own/Griffin", origin="discards:oaths", to="deck:oaths")
    state, _ = step(state, Answer(state.ply, "hand", 0, changes=(back,)))
    assert state.decks[at].own == ("own/Griffin",) and oath_deck(state) == 5 and violations(state) == []


def test_a_situation_says_which_deck_counts_a_card() -> None:
    oaths()
    text = "edition revised4 + oath-cards | dwarf crags, has own/Lamp | thief city | own Lamp object, deck oaths"
    state = situation(text)
    assert oath_deck(state) == 4 and state.own[0].deck == "oaths" and violations(state) == []
    again = situation(situation_text(state))
    assert again == state
    with pytest.raises(SituationError, match=r"expected a deck with cards that nobody has typed \(oaths\)"):
        situation(text.replace("deck oaths", "deck spell"))
    top = situation("edition revised4 + oath-cards | dwarf crags | thief city | top adventure bear, seen dwarf")
    assert top.decks[0].known == ("bear",)


def test_a_table_with_virtual_cards_asks_people_for_a_card_nobody_typed(tmp_path: Path) -> None:
    table = Table.new([DWARF, THIEF], layers=[layer(OATHS)], cards="virtual", seed=1, path=tmp_path / "oaths.talisman")
    table.answer("3")
    table.answer("clockwise")
    assert (table.ask.kind, table.ask.purpose) == ("card", "oaths")
    table.answer("own", own=GRIFFIN)
    again = Table.open(tmp_path / "oaths.talisman")
    assert again.state == table.state and again.state.spaces[oaths().board.index["fields-3"]] == ("own/Griffin",)


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("n", [4, pytest.param(60, marks=pytest.mark.campaign)])
def test_games_with_an_untyped_deck_keep_every_invariant(edition: str, n: int) -> None:
    book = open_book([edition, layer(OATHS)])
    ends = [states[-1] for states in games(book, range(n), 1500)]
    at = book.decks.index("oaths")
    assert any(state.decks[at].unknown < 3 for state in ends)


# --- tables of earlier versions ---


def test_a_table_stored_before_layers_said_decks_opens_unchanged(tmp_path: Path) -> None:
    texts = dict(find_layer("revised4").texts)
    del texts[DECKS]
    before = Book("revised4", layers=[Layer("revised4", texts)])
    assert before.decks == ("adventure", "spell") and before.id != open_book().id
    table = Table.new([DWARF, THIEF], seed=1)
    settings = table.settings.__class__(players=(DWARF, THIEF), book=before.id)
    assert reopen_book(tmp_path, settings, pack_book(before)).id == before.id


def test_a_figure_that_the_program_adds_changes_no_id() -> None:
    texts = dict(find_layer("revised4").texts)
    texts["rules.toml"] = texts["rules.toml"].replace("werewolf_strong = false", "")
    before = Book("revised4", layers=[Layer("revised4", texts)])
    assert before.table["switch.werewolf_strong"] is False
    texts["rules.toml"] += "\nwerewolf_strong = false"
    assert before.id != Book("revised4", layers=[Layer("revised4", texts)]).id
