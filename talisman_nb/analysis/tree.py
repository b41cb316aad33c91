"""The tree of what was tried from a situation: nodes, branches, the node looked at, the address that carries it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from urllib.parse import parse_qs, quote, urlsplit

from msgspec import Struct

from talisman_nb.model import Ask, Event, State
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.text_play import Situation, by_character
from talisman_nb.text.errors import message
from talisman_nb.text.questions.question import question

FIELD = "situation"
"""Name of the field of an address that carries a situation."""
USUAL = "dwarf crags | thief city"
"""The situation to begin with where none is given."""


ADDRESS = "TALISMAN_NB_ADDRESS"
"""Variable of the environment with the address of a page that everybody reaches, which links begin with."""
LINK = re.compile(rf"[?&]{FIELD}=")
"""Matches what only an address with a situation has."""


def link_of(text: str) -> str:
    """Return the link that carries a situation: the address set by `ADDRESS`, then a query. `text_of` is the inverse.

    Without that address it is the query alone, which stands behind the address of any page that runs the program.

    >>> link_of("dwarf crags > 3")
    '?situation=dwarf%20crags%20%3E%203'
    """
    address = re.split("[?#]", os.environ.get(ADDRESS, "").strip())[0]
    return f"{address}?{FIELD}={quote(text, safe='')}"


def text_meant(said: str) -> str:
    """Return the situation that a text is, or that it carries as a link.

    >>> text_meant("dwarf crags > 3") == text_meant("https://example.org/b/?situation=dwarf%20crags%20%3E%203")
    True
    """
    return text_of(said.strip()) if LINK.search(said) else said


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
    >>> from talisman_nb.analysis import Analysis
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


class AnalysisTree(Struct, frozen=True):
    """Base class of `Analysis`: the tree and the node that is looked at, without the ways to another one."""

    nodes: tuple[TreeNode, ...]
    line: tuple[int, ...]
    depth: int

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
        """Return the link that carries the node (see `link_of`)."""
        return link_of(self.text)

    def branches(self, at: int) -> tuple[TreeNode, ...]:
        """Return the nodes that a node was answered to, in the order in which they were tried.

        Parameters
        ----------
        at
            The number of the node.

        Returns
        -------
        tuple[TreeNode, ...]
            The nodes behind it.

        Examples
        --------
        >>> from talisman_nb.analysis import Analysis
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
