"""Finds which definitions and kinds of event cite a rule, and which rules a definition rests on."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from talisman_nb.cards.definition import Definition

from .book import Book, operations_of

GENERAL = frozenset({"card.text", "ability.text", "space.text"})
"""Rules that only say to follow a card, an ability or a space; left out of `rules_of`."""
OF_TYPE = {
    "animal": ("meet.enemies-first", "combat.sequence", "combat.win", "combat.lose", "combat.standoff", "trophy.keep"),
    "spirit": (
        "meet.enemies-first",
        "combat.psychic",
        "combat.psychic-armour",
        "combat.win",
        "combat.lose",
        "trophy.keep",
    ),
    "event": ("meet.order", "turn.event-end"),
    "stranger": ("meet.strangers",),
    "place": ("meet.strangers",),
    "follower": ("meet.take", "followers.limit"),
    "object": ("meet.take", "carry.limit"),
    "spell": ("spell.when", "spell.per-turn", "spell.range"),
    "talisman": ("carry.limit", "inner.talisman"),
}
"""Maps a type of card to the rules for meeting or using every card of the type."""
DRAWING = ("meet.draw", "meet.order", "meet.left")
"""Rules of spaces that draw cards."""
LIKE = {"dragon": "animal", "monster": "animal", "magic object": "object"}
"""Maps a type to the type whose rules in `OF_TYPE` it shares."""
OF_KEYWORD = {"weapon": "carry.weapon", "armour": "carry.armour"}
"""Maps a keyword of `keywords_of` to its rule."""


def rules_of(book: Book, key: str) -> tuple[str, ...]:
    """Return the rules a definition and those nested in it cite, those of its type last.

    >>> from talisman_nb.rules.book import open_book
    >>> rules_of(open_book(), "sword")
    ('carry.weapon', 'meet.take', 'carry.limit')
    """
    found = book.card(key)
    inside = [d for name, d in book.definitions.items() if name == found.key or name.startswith(f"{found.key}.")]
    named = [rule for definition in inside for rule in _cited_by(definition)]
    kind = found.facts.type
    if found.key.startswith("space.") and book.board.space(found.key.removeprefix("space.")).draw:
        named += DRAWING
    named += [OF_KEYWORD[word] for word in keywords_of(found)] + list(OF_TYPE.get(LIKE.get(kind, kind), ()))
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
    return tuple(key for key, found in book.definitions.items() if rule in _cited_by(found) and not found.facts.twin)


def _cited_by(found: Definition) -> tuple[str, ...]:
    mods = (*found.held, *found.here, *found.mods)
    parts: list[Any] = [found.facts, *mods, *operations_of(found)]
    parts += [option for op in operations_of(found) for option in getattr(op, "options", ())]
    return tuple(rule for part in parts for rule in getattr(part, "cites", ()))


@cache
def events_citing(rule: str) -> tuple[str, ...]:
    """Return the kinds of event that cite a rule, found by parsing the engine's source. Cached by rule.

    >>> events_citing("trophy.keep")
    ('experience', 'trophy')
    """
    return tuple(dict.fromkeys(kind for kind, rules in _tell_calls() if rule in rules))


@cache
def _tell_calls() -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the event kind and rules of each `tell` call of the engine. Cached."""
    sources = _sources(files("talisman_nb") / "engine")
    return tuple(call for file in sources for call in _tell_calls_in(file.read_text(encoding="utf-8")))


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry


def _tell_calls_in(source: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the event kind and rules of each `tell` call in a source text.

    Where `cites` contains a variable, all string constants of the enclosing function count as rules.
    """
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "tell" and call.args:
                    cites = [word.value for word in call.keywords if word.arg == "cites"]
                    varies = any(isinstance(part, ast.Name) for cited in cites for part in ast.walk(cited))
                    rules = frozenset(_texts(function.body if varies else cites))
                    yield from ((kind, rules) for kind in _texts(call.args[:1]))


def _texts(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        yield from (
            part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )
