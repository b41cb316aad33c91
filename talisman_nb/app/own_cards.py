"""The commands `own-cards` and `new-card`: the box of the group's own cards, and the skeleton of a new card."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.board.toml_reading import nearest
from talisman_nb.cards.decode import toml_value
from talisman_nb.engine.drawing_cards import TYPES_OF_OWN
from talisman_nb.model import OwnCard
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.drafts import BODIES
from talisman_nb.rules.layers import BASE, JOIN, Layer, find_layer, installed_layers, layers_folder
from talisman_nb.table.file.saved_tables import made_folder
from talisman_nb.table.own_cards import correct_own_card, forget_own_card, typed_facts
from talisman_nb.table.own_cards import own_cards as box
from talisman_nb.text.names import LANGUAGES, UnknownNameError, plain
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

from .command_line import CommandLineError
from .console import language, say

FORGET: Final = "forget"
FIGURES: Final = ("strength", "craft", "number")
MOST: Final = 12


def own_cards(words: Sequence[str], lang: str | None) -> int:
    """List the cards, correct a figure (`NAME strength 7`) or take a card out (`forget NAME`).

    Raises `CommandLineError` for a name that is not in the box and a figure that can't be, `TableFileError` "system" if
    the file can't be written.
    """
    spoken = language(lang)
    if not words:
        _list(spoken)
    elif words[0] == FORGET:
        for card in _cards_named(words[1:]):
            forget_own_card(card)
            say(load_phrases(spoken).say("setup", "own-forgotten", card=card.name))
    else:
        figure, n = _figure(words)
        for card in _cards_named(words[:-2]):
            corrected = replace(card, **{figure: n})
            correct_own_card(card, corrected)
            say(_line(corrected, spoken))
    return 0


def _list(lang: str) -> None:
    found = box()
    for card in found:
        say(_line(card, lang))
    if not found:
        say(load_phrases(lang).say("console", "own-card.none"))


def _line(card: OwnCard, lang: str) -> str:
    wording = Wording(lang)
    what = wording.say("panel", f"type-{card.type.replace(' ', '-')}")
    figures = {figure: getattr(card, figure) or None for figure in FIGURES}
    try:
        deck = wording.deck(card.deck)
    except UnknownNameError:
        deck = card.deck  # one of a layer, of which nothing is known here
    return wording.say("console", "own-card.line", card=card.name, deck=deck, what=what, **figures)


def _cards_named(words: Sequence[str]) -> list[OwnCard]:
    """The cards of this name, one a deck."""
    name, cards = " ".join(words), box()
    found = [card for card in cards if plain(card.name) == plain(name)]
    if not found:
        raise CommandLineError("error.own-card", name=name, near=nearest(name, [card.name for card in cards]))
    return found


def _figure(words: Sequence[str]) -> tuple[str, int]:
    figure, n = words[-2:] if len(words) > 2 else ("", "")
    if figure not in FIGURES or not (n.isascii() and n.isdigit()) or int(n[:3]) > MOST:
        raise CommandLineError("error.own-figure")
    return figure, int(n)


UNUSABLE = 2
MINE = "my-cards"
"""Name of the layer that new cards are written to."""
EXAMPLE = "talisman-nb new-card stranger tinker"


def new_card(name: str, lang: str | None) -> int:
    """Write the table of a new card, named and told in four languages once its names are filled in.

    Of a card that was entered at a table its name is enough: what was entered of it is written.

    Returns 0, or 2 when the type or the name is missing or the name is taken. Raises `CardError`, and writes nothing,
    for a name that no card can have, `CommandLineError` for one that is nearly that of a card entered at a table.
    """
    asked, spoken = name, language(lang)
    words = load_phrases(spoken)
    typed = next((card for card in box() if plain(card.name) == plain(name)), None)
    kind, name = (typed.type, typed.name) if typed else _parts(name)
    key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if not key:
        if near := nearest(asked, [card.name for card in box()]):
            raise CommandLineError("error.own-card", name=asked, near=near)
        say(words.say("console", "new-card-how", code=EXAMPLE, types=", ".join(TYPES_OF_OWN)), sys.stderr)
        return UNUSABLE
    book = _book()
    file = _file(kind, book)
    if found := book.find(key):
        say(words.say("console", "new-card-there", card=key, path=found.file), sys.stderr)
        return UNUSABLE
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    written = before + ("\n" if before else "") + skeleton(key, name, kind, typed)
    _check(file, written)
    file.write_text(written, encoding="utf-8", newline="\n")
    code = f"talisman-nb card {key} --edition {BASE}{JOIN}{MINE} --lang {spoken}"
    say(words.say("console", "new-card", card=name, path=file, code=code))
    return 0


def _book() -> Book:
    """The usual edition with the cards made so far."""
    return open_book([BASE, MINE] if MINE in installed_layers() else BASE)


def _check(file: Path, text: str) -> None:
    """Open the layer as it would be with this text in a file. Raises `CardError`."""
    path = file.relative_to(layers_folder() / MINE).as_posix()
    texts = find_layer(MINE).texts if MINE in installed_layers() and any(file.parent.parent.rglob("*.toml")) else {}
    open_book([BASE, Layer(MINE, {**texts, path: text})])


def skeleton(key: str, name: str, kind: str, typed: OwnCard | None = None) -> str:
    """The table of a card that plays at once: its name in four languages to be filled in, what was `typed` of it.

    >>> print(skeleton("tinker", "Tinker", "stranger"))
    [tinker]
    name = { en = "Tinker", it = "Tinker", fr = "Tinker", pl = "Tinker" }
    type = "stranger"
    visited = [{ op = "gain", what = "gold" }]
    <BLANKLINE>
    """
    names = ", ".join(f"{lang} = {json.dumps(name, ensure_ascii=False)}" for lang in LANGUAGES)
    body = _lines(typed_facts(typed)) if typed else ""
    return f'[{key}]\nname = {{ {names} }}\ntype = "{kind}"\n{body or _lines(BODIES.get(kind, BODIES[""]))}\n'


def _lines(table: Mapping[str, Any]) -> str:
    return "\n".join(f"{key} = {toml_value(value)}" for key, value in table.items())


def _parts(text: str) -> tuple[str, str]:
    """The type at the beginning of the words, and the name behind it."""
    for kind in sorted(TYPES_OF_OWN, key=len, reverse=True):
        if text.lower().startswith(f"{kind} "):
            name = text[len(kind) :].strip()
            return kind, name[:1].upper() + name[1:]
    return "", ""


def _file(kind: str, book: Book) -> Path:
    """Where a card is written: in the folder of the deck held face down, or of the first that spaces draw from."""
    deck = book.face_down if kind == "spell" else next(deck for deck in book.decks if deck in book.drawn_decks)
    return made_folder(layers_folder() / MINE / book.whole_deck(deck)) / "cards.toml"
