"""Does somebody notice when any number of a card, the board or the table of figures is another one?

Every number is made one higher and one lower, in a plain run every twentieth; see `golden.mutants`.
"""

from __future__ import annotations

import pytest
from editions import LATER
from golden.mutants import mutated_files, noticed, numbers, survivors


@pytest.mark.slow
@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("file", mutated_files())
def test_a_changed_number_is_noticed(file: str, every: int) -> None:
    assert survivors(file, every) == []


def test_an_unchanged_number_is_no_difference() -> None:
    """Or the test above could not fail."""
    for file in (
        "adventure/enemies.toml",
        "character/characters.toml",
        "board.toml",
        "rules.toml",
        *(f"{edition}/{file}" for edition in LATER for file in ("board.toml", "rules.toml")),
    ):
        assert not noticed(next(numbers(file)), 0)
