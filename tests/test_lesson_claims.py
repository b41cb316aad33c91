"""Does a claim compare what the engine finds, and is each figure told in words?"""

from __future__ import annotations

import pytest

from talisman_nb.analysis import Analysis
from talisman_nb.lessons.claims import ClaimError, looked_at
from talisman_nb.lessons.figures import TERMS
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

BEAR = "dwarf fields-1, fate 1, gold 2, has mule sword, arrived | thief city | on fields-1, bear > fight"
FOREST = "dwarf fields-6, fate 0 | thief city > 1 > anticlockwise"
MOVE = "dwarf crags | thief city"


@pytest.mark.parametrize(
    ("situation", "claim", "true"),
    [
        (BEAR, "won = 21/36", True),
        (BEAR, "won with fate > won", True),
        (BEAR, "with fate better = yes", True),
        (BEAR, "strength of foe = 3", True),
        (BEAR, "objects of dwarf = 1", True),
        (BEAR, "followers of dwarf = 1", True),
        (BEAR, "gold of dwarf >= 3", False),
        (BEAR, "if dwarf, no has => won = 15/36", True),
        (BEAR, "after 6 > 1 > keep => trophies of dwarf = 1", True),
        (FOREST, "good = 1/6", True),
        (FOREST, "after 6 => craft of dwarf = 4", True),
        (MOVE, "asked = die", True),
        (BEAR, "dice of foe = 1", True),
        (f"{BEAR} > 4 > 6", "score of dwarf = 8", True),
        (f"{BEAR} > 4 > 6", "score of foe > score of dwarf", True),
        (f"{BEAR} > 4 > 6", "after keep => less life of dwarf = 1", True),
        (BEAR, "if dwarf, has + axe => more objects of dwarf = 1", True),
        (BEAR, "if dwarf, trophies wolf => points of dwarf for strength = 2", True),
        (MOVE, "spaces of inner < spaces of outer", True),
        (MOVE, "turn of thief = yes", False),
        (MOVE, "space of dwarf = crags", True),
        (MOVE, "ends of 3 from crags = 2", True),
        (MOVE, "steps from crags to city = 4", True),
        (MOVE, "if dwarf, fate 0 => reach city within 1 = 1/6", True),
        (MOVE, "total 7 of 2 = 1/6", True),
        (MOVE, "after 3 => answers = 2", True),
        (MOVE, "after 3 => open clockwise = yes", True),
    ],
)
def test_a_claim_is_true_when_the_engine_finds_it(situation: str, claim: str, true: bool) -> None:
    assert looked_at(Analysis.of(situation), claim).true is true


@pytest.mark.parametrize(
    "claim",
    [
        "won",
        "won ~ 3",
        "unless x => won = 1",
        "won = lost = 1",
        "life of elf = 3",
        "a > b",
        "more asked = die",
        "spaces of moon = 1",
    ],
)
def test_a_claim_that_cannot_be_read_says_what_is_expected(claim: str) -> None:
    with pytest.raises(ClaimError, match=r"expected|can't be compared"):
        looked_at(Analysis.of(BEAR), claim)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_has_a_phrase(lang: str) -> None:
    phrases = load_phrases(lang)
    assert all(phrases.has("lessons", f"figure.{key}") for _, key, *_ in TERMS if key)
