"""Is a file of cards, programs or figures with something wrong in it refused by name, and an accepted one usable?"""

from __future__ import annotations

from collections import Counter

import pytest
from mutated import mutated
from mutated_books import card_files, refused, try_card_file

from talisman_nb.cards.decode import CardError

FILES = card_files()


@pytest.mark.slow
@pytest.mark.parametrize("n", [150, pytest.param(3_000, marks=pytest.mark.campaign)])
def test_a_spoilt_file_is_refused_or_can_be_used(n: int) -> None:
    became: Counter[str] = Counter()
    for at in range(n):
        section, file = FILES[at % len(FILES)]
        seed = f"{file.name} {at}"
        text, change = mutated(file.text, seed)
        try:
            try_card_file(section, file._replace(text=text))
            became["accepted"] += 1
        except CardError as error:
            refused(file._replace(text=text), file.text, error)
            became["refused"] += 1
        except Exception as error:
            raise AssertionError(f"{seed} ({change}): {type(error).__name__}: {error}") from error
    print(became)
    assert min(became["accepted"], became["refused"]) > n // 20, (
        "some changes leave a card as good as before, most don't"
    )


def test_a_file_as_it_is_can_be_used() -> None:
    """Or the test above could not fail."""
    for section, file in FILES:
        try_card_file(section, file)
