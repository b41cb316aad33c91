"""Books with one file changed, read as the program reads its own, and whether all of such a book can be used."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Collection
from importlib.resources import files
from typing import NamedTuple

from golden.changed_book import in_force, with_figures

from talisman_nb.board import Board, BoardError, WayTable
from talisman_nb.board.load import board_from_text
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing import draw_board
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.model import Answer
from talisman_nb.rules.book import SECTIONS, Book, checked, open_book
from talisman_nb.rules.edition import BASE, edition_table, read_base, read_changes, whole
from talisman_nb.simulate.invariants import broken
from talisman_nb.text.definitions import used_elsewhere
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.house_rules import switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.questions.question import question

BOOK = open_book()
EDITIONS = "editions"
PAGED = ("character", "form", "space")
FIGURES_TOLD = (
    "space.sentinel",
    "space.werewolf-den",
    "space.village",
    "space.crown-of-command",
    "holy-lance",
    "orb-of-knowledge",
    "cross",
)
"""Definitions that tell figures of the edition."""
ANSWERS = 40
"""Of a game that is played with a changed book."""
_count = itertools.count()


class Written(NamedTuple):
    """A text, read like a file."""

    name: str
    text: str

    def read_text(self, encoding: str = "utf-8") -> str:
        """The text."""
        return self.text


class _Changed(Book):
    """The book without the definitions of one file."""

    def __init__(self, file: str, board: Board = BOOK.board) -> None:
        self.edition, self.house, self.table, self.board = BOOK.edition, {}, BOOK.table, board
        self.ways = BOOK.ways if board is BOOK.board else WayTable(board)
        self._digest = BOOK._digest.copy()
        self.definitions = {key: found for key, found in BOOK.definitions.items() if found.file != file}
        self._sections = {
            section: [key for key in keys if key in self.definitions] for section, keys in BOOK._sections.items()
        }
        self.id = f"{BOOK.edition}:spoilt-{next(_count)}"


def card_files() -> list[tuple[str, Written]]:
    """Every file of cards, programs and figures, with the section it is read as."""
    root = files("talisman_nb")
    folders = {"": root / "rules" / "programs", EDITIONS: root / "rules" / "editions"}
    folders |= {section: root / "cards" / "revised4" / section for section in SECTIONS}
    found = [
        (section, file)
        for section, folder in folders.items()
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    ]
    return sorted((section, Written(file.name, file.read_text(encoding="utf-8"))) for section, file in found)


def try_card_file(section: str, file: Written) -> None:
    """Open the book with this file and use what is in it; `CardError` when it is refused."""
    if section == EDITIONS:
        _use_figures(file)
        return
    book = book_with(section, file)
    _use(book, [key for key, found in book.definitions.items() if found.file == file.name], played=bool(section))


def book_with(section: str, file: Written) -> Book:
    """The book with this file in place of the one of its name; `CardError` when it is refused."""
    book = _Changed(file.name)
    book._read(file, section)
    book._twins()
    return checked(book)


def _use_figures(file: Written) -> None:
    base = file.name == f"{BASE}.toml"
    table = read_base(file) if base else whole({**edition_table(BASE), **read_changes(file)}, file)
    book = with_figures(table)
    _use(book, FIGURES_TOLD)
    assert all(switches(book, {}, lang) for lang in LANGUAGES)


def try_board(file: Written) -> None:
    """Open the book on this board, draw it and use its spaces; `BoardError` or `CardError` when it is refused."""
    board = board_from_text(file.text, file.name)
    assert "<svg" in str(draw_board(board, size=700))
    book = _Changed(f"boards/{BOOK.board.file}", board)
    for id in board.spaces:
        space = board.space(id)
        book._define("space", f"space.{id}", space.rules, f"boards/{board.file}", space.origins)
    kinds = {board.kind(id): f"space.{id}" for id in board.spaces}
    _use(
        checked(book),
        [key for key in book.definitions if key in kinds.values() or (key.startswith("space.") and key.count(".") > 1)],
    )


def _use(book: Book, keys: Collection[str], played: bool = True) -> None:
    """Tie the programs to what runs them, tell these definitions in every language, and play a little with them.

    Programs of the turn are not `played`: that they are in a good order, nobody can see but at a table.
    """
    with in_force(book):
        runtime_of(book)
        for key in keys:
            first, dot, rest = key.partition(".")
            paged = not dot or (first in PAGED and "." not in rest)
            for lang in LANGUAGES:
                assert page(book, key, lang) if paged else lines(tree_of(book, key, lang)) is not None
        if played:
            _play(book, keys)
    for made in (used_elsewhere._services, used_elsewhere._spaces):  # or every book would be kept
        made.cache_clear()


def _play(book: Book, keys: Collection[str]) -> None:
    """A game by lot in which what is asked for is one of these, where it can be."""
    dice = random.Random(len(keys))
    heroes = [key.removeprefix("character.") for key in keys if key.startswith("character.") and key.count(".") == 1]
    first = dice.choice(heroes or book.characters)
    state = new_game([("Ada", first), ("Bruno", dice.choice([other for other in book.characters if other != first]))])
    for _ in range(ANSWERS):
        found = ask(state)
        assert question(state, found, dice.choice(LANGUAGES)).headline
        if found.kind == "over":
            return
        given = [key for key in found.open() if key not in ("own", "empty")]
        state, _ = step(state, Answer(state.ply, dice.choice([key for key in given if key in keys] or given)))
        assert broken(state) == []


def refused(file: Written, original: str, error: CardError | BoardError) -> None:
    """A refusal is told in short lines that begin with a file, and names this one, or what this one no longer has."""
    lines = str(error).splitlines()
    assert lines and all(re.match(r"[\w./-]+\.toml: .", line) for line in lines), error
    assert max(map(len, lines)) < 1_000, error
    lost = _tables(original) - _tables(file.text)
    assert file.name in str(error) or any(f"'{name}'" in str(error) for name in lost), error


def _tables(text: str) -> set[str]:
    """The tables of a file by name."""
    return set(re.findall(r'(?m)^\["?([^"\]]+)"?\]', text))
