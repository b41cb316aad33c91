"""The program of a definition as a tree: what each face of a die, each choice and each condition leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import Modifier
from talisman_nb.rules.book import Book, operations
from talisman_nb.text.grammar import OR, listed
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import NOBODY, Wording

from .condition_words import condition, worth_telling
from .context import Told
from .facts import PARTS, PLAIN
from .one_line import branch_told, choice_text, operation, span, with_picks


class Node(Struct, frozen=True):
    """One step, and what may follow from it."""

    text: str
    then: tuple[Node, ...] = ()


def tree(book: Book, key: str, lang: str) -> tuple[Node, ...]:
    """What a definition's programs do, branch by branch; () for one without programs.

    >>> from talisman_nb.rules.book import open_book
    >>> tree(open_book(), "book-of-spells", "en")
    (Node(text='Draws Spells up to the limit', then=()),)
    """
    found = book.card(key)
    told = Told(book, found, Wording(lang))
    nodes = [node for name in PARTS if name in found.blocks for node in _part(told, name)]
    nodes += [node for mod in (*found.held, *found.here, *found.mods) for node in _modifier(told, mod)]
    return tuple(nodes)


def forks(book: Book, key: str) -> bool:
    """Whether a die, a choice or a condition decides anything, so that the tree says more than a list.

    >>> from talisman_nb.rules.book import open_book
    >>> forks(open_book(), "witch"), forks(open_book(), "book-of-spells")
    (True, False)
    """
    found = operations(book.card(key))
    return any(isinstance(op, (o.Table, o.Choose)) or (isinstance(op, o.If) and "rule" not in op.when) for op in found)


def lines_of(nodes: tuple[Node, ...], depth: int = 0) -> Iterator[str]:
    """The tree as lines, two blanks deeper at each step.

    >>> list(lines_of((Node("Rolls 1 die", (Node("1: loses 1 life"),)),)))
    ['Rolls 1 die', '  1: loses 1 life']
    """
    for node in nodes:
        yield "  " * depth + node.text
        yield from lines_of(node.then, depth + 1)


def _part(told: Told, name: str) -> Iterator[Node]:
    nodes = tuple(_block(told, name))
    if name in PLAIN:
        yield from nodes
    elif nodes:
        yield Node(sentence(told.wording.word(f"part.{name}")) + COLON[told.wording.lang], nodes)


def _modifier(told: Told, mod: Modifier) -> Iterator[Node]:
    do = getattr(mod, "do", None)
    nodes = tuple(_block(told, do)) if do else ()
    if nodes:
        yield Node(sentence(_moment(told, mod)) + COLON[told.wording.lang], nodes)


def _moment(told: Told, mod: Any) -> str:
    """When a modifier's program runs: at its event, or at the moments its action may be taken."""
    wording = told.wording
    if hasattr(mod, "event"):
        return wording.say("triggers", mod.event)
    if hasattr(mod, "key"):
        return listed([wording.say("moments", at) for at in mod.at], wording.lang, OR)
    return wording.say("pages", "held").rstrip(" \u00a0:")


def _block(told: Told, do: Any) -> Iterator[Node]:
    """The steps of a block; a table's rows and a choice's options stand under the step that leads to them."""
    whole = told.tale(do)
    if whole:
        yield Node(sentence(whole[0]), tuple(Node(sentence(line)) for line in whole[1:]))
        return
    inner = told.inside(do) if isinstance(do, str) else told
    steps: list[Node] = []
    for op in with_picks(inner, told.operations(do)):
        if isinstance(op, o.Table) and steps:
            steps[-1] = Node(steps[-1].text, (*steps[-1].then, *_rows(inner, op)))
        else:
            steps += _step(inner, op)
    yield from steps


def _step(told: Told, op: o.Operation) -> Iterator[Node]:
    if isinstance(op, o.Stop) and op.what == "program":
        return
    if type(op) in FORKS:
        yield from FORKS[type(op)](told, op)
    elif text := operation(told, op):
        yield Node(sentence(text))


def _rows(told: Told, op: o.Table) -> Iterator[Node]:
    for row in op.rows:
        yield _under(told, span(row), row.do)


def _under(told: Told, label: str, do: Any) -> Node:
    """A label with what it leads to: on the same line when that is one step."""
    nodes = tuple(_block(told, do))
    nothing = told.wording.say("operations", "nothing")
    if len(nodes) > 1:
        return Node(label + COLON[told.wording.lang], nodes)
    text, then = (_small(nodes[0].text), nodes[0].then) if nodes else (nothing, ())
    return Node(told.wording.say("operations", "row", span=label, do=text), then)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _choose(told: Told, op: o.Choose) -> Iterator[Node]:
    if len(op.options) == 1 and not op.optional:
        yield _option(told, op.options[0])
        return
    line = told.wording.say("operations", "choose.line.optional" if op.optional else "choose.line")
    yield Node(sentence(line), tuple(_option(told, choice) for choice in op.options))


def _option(told: Told, choice: o.Choice) -> Node:
    nodes = tuple(_block(told, choice.do))
    if choice.cost or len(nodes) > 1 or any(node.then for node in nodes):
        return _under(told, _label(told, choice), choice.do)
    return Node(sentence(choice_text(told, choice)))


def _label(told: Told, choice: o.Choice) -> str:
    wording = told.wording
    has = wording.phrases.has("options", choice.key)
    return sentence(wording.say("options", choice.key, n=(choice.cost or {}).get("gold", 1)) if has else choice.key)


def _if(told: Told, op: o.If) -> Iterator[Node]:
    only = branch_told(told, op)
    if only is not None:
        yield from _block(told, only[0])
        return
    then, otherwise = tuple(_block(told, op.do)), tuple(_block(told, op.otherwise))
    when = told.wording.say("operations", "if.line", condition=condition(told, worth_telling(told, op.when) or op.when))
    if then or otherwise:
        yield Node(sentence(when), then or (Node(sentence(told.wording.say("operations", "nothing"))),))
    if otherwise:
        yield Node(sentence(told.wording.say("pages", "otherwise")), otherwise)


def _each(told: Told, op: o.Each) -> Iterator[Node]:
    inner = told.for_whom(NOBODY)
    inner.turned = op.as_ == "other"
    who = told.wording.first("lists", (f"each.{op.of}", op.of))
    yield Node(sentence(who) + COLON[told.wording.lang], tuple(_block(inner, op.do)))


def _call(told: Told, op: o.Call) -> Iterator[Node]:
    if op.program in told.definition.blocks:
        yield from _block(told, op.program)
    elif text := operation(told, op):
        yield Node(sentence(text))


COLON = {"en": ":", "it": ":", "fr": "\u00a0:", "pl": ":"}
FORKS: Any = {o.Choose: _choose, o.If: _if, o.Each: _each, o.Call: _call, o.Table: _rows}
"""Operations with more than one way on."""
