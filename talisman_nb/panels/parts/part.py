"""Base of all parts: the module in the browser, the words and pictures they need, what was touched last."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from ipywidgets import Layout, widget_serialization
from traitlets import Dict, Instance, Unicode, default

from talisman_nb.panels.sync.bundle import RELOADS, as_sent, loader_esm, part_css, part_esm
from talisman_nb.panels.sync.companion import SharedModel, WithLetters
from talisman_nb.panels.sync.feed import complete
from talisman_nb.panels.table.pictures import labels_in
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.box_readings import book_as_read
from talisman_nb.rules.layers import BASE
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.labels import marked_cards

NARROWEST = "240px"
"""Least width of a part in a box."""
ALWAYS = ("lang", "words", "variant")
"""Fields of `Labels` that every part needs."""


ASKED = {"type": "code"}
"""Message of a part on a page that gives no access to other models: it is answered with the code."""


class PartCode(SharedModel):
    """The code and styles of the parts."""

    esm = Unicode().tag(sync=True)
    """Their one ES module."""
    css = Unicode().tag(sync=True)
    """Their one style sheet."""

    @classmethod
    def contents(cls) -> dict[str, str]:
        """Return both."""
        return {"esm": part_esm(), "css": part_css()}


class Part(WithLetters):
    """A widget that shows one thing of the game. It has no rules and no wording.

    Its synced traits hold all it shows, so that a notebook that was saved shows it without a kernel.
    """

    _esm = as_sent(part_esm) if RELOADS else loader_esm()
    _css = as_sent(part_css) if RELOADS else ""

    code = Instance(PartCode, allow_none=True).tag(sync=True, **widget_serialization)
    """The code that all parts of a kernel share; none where it changes while it is written."""
    part = Unicode().tag(sync=True)
    """Which painter shows it."""
    labels = Dict().tag(sync=True)
    """The fields of `Labels` that this part needs."""
    content = Dict().tag(sync=True)
    """The content that is shown, in the form that its painter takes."""
    chosen = Unicode().tag(sync=True)
    """Key of the card, space or rule whose name was touched last: link it with the `card` of a `CardPanel`."""

    def __init__(self, part: str, **traits: Any) -> None:
        whole = Layout(width="100%", min_width=NARROWEST)  # of its box, shared with the others in it
        super().__init__(part=part, **{"layout": whole, **traits})

    @default("code")
    def _code(self) -> PartCode | None:
        return None if RELOADS else PartCode.of_kernel()

    def _handle_custom_msg(self, content: object, buffers: object) -> None:
        """Answer a page that asks for the code; all else is the part's own."""
        if content == ASKED:
            self.send({**ASKED, **PartCode.contents()})
        else:
            super()._handle_custom_msg(content, buffers)


class BookPart(Part):
    """A part that shows something of an edition. `edition`: layers as "second+my-cards"; `lang`: en, it, fr or pl."""

    def __init__(self, part: str, edition: str, lang: str | None, **traits: Any) -> None:
        wanted = lang or os.environ.get("TALISMAN_NB_LANG") or LANGUAGES[0]
        if wanted not in LANGUAGES:
            raise ValueError(f"no language {wanted!r}: expected one of {', '.join(LANGUAGES)}")
        self._book: Book = open_book(edition or BASE)
        self._lang = wanted
        super().__init__(part, **traits)


def labels_for(
    book: Book,
    lang: str,
    fields: Iterable[str],
    pictures: Iterable[str] | None = None,
    texts: Iterable[tuple[str, str]] = (),
) -> dict[str, Any]:
    """Return the labels of a language with these fields only; the pictures only of these keys, None for all.

    `texts`: what the game has read off the cards of its box, on which marks of cards depend (`State.texts`).

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(labels_for(open_book(), "en", ["pictures"], ["wolf"])["pictures"])
    ['wolf']
    """
    whole = complete(labels_in(book, lang))
    kept = {*fields, *ALWAYS}
    kept |= {"tints"} if "pictures" in kept else set()
    found = {field: value if field in kept else type(value)() for field, value in whole.items()}
    if "marked" in kept:
        found["marked"] = {card: [*words] for card, words in marked_cards(book_as_read(book, texts)).items()}
    if pictures is not None and "pictures" in kept:
        found["pictures"] = {key: motif for key in pictures if (motif := _motif(whole["pictures"], key))}
        found["tints"] = {
            role: [key for key in keys if key in found["pictures"]] for role, keys in whole["tints"].items()
        }
    return found


def _motif(pictures: dict[str, str], key: str) -> str:
    """The elements of a motif, "" for none; a value that is a key says that the motif is the same."""
    found = pictures.get(key, "")
    return pictures.get(found, found)
