"""Which rule id to cite for an instruction that stands on a card, a character card or a space."""

from __future__ import annotations

from typing import Any, Final

TEXTS: Final = {"character": "ability.text", "space": "space.text"}
"""Maps the section of a source to the rule by which its text applies; `card.text` is the default."""


def text_rule(source: str) -> str:
    """The rule by which the text of a source applies: that of a character card, a space or any other card.

    >>> text_rule("character.thief"), text_rule("space.crags"), text_rule("acquisition")
    ('ability.text', 'space.text', 'card.text')
    """
    kind, dot, _ = source.partition(".")
    return TEXTS.get(kind, "card.text") if dot else "card.text"


def cited(op: Any, source: str) -> tuple[str, ...]:
    """The rules an operation cites, else the rule by which the text of its source applies."""
    return op.cites or (text_rule(source),)
