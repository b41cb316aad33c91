"""Tables for tests: a small one, one that plays by itself, and how to press on."""

from __future__ import annotations

from pathlib import Path

from talisman_nb.table import Table

TWO = {"Ada": "dwarf", "Bruno": "thief"}


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
