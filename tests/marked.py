"""A layer that gives what lies face down keys and names that stand in no other text, so that a search finds them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer

MARK = "zq-"
"""What the marked keys and names begin with, in every language."""


@cache
def marked(edition: str) -> Layer:
    """The layer over an edition whose Spells and characters are the edition's, but for key and name."""
    book = open_book(edition)
    kept = {book.face_down: book.deck_cards[book.face_down], "character": book.characters}
    return Layer("marked", {f"{folder}/marked.toml": _renamed(keys) for folder, keys in kept.items()})


def _renamed(keys: Iterable[str]) -> str:
    return "".join(
        f"[{key}]\ngone = true\n[{MARK}{key}]\nlike = '{key}'\nname = '{MARK}{key}'\n" for key in dict.fromkeys(keys)
    )
