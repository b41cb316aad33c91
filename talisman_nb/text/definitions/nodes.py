"""The nodes of a definition's tree: what they are told for, what reads well in one line, and that line."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from msgspec import Struct

from talisman_nb.cards.definition import Definition
from talisman_nb.cards.operations.flow import HIGHEST, LOWEST, TableRow
from talisman_nb.cards.terms import AmountOf
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.grammar import AND, BARE, OR, REPEATS_SUBJECT, Noun, join_list
from talisman_nb.text.wording import NOBODY, Wording


class Context(Struct, frozen=True):
    """Where the operations of a definition are worded."""

    book: Book
    definition: Definition
    wording: Wording
    this: Noun = NOBODY  # what "this card" is called
    picked: str = ""  # the list from which the card, space or foe of this step was picked
    kinds: str = ""  # what it must be besides
    said: tuple[str, str] = ("", "")  # a card named just before, and the phrase of `lists` that means it now
    mirrored: bool = False  # inside `each … as other`: the lists of the other are those of the subject
    briefly: bool = False  # in few words, for a place that has no room for more


def marker(ctx: Context, name: str) -> Noun:
    """Return the name of a piece on a space, by the name of its effect; nobody's where the effect has none."""
    keys = (key for key in ctx.book.definitions if key.endswith(f".{name}"))
    return next((noun for key in keys if (noun := ctx.wording.marker(key))), ctx.wording.noun(""))


def amount(ctx: Context, what: str, term: Any) -> str:
    """An amount with its noun: "2 lives", "all gold", "cards, as many as rolled"."""
    if isinstance(term, AmountOf) and term.rule:
        term = int(ctx.book.table[term.rule])
    if isinstance(term, int):
        return ctx.wording.amount(what, term)
    keys = (f"amount.all.{what}", "amount.all") if term == "all" else ("amount.rolled",)
    if isinstance(term, AmountOf) and term.of_other is not None:
        keys = ("amount.of_other",)
    noun = ctx.wording.word(what) if what in STATS else ctx.wording.phrases.bare_plural(what)
    return ctx.wording.first("words", keys, what=noun)


Subject = Noun
"""Who does the next step: "Dario loses 1 life"; NOBODY: "loses 1 life"."""


def span(row: TableRow) -> str:
    """The results a row of a table stands for: "2–3", "≥ 6"."""
    if row.low == row.high:
        return str(row.low)
    return f"≤ {row.high}" if row.low == LOWEST else f"≥ {row.low}" if row.high == HIGHEST else f"{row.low}–{row.high}"


class Node(Struct, frozen=True):
    """A part of what a definition does; `then` are the nodes it leads to."""


Nodes = tuple[Node, ...]


class Fact(Node, frozen=True):
    """A figure or fact of a definition, by its name."""

    name: str
    text: str


class Step(Node, frozen=True):
    """A node without branches: an operation, said with a subject, or a modifier."""

    say: Callable[[Subject], str]


class SummaryNode(Node, frozen=True):
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


class TableNode(Node, frozen=True):
    """A roll with a branch for each result."""

    rows: tuple[Branch, ...]


class ChoiceNode(Node, frozen=True):
    """One of several options; `say` says them in one line, `if_wished`: it is one step that may be left out."""

    heading: str
    options: tuple[Branch, ...]
    say: Callable[[Subject, str], str]
    if_wished: bool


class Condition(Node, frozen=True):
    """A condition with the nodes that follow from it, and those otherwise; `who` does it where no subject is said.

    `condition` is told as a sentence begins with it: "if good".
    """

    condition: str
    then: Nodes
    otherwise: Nodes = ()
    who: Subject = NOBODY


class Tree(Struct, frozen=True):
    """The nodes of a definition, in one language."""

    wording: Wording
    nodes: Nodes


def fits_in_line(nodes: Nodes) -> bool:
    """Whether nodes read well in one line: steps, or a single condition with at most one step either way."""
    if len(nodes) == 1 and isinstance(only := nodes[0], Condition):
        return all(len(branch) < 2 and all(map(_is_leaf, branch)) for branch in (only.then, only.otherwise))
    return all(map(_is_leaf, nodes))


def _is_leaf(node: Node) -> bool:
    if isinstance(node, ChoiceNode):
        return node.if_wished and fits_in_line(node.options[0].then)
    if isinstance(node, Branch):
        return fits_in_line(node.then)
    return isinstance(node, (Fact, Step)) or (isinstance(node, SummaryNode) and len(node.lines) == 1)


