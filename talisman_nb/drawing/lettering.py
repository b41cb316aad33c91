"""Fits names into a box: breaks them into lines, estimates widths, finds the largest letter size."""

from __future__ import annotations

NARROW, WIDE = "iljtfrI.,'’ |!:;()ł", "mwMWŚ@%"
"""Letters of less and more than average width."""
LINE_LETTERS, MOST_LINES = 11, 3
"""Characters to which a line is filled; upper bound of lines."""


def lines_of(name: str) -> list[str]:
    """Break a name into at most `MOST_LINES` lines; a name with line breaks is split only there.

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
    """Estimate the width of a text, in letter sizes, for a wide bold sans (an upper estimate)."""
    return sum(
        0.41 if letter in NARROW else 1.06 if letter in WIDE else 0.79 if letter.isupper() else 0.69 for letter in text
    )


def fitting(lines: list[str], width: float, largest: float) -> float:
    """Return the largest letter size, at most `largest`, at which every line fits in `width`."""
    return min([largest, *(width / width_of(line) for line in lines if line)])
