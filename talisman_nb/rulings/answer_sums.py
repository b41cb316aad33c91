"""The sums of an answer card: what counts in the situation of an answer, once for each way a table may play it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec import Struct

from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.text.definitions.certainty import doubts_of
from talisman_nb.text.house_rules import choices, sentences
from talisman_nb.text.wording import Wording

from .text_play import play
from .why import why_total


class Sum(Struct, frozen=True):
    """Strength in a situation, a summand for each source: "Monk 2 + Monk 3 = 5".

    `house`: the house rules it is played with, in words, () for none; `text`: the situation.
    """

    told: str
    house: tuple[str, ...]
    text: str


def sums(text: str, doubts: tuple[tuple[str, str], ...], lang: str) -> Iterator[Sum]:
    """Yield the sum in a situation, then those of other ways to play the doubts, as (definition, fact), that differ.

    >>> laid = "edition second | monk fields-1, has holy-lance, arrived | thief city | on fields-1, bear"
    >>> [one.told for one in sums(laid, (), "en")]
    ['Monk 2 + Monk 3 + Holy Lance 1 = 6']
    """
    seen = set()
    for book, laid in _ways(text, doubts):
        if (told := told_sum(laid, lang)) not in seen:
            seen.add(told)
            yield Sum(told, tuple(sentences(book, lang).values()), laid)


def depends_on(text: str, doubt: tuple[str, str]) -> bool:
    """Return whether the sum in a situation is another one where a table plays a doubt otherwise."""
    return len([*sums(text, (doubt,), "en")]) > 1


def told_sum(text: str, lang: str) -> str:
    """Return the strength of the first person in a situation, a summand for each source."""
    state = play(text).state
    wording, parts = Wording(lang, book=book_of(state.book)), why_total(state, 0, "strength")
    summed = " + ".join(f"{_source(wording, part.source)} {part.n}" for part in parts)
    return f"{summed} = {sum(part.n for part in parts)}"


def counts_more_than_the_sheet(text: str) -> bool:
    """Return whether something is added to the printed Strength in a situation."""
    return len(why_total(play(text).state, 0, "strength")) > 1


def _source(wording: Wording, source: str) -> str:
    return wording.say("words", source) if source == "counters" else str(wording.source(source))


def _ways(text: str, doubts: tuple[tuple[str, str], ...]) -> Iterator[tuple[Book, str]]:
    """Yield the book and the situation of each way to play some doubts, the usual one first."""
    edition = book_of(play(text).state.book).edition
    usual = open_book(edition)
    switches = dict.fromkeys(switch for key, fact in doubts for switch in doubts_of(usual, key)[fact].switches)
    sides = [sorted(choices(usual, switch), key=lambda side: side != usual.usual[switch]) for switch in switches]
    for chosen in product(*sides):
        house = {switch: side for switch, side in zip(switches, chosen, strict=True) if side != usual.usual[switch]}
        yield open_book(edition, house), _with_house(text, house)


def _with_house(text: str, house: Mapping[str, Any]) -> str:
    """Return a situation with house rules behind its edition."""
    if not house:
        return text
    edition, _, rest = text.partition(" | ")
    said = ", ".join(f"{switch}={str(side).lower()}" for switch, side in house.items())
    return f"{edition} | house {said} | {rest}"
