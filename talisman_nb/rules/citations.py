"""Finds which definitions and kinds of event cite a rule, and which rules a definition rests on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert

from talisman_nb.cards.definition import Definition

from .book import Book, operations_of
from .index import EDITIONS

GENERAL = frozenset({"card.text", "ability.text", "space.text"})
"""Rules that only say to follow a card, an ability or a space; left out of `rules_of`."""


def told_by(book: Book) -> tuple[str, ...]:
    """Return whose words tell the rules of a book: its edition's, then those of the expansions that lie over it.

    >>> from talisman_nb.rules.book import open_book
    >>> told_by(open_book("revised4+souls")), told_by(open_book("third+second-cards"))
    (('revised4', 'souls'), ('third',))
    """
    over = (layer.name for layer in book.layers if layer.head.variant and layer.name in EDITIONS)
    return (book.rules_of, *over)


class SharedRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that definitions rest on without citing them: see `shared_rules.toml`."""

    drawing: tuple[str, ...]
    type: Mapping[str, tuple[str, ...]]
    keyword: Mapping[str, str]


@cache
def shared_rules() -> SharedRules:
    """Return the rules of every card of a type or with a keyword, and of spaces that draw cards. Cached.

    >>> shared_rules().type["stranger"], shared_rules().keyword["weapon"]
    (('meet.strangers',), 'carry.weapon')
    """
    return convert(_table("shared_rules.toml"), SharedRules)


def rules_of(book: Book, key: str) -> tuple[str, ...]:
    """Return the rules a definition and those nested in it cite, those of its type last.

    >>> from talisman_nb.rules.book import open_book
    >>> rules_of(open_book(), "sword")
    ('carry.weapon', 'meet.take', 'carry.limit')
    """
    found = book.card(key)
    inside = [d for name, d in book.definitions.items() if name == found.key or name.startswith(f"{found.key}.")]
    named = [rule for definition in inside for rule in _cited_by(definition)]
    shared = shared_rules()
    if found.key.startswith("space.") and book.board.space(found.key.removeprefix("space.")).draw:
        named += shared.drawing
    named += [shared.keyword[word] for word in keywords_of(found)] + list(shared.type.get(found.facts.type, ()))
    named += [rule for word in found.facts.keywords if word in book.keywords for rule in book.keywords[word].cites]
    return tuple(dict.fromkeys(rule for rule in named if rule not in GENERAL))


def keywords_of(found: Definition) -> tuple[str, ...]:
    """Return the keywords of a card: `weapon`, `armour`, both or neither."""
    weapon = any(getattr(mod, "use", "") == "weapon" for mod in found.held)
    return tuple(word for word, so in (("weapon", weapon), ("armour", bool(found.facts.save))) if so)


def definitions_citing(book: Book, rule: str) -> tuple[str, ...]:
    """Return the keys of the definitions that cite a rule themselves, in the book's order; twins are left out.

    >>> from talisman_nb.rules.book import open_book
    >>> definitions_citing(open_book(), "inner.vampire")
    ('space.vampires-tower',)
    """
    return _citing(book).get(rule, ())


@lru_cache(maxsize=16)
def _citing(book: Book) -> Mapping[str, tuple[str, ...]]:
    citing: dict[str, dict[str, None]] = {}
    for key, found in book.definitions.items():
        for rule in () if found.facts.twin else _cited_by(found):
            citing.setdefault(rule, {})[key] = None
    return {rule: tuple(keys) for rule, keys in citing.items()}


def _cited_by(found: Definition) -> tuple[str, ...]:
    mods = (*found.held, *found.here, *found.mods)
    parts: list[Any] = [found.facts, *mods, *operations_of(found)]
    parts += [option for op in operations_of(found) for option in getattr(op, "options", ())]
    return tuple(rule for part in parts for rule in getattr(part, "cites", ()))


def events_citing(rule: str) -> tuple[str, ...]:
    """Return the kinds of event that cite a rule, as `told_events.toml` has them.

    >>> events_citing("trophy.keep")
    ('experience', 'trophy')
    """
    return _events().get(rule, ())


@cache
def _events() -> Mapping[str, tuple[str, ...]]:
    return convert(_table("told_events.toml"), dict[str, tuple[str, ...]])


def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads((files("talisman_nb.rules") / name).read_text(encoding="utf-8"))
