"""Does a whole game with a group's own layers play at a saved table, and open again whatever becomes of them?"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_layers import FOLDER

import talisman_nb
from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.engine import new_game
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import SetupError, layers_folder
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.look_up import SHELVES
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.rule_page import doubts_page
from talisman_nb.text.screen.labels import labels_of
from talisman_nb.text.screen.values import Screen

MORE = {
    "grey-wolf": {
        "adventure/cards.toml": '[wolf]\nlike = "wolf"\nstrength = 5\n\n[bear]\ngone = true\n',
        "names/pl.toml": '[card]\nwolf = "Szary Wilk"\n',
        "rules.toml": "[toad]\nturns = 2\n",
        "doubts.toml": '[doubt.wolf.strength]\nsure = "memory"\nstanding = "judgement"\npl = "Może było 4."\n',
    },
    "burrows": {
        "board.toml": 'like = "revised4"\n[space.ruins]\ndraw = 1\n[kind.runes]\ndraw = 2\n',
        "pictures/space.ruins.svg": '<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>',
        "programs/end.toml": '[one_spell]\nlike = "one_spell"\ndo = []\n',
        "spell/spells.toml": '[dig]\nname = "Dig"\ntype = "spell"\nat = ["own_turn"]\n'
        'cast = [{ op = "teleport", to = "ruins" }]\n',
        "rulings/burrows.toml": '[ruins-draw]\nquestion = "How many?"\ndecision = "One."\nrules = ["card.text"]\n'
        'situation = "dwarf crags | thief city"\nsteps = [{ then = { turn = 0 } }]\n',
    },
}
STACKS = (("second", ("mole-cards",)), ("revised4", ("mole-cards", "grey-wolf")), ("second", ("mole-cards", *MORE)))
"""An edition and the layers over it."""
LYING = {"were-mole": "space:hills-2", "molehill": "space:fields-6", "mole-skin": "seat:0"}
"""Where the cards of the group's own are laid before the game: beside where the Mole rider begins, and in its hands."""
ANSWERS = 700
"""Answers at random, after which the game is brought to its end at the Crown."""


@pytest.fixture
def folders(own_home: Path) -> Path:
    """The layers, installed for the user."""
    for name, files in {"mole-cards": FOLDER, **MORE}.items():
        for path, text in files.items():
            file = layers_folder() / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return layers_folder()


def played(table: Table, seed: int) -> Iterator[Screen]:
    """Play at random, then to the end; the screen after every answer, in one language after the other."""
    controller, dice = TableController(table), random.Random(seed)
    for n in range(2 * ANSWERS):
        controller.lang = LANGUAGES[n % len(LANGUAGES)]
        assert controller.labels().cards
        yield controller.screen()
        assert not violations(table.state)
        if table.ask.kind == "over":
            return
        if n > ANSWERS and table.ask.purpose == "move":
            for seat, player in enumerate(table.state.players):
                if seat != table.state.turn and player.character:
                    table.correct(seat, life=0)
            table.correct(table.state.turn, space="crown-of-command")
            continue
        keys = [key for key in table.ask.open() if key not in ("own", "empty")]
        table.answer(dice.choice(keys), max(table.ask.seat, 0))


def screens(table: Table) -> list[Screen]:
    controller, found = TableController(table), []
    for lang in LANGUAGES:
        controller.lang = lang
        found.append(controller.screen())
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "layers"), STACKS)
def test_a_whole_game_plays_and_opens_again_whatever_becomes_of_the_folders(
    edition: str, layers: tuple[str, ...], folders: Path
) -> None:
    people = {"Ada": "mole-rider", "Bruno": "thief", "Carla": "elf"}
    table = Table.new(
        people, edition, layers=layers, name="Moles", dice="virtual", cards="virtual", spells="known", seed=1
    )
    for card, place in LYING.items():
        table.correct(card=card, origin="deck:adventure", to=place)
    told = "".join(str(screen) for screen in played(table, 1))
    assert table.ask.kind == "over", "the game came to its end"
    for name in ("Were-mole", "Molehill", "Kretowisko", "Mole skin", "Mole rider"):
        assert name in told, f"{name} was never seen"
    state, shown = table.state, screens(table)
    book = book_of(state.book)
    pages = {(key, lang): str(page(book, key, lang)) for key in ("were-mole", "wolf") for lang in LANGUAGES}
    table.close()
    for happens in (_changed, _wrong, shutil.rmtree):
        for name in layers:
            happens(folders / name)
        with Table.open("Moles") as again:
            assert again.state == state and again.settings.edition == "+".join((edition, *layers))
            book = book_of(again.state.book)
            assert {at: str(page(book, *at)) for at in pages} == pages
            assert [screen.journal for screen in screens(again)] == [screen.journal for screen in shown]
            again.undo()
            assert again.ask.kind != "over"
            again.redo()
            assert again.state == state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_is_looked_up_asks_the_book(lang: str, folders: Path) -> None:
    spec = "second+mole-cards+grey-wolf+burrows"
    book = open_book(spec)
    assert {"were-mole", "mole-skin"} <= {*labels_of(book, lang, str(draw_named_board(book, lang))).cards["adventure"]}
    for shelf in SHELVES.values():
        for key in shelf.all(book):
            assert shelf.label(book, key, lang) and shelf.page(book, key, lang).title
        assert shelf.near(book, "were-mule", lang) is not None
    assert all(draw_definition(book, key, lang) for key in (*book.deck_of, "character.mole-rider", "space.ruins"))
    assert "[pl] Może" in str(doubts_page(book, lang)) or lang == "pl"
    for one, other in ((spec, "second"), ("second", spec), ("mole-cards", spec)):
        assert "Mole" in str(differences(one, other, lang))
    shown = talisman_nb.card("Were-mole", lang, spec)
    assert str(shown).startswith("Were-mole") and shown.picture.startswith("<svg")
    with pytest.raises(SetupError) as wrong:
        new_game([("Ada", "mole-rider"), ("Bruno", "mole-rider")], spec)
    assert "Mole rider" in describe_error(wrong.value, lang)


def _changed(folder: Path) -> None:
    for file in folder.rglob("*.toml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("strength = 3", "strength = 9").replace("Were-mole", "Mole of old"), "utf-8")


def _wrong(folder: Path) -> None:
    for file in folder.rglob("*.toml"):
        file.write_text("[", encoding="utf-8")
