"""Printing that never crashes an old console: what it can't show becomes the plain letter beside it."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import TextIO

PLAIN = str.maketrans({
    "ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "’": "'", "–": "-", "…": "...", "≈": "~", "·": "-", "“": '"', "”": '"',
    "„": '"', "«": '"', "»": '"',
})  # fmt: skip


def plain(text: str, encoding: str) -> str:
    """The text as a console of this encoding can show it.

    >>> plain("Piotr i Łucja grają", "cp437")
    'Piotr i Lucja graja'
    >>> plain("Piotr i Łucja grają", "utf-8")
    'Piotr i Łucja grają'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        letters = unicodedata.normalize("NFKD", text.translate(PLAIN))
        return letters.encode("ascii", "ignore").decode("ascii")
    return text


def say(text: str, to: TextIO | None = None) -> None:
    """Prints a line at once, in letters the console has; a reader that has seen enough (`| head`) is no mistake."""
    out = to or sys.stdout
    try:
        print(plain(text, out.encoding or "ascii"), file=out, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
