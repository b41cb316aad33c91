"""Texts as Markdown."""

from __future__ import annotations

SIGNS = "\\`*_[]<>#|"
"""Signs that mean something in Markdown."""


def escaped(text: str) -> str:
    """Return a text with the signs escaped that mean something in Markdown.

    >>> print(escaped("Attack_1 [Wolf]"))
    Attack\\_1 \\[Wolf\\]
    """
    return "".join(f"\\{sign}" if sign in SIGNS else sign for sign in text)
