"""Does a layer leave out whole folders of what lies below, and take them back, without a chain of refusals?"""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from random_games import games, some_answer
from shares import turn

from talisman_nb.cards.decode import CardError
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.rulings.cases import cases_of
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page

FOLDERS = ("adventure", "spell", "stock", "character", "form")
HERO = """
[hero-{n}]
name = "Hero {n}"
strength = 3
craft = 3
life = 4
fate = 1
alignment = "neutral"
start = "city"
"""
HEROES = "\n".join(HERO.format(n=n) for n in range(1, 10))
SIZES = '[adventure]\nlike = "adventure"\nsize = 104\n[spell]\nlike = "spell"\nsize = 24\n'
TYPED = '[adventure]\nlike = "adventure"\nwithout = ["size"]\n[spell]\nlike = "spell"\nwithout = ["size"]\n'


def head(**said: tuple[str, ...]) -> str:
    """A head that leaves out or takes back folders."""
    return "\n".join(["[layer]", *(f"{fact.strip('_')} = {list(folders)}" for fact, folders in said.items())])


def bare(*folders: str, name: str = "bare", **more: str) -> Layer:
    """A layer that leaves out folders, with heroes of its own and cards that nobody has typed."""
    heroes = {"character/heroes.toml": HEROES} if "character" in folders else {}
    sizes = {"decks.toml": SIZES} if {"adventure", "spell"} <= {*folders} else {}
    return Layer(name, {"layer.toml": head(without=folders), **heroes, **sizes, **more})


def bare_book(edition: str, *above: Layer) -> Book:
    """The book of an edition of which a layer leaves out everything that it may."""
    return open_book([edition, bare(*FOLDERS), *above])


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_any_folders_are_left_out_and_nothing_that_named_them_is_refused(edition: str) -> None:
    below = open_book(edition)
    for n in range(1, len(FOLDERS) + 1):
        for folders in combinations(FOLDERS, n):
            book = open_book([edition, bare(*folders)])
            assert book.certainty.doubt.keys() <= below.certainty.doubt.keys()
            kept = {folder for folder, keys in book._sections.items() if set(keys) & {*below.definitions}}
            assert kept.isdisjoint(folders), f"{folders}: {kept}"
            twins = {"stock"} if "adventure" in folders else set()
            assert kept >= {*FOLDERS} - {*folders} - twins, f"{folders}: {kept}"


def test_what_spaces_sell_or_give_of_it_is_not_there() -> None:
    book = bare_book("second")
    assert "purchase/sword" in repr(open_book("second").card("space.village"))
    assert not book.stock_cards and "purchase/" not in repr(book.card("space.village").blocks)
    for lang in LANGUAGES:
        for key in (key for key in book.definitions if key.startswith(("space.", "character."))):
            if key.count(".") == 1:
                assert page(book, key, lang).title


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("n", [3, pytest.param(60, marks=pytest.mark.campaign)])
def test_games_without_anything_typed_keep_every_invariant(edition: str, n: int) -> None:
    ends = [states[-1] for states in games(bare_book(edition), range(n), 1500)]
    assert any(state.own for state in ends), "unknown cards are typed at the table"


def test_a_table_without_anything_typed_shows_every_screen() -> None:
    table = Table.new(
        {"Ada": "dwarf", "Bruno": "thief"}, "second", layers=[bare("adventure", "spell", "stock")], seed=3
    )
    controller, dice = TableController(table), random.Random(5)
    for n in range(200):
        controller.lang = LANGUAGES[n % len(LANGUAGES)]
        assert controller.labels().cards is not None and controller.screen()
        answer = some_answer(table.state, dice)
        if answer.own:
            table.answer("own", own=answer.own)
        elif answer.seat < 0:
            table.answer(answer.key)
    assert table.state.own and not violations(table.state)


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_a_single_card_is_taken_out_without_a_word_about_what_named_it(edition: str, share: int) -> None:
    below = open_book(edition)
    for card in below.deck_cards["adventure"][turn() % share :: share]:
        book = open_book([edition, Layer("one-less", {"adventure/a.toml": f'["{card}"]\ngone = true'})])
        assert card not in book.definitions and f"purchase/{card}" not in book.definitions


# --- taken back ---


def test_a_layer_takes_back_what_one_below_left_out() -> None:
    taking = Layer("taking", {"layer.toml": head(with_=FOLDERS), "decks.toml": TYPED})
    below, book = open_book("second"), bare_book("second", taking)
    assert {*book.definitions} == {*below.definitions} | {f"character.hero-{n}" for n in range(1, 10)}
    assert book.deck_cards == below.deck_cards and book.stock_cards == below.stock_cards
    assert not any(book.unknown_cards.values()) and not book.left_out
    for key, found in below.definitions.items():
        assert book.definitions[key].blocks == found.blocks, key
    assert book.certainty.doubt == below.certainty.doubt


