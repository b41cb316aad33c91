"""Printing to a console of any encoding: characters it can't encode are replaced by ASCII."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import TextIO

PLAIN = str.maketrans({
    "ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "’": "'", "–": "-", "…": "...", "≈": "~", "·": "-", "“": '"', "”": '"',
    "„": '"', "«": '"', "»": '"',
})  # fmt: skip
"""Maps characters that Unicode doesn't decompose to their transliteration."""


def plain(text: str, encoding: str) -> str:
    """Return the text unchanged if `encoding` can encode it, else transliterated to ASCII.

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
    """Print and flush a line, transliterated if needed.

    If the reader has closed the pipe (`| head`), the stream is redirected to the null device, so that neither this
    line nor the flush at exit raises `BrokenPipeError`.
    """
    out = to or sys.stdout
    try:
        print(plain(text, out.encoding or "ascii"), file=out, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
