"""How cards and decks name the switch they depend on (`out_by`, `by`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SWITCH, OWN = "switch.", "own."
"""The sections of the program's switches, which `out_by` and `by` leave out, and of those a layer brings."""


def switch_names(figures: Mapping[str, Any]) -> list[str]:
    """The switches among some figures that are on or off, as cards and decks name them.

    >>> switch_names({"switch.two_decks": True, "own.quick": False, "own.gold": 3, "fate.used": True})
    ['two_decks', 'own.quick']
    """
    switches = (name for name, value in figures.items() if isinstance(value, bool))
    return [name.removeprefix(SWITCH) for name in switches if name.startswith((SWITCH, OWN))]


def switch_figure(name: str) -> str:
    """The figure of a switch that a card or deck names.

    >>> switch_figure("two_decks"), switch_figure("own.quick")
    ('switch.two_decks', 'own.quick')
    """
    return name if name.startswith(OWN) else f"{SWITCH}{name}"
