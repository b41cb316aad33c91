"""Is every line short enough to be read at a glance?"""

from __future__ import annotations

import re
from functools import cache

import pytest
from read_aloud import every_line

from talisman_nb.app.texts.play import games
from talisman_nb.app.texts.told import Place
from talisman_nb.rules.layers import editions
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.written import all_texts

WORDS = 25
UNDER_A_QUESTION = {"circumstance", "detail", "note"}
SEVERAL = re.compile(r"[.?!] \w|;.*;")
"""A second sentence, or a second thing added to the first."""


def long(line: str) -> bool:
    """Whether a line has too many words; a sign that stands alone, as a French colon does, is none."""
    return len(re.findall(r"\S*\w\S*", line)) > WORDS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_a_card_has_few_words(lang: str) -> None:
    assert not [(key, line) for key, line in every_line(lang) if long(line)]


def test_a_doubt_is_one_sentence() -> None:
    doubts = [one for lang in LANGUAGES for one in all_texts(lang) if one.file.endswith("doubts.toml")]
    assert len(doubts) > 500
    assert not [f"{one.file} {one.key}" for one in doubts if SEVERAL.search(one.text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_under_a_question_has_few_words(lang: str) -> None:
    lines = lines_under_questions(lang)
    assert len(lines) > 50 and not [line for line in lines if long(line)]


@cache
def lines_under_questions(lang: str) -> frozenset[str]:
    """Circumstances, notes and details of answers, in a random game of each edition."""
    moments = [told for told in games(editions(), 3) if told.kind == "play"]
    return frozenset(text for told in moments for place, text in told.tell(lang).items() if under(place) and text)


def under(place: Place) -> bool:
    return place[0] == "question" and place[-1] in UNDER_A_QUESTION