PART = "part"
"""The phrase that joins a part of a card, such as "when taken", to what it leads to."""


def one_line(wording: Wording, nodes: Nodes, subject: Subject = NOBODY) -> str:
    """Nodes in one line; the subject is said with the first, and with the others where the language needs it.

    Short acts that follow one another are one sentence: "discards this card and gains 3 gold".

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.text.definitions.tree import tree_of
    >>> tree = tree_of(open_book(), "book-of-spells", "en")
    >>> one_line(tree.wording, tree.nodes, tree.wording.noun("Dario"))
    'Dario draws Spells until the Spell limit is reached'
    """
    acts: list[list[str]] = []
    was_act = False
    for node in nodes:
        text = node_text(node, wording, subject if not acts or wording.lang in REPEATS_SUBJECT else NOBODY)
        is_act = _is_act(node, wording)
        if text and is_act and was_act:
            acts[-1].append(text.removeprefix(f"{subject} "))
        elif text:
            acts.append([text])
        was_act = is_act
    return SEMICOLON[wording.lang].join(join_list(found, wording.lang) for found in acts)


def _is_act(node: Node, wording: Wording) -> bool:
    """Whether a node is one act of whoever is meant, short enough to be joined to others by "and"."""
    if not isinstance(node, Step):
        return False
    text, lang = node.say(NOBODY), wording.lang
    simple = not any(sign in text for sign in (",", ":", "(", SEMICOLON[lang], AND[lang], OR[lang]))
    return simple and node.say(wording.noun("X")).startswith("X ") and not _says_who(text, wording)


def _says_who(text: str, wording: Wording) -> bool:
    """Whether a sentence says the character even without a subject, as a French one does before "may"."""
    character = wording.word("character")
    return bool(character) and text.startswith(character)


def nothing(wording: Wording) -> str:
    """Return the words for a place where nothing happens."""
    return wording.say("operations", "nothing")


def join_sentence(wording: Wording, phrase: str, heading: str, text: str) -> str:
    """A heading and what it leads to as one sentence: "2–3: misses 1 turn"."""
    return wording.say("operations", phrase, head=heading, do=text) if heading and text else heading or text


@singledispatch
def node_text(node: Node, wording: Wording, subject: Subject) -> str:
    """A node with all it leads to."""
    raise TypeError(f"no words for {type(node).__name__}: register a function for it")


@node_text.register
def _fact(node: Fact, wording: Wording, subject: Subject) -> str:
    return node.text


@node_text.register
def _step(node: Step, wording: Wording, subject: Subject) -> str:
    return node.say(subject)


@node_text.register
def _summary(node: SummaryNode, wording: Wording, subject: Subject) -> str:
    return SEMICOLON[wording.lang].join(node.lines)


@node_text.register
def _branch(node: Branch, wording: Wording, subject: Subject) -> str:
    text = one_line(wording, node.then, NOBODY if node.says_who else subject or subject_of(node, wording))
    return join_sentence(wording, node.inline or node.joint, node.heading, text)


def subject_of(node: Branch, wording: Wording) -> Subject:
    """Who does what a part of a card leads to, in the languages whose sentence needs to say it; else NOBODY."""
    return _character(wording) if node.joint == PART else NOBODY


def _character(wording: Wording) -> Subject:
    who = wording.word("part-subject")
    return wording.noun(who, BARE) if who else NOBODY


@node_text.register
def _table(node: TableNode, wording: Wording, subject: Subject) -> str:
    return SEMICOLON[wording.lang].join(node_text(row, wording, subject) for row in node.rows)


@node_text.register
def _choice(node: ChoiceNode, wording: Wording, subject: Subject) -> str:
    if node.if_wished:
        told = one_line(wording, node.options[0].then, subject or _character(wording))
        return wording.say("operations", "choose.one", options=told)
    return node.say(subject, " · ".join(node_text(option, wording, NOBODY) for option in node.options))


@node_text.register
def _condition(node: Condition, wording: Wording, subject: Subject) -> str:
    who = subject or node.who
    then, otherwise = one_line(wording, node.then, who), one_line(wording, node.otherwise, who)
    return wording.say("operations", "if", condition=node.condition, do=then or nothing(wording), **{"else": otherwise})
