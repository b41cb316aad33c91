"""Is every line short enough to be read at a glance?"""

from __future__ import annotations

import re
from functools import cache
from typing import get_args

import pytest
from editions import PLAYED
from read_aloud import every_line
from tables import press_on, virtual

from talisman_nb.app.texts.told import Place, games
from talisman_nb.chronicle.journal import lines_shown
from talisman_nb.model import EventKind
from talisman_nb.rules.layers import editions
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.written import all_texts

WORDS = 25
UNDER_A_QUESTION = {"circumstance", "detail", "note"}
SEVERAL = re.compile(r"[.?!] \w|;.*;")
"""A second sentence, or a second thing added to the first."""


WORDS_AT_A_GLANCE = 5
"""Of an event in the journal's column; a name or number counts as one."""
PLACE = re.compile(r"\{[^}]*\}")
BRACKET = re.compile(r"\[([^|\]]*)\|?([^\]]*)\]")


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_kind_of_event_is_told_in_five_words(lang: str) -> None:
    """Each of the journal's short forms, whatever stands in its brackets; none is a sentence that was cut."""
    phrases = load_phrases(lang)
    assert set(get_args(EventKind)) == {key.partition(".")[0] for key in phrases.topics["glances"]}
    for key, phrase in phrases.topics["glances"].items():
        for said in (BRACKET.sub(r"\1", phrase), BRACKET.sub(r"\2", phrase)):
            words = re.findall(r"\S*\w\S*", PLACE.sub("X", said))
            assert 0 < len(words) <= WORDS_AT_A_GLANCE, (key, said)
            assert "…" not in said and not said.endswith("."), (key, said)
        assert "{who" not in phrase, f"{key}: the heading of the turn or a mark says whose it is"


@pytest.mark.parametrize("edition", PLAYED)
def test_no_place_of_a_short_form_is_empty_in_a_real_game(edition: str) -> None:
    table = press_on(virtual(edition=edition, seed=len(edition)), 150)
    lines = [line for lang in LANGUAGES for line in lines_shown(table, table.lines, lang, -1)]
    told = {glance.text for line in lines for glance in line.glances}
    assert len(told) > 40
    assert not [text for text in told if re.search(r"[{\[]|\s[,:;]?$|\s\s|^\W*:", text)]
