"""What the words of an operation depend on besides itself: the book, its definition, the language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from talisman_nb.cards.definition import Definition
from talisman_nb.cards.terms import AmountOf
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.rules.book import Book
from talisman_nb.text.grammar import Noun
from talisman_nb.text.wording import NOBODY, Wording


class Context(Struct, frozen=True):
    """Where the operations of a definition are worded."""

    book: Book
    definition: Definition
    wording: Wording
    this: Noun = NOBODY  # what "this card" is called
    picked: str = ""  # the list from which the card, space or foe of this step was picked
    said: tuple[str, str] = ("", "")  # a card named just before, and the phrase of `lists` that means it now
    mirrored: bool = False  # inside `each … as other`: the lists of the other are those of the subject


def amount(ctx: Context, what: str, term: Any) -> str:
    """An amount with its noun: "2 lives", "all gold", "cards, as many as rolled"."""
    if isinstance(term, AmountOf) and term.rule:
        term = int(ctx.book.table[term.rule])
    if isinstance(term, int):
        return ctx.wording.amount(what, term)
    keys = (f"amount.all.{what}", "amount.all") if term == "all" else ("amount.rolled",)
    noun = ctx.wording.word(what) if what in STATS else ctx.wording.phrases.bare_plural(what)
    return ctx.wording.first("words", keys, what=noun)
