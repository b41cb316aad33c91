"""Finds which figure a card adds, the printed one or that of the moment, by laying situations out and comparing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from msgspec import Struct

from talisman_nb.engine import asides
from talisman_nb.rules.book import Book

from .answer_probes import Laid, find, verbs_of
from .situation import situation
from .why import why_total

Counts = Literal["printed", "moment", "no"]
CHARACTER = "character."
FIGURES = ("strength", "craft")
GAINED = 2
"""Points above the printed figure with which it is tried."""


class Counted(Struct, frozen=True):
    """Which figure a card adds: the printed one, that of the moment, or neither; `text`: a situation that shows it."""

    which: Counts
    text: str


def counted(book: Book, card: str, figure: str) -> Counted | None:
    """Return which of a character's figures a card adds to a total, None if nobody can be tried with it.

    It is tried with two characters whose printed figures differ, each as printed and with points gained: a bonus that
    merely has the same number is found out.

    >>> from talisman_nb.rules.book import open_book
    >>> counted(open_book(), "psionic-blast", "craft").which, counted(open_book(), "sword", "craft").which
    ('printed', 'no')
    """
    tried = tuple(islice(_tried(book, card, figure), 2))
    if not tried:
        return None
    text = tried[0][-1]
    if all(gained == printed + GAINED and plain == printed for printed, plain, gained, _ in tried):
        return Counted("moment", text)
    if len(tried) > 1 and all(gained == plain == printed for printed, plain, gained, _ in tried):
        return Counted("printed", text)
    return Counted("no", text)


def _tried(book: Book, card: str, figure: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield for characters with different printed figures: that, what the card adds to it, and with points gained."""
    seen = set()
    for who in book.characters if "have" in verbs_of(book, card) else ():
        printed = int(getattr(book.card(f"character.{who}").facts, figure))
        if printed in seen or not find(Laid(book, who, card), "have").may:
            continue
        seen.add(printed)
        plain, gained = (_text(book, who, card, figure, n) for n in (printed, printed + GAINED))
        if plain and gained:
            yield printed, _added(plain, card), _added(gained, card), gained


def laid_with(book: Book, card: str, figure: str, beside: tuple[str, ...]) -> str:
    """Return a situation in which a card is used beside a character and other cards, with points gained.

    Without a character in `beside` it is the first one that may have them all. "" if nobody can be tried.
    """
    people = [key.removeprefix(CHARACTER) for key in beside if key.startswith(CHARACTER)]
    others = tuple(key for key in beside if not key.startswith(CHARACTER))
    for who in people or book.characters:
        if all(find(Laid(book, who, key), "have").may for key in (card, *others) if "have" in verbs_of(book, key)):
            printed = int(getattr(book.card(f"{CHARACTER}{who}").facts, figure))
            if text := _text(book, who, card, figure, printed + GAINED, others):
                return text
    return ""


def _text(book: Book, who: str, card: str, figure: str, n: int, others: tuple[str, ...] = ()) -> str:
    """Return a situation in which a character with so many points has some cards in a battle, a Spell cast.

    "" for a Spell that isn't cast there.
    """
    laid = Laid(book, who, card)
    kinds = {key: "spells" if book.card(key).facts.type == "spell" else "has" for key in (card, *others)}
    had = (f"{kind} {' '.join(key for key in kinds if kinds[key] == kind)}" for kind in dict.fromkeys(kinds.values()))
    text = f"{laid.head}, {figure} {n}, {', '.join(had)}, arrived | {laid.other} | on {laid.space}, {laid.foe()}"
    if kinds[card] == "has":
        return text
    cast = any(option.key == f"cast:{card}" and not option.closed for option in asides(situation(text), 0))
    return f"{text} > 0: cast:{card}" if cast else ""


def _added(text: str, card: str) -> int:
    """Return what a card adds to the totals in a situation."""
    state = situation(text)
    return sum(part.n for stat in FIGURES for part in why_total(state, 0, stat) if part.source == card)