def test_it_may_take_back_what_is_below_in_place_of_what_is_there() -> None:
    place = Layer("place", {"layer.toml": head(with_=("character",), without=("character",))})
    assert bare_book("second", place).characters == open_book("second").characters
    assert {*bare_book("second", Layer("both", {"layer.toml": head(with_=("character",))})).characters} > {"hero-1"}


def test_single_ones_are_taken_back_by_like_and_twins_with_their_cards() -> None:
    mine = {"adventure/mine.toml": '[sword]\nlike = "sword"\n[lynx]\nlike = "wolf"\nname = "Lynx"\nstrength = 4\n'}
    book = open_book(["second", bare("adventure", name="few", **mine)])
    assert book.deck_cards["adventure"] == ("sword", "lynx") and book.card("lynx").facts.type == "animal"
    assert book.stock_cards == ("purchase/sword",), "its twin is there again, without a word about it"


# --- what is named elsewhere ---


def test_what_layers_below_say_of_it_is_left_out_too() -> None:
    mine = Layer("mine", {
        "adventure/mine.toml": '[lynx]\nname = "Lynx"\ntype = "animal"\nstrength = 4\n',
        "names/it.toml": '[card]\nlynx = "Lince"\n',
        "doubts.toml": '[doubt.lynx.strength]\nsure = "memory"\nstanding = "judgement"\nen = "Perhaps 5."\n',
        "pictures/lynx.svg": '<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>',
        "rulings/lynx.toml": '[lynx-kept]\nquestion = "Kept?"\ndecision = "Yes."\nrules = ["card.text"]\n'
        'situation = "dwarf crags, trophies lynx | thief city"\nsteps = [{ then = { turn = 0 } }]\n',
    })  # fmt: skip
    assert "lynx-kept" in cases_of(open_book(["second", mine]))
    book = open_book(["second", mine, bare(*FOLDERS)])
    assert "lynx" not in book.certainty.doubt and "lynx" not in book.pictures and "lynx-kept" not in cases_of(book)
    assert book.own_names["card"]["lynx"]["it"] == "Lince", "the name itself does no harm"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"stock/a.toml": '["purchase/sword"]\ntwin = "sword"'}, r"mine/stock/a\.toml: .* got 'sword'"),
        (
            {"form/a.toml": '[owl]\nname = "Owl"\nmods = [{ mod = "cannot", act = "take_object", cards = ["axe"] }]'},
            r"mine/form/a\.toml: \[owl\] mods\[0\]: expected a card, got 'axe'.*; bare/layer\.toml leaves it out",
        ),
        (
            {"programs/a.toml": '[one_spell]\ninstead = true\ndo = [{ op = "get", name = "purchase/axe" }]'},
            r"mine/programs/a\.toml: \[one_spell\] do\[0\]\.name: .*bare/layer\.toml leaves it out",
        ),
        (
            {"adventure/a.toml": "[wolf]\ngone = true"},
            r"bare/layer\.toml leaves out all that lies below in",
        ),
        ({"adventure/a.toml": "[wolf]\ninstead = true"}, r"\[wolf\] instead: bare/layer\.toml leaves out all"),
        ({"layer.toml": head(without=("adventures",))}, r"without: expected one of .*did you mean \"adventure\""),
        ({"layer.toml": head(with_=("programs",))}, r"mine/layer\.toml: \[layer\] with: expected one of"),
        (
            {"layer.toml": head(without=("oaths",)), "decks.toml": '[oaths]\nname = "Oaths"\nsize = 3'},
            r"mine/layer\.toml: \[layer\] without: nothing that lies below is in 'oaths'",
        ),
        ({"layer.toml": '[layer]\nwithout = "stock"'}, r"mine/layer\.toml: \[layer\] without"),
    ],
)
def test_what_names_it_above_is_told_with_its_own_file(files: dict[str, str], said: str) -> None:
    with pytest.raises(CardError, match=said):
        bare_book("second", Layer("mine", files))


def test_only_what_is_left_out_below_is_taken_back() -> None:
    with pytest.raises(CardError, match=r"mine/layer\.toml: \[layer\] with: no layer below leaves out 'stock'"):
        open_book(["second", Layer("mine", {"layer.toml": head(with_=("stock",))})])
