"""The nodes of a definition's tree, what of it reads well in one line, and what it is told for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from talisman_nb.cards.definition import Definition
from talisman_nb.cards.terms import AmountOf
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.rules.book import Book
from talisman_nb.text.grammar import Noun
from talisman_nb.text.wording import NOBODY, Wording


class Context(Struct, frozen=True):
    """Where the operations of a definition are worded."""

    book: Book
    definition: Definition
    wording: Wording
    this: Noun = NOBODY  # what "this card" is called
    picked: str = ""  # the list from which the card, space or foe of this step was picked
    said: tuple[str, str] = ("", "")  # a card named just before, and the phrase of `lists` that means it now
    mirrored: bool = False  # inside `each … as other`: the lists of the other are those of the subject


def amount(ctx: Context, what: str, term: Any) -> str:
    """An amount with its noun: "2 lives", "all gold", "cards, as many as rolled"."""
    if isinstance(term, AmountOf) and term.rule:
        term = int(ctx.book.table[term.rule])
    if isinstance(term, int):
        return ctx.wording.amount(what, term)
    keys = (f"amount.all.{what}", "amount.all") if term == "all" else ("amount.rolled",)
    noun = ctx.wording.word(what) if what in STATS else ctx.wording.phrases.bare_plural(what)
    return ctx.wording.first("words", keys, what=noun)


Subject = Noun
"""Who does the next step: "Dario loses 1 life"; NOBODY: "loses 1 life"."""


class Node(Struct, frozen=True):
    """A part of what a definition does; `then` are the nodes it leads to."""


Nodes = tuple[Node, ...]


class Fact(Node, frozen=True):
    """A figure or fact of a definition, by its name."""

    name: str
    text: str


class Step(Node, frozen=True):
    """What leads nowhere else: an operation, said with a subject, or a modifier."""

    say: Callable[[Subject], str]


class Summary(Node, frozen=True):
    """A program that has a text of its own, because its steps read badly one by one."""

    lines: tuple[str, ...]


class Branch(Node, frozen=True):
    """A heading and what it leads to: an option, a row, a trigger, a part of a card.

    An option without heading is called by what it does. `joint` is the phrase that makes one sentence of both,
    `inline` the phrase where the whole tree is in one line; `says_who`: the heading is the subject of what follows.
    """

    heading: str
    then: Nodes
    joint: str = "leads-to"
    inline: str = ""
    says_who: bool = False
    named: bool = False  # the heading is a name


class Table(Node, frozen=True):
    """What each result of a roll leads to."""

    rows: tuple[Branch, ...]


class Choice(Node, frozen=True):
    """One of several options; `say` says them in one line, `if_wished`: it is one step that may be left out."""

    heading: str
    options: tuple[Branch, ...]
    say: Callable[[Subject, str], str]
    if_wished: bool


class Condition(Node, frozen=True):
    """What follows from a condition, and what otherwise; `who` does it where no subject is said.

    `condition` is told as a sentence begins with it: "if good".
    """

    condition: str
    then: Nodes
    otherwise: Nodes = ()
    who: Subject = NOBODY


class Tree(Struct, frozen=True):
    """What a definition does, in one language."""

    wording: Wording
    nodes: Nodes


def fits_in_line(nodes: Nodes) -> bool:
    """Whether nodes read well in one line: steps, or a single condition with at most one step either way."""
    if len(nodes) == 1 and isinstance(only := nodes[0], Condition):
        return all(len(branch) < 2 and all(map(_is_leaf, branch)) for branch in (only.then, only.otherwise))
    return all(map(_is_leaf, nodes))


def _is_leaf(node: Node) -> bool:
    if isinstance(node, Choice):
        return node.if_wished and fits_in_line(node.options[0].then)
    if isinstance(node, Branch):
        return fits_in_line(node.then)
    return isinstance(node, (Fact, Step)) or (isinstance(node, Summary) and len(node.lines) == 1)
