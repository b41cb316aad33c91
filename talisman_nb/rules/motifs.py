"""Motifs: pictures of cards, characters and spaces that layers write as strokes, on 60 x 60 units.

A stroke is SVG path data whose first sign tells its style: `=` outlined and filled with the ground, `#` filled with
ink, `^` filled with the ground without outline (on ink), no sign: a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from talisman_nb.board.toml_reading import shown
from talisman_nb.cards.decode import CardError
from talisman_nb.model.bounds import MOTIF_STROKES

from .layers import MOTIFS, Layer

Motif: TypeAlias = tuple[str, ...]
"""The strokes of a motif, in the order they are drawn."""
STROKE = re.compile(r"[=#^]?[Mm][MmZzLlHhVvCcSsQqTtAa\d., -]*")
"""Matches a stroke: its sign and its path data, which begins with a move."""


def motifs_of(layer: Layer) -> Iterator[tuple[str, str, Motif]]:
    """Yield the motifs of a layer, each with its file and its name there. Raises `CardError` for what is no stroke.

    >>> list(motifs_of(Layer("mine", {"motifs/a.toml": "wolf = ['M1 1h9', '#M3 3h4z']"})))
    [('mine/motifs/a.toml', 'wolf', ('M1 1h9', '#M3 3h4z'))]
    """
    for path in layer.paths(MOTIFS):
        for name, strokes in _flat(layer.tables(path)):
            yield layer.at(path), name, _checked(strokes, f"{layer.at(path)}: {name}")


def _flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what the tables hold by its full name: `dwarf` of `[character]` is `character.dwarf`."""
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value


def _checked(strokes: Any, at: str) -> Motif:
    if not isinstance(strokes, list) or not 1 <= len(strokes) <= MOTIF_STROKES:
        raise CardError(f"{at}: expected a list of 1 to {MOTIF_STROKES} strokes, got {shown(strokes)}")
    for number, stroke in enumerate(strokes):
        if not isinstance(stroke, str) or not STROKE.fullmatch(stroke):
            expected = "path data that begins with M, before it = # ^ or nothing"
            raise CardError(f"{at}[{number}]: expected {expected}, got {shown(stroke)}")
    return tuple(strokes)
