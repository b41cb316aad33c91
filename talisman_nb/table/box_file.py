"""The file of a box, `.talisman-box`: a layer as a plain archive, read and written.

Such a file is a plain zip of one folder, `<id>/`, with the TOML and the pictures of a layer. `read_box` takes nothing
from it but those texts, within the bounds of `model/bounds.py`; nothing in it is run, and no name in it is a path
before it has been checked.
"""

from __future__ import annotations

import re
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Literal, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from talisman_nb.board import BoardError
from talisman_nb.board.toml_reading import quote_value
from talisman_nb.cards.decode import CardError
from talisman_nb.model import UserError
from talisman_nb.model.bounds import BOX_FILES, BOX_RATIO, BOX_SIZE, LAYER_FILES, LONGEST_BOX_NAME
from talisman_nb.model.data_folder import PLAIN_NAME, box_layer_name
from talisman_nb.rules.bitmaps import BITMAPS, as_svg_name, read_bitmap
from talisman_nb.rules.book import Book, ensure_valid
from talisman_nb.rules.layers import (
    BASE,
    BOARD,
    HEAD,
    JOIN,
    LISTED,
    NAMES,
    PICTURES,
    SVG,
    Layer,
    program_layers,
    stack,
)
from talisman_nb.rules.pictures import picture_text, read_picture
from talisman_nb.table.file.saved_tables import RESERVED
from talisman_nb.text.names import in_language
from talisman_nb.text.phrases import load_phrases

SUFFIX = ".talisman-box"
"""File name suffix of a box."""
TOML = ".toml"
DEEPEST = 3
"""Most names in the path of a file: the box's folder, a folder of the layer, the file."""
WHEN = (1980, 1, 1, 0, 0, 0)
"""Time of every file in a box that is written here, the first a zip can tell: equal layers make equal files."""
BEGIN = b"PK\x03\x04"
"""First bytes of an archive that has a file."""
PART = re.compile(r"[a-z0-9_]([a-z0-9._-]*[a-z0-9_-])?")
"""Matches the name of a folder or file in a box: it is one on every system, and no two differ by capitals alone."""
ARCHIVE = re.compile(r"\.(zip|talisman-box|tar|t?gz|bz2|t?xz|zst|7z|rar|jar|whl)$", re.IGNORECASE)

BoxErrorKey = Literal[
    "damaged", "deep", "encrypted", "file-name", "files-many", "folders", "kind", "large", "link", "made-there", "name",
    "names-line", "names-none", "names-unread", "nested", "no-box", "no-source", "nothing", "outside", "packing",
    "print-none", "ratio", "system", "text", "there", "twice", "unknown", "unpacked",
]  # fmt: skip
"""Why a box can't be read, written, installed or removed; each has its phrase in `boxes.toml`."""


