"""Does somebody notice when any number of a card, the board or the table of figures is another one?

Every number is made one higher and one lower; see `golden.mutants`. `TALISMAN_MUTANTS=20` tries only every twentieth.
"""

from __future__ import annotations

import os

import pytest
from golden.mutants import mutated_files, noticed, numbers, survivors

EVERY = int(os.environ.get("TALISMAN_MUTANTS", "1"))


@pytest.mark.campaign
@pytest.mark.parametrize("file", mutated_files())
def test_a_changed_number_is_noticed(file: str) -> None:
    assert survivors(file, EVERY) == []


def test_an_unchanged_number_is_no_difference() -> None:
    """Or the test above could not fail."""
    for file in ("adventure/enemies.toml", "character/characters.toml", "boards/revised4.toml", "editions/revised4.toml"):
        assert not noticed(next(numbers(file)), 0)
