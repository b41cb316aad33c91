"""The language of a command's output."""

from __future__ import annotations

import argparse
import os

from talisman_nb.text.names import LANGUAGES


def language(asked: argparse.Namespace) -> str:
    """Return the first known language of: `--lang`, `TALISMAN_NB_LANG`, English.

    >>> language(argparse.Namespace(lang="pl"))
    'pl'
    """
    wished = (asked.lang, os.environ.get("TALISMAN_NB_LANG"))
    return next((lang for lang in wished if lang in LANGUAGES), LANGUAGES[0])
