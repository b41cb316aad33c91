"""Is what a ruling names called as everywhere else, in each language?"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import product

import pytest

from talisman_nb.rulings.cases import cases, expansion_cases
from talisman_nb.text.names import load_names

EVERY = (*cases().values(), *expansion_cases().values())
NAMED = ("card", "character", "space", "spell", "creature")
ENDING = {"it": 2, "fr": 2, "pl": 3}
"""Letters an inflected name may differ in at the end of each word."""


def _without_longer(text: str, name: str, names: Collection[str]) -> str:
    """A text without the names in which a name stands: the Wizard's Tower names no Wizard."""
    for longer in names:
        text = text.replace(longer, "") if name in longer and name != longer else text
    return text


@pytest.mark.parametrize("lang", sorted(ENDING))
def test_what_is_named_has_the_name_it_has_elsewhere(lang: str) -> None:
    """Every card, character, space or creature of an English question is called in the others as everywhere else.

    A name that is also a keyword's, as Armour is, or a word of an expansion, as Ghost is, may be either.
    """
    names = load_names().by_lang
    called: dict[str, list[str]] = {}
    for part in (*NAMED, "keyword", "souls"):
        for key, name in names["en"][part].items():
            called.setdefault(str(name), []).append(str(names[lang][part][key]))
    cards = {str(name) for part in NAMED for name in names["en"][part].values() if len(str(name)) > 3}
    wrong = []
    for case, name in product(EVERY, sorted(cards)):
        if re.search(rf"\b{name}\b", _without_longer(case.asks("en"), name, cards)):
            asked = case.asks(lang).lower()
            said = (all(stem in asked for stem in stems_of(one, lang)) for one in called[name])
            wrong += [] if any(said) else [(case.id, name, case.asks(lang))]
    assert not wrong


def stems_of(name: str, lang: str) -> list[str]:
    """The words of a name without the letters in which its forms may differ."""
    words = [word for word in re.split(r"[\s'’]+", name) if len(word) > 2]
    return [word[: max(3, len(word) - ENDING[lang])].lower() for word in words]
