"""What tests of words share: what is told by whom, what a phrase asks for, what reads well."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from talisman_nb.cards import modifiers as m
from talisman_nb.cards import operations as o
from talisman_nb.rules.book import modifiers, open_book, operations

BOOK = open_book()
ENGLISH = re.compile(
    r"\b(the|and|with|from|your|you|turn|roll|rolls|which|what|does|card|cards|life|lives|gold|lost|took|draw|this|that|"
    r"until|when|against|space|nothing|Spell|Object|Follower|reroll)\b"
)


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


def assert_well(text: str) -> None:
    """No place left open, no empty bracket, no doubled blank, nothing before its punctuation."""
    assert not re.search(r"[{}\[\]]|\(\)|  | \.$|: \.|^\s|\s$| ,", text), text


def every_action() -> Iterator[m.Action]:
    for definition in BOOK.definitions.values():
        yield from (mod for _, mod in modifiers(definition) if isinstance(mod, m.Action))


def every_operation() -> Iterator[o.Operation]:
    for definition in BOOK.definitions.values():
        yield from operations(definition)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts(inner)
