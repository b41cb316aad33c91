"""The words situations use for what lasts: each of its own, with the range of what it remembers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from talisman_nb.model.situation import PART_WORDS, SEAT_WORDS

SEATS = ("you", "owner", "active", "other")
"""What an effect is begun on when it is on one character; of other words a variable is a space, the rest is said as it is."""
WORD = re.compile(r"[a-z][a-z-]*( [0-9]{1,2}-[0-9]{1,2})?")


def lasting_word(word: str, names: Collection[str], where: str) -> Iterator[str]:
    """What is wrong with the `word` of an operation that begins something lasting.

    `names`: cards, characters and spaces, which a word among the clauses of a seat must not be.

    >>> list(lasting_word("quest 1-6", {"wolf"}, "here word")), list(lasting_word("life", {"wolf"}, "here word"))
    ([], ["here word: 'life' is a word of situations already"])
    """
    name, _, numbers = word.partition(" ")
    low, _, high = numbers.partition("-")
    if not WORD.fullmatch(word) or (numbers and not 0 < int(low) <= int(high)):
        yield f'{where}: expected a word, and a range where it remembers a number ("quest 1-6"), got {word!r}'
    elif name in (*SEAT_WORDS, *PART_WORDS):
        yield f"{where}: {name!r} is a word of situations already"
    elif name in names:
        yield f"{where}: {name!r} is a card, character or space"
