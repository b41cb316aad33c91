"""The words of the form of a definition: what its fields and choices are called, and the sentence of an operation.

An operation, modifier or condition is called by what it would say of a card: a sample of it is told as any other.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields as struct_fields

from talisman_nb.cards.decode import INNER, TOPICS, CardError, block, define
from talisman_nb.cards.definition import Definition, Facts
from talisman_nb.cards.known_names import KnownNames
from talisman_nb.cards.operations import NAMES
from talisman_nb.cards.terms import AmountOf, ConditionTable, CostTable, GivenKeys, Until
from talisman_nb.cards.text_keys import text_keys
from talisman_nb.cards.vocabulary import ListName, Ref, SeatName, names
from talisman_nb.rules.book import Book, open_book, operations_of
from talisman_nb.rules.drafts import Place, value_at
from talisman_nb.text.names import UnknownNameError
from talisman_nb.text.phrases import MissingPhraseError, sentence
from talisman_nb.text.wording import Wording

from .condition_words import clause, condition
from .nodes import Context, one_line
from .tree import Builder

TOPIC = "workshop"


class FormChoice(Struct, frozen=True):
    """A value that may be chosen, and what it is called."""

    key: str
    label: str


class Shape(NamedTuple):
    """The type of a field, unwrapped: its alternatives, and what its annotations say."""

    parts: tuple[Any, ...]
    metas: tuple[Meta, ...]
    refs: tuple[Ref, ...]
    words: tuple[str, ...]  # of its `Literal`s


def shape(hint: Any) -> Shape:
    """Unwrap a type.

    >>> from talisman_nb.cards.terms import Amount
    >>> [part.__name__ for part in shape(Amount).parts]
    ['int', 'str', 'AmountOf']
    """
    if get_origin(hint) is Annotated:
        inside, given = shape(get_args(hint)[0]), hint.__metadata__
        metas = tuple(each for each in given if isinstance(each, Meta))
        refs = tuple(each for each in given if isinstance(each, Ref))
        return Shape(inside.parts, metas + inside.metas, refs + inside.refs, inside.words)
    if get_origin(hint) is Literal:
        return Shape((Literal,), (), (), get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        found = [shape(each) for each in get_args(hint) if each is not NoneType]
        every: list[tuple[Any, ...]] = [tuple(one for each in found for one in each[n]) for n in range(4)]
        return Shape(*every)
    return Shape((hint,), (), (), ())


@cache
def hints_of(kind: type[Struct]) -> dict[str, tuple[Any, Any]]:
    """The fields of a struct by the key they have in a file: type, default (`msgspec.NODEFAULT`)."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.encode_name: (hints[each.name], each.default) for each in struct_fields(kind)}


# --- a new operation ---

USUAL: Mapping[str, Any] = {
    "if when": {"own_turn": True}, "each of": "everyone", "each as": "other", "pick from": "your.objects",
    "pick into": "picked", "roll into": "die", "roll for": "card", "ahead into": "space", "draw deck": "adventure",
    "table by": "die", "table rows": [{"from": 1, "to": 3}, {"from": 4, "to": 6}], "set var": "n", "set to": 1,
    "take card": "this", "drop card": "this", "discard card": "this", "place card": "this",
    "place on": "here", "foe_out foe": "picked", "kill what": "this", "begin on": "you", "promise at": "turn",
    "action key": "use", "action at": ["own_turn"], "dice n": 2, "dice for": "move", "die_plus for": "move",
    "roll_value for": "attack", "reroll for": "move", "on event": "turn_begins", "immune to": ["spell"],
    "loses_more to": ["fight"], "unattacked_by types": ["animal"], "look at": "spells", "may act": "evade",
    "cannot act": "evade", "cover on": "here",
}  # fmt: skip
"""Values of a new operation or modifier where the first that its type allows would say little."""


def sample(kind: type[Struct], words: Words) -> dict[str, Any]:
    """A new operation, modifier, option or row, as a file has it: what it must have, with usual values."""
    config = kind.__struct_config__
    found = {config.tag_field: config.tag} if config.tag_field else {}
    for key, (hint, default) in hints_of(kind).items():
        if (usual := USUAL.get(f"{config.tag} {key}")) is not None:
            found[key] = usual
        elif default is msgspec.NODEFAULT:
            found[key] = sample_of(hint, words)
    more = {"action": {"name": words.say("use")}, "teleport": {"to": words.book.board.spaces[0]}}
    return found | more.get(str(config.tag), {})


