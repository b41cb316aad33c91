"""A situation looked into: laid out from a text, a link or a table, answered, stepped forth and back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from talisman_nb.notation.situation import insisting_text
from talisman_nb.notation.text_play import Situation, play
from talisman_nb.table.read_only_table import ReadOnlyTable

from .from_table import NoMomentError, line_text
from .tree import AnalysisTree, TreeNode, text_meant, text_of


class Analysis(AnalysisTree, frozen=True):
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

    @staticmethod
    def of(text: str, lang: str | None = None, *, insist: bool = False) -> Analysis:
        """Return the analysis of a situation, at the last of the answers behind its `>`.

        Parameters
        ----------
        text
            The situation, as `talisman_nb.model.situation` tells, or a link that carries one.
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
            The text can't be read (with the column), or is impossible (with the rule); a link without a situation.

        Examples
        --------
        >>> Analysis.of("dwarf crags, has bear | thief city", insist=True).text
        'dwarf crags, has bear ! | thief city'
        """
        said = text_meant(text)
        return Analysis.of_situation(play(insisting_text(said) if insist else said, lang))

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

    def _at(self, situation: Situation) -> Analysis:
        """Return the analysis at what an answer led to: two spellings of one answer share a branch."""
        for node in self.branches(self.node.at):
            if (node.state, node.events) == (situation.state, situation.told):
                return self.go(node.at)
        new = TreeNode(len(self.nodes), self.node.at, _order(situation), situation)
        return Analysis((*self.nodes, new), (*self.line[: self.depth + 1], new.at), self.depth + 1)

    def __repr__(self) -> str:
        return repr(self.node.situation)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.node.situation._repr_mimebundle_()


def _order(situation: Situation) -> str:
    """Return the answer that led to a situation, "" for the first one."""
    before = situation.before
    return situation.text.removeprefix(before.text).removeprefix(" > ") if before is not None else ""
