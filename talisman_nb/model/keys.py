"""Keys of options: a verb with an item ("cast:healing", "fate:0"), or a name only ("fight", "wolf", "clockwise").

Only this module joins and splits them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

Verb = Literal[
    "cast", "use", "drop", "trade",  # asides; a trade of trophies also at the end of a turn
    "take", "visit",
    "fate",  # item: index of the die that is rerolled
    "attack", "psychic",  # item: the attacked seat
    "bribe", "wield",
    "buy", "free",
    "give", "want",  # what is on the table of a trade: a card, gold, a Spell
    "seat", "foe", "n", "nth",  # item: a number
]  # fmt: skip
"""The verbs of keys."""

VERBS = frozenset(get_args(Verb))


ANSWERS = frozenset({
    "add", "all", "any", "card", "command", "done", "empty", "end-turn", "evade", "fight", "go-on", "gold", "hand",
    "keep", "leave", "nobody", "none", "nowhere", "own", "part", "part-of-gold", "settle", "this", "unbeaten",
})  # fmt: skip
"""Keys of options that are no item, and words for what no item is called: names of items must be others."""
OF_A_CHOICE = frozenset({"done", "empty", "hand", "none", "own", "settle"})
"""Those that any choice may have besides its own options."""


class Key(NamedTuple):
    """A key split into verb and item; the verb is "" for a name only."""

    verb: Verb | Literal[""]
    item: str


@lru_cache(maxsize=10_000)
def read_key(key: str) -> Key:
    """Split a key into verb and item. Cached.

    >>> read_key("cast:healing"), read_key("pool-of-life:3")
    (Key(verb='cast', item='healing'), Key(verb='', item='pool-of-life:3'))
    """
    verb, colon, item = key.partition(":")
    for known in VERBS if colon else ():
        if known == verb:
            return Key(known, item)
    return Key("", key)


def key_of(verb: Verb, item: object) -> str:
    """Join a verb and an item to a key.

    >>> key_of("fate", 0)
    'fate:0'
    """
    return f"{verb}:{item}"
