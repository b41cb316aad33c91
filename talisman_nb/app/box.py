"""The command `box`: a box of cards begun, checked, shown, printed, packed, installed, listed and removed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import nearest
from talisman_nb.drawing.printed_pages import as_pdf, print_pages
from talisman_nb.model.data_folder import boxes_folder
from talisman_nb.panels.setup.edition_choice import box_title
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import (
    BASE,
    HEAD,
    JOIN,
    NAMES,
    Layer,
    find_layer,
    installed_layers,
    layers_folder,
    read_layer,
)
from talisman_nb.table.box_file import SUFFIX
from talisman_nb.table.boxes import (
    Box,
    BoxError,
    find_box,
    install_box,
    installed_boxes,
    read_box,
    remove_box,
    write_box,
)
from talisman_nb.table.file.saved_tables import made_folder
from talisman_nb.text.errors import describe_error, system_reason, worded_in_a_line
from talisman_nb.text.find import cards_of, find_card, find_space, name_of, near_names, spaces_of
from talisman_nb.text.names import LANGUAGES, load_names, plain
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import CARD_SECTIONS

from .console import language, say
from .layers import check_layer

HOW = "talisman-nb box pack my-cards"
UNUSABLE = 2


class BoxRequest(NamedTuple):
    """The words behind `box` after the first, an edition, and the language of what is printed."""

    words: tuple[str, ...]
    edition: str
    lang: str

    def said(self, key: str, **places: object) -> str:
        """Return a phrase of boxes."""
        return load_phrases(self.lang).say("boxes", key, **places)


def box(words: Sequence[str], edition: str | None, lang: str | None) -> int:
    """Run the command of the first word; without one list the boxes.

    Returns 0, 1 if a ruling of a box comes out otherwise, or 2 for words that are no such command and a box that can't
    be used. Raises `CardError` or `BoardError` for a mistake in its cards, with file, table and place.
    """
    verb, *rest = words or ["list"]
    asked = BoxRequest(tuple(rest), edition or "", language(lang))
    fewest, most, run = COMMANDS.get(verb, (1, 0, _list))
    if not fewest <= len(rest) <= most:
        say(asked.said("how", code=HOW), sys.stderr)
        return UNUSABLE
    try:
        return run(asked)
    except BoxError as problem:
        say(describe_error(problem, asked.lang), sys.stderr)
        return UNUSABLE


def found_box(name: str, lang: str = "en") -> Box:
    """Return a box by its file, the folder of a layer, or the name of an installed box or layer.

    Raises `BoxError` for what is none of them, and as `read_box` does; `CardError` for a folder that can't be read.
    """
    path = Path(name)
    if path.is_file():
        return read_box(_bytes_of(path))
    if path.is_dir():
        return Box(read_layer(path.resolve()))
    own = [each for each in installed_layers() if (layers_folder() / each).is_dir()]
    if name in own:
        return Box(find_layer(name))
    boxes = installed_boxes()
    if any(name in (box.id, box.layer_name) for box in boxes):
        return find_box(name).box()
    near = nearest(name, [*own, *(box.id for box in boxes)])
    raise BoxError("no-source", name=name, suffix=SUFFIX, near=near)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BoxError("system", path=str(path), reason=system_reason(error)) from error


def _list(asked: BoxRequest) -> int:
    found = installed_boxes()
    for one in found:
        try:
            told = box_title(one.box(), asked.lang)
        except ValueError as wrong:
            told = worded_in_a_line(wrong, asked.lang)
        say(f"{one.layer_name}  {told}")
    if not found:
        say(asked.said("none", folder=boxes_folder(), code=f"talisman-nb box add dragons-1{SUFFIX}"))
    return 0


def _new(asked: BoxRequest) -> int:
    """Begin a box in the folder of one's own layers; with a file of names, one that only names things otherwise."""
    id, *names = asked.words
    write_box(Layer(id, {HEAD: "[layer]\n"}))  # raises for a name that no box has
    folder = layers_folder() / id
    if folder.exists():
        raise BoxError("made-there", path=str(folder))
    title = json.dumps(id.replace("-", " ").capitalize(), ensure_ascii=False)
    texts = {HEAD: f'[layer]\nname = {title}\nversion = "1"\nauthor = ""\nabout = ""\n'}
    if names:
        texts[f"{NAMES}/{asked.lang}.toml"] = names_file(Path(names[0]), open_book(asked.edition or BASE), asked.lang)
    for path, text in texts.items():
        file = made_folder((folder / path).parent) / Path(path).name
        file.write_text(text, encoding="utf-8", newline="\n")
    say(asked.said("made", path=folder, code=f"talisman-nb box pack {id}"))
    return 0


