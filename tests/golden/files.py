"""Which transcript stands in which file, and what has changed since they were approved."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

from editions import EXPANDED, differs, top

from golden.changed_book import BOOKS, in_force
from golden.figures import figure_scenes
from golden.topics import INDENT, entry
from talisman_nb.rules.book import Book
from talisman_nb.rules.layers import BASE

FOLDER = Path(__file__).parent / "approved"
FIGURES = "figures"
ENEMIES = ("animal", "dragon", "monster", "spirit")
PLURAL = {
    "event": "events", "stranger": "strangers", "follower": "followers", "object": "objects", "place": "places",
    "magic object": "magic-objects", "talisman": "magic-objects",
}  # fmt: skip
SHORT = ("enemies", "events", "objects", "places", "purchases", "strangers", "terrain")
"""Kinds of which one says so little that all stand in one file."""


def file_of(book: Book, key: str) -> str:
    """The file a definition is told in: spaces of one name stand together, so do kinds that say little.

    >>> book = BOOKS["second"]
    >>> file_of(BOOKS[BASE], "maiden"), file_of(book, "wolf"), file_of(book, "space.runes-1")
    ('followers/maiden', 'second/enemies', 'second/spaces-middle/runes')
    """
    kind, name = _kind(book, key), key.rpartition(".")[2]
    return folder(book) + (kind if kind in SHORT else f"{kind}/{name.rstrip('-0123456789')}")


def folder(book: Book) -> str:
    """The folder of an edition's files; the base has none of its own."""
    return "" if book.edition == BASE else f"{top(book.edition)}/"


def _kind(book: Book, key: str) -> str:
    kind, _, name = key.partition(".")
    if kind == "space":
        return f"spaces-{book.board.region(name)}"
    if kind in ("character", "form"):
        return f"{kind}s"
    deck, type_ = book.deck_of[key], book.card(key).facts.type
    if deck in ("spell", "stock") or key in book.covering:
        return {"spell": "spells", "stock": "purchases"}.get(deck, type_)
    return "enemies" if type_ in ENEMIES else PLURAL[type_]


@cache
def keys(book: Book) -> tuple[str, ...]:
    """Every card, character, space and form of the book; of one that stands on the base what it has otherwise."""
    spaces = tuple(f"space.{space}" for space in book.board.spaces)
    characters = tuple(f"character.{name}" for name in book.characters)
    forms = tuple(key for key in book.definitions if key.startswith("form.") and key.count(".") == 1)
    cards = (*(card for cards in book.deck_cards.values() for card in cards), *book.stock_cards)
    return tuple(
        key for key in (*cards, *characters, *spaces, *forms) if not folder(book) or differs(book.edition, key)
    )


@cache
def files() -> dict[str, tuple[Book, tuple[str, ...]]]:
    """The book of each file, and the definitions told in it."""
    found: dict[str, tuple[Book, tuple[str, ...]]] = {}
    for book in BOOKS.values():
        if book.edition not in EXPANDED:  # which has the figures of the edition below
            found[f"{folder(book)}{FIGURES}"] = (book, ())
        names = {key: file_of(book, key) for key in keys(book)}
        for name in sorted(set(names.values())):
            found[name] = (book, tuple(sorted(key for key in names if names[key] == name)))
    return found


def written(name: str) -> str:
    """What the file would say now."""
    book, told = files()[name]
    return "\n".join([line for key in told for line in entry(book, key)] if told else _figures(book))


def _figures(book: Book) -> list[str]:
    with in_force(book):
        return [
            line for one in figure_scenes(book) for line in (f"{one.title}:", *(INDENT + line for line in one.lines))
        ]


def approved(name: str) -> str:
    """What the file says."""
    path = FOLDER / f"{name}.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def changed(name: str, now: str) -> list[str]:
    """The difference from what was approved, as lines of a patch."""
    before, after = approved(name).splitlines(), now.splitlines()
    return list(unified_diff(before, after, f"{name}.txt (approved)", f"{name}.txt (now)", n=2, lineterm=""))


def bless(name: str, now: str) -> None:
    """Approve what the file would say now."""
    path = FOLDER / f"{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(now, encoding="utf-8")


def orphans() -> Iterator[Path]:
    """Files that nothing is written to any more."""
    return (
        path for path in FOLDER.rglob("*.txt") if path.relative_to(FOLDER).with_suffix("").as_posix() not in files()
    )
