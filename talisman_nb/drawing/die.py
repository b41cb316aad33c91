"""Draws dice."""

from __future__ import annotations

from collections.abc import Sequence

from talisman_nb.drawing.palette import LIGHT
from talisman_nb.drawing.picture import Picture, canvas, finished, write

SIDE, GAP = 84.0, 14.0
"""Side of a die and gap between two, in units."""
PLACES = {"a": (22, 22), "b": (62, 22), "c": (22, 42), "d": (62, 42), "e": (22, 62), "f": (62, 62), "o": (42, 42)}
"""Maps the letter of a pip to its centre."""
PIPS = {1: "o", 2: "af", 3: "aof", 4: "abef", 5: "abefo", 6: "abcdef"}
"""Maps a face to its pips."""
STYLE = """
.tnb .die{fill:var(--tnb-panel);stroke:var(--tnb-ink);stroke-width:3}
.tnb .pip,.tnb text{fill:var(--tnb-ink)}
.tnb .open{stroke:var(--tnb-line);stroke-dasharray:8 6}
"""


def draw_dice(faces: Sequence[int | None], theme: str = "auto", size: float | None = None) -> Picture:
    """Draw dice in a row; a face of None is a die not thrown yet. `size`: height in px, None for 84.

    Raises `ValueError` for a face that is not 1 to 6.

    >>> draw_dice([3, 6]).count('class="pip"')
    9
    """
    wide = len(faces) * (SIDE + GAP) - GAP
    label = ", ".join("?" if face is None else str(face) for face in faces)
    height = size or SIDE
    drawing = canvas((0, 0, wide, SIDE), label, STYLE, theme, height * wide / SIDE)
    for number, face in enumerate(faces):
        left = number * (SIDE + GAP)
        look = "die open" if face is None else "die"
        drawing.add(
            drawing.rect(
                (left + 2, 2), (SIDE - 4, SIDE - 4), rx=14, class_=look, fill=LIGHT["panel"], stroke=LIGHT["ink"]
            )
        )
        if face is None:
            drawing.add(write(drawing, "?", left + SIDE / 2, 56, 40))
            continue
        for x, y in _pips(face):
            drawing.add(drawing.circle((left + x, y), 8, class_="pip"))
    return finished(drawing)


def _pips(face: int) -> list[tuple[int, int]]:
    if face not in PIPS:
        raise ValueError(f"face: a die has 1 to 6, got {face!r}")
    return [PLACES[place] for place in PIPS[face]]
