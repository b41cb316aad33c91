"""Setting names into a cell: lines of about ten letters, as large as the width allows."""

from __future__ import annotations

NARROW, WIDE = "iljtfrI.,'’ |!:;()ł", "mwMWŚ@%"
LINE_LETTERS, MOST_LINES = 11, 3


def lines_of(name: str) -> list[str]:
    """A name in at most three lines; line breaks in it are kept.

    >>> lines_of("Portal of Power"), lines_of("Ruins")
    (['Portal of', 'Power'], ['Ruins'])
    """
    if "\n" in name:
        return name.split("\n")
    lines: list[str] = []
    for word in name.split():
        if lines and (len(lines[-1]) + 1 + len(word) <= LINE_LETTERS or len(lines) == MOST_LINES):
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def width_of(text: str) -> float:
    """About how wide a text is, in its own letter size (a wide bold sans, to be safe)."""
    return sum(0.41 if letter in NARROW else 1.06 if letter in WIDE else 0.79 if letter.isupper() else 0.69 for letter in text)


def fitting(lines: list[str], width: float, largest: float) -> float:
    """The largest letter size at which every line keeps within `width`."""
    return min([largest, *(width / width_of(line) for line in lines if line)])
