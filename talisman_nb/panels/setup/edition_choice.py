"""Choices of the form of a new table: an edition, its box or a variant, own layers, house rules, and files of boxes."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.model.bounds import BOX_SIZE
from talisman_nb.model.data_folder import box_layers, in_every_language
from talisman_nb.panels.sync.message import ViewMessage
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.rules.layers import JOIN, find_layer, installed_layers, offered_editions, packs, stack, variants
from talisman_nb.table.box_file import Box, BoxError, find_mistake, read_box, write_box
from talisman_nb.table.boxes import find_box, install_box, installed_boxes, remove_box
from talisman_nb.table.file.saved_tables import SUFFIX, take_in
from talisman_nb.table.house_files import house_values, save_house
from talisman_nb.table.records import MAGIC
from talisman_nb.text.errors import worded_in_a_line
from talisman_nb.text.house_rules import changed_rules, choices, sentences
from talisman_nb.text.names import in_language, load_names
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.setup_values import GOAL, BoxOffer, EditionEntry, LayerEntry
from talisman_nb.text.screen.values import Choice

BOX = ""
"""Stands for the variant of an edition that is played from its own box."""


def mistake(layers: Iterable[str]) -> ValueError | None:
    """Return the error in a stack of layers by their names, None if it can be played. Cached by what they contain.

    >>> mistake(["second"]), str(mistake(["secnd"]))[:34]
    (None, "no edition or layer 'secnd': expec")
    """
    spec = JOIN.join(layers)
    try:
        digests = tuple(layer.digest for layer in stack(spec))
    except (CardError, BoardError) as wrong:
        return wrong
    return _mistake(spec, digests)


@lru_cache(maxsize=64)
def _mistake(spec: str, digests: tuple[str, ...]) -> ValueError | None:
    try:
        open_book(spec)
    except (CardError, BoardError) as wrong:
        return wrong
    return None


class EditionChoice:
    """An edition, the variant of it (`BOX` for none), its packs and the layers of one's own as they were ticked.

    >>> chosen = EditionChoice()
    >>> chosen.choose("edition", "second")
    True
    >>> chosen.spec
    'second'
    """

    def __init__(self) -> None:
        self.edition, self.variant = offered_editions()[0], BOX
        self.packs: tuple[str, ...] = ()  # expansions that lie on the table, in the order of their names
        self.layers: tuple[str, ...] = ()

    @property
    def spec(self) -> str:
        """The specification of everything chosen."""
        return JOIN.join((*self._below, *self.layers))

    @property
    def book(self) -> Book:
        """The book of everything chosen, without house rules."""
        return open_book(self.spec)

    @property
    def _below(self) -> tuple[str, ...]:
        return (self.edition, *((self.variant,) if self.variant else ()), *self.packs)

    def choose(self, part: str, value: str) -> bool:
        """Set the edition or its variant; returns whether something changed. What is not allowed changes nothing."""
        if part == "edition" and value in offered_editions() and value != self.edition:
            self.edition, self.variant = value, BOX
        elif part == "variant" and value in (BOX, *variants(self.edition)) and value != self.variant:
            self.variant = value
        else:
            return False
        return True

    def tick(self, layer: str, on: bool) -> bool:
        """Lay a pack or an installed layer over what is chosen, or take it away; returns whether something changed."""
        if layer in (known := packs(self.edition)) and on != (layer in self.packs):
            self.packs = tuple(name for name in known if (on if name == layer else name in self.packs))
            return True
        if layer not in installed_layers() or on == (layer in self.layers):
            return False
        self.layers = (*self._besides(layer), *((layer,) if on else ()))
        return True

    def _besides(self, layer: str) -> tuple[str, ...]:
        """The layers ticked without one, and without other versions of its box: one of them is played."""
        boxes = box_layers()
        versions = {name for name in boxes if layer in boxes and boxes[name].parent == boxes[layer].parent}
        return tuple(name for name in self.layers if name not in {layer, *versions})

    def settle(self) -> None:
        """Leave out layers that can't be used over what is chosen: a broken one, or one whose files have changed."""
        self.packs = tuple(name for name in self.packs if name in packs(self.edition))
        ticked, self.layers = self.layers, ()
        for name in ticked:
            if name in installed_layers() and not mistake((*self._below, *self.layers, name)):
                self.layers = (*self.layers, name)

    def editions(self, lang: str) -> tuple[EditionEntry, ...]:
        """The editions side by side, the chosen one with its variants."""
        return tuple(self._edition(name, lang) for name in offered_editions())

    def entries(self, lang: str) -> tuple[LayerEntry, ...]:
        """The layers installed for this user, each with the reason if it can't be laid over what is chosen."""
        return tuple(self._layer(name, lang) for name in installed_layers())

    def pack_entries(self, lang: str) -> tuple[LayerEntry, ...]:
        """The expansions of the edition whose cards are listed by name, each with what is known of it."""
        found = ((name, find_layer(name).head) for name in packs(self.edition))
        return tuple(
            LayerEntry(name, in_language(head.name, lang), in_every_language(head.source)[lang], name in self.packs)
            for name, head in found
        )

    def _edition(self, name: str, lang: str) -> EditionEntry:
        said, ways = load_phrases(lang), variants(name) if name == self.edition else ()
        expands = bool(ways) and not any(find_layer(way).head.with_ for way in ways)
        box = Choice(BOX, said.say("setup", "variant.box"), note=said.say("setup", "variant.box.about"))
        alone = Choice(BOX, said.say("setup", "variant.alone"), note=said.say("setup", "variant.alone.about"))
        found = (alone if expands else box, *(_way(way, lang) for way in ways)) if ways else ()
        label, about = said.say("setup", f"edition.{name}"), said.say("setup", f"edition.{name}.about")
        drawn, chosen = _picture(open_book(name)), self.variant if ways else BOX
        return EditionEntry(name, label, about, drawn, found, chosen, expands)

    def _layer(self, name: str, lang: str) -> LayerEntry:
        on = name in self.layers
        wrong = None if on else mistake((*self._below, *self._besides(name), name))
        title, about = _layer_title_and_note(name, lang)
        box = next((box for box in installed_boxes() if box.layer_name == name), None)
        title = f"{title} {box.version}" if box else title
        return LayerEntry(name, title, about, on, worded_in_a_line(wrong, lang) if wrong else "", box is not None)