class BoxError(UserError):
    """Raised for a box that can't be used; `key` names the phrase that says what was expected and what to do."""

    topic = "boxes"
    key: BoxErrorKey

    def __init__(self, key: BoxErrorKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


class BoxContents(NamedTuple):
    """How much a box has: definitions of cards, characters, spaces; copies of listed cards; names; pictures.

    Examples
    --------
    >>> from talisman_nb.rules.layers import find_layer
    >>> Box(find_layer("second-cards")).contents.pictures
    0
    """

    cards: int
    characters: int
    spaces: int
    listed: int
    names: int
    pictures: int


@dataclass(frozen=True)
class Box:
    """A layer with the version and author of its head; `layer.name` is the id of the box.

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> box = Box(Layer("moles", {"layer.toml": "[layer]\\nversion = '1.4'\\nauthor = 'Ada'"}))
    >>> box.id, box.version, box.author, box.layer_name, box.file_name
    ('moles', '1.4', 'Ada', 'moles-v1-4', 'moles-1.4.talisman-box')
    >>> box.contents.cards
    0
    """

    layer: Layer

    @property
    def id(self) -> str:
        """The name of its folder: what it is called in commands and files."""
        return self.layer.name

    @property
    def version(self) -> str:
        """The version as its head says it, "1" if it says none."""
        return self.layer.head.version

    @property
    def author(self) -> str:
        """Who made it, or ""."""
        return self.layer.head.author

    @property
    def layer_name(self) -> str:
        """The name of the layer once it is installed."""
        return box_layer_name(self.id, self.version)

    @property
    def file_name(self) -> str:
        """The name a file of it has."""
        return f"{self.id}-{self.version}{SUFFIX}"

    def name(self, lang: str) -> str:
        """Return what players call it, in a language or the first it has; its id where its head says nothing.

        Parameters
        ----------
        lang
            en, it, fr or pl.

        Returns
        -------
        str
            A name.

        Examples
        --------
        >>> from talisman_nb.rules.layers import Layer
        >>> Box(Layer("moles", {"layer.toml": "[layer]\\nname = { pl = 'Krety' }"})).name("it")
        'Krety'
        """
        return in_language(self.layer.head.name, lang) or self.id

    @property
    def contents(self) -> BoxContents:
        """How much is in it, as counted in its texts, whether they are right or not."""
        found: Counter[str] = Counter()
        for path in self.layer.texts:
            folder, _, file = path.rpartition("/")
            found["pictures"] += folder == PICTURES
            tables = self.layer.tables(path) if file.endswith(TOML) else {}
            if folder == NAMES:
                found["names"] += sum(len(names) for names in tables.values() if isinstance(names, dict))
            elif path == LISTED:
                found["listed"] += sum(_copies(tables))
            elif path == BOARD and isinstance(spaces := tables.get("space"), dict):
                found["spaces"] += len(spaces)
            elif folder and folder not in ("programs", "rulings", "motifs", "form", "stock"):
                made = [table for table in tables.values() if isinstance(table, dict) and not table.get("gone")]
                found["characters" if folder == "character" else "cards"] += len(made)
        return BoxContents(**{field: found[field] for field in BoxContents._fields})


def _copies(tables: object) -> Iterator[int]:
    """Yield the whole numbers in nested tables."""
    if isinstance(tables, dict):
        for each in tables.values():
            yield from _copies(each)
    elif isinstance(tables, int) and not isinstance(tables, bool):
        yield tables


# --- the file ---


def read_box(data: bytes) -> Box:
    """Read a box from the bytes of its file; of its pictures only plain shapes are kept.

    Parameters
    ----------
    data
        What the file has in it. Nothing of it is run, and no name in it is used as a path.

    Returns
    -------
    Box
        The box. Whether its cards can be played says `find_mistake`.

    Raises
    ------
    BoxError
        It is no box, or has in it what no box has.
    CardError
        A text is no TOML, the head is none, or a picture is more than shapes.

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> read_box(write_box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"}))).layer_name
    'moles-v1'
    """
    if len(data) > BOX_SIZE:
        raise BoxError("large", most=BOX_SIZE)
    if not data.startswith(BEGIN):
        raise BoxError("no-box", suffix=SUFFIX)
    try:
        with ZipFile(BytesIO(data)) as archive:
            found = list(_files_in(archive))
    except (BoxError, CardError):
        raise
    except UnicodeDecodeError as wrong:
        raise BoxError("names-unread") from wrong
    except Exception as wrong:  # an archive may say anything, and the library has many errors for it
        raise BoxError("damaged") from wrong
    return _checked(found)


def _files_in(archive: ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of an archive, none before all names and sizes have been checked."""
    infos = archive.infolist()
    if len(infos) > 2 * BOX_FILES:
        raise BoxError("files-many", most=BOX_FILES)
    seen: set[str] = set()
    files: list[ZipInfo] = []
    for info in infos:
        name = info.orig_filename
        _check_place(name)
        mode = stat.S_IFMT(info.external_attr >> 16)
        if mode not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise BoxError("link", file=quote_value(name))
        if (place := as_svg_name(name.casefold().rstrip("/"))) in seen:
            raise BoxError("twice", file=quote_value(name))
        seen.add(place)
        if not name.endswith("/"):
            files.append(info)
    if not files:
        raise BoxError("nothing")
    for info in files:
        _check_kind(info)
    folders = Counter(info.orig_filename.rpartition("/")[0] for info in files)
    if len(files) > BOX_FILES or max(folders.values()) > LAYER_FILES:
        raise BoxError("files-many", most=BOX_FILES)
    if sum(info.file_size for info in files) > BOX_SIZE:
        raise BoxError("unpacked", most=BOX_SIZE)
    for info in files:
        with archive.open(info) as file:
            raw = file.read(BOX_SIZE + 1)
        if len(raw) != info.file_size:
            raise BoxError("damaged")
        if raw.startswith(BEGIN):
            raise BoxError("nested", file=quote_value(info.orig_filename))
        name = info.orig_filename
        yield as_svg_name(name), read_bitmap(raw, name).text if name.endswith(BITMAPS) else _text(raw, name)


def _check_place(name: str) -> None:
    """Raise `BoxError` for the name of a file or folder that leads out of the folder of its box, or may be none."""
    parts = name.removesuffix("/").split("/")
    if "\\" in name or name[1:2] == ":" or any(part in ("", ".", "..") for part in parts):
        raise BoxError("outside", file=quote_value(name))
    if any(not PART.fullmatch(part) or RESERVED.fullmatch(part) for part in parts):
        raise BoxError("file-name", file=quote_value(name))
    if len(parts) > DEEPEST:
        raise BoxError("deep", file=quote_value(name))


def _check_kind(info: ZipInfo) -> None:
    """Raise `BoxError` for a file that a box has not, or that is packed as none of a box is."""
    name = info.orig_filename
    folder = name.split("/")[1:-1]
    if ARCHIVE.search(name):
        raise BoxError("nested", file=quote_value(name))
    if not name.endswith(TOML) and not (name.endswith((SVG, *BITMAPS)) and folder == [PICTURES]):
        raise BoxError("kind", file=quote_value(name))
    if info.flag_bits & 1:
        raise BoxError("encrypted", file=quote_value(name))
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BoxError("packing", file=quote_value(name))
    if info.file_size > BOX_RATIO * (info.compress_size + 200):
        raise BoxError("ratio", file=quote_value(name), most=BOX_RATIO)


def _text(raw: bytes, name: str) -> str:
    """Return the text of a file, its lines ended as everywhere here."""
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as wrong:
        raise BoxError("text", file=quote_value(name), byte=wrong.start) from wrong


def _checked(files: list[tuple[str, str]]) -> Box:
    """Return the box of these files, its pictures cleaned."""
    folders = {name.partition("/")[0] if "/" in name else "" for name, _ in files}
    if len(folders) != 1 or "" in folders:
        raise BoxError("folders")
    _check_id(id := folders.pop())
    box = Box(Layer(id, {name.partition("/")[2]: _cleaned(name, text) for name, text in sorted(files)}))
    for path in box.layer.texts:
        if path.endswith(TOML):
            box.layer.tables(path)
    _ = box.layer.head
    return box


def _cleaned(name: str, text: str) -> str:
    """Return the text of a file, of a picture nothing but its shapes. Raises `CardError` for one that is none."""
    return picture_text(read_picture(text, name)) if name.endswith(SVG) else text


def _check_id(id: str) -> None:
    if not PLAIN_NAME.fullmatch(id) or len(id) > LONGEST_BOX_NAME or RESERVED.fullmatch(id) or id in program_layers():
        raise BoxError("name", name=quote_value(id), most=LONGEST_BOX_NAME)


def write_box(layer: Layer) -> bytes:
    """Write a layer as the bytes of a box; equal layers give equal bytes on every machine.

    Parameters
    ----------
    layer
        Its name is the box's id. Its cards may have mistakes, as a draft has; its texts must be TOML.

    Returns
    -------
    bytes
        The file, to be kept under `Box.file_name`.

    Raises
    ------
    BoxError, CardError
        What `read_box` would refuse, which says why.

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> write_box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"}))[:2]
    b'PK'
    """
    _check_id(layer.name)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:  # packed bytes would differ from one version of zlib to another
        for path, text in sorted(layer.texts.items()):
            _check_place(f"{layer.name}/{path}")
            cleaned = _cleaned(layer.at(path), _text(text.encode(), path))
            info = ZipInfo(f"{layer.name}/{path}", WHEN)
            info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, cleaned.encode())
    if not layer.texts:
        raise BoxError("nothing")
    read_box(data := out.getvalue())  # what is written can be read
    return data


def find_mistake(box: Box, below: str = "") -> ValueError | None:
    """Return why a box can't be played over an edition.

    Parameters
    ----------
    box
        The box, installed or not.
    below
        An edition, with layers over it if there are any; "" for the one it needs, or the usual one.

    Returns
    -------
    ValueError | None
        A `CardError` or `BoardError`, with file, table and place; None if it can be played.

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> mole = "[mole]\\nname = 'Mole'\\nstrength = 1"
    >>> print(find_mistake(Box(Layer("moles", {"adventure/a.toml": mole}))))
    moles-v1/adventure/a.toml: [mole] type: missing, expected a type of card
    """
    try:
        over = below or box.layer.head.over or BASE
        if over == box.id:
            raise CardError(f"{box.layer.at(HEAD)}: [layer] over: {over} stands on itself")
        ensure_valid(Book(f"{over}{JOIN}{box.layer_name}", {}, [*stack(over), replace(box.layer, name=box.layer_name)]))
    except (CardError, BoardError) as wrong:
        return wrong
    return None
