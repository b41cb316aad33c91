"""Coverage of the rule index by cases: the cases of each rule of an edition, and the rules without one."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from talisman_nb.rules.index import rule_index
from talisman_nb.text.names import load_names
from talisman_nb.text.phrases import load_phrases

from .cases import Case, cases


class Coverage(Struct, frozen=True):
    """Maps each rule of an edition to the ids of its cases."""

    edition: str
    by_rule: dict[str, tuple[str, ...]]

    @property
    def gaps(self) -> tuple[str, ...]:
        """Return the rules that no case names."""
        return tuple(rule for rule, found in self.by_rule.items() if not found)

    def lines(self, lang: str = "en") -> tuple[str, ...]:
        """Return a line for each rule with its cases, then a line with the counts."""
        say, wide = load_phrases(lang).say, max(map(len, self.by_rule))
        told = [
            f"{rule:{wide}}  {', '.join(found) or say('console', 'no-case')}" for rule, found in self.by_rule.items()
        ]
        n, edition = len(self.by_rule) - len(self.gaps), load_names().name("edition", self.edition, lang)
        return (*told, say("console", "coverage", n=n, all=len(self.by_rule), edition=edition))


def coverage(edition: str = "revised4", those: Iterable[Case] | None = None) -> Coverage:
    """Return the coverage of every rule the edition has, in the order of the index, by the cases that hold in it.

    `those`: the cases to count; None counts all of the program. Cases of layers count in the book they are of.

    >>> coverage().by_rule["combat.fate-order"]
    ('fate-order',)
    """
    counted = tuple(c for c in (cases().values() if those is None else those) if c.book or edition in c.holds_in)
    rules = {
        rule.id: tuple(c.id for c in counted if rule.id in c.rules)
        for rule in rule_index().values()
        if rule.says(edition)
    }
    return Coverage(edition, rules)
