"""Every number of the card files, the board and the table of figures, one higher and one lower: does somebody notice?

A changed number is noticed when it no longer decodes or passes the checks, or when a scene goes another way. Only the
scenes of the definition that was touched are played, and only until the first difference.

`python -m pytest tests/test_mutation.py -m campaign` changes all of them.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from editions import LATER, top

from golden.changed_book import BOOKS, in_force, with_board, with_figures, with_layer, with_table
from golden.figures import figure_scenes
from golden.topics import Told, told
from talisman_nb.board.graph import BoardError
from talisman_nb.board.load import _board, merge_boards
from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book
from talisman_nb.rules.layers import BASE, BLOCKS, BOARD, FIGURES, find_layer

Path = tuple[str | int, ...]
PREFIX = {"character": "character.", "form": "form."}
CARDS = ("adventure", "spell", "stock")
LAYERS = {top(edition): edition for edition in LATER}
"""What is tested with each layer over the base."""


class Number(NamedTuple):
    """A number in a file."""

    file: str
    path: Path

    def __str__(self) -> str:
        return f"{self.file}: {'.'.join(map(str, self.path))}"


def numbers(file: str) -> Iterator[Number]:
    """Every number of a file."""
    return (Number(file, path) for path in _numbers(_tables(file), ()))


def _numbers(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _numbers(inside, (*path, key))
    elif isinstance(value, list):
        for at, inside in enumerate(value):
            yield from _numbers(inside, (*path, at))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


@cache
def _places() -> dict[str, str]:
    found = {**_cards(BASE), **_board_and_figures(BASE)}
    for layer in LAYERS:
        own = {**_cards(layer), **_board_and_figures(layer)}
        found |= {f"{layer}/{path}": text for path, text in own.items()}
    return found


def _board_and_figures(layer: str) -> dict[str, str]:
    texts = find_layer(layer).texts
    return {path: texts[path] for path in (BOARD, FIGURES, BLOCKS) if path in texts}


def _cards(layer: str) -> dict[str, str]:
    """The files of a layer that define cards, characters and forms."""
    texts = find_layer(layer).texts
    folders = (*PREFIX, *CARDS, *BOOKS[LAYERS.get(layer, layer)].decks_written)
    return {path: texts[path] for path in sorted(texts) if path.partition("/")[0] in folders}


def mutated_files() -> tuple[str, ...]:
    """The files whose numbers are changed."""
    return tuple(_places())


@cache
def _tables(file: str) -> dict[str, Any]:
    return tomllib.loads(_places()[file])


def survivors(file: str, every: int = 1) -> list[str]:
    """The changed numbers nobody noticed; `every` n-th is tried."""
    return [
        f"{number} is {_at(_tables(file), number.path)}: {by:+d} is not noticed"
        for number in list(numbers(file))[::every]
        for by in (1, -1)
        if not noticed(number, by)
    ]


def noticed(number: Number, by: int) -> bool:
    """Whether it makes a difference that this number is another one."""
    tables = copy.deepcopy(_tables(number.file))
    inside = _at(tables, number.path[:-1])
    inside[number.path[-1]] += by
    try:
        book, touched = BUILD[number.file.partition("/")[0]](number, tables)
    except (CardError, BoardError):
        return True
    with in_force(book):
        return any(now != before for before, now in touched(book))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


Touched = Callable[[Book], Iterator[tuple[Told | None, Told | None]]]


@cache
def _known(edition: str, key: str) -> tuple[Told, ...]:
    """The scenes of a definition as they are."""
    with in_force(BOOKS[edition]):
        return tuple(told(BOOKS[edition], key))


def _scenes(*keys: str) -> Touched:
    """The scenes of some definitions beside those of the unchanged book."""

    def beside(book: Book) -> Iterator[tuple[Told | None, Told | None]]:
        for key in keys:
            yield from zip_longest(_known(book.edition, key), _playable(told(book, key)))

    return beside


def _playable(found: Iterator[Told]) -> Iterator[Told]:
    """The scenes under a changed book; one that can't be played any more is another one."""
    while True:
        try:
            yield next(found)
        except StopIteration:
            return
        except (ValueError, AssertionError, LookupError) as error:  # refused by the cards, the position or the game
            yield Told("broken", str(error), [], {})
            return


def _card(number: Number, tables: dict[str, Any]) -> tuple[Book, Touched]:
    folder, _, file = number.file.partition("/")
    name = str(number.path[0])
    key = PREFIX.get(folder, "") + name
    return with_table(key, tables[name], file), _scenes(key)


def _later(number: Number, tables: dict[str, Any]) -> tuple[Book, Touched]:
    layer, _, path = number.file.partition("/")
    edition = LAYERS[layer]
    if path == BOARD:
        layers = [(layer.at(BOARD), layer.tables(BOARD)) for layer in BOOKS[edition].layers[:-1]]
        return _on_board(edition, number, merge_boards([*layers, (number.file, tables)]))
    if path == FIGURES:
        return with_layer(edition, path, tables), _figures
    if path == BLOCKS:
        return _shared(edition, number, tables)
    key = PREFIX.get(path.partition("/")[0], "") + str(number.path[0])
    return with_layer(edition, path, tables), _scenes(key)


def _shared(edition: str, number: Number, tables: dict[str, Any]) -> tuple[Book, Touched]:
    """The book of an edition with a changed shared block, and the scenes of the definitions that have it."""
    block = _tables(number.file)[str(number.path[0])]
    return with_layer(edition, BLOCKS, tables), _scenes(*_having(edition, block))


def _having(edition: str, block: Any) -> Iterator[str]:
    """The definitions of an edition that are told in scenes and have a block."""
    for key, table in BOOKS[edition].tables():
        if block in table.values() and not key.startswith("turn."):
            yield key


def _space_or_edge(number: Number, tables: dict[str, Any]) -> tuple[Book, Touched]:
    return _on_board(BASE, number, tables)


def _on_board(edition: str, number: Number, tables: dict[str, Any]) -> tuple[Book, Touched]:
    """The book of an edition on a changed board, and the scenes of the spaces that the number is about."""
    what, name = number.path[:2]
    book = with_board(_board(tables, f"{edition}.toml"), BOOKS[edition])
    if what == "kind":
        return book, _scenes(f"space.{book.board.of_kind(str(name))[0]}")
    edges = _tables(number.file).get("edge", [])
    spaces = [edges[name][end] for end in ("from", "to")] if what == "edge" else [str(name)]
    return book, _scenes(*(f"space.{space}" for space in spaces))


def _figure(number: Number, tables: dict[str, Any]) -> tuple[Book, Touched]:
    figures = {f"{section}.{name}": value for section, table in tables.items() for name, value in table.items()}
    return with_figures(figures), _figures


def _figures(book: Book) -> Iterator[tuple[Told | None, Told | None]]:
    """The scenes of the figures beside those of the unchanged book."""
    yield from zip_longest(_known_figures(book.edition), _playable(figure_scenes(book)))


@cache
def _known_figures(edition: str) -> tuple[Told, ...]:
    with in_force(BOOKS[edition]):
        return tuple(figure_scenes(BOOKS[edition]))


BUILD: dict[str, Callable[[Number, dict[str, Any]], tuple[Book, Touched]]] = {
    "adventure": _card, "spell": _card, "stock": _card, "character": _card, "form": _card,
    BOARD: _space_or_edge, FIGURES: _figure, BLOCKS: lambda number, tables: _shared(BASE, number, tables),
    **dict.fromkeys(LAYERS, _later),
}  # fmt: skip
"""How a book with a changed number is made, and which scenes it touches."""
