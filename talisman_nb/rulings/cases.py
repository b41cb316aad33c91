"""The rulings of the program, and the reading of `rulings/*.toml` files, those of layers too: decoded and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec

from talisman_nb.cards.decode import CardError, did_you_mean
from talisman_nb.model.data_folder import in_every_language, kept
from talisman_nb.model.situation import SituationError, words_of
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.notation import USUAL, rules_said
from talisman_nb.notation.situation import check_words
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule, rule_index
from talisman_nb.rules.layers import JOIN, RULINGS, Layer, editions, find_layer, program_layers

from .case_types import Case, Then, doubts_named, named_doubts


class CaseError(CardError):
    """Raised for an invalid file of rulings; the message names file, case and field."""


@cache
def cases() -> Mapping[str, Case]:
    """Return every ruling of the program, in the order of the files; cached.

    Returns
    -------
    Mapping[str, Case]
        Each by its id.

    Raises
    ------
    CaseError
        A file is invalid.

    Examples
    --------
    >>> cases()["w2"].rules[0]
    'stat.blocked'
    """
    return MappingProxyType(kept("rulings", _cases, dict[str, Case]))


def _cases() -> dict[str, Case]:
    found: dict[str, Case] = {}
    folder = files("talisman_nb.rules") / "rulings"
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        for case in read_cases(file.read_text(encoding="utf-8"), file.name):
            if case.id in found:
                raise CaseError(f"{file.name}: [{case.id}] is told twice (first in {found[case.id].file})")
            found[case.id] = case
    return found


def case(id: str) -> Case:
    """Return one ruling of the program.

    Parameters
    ----------
    id
        Its id.

    Returns
    -------
    Case
        The ruling.

    Raises
    ------
    KeyError
        There is none; with the nearest id.

    Examples
    --------
    >>> case("two-mules").decides().partition(",")[0]
    'Yes'
    """
    return one_of(cases(), id)


def one_of(known: Mapping[str, Case], id: str) -> Case:
    """Return one of some cases; raises `KeyError` with the nearest id."""
    if id not in known:
        raise KeyError(f"no case {id!r}{did_you_mean(id, known)}; {len(known)} are known")
    return known[id]


def read_cases(toml: str, name: str) -> list[Case]:
    """Decode the cases of one TOML text; raises `CaseError` with file, case and field. `name`: the file, for errors."""
    try:
        tables = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as wrong:
        raise CaseError(f"{name}: this is not TOML: {wrong}") from None
    return [read_case(id, table, name) for id, table in tables.items()]


def read_case(id: str, table: Any, name: str, book: Book | None = None) -> Case:
    """Decode and validate one case, of the program or of a layer of a book; raises `CaseError`."""
    try:
        if given := sorted({"id", "file", "book"} & {*table}):
            raise TypeError(f"unknown field `{given[0]}`")
        found = msgspec.convert({**table, "id": id, "file": name, "book": book.edition if book else ""}, Case)
        if book and found.in_words and found.decision:
            return found
        played = book or _book_of_names(found.situation)
        seats = check_words(found.situation, played).seats
    except (msgspec.ValidationError, SituationError, TypeError) as wrong:
        raise CaseError(f"{name}: [{id}]: {wrong}") from None
    for said in (*found.rules, *(r for step in found.steps for r in (*step.then.rules, *step.then.closed_by.values()))):
        if said not in rule_index():
            raise CaseError(f"{name}: [{id}]: no rule {said!r}{did_you_mean(said, rule_index())}")
    _check_editions(found)
    _check_doubts(found)
    entries = [difference.entry for one in found.rules for difference in rule(one).texts_differ]
    for entry in found.differs:
        if entry not in entries:
            known = ", ".join(entries) or "–"
            raise CaseError(f"{name}: [{id}]: differs: no rule of it has entry {entry!r}; they have {known}")
    if not found.rules or not found.steps:
        raise CaseError(f"{name}: [{id}]: a case names its rules and has steps")
    for at, step in enumerate(found.steps, 1):
        _check_then(step.then, len(seats), played, f"{name}: [{id}]: step {at}")
        if step.shows and step.then == Then():
            raise CaseError(f"{name}: [{id}]: step {at} shows {', '.join(step.shows)} but looks at nothing")
        for said in step.shows:
            if said not in found.rules:
                raise CaseError(
                    f"{name}: [{id}]: step {at} shows {said!r}, which is none of the case's "
                    f"rules{did_you_mean(said, found.rules)}"
                )
    return found


def _book_of_names(text: str) -> Book:
    """Return the book whose names a situation is read with: layers over an edition may have others than the base."""
    said = rules_said(parse_text(text))[0]
    return open_book(said if JOIN in said else USUAL)


def _check_then(then: Then, seats: int, book: Book, where: str) -> None:
    """Raise `CaseError` for what a step looks at and the game does not have: a seat, a space, a deck, a stock."""
    looked_at: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("seats", then.seats, map(str, range(seats))),
        ("lying", then.lying, book.board.spaces),
        ("gold", then.gold, book.board.spaces),
        ("discards", then.discards, book.decks_written),
        ("stock", then.stock, book.stock_cards),
    )
    for what, keys, those in looked_at:
        known = tuple(those)
        if wrong := [key for key in keys if key not in known]:
            raise CaseError(f"{where}: {what}: the game has no {wrong[0]!r}{did_you_mean(wrong[0], known)}")


def _check_editions(found: Case) -> None:
    """Raise `CaseError` for an unknown edition, or for several of a situation that names one itself."""
    where = f"{found.file}: [{found.id}]: editions"
    if found.book:
        if found.editions or any(words_of(part)[0].text == "edition" for part in parse_text(found.situation).parts):
            raise CaseError(f"{where}: expected none, a case of a layer is played in whatever the layer lies over")
        return
    for name in found.editions:
        if name not in editions():
            raise CaseError(f"{where}: no edition {name!r}{did_you_mean(name, editions())}")
    if found.editions and (found.own_edition != USUAL or USUAL not in found.editions):
        raise CaseError(f"{where}: expected {USUAL!r} among them, and a situation that names no edition itself")


def _check_doubts(found: Case) -> None:
    """Raise `CaseError` for a doubt that no edition has in which the case holds."""
    for name in found.doubts:
        if not any(doubts_named((name,), edition) for edition in found.holds_in):
            known = [one for edition in found.holds_in for one in named_doubts(edition)]
            raise CaseError(f"{found.file}: [{found.id}]: doubts: no {name!r}{did_you_mean(name, known)}")


# The cases of layers: read with the names of a book, beside those of the program.


@lru_cache(maxsize=16)
def cases_of(book: Book) -> Mapping[str, Case]:
    """Return the cases of the program and those of the layers of a book, by id; cached. Raises `CaseError`.

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


def most_asked(book: Book, most: int) -> tuple[Case, ...]:
    """Return the rulings of a book that most public collections of questions ask, those asked equally in their order.

    >>> from talisman_nb.rules.book import open_book
    >>> [case.id for case in most_asked(open_book(), 2)]
    ['hex-at-the-portal', 'bear-at-bridge']
    """
    here = (case for case in cases_of(book).values() if case.book or book.rules_of in case.holds_in)
    asked = sorted((case for case in here if case.asked_in), key=lambda case: -len(case.asked_in))
    return tuple(asked[:most])


def case_of(book: Book, id: str) -> Case:
    """Return one case of the program or of a layer of a book; raises `KeyError` with the nearest id."""
    return one_of(cases_of(book), id)
