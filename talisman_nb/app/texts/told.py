"""Something that is told in every language, line by line, and the phrases that each line is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from talisman_nb.panels.table.beside_question import end_of
from talisman_nb.panels.table.roll_parts import result_of
from talisman_nb.text.house_rules import sentences
from talisman_nb.text.pages.packing import places_by_id
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import SaidPhrase, record_phrases
from talisman_nb.text.questions.beside import view_of

REMEMBERED = (end_of, places_by_id, result_of, rule_texts, sentences, view_of)
"""Functions that remember what they have worded; they have to word it anew for its phrases to be heard."""

Place = tuple[str | int, ...]
"""Where a text stands in what is told: ("question", "options", 2, "label")."""


class ToldText(NamedTuple):
    """Something told in every language, such as a moment of a game, a page or an entry of a file.

    `where`: what a reader looks for, such as an edition and a card; `tell` gives the texts in a language, by place.
    `entry`: the file and key of a text that is no phrase, "" for what is made of phrases; `as_written`: it is shown as
    it stands in its file, with places in braces.
    """

    kind: str
    where: str
    tell: Callable[[str], Mapping[Place, str]]
    entry: str = ""
    as_written: bool = False


class ToldPart(NamedTuple):
    """One line of what is told: its text, the phrases in it, and those of them that stand in no other.

    `said`: these make up half of it at least, so that it is no name or entry with a word of a phrase in it.
    """

    text: str
    phrases: frozenset[str]
    outer: tuple[str, ...]
    said: bool


def parts(told: ToldText, lang: str) -> dict[Place, ToldPart]:
    """Return every line of what is told in a language, with its phrases: those said for it that can be read in it."""
    for remembering in REMEMBERED:
        remembering.cache_clear()
    with record_phrases() as said:
        texts = told.tell(lang)
    every = tuple(dict.fromkeys(said))
    return {place: _part(text, every) for place, text in texts.items() if text.strip()}


def _part(text: str, said: tuple[SaidPhrase, ...]) -> ToldPart:
    line = text.casefold()
    found = sorted(
        ((piece, one.key) for one in said for piece in _pieces(one) if stands_in(piece, line)),
        key=lambda pair: -len(pair[0]),
    )
    outer: list[tuple[str, str]] = []
    for piece, key in found:
        if not any(len(other) > len(piece) and stands_in(piece, other) for other, _ in outer):
            outer.append((piece, key))
    letters = sum(map(len, {piece for piece, _ in outer}))
    keys = tuple(dict.fromkeys(key for _, key in outer))
    return ToldPart(text, frozenset(key for _, key in found), keys, said=2 * letters >= len(text.strip()))


def _pieces(said: SaidPhrase) -> Iterator[str]:
    """Yield a phrase as it may stand in a line: without its full stop, a text of several lines by line."""
    for piece in said.text.casefold().split("|"):
        if piece := piece.strip().rstrip("."):
            yield piece


def stands_in(piece: str, line: str) -> bool:
    """Return whether a text stands in a line as whole words.

    >>> stands_in("gold", "2 gold, 1 life"), stands_in("old", "2 gold, 1 life")
    (True, False)
    """
    return piece in line and re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", line) is not None


def texts_of(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield every string of a value, with its place, names of fields and keys of a mapping left as they are.

    >>> from talisman_nb.text.pages import Page, Section
    >>> dict(texts_of(Page("Bear", (), (Section("It does", ("It attacks.",)),))))[("sections", 0, "lines", 0)]
    'It attacks.'
    """
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from texts_of(getattr(value, field), (*place, field))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts_of(inner, (*place, key))
    elif isinstance(value, (list, tuple)):
        for at, inner in enumerate(value):
            yield from texts_of(inner, (*place, at))
