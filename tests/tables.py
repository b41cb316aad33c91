"""Tables for tests: a small one, one that plays by itself, and how to press on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from talisman_nb.model import Change
from talisman_nb.panels.controller import TableController
from talisman_nb.panels.controller_choice import controller_for
from talisman_nb.table import Table

TWO = {"Ada": "dwarf", "Bruno": "thief"}
PLAYERS = [{"name": name, "character": character} for name, character in TWO.items()]
"""The same two as the form of a new table sends them."""


def played(table: Table, *keys: str | int) -> Table:
    for key in keys:
        table.answer(key)
    return table


def virtual(path: Path | None = None, seed: int = 3) -> Table:
    return Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=seed, path=path)


def press_on(table: Table, presses: int) -> Table:
    """Somebody presses the first thing that is open."""
    for _ in range(presses):
        if table.ask.kind == "over":
            break
        table.roll() if table.ask.chance else table.answer(table.ask.open()[0])
    return table


def pressed(table: Table, dice: random.Random) -> dict[str, Any]:
    """What somebody presses next: mostly an answer, now and then back or forth or a look at the journal."""
    asked, by_chance = table.ask, dice.random()
    if by_chance < 0.03 and table.can_undo:
        return {"type": "undo"}
    if by_chance < 0.05 and table.can_redo:
        return {"type": "redo"}
    if by_chance < 0.07 and table.lines:
        line = dice.choice(table.lines[-5:]).n
        return dice.choice(
            (
                {"type": "hold-on", "n": line},
                {"type": "amend", "n": line},
                {"type": "journal", "before": line, "seat": -1},
            )
        )
    if asked.chance:
        return {"type": "roll", "ply": asked.ply}
    keys = [option.key for option in (*asked.options, *asked.offers) if not option.closed]
    return {"type": "answer", "ply": asked.ply, "key": dice.choice(keys)}


def started(**parts: str) -> TableController:
    """A table begun through the form, as a panel sees it."""
    panel = controller_for("", "en")
    panel.handle({"type": "start", "players": PLAYERS, "parts": parts})
    assert panel.setup() is None, panel.screen().note
    return panel


def press(panel: TableController, *keys: str) -> None:
    """Answer one question after another."""
    for key in keys:
        question = panel.screen().question
        assert question is not None
        panel.handle({"type": "answer", "ply": question.ply, "key": key})


def spells_known(**given: str) -> Table:
    """Real dice and cards, Spells typed; each seat begins with the Spell given."""
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, spells="known")
    for seat, spell in enumerate(given.values()):
        table.correct(card=spell, origin="deck:spell", to=f"spells:{seat}")
    table.change(Change("life", 0, 2), Change("turn", 0))
    return table
