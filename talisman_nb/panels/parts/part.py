"""Base of all parts: the module in the browser, the words and pictures they need, what was touched last."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from ipywidgets import HTML, HBox, HTMLMath, Layout, VBox, Widget, widget_serialization
from traitlets import Dict, Instance, TraitError, Unicode, default, observe

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
PICTURE, TEXT = "image/svg+xml", "text/plain"
"""MIME types of what a saved notebook has of a widget."""
LENGTH = re.compile(r"\d+(\.\d+)?(px|%|r?em|ch|cm|mm|in|pt|vh|vw|vmin|vmax)")
"""Matches a length of CSS."""
ALWAYS = ("lang", "words", "variant")
"""Fields of `Labels` that every part needs."""


class Length(Unicode[str, str]):
    """A trait: a length as CSS writes it, or a number of pixels; "" for as much as there is, or is needed."""

    def validate(self, obj: Any, value: Any) -> str:
        """Return the length as CSS; raises `TraitError` for what is none."""
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return f"{value}px"
        if isinstance(value, str) and (not value or LENGTH.fullmatch(value)):
            return value
        raise TraitError(f"{self.name}: expected a number of pixels, or a length as '50%' or '60vh', got {value!r}")


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


class Shown(dict[str, Any]):
    """The things that a part shows, by name: they are read, not changed."""

    def _refuse(self, *_values: object, **_named: object) -> NoReturn:
        raise TypeError("a part only shows this: change what it follows, as with table.correct(0, gold=5)")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse


class Part(WithLetters):
    """A widget that shows one thing of the game. It has no rules and no wording.

    Its synced traits hold all it shows, so that a notebook that was saved shows it without a kernel.

    >>> from talisman_nb.panels.parts import DicePanel
    >>> dice = DicePanel(2, width=300)
    >>> dice.width, dice.layout.width, dice.layout.max_width
    ('300px', '300px', '100%')
    >>> dice.height = "40vh"
    >>> dice.layout.height, dice.layout.overflow
    ('40vh', 'auto')
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

    width = Length().tag(sync=True)
    """How wide it is, as 400 or "50%"; "" for all the room of its box, shared with the others in it."""
    height = Length().tag(sync=True)
    """How high it is at most, as 400 or "60vh": what doesn't fit is scrolled to; "" for as high as what it shows."""

    def __init__(self, part: str, **traits: Any) -> None:
        super().__init__(part=part, **{"layout": Layout(min_width=NARROWEST), **traits})
        if "layout" not in traits:
            self._fit()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @observe("width", "height")
    def _other_size(self, _change: object) -> None:
        self._fit()

    def _fit(self) -> None:
        """Give the layout of a box the size."""
        self.layout.width, self.layout.max_width = self.width or "100%", "100%"
        self.layout.height, self.layout.overflow = self.height or None, "auto" if self.height else None

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


def still_of(widget: Widget) -> dict[str, str]:
    """Return what a notebook keeps of a widget: of a box that of all in it, of one with tabs that of the open one.

    Parameters
    ----------
    widget
        Any widget; of one that is none of ours, such as a slider, its description and value are kept, if it has any.

    Returns
    -------
    dict[str, str]
        A picture, "image/svg+xml", and a text, "text/plain"; nothing where there is none.

    Examples
    --------
    >>> from ipywidgets import HBox, IntSlider
    >>> from talisman_nb.panels.parts import DicePanel, FightPanel
    >>> still_of(HBox([DicePanel(2, dice=(3, 4)), IntSlider(), FightPanel(4, 6)]))["text/plain"].splitlines()[:3]
    ['3 + 4 = 7', '', '0']
    """
    if hasattr(widget, "still"):
        return dict(widget.still())
    from talisman_nb.drawing.definition_picture import BESIDE_WIDE, still_page
    from talisman_nb.text.pages import Page

    value = None if isinstance(widget, (HTML, HTMLMath)) else getattr(widget, "value", None)
    if isinstance(value, (int, float, str)):
        return still_page(Page(" = ".join(filter(None, (widget.description, str(value)))), (), ()), BESIDE_WIDE)
    inside = [*getattr(widget, "children", ())]
    if (at := getattr(widget, "selected_index", None)) is not None:
        inside = inside[at : at + 1]
    found = [still for each in inside if PICTURE in (still := still_of(each))]
    if not found:
        return {}
    from talisman_nb.drawing.picture import Picture, beside

    pictures = [Picture(still[PICTURE]) for still in found]
    text = "\n\n".join(still[TEXT] for still in found)
    one = beside(*pictures, label=text.partition("\n")[0], down=not isinstance(widget, HBox))
    return {PICTURE: str(one), TEXT: text}


class _KeptBox:
    """A box whose output keeps what is in it, as the parts by themselves do."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**kwargs), **still_of(self)}  # type: ignore[misc]


class Row(_KeptBox, HBox):  # type: ignore[misc]
    """An `HBox` that leaves the pictures of the parts in it in a saved notebook, side by side.

    Examples
    --------
    >>> from talisman_nb.panels.parts import CardPanel
    >>> sorted(Row([CardPanel("wolf"), CardPanel("bear")])._repr_mimebundle_())[1:]
    ['image/svg+xml', 'text/plain']
    """


class Column(_KeptBox, VBox):  # type: ignore[misc]
    """A `VBox` that leaves the pictures of the parts in it in a saved notebook, one below the other.

    Examples
    --------
    >>> from talisman_nb.panels.parts import CardPanel
    >>> Column([CardPanel("wolf"), CardPanel("bear")])._repr_mimebundle_()["text/plain"][:4]
    'Wolf'
    """
