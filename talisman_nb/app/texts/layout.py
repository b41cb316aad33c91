"""Lines in several languages as columns for a terminal, or as tables in Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from talisman_nb.text.markdown import escaped

from .sample import Line

GAP = "  "
"""What stands between two columns."""
NARROWEST = 16
"""Characters of a column at least."""
NOTHING = "–"
"""Stands where a language has no such line."""


def columns(lines: Iterable[Line], languages: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines as columns of a terminal `width` characters wide, a language each, under where they come from.

    >>> texts = {"en": "Ada gained 1 gold.", "it": "Ada ha ricevuto 1 Oro."}
    >>> line = Line("play", "revised4, 12", "events.gained", texts)
    >>> for told in columns([line], ("en", "it"), 40): print(told)
    play · events.gained · revised4, 12
      Ada gained 1 gold.  Ada ha ricevuto 1
                          Oro.
    <BLANKLINE>
    """
    each = max(NARROWEST, width // len(languages) - len(GAP))
    for line in lines:
        yield _from(line)
        cells = [textwrap.wrap(line.texts[lang] or NOTHING, each) for lang in languages]
        for row in zip_longest(*cells, fillvalue=""):
            yield (GAP + GAP.join(f"{cell:{each}}" for cell in row)).rstrip()
        yield ""


def markdown(lines: Iterable[Line], languages: Sequence[str]) -> Iterator[str]:
    """Yield lines as Markdown: a table for each kind, a column for each language.

    >>> line = Line("play", "revised4, 12", "events.gained", {"en": "Ada gained 1 gold."})
    >>> print("\\n".join(markdown([line], ("en",))))
    ## play
    <BLANKLINE>
    | | en |
    |---|---|
    | events.gained · revised4, 12 | Ada gained 1 gold. |
    <BLANKLINE>
    """
    for kind, those in groupby(lines, key=lambda line: line.kind):
        yield from (f"## {kind}", "", f"| | {' | '.join(languages)} |", "|---" * (len(languages) + 1) + "|")
        for line in those:
            found = " · ".join(filter(None, (line.source, line.where)))
            yield f"| {' | '.join(map(_cell, (found, *(line.texts[lang] or NOTHING for lang in languages))))} |"
        yield ""


def _from(line: Line) -> str:
    return " · ".join(filter(None, (line.kind, line.source, line.where)))


def _cell(text: str) -> str:
    return escaped(" ".join(text.split()))
