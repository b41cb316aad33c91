"""Replies to a look-up: the page of a card, space or rule, or the list of what a text may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from talisman_nb.model import OwnCard, State
from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rulings.look_up import Found, page_of, search, similar, touching
from talisman_nb.table.own_cards import OWN_PREFIX, own_cards
from talisman_nb.text.names import plain
from talisman_nb.text.pages.definition_page import own_page
from talisman_nb.text.phrases import load_phrases


def looked_up(book: Book, key: str, text: str, lang: str, own: Iterable[OwnCard] = ()) -> dict[str, Any]:
    """Return the page of `key`, else that of the one thing `text` may mean, else the list of all it may mean.

    `own` are the cards in no list that may be looked up too, of the same name the first.

    The reply has `type` "page", `key`, `page` (None for a list), `found` (key and label of each) and `sorry`: that a
    text is unknown, with names like it; without such names `found` is the rules that bear on it, and what it names.
    """
    ours = {f"{OWN_PREFIX}{_bare(card)}": card for card in reversed([*own])}
    found = (*_ours_meant(ours, text), *search(book, text, lang)) if text and not key else ()
    key = key or (found[0].key if len(found) == 1 else "")
    page = own_page(book, ours[key], lang) if key in ours else page_of(book, key, lang) if key else None
    sorry = ""
    if text and not (page or found):
        found = () if similar(book, text, lang) else touching(book, text, lang)
        sorry = load_phrases(lang).say("answers", "no-ruling") if found else _unknown(book, text, lang)
    return {
        "type": "page",
        "key": (key if key in ours else plain_card(key)) if page else "",
        "text": text,
        "page": msgspec.to_builtins(page),
        "found": [{"key": one.key, "label": one.label} for one in found] if not page else [],
        "sorry": sorry,
    }


def own_to_look_up(state: State) -> tuple[OwnCard, ...]:
    """Return the cards in no list of a game, its Spells aside, which may lie face down, then those of the box."""
    return (*(card for card in state.own if card.type != "spell"), *own_cards())


def _ours_meant(ours: Mapping[str, OwnCard], text: str) -> Iterator[Found]:
    """Yield the cards in no list whose name begins with a text."""
    for key, card in ours.items():
        if plain(_bare(card)).startswith(plain(text)):
            yield Found(key, _bare(card))


def _bare(card: OwnCard) -> str:
    """Return the name of a card in no list, which has a prefix in a game."""
    return card.name.removeprefix(OWN_PREFIX)


def _unknown(book: Book, text: str, lang: str) -> str:
    said = load_phrases(lang)
    sorry, names = said.say("pages", "unknown.anything", name=text), similar(book, text, lang)
    quoted = ", ".join(said.say("pages", "quoted", name=name) for name in names)
    return said.say("pages", "meant", sorry=sorry, names=quoted) if names else sorry
