"""The language of a command's output, and its own phrases."""

from __future__ import annotations

import argparse
import os

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases


def language(asked: argparse.Namespace) -> str:
    """Return the first known language of: `--lang`, `TALISMAN_NB_LANG`, English.

    >>> language(argparse.Namespace(lang="pl"))
    'pl'
    """
    wished = (asked.lang, os.environ.get("TALISMAN_NB_LANG"))
    return next((lang for lang in wished if lang in LANGUAGES), LANGUAGES[0])


def words(asked: argparse.Namespace, key: str, **places: object) -> str:
    """Return the phrase `console.<key>` in the language of the command."""
    return load_phrases(language(asked)).say("console", key, **places)
