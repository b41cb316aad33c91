"""Coverage of the rule index and the doubts by cases: the cases of each one of an edition, and those without one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import BASE, DOUBTS
from talisman_nb.text.names import load_names
from talisman_nb.text.phrases import load_phrases

from .cases import Case, cases
from .doubts import doubts_named, named_doubts


class Coverage(Struct, frozen=True):
    """Maps each rule and each doubt of an edition to the ids of its cases."""

    edition: str
    by_rule: dict[str, tuple[str, ...]]
    by_doubt: dict[str, tuple[str, ...]]

    @property
    def gaps(self) -> tuple[str, ...]:
        """Return the rules and doubts that no case names."""
        return tuple(name for name, found in (*self.by_rule.items(), *self.by_doubt.items()) if not found)

    def lines(self, lang: str = "en") -> tuple[str, ...]:
        """Return a line for each rule with its cases and a line with their counts; then the doubts likewise."""
        return (*self._told("coverage", self.by_rule, lang), *self._told("coverage-doubts", self.by_doubt, lang))

    def _told(self, counted: str, found: Mapping[str, tuple[str, ...]], lang: str) -> Iterator[str]:
        say, wide = load_phrases(lang).say, max(map(len, found), default=0)
        for name, ids in found.items():
            yield f"{name:{wide}}  {', '.join(ids) or say('console', 'no-case')}"
        n, edition = sum(map(bool, found.values())), load_names().name("edition", self.edition, lang)
        counted = counted if found else f"{counted}.none"
        yield say("console", counted, n=n, all=len(found), edition=edition)


def coverage(edition: str = BASE, those: Iterable[Case] | None = None) -> Coverage:
    """Return the coverage of every rule and doubt the edition has, by the cases that hold in it.

    An edition that lists no doubts itself has none to count: those of the edition below are about other cards.
    A doubt that the edition shares with another one is covered by a case of either. `those`: the cases to count; None
    counts all of the program. Cases of layers count in the book they are of.

    >>> coverage().by_rule["combat.fate-order"]
    ('fate-order',)
    """
    every = tuple(cases().values() if those is None else those)
    counted = tuple(c for c in every if c.book or edition in c.holds_in)
    rules = {
        rule.id: tuple(c.id for c in counted if rule.id in c.rules)
        for rule in rule_index().values()
        if rule.says(edition)
    }
    told = any(DOUBTS in layer.texts for layer in open_book(edition).layers if layer.name == edition)
    doubts = {
        name: tuple(c.id for c in every if name in c.doubts and doubt in _in_its_editions(c, name))
        for name, doubt in (named_doubts(edition) if told else {}).items()
    }
    return Coverage(edition, rules, doubts)


def _in_its_editions(case: Case, name: str) -> Iterator[Doubt]:
    """Yield the doubt of a name in each edition a case holds in."""
    for edition in case.holds_in:
        yield from doubts_named((name,), edition)
