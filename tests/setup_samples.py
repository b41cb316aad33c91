"""A sample of the form of a new table."""

from __future__ import annotations

from typing import Any

from talisman_nb.rules.book import open_book
from talisman_nb.text.house_rules import switches
from talisman_nb.text.screen.setup_values import GOAL, CharacterEntry, EditionEntry, PlayedPart, SavedEntry, Setup
from talisman_nb.text.screen.values import Choice

RINGS = (*((row, column, 0) for row in range(3) for column in range(3) if (row, column) != (1, 1)), (1, 1, GOAL))
"""The picture of a small board."""


def setup(**other: Any) -> Setup:
    """A new table where nothing was chosen yet."""
    given = {
        "lang": "en",
        "parts": (
            PlayedPart("dice", "real", (Choice("real", "real dice"), Choice("virtual", "dice on the screen"))),
            PlayedPart("cards", "real", (Choice("real", "real cards"), Choice("virtual", "cards on the screen"))),
            PlayedPart(
                "spells", "hands", (Choice("hands", "spells stay in your hands"), Choice("known", "spells are told"))
            ),
            PlayedPart("lang", "en", (Choice("en", "English"), Choice("it", "Italiano"))),
        ),
        "figures": (
            CharacterEntry(
                "dwarf",
                "Dwarf",
                "strength 3 · craft 3 · life 5 · fate 5 · starts on the Crags",
                figures={"strength": 3, "craft": 3, "life": 5, "fate": 5},
            ),
            CharacterEntry(
                "thief",
                "Thief",
                "strength 3 · craft 3 · life 4 · fate 2 · starts in the City",
                figures={"strength": 3, "craft": 3, "life": 4, "fate": 2},
            ),
            CharacterEntry("troll", "Troll", "strength 6 · craft 1 · life 6 · fate 1 · starts on the Crags"),
            CharacterEntry("elf", "Elf", "strength 3 · craft 4 · life 4 · fate 3 · starts in the Forest"),
        ),
        "editions": (
            EditionEntry("revised4", "Revised 4th", "With fate.", RINGS),
            EditionEntry("second", "Second", "Without it.", RINGS),
        ),
        "edition": "revised4",
        "again": ("Ada", "Bruno"),
        "house": "1 house rule",
        "switches": switches(open_book(), {"switch.temple_life": True}, other.get("lang", "en")),
        "saved": (SavedEntry("thursday", "Thursday", "round 6 · Ada, Bruno, Carla, Dario · yesterday"),),
    }
    return Setup(**{**given, **other})
