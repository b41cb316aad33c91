"""Books with one file changed, read as the program reads its own, and whether all of such a book can be used."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Collection
from typing import NamedTuple

from golden.changed_book import in_force
from motif_sheet import draw_motif_sheet

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing import draw_board
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.model import Answer
from talisman_nb.panels.table.pictures import motifs
from talisman_nb.rules.book import Book, ensure_valid
from talisman_nb.rules.edition import FigureRanges, read_changes, whole
from talisman_nb.rules.layers import (
    BASE,
    BOARD,
    DOUBTS,
    FIGURES,
    MOTIFS,
    Layer,
    SetupError,
    editions,
    find_layer,
    stack,
)
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.tree import _services, _spaces, tree_of
from talisman_nb.text.errors import describe_error
from talisman_nb.text.house_rules import switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.questions.question import question

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
    """A text of a layer of the program, to be changed."""

    layer: str
    path: str
    text: str

    @property
    def name(self) -> str:
        """How messages call the file."""
        return find_layer(self.layer).at(self.path)


def layer_files() -> list[Written]:
    """The definitions, programs, motifs and figures of the usual edition, and the figures of the others."""
    mine = [Written(BASE, path, text) for path, text in find_layer(BASE).texts.items() if path not in (BOARD, DOUBTS)]
    others = [Written(name, FIGURES, find_layer(name).texts[FIGURES]) for name in editions() if name != BASE]
    return sorted(mine + others)


def board_file() -> Written:
    """The board of the usual edition."""
    return Written(BASE, BOARD, find_layer(BASE).texts[BOARD])


def book_with(file: Written) -> Book:
    """The book with this text in place of the program's; `CardError` or `BoardError` when it is refused."""
    layers = [changed_layer(file) if layer.name == file.layer else layer for layer in stack(file.layer)]
    book = Book(file.layer, layers=layers)
    book.id = f"{file.layer}:changed-{next(_count)}"
    return ensure_valid(book)


def changed_layer(file: Written) -> Layer:
    """The layer of a text with this one in its place; what has been read of its other texts is kept."""
    before = find_layer(file.layer)
    read = {path: tables for path, tables in before._tables.items() if path != file.path}
    return Layer(before.name, {**before.texts, file.path: file.text}, read)


def try_file(file: Written) -> None:
    """Open the book with this text and use what is in it; `CardError` or `BoardError` when it is refused."""
    book = book_with(file)
    if file.path == FIGURES:
        if file.layer == BASE:  # the table that the others are differences from
            whole(read_changes(changed_layer(file).tables(FIGURES), file.name, FigureRanges({})), file.name)
        _use(book, [key for key in FIGURES_TOLD if key in book.definitions])
        assert all(switches(book, {}, lang) for lang in LANGUAGES)
    elif file.path == BOARD:
        _use_board(book)
    elif file.path.startswith(f"{MOTIFS}/"):
        assert motifs(book) and "<svg" in draw_motif_sheet(book, "en")
    else:
        _use(
            book,
            [key for key, found in book.definitions.items() if found.file == file.name],
            "programs" not in file.path,
        )


def _use_board(book: Book) -> None:
    assert "<svg" in str(draw_board(book.board, size=700))
    kinds = {f"space.{id}" for id in {book.board.kind(id): id for id in book.board.spaces}.values()}
    _use(book, [key for key in book.definitions if key in kinds or (key.startswith("space.") and key.count(".") > 1)])


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
    for made in (_services, _spaces):  # or every book would be kept
        made.cache_clear()


def _play(book: Book, keys: Collection[str]) -> None:
    """A game by lot in which what is asked for is one of these, where it can be."""
    dice = random.Random(len(keys))
    heroes = [key.removeprefix("character.") for key in keys if key.startswith("character.") and key.count(".") == 1]
    first = dice.choice(heroes or book.characters or [""])
    people = [("Ada", first), ("Bruno", dice.choice([other for other in book.characters if other != first] or [""]))]
    try:
        state = new_game(people)
    except SetupError as error:  # a figure that only this number of players does not fit
        assert error.key == "supply-few" and all(describe_error(error, lang) for lang in LANGUAGES)
        return
    for _ in range(ANSWERS):
        found = ask(state)
        assert question(state, found, dice.choice(LANGUAGES)).headline
        given = [key for key in found.open() if key not in ("own", "empty")]
        if found.kind == "over" or not given:  # at the end, and where only people know what is drawn
            return
        state, _ = step(state, Answer(state.ply, dice.choice([key for key in given if key in keys] or given)))
        assert violations(state) == []


WORDS, TABLES, KEYS = (re.compile(name) for name in (r"[\w/-]+", r'(?m)^\["?([^"\]]+)"?\]', r"(?m)^([\w-]+) ="))


def refused(file: Written, original: str, error: CardError | BoardError) -> None:
    """A refusal is told in short lines that begin with a file, and names this one, or what this one no longer has."""
    lines = str(error).splitlines()
    assert lines and all(re.match(r"[\w./-]+\.toml: .", line) for line in lines), error
    assert max(map(len, lines)) < 1_000, error
    lost = {word for kind in (TABLES, WORDS, KEYS) for word in {*kind.findall(original)} - {*kind.findall(file.text)}}
    assert file.name in str(error) or any(f"'{name}'" in str(error) for name in lost), error
