"""Are all outcomes of a question shown, each with its chance, what it does and where it leads?"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from shares import some_seeds

from talisman_nb.analysis import Analysis, outcomes
from talisman_nb.analysis.outcomes import WITHOUT_KEY
from talisman_nb.rulings.cases import cases
from talisman_nb.text.names import LANGUAGES

EXAMPLES = [case for case in cases().values() if case.example]
FOREST = "dwarf fields-6, fate 1 | thief city > 1 > anticlockwise"


def check_outcomes(found: Analysis) -> None:
    """Chances add up to 1, no open answer is missing, and each row's answers lead to its state."""
    table = outcomes(found).rows
    asked = found.ask
    if asked.chance:
        assert sum(row.chance or 0 for row in table) == 1 or any(o.key in WITHOUT_KEY for o in asked.options)
    else:
        assert all(row.chance is None for row in table)
        assert [row.keys[0] for row in table] == [key for key in asked.open() if key not in WITHOUT_KEY]
    for row in table:
        assert row.label and len(row.told) == len(row.events)
    for row in table[:2]:
        assert found.answer(*row.keys).state == row.state, found.text


def test_a_roll_unfolds_to_its_faces() -> None:
    rows = outcomes(Analysis.of(FOREST, "en")).rows
    assert [(row.label, row.chance) for row in rows] == [(face, Fraction(1, 6)) for face in "123456"]
    assert [row.worth for row in rows] == ["bad", "bad", "bad", "level", "level", "good"]
    assert rows[1].events[-1].kind == "will_miss" and rows[1].told[-1] == "The Dwarf will miss 1 turn (Forest)."
    assert rows[5].state != rows[4].state


def test_dice_thrown_together_are_one_row_for_all_orders() -> None:
    rows = outcomes(Analysis.of("dwarf crypt, arrived | thief city")).rows
    chances = {row.label: row.chance for row in rows}
    assert len(chances) == 56 and sum(row.chance or 0 for row in rows) == 1
    assert (chances["1 + 1 + 1"], chances["1 + 1 + 2"], chances["1 + 2 + 3"]) == (
        Fraction(1, 216), Fraction(3, 216), Fraction(6, 216),
    )  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_die_of_a_fight_or_a_move_is_followed_to_what_it_decides(lang: str) -> None:
    fight = "dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight"
    own = outcomes(Analysis.of(fight, lang)).rows
    assert all("%" in line for row in own for line in row.lines) and len({row.lines for row in own}) == 6
    theirs = outcomes(Analysis.of(f"{fight} > 4", lang)).rows
    assert [row.lines for row in theirs] == [
        (Analysis.of(f"{fight} > 4 > {row.keys[0]}", lang).headline,) for row in theirs
    ]
    if lang == "en":
        assert theirs[4].lines == ("7 against 8: the Dwarf would lose 1 life",)
        moved = outcomes(Analysis.of("dwarf crags | thief city", lang)).rows
        assert moved[0].lines == ("Clockwise: Plains · Anticlockwise: Fields",)
    ended = outcomes(Analysis.of(f"{fight.replace('fate 1', 'fate 0')} > 4", lang)).rows
    assert all(row.then == "" and row.lines for row in ended), "what has happened is told once"


def test_a_choice_has_a_row_for_each_answer_and_no_chance() -> None:
    rows = outcomes(Analysis.of("dwarf fields-6, fate 0 | thief city > 1")).rows
    assert [row.keys for row in rows] == [("clockwise",), ("anticlockwise",)]
    assert all(row.chance is None and row.worth is None for row in rows), "somebody decides, and moves are not judged"
    assert rows[0].state.players[0].space != rows[1].state.players[0].space


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_worded_in_every_language(lang: str) -> None:
    shown = repr(outcomes(Analysis.of(FOREST, lang)))
    assert shown.count("\n") == 5 and "1/6" in shown
    others = {repr(outcomes(Analysis.of(FOREST, other))) for other in LANGUAGES}
    assert len(others) == len(LANGUAGES)


@pytest.mark.parametrize("seeds", [range(15), pytest.param(some_seeds(40), marks=pytest.mark.campaign)])
def test_outcomes_along_random_walks(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        found = Analysis.of(chance.choice(EXAMPLES).situation)
        for _ in range(6):
            check_outcomes(found)
            if not (keys := found.ask.open()):
                break
            key = chance.choice(keys)
            found = found.answer("own Griffin animal, strength 4" if key == "own" else key)
