"""Replies to a look-up: the page of a card, space or rule, or the list of what a text may mean."""

from __future__ import annotations

from typing import Any

import msgspec

from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rulings.look_up import page_of, search, similar, touching
from talisman_nb.text.phrases import load_phrases


def looked_up(book: Book, key: str, text: str, lang: str) -> dict[str, Any]:
    """Return the page of `key`, else that of the one thing `text` may mean, else the list of all it may mean.

    The reply has `type` "page", `key`, `page` (None for a list), `found` (key and label of each) and `sorry`: that a
    text is unknown, with names like it; without such names `found` is the rules that bear on it, and what it names.
    """
    found = search(book, text, lang) if text and not key else ()
    key = key or (found[0].key if len(found) == 1 else "")
    page = page_of(book, key, lang) if key else None
    sorry = ""
    if text and not (page or found):
        found = () if similar(book, text, lang) else touching(book, text, lang)
        sorry = load_phrases(lang).say("answers", "no-ruling") if found else _unknown(book, text, lang)
    return {
        "type": "page",
        "key": plain_card(key) if page else "",
        "text": text,
        "page": msgspec.to_builtins(page),
        "found": [{"key": one.key, "label": one.label} for one in found] if not page else [],
        "sorry": sorry,
    }


def _unknown(book: Book, text: str, lang: str) -> str:
    said = load_phrases(lang)
    sorry, names = said.say("pages", "unknown.anything", name=text), similar(book, text, lang)
    quoted = ", ".join(said.say("pages", "quoted", name=name) for name in names)
    return said.say("pages", "meant", sorry=sorry, names=quoted) if names else sorry
