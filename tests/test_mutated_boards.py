"""Is a board with something wrong in its file refused by name, and one that is accepted usable?"""

from __future__ import annotations

from collections import Counter

import pytest
from mutated import mutated
from mutated_books import Written, refused, try_board

from talisman_nb.board import BoardError, boards_dir
from talisman_nb.cards.decode import CardError

FILE = Written("revised4.toml", (boards_dir() / "revised4.toml").read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("n", [40, pytest.param(500, marks=pytest.mark.campaign)])
def test_a_spoilt_board_is_refused_or_can_be_used(n: int) -> None:
    became: Counter[str] = Counter()
    for at in range(n):
        seed = f"board {at}"
        text, change = mutated(FILE.text, seed)
        try:
            try_board(FILE._replace(text=text))
            became["accepted"] += 1
        except (BoardError, CardError) as error:
            refused(FILE._replace(text=text), FILE.text, error)
            became["refused"] += 1
        except Exception as error:
            raise AssertionError(f"{seed} ({change}): {type(error).__name__}: {error}") from error
    print(became)
    assert min(became["accepted"], became["refused"]) > n // 40, (
        "some changes leave a board as good as before, most don't"
    )


def test_a_board_as_it_is_can_be_used() -> None:
    """Or the test above could not fail."""
    try_board(FILE)
