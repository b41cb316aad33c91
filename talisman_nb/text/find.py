"""Finding a card, character, space or rule by what people type: any language, any case, a slip of the finger."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from talisman_nb.cards.definition import is_inside
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule_index

from .names import LANGUAGES, plain
from .wording import Wording

LIKELY, MOST = 0.65, 4


def cards_of(book: Book) -> tuple[str, ...]:
    """Everything with a card: decks, stock, characters, forms; not the effects of a form, which have none."""
    decks = tuple(card for cards in book.deck_cards.values() for card in cards)
    forms = tuple(key for key in book.definitions if key.startswith("form.") and not is_inside(key))
    return (*decks, *book.stock_cards, *(f"character.{one}" for one in book.characters), *forms)


def spaces_of(book: Book) -> tuple[str, ...]:
    """Every space as a definition; of several with one name that do the same the first."""
    return tuple(f"space.{space}" for space in book.board.spaces if book.board.alike(space)[0] == space)


def name_of(book: Book, key: str, lang: str) -> str:
    """Return the name of a card, character, form or space.

    >>> from talisman_nb.rules.book import open_book
    >>> [name_of(open_book(), key, "it") for key in ("purchase/axe", "space.fields-2", "character.elf")]
    ['Ascia', 'Campi', 'Elfo']
    """
    return str(Wording(lang, book=book).source(key))


def find_card(book: Book, text: str) -> tuple[str, ...]:
    """The cards, characters and forms a text may mean, the one meant first; a card of the stock is that of its deck.

    >>> from talisman_nb.rules.book import open_book
    >>> find_card(open_book(), "orso"), find_card(open_book(), "Sword"), find_card(open_book(), "no such thing")
    (('bear',), ('sword',), ())
    >>> find_card(open_book(), "armor")
    ('armour',)
    """
    known = _bare_names(book, cards_of)
    found = _find(text, known) or _find(_british(text), known)
    twins = {key for key in found if book.card(key).facts.twin in found}
    return tuple(key for key in found if key not in twins)


def _british(text: str) -> str:
    """A text with words spelt as the cards spell them, not as in America: armour for armor."""
    return re.sub(r"or\b", "our", plain(text))


def find_space(book: Book, text: str) -> tuple[str, ...]:
    """The spaces a text may mean, each name once; a numbered id means that space.

    >>> from talisman_nb.rules.book import open_book
    >>> find_space(open_book(), "cmentarz"), find_space(open_book(), "fields-3")
    (('space.graveyard',), ('space.fields-3',))
    """
    if text in book.board.index:
        return (f"space.{text}",)
    return _find(text, _bare_names(book, spaces_of))


def find_rule(text: str) -> tuple[str, ...]:
    """The ids of the rules a text may mean: its id, part of one, or words of its paraphrase.

    >>> find_rule("combat.standoff"), find_rule("standoff"), find_rule("Vampire")
    (('combat.standoff',), ('combat.standoff',), ('inner.vampire',))
    """
    rules = rule_index()
    ids = _find(text, {id: (plain(id),) for id in rules})
    if ids:
        return ids
    part = plain(text)
    return tuple(id for id, rule in rules.items() if any(part in plain(rule.text(lang)) for lang in LANGUAGES))


def near(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Names that look like a text, the nearest first.

    >>> near("Baer", ["Bear", "Wolf", "Dragon"])
    ('Bear',)
    """
    known = {plain(name): name for name in names}
    return tuple(known[found] for found in difflib.get_close_matches(plain(text), list(known), n=MOST, cutoff=LIKELY))


def near_names(book: Book, keys: Iterable[str], text: str, lang: str) -> tuple[str, ...]:
    """Names in `lang` of definitions that look like a text there, or else in any language.

    >>> from talisman_nb.rules.book import open_book
    >>> near_names(open_book(), ["space.temple", "space.city"], "tempel", "pl")
    ('Świątynia',)
    """
    keys = tuple(keys)
    here = near(text, [name_of(book, key, lang) for key in keys])
    if here:
        return here
    named = {name: name_of(book, key, lang) for key in keys for name in _names(book, key)}
    return tuple(dict.fromkeys(named[found] for found in near(text, named)))


def _names(book: Book, key: str) -> tuple[str, ...]:
    """A key and its names in every language."""
    return (key, *dict.fromkeys(name_of(book, key, lang) for lang in LANGUAGES))


@cache
def _bare_names(book: Book, those: Callable[[Book], tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Those definitions of a book with their keys and names without accents. Cached: a sentence asks for every word."""
    return {key: tuple(plain(name) for name in _names(book, key)) for key in those(book)}


def _find(text: str, bare: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The keys whose bare name is the text; if none is, those with it at the start of a word; else anywhere."""
    part = plain(text)
    if not part:
        return ()
    tests = (
        lambda name: name == part,
        lambda name: any(f"{before}{part}" in f" {name}" for before in " .-/'"),
        lambda name: part in name,
    )
    for test in tests:
        found = tuple(key for key, names in bare.items() if any(test(name) for name in names))
        if found:
            return found
    return ()
