"""The command `evenings`: who plays which character and wins how often, in all saved tables."""

from __future__ import annotations

import argparse
import sys

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.chronicle.evenings import Evenings
from talisman_nb.chronicle.evenings_told import all_evenings, lines


def evenings(asked: argparse.Namespace) -> int:
    """Print the games, the people and the characters. Raises `TableFileError` if the tables can't be read."""
    lang = language(asked)
    for line in lines(all_evenings(Evenings(), lang, sys.maxsize), lang):
        say(line)
    return 0
