"""The tree of what was tried from a situation: nodes, branches, the line looked at, the address that carries it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from urllib.parse import parse_qs, quote, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.model import Ask, Event, State
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import insisting_text
from talisman_nb.notation.text_play import Situation, by_character, play
from talisman_nb.table.read_only_table import ReadOnlyTable
from talisman_nb.text.errors import message
from talisman_nb.text.questions.question import question

from .from_table import NoMomentError, line_text

FIELD = "situation"
"""Name of the field of an address that carries a situation."""
USUAL = "dwarf crags | thief city"
"""The situation to begin with where none is given."""


def link_of(text: str) -> str:
    """Return the query of an address that carries a situation; `text_of` is the inverse.

    >>> link_of("dwarf crags > 3")
    '?situation=dwarf%20crags%20%3E%203'
    """
    return f"?{FIELD}={quote(text, safe='')}"


def text_of(link: str) -> str:
    """Return the situation in an address or its query; raises `SituationError` unless it has exactly one.

    >>> text_of("http://localhost:8866/?lang=it&situation=dwarf%20crags%20%3E%203")
    'dwarf crags > 3'
    """
    found = parse_qs(urlsplit(link).query).get(FIELD, [])
    if len(found) != 1:
        raise SituationError(
            "link", "expected a link with one {field}, this one has {n}", field=f"?{FIELD}=…", n=len(found)
        )
    return found[0]


class Node(Struct, frozen=True):
    """A moment of the tree: the situation there, and the answer that led to it from its parent.

    `parent` is the number of a node, -1 at the root; `answer` is "" at the root.
    """

    at: int
    parent: int
    answer: str
    situation: Situation

    @property
    def state(self) -> State:
        """Return the state of the game."""
        return self.situation.state

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what the answer caused."""
        return self.situation.told


