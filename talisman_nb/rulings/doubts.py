"""The facts in doubt of an edition by name, as rulings cite them: definition and fact ("mule.held[0]")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import open_book


@cache
def named_doubts(edition: str) -> Mapping[str, Doubt]:
    """Return the doubts of an edition or stack of layers, keyed by definition and fact; cached.

    >>> named_doubts("revised4")["blizzard.met"].sure
    'silent'
    """
    known = open_book(edition).certainty.doubt
    return MappingProxyType({f"{key}.{fact}": doubt for key, facts in known.items() for fact, doubt in facts.items()})


def doubts_named(names: Iterable[str], edition: str) -> tuple[Doubt, ...]:
    """Return the doubts of these names that the edition has, in the order of the names.

    >>> [doubt.standing for doubt in doubts_named(["wolf.met", "mule.held[0]"], "revised4")]
    ['judgement']
    """
    known = named_doubts(edition)
    return tuple(known[name] for name in names if name in known)
