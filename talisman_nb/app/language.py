"""The language a command answers in."""

from __future__ import annotations

import argparse
import os


def language(asked: argparse.Namespace) -> str:
    """The language asked for, else that of `TALISMAN_NB_LANG`, else English.

    >>> language(argparse.Namespace(lang="pl"))
    'pl'
    """
    return str(asked.lang or os.environ.get("TALISMAN_NB_LANG") or "en")
