"""The rule behind what is written somewhere: a card, a character card or a space says so itself."""

from __future__ import annotations

from typing import Any

TEXTS = {"character": "ability.text", "space": "space.text"}


def text_rule(source: str) -> str:
    """The rule that says: it does what it says there, on the character card, on the space or on another card.

    >>> text_rule("character.thief"), text_rule("space.crags"), text_rule("acquisition")
    ('ability.text', 'space.text', 'card.text')
    """
    kind, dot, _ = source.partition(".")
    return TEXTS.get(kind, "card.text") if dot else "card.text"


def cited(op: Any, source: str) -> tuple[str, ...]:
    """The rules an operation names, else that of the text it stands in."""
    return op.cites or (text_rule(source),)
