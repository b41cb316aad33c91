"""The cases of layers: read with the names of a book, beside those of the program."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from talisman_nb.model.data_folder import in_every_language
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import JOIN, RULINGS, Layer, find_layer, program_layers

from .case_types import Case
from .cases import CaseError, cases, one_of, read_case


def cases_of(book: Book) -> Mapping[str, Case]:
    """Return the cases of the program and those of the layers of a book, by id. Raises `CaseError`.

    >>> from talisman_nb.rules.book import open_book
    >>> cases_of(open_book()) == cases()
    True
    """
    found = dict(cases())
    for layer in book.layers:
        for own in layer_cases(layer, book):
            if own.id in found:
                raise CaseError(f"{own.file}: [{own.id}] is told twice (first in {found[own.id].file})")
            found[own.id] = own
    return MappingProxyType(found)


@cache
def expansion_cases() -> Mapping[str, Case]:
    """Return the cases of the program's layers that are no editions, each in the book of its layer alone; cached.

    >>> expansion_cases()["w16"].holds_in
    ('revised4+souls',)
    """
    over = (layer for layer in map(find_layer, program_layers()) if layer.head.variant)
    found = (case for layer in over for case in layer_cases(layer, open_book(f"{layer.head.over}{JOIN}{layer.name}")))
    return MappingProxyType({case.id: case for case in found})


def layer_cases(layer: Layer, book: Book) -> tuple[Case, ...]:
    """Return the cases in the `rulings/*.toml` of a layer, to be played in a book with it. Raises `CardError`.

    Texts in one language stand for the others, marked; what no text decides is the table's own decision. Cases about
    what a layer above leaves out are left out with it.
    """
    above = book.layers[book.layers.index(layer) + 1 :] if layer in book.layers else ()
    spared = any(each.head.without for each in above)
    found = []
    for path in layer.paths(RULINGS):
        for id, table in layer.tables(path).items():
            try:
                found.append(read_case(id, own_table(table), layer.at(path), book))
            except CaseError:
                if not spared:
                    raise
    return tuple(found)


def own_table(table: Any) -> Any:
    """Return the table of a case of a layer or a reader with its texts in every language."""
    if not isinstance(table, dict):
        return table
    told = {name: in_every_language(table[name]) for name in ("question", "decision") if name in table}
    return {"standing": "house", **table, **told}


def case_of(book: Book, id: str) -> Case:
    """Return one case of the program or of a layer of a book; raises `KeyError` with the nearest id."""
    return one_of(cases_of(book), id)
