"""Boxes on the form of a new table: one that was laid on it as a file, and those that are installed."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import Any

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.model.bounds import BOX_SIZE
from talisman_nb.model.data_folder import box_layers, in_every_language
from talisman_nb.panels.sync.message import ViewMessage
from talisman_nb.rules.layers import find_layer, installed_layers
from talisman_nb.table.box_file import Box, BoxError, find_mistake, read_box, write_box
from talisman_nb.table.boxes import find_box, install_box, remove_box
from talisman_nb.text.errors import worded_in_a_line
from talisman_nb.text.screen.setup_values import BoxOffer

from .edition_choice import box_title

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
        """Keep a piece and ask for the next one; look into the file once it is whole."""
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
