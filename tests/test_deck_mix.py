"""The house rule of decks in proportions: the largest mix, the same one for the same seed, real cards, whole games."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from editions import TESTED
from random_games import games, some_answer
from shares import some_seeds

from talisman_nb.engine import ask, begin_game, new_game, step
from talisman_nb.engine.drawing_cards import cards_in
from talisman_nb.model import State
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.house_rules import kind_of, largest, left_in_box, mixed_size, mixes
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.events import hands, tell_all
from talisman_nb.text.names import LANGUAGES

MIXED = {"switch.deck_mix": True}
BOTH = {**MIXED, "switch.two_decks": True}
PEOPLE = [("Ada", "troll"), ("Bruno", "thief")]
every_book = pytest.mark.parametrize(
    "book", [open_book(edition, house) for edition in TESTED for house in (MIXED, BOTH)], ids=lambda book: book.id
)


def kinds(book: Book, deck: str, left: tuple[int, ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for card, n in zip(book.deck_cards[deck], left, strict=True):
        found[kind_of(book, book.card(card).facts)] += n
    return +found


@every_book
def test_a_mix_has_the_proportions_and_is_the_largest(book: Book) -> None:
    assert mixes(book).keys() == book.drawn_decks
    for deck, mix in mixes(book).items():
        enemies, goods = mix["strength"] + mix["craft"], mix["goods"] + mix["gold"]
        assert goods == 2 * enemies and mix["others"] == enemies and mix["strength"] == 2 * mix["craft"]
        assert 3 * mix["gold"] <= goods <= 4 * mix["gold"]
        there = kinds(book, deck, book.copies(book.deck_cards[deck]))
        more = {"strength": 2, "craft": 1, "others": 3}
        room = [there[kind] >= mix[kind] + n for kind, n in more.items()]
        gold = range(mix["gold"], there["gold"] + 1)
        wider = any(3 * n <= goods + 6 <= 4 * n and there["goods"] >= goods + 6 - n for n in gold)
        assert not (all(room) and wider), "a larger mix fits"


@pytest.mark.parametrize(
    ("there", "size"),
    [
        ({"strength": 2, "craft": 1, "goods": 4, "gold": 2, "others": 3}, 12),
        ({"strength": 2, "craft": 1, "goods": 4, "gold": 1, "others": 3}, 0),
        ({"strength": 99, "craft": 2, "goods": 99, "gold": 3, "others": 99}, 24),
        ({}, 0),
    ],
)
def test_the_largest_mix_of_what_is_there(there: dict[str, int], size: int) -> None:
    assert sum(largest(there).values()) == size


@every_book
def test_virtual_cards_are_left_in_the_box_by_the_seed(book: Book) -> None:
    out = left_in_box(book, 7)
    assert out == left_in_box(book, 7) and sorted(out) != sorted(left_in_box(book, 8))
    state = new_game(PEOPLE, book, boxed=out)
    for deck, found in zip(book.decks, state.decks, strict=True):
        assert found.boxed == 0
        if deck in book.drawn_decks:
            assert kinds(book, deck, found.left) == mixes(book)[deck]
    assert violations(state) == []


def test_a_saved_table_keeps_its_mix(tmp_path: Path) -> None:
    file = tmp_path / "mix.talisman"
    table = Table.new(PEOPLE, "second", BOTH, cards="virtual", dice="virtual", seed=5, path=file)
    assert len(table.settings.boxed) == 80 and table.state.box == table.settings.boxed
    for _ in range(20):
        table.roll() if table.ask.chance else table.answer(table.ask.open()[0])
    again = Table.open(file)
    assert again.state == table.state and again.opening == table.opening
    other = Table.new(PEOPLE, "second", BOTH, cards="virtual", seed=5)
    assert other.settings.boxed == table.settings.boxed


@every_book
def test_of_real_cards_any_may_come_and_their_number_is_that_of_the_mix(book: Book) -> None:
    state = new_game(PEOPLE, book)
    assert state.box == () and violations(state) == []
    for deck, found in zip(book.decks, state.decks, strict=True):
        assert found.left == book.copies(book.deck_cards[deck])
        assert cards_in(found) == mixed_size(book, deck)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hands_are_told_how_many_of_each_kind_to_take(lang: str) -> None:
    state, events = begin_game(PEOPLE, open_book("revised4", MIXED))
    mixed = tuple(event for event in events if event.kind == "deck_mixed")
    assert [event.n for event in mixed] == [14, 7, 31, 11, 21]
    assert {event.cites for event in mixed} == {("house.deck-mix",)}
    lines = hands(state, mixed, lang)
    assert len(lines) == 5 and all(str(event.n) in line for event, line in zip(mixed, lines, strict=True))
    assert len(set(tell_all(state, mixed, lang))) == 5


def test_a_deck_with_too_few_cards_stays_whole_and_says_so() -> None:
    relics = Layer("relic-cards", {"decks.toml": '[relics]\nname = "Relics"\nsize = 4\ndrawn_at = ["fields"]'})
    book = open_book(["revised4", relics], MIXED)
    state, events = begin_game(PEOPLE, book)
    assert [event.cause for event in events if event.what == "relics"] == ["none"]
    assert cards_in(state.decks[book.decks.index("relics")]) == 4
    assert tell_all(state, events, "en")


def test_without_the_house_rule_nothing_is_left_in_the_box() -> None:
    book = open_book()
    assert mixes(book) == {} and left_in_box(book, 1) == ()
    assert not any(event.kind == "deck_mixed" for event in begin_game(PEOPLE, book)[1])


@every_book
def test_a_situation_with_a_mix_comes_back_as_it_was(book: Book) -> None:
    house = " ".join(f"{name}=true" for name in book.house)
    text = f"edition {book.edition} | house {house} | *troll hills-1, trophies wolf | thief city | discards bear ring"
    state = situation(text)
    assert [cards_in(deck) for deck in state.decks][-1] == 24 and situation(situation_text(state)) == state
    dealt = situation(f"{text} | box {' '.join(left_in_box(open_book(book.edition, MIXED), 3)[:5])}")
    assert situation(situation_text(dealt)) == dealt


def drawn_out(state: State, dice: random.Random, answers: int) -> int:
    """The fewest cards that a deck of spaces had in a game."""
    least = 999
    for _ in range(answers):
        if ask(state).kind == "over":
            break
        state, _ = step(state, some_answer(state, dice))
        assert violations(state) == []
        least = min(least, *(cards_in(deck) for deck in state.decks[:2]))
    return least


@pytest.mark.parametrize("edition", TESTED)
def test_a_small_deck_is_drawn_to_its_end_and_shuffled_anew(edition: str) -> None:
    book = open_book(edition, BOTH)
    left = {drawn_out(new_game(PEOPLE, book), random.Random(seed), 2500) for seed in range(3)}
    assert 0 in left and min(left) == 0


@every_book
@pytest.mark.parametrize("seeds", [range(2), pytest.param(some_seeds(15), marks=pytest.mark.campaign)])
def test_games_with_a_mix_keep_every_invariant(book: Book, seeds: range) -> None:
    for states in games(book, seeds, 1200):
        assert states[-1].ply > 100