def _way(layer: str, lang: str) -> Choice:
    """A variant of an edition as a choice."""
    name, about = _layer_title_and_note(layer, lang)
    return Choice(layer, name, note=about)


def _layer_title_and_note(layer: str, lang: str) -> tuple[str, str]:
    """Return the name of a layer, and what is different with it; its key where its head can't be read."""
    try:
        head = find_layer(layer).head
    except CardError:
        return layer, ""
    name = load_names().by_lang[lang]["edition"].get(layer) or in_language(head.name, lang)
    return name or layer, in_every_language(head.about)[lang]


def box_title(box: Box, lang: str) -> str:
    """Say what a box is, in one line: name, version, author, and how much of what is in it.

    >>> from talisman_nb.rules.layers import Layer
    >>> box_title(Box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"})), "en")
    'moles, version 1: names: 1'
    """
    said = load_phrases(lang)
    parts = [said.say("boxes", f"contents.{what}", n=n) for what, n in box.contents._asdict().items() if n]
    told = {"name": box.name(lang), "version": box.version, "author": box.author}
    if not parts:
        return said.say("boxes", "title-empty", **told)
    return said.say("boxes", "title", contents=", ".join(parts), **told)


def _picture(book: Book) -> tuple[tuple[int, int, int], ...]:
    """The spaces of a board as they lie: row, column and region, the largest first, `GOAL` for its goal."""
    board = book.board
    regions = sorted(board.regions, key=lambda region: -len(board.in_region(region)))
    return tuple(
        (*board.space(space).grid, GOAL if space == board.goal else regions.index(board.region(space)))
        for space in board.spaces
        if space not in board.by_hand
    )


