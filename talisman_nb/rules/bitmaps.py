"""The files of a layer, and small pictures of points (PNG, JPEG, WebP, GIF), kept as an SVG text of one form.

Nothing else stands in that text, and their points are never decoded here: the header says kind and size, the end that
nothing is cut off or stands behind it.
"""

from __future__ import annotations

import binascii
import re
import stat
from base64 import b64decode, b64encode
from importlib.resources.abc import Traversable
from pathlib import Path
from struct import unpack

from msgspec import Struct

from talisman_nb.board.toml_reading import mistake
from talisman_nb.cards.decode import CardError
from talisman_nb.model import Told
from talisman_nb.model.bounds import BITMAP_SIDE, BITMAP_SIZE, FILE_SIZE

BITMAPS = (".png", ".jpg", ".jpeg", ".webp", ".gif")
"""Endings of files with such a picture."""
_TEXT = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 \d{1,4} \d{1,4}"><image width="\d{1,4}" height="\d{1,4}" '
    r'href="data:image/[a-z]{3,4};base64,(?P<data>[A-Za-z0-9+/]+={0,2})"/></svg>\n?'
)
_DATA = re.compile(r"data:[a-z/+.-]{0,40};base64,(?P<data>[A-Za-z0-9+/]*={0,2})")
_FRAMES = range(0xC0, 0xD0)
"""Markers of a JPEG that say its size, but for three."""


class Bitmap(Struct, frozen=True):
    """A picture: png, jpeg, webp or gif, its width and height in pixels, and its bytes."""

    kind: str
    wide: int
    high: int
    raw: bytes

    @property
    def address(self) -> str:
        """The picture as an address that holds all of it."""
        return f"data:image/{self.kind};base64,{b64encode(self.raw).decode()}"

    @property
    def text(self) -> str:
        """The picture as the text that `bitmap_in` reads."""
        size = f'viewBox="0 0 {self.wide} {self.high}"><image width="{self.wide}" height="{self.high}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} href="{self.address}"/></svg>\n'


def as_svg_name(name: str) -> str:
    """Return the name under which a layer keeps a file: of a picture of points, that of an SVG file.

    >>> as_svg_name("pictures/wolf.png"), as_svg_name("layer.toml")
    ('pictures/wolf.svg', 'layer.toml')
    """
    bare, dot, ending = name.rpartition(".")
    return f"{bare}.svg" if dot + ending.lower() in BITMAPS else name


def bitmap_in(text: str, file: str) -> Bitmap | None:
    """Return the picture that a text is, None for any other text. Raises `CardError` as `read_bitmap` does."""
    found = _TEXT.fullmatch(text) or _DATA.fullmatch(text)
    try:
        return read_bitmap(b64decode(found["data"], validate=True), file) if found else None
    except binascii.Error:
        raise _wrong(file, "picture-kind", KIND) from None


KIND = "expected an SVG file of plain shapes, or a small picture as PNG, JPEG, WebP or GIF"


def read_bitmap(raw: bytes, file: str) -> Bitmap:
    """Read the bytes of a picture; raises `CardError`, with the file, for what is none, too large, cut off or moves.

    >>> read_bitmap(b"GIF89a" + bytes([2, 0, 3, 0, 0, 0, 0]) + b";", "wolf.gif").text[40:66]
    'viewBox="0 0 2 3"><image w'
    """
    if len(raw) > BITMAP_SIZE:
        said = "expected a picture of at most {most} bytes, got {n}: make it smaller"
        raise _wrong(file, "picture-large", said, most=BITMAP_SIZE, n=len(raw))
    found = _png(raw) or _gif(raw) or _webp(raw) or _jpeg(raw)
    if found is None:
        raise _wrong(file, "picture-kind", KIND)
    kind, wide, high, whole, still = found
    if not (1 <= wide <= BITMAP_SIDE and 1 <= high <= BITMAP_SIDE):
        said = "expected 1 to {most} pixels a side, got {wide} x {high}: make the picture smaller"
        raise _wrong(file, "picture-sides", said, most=BITMAP_SIDE, wide=wide, high=high)
    if not whole:
        said = "expected a whole picture: this one is cut off, or something stands behind its end; save it anew"
        raise _wrong(file, "picture-cut", said)
    if not still:
        raise _wrong(file, "picture-moves", "expected a picture that stands still, got one that moves")
    return Bitmap(kind, wide, high, raw)


