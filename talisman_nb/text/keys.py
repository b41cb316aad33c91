"""The keys of everything that has a name, a phrase or a rule, for the checks of definitions."""

from __future__ import annotations

from functools import cache

from talisman_nb.cards.text_keys import TextKeys
from talisman_nb.rules.index import rule_index

from .names import load_names
from .phrases import topic_keys


@cache
def text_keys() -> TextKeys:
    """Return the keys of the catalogues of names, of the rule index and of the phrases of every language. Cached.

    >>> "turn.miss" in text_keys().rules, "card" in text_keys().sections
    (True, True)
    """
    return TextKeys(load_names().by_lang["en"], rule_index(), topic_keys)
