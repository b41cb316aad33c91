"""The house rule of two Adventure decks: which card is in which, who draws where, and where cards go back to."""

from __future__ import annotations

import pytest
from editions import TESTED
from random_games import games
from shares import some_seeds

from talisman_nb import play
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import ask, new_game, step
from talisman_nb.model import Answer, State
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.panels.sync.message import Seated
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.table import Table
from talisman_nb.table.hand_moves import difference
from talisman_nb.text.events import hands
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.moves import say_moves
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question

HOUSE = {"switch.two_decks": True}
OUTER, MIDDLE = "outer-adventure", "middle-adventure"
every_edition = pytest.mark.parametrize("edition", TESTED)


@every_edition
def test_every_card_is_in_the_deck_that_the_house_rule_says(edition: str) -> None:
    book = open_book(edition, HOUSE)
    outer, middle = book.deck_cards[OUTER], book.deck_cards[MIDDLE]
    assert book.decks == (OUTER, MIDDLE, "spell")
    assert sorted((*outer, *middle)) == sorted(open_book(edition).deck_cards["adventure"])
    for card in (*outer, *middle):
        facts = book.card(card).facts
        if facts.type in ENEMIES:
            assert (card in middle) == (max(facts.strength, facts.craft) >= 7), card
    assert {"sword", "magic-belt", "bag-of-gold", "cursed-by-a-hag"} <= set(outer)
    assert {"ring", "axe", "two-bags-of-gold", "prince", "raiders", "talisman"} <= set(middle)


@every_edition
def test_each_region_draws_from_its_own_deck(edition: str) -> None:
    book = open_book(edition, HOUSE)
    for space in book.board.spaces:
        assert book.deck_at(space) == (OUTER if book.board.region(space) == "outer" else MIDDLE), space


@pytest.mark.parametrize(
    ("text", "order", "deck"),
    [("*thief hills-1, fate 0", "walk fields-1", OUTER), ("*thief cursed-glade, fate 0", "walk runes-1", MIDDLE)],
)
def test_a_draw_is_told_with_the_rule_of_the_house(text: str, order: str, deck: str) -> None:
    state = play(f"house switch.two_decks=true | {text} | troll city").answer(order).state
    found = ask(state)
    assert (found.kind, found.purpose) == ("card", deck) and "house.two-decks" in found.cites
    assert "house.two-decks" in step(state, Answer(state.ply, found.open()[0]))[1][0].cites


def test_a_card_drawn_anew_comes_from_the_deck_of_the_space() -> None:
    start = play("house switch.two_decks=true | *troll hills-1, has orb-of-knowledge, fate 0 | thief city")
    state = start.answer("walk fields-1", "sword", "sword").state
    assert (ask(state).kind, ask(state).purpose) == ("card", OUTER)
    assert state.decks[0].discards == ("sword",) and state.decks[1].discards == ()


def gold_drawn() -> State:
    start = play("house switch.two_decks=true | *troll hills-1, fate 0 | thief city")
    return start.answer("walk fields-1", "bag-of-gold").state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hands_and_questions_name_the_deck(lang: str) -> None:
    before = gold_drawn()
    after, events = step(before, Answer(before.ply, "bag-of-gold"))
    deck = {"en": "Outer Adventure deck", "it": "mazzo Avventura Esterno", "fr": "paquet Aventure Extérieur"}
    named = deck.get(lang, "zewnętrzna talia Przygód")
    assert any(named in line for line in hands(after, events, lang))
    assert any(named in line for line in say_moves(after, difference(before, after), lang))
    start = play("house switch.two_decks=true | *troll hills-1, fate 0 | thief city").answer("walk fields-1").state
    assert named in question(start, ask(start), lang).headline
    assert list(in_force(open_book("revised4", HOUSE), lang))


def test_with_one_deck_no_sentence_names_it() -> None:
    state = new_game([("Ada", "troll"), ("Bruno", "thief")])
    assert "deck" not in question(state, ask(state), "en").headline


def test_cards_of_ones_own_go_where_their_kind_goes() -> None:
    cards = (
        '[roc]\nname = "Roc"\ntype = "animal"\nstrength = 8\n[mouse]\nname = "Mouse"\ntype = "animal"\nstrength = 1\n'
    )
    book = open_book(["second", Layer("my-beasts", {"adventure/beasts.toml": cards})], HOUSE)
    assert book.deck_of["roc"] == MIDDLE and book.deck_of["mouse"] == OUTER


@every_edition
def test_a_situation_with_two_decks_comes_back_as_it_was(edition: str) -> None:
    text = (
        f"edition {edition} | house switch.two_decks=true | *troll hills-1, trophies dragon | thief city | "
        "discards bear ring | top middle-adventure demon, seen thief"
    )
    state = situation(text)
    assert [deck.discards for deck in state.decks] == [("bear",), ("ring",), ()]
    assert situation(situation_text(state)) == state


@every_edition
def test_the_form_offers_two_decks_and_a_table_keeps_them(edition: str) -> None:
    form = SettingUp("en", f"Two decks {edition}")
    form.choose("edition", edition)
    form.choose("cards", "virtual")
    form.house.turn(form.book, "switch.two_decks", "true")
    assert any(one.key == "switch.two_decks" and one.value == "true" for one in form.form().switches)
    form.take([Seated(name="Ada", character="troll"), Seated(name="Bruno", character="thief")])
    table = form.begun()
    assert table is not None and table.settings.house == HOUSE
    for _ in range(30):
        table.answer(table.ask.open()[0])
    again = Table.open(f"Two decks {edition}")
    assert again.state == table.state and len(again.state.decks) == 3


@every_edition
@pytest.mark.parametrize("seeds", [range(3), pytest.param(some_seeds(20), marks=pytest.mark.campaign)])
def test_games_with_two_decks_keep_every_invariant(edition: str, seeds: range) -> None:
    ended = [states[-1] for states in games(open_book(edition, HOUSE), seeds, 1500)]
    assert len(ended) == len(seeds) and any(all(deck.discards for deck in state.decks[:2]) for state in ended)
