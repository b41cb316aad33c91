"""Do the rulings of The Realm of Souls hold where something else lies over it, and those of its edition beside it?"""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import replace
from test_layer_boards import ring

from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, JOIN, Layer, find_layer
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases, cases_of, expansion_cases
from talisman_nb.rulings.rulings_by_subject import page_of_case, rulings_on, rulings_on_rule
from talisman_nb.rulings.runner import run
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.rule_page import rule_texts

SOULS = f"{BASE}{JOIN}souls"
DUNGEON = """
like = "souls"

[board.region.dungeon]
move = "die"

[[edge]]
from = "ruins"
to = "cell-1"
kind = "bridge"
""" + ring("dungeon", "cell-1 cell-2 cell-3 cell-4", ((8, 0), (8, 1), (9, 1), (9, 0)))
W26 = """
[w26]
example = "w26"
standing = "official"
sources = { it = "Spostamento del personaggio Fantasma", pl = "Ruch Ducha" }
question.en = "May a Ghost enter the Dungeon of another expansion, and leave it again?"
question.it = "Un Fantasma può entrare nel Dungeon di un'altra espansione, e uscirne?"
question.fr = "Un Fantôme peut-il entrer dans le Donjon d'une autre extension, et en sortir ?"
question.pl = "Czy Duch może wejść do Podziemi z innego rozszerzenia i z nich wyjść?"
decision.en = "Yes, by the rules of that board, as any character does."
decision.it = "Sì, secondo le regole di quel tabellone, come ogni personaggio."
decision.fr = "Oui, selon les règles de ce plateau, comme tout personnage."
decision.pl = "Tak, według zasad tamtej planszy, jak każdy Poszukiwacz."
rules = ["soul.move"]
situation = "dwarf ruins, as restless, life 1, fate 0 | thief ruins, fate 0"
steps = [
  { do = ["1"], then = { leads_to = ["cell-1", "fields-5", "plains-4"] }, shows = ["soul.move"] },
  { do = ["bridge@cell-1"], then = { seats = { 0 = { space = "cell-1" } } } },
  { do = ["turn of 1", "1"], then = { leads_to = ["cell-1", "fields-5", "plains-4"] } },
  { do = ["bridge@cell-1", "turn of 0", "1"], then = { leads_to = ["cell-2", "cell-4", "ruins"] } },
  { do = ["bridge"], then = { seats = { 0 = { space = "ruins", form = "restless" }, 1 = { space = "cell-1" } } } },
]
"""
OTHERWISE = {
    "death-goods": "who is killed goes on, and keeps its character",
    "kill-goods-defender": "the turn of who is killed in it is not over at once",
    "killed-comes-back": "nobody begins a new character",
    "crown-waiting": "who was killed before the Crown was reached is a Ghost by then",
    "spells-out": "there are more Spells",
}
"""Rulings of the edition that do not come out as they did, with what the expansion changes about them."""
OF_CARDS = ("soul-abilities", "soul-figures", "soul-card-")
"""How rulings about cards that no text describes are called; the others are rows of the comparison."""
OF_EDITION = [case for case in cases().values() if BASE in case.holds_in and "edition" not in case.situation]


@pytest.fixture(scope="module")
def book() -> Book:
    return open_book(SOULS)


def over(case: Case) -> Case:
    """A ruling of the edition below, to be played with the expansion."""
    return replace(case, situation=f"edition {SOULS} | {case.situation}", editions=())


@pytest.mark.parametrize("part", range(4))
def test_what_was_ruled_for_the_edition_holds_with_the_expansion_too(part: int) -> None:
    """But for deaths, which are not the end any more."""
    wrong = {case.id: run(over(case)).wrong for case in OF_EDITION[part::4]}
    assert {id for id, lines in wrong.items() if lines} == {*OTHERWISE} & {*wrong}, wrong


def test_a_ghost_enters_and_leaves_a_dungeon_by_the_rules_of_any_character() -> None:
    named = '[region]\ndungeon = "Dungeon"\n'
    texts = {"board.toml": DUNGEON, "names/en.toml": named, "rulings/dungeon.toml": W26}
    with_it = open_book([SOULS, Layer("dungeon", texts)])
    found = cases_of(with_it)["w26"]
    result = run(found)
    assert result.ok and not result.unseen and len(result.steps) == 5, result.wrong
    assert all(cases_of(with_it)[id].holds_in == (f"{SOULS}+dungeon",) for id in expansion_cases())


def test_those_of_the_expansion_and_of_its_edition_stand_on_one_page(book: Book) -> None:
    assert any(line.startswith("ruling.soul-ghost ") for line in rulings_on_rule("soul.ghost", "en", book))
    assert not rulings_on_rule("soul.ghost") and "ruling.w1" in " ".join(rulings_on_rule("stat.total", "en", book))
    assert rulings_on(book, "wolf") and any("soul-cursed" in line for line in rulings_on(book, "chains-of-greed"))
    assert (
        book.rules_of == BASE
        and rule_texts(book, "en")["trophy.craft"] == rule_texts(open_book(), "en")["trophy.craft"]
    )


def test_every_doubt_of_the_expansion_has_a_ruling(book: Book) -> None:
    written = tomllib.loads(find_layer("souls").texts["doubts.toml"])["doubt"]
    doubts = {f"{key}.{fact}" for key, facts in written.items() for fact in facts}
    decided = {doubt for case in expansion_cases().values() for doubt in case.doubts}
    assert len(doubts) > 70 and not doubts - decided


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_open_ruling_says_that_no_text_decides(book: Book, lang: str) -> None:
    open_ones = [case for case in expansion_cases().values() if case.decided_by == "open"]
    assert len(open_ones) > 8
    for case in open_ones:
        assert case.doubts and (case.differs or case.id.startswith(OF_CARDS)), case.id
        told = page_of_case(case, lang)
        assert case.decides(lang) in str(told) and case.asks(lang) in str(told)
