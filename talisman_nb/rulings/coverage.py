"""Which rules of an edition have a case that runs, and which don't yet."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from talisman_nb.rules.index import rule_index
from talisman_nb.text.names import load_names
from talisman_nb.text.phrases import load_phrases

from .cases import Case, cases


class Coverage(Struct, frozen=True):
    """The cases of each rule an edition has; `gaps` are the rules without one."""

    edition: str
    by_rule: dict[str, tuple[str, ...]]

    @property
    def gaps(self) -> tuple[str, ...]:
        """Rules no case touches."""
        return tuple(rule for rule, found in self.by_rule.items() if not found)

    def lines(self, lang: str = "en") -> tuple[str, ...]:
        """Every rule with its cases, then how many have one."""
        say, wide = load_phrases(lang).say, max(map(len, self.by_rule))
        told = [f"{rule:{wide}}  {', '.join(found) or say('console', 'no-case')}" for rule, found in self.by_rule.items()]
        n, edition = len(self.by_rule) - len(self.gaps), load_names().name("edition", self.edition, lang)
        return (*told, say("console", "coverage", n=n, all=len(self.by_rule), edition=edition))


def coverage(edition: str = "revised4", those: Iterable[Case] | None = None) -> Coverage:
    """The cases of every rule the edition speaks of, in the order of the index; of all cases, or of `those`.

    >>> coverage().by_rule["combat.fate-order"]
    ('fate-order',)
    """
    counted = tuple(cases().values() if those is None else those)
    rules = {rule.id: tuple(c.id for c in counted if rule.id in c.rules) for rule in rule_index().values() if rule.says(edition)}
    return Coverage(edition, rules)