class HouseChoice:
    """Values that differ from the edition's; `saved_as` is the name under which exactly these are saved, "" for none.

    >>> house, book = HouseChoice(), open_book()
    >>> house.turn(book, "switch.temple_life", "true")
    >>> house.values
    {'switch.temple_life': True}
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.saved_as = ""

    def turn(self, book: Book, switch: str, value: str) -> None:
        """Set a house rule to "true", "false" or the text of a number; an unknown switch or value is ignored."""
        if switch not in offered_rules(book):
            return
        found = [each for each in choices(book, switch) if str(each).lower() == value]
        if found:
            self.take(book, {**self.values, switch: found[0]})

    def take(self, book: Book, values: Mapping[str, Any]) -> None:
        """Take over those of some values that mean something in the book's edition."""
        self.values, self.saved_as = changed_rules(book, values), ""

    def choose(self, book: Book, name: str) -> None:
        """Take the house rules saved under a name, "" for none at all; raises `HouseFileError` and changes nothing."""
        self.values, self.saved_as = changed_rules(book, house_values(name or None, book)), name

    def move_to(self, book: Book) -> None:
        """Keep what means something in another edition; raises `HouseFileError` for those of a name that do not."""
        name = self.saved_as
        self.take(book, self.values)
        if name:
            self.choose(book, name)

    def save(self, book: Book, name: str, lang: str) -> None:
        """Save the house rules under a name. Raises `HouseFileError`."""
        save_house(name, open_book(book.edition, self.values), lang)
        self.saved_as = name

    def without_field(self, book: Book, lang: str) -> tuple[str, ...]:
        """The house rules that the form has no field for, a sentence each."""
        told = sentences(open_book(book.edition, self.values), lang)
        return tuple(text for name, text in told.items() if name not in offered_rules(book))


MOST_LETTERS = BOX_SIZE * 4 // 3 + 4
"""Letters of all pieces of a file, three bytes being four of them."""


class BoxDesk:
    """The file that was laid on the form, in pieces until it is whole, and what it is before it is installed."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._data = b""
        self._box: Box | None = None
        self._wrong: ValueError | None = None

    def handle(self, message: ViewMessage) -> tuple[str, dict[str, Any] | None]:
        """Carry out a message: take a `piece` of a file, `install` or `leave` it, `remove` a box, give one as a `file`.

        Returns the layer that was installed, "" for none, and the reply to the view, None to show the form anew. Raises
        `BoxError` for what is no box, `CardError` for one that can't be read.
        """
        match message.key:
            case "piece":
                return "", self._take(message)
            case "large":
                raise BoxError("large", most=BOX_SIZE)
            case "install" if self._box and not self._wrong:
                return self._install(), None
            case "leave":
                self._clear()
            case "remove" if message.value in box_layers():
                found = find_box(message.value)
                remove_box(found.id, found.version)
            case "file" if message.value in installed_layers():
                return "", self._file(message.value)
        return "", None

    def offer(self, lang: str) -> BoxOffer | None:
        """The box that was laid on the form, None for none."""
        if not self._box:
            return None
        about = in_every_language(self._box.layer.head.about)[lang]
        wrong = worded_in_a_line(self._wrong, lang) if self._wrong else ""
        return BoxOffer(box_title(self._box, lang), about, wrong)

    def _take(self, message: ViewMessage) -> dict[str, Any] | None:
        """Keep a piece and ask for the next one; look into the file once it is whole.

        That of a table is saved, and the view told its name.
        """
        if message.n == 0:
            self._clear()
        if message.n != len(self._pieces):
            return None  # of a file that another one has taken the place of
        self._pieces.append(message.value)
        if sum(map(len, self._pieces)) > MOST_LETTERS:
            self._clear()
            raise BoxError("large", most=BOX_SIZE)
        if message.n + 1 < message.before:
            return {"type": "box", "n": message.n + 1}
        whole = "".join(self._pieces)
        self._clear()
        try:
            self._data = b64decode(whole, validate=True)
        except (binascii.Error, ValueError) as wrong:
            raise BoxError("damaged") from wrong
        if self._data.startswith(MAGIC):
            name = take_in(message.name.removesuffix(SUFFIX), self._data)
            self._clear()
            return {"type": "box", "n": 0, "name": name}
        self._box = read_box(self._data)
        self._wrong = find_mistake(self._box)
        return None

    def _install(self) -> str:
        """Install the box, and return the name of its layer; a mistake is kept to be shown."""
        try:
            found = install_box(self._data)
        except (BoxError, CardError, BoardError) as wrong:
            self._wrong = wrong
            return ""
        self._clear()
        return found.layer_name

    def _clear(self) -> None:
        self._pieces, self._data, self._box, self._wrong = [], b"", None, None

    def _file(self, layer: str) -> dict[str, Any]:
        """Return a layer as a file to be saved by the view."""
        box = find_box(layer).box() if layer in box_layers() else Box(find_layer(layer))
        packed = b64encode(write_box(box.layer)).decode()
        return {"type": "export", "name": box.file_name, "kind": "application/zip", "text": packed, "packed": True}
