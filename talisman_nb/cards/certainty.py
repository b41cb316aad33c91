"""How sure the facts of the definitions are: one file per edition's cards, decoded strictly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeVar

from msgspec import Struct

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import parse_toml, read_as, shown

from .decode import CardError
from .definition import Definition, Facts

Sure = Literal["settled", "one", "players", "conflict", "silent", "inferred", "memory", "measured"]
"""Sources differ but an official word decides; one source; a reading of players; sources disagree; no text says it;
follows from other rules; told from memory; measured on a picture."""


T = TypeVar("T", bound="Words")


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same in four languages."""

    en: str
    it: str
    fr: str
    pl: str

    def text(self, lang: str) -> str:
        """In one of the four languages."""
        return str(getattr(self, lang))


class Doubt(Words, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why one fact isn't plain, what was done about it, and the switches by which a table may do otherwise."""

    sure: Sure
    standing: Literal["official", "judgement", "open", "house"]
    switches: tuple[str, ...] = ()

    @property
    def doubtful(self) -> bool:
        """Whether the fact is still in doubt: what an official word settled is not."""
        return self.sure != "settled"


class Certainty(Struct, frozen=True):
    """What groups of definitions rest on, and the doubts by definition and fact."""

    basis: dict[str, Words] = {}
    doubt: dict[str, dict[str, Doubt]] = {}

    def about(self, key: str) -> Mapping[str, Doubt]:
        """The doubts about a definition, by fact; a numbered space has those of its kind too.

        >>> list(certainty("revised4").about("space.runes-2")), certainty("revised4").about("wolf")
        (['here[0]'], {})
        """
        section, dot, name = key.partition(".")
        kind = f"{section}.{plain_kind(name)}" if section == "space" and dot else key
        return self.doubt.get(kind, {}) | self.doubt.get(key, {})


@cache
def certainty(cards: str) -> Certainty:
    """What is told of an edition's cards (the name of their folder); nothing when it has no such file."""
    file = files("talisman_nb.cards") / "doubts" / f"{cards}.toml"
    return read_certainty(file.read_text(encoding="utf-8"), file.name) if file.is_file() else Certainty()


def read_certainty(toml: str, name: str) -> Certainty:
    """The certainty of one TOML text; raises `CardError` with the file, the table and what is wrong in it."""
    raw = parse_toml(toml, name, CardError)
    if unknown := set(raw) - {"basis", "doubt"}:
        raise CardError(f"{name}: expected [basis.…] and [doubt.…], got [{min(unknown)}]")
    basis = {group: _read(words, Words, f"{name}: [basis.{group}]") for group, words in _table(raw, "basis", name).items()}
    doubts = _table(raw, "doubt", name)
    doubt = {
        key: {fact: _read(words, Doubt, f"{name}: [doubt.{key}.{fact}]") for fact, words in _table(doubts, key, f"{name}: doubt").items()}
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
    """Whether a definition has the fact a doubt names: a figure, a block, or a modifier ("held[1]").

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
