"""A definition's tree as indented lines, for its page and the picture of its card, and short views of a few nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import singledispatch

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.text.grammar import COLON, OR, join_list
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import NOBODY, Wording

from .facts import COUNTER_FACTS, IN_THE_BOX
from .nodes import (
    Branch,
    ChoiceNode,
    Condition,
    Fact,
    Node,
    Nodes,
    SummaryNode,
    TableNode,
    Tree,
    fits_in_line,
    join_sentence,
    node_text,
    nothing,
    one_line,
    subject_of,
)

INDENT = "  "
MOST_WORDS = 20
"""Of a line: a longer one is told in several lines, where it has several parts."""


class TextLine(Struct, frozen=True):
    """A line with those under it; `end` is a full stop, a colon where `then` belongs to its sentence, or nothing."""

    text: str
    then: tuple[TextLine, ...] = ()
    end: str = "."


def lines(tree: Tree) -> tuple[str, ...]:
    """Return the lines that say what a definition does, two blanks deeper at each branch.

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.text.definitions.tree import tree_of
    >>> for line in lines(tree_of(open_book(), "enchanter", "en"))[:5]: print(line)
    Stays until the first visit.
    If Craft is at least 4:
      Discards this card.
      Chooses one of these:
        Gains a Spell.
    """
    return tuple(_format_lines(outline(tree.wording, tree.nodes), tree.wording.lang))


def lines_without_figures(tree: Tree) -> tuple[str, ...]:
    """The same without what a picture draws as counters."""
    return lines(replace(tree, nodes=tuple(node for node in tree.nodes if not _is_fact(node, COUNTER_FACTS))))


def abilities(tree: Tree) -> tuple[str, ...]:
    """Return the abilities of a character: what it begins with, then a line per ability."""
    nodes = (node for node in tree.nodes if not isinstance(node, Fact))
    return tuple(sentence(f"{node_text(node, tree.wording, NOBODY)}.") for node in nodes)


def character_note(tree: Tree) -> str:
    """A character in one line: figures, alignment and starting space."""
    facts = (node for node in tree.nodes if _is_fact(node, IN_THE_BOX))
    return " · ".join(sentence(node_text(fact, tree.wording, NOBODY)) for fact in facts)


def space_summary(tree: Tree) -> str:
    """A space in a few words: what one chooses from there, or the first thing it does, then … if it does more.

    Returns "" where it does nothing.
    """
    nodes = tuple(node for node in tree.nodes if not isinstance(node, Fact))
    if nodes and isinstance(choice := nodes[0], ChoiceNode):
        return sentence(options_named(choice, tree.wording))
    first, *others = outline(tree.wording, nodes) or (TextLine(""),)
    return sentence(f"{first.text}{' …' if others or first.then else ''}")


def options_named(choice: ChoiceNode, wording: Wording) -> str:
    """The options of a choice by their names or the first thing that comes of each: "pay 1 gold or lose 1 life"."""
    return join_list([_option_name(option, wording) for option in choice.options], wording.lang, OR)


def _option_name(option: Branch, wording: Wording) -> str:
    name = option.heading or outline(wording, option.then)[0].text
    return name if option.named else name[:1].lower() + name[1:]


def _is_fact(node: Node, names: Iterable[str]) -> bool:
    return isinstance(node, Fact) and node.name in names


def outline(wording: Wording, nodes: Nodes) -> tuple[TextLine, ...]:
    """Nodes as lines; the rows of a table stand under the line before it, the roll."""
    found: list[TextLine] = []
    for node in nodes:
        if isinstance(node, TableNode) and found:
            found[-1] = replace(found[-1], then=(*found[-1].then, *outline(wording, node.rows)))
        else:
            found += node_lines(node, wording)
    return tuple(found)


def _format_lines(found: Iterable[TextLine], lang: str, depth: int = 0) -> Iterator[str]:
    for line in found:
        yield f"{INDENT * depth}{sentence(line.text)}{COLON[lang] if line.end == ':' else line.end}"
        yield from _format_lines(line.then, lang, depth + 1)


def _is_long(text: str) -> bool:
    """Whether a line has too many words; a sign that stands alone, as a French colon does, is none."""
    return len(re.findall(r"\S*\w\S*", text)) > MOST_WORDS


@singledispatch
def node_lines(node: Node, wording: Wording) -> Iterator[TextLine]:
    """The lines of one node; of most it is one."""
    yield TextLine(node_text(node, wording, NOBODY))


@node_lines.register
def _fact(node: Fact, wording: Wording) -> Iterator[TextLine]:
    yield TextLine(node.text, end="" if node.name in (*COUNTER_FACTS, "alignment") else ".")


@node_lines.register
def _summary(node: SummaryNode, wording: Wording) -> Iterator[TextLine]:
    yield TextLine(node.lines[0], tuple(map(TextLine, node.lines[1:])))


@node_lines.register
def _branch(node: Branch, wording: Wording) -> Iterator[TextLine]:
    """A heading with what it leads to: in its line when that is one line, else under it."""
    who = subject_of(node, wording)
    whole = one_line(wording, node.then, who) if fits_in_line(node.then) else ""
    if node.heading and _is_long(join_sentence(wording, node.joint, node.heading, whole)):
        yield TextLine(node.heading, outline(wording, node.then), ":")
        return
    first, *more = found = (TextLine(whole),) if whole or not node.then else outline(wording, node.then)
    said = f"{who} {first.text}" if who and not whole else first.text
    text = join_sentence(wording, node.joint, node.heading, said)
    yield TextLine(node.heading, tuple(found), ":") if more else replace(first, text=text)


@node_lines.register
def _table(node: TableNode, wording: Wording) -> Iterator[TextLine]:
    yield from outline(wording, node.rows)


@node_lines.register
def _choice(node: ChoiceNode, wording: Wording) -> Iterator[TextLine]:
    shown = tuple(_optional(option, wording) for option in node.options) if node.if_wished else node.options
    options = outline(wording, shown)
    yield from options if len(options) == 1 else (TextLine(node.heading, options, ":"),)


def _optional(option: Branch, wording: Wording) -> Branch:
    """An option that is the only one and may be left out, with a word that it may."""
    key = "choice.optional" if option.heading else "choice.unnamed"
    return replace(option, heading=wording.say("operations", key, head=option.heading))


@node_lines.register
def _condition(node: Condition, wording: Wording) -> Iterator[TextLine]:
    whole = node_text(node, wording, NOBODY) if fits_in_line((node,)) else ""
    if whole and not _is_long(whole):
        yield TextLine(whole)
        return
    then = outline(wording, node.then) or (TextLine(nothing(wording)),)
    yield TextLine(node.condition, then, ":")
    if node.otherwise:
        yield TextLine(wording.say("operations", "otherwise"), outline(wording, node.otherwise), ":")
