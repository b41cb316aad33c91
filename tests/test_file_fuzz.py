"""Is a definition file or board with a random mistake refused by name, and is an accepted one usable?"""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest
from books_with_mistakes import Written, board_file, layer_files, refused, try_file
from random_mistakes import mutated

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError

FILES = layer_files()
BOARD = board_file()


def accepted_and_refused(mistakes: list[tuple[Written, str]]) -> list[int]:
    """How many files with a mistake drawn from their seed were accepted, and how many refused."""
    became: Counter[str] = Counter()
    for file, seed in mistakes:
        text, change = mutated(file.text, seed)
        changed = file._replace(text=text)
        try:
            try_file(changed)
            became["accepted"] += 1
        except (BoardError, CardError) as error:
            refused(changed, file.text, error)
            became["refused"] += 1
        except Exception as error:
            raise AssertionError(f"{seed} ({change}): {type(error).__name__}: {error}") from error
    print(became)
    return [became["accepted"], became["refused"]]


@pytest.mark.slow
@pytest.mark.parametrize("n", [150, pytest.param(600, marks=pytest.mark.campaign)])
def test_a_spoilt_file_is_refused_or_can_be_used(n: int) -> None:
    became = accepted_and_refused([(file, f"{file.name} {at}") for at, file in zip(range(n), cycle(FILES))])
    assert min(became) > n // 20, "some changes leave a card as good as before, most don't"


@pytest.mark.slow
@pytest.mark.parametrize("n", [40, pytest.param(200, marks=pytest.mark.campaign)])
def test_a_spoilt_board_is_refused_or_can_be_used(n: int) -> None:
    became = accepted_and_refused([(BOARD, f"board {at}") for at in range(n)])
    assert min(became) > n // 40, "some changes leave a board as good as before, most don't"


def test_a_file_as_it_is_can_be_used() -> None:
    """Or the tests above could not fail."""
    for file in FILES:
        try_file(file)


def test_a_board_as_it_is_can_be_used() -> None:
    try_file(BOARD)