def sample_of(hint: Any, words: Words) -> Any:
    """A usual value of a type, as a file has it."""
    inside = shape(hint)
    if hint is Any:
        return []
    first = inside.parts[0]
    if first is Literal:
        return next(word for word in inside.words if word)
    if first is int:
        return max(1, next((meta.ge for meta in inside.metas if meta.ge is not None), 1))
    if get_origin(first) is tuple:
        return [sample_of(get_args(first)[0], words)]
    if get_origin(first) is dict:
        return {words.book.stock_cards[0]: 1} if words.book.stock_cards else {}
    if first is ConditionTable:
        return {"own_turn": True}
    if isinstance(first, type) and issubclass(first, Struct):
        return words.named_sample(first)
    known = (name for ref in inside.refs for among in ref.among for name in sorted(names_among(words.book, among)))
    return next(known, "")


def names_among(book: Book, among: str) -> Iterable[str]:
    """The names that a reference may be among: of a book, of all that its definitions may name, seats or lists."""
    if among in ("seats", "lists"):
        return names(SeatName if among == "seats" else ListName)
    owner = book if among.startswith("book.") else KnownNames(book, text_keys())
    return getattr(owner, among.removeprefix("book."), ())


def new_item(words: Words, last: str, items: Sequence[Any]) -> dict[str, Any]:
    """An option, row, creature or condition more of a list of that name."""
    if last == "rows":
        low = min(6, max((row.get("to", 6) for row in items if isinstance(row, dict)), default=0) + 1)
        return {"from": low, "to": 6}
    return words.named_sample(INNER[last], len(items) + 1) if last in INNER else {"own_turn": True}


WORDED = ("", "seats", "lists", "purposes", "rerolled", "added_to")
"""Names that a reference may be among and that have phrases of their own."""
STARTS = (("begin", "what", "lasting"), ("promise", "do", "later"), ("call", "program", "steps"))
"""Operations that begin a part of the definition: the field that names it, how a new one is called."""


def new_step(words: Words, kind: type[Struct], table: dict[str, Any], at: Place) -> tuple[list[Any], dict[str, Any]]:
    """A new operation with what must stand in front of it, and the table with what it begins: a roll, an effect."""
    made = sample(kind, words)
    used = {str(value) for step in _steps(table) for name, value in step.items() if name in ("into", "var")}
    found = [made]
    if "into" in made:
        made["into"] = _free(made["into"], used)
    if made["op"] == "table":
        before = [step for step in value_at(table, at) or () if isinstance(step, dict)]
        rolled = [step["into"] for step in before if step.get("op") == "roll"]
        if not rolled:
            (roll,), _ = new_step(words, NAMES["roll"], table, at)
            found, rolled = [roll, made], [roll["into"]]
        made["by"] = rolled[-1]
    for op, field, stem in STARTS:
        if made["op"] == op:
            made[field] = _free(f"{stem}_1", table)
            table = table | {made[field]: {"mods": []} if op == "begin" else [{"op": "gain", "what": "gold"}]}
    return found, table


def _free(name: str, used: Container[str]) -> str:
    """The name, or with a number behind it that nothing else has."""
    stem = name.removesuffix("_1")
    return next(each for n in range(1, 9999) if (each := name if n == 1 else f"{stem}_{n}") not in used)


