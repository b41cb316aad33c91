"""Compares the editions: the text of one rule, and the figures that differ."""

from __future__ import annotations

from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.index import rule
from talisman_nb.rules.layers import BASE, editions


def by_edition(id: str, lang: str = "en") -> dict[str, str | None]:
    """Return the text of a rule in each edition; None where the edition has no such rule.

    >>> by_edition("trophy.craft")["second"].startswith("10")
    True
    """
    found = rule(id)
    return {edition: found.says(edition, lang) for edition in editions()}


def figures_that_differ() -> dict[str, dict[str, object]]:
    """Return each figure that differs between editions, with its value in each.

    >>> figures_that_differ()["trophy.craft"]
    {'revised4': 7, 'second': 10, 'third': 7}
    """
    tables = {edition: edition_table(edition) for edition in editions()}
    names = [name for name in tables[BASE] if len({str(table[name]) for table in tables.values()}) > 1]
    return {name: {edition: table[name] for edition, table in tables.items()} for name in names}
