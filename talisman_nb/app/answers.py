"""The command `answer`: whether somebody may do something with a card, a column per edition."""

from __future__ import annotations

import argparse
import sys

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.app.look_up import NOT_FOUND
from talisman_nb.rules.book import open_book
from talisman_nb.rulings.answer_cards import AnswerError, answer
from talisman_nb.rulings.touched import touched
from talisman_nb.text.errors import worded


def answers(asked: argparse.Namespace) -> int:
    """Print the answer card of the words given; return 0, or `NOT_FOUND` if they name no character or no card.

    Of a question that no answer card is about, what the rules touch of it is printed beside the reason.
    """
    lang, question = language(asked), " ".join(asked.rest)
    try:
        say(repr(answer(question, lang)))
    except AnswerError as problem:
        say(worded(problem, lang), sys.stderr)
        known = problem.key == "space" or problem.fields.get("near")
        if any(found := touched(question, open_book())) and not known:
            say("\n".join(found.lines(open_book(), lang)), sys.stderr)
        return NOT_FOUND
    return 0
