"""The command `answer`: whether somebody may do something with a card, a column per edition."""

from __future__ import annotations

import argparse
import sys

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.app.look_up import NOT_FOUND
from talisman_nb.rulings.answer_cards import AnswerError, answer
from talisman_nb.text.errors import worded


def answers(asked: argparse.Namespace) -> int:
    """Print the answer card of the words given; return 0, or `NOT_FOUND` if they name no character or no card."""
    lang = language(asked)
    try:
        say(repr(answer(" ".join(asked.rest), lang)))
    except AnswerError as problem:
        say(worded(problem, lang), sys.stderr)
        return NOT_FOUND
    return 0
