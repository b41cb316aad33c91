"""Checks the words that situations use for effects and promises: well-formed and unambiguous."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from talisman_nb.model.situation import PART_WORDS, SEAT_WORDS

SEATS = ("you", "owner", "active", "other")
"""Values of `Begin.on` that mean one seat. Others are "everyone", "card", or a variable that holds a space."""
WORD = re.compile(r"[a-z][a-z-]*( [0-9]{1,2}-[0-9]{1,2})?")


def lasting_word(word: str, names: Collection[str], where: str) -> Iterator[str]:
    """The mistakes in the `word` of an operation that begins an effect or makes a promise.

    `names` are the cards, characters and spaces, which can't be the word of an effect on a seat.

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
