"""How certain the facts of definitions are: reads and validates the `doubts.toml` of a layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import parse_toml, read_as, shown
from talisman_nb.model.data_folder import in_every_language

from .decode import CardError
from .definition import Definition, Facts

Sure = Literal["settled", "one", "players", "conflict", "silent", "elsewhere", "inferred", "memory", "measured"]
"""Degree of certainty of a fact, in this order: sources differ but an official ruling decides; one source; players'
interpretation; sources disagree; no text covers it; only another edition's text is known; inferred from other rules;
from memory; measured on a picture."""


T = TypeVar("T", bound="Words")


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text in four languages; those a layer of one's own lacks have the text of another, marked."""

    en: str
    it: str
    fr: str
    pl: str

    def text(self, lang: str) -> str:
        """The text in the language "en", "it", "fr" or "pl"."""
        return str(getattr(self, lang))


class Doubt(Words, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a fact is uncertain (the text), how it was decided (`standing`), and house rules that decide it otherwise."""

    sure: Sure
    standing: Literal["official", "judgement", "open", "house"]
    switches: tuple[str, ...] = ()

    @property
    def doubtful(self) -> bool:
        """Whether the fact is still in doubt, that is, not settled by an official ruling."""
        return self.sure != "settled"


class Certainty(Struct, frozen=True):
    """The sources of groups of definitions (`basis`), and the doubts, keyed by definition and fact.

    `told_by`: the layer that names the sources of each group.
    """

    basis: dict[str, Words] = {}
    doubt: dict[str, dict[str, Doubt]] = {}
    told_by: dict[str, str] = {}

    def about(self, key: str) -> Mapping[str, Doubt]:
        """The doubts about a definition, keyed by fact; a numbered space includes those of its kind.

        >>> from talisman_nb.rules.book import open_book
        >>> known = open_book().certainty
        >>> list(known.about("space.runes-2")), known.about("wolf")
        (['here[0]'], {})
        """
        return self.doubt.get(doubted_as(key), {}) | self.doubt.get(key, {})


def doubted_as(key: str) -> str:
    """Return the key under which doubts about all spaces of a name stand; of any other definition its own.

    >>> doubted_as("space.runes-2"), doubted_as("wolf")
    ('space.runes', 'wolf')
    """
    return plain_kind(key) if key.startswith("space.") else key


def read_certainty(toml: str, name: str, own: bool = False) -> Certainty:
    """Decode a TOML text to a `Certainty`. Raises `CardError`, naming the file, the table and the mistake.

    `own`: of a layer of one's own, whose reasons in one language stand for the others, marked.

    >>> read_certainty("[basis]", "mine/doubts.toml").basis
    {}
    """
    raw = parse_toml(toml, name, CardError)
    if unknown := set(raw) - {"basis", "doubt"}:
        raise CardError(f"{name}: expected [basis.…] and [doubt.…], got [{min(unknown)}]")
    spread = in_every_language if own else lambda words: words
    basis = {
        group: _read(spread(words), Words, f"{name}: [basis.{group}]")
        for group, words in _table(raw, "basis", name).items()
    }
    doubts = _table(raw, "doubt", name)
    doubt = {
        key: {
            fact: _read(spread(words), Doubt, f"{name}: [doubt.{key}.{fact}]")
            for fact, words in _table(doubts, key, f"{name}: doubt").items()
        }
        for key in doubts
    }
    return Certainty(basis, doubt)


def _table(within: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    found = within.get(key, {})
    if not isinstance(found, dict):
        raise CardError(f"{where} {key}: expected a table, got {shown(found)}")
    return found


def _read(raw: Any, kind: type[T], where: str) -> T:
    return read_as(kind, raw, f"{where} ", CardError)


def has_fact(definition: Definition, fact: str) -> bool:
    """Whether a definition has the fact a doubt names: a field of `Facts`, a block or a modifier ("held[1]").

    >>> from talisman_nb.rules.book import open_book
    >>> lance = open_book().card("holy-lance")
    >>> has_fact(lance, "held[1]"), has_fact(lance, "held[2]"), has_fact(lance, "copies"), has_fact(lance, "met")
    (True, False, True, False)
    """
    name, bracket, at = fact.partition("[")
    if bracket:
        found: tuple[Any, ...] = getattr(definition, name, ())
        return at.rstrip("]").isdigit() and int(at.rstrip("]")) < len(found)
    return fact in definition.blocks or fact in Facts.__struct_fields__
