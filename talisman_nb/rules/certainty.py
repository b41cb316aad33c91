"""How certain facts are: reads and checks `doubts.toml` of layers; doubts about what no later layer has changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import did_you_mean, parse_toml, quote_value, read_as
from talisman_nb.cards.decode import FACTS, CardError
from talisman_nb.cards.definition import Definition, Facts
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model.data_folder import in_every_language

from .layers import BOARD, DOUBTS, Layer, program_layers
from .merging import WrittenDefinition

Sure = Literal["settled", "one", "players", "conflict", "silent", "elsewhere", "inferred", "memory", "measured"]
"""Degree of certainty of a fact, in this order: sources differ but an official ruling decides; one source; players'
interpretation; sources disagree; no text covers it; only another edition's text is known; inferred from other rules;
from memory; measured on a picture."""


T = TypeVar("T", bound="FourTexts")


class FourTexts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text in four languages; those a layer of one's own lacks have the text of another, marked."""

    en: str
    it: str
    fr: str
    pl: str

    def text(self, lang: str) -> str:
        """The text in the language "en", "it", "fr" or "pl"."""
        return str(getattr(self, lang))


class Doubt(FourTexts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a fact is uncertain (the text), how it was decided (`standing`), and house rules that decide it otherwise."""

    sure: Sure
    standing: Literal["official", "judgement", "open", "house"]
    switches: tuple[str, ...] = ()
    guess: bool = False  # of a figure of an Enemy: a table with the cards of the box is asked what stands on its card

    @property
    def doubtful(self) -> bool:
        """Whether the fact is still in doubt, that is, not settled by an official ruling."""
        return self.sure != "settled"


GUESSED = ("strength", "craft")
"""Facts that may be guesses."""


class Certainty(Struct, frozen=True):
    """The sources of groups of definitions (`basis`), and the doubts, keyed by definition and fact.

    `told_by`: the layer that names the sources of each group.
    """

    basis: dict[str, FourTexts] = {}
    doubt: dict[str, dict[str, Doubt]] = {}
    told_by: dict[str, str] = {}
    read: dict[str, str] = {}  # what a game has read off cards of the box; see `box_readings`

    def guessed(self, key: str) -> tuple[str, ...]:
        """The figures of an Enemy that are guesses, of which only the card of the box says how high they are."""
        return tuple([fact for fact in GUESSED if (doubt := self.about(key).get(fact)) and doubt.guess])

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
    return _decoded(parse_toml(toml, name, CardError), name, own)


def _decoded(raw: Mapping[str, Any], name: str, own: bool) -> Certainty:
    if unknown := set(raw) - {"basis", "doubt"}:
        raise CardError(f"{name}: expected [basis.…] and [doubt.…], got [{min(unknown)}]")
    spread = in_every_language if own else lambda words: words
    basis = {
        group: _read(spread(words), FourTexts, f"{name}: [basis.{group}]")
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
        raise CardError(f"{where} {key}: expected a table, got {quote_value(found)}")
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


def certainty_of(
    layers: Sequence[Layer],
    written: Mapping[str, WrittenDefinition],
    definitions: Mapping[str, Definition],
    figures: Collection[str],
    absent: Mapping[str, Definition],
) -> Certainty:
    """The doubts and bases of all layers; a later layer's word on a fact replaces an earlier one's.

    What a layer takes back rests again on what it rested on before it was left out.
    A doubt about a part that a later layer has written is dropped: it was about the earlier part. One about what is
    `absent`, as a layer leaves it out, is dropped too.
    Raises `CardError` for a mistake in a `doubts.toml`, and for a doubt of a layer of one's own that is about nothing.
    """
    basis: dict[str, FourTexts] = {}
    told_by: dict[str, str] = {}
    left_out: dict[str, tuple[FourTexts, str]] = {}
    doubts: dict[str, dict[str, Doubt]] = {}
    unread = _unread(layers)
    for layer in layers:
        left_out |= {group: (basis[group], told_by[group]) for group in layer.head.without if group in basis}
        for group in layer.head.with_:
            if group in left_out:
                basis[group], told_by[group] = left_out[group]
        if layer.name == unread:
            doubts = {key: found for key, found in doubts.items() if not key.startswith("space.")}
        changed = _changed_parts(layer, written)
        doubts = {key: _drop_changed(found, changed.get(key, {})) for key, found in doubts.items()}
        if DOUBTS in layer.texts:
            ones_own = layer.name not in program_layers()
            own = _decoded(layer.tables(DOUBTS), layer.at(DOUBTS), ones_own)
            if ones_own:
                _check(own.doubt, {**absent, **definitions}, figures, layer.at(DOUBTS))
            basis |= own.basis
            told_by |= dict.fromkeys(own.basis, layer.name)
            for key, found in own.doubt.items():
                doubts[key] = doubts.get(key, {}) | found
    known = {*definitions, *map(_kind, definitions)}
    kept = {key: found for key, found in doubts.items() if found and key in known}
    return Certainty(basis, kept, told_by)


def _unread(layers: Sequence[Layer]) -> str:
    """The layer whose board says that what those below say of its spaces does not hold, "" for none."""
    by = ""
    for layer in layers:
        head = layer.tables(BOARD).get("board", {}) if BOARD in layer.texts else {}
        by = layer.name if head.get("unread") else "" if "unread" in head.get("without", ()) else by
    return by


def _check(
    doubts: Mapping[str, Mapping[str, Doubt]],
    definitions: Mapping[str, Definition],
    figures: Collection[str],
    file: str,
) -> None:
    """Raise `CardError` for a doubt about a definition, a fact or a house rule that is not there."""
    kinds = {_kind(key): found for key, found in definitions.items()}
    for key, facts in doubts.items():
        found = definitions.get(key) or kinds.get(key)
        if found is None:
            raise CardError(
                f"{file}: [doubt.{key}]: the book has no definition {quote_value(key)}{did_you_mean(key, kinds)}"
            )
        for fact, doubt in facts.items():
            where = f"{file}: [doubt.{key}.{fact}]"
            if not has_fact(found, fact):
                near = did_you_mean(fact, (*found.blocks, *FACTS))
                raise CardError(f"{where}: expected a fact or a block of [{key}], got {quote_value(fact)}{near}")
            if doubt.guess and not (fact in GUESSED and found.facts.type in ENEMIES):
                raise CardError(
                    f"{where} guess: only strength and craft of Enemies are guesses, not {quote_value(fact)}"
                )
            if unknown := [name for name in doubt.switches if name not in figures]:
                near = did_you_mean(unknown[0], figures)
                raise CardError(f"{where} switches: expected a house rule, got {quote_value(unknown[0])}{near}")


def _kind(key: str) -> str:
    """The key of the kind of a numbered space; others as they are."""
    return f"space.{plain_kind(key.removeprefix('space.'))}" if key.startswith("space.") else key


def _drop_changed(doubts: Mapping[str, Doubt], parts: Mapping[str, object]) -> dict[str, Doubt]:
    return {fact: doubt for fact, doubt in doubts.items() if fact.partition("[")[0] not in parts}


def _changed_parts(layer: Layer, written: Mapping[str, WrittenDefinition]) -> dict[str, dict[str, object]]:
    """The parts that a layer has written or dropped, by the key of their definition or space."""
    found = {
        key: dict.fromkeys(part for part, name in one.parts.items() if name == layer.name)
        for key, one in written.items()
        if one.layer == layer.name or layer.name in one.parts.values()
    }
    board = layer.tables(BOARD) if BOARD in layer.texts else {}
    for section in ("kind", "space"):
        for id, table in board.get(section, {}).items():
            dropped = dict.fromkeys(table.get("without", ()))
            found[f"space.{id}"] = {**found.get(f"space.{id}", {}), **table, **dropped}
    return found
