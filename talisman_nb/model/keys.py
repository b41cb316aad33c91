"""Keys of options: a verb and what it is done to ("cast:healing", "fate:0"), or a name alone ("fight", "wolf", "clockwise").

This is the one place that joins and splits them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

Verb = Literal[
    "cast", "use", "drop",  # asides
    "fate",  # the number of the die that is thrown again
    "attack", "psychic",  # the seat that is attacked
    "bribe", "wield",
    "buy", "free", "trade",
    "seat", "foe", "n", "nth",  # what is picked: by number
]  # fmt: skip
"""What is done to the item of a key."""

VERBS = frozenset(get_args(Verb))


class Key(NamedTuple):
    """A key in its parts; `verb` is "" for a name alone."""

    verb: Verb | Literal[""]
    item: str


@lru_cache(maxsize=10_000)
def read_key(key: str) -> Key:
    """The verb and the item of a key.

    >>> read_key("cast:healing"), read_key("pool-of-life:3")
    (Key(verb='cast', item='healing'), Key(verb='', item='pool-of-life:3'))
    """
    verb, colon, item = key.partition(":")
    for known in VERBS if colon else ():
        if known == verb:
            return Key(known, item)
    return Key("", key)


def key_of(verb: Verb, item: object) -> str:
    """The key of doing something to an item.

    >>> key_of("fate", 0)
    'fate:0'
    """
    return f"{verb}:{item}"
