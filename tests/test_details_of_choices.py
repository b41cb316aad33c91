"""Is what a choice does told in every language or in none, and short enough for its button?"""

from __future__ import annotations

import pytest
from editions import PLAYED

from talisman_nb.engine import ask
from talisman_nb.notation.situation import situation
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.labels import LONGEST_DETAIL
from talisman_nb.text.questions.question import question

ASKED = (
    "dwarf graveyard, good, arrived | thief city",
    "dwarf graveyard, arrived | thief city",
    "dwarf chapel, good, arrived | thief city",
    "dwarf village, gold 9, arrived | thief city",
    "dwarf city, gold 9, arrived | thief city",
    "dwarf forest, arrived | thief city",
    "dwarf crags, arrived | thief city",
    "dwarf temple, arrived | thief city",
    "dwarf warlocks-cave, arrived | thief city",
    "dwarf tavern, gold 3, arrived | thief city",
    "dwarf portal-of-power | thief city > 3",
)


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("text", ASKED)
def test_a_detail_stands_in_every_language_or_in_none(text: str, edition: str) -> None:
    state = situation(f"edition {edition} | {text}")
    found = [question(state, ask(state), lang) for lang in LANGUAGES]
    for options in zip(*(asked.options for asked in found), strict=True):
        told = [option.detail for option in options]
        assert all(told) or not any(told), told
        assert max(map(len, told)) <= LONGEST_DETAIL


def test_the_situations_have_both_kinds() -> None:
    states = [situation(text) for text in ASKED]
    told = {bool(option.detail) for state in states for option in question(state, ask(state), "pl").options}
    assert told == {True, False}
