"""Output of the commands, in the language asked for; what a console can't encode is replaced by ASCII."""

from __future__ import annotations

import errno
import os
import re
import sys
import unicodedata
from typing import TextIO

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases


def language(wished: str | None) -> str:
    """Return the first known language of: the one wished, `TALISMAN_NB_LANG`, English.

    >>> language("pl")
    'pl'
    """
    known = (wished, os.environ.get("TALISMAN_NB_LANG"))
    return next((lang for lang in known if lang in LANGUAGES), LANGUAGES[0])


def words(lang: str | None, key: str, **places: object) -> str:
    """Return the phrase `console.<key>` in the language of the command."""
    return load_phrases(language(lang)).say("console", key, **places)


PLAIN = str.maketrans({
    "ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "’": "'", "–": "-", "…": "...", "≈": "~", "·": "-", "“": '"', "”": '"',
    "„": '"', "«": '"', "»": '"',
})  # fmt: skip
"""Maps characters that Unicode doesn't decompose to their transliteration."""

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters, but for tabs and line ends."""


def plain(text: str, encoding: str) -> str:
    r"""Return the text as `encoding` can encode it, else transliterated to ASCII; control characters are spelt out.

    A name in somebody's file, or a word of the command, can't move the cursor or clear the screen.

    >>> plain("Piotr i Łucja grają", "cp437")
    'Piotr i Lucja graja'
    >>> plain("Piotr i Łucja grają", "utf-8")
    'Piotr i Łucja grają'
    >>> plain("a\x1b[2J", "utf-8") == r"a\x1b[2J"
    True
    """
    text = CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        letters = unicodedata.normalize("NFKD", text.translate(PLAIN))
        return letters.encode("ascii", "ignore").decode("ascii")
    return text


def say(text: str, to: TextIO | None = None) -> None:
    """Print and flush a line, transliterated if needed.

    If the reader has closed the pipe (`| head`), which Windows calls an invalid argument, the stream is redirected to
    the null device, so that neither this line nor the flush at exit raises an error.
    """
    out = to or sys.stdout
    try:
        print(plain(text, out.encoding or "ascii"), file=out, flush=True)
    except OSError as wrong:
        if wrong.errno not in (errno.EPIPE, errno.EINVAL):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
