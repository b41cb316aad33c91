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


class TreeNode(Struct, frozen=True):
    """A moment of the tree: the situation there, and the answer that led to it from its parent.

    Attributes
    ----------
    at
        Its number.
    parent
        The number of the node before it, -1 at the root.
    answer
        The answer that led to it, "" at the root.
    situation
        The situation there.

    Examples
    --------
    >>> node = Analysis.of("dwarf crags | thief city > 3").node
    >>> node.at, node.parent, node.answer, node.events[-1].kind, node.state == node.situation.state
    (1, 0, '3', 'rolled', True)
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

    Attributes
    ----------
    nodes
        The tree, the root first.
    line
        Numbers of the nodes from the root to the leaf that `forth` leads to.
    depth
        The place in the line that is looked at, 0 for the root.

    Examples
    --------
    >>> a = Analysis.of("dwarf hills-3 | thief city > 3 > clockwise", "en")
    >>> b = a.back().answer("anticlockwise")
    >>> [node.answer for node in b.branches(b.node.parent)], b.text
    (['clockwise', 'anticlockwise'], 'dwarf hills-3 | thief city > 3 > anticlockwise')
    >>> b.go(a.node.at).node == a.node
    True
    >>> a.ask.kind, a.headline, [leaf.answer for leaf in b.leaves]
    ('choose', 'Chasm: does the Dwarf roll?', ['clockwise', 'anticlockwise'])
    >>> a.back().link, a.state.players[0].space, a.insisted
    ('?situation=dwarf%20hills-3%20%7C%20thief%20city%20%3E%203', 'chasm', ())
    """

    nodes: tuple[TreeNode, ...]
    line: tuple[int, ...]
    depth: int

    @staticmethod
    def of(text: str, lang: str | None = None, *, insist: bool = False) -> Analysis:
        """Return the analysis of a situation, at the last of the answers behind its `>`.

        Parameters
        ----------
        text
            The situation, as `talisman_nb.model.situation` tells.
        lang
            en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
        insist
            Lay out also what the rules make impossible, marked with `!` in the text (see `insisted`).

        Returns
        -------
        Analysis
            The analysis, a node an answer.

        Raises
        ------
        SituationError
            The text can't be read (with the column), or is impossible (with the rule).

        Examples
        --------
        >>> Analysis.of("dwarf crags, has bear | thief city", insist=True).text
        'dwarf crags, has bear ! | thief city'
        """
        return Analysis.of_situation(play(insisting_text(text) if insist else text, lang))

    @staticmethod
    def of_table(
        table: ReadOnlyTable, line: int | None = None, lang: str | None = None, *, seats: Collection[int] = ()
    ) -> Analysis:
        """Return the analysis of a line of a table: at the question that it answered, `forth` leading on from there.

        Edition, layers and house rules are the table's.

        Parameters
        ----------
        table
            The table.
        line
            Its number in the journal, from 1; None is the question asked now.
        lang
            en, it, fr or pl; None takes the table's.
        seats
            Whose hidden cards may be named, nobody's by default: the others stay unseen.

        Returns
        -------
        Analysis
            The analysis at that line.

        Raises
        ------
        NoMomentError
            There is no such line.
        SituationError
            A moment that no text can say; with the reason.

        Examples
        --------
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
        """Return the analysis that a link carries.

        Parameters
        ----------
        link
            An address with a situation, or its query alone.
        lang
            en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

        Returns
        -------
        Analysis
            The analysis.

        Raises
        ------
        SituationError
            The link has no situation, or one that can't be read.

        Examples
        --------
        >>> Analysis.of_link("?situation=dwarf%20crags%20%3E%203").text
        'dwarf crags > 3'
        """
        return Analysis.of(text_of(link), lang)

    @staticmethod
    def of_situation(last: Situation) -> Analysis:
        """Return the analysis of a situation and of all those before it, at the last one.

        Parameters
        ----------
        last
            The situation, as `play` returns it.

        Returns
        -------
        Analysis
            The analysis, a node an answer.

        Examples
        --------
        >>> len(Analysis.of_situation(play("dwarf crags | thief city").answer(3)).nodes)
        2
        """
        found = [last]
        while found[0].before is not None:
            found.insert(0, found[0].before)
        nodes = tuple(TreeNode(at, at - 1, _order(situation), situation) for at, situation in enumerate(found))
        return Analysis(nodes, tuple(range(len(nodes))), len(nodes) - 1)

    # --- where it stands ---

    @property
    def node(self) -> TreeNode:
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

    def branches(self, at: int) -> tuple[TreeNode, ...]:
        """Return the nodes that a node was answered to, in the order in which they were tried.

        Parameters
        ----------
        at
            The number of the node.

        Returns
        -------
        tuple[Node, ...]
            The nodes behind it.

        Examples
        --------
        >>> tried = Analysis.of("dwarf crags | thief city").answer(3).back().answer(4)
        >>> [node.answer for node in tried.branches(0)]
        ['3', '4']
        """
        return tuple(node for node in self.nodes if node.parent == at)

    @property
    def leaves(self) -> tuple[TreeNode, ...]:
        """Return the nodes from which nothing has been tried."""
        parents = {node.parent for node in self.nodes}
        return tuple(node for node in self.nodes if node.at not in parents)

    # --- going about in it ---

    def answer(self, *orders: str | int) -> Analysis:
        """Return the analysis after these answers: in the branch that has them already, else in a new one.

        Parameters
        ----------
        orders
            What `Situation.answer` takes.

        Returns
        -------
        Analysis
            The analysis at the next question.

        Raises
        ------
        NotAllowedError
            An answer that is not open; with those that are.
        CannotPlayError
            An order that can't be followed.

        Examples
        --------
        >>> Analysis.of("dwarf crags | thief city").answer(3, "clockwise").text
        'dwarf crags | thief city > 3 > clockwise'
        """
        found = self
        for order in orders:
            found = found._at(found.node.situation.answer(order))
        return found

    def step(self) -> Analysis:
        """Return the analysis at the next node of the line; at its end after the answer that changes least.

        Returns
        -------
        Analysis
            The analysis a step further.

        Examples
        --------
        >>> a = Analysis.of("dwarf chasm, arrived | thief city")
        >>> a.step().node.answer, a.step().back().step() == a.step()
        ('quiet', True)
        """
        return self.forth() if self.depth + 1 < len(self.line) else self._at(self.node.situation.step())

    def back(self) -> Analysis:
        """Return the analysis at the parent; the line stays, so that `forth` leads here again.

        Returns
        -------
        Analysis
            The analysis a step before.

        Raises
        ------
        NoMomentError
            It is at the root.

        Examples
        --------
        >>> Analysis.of("dwarf crags | thief city > 3").back().text
        'dwarf crags | thief city'
        """
        if not self.depth:
            raise NoMomentError("root", "this is the first moment: nothing comes before it")
        return replace(self, depth=self.depth - 1)

    def forth(self) -> Analysis:
        """Return the analysis at the next node of the line.

        Returns
        -------
        Analysis
            The analysis a step further.

        Raises
        ------
        NoMomentError
            It is at the end of the line.

        Examples
        --------
        >>> a = Analysis.of("dwarf crags | thief city > 3")
        >>> a.back().forth() == a
        True
        """
        if self.depth + 1 == len(self.line):
            raise NoMomentError("leaf", "this is the last moment of its line: answer the question to go on")
        return replace(self, depth=self.depth + 1)

    def go(self, at: int) -> Analysis:
        """Return the analysis at a node, in a line through it.

        Parameters
        ----------
        at
            The number of the node.

        Returns
        -------
        Analysis
            The analysis there.

        Raises
        ------
        NoMomentError
            No node has this number.

        Examples
        --------
        >>> Analysis.of("dwarf crags | thief city > 3 > clockwise").go(1).node.answer
        '3'
        """
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
        new = TreeNode(len(self.nodes), self.node.at, _order(situation), situation)
        return Analysis((*self.nodes, new), (*self.line[: self.depth + 1], new.at), self.depth + 1)

    def __repr__(self) -> str:
        return repr(self.node.situation)


def _order(situation: Situation) -> str:
    """Return the answer that led to a situation, "" for the first one."""
    before = situation.before
    return situation.text.removeprefix(before.text).removeprefix(" > ") if before is not None else ""
