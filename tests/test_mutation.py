"""Does somebody notice when any number of a card, the board or the table of figures is another one?

Every number is made one higher and one lower, in a plain run every twentieth; see `golden.mutants`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from editions import EXPANDED, TESTED, top
from golden.mutants import mutated_files, noticed, numbers, survivors

UNNOTICED = Path(__file__).parent / "golden" / "unnoticed.txt"


@pytest.mark.slow
@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("file", mutated_files())
def test_a_changed_number_is_noticed(file: str, every: int) -> None:
    assert [found for found in survivors(file, every) if found not in known()] == []


@cache
def known() -> frozenset[str]:
    """Numbers of an expansion that no scene shows yet, as it is told of them."""
    return frozenset(UNNOTICED.read_text(encoding="utf-8").splitlines())


def test_an_unchanged_number_is_no_difference() -> None:
    """Or the test above could not fail."""
    for file in (
        "adventure/enemies.toml",
        "character/characters.toml",
        "board.toml",
        "rules.toml",
        "blocks.toml",
        *(f"{edition}/{file}" for edition in TESTED[1:] for file in ("board.toml", "rules.toml")),
    ):
        assert not noticed(next(numbers(file)), 0)


@pytest.mark.parametrize("layer", tuple(map(top, EXPANDED)))
def test_an_unchanged_number_of_an_expansion_is_no_difference_either(layer: str) -> None:
    files = [file for file in mutated_files() if file.startswith(f"{layer}/")]
    first = [number for file in files for number in list(numbers(file))[:1]]
    assert len(first) > 5 and not [str(number) for number in first if noticed(number, 0)]
