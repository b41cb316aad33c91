"""How sure the facts of a definition are, in words."""

from __future__ import annotations

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import Book, plain_card

MARK = "≈"


def doubts_of(book: Book, key: str) -> dict[str, Doubt]:
    """The doubts about a definition by fact; a card that plays as another has those of the other too, copies aside.

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(doubts_of(open_book(), "purchase/mule"))
    ['copies', 'held[0]']
    """
    found = book.card(key)
    twin = book.certainty.about(found.facts.twin) if found.facts.twin else {}
    own = book.certainty.about(plain_card(found.key))
    return {fact: doubt for fact, doubt in twin.items() if fact != "copies"} | dict(own)


def unsure(book: Book, key: str, lang: str) -> str:
    """Why a definition isn't sure, with ≈ in front; "" when it is.

    >>> from talisman_nb.rules.book import open_book
    >>> unsure(open_book(), "wolf", "en"), unsure(open_book(), "holy-lance", "pl")[:2]
    ('', '≈ ')
    """
    reasons = [doubt.text(lang) for doubt in doubts_of(book, key).values() if doubt.doubtful]
    return f"{MARK} {' · '.join(reasons)}" if reasons else ""


def unsure_about(book: Book, source: str, lang: str) -> tuple[str, ...]:
    """What isn't sure about where a question comes from: a card, an ability, a space; () when it is sure or nowhere.

    >>> from talisman_nb.rules.book import open_book
    >>> unsure_about(open_book(), "wolf", "en"), len(unsure_about(open_book(), "space.temple", "en"))
    ((), 1)
    """
    found = next((key for key in (source, f"space.{source}", source.partition(".")[0]) if key and book.find(key)), "")
    why = unsure(book, found, lang) if found else ""
    return (why,) if why else ()


def group_of(book: Book, key: str) -> str:
    """The group whose basis a definition shares: its deck, `stock`, or the section of its key.

    >>> from talisman_nb.rules.book import open_book
    >>> group_of(open_book(), "wolf"), group_of(open_book(), "purchase/axe"), group_of(open_book(), "space.city")
    ('adventure', 'stock', 'space')
    """
    return book.whole_deck(book.deck_of.get(key, "")) or key.partition(".")[0]
