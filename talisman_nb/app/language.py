"""The language a command answers in."""

from __future__ import annotations

import argparse
import os

from talisman_nb.text.names import LANGUAGES


def language(asked: argparse.Namespace) -> str:
    """The language asked for, else that of `TALISMAN_NB_LANG` where it is one of the four, else English.

    >>> language(argparse.Namespace(lang="pl"))
    'pl'
    """
    wished = (asked.lang, os.environ.get("TALISMAN_NB_LANG"))
    return next((lang for lang in wished if lang in LANGUAGES), LANGUAGES[0])