def _wrong(file: str, key: str, said: str, **fields: object) -> CardError:
    return CardError(Told(f"{file}: ", mistake(key, said, **fields)))


_Read = tuple[str, int, int, bool, bool]
"""Kind, width, height, whether the end is there, whether it stands still."""


def _png(raw: bytes) -> _Read | None:
    if raw[:8] != b"\x89PNG\r\n\x1a\n" or raw[12:16] != b"IHDR" or len(raw) < 33:
        return None
    wide, high = unpack(">II", raw[16:24])
    at, moves = 8, False
    while at + 12 <= len(raw):
        size, name = unpack(">I4s", raw[at : at + 8])
        body = raw[at + 4 : at + 8 + size]
        moves |= name == b"acTL"
        if raw[at + 8 + size : at + 12 + size] != binascii.crc32(body).to_bytes(4, "big"):
            break
        at += 12 + size
        if name == b"IEND":
            return "png", wide, high, at == len(raw), not moves
    return "png", wide, high, False, not moves


def _gif(raw: bytes) -> _Read | None:
    if raw[:6] not in (b"GIF87a", b"GIF89a") or len(raw) < 14:
        return None
    wide, high = unpack("<HH", raw[6:10])
    return "gif", wide, high, raw.endswith(b";"), b"NETSCAPE2.0" not in raw


def _webp(raw: bytes) -> _Read | None:
    if raw[:4] != b"RIFF" or raw[8:12] != b"WEBP" or len(raw) < 30:
        return None
    still, whole = True, int.from_bytes(raw[4:8], "little") + 8 == len(raw)
    if raw[12:16] == b"VP8X":
        wide, high = (1 + int.from_bytes(raw[at : at + 3], "little") for at in (24, 27))
        still = not raw[20] & 2
    elif raw[12:16] == b"VP8L":
        size = int.from_bytes(raw[21:25], "little")
        wide, high = 1 + (size & 0x3FFF), 1 + (size >> 14 & 0x3FFF)
    elif raw[12:16] == b"VP8 " and raw[23:26] == b"\x9d\x01\x2a":
        wide, high = (size & 0x3FFF for size in unpack("<HH", raw[26:30]))
    else:
        return None
    return "webp", wide, high, whole, still


def _jpeg(raw: bytes) -> _Read | None:
    if raw[:3] != b"\xff\xd8\xff":
        return None
    at = 2
    while at + 9 <= len(raw) and raw[at] == 0xFF:
        marker, size = raw[at + 1], int.from_bytes(raw[at + 2 : at + 4], "big")
        if marker in _FRAMES and marker not in (0xC4, 0xC8, 0xCC):
            high, wide = unpack(">HH", raw[at + 5 : at + 9])
            return "jpeg", wide, high, raw.endswith(b"\xff\xd9"), True
        at += 2 + max(size, 2)
    return None


# --- the files of a layer ---


def text_of(file: Traversable, where: str) -> str:
    """The text of a file. Raises `CardError` for what is no UTF-8, and as `bytes_of` does."""
    try:
        return bytes_of(file, where).decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as wrong:
        problem = f"{wrong.reason} at byte {wrong.start}"
        raise CardError(f"{where}: this is not UTF-8: {problem}; save it as UTF-8") from None


def bytes_of(file: Traversable, where: str) -> bytes:
    """Return the bytes of a file. Raises `CardError` for no file, as a pipe or a broken link, and for a huge one."""
    try:
        if isinstance(file, Path):  # looked at first: to read a pipe, or a device, never ends
            found = file.stat()
            if not stat.S_ISREG(found.st_mode):
                raise CardError(f"{where}: expected a file, found {_file_kind(found.st_mode)}")
            if found.st_size > FILE_BYTES:
                raise CardError(f"{where}: expected at most {FILE_SIZE} letters: make several files of it")
        return file.read_bytes()
    except OSError as wrong:
        raise CardError(f"{where}: this file can't be read: {wrong.strerror}") from None


FILE_BYTES = 4 * FILE_SIZE
"""Bytes of a file that may hold no more than `FILE_SIZE` letters."""


def _file_kind(mode: int) -> str:
    """Return the kind of a place of the file system that is no file."""
    return "a folder" if stat.S_ISDIR(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"
