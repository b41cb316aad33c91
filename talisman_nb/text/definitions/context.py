"""A definition being told, and the words its operations share: subjects, amounts, cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.rules.book import Book, operations
from talisman_nb.text.events.sentences import FIGURES
from talisman_nb.text.grammar import Noun
from talisman_nb.text.wording import NOBODY, Wording

from .program_numbers import tale_numbers

DEEPEST = 6
"""How deep blocks within blocks are told."""
_NUMBER = re.compile(r"\{(n\d+)")


class Told:
    """A definition being told: its book, its own blocks, the wording, and the subject of its sentences."""

    def __init__(
        self,
        book: Book,
        definition: Definition,
        wording: Wording,
        subject: Noun = NOBODY,
        called: tuple[str, ...] = (),
        this: Noun = NOBODY,
    ) -> None:
        self.book, self.definition, self.wording, self.subject, self.called = book, definition, wording, subject, called
        self.this = this
        self.picked: dict[str, str] = {}  # what a variable was picked from, when that is told with what is done to it
        self.turned = False  # inside "each other": what is the other's is one's own
        self.variables = frozenset(variables(definition))

    def inside(self, name: str) -> Told:
        """The same while a named block is told; a block inside itself is not told again."""
        return self._like(self.subject, (*self.called, name))

    def for_whom(self, subject: Noun) -> Told:
        """The same with another subject."""
        return self._like(subject, self.called)

    def _like(self, subject: Noun, called: tuple[str, ...]) -> Told:
        made = Told(self.book, self.definition, self.wording, subject, called, self.this)
        made.turned, made.picked = self.turned, self.picked
        return made

    def operations(self, do: Any) -> tuple[o.Operation, ...]:
        """The operations of a block, or of a block's name; () for one that is being told already."""
        if not isinstance(do, str):
            return tuple(do or ())
        if do in self.called or len(self.called) > DEEPEST:
            return ()
        return self.definition.blocks.get(do, ())

    def tale(self, do: Any) -> tuple[str, ...]:
        """The lines of a block that is told as a whole; none when it has fewer numbers than the tale: it is another program."""
        key = f"{self.definition.key}.{do}"
        has = isinstance(do, str) and self.wording.phrases.has("tales", key)
        if not has:
            return ()
        numbers = tale_numbers(self.book, self.definition, do)
        if not numbers.keys() >= set(_NUMBER.findall(self.wording.phrases.raw("tales", key))):
            return ()
        loot = self.wording.say("lists", "your.gold_or_object")
        return tuple(self.wording.say("tales", key, loot=loot, **numbers).split("|"))


def say_op(told: Told, *keys: str, **places: Any) -> str:
    return told.wording.first("operations", keys, **{"who": NOBODY, **places})


def subject(told: Told, op: Any) -> Any:
    """The subject: nobody is named where it is whoever meets the card."""
    who = getattr(op, "who", "you")
    return told.subject if who in ("you", "owner", "other") else told.wording.say("lists", who)


def amount(told: Told, what: str, term: Any) -> str:
    """So much of something: a number, all of it, or as much as was rolled."""
    if isinstance(term, dict) and "rule" in term:
        term = int(told.book.table[term["rule"]])
    if isinstance(term, int):
        return told.wording.amount(what, term)
    keys = (f"amount.all.{what}", "amount.all") if term == "all" else ("amount.rolled",)
    return told.wording.first("words", keys, what=noun(told, what))


def noun(told: Told, what: str) -> str:
    """The noun alone: the plural without its number."""
    return told.wording.word(what) if what in FIGURES else told.wording.amount(what, 2).partition(" ")[2]


def variables(definition: Definition) -> Iterator[str]:
    """What the programs of a definition call the cards they picked."""
    for op in operations(definition):
        if isinstance(op, (o.Pick, o.Each)):
            yield op.into if isinstance(op, o.Pick) else op.as_


def card(told: Told, reference: str, whole: bool = False) -> Any:
    """What a card reference means: this card, one of a list, a card by name, or the one picked."""
    wording = told.wording
    if reference in told.picked:
        return told.picked.pop(reference)
    if told.turned:
        reference = reference.replace("other.", "your.")
    if reference == "this" and told.this:
        return told.this.form("card")
    if whole and wording.phrases.has("lists", f"all.{reference}"):
        return wording.say("lists", f"all.{reference}")
    if wording.phrases.has("lists", reference):
        return wording.say("lists", reference)
    if reference not in told.variables and told.book.find(reference) is not None:
        return wording.card(reference).form("card")
    return wording.say("lists", "that")
