"""What lies face down with a seat, and whether a page or a message to it tells of a card."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from talisman_nb.engine.view import hidden_of
from talisman_nb.table import Table


def sent(frame: str) -> str:
    """All texts of a message but the labels, which are the same whatever anybody holds; keys apart, a line each."""
    message = json.loads(frame)
    message.pop("labels", None)
    return "\n".join(part for text in texts(message) for part in (text, *re.split("[/:]", text)))


def names(found: str, secret: str) -> bool:
    """Whether a key stands alone in the texts of messages, or a name as words in a sentence."""
    if secret[0].isupper():
        return re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", found) is not None
    return f"\n{secret}\n" in f"\n{found}\n"


def texts(value: Any) -> Iterator[str]:
    """All texts in a message, keys of mappings included."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def has_seen(table: Table, seat: int) -> set[str]:
    """Cards that a seat has seen at some time: its own, those on the discards, those named by an event for it."""
    seen: set[str] = set()
    for line in table.lines:
        seen |= {card for event in line.events if event.only in (-1, seat) for card in (event.card, *event.cards)}
        for state in (line.before, line.after):
            seen |= {card for deck in state.decks for card in deck.discards}
            seen |= set(hidden_of(state, seat)) if seat >= 0 else set()
    return seen
