"""Answers of a tree in the words of their options, as whoever was asked saw them."""

from __future__ import annotations

from talisman_nb.rulings.check_text import by_character
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import wording_of

from .tree import Analysis


def told_answer(analysis: Analysis, at: int) -> str:
    """Return the answer that led to a node in the words of its option; "" at the root.

    An order that is no option of the question, such as `walk ruins`, is returned as it was written.

    >>> a = Analysis.of("dwarf crags | thief city > 3 > clockwise", "it")
    >>> [told_answer(a, node.at) for node in a.nodes]
    ['', '3', 'Senso orario: Campi']
    """
    node = analysis.nodes[at]
    if node.parent < 0:
        return ""
    asked = analysis.nodes[node.parent]
    found = analysis.go(asked.at).ask
    option = next((each for each in (*found.options, *found.offers) if each.key == node.answer), None)
    if option is None:
        return node.answer
    lang = node.situation.lang
    return label(wording_of(by_character(asked.state, lang, analysis.nodes[0].state), lang), found, option)