def _steps(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every operation of a table."""
    if isinstance(value, Mapping):
        if "op" in value:
            yield value
        for inside in value.values():
            yield from _steps(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _steps(inside)


# --- words ---


class Words:
    """Names of the parts of one definition's form in a language."""

    def __init__(self, book: Book, wording: Wording, definition: Definition) -> None:
        self.book, self.wording, self.definition = book, wording, definition
        self.ctx = Context(book, definition, wording)

    def has(self, key: str) -> bool:
        """Whether the form has a word for this."""
        return self.wording.phrases.has(TOPIC, key)

    def say(self, key: str, **places: Any) -> str:
        """A word of the form."""
        return self.wording.say(TOPIC, key, **places)

    def alone(self, topic: str, key: str) -> str:
        """A phrase that needs nothing filled in; "" for another."""
        phrases = self.wording.phrases
        if not phrases.has(topic, key) or "{" in re.sub(r"\[[^]]*\]", "", phrases.raw(topic, key)):
            return ""
        return self.wording.say(topic, key)

    def field(self, tag: str, key: str) -> str:
        """The name of a field of an operation; "" for one that is not offered."""
        name = next((name for name in (f"field.{tag}.{key}", f"field.{key}") if self.has(name)), "")
        return self.say(name) if name else ""

    def of_kind(self, kind: type[GivenKeys], key: str) -> str:
        """The name of a key of a table of which some are given: a condition by its sentence; "" if not offered."""
        if kind is ConditionTable:
            return self._condition(key)
        section = {CostTable: "cost", AmountOf: "amount", Until: "until"}.get(kind, "")
        return self.say(f"{section}.{key}") if self.has(f"{section}.{key}") else ""

    def _condition(self, key: str) -> str:
        if self.has(f"condition.{key}"):
            return self.say(f"condition.{key}")
        hint, _ = hints_of(ConditionTable)[key]
        inside = shape(hint)
        if inside.parts != (bool,):
            return ""
        return sentence(condition(self.ctx, ConditionTable.of_parts({key: True})))

    def given_told(self, kind: type[GivenKeys], value: Mapping[str, Any]) -> str:
        """The sentence of a condition; "" for another table, and for one that says nothing yet."""
        if kind is not ConditionTable or not value:
            return ""
        try:
            return sentence(clause(self.ctx, msgspec.convert(value, ConditionTable)))
        except (msgspec.ValidationError, *UNTOLD):
            return ""

    def named_sample(self, kind: type[Struct], n: int = 1) -> dict[str, Any]:
        """The nth option or creature of a list, with a name of its own."""
        made = sample(kind, self)
        if "called" in hints_of(kind):
            return made | {"name": f"creature-{n}", "called": self.say("creature", n=n), "strength": 3}
        return made | {"key": f"option-{n}", "name": self.say("option", n=n)} if "key" in made else made

    def operations(self) -> tuple[FormChoice, ...]:
        """The operations that may be added, each called by what it says."""
        return _steps_offered(self.book, self.wording.lang, "op")

    def modifiers(self) -> tuple[FormChoice, ...]:
        """The modifiers that may be added, each called by what it says."""
        return _steps_offered(self.book, self.wording.lang, "mod")

    def called(self, tag: str) -> str:
        """The name of an operation that leads to others, and so says little by itself."""
        return self.say(f"operation.{tag}") if self.has(f"operation.{tag}") else ""

    def variable(self, name: str) -> str:
        """The name of a variable: by the operation that writes it."""
        for op in operations_of(self.definition):
            if name in (getattr(op, "into", ""), getattr(op, "as_", ""), getattr(op, "var", "")):
                told = one_line(self.wording, tuple(Builder(self.ctx).nodes(op)))
                return self.say("variable", told=told or name)
        return self.say(f"given.{name}") if self.has(f"given.{name}") else self.say("variable", told=name)

    def name(self, key: str, among: str = "") -> str:
        """The name of a card, space, character, list or other thing that a text names."""
        wording = self.wording
        if self.has(f"name.{key}"):
            return self.say(f"name.{key}")
        if among == "blocks" or not key:
            return key
        for topic in ("lists", "purposes") if among in WORDED else ():
            if said := self.alone(topic, key):
                return sentence(said)
        if among == "regions":
            return wording.names.name("region", key, wording.lang)
        if among in ("decks", "book.deck_names"):
            return wording.deck(key)
        if among == "book.keywords":
            return sentence(wording.keyword(key))
        if said := self.alone("conditions", f"cause.{key}") if among in ("causes", "immunities") else "":
            return sentence(said)
        for section in ("character.", "form.") if among in ("characters", "forms") else ("", "space."):
            if section and self.book.find(section + key):
                return str(wording.source(section + key))
        if piece := next((k for k in self.book.definitions if k.endswith(f".{key}")), "") if among == "effects" else "":
            return str(wording.marker(piece) or wording.source(piece))
        for named in (wording.card, wording.space):
            with suppress(UnknownNameError):
                return str(named(key))
        return key


@lru_cache(maxsize=32)
def _steps_offered(book: Book, lang: str, tag: str) -> tuple[FormChoice, ...]:
    """The operations ("op") or modifiers ("mod") that may be added, each by what a new one says. Cached."""
    words = Words(book, Wording(lang, book=book), Definition("", Facts(), {}))
    if tag == "op":
        named = [
            (name, words.called(name) or block_told(words, sample(NAMES[name], words)))
            for name in offered_operations(book)
        ]
    else:
        named = [(name, words.called(name) or modifier_told(words, sample(TOPICS[name], words))) for name in TOPICS]
    found = [FormChoice(name, sentence(label)) for name, label in named if label]
    return tuple(sorted(found, key=lambda choice: choice.label.casefold()))


UNTOLD = (MissingPhraseError, UnknownNameError, KeyError, ValueError, AttributeError, TypeError)
"""Errors of a sentence whose operation is not whole yet."""


def offered_operations(book: Book) -> tuple[str, ...]:
    """The operations that a definition may do: all but those that only programs of the turn of the base edition use.

    >>> offered = offered_operations(open_book())
    >>> "gain" in offered, "place" in offered, "compare" in offered
    (True, True, False)
    """
    every = [(key.startswith("turn."), type(op)) for each in (open_book(), book) for key, d in each.definitions.items()
             for op in operations_of(d)]  # fmt: skip
    turn, cards = ({kind for of_turn, kind in every if of_turn is which} for which in (True, False))
    return tuple(tag for tag, kind in NAMES.items() if kind in cards or kind not in turn)


def block_told(words: Words, one: Mapping[str, Any]) -> str:
    """The sentence of an operation, with all it leads to; "" for one that can't be decoded or is not told."""
    try:
        return sentence(one_line(words.wording, Builder(words.ctx).block(block([dict(one)], ""))))
    except (CardError, *UNTOLD):
        return ""


def modifier_told(words: Words, one: Mapping[str, Any]) -> str:
    """The sentence of a modifier of its card; "" for one that can't be decoded."""
    try:
        found = define("x", {"mods": [dict(one)]}, "")["x"].mods
        return sentence(one_line(words.wording, tuple(Builder(words.ctx).modifiers(found))))
    except (CardError, *UNTOLD):
        return ""


def say_choice(words: Words, said: str, field: str, key: str) -> str:
    """The name of a word of a closed vocabulary: `said` is the description of its type, `field` whose it is."""
    wording = words.wording
    for topic, name in (
        (TOPIC, f"choice.{field}.{key}"), (TOPIC, f"choice.{key}"), *TOPICS_OF.get(said, lambda k: ())(key),
        ("words", f"fact.{field}.{key}"), ("words", key),
    ):  # fmt: skip
        if said_alone := words.alone(topic, name):
            return sentence(said_alone)
    for section in ("type", "alignment", "term"):
        if key in wording.names.by_lang[wording.lang].get(section, {}):
            return sentence(wording.names.name(section, key, wording.lang))
    return key


TOPICS_OF: Mapping[str, Any] = {
    "a seat": lambda key: (("lists", key),),
    "the name of a list": lambda key: (("lists", f"pick.{key}"), ("lists", key)),
    "an event": lambda key: (("triggers", key),),
    "a moment": lambda key: (("moments", key),),
    "a duration": lambda key: (("durations", key),),
    "an act": lambda key: (("acts", key),),
    "a fact of a space": lambda key: (("conditions", f"space_has.{key}"),),
    "what can be ended": lambda key: (("operations", f"stop.{key}"),),
    "how a foe leaves a fight": lambda key: (("operations", f"foe_out.{key}"),),
    "a type of foe": lambda key: (("conditions", f"target.{key}"),),
    "what it happened to": lambda key: (("conditions", f"target.{key}"),),
    "a limit": lambda key: (("words", f"limit.{key}"),),
    "what is put out of use": lambda key: (("modifiers", f"blank.{key}"),),
}
"""Maps what a type says of itself to where its words have phrases."""