def names_file(path: Path, book: Book, lang: str) -> str:
    """Return the catalogue of names of a layer that a list gives: a line for each name, `Wolf = Grey Wolf`.

    In front stands the name in any language, or the id; empty lines and those that begin with # are left out. Raises
    `BoxError` for a line that names nothing, with its number and the nearest.
    """
    sections: dict[str, dict[str, str]] = {}
    for number, line in enumerate(_bytes_of(path).decode("utf-8-sig", "replace").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        old, _, new = (part.strip() for part in line.replace("\t", "=", "=" not in line).partition("="))
        key = next((key for key in (*find_card(book, old), *find_space(book, old)) if _is_called(book, key, old)), "")
        if not new or not key:
            near = near_names(book, (*cards_of(book), *spaces_of(book)), old, lang)
            raise BoxError("names-line", path=str(path), n=number, text=old, near=next(iter(near), ""))
        section, name = _in_catalogue(key)
        sections.setdefault(section, {})[name] = new
    if not sections:
        raise BoxError("names-none", path=str(path))
    lines: list[str] = []
    for section, names in sorted(sections.items()):
        lines += [
            "",
            f"[{section}]",
            *(f"{key} = {json.dumps(name, ensure_ascii=False)}" for key, name in names.items()),
        ]
    return "\n".join([*lines[1:], ""])


def _is_called(book: Book, key: str, text: str) -> bool:
    """Whether a card or space has exactly this name in some language, or this id."""
    names = (name_of(book, key, lang) for lang in LANGUAGES)
    return text in (key, key.partition(".")[2]) or plain(text) in map(plain, names)


def _in_catalogue(key: str) -> tuple[str, str]:
    """Return the section and key of the catalogues under which the name of a card, character, form or space stands."""
    section, sign, name = key.partition("/" if "/" in key else ".")
    if sign:
        return section, plain_kind(name)
    known = load_names().by_lang["en"]
    return next((section for section in CARD_SECTIONS if key in known[section]), "card"), key


def _check(asked: BoxRequest) -> int:
    """Open a box over an edition, play its rulings, and name steps of which nothing comes."""
    one = found_box(asked.words[0], asked.lang)
    say(box_title(one, asked.lang))
    return check_layer(one.layer, asked.edition, asked.lang)


def _show(asked: BoxRequest) -> int:
    """Print what a box is, and the page of each of its cards and characters."""
    one = found_box(asked.words[0], asked.lang)
    say(box_title(one, asked.lang))
    for told in pages_of(one, asked.edition, asked.lang):
        say(f"\n{told}")
    return 0


def pages_of(one: Box, edition: str, lang: str) -> list[str]:
    """Return the pages of the cards, characters, forms and spaces that a box has, over an edition."""
    book = open_book([edition or one.layer.head.over or BASE, one.layer])
    return [str(page(book, key, lang)) for key in own_keys(book, one.id)]


def own_keys(book: Book, layer: str) -> list[str]:
    """Return the keys of the cards, characters, forms and spaces that a layer of a book makes or changes."""
    own = [key for key in book.definitions if book.layer_of(key) == layer and not key.startswith("turn.")]
    return [key for key in own if key.count(".") == key.startswith(("character.", "form.", "space."))]


def _print(asked: BoxRequest) -> int:
    """Write the cards and characters of a box to be printed: one PDF, or SVG pages in the folder of the second word."""
    one = found_box(asked.words[0], asked.lang)
    book = open_book([asked.edition or one.layer.head.over or BASE, one.layer])
    keys = [key for key in own_keys(book, one.id) if not key.startswith(("form.", "space."))]
    pages = print_pages(book, keys, asked.lang)
    if not pages:
        raise BoxError("print-none", name=one.id)
    path = Path(asked.words[1] if len(asked.words) > 1 else f"{one.id}-{one.version}.pdf")
    pdf = path.suffix.lower() == ".pdf"
    files = {path: as_pdf(pages, one.name(asked.lang))} if pdf else {
        path / f"{each.name}.svg": each.picture().encode() for each in pages
    }  # fmt: skip
    try:
        for file, data in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    except OSError as error:
        raise BoxError("system", path=str(path), reason=system_reason(error)) from error
    say(box_title(one, asked.lang))
    say(asked.said("printed", path=path, n=len(pages)))
    return 0


def _pack(asked: BoxRequest) -> int:
    """Write a box as a file in this folder, or where the second word says."""
    one = found_box(asked.words[0], asked.lang)
    data = write_box(one.layer)
    path = Path(asked.words[1]) if len(asked.words) > 1 else Path(one.file_name)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BoxError("system", path=str(path), reason=system_reason(error)) from error
    say(box_title(one, asked.lang))
    say(asked.said("packed", path=path))
    return 0


def _add(asked: BoxRequest) -> int:
    """Install a box from its file."""
    path = Path(asked.words[0])
    if not path.is_file():
        raise BoxError("no-source", name=asked.words[0], suffix=SUFFIX, near="")
    one = install_box(_bytes_of(path))
    read = one.box()
    say(box_title(read, asked.lang))
    say(asked.said("added", spec=f"{read.layer.head.over or BASE}{JOIN}{one.layer_name}"))
    return 0


def _remove(asked: BoxRequest) -> int:
    one = remove_box(*asked.words)
    say(asked.said("removed", name=one.id, version=one.version))
    return 0


COMMANDS: dict[str, tuple[int, int, Callable[[BoxRequest], int]]] = {
    "list": (0, 0, _list), "new": (1, 2, _new), "check": (1, 1, _check), "show": (1, 1, _show),
    "print": (1, 2, _print), "pack": (1, 2, _pack),
    "add": (1, 1, _add), "remove": (1, 2, _remove),
}  # fmt: skip
"""Maps the words after `box` to the fewest and most words behind them, and to what they do."""
