"""Does the program know cards, characters, forms, spaces, regions and editions from its data alone?"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from talisman_nb.board.graph import plain_kind
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import BASE, editions
from talisman_nb.text.names import load_names

PACKAGE = Path(__file__).resolve().parents[1] / "talisman_nb"

NO_NAMES = {
    "armour": "a keyword of cards and what can be limited: any card with it",
    "cross": "the operation that crosses a bridge",
    "dragon": "a type of card",
    "raft": "a kind of edge of the board",
    "random": "a kind of player of the program",
    "ring": "a kind of edge of the board",
    "talisman": "a type of card and its stock; the package, its files and folders are called so too",
    "teleport": "an operation; also figures and phrases about it",
}
"""Words that are names of cards too, and why the program may use them: they mean something else there."""
NAMED_FOLDERS = {
    "bench": "positions that are measured stay the same from version to version",
    "drawing": "a picture is looked up by the name of what it shows; without one it is a letter or its type",
}
"""Folders whose code may name cards and spaces, and why."""
STRING = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1""")


@cache
def names() -> frozenset[str]:
    """The editions and their names, and whose a place or a thing is: the Vampire of the Vampire's Tower."""
    catalogue = load_names().by_lang["en"]
    every = [name for section in ("card", "space", "purchase", "talisman") for name in catalogue[section].values()]
    found = {owner.lower() for name in every for owner in re.findall(r"(\w+)['’]s\b", name)}
    found |= set(editions())
    for edition in editions():
        book = open_book(edition)
        found |= {card for deck in book.deck_cards.values() for card in deck}
        found |= {card.rpartition("/")[2] for card in book.stock_cards}
        found |= {key.removeprefix("form.") for key in book.definitions if re.fullmatch(r"form\.[^.]+", key)}
        found |= {plain_kind(space) for space in book.board.spaces}
        found |= {*book.characters, *book.board.spaces, *book.board.regions}
    return frozenset(found)


@cache
def vocabulary() -> frozenset[str]:
    """Ids of rules and figures: what the program may say, whatever words they are made of."""
    return frozenset(rule_index()) | frozenset(open_book(BASE).table)


def named_in(text: str) -> Iterator[str]:
    """The names that a string of the program is made of; prose, which has blanks, is read by other tests."""
    if " " in text or text in vocabulary():
        return
    for word in re.split(r"[^a-z0-9-]+", text):
        yield from {word, word.removesuffix("s")} & names() - NO_NAMES.keys()


def in_python(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from named_in(node.value)


def in_javascript(source: str) -> Iterator[str]:
    for found in STRING.finditer(source):
        yield from named_in(found[2])


def in_programs(source: str) -> Iterator[str]:
    yield from _in_values(tomllib.loads(source))


def _in_values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _in_values(inner) if key != "op" else ()
    elif isinstance(value, list):
        for inner in value:
            yield from _in_values(inner)
    elif isinstance(value, str):
        yield from named_in(value)


READERS = {".py": in_python, ".js": in_javascript, ".toml": in_programs}
FILES = sorted(
    path
    for pattern in ("**/*.py", "**/*.js", "layers/*/programs/*.toml")
    for path in PACKAGE.glob(pattern)
    if path.relative_to(PACKAGE).parts[0] not in NAMED_FOLDERS
)


def test_nothing_of_an_edition_is_named() -> None:
    named = {path: set(READERS[path.suffix](path.read_text(encoding="utf-8"))) for path in FILES}
    assert not {path: names for path, names in named.items() if names}, "names of cards, spaces or regions"


@pytest.mark.parametrize(
    ("read", "source", "name"),
    [
        (in_python, 'LISTS = {"other.maidens": 1}', "maiden"),
        (in_python, 'of_kind("woods")', "woods"),
        (in_python, 'CAUSES = {"card", "vampire"}', "vampire"),
        (in_python, 'OLDER = ("second", "others")', "second"),
        (in_javascript, 'edition === "revised4"', "revised4"),
        (in_python, 'rule = "toad.move"\nif form == "toad": pass', "toad"),
        (in_javascript, "const at = 'crown-of-command'", "crown-of-command"),
        (in_programs, 'do = [{ op = "if", when = { region_is = "inner" } }]', "inner"),
    ],
)
def test_a_name_is_found(read: Any, source: str, name: str) -> None:
    assert set(read(source)) == {name}


def test_no_reason_is_out_of_date() -> None:
    """A word of the list is a name, and the program uses it."""
    sources = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert NO_NAMES.keys() <= names() and all(re.search(rf"""["'.]{word}""", sources) for word in NO_NAMES)