class Analysis(Struct, frozen=True):
    """A situation with all that was tried from it. Immutable: every step returns another analysis of the same tree.

    `nodes`: the tree, the root first; `line`: numbers of the nodes from the root to the leaf that `forth` leads to;
    `depth`: the place in the line that is looked at, 0 for the root.

    >>> a = Analysis.of("dwarf hills-3 | thief city > 3 > clockwise")
    >>> b = a.back().answer("anticlockwise")
    >>> [node.answer for node in b.branches(b.node.parent)], b.text
    (['clockwise', 'anticlockwise'], 'dwarf hills-3 | thief city > 3 > anticlockwise')
    >>> b.go(a.node.at).node == a.node
    True
    """

    nodes: tuple[Node, ...]
    line: tuple[int, ...]
    depth: int

    @staticmethod
    def of(text: str, lang: str | None = None, *, insist: bool = False) -> Analysis:
        """Return the analysis of a situation, at the last of the answers behind its `>`.

        `lang`: en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en. `insist`: lay out also what the rules
        make impossible, marked with `!` in the text (see `insisted`). Raises `SituationError` with the column, and
        with the rule if the situation is impossible.

        >>> Analysis.of("dwarf crags, has bear | thief city", insist=True).text
        'dwarf crags, has bear ! | thief city'
        """
        return Analysis.of_situation(play(insisting_text(text) if insist else text, lang))

    @staticmethod
    def of_table(
        table: ReadOnlyTable, line: int | None = None, lang: str | None = None, *, seats: Collection[int] = ()
    ) -> Analysis:
        """Return the analysis of a line of a table: at the question that it answered, `forth` leading on from there.

        `line`: its number in the journal, from 1; None is the question asked now. `lang`: None takes the table's.
        `seats`: whose hidden cards may be named, nobody's by default: the others stay unseen. Edition, layers and
        house rules are the table's. Raises `NoMomentError` for a line that isn't there, `SituationError` with the
        reason for a moment that no text can say.

        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, house={"carry.objects": 5})
        >>> _ = table.answer(3)
        >>> found = Analysis.of_table(table, len(table.lines))
        >>> found.text
        'house carry.objects=5 | dwarf crags, named Ada | thief city, named Bruno'
        >>> found.forth().node.answer
        '3'
        """
        text, order = line_text(table, line, seats)
        found = Analysis.of(text, lang or table.settings.lang)
        return found.answer(*order.split(" > ")).go(found.node.at) if order else found

    @staticmethod
    def of_link(link: str, lang: str | None = None) -> Analysis:
        """Return the analysis that a link carries; raises `SituationError`."""
        return Analysis.of(text_of(link), lang)

    @staticmethod
    def of_situation(last: Situation) -> Analysis:
        """Return the analysis of a situation and of all those before it, at the last one."""
        found = [last]
        while found[0].before is not None:
            found.insert(0, found[0].before)
        nodes = tuple(Node(at, at - 1, _order(situation), situation) for at, situation in enumerate(found))
        return Analysis(nodes, tuple(range(len(nodes))), len(nodes) - 1)

    # --- where it stands ---

    @property
    def node(self) -> Node:
        """Return the node that is looked at."""
        return self.nodes[self.line[self.depth]]

    @property
    def state(self) -> State:
        """Return the state of the game there."""
        return self.node.state

    @property
    def ask(self) -> Ask:
        """Return the question asked there."""
        return self.node.situation.ask

    @property
    def headline(self) -> str:
        """Return the question asked there, in words."""
        lang = self.node.situation.lang
        return question(by_character(self.state, lang, self.nodes[0].state), self.ask, lang).headline

    @property
    def text(self) -> str:
        """Return the one line that carries the node: the situation and the answers that led there."""
        return self.node.situation.text

    @property
    def insisted(self) -> tuple[str, ...]:
        """Return why each clause that was insisted on is impossible, with its rule; () for a possible situation."""
        first = self.nodes[0].situation
        return tuple(message(mark, first.lang) for mark in first.marks)

    @property
    def link(self) -> str:
        """Return the query of an address that carries the node."""
        return link_of(self.text)

    # --- the tree ---

    def branches(self, at: int) -> tuple[Node, ...]:
        """Return the nodes that a node was answered to, in the order in which they were tried."""
        return tuple(node for node in self.nodes if node.parent == at)

    @property
    def leaves(self) -> tuple[Node, ...]:
        """Return the nodes from which nothing has been tried."""
        parents = {node.parent for node in self.nodes}
        return tuple(node for node in self.nodes if node.at not in parents)

    # --- going about in it ---

    def answer(self, *orders: str | int) -> Analysis:
        """Return the analysis after these answers: in the branch that has them already, else in a new one.

        An order is what `Situation.answer` takes. Raises `NotAllowedError` with what is open, `CannotPlayError` for an
        order that can't be followed.
        """
        found = self
        for order in orders:
            found = found._at(found.node.situation.answer(order))
        return found

    def step(self) -> Analysis:
        """Return the analysis at the next node of the line; at its end after the answer that changes least."""
        return self.forth() if self.depth + 1 < len(self.line) else self._at(self.node.situation.step())

    def back(self) -> Analysis:
        """Return the analysis at the parent; the line stays, so that `forth` leads here again.

        Raises `NoMomentError` at the root.
        """
        if not self.depth:
            raise NoMomentError("root", "this is the first moment: nothing comes before it")
        return replace(self, depth=self.depth - 1)

    def forth(self) -> Analysis:
        """Return the analysis at the next node of the line; raises `NoMomentError` at its end."""
        if self.depth + 1 == len(self.line):
            raise NoMomentError("leaf", "this is the last moment of its line: answer the question to go on")
        return replace(self, depth=self.depth + 1)

    def go(self, at: int) -> Analysis:
        """Return the analysis at a node, in a line through it; raises `NoMomentError` for a number that no node has."""
        if not 0 <= at < len(self.nodes):
            text = "there is no moment {n}: expected a number from 0 to {most}"
            raise NoMomentError("no-node", text, n=at, most=len(self.nodes) - 1)
        if at in self.line:
            return replace(self, depth=self.line.index(at))
        way = [*self._way_to(at)][::-1]
        return Analysis(self.nodes, (*way, *self._onward(at)), len(way) - 1)

    def _way_to(self, at: int) -> Iterator[int]:
        """Yield a node, its parent and so on, down to the root."""
        while at >= 0:
            yield at
            at = self.nodes[at].parent

    def _onward(self, at: int) -> Iterator[int]:
        """Yield the nodes behind a node, by the first branch of each."""
        while behind := self.branches(at):
            at = behind[0].at
            yield at

    def _at(self, situation: Situation) -> Analysis:
        """Return the analysis at what an answer led to: two spellings of one answer share a branch."""
        for node in self.branches(self.node.at):
            if (node.state, node.events) == (situation.state, situation.told):
                return self.go(node.at)
        new = Node(len(self.nodes), self.node.at, _order(situation), situation)
        return Analysis((*self.nodes, new), (*self.line[: self.depth + 1], new.at), self.depth + 1)

    def __repr__(self) -> str:
        return repr(self.node.situation)


def _order(situation: Situation) -> str:
    """Return the answer that led to a situation, "" for the first one."""
    before = situation.before
    return situation.text.removeprefix(before.text).removeprefix(" > ") if before is not None else ""
