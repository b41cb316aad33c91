"""Why an answer card says what it says: the abilities that decide, and the rulings on the same character and card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from talisman_nb.cards.modifiers import Action, Cannot, May, Modifier, UnattackedBy
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.rules.book import Book, open_book
from talisman_nb.text.definitions.lines import abilities
from talisman_nb.text.definitions.nodes import Fact
from talisman_nb.text.definitions.tree import tree_of, tree_of_modifiers
from talisman_nb.text.find import name_of
from talisman_nb.text.names import edition_name
from talisman_nb.text.phrases import load_phrases

from .layer_cases import cases_of


class Asked(Protocol):
    """What an answer is about: its edition and verb, the rights it depends on, the definition that decides."""

    @property
    def edition(self) -> str: ...
    @property
    def verb(self) -> str: ...
    @property
    def acts(self) -> tuple[str, ...]: ...
    @property
    def source(self) -> str: ...


FIGHTING = ("before_fight", "fight", "dice")
"""Moments of a fight with a creature."""
ALIGNMENTS = ("have_only", "have_not")
"""Facts of a card that say who may have it."""
MOST_RULINGS = 3
"""Rulings that are named at most."""


def abilities_told(cell: Asked, who: str, card: str, lang: str) -> Iterator[str]:
    """Yield the abilities and facts that decide an answer, each with its card.

    `who`: the character's key without its kind.
    """
    book = open_book(cell.edition)
    say, edition = load_phrases(lang).say, edition_name(book, lang)
    for key in dict.fromkeys((f"character.{who}", card, *filter(None, (cell.source,)))):
        bearing = tuple(mod for mod in book.card(key).held if _bears(mod, cell, book, card))
        told = abilities(tree_of_modifiers(book, key, bearing, lang))
        if key == card == cell.source:
            facts = (node for node in tree_of(book, key, lang).nodes if isinstance(node, Fact))
            told += tuple(f"{node.text}." for node in facts if node.name in ALIGNMENTS)
        for text in told:
            yield say("answers", "ability", edition=edition, name=name_of(book, key, lang), text=text)


def rulings_told(edition: str, who: str, card: str, lang: str) -> Iterator[str]:
    """Yield the rulings of an edition on a character and a card."""
    book = open_book(edition)
    for case in rulings_on(book, who, card)[:MOST_RULINGS]:
        ruling = cases_of(book)[case]
        asked, decided = ruling.asks(lang), ruling.decides(lang, book.rules_of)
        yield load_phrases(lang).say("answers", "ruling", id=f"ruling.{case}", asked=asked, decided=decided)


def _bears(mod: Modifier, cell: Asked, book: Book, card: str) -> bool:
    """Whether a modifier of the character or the card has to do with what is asked."""
    if isinstance(mod, (May, Cannot)):
        named = getattr(mod, "cards", ())
        return mod.act in cell.acts and (not named or card in named)
    kind = book.card(card).facts.type
    if isinstance(mod, UnattackedBy):
        return kind in mod.types
    return kind in ENEMIES and cell.verb == "fight" and isinstance(mod, Action) and bool({*mod.at} & {*FIGHTING})


def rulings_on(book: Book, who: str, card: str) -> tuple[str, ...]:
    """Return the ids of the rulings of a book in whose situation both the character and the card stand.

    >>> from talisman_nb.rules.book import open_book
    >>> rulings_on(open_book(), "assassin", "wraith")
    ('assassin-spirit',)
    """
    both = [re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])") for key in (who, card)]
    found = (case for case in cases_of(book).values() if book.rules_of in case.holds_in)
    return tuple(case.id for case in found if all(one.search(case.situation) for one in both))
