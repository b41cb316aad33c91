"""Measures what an answer costs the program late in a long game, against one early in the same game."""

from __future__ import annotations

import random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from talisman_nb.panels.controller import TableController
from talisman_nb.panels.feed import Feed
from talisman_nb.table import Table

from .measurement import Measurement

SIX = {"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior", "Elena": "elf", "Fausto": "monk"}
LATE = 2_000
"""Answers before those that are late."""
COUNTED = 200
"""Answers measured at either end."""


def pressed(table: Table, dice: random.Random) -> dict[str, Any]:
    """Return a press of somebody who answers by chance."""
    asked = table.ask
    keys = [option.key for option in asked.options if not option.closed]
    said = {"type": "roll"} if asked.chance else {"type": "answer", "key": dice.choice(keys)}
    return {**said, "view": "bench-1", "ply": asked.ply}


def answered(seed: int, answers: int) -> list[tuple[float, int]]:
    """Play a game; return for each answer its seconds of processor time, with the screen, and bytes sent."""
    table, dice = Table.new(SIX, dice="virtual", cards="virtual", spells="known", seed=seed), random.Random(seed)
    panel = TableController(table)
    feed = Feed(panel)
    found: list[tuple[float, int]] = []
    feed.advance()
    while len(found) < answers and table.ask.kind != "over":
        message, start = pressed(table, dice), process_time()
        panel.handle(message)
        sent = feed.advance("bench-1")
        found.append((process_time() - start, len(msgspec.json.encode(sent))))
    return found


def answer_measurements() -> list[Measurement]:
    """Measure time and bytes of late answers against early ones of one game, after another to warm up."""
    whole = LATE + COUNTED
    answered(0, COUNTED)
    game = next(found for seed in range(100) if len(found := answered(seed, whole)) == whole)
    early, late = game[:COUNTED], game[LATE:]
    (soon, few), (then, many) = ((median(each) for each in zip(*part, strict=True)) for part in (early, late))
    name, peer = f"an answer after {LATE:,} others", f"one of the first {COUNTED}"
    return [
        Measurement(f"{name}: time", then * 1e6, "us", peer, soon * 1e6, at_most=1.5),
        Measurement(f"{name}: bytes", many, "bytes", peer, few, at_most=1.5),
        Measurement("bytes sent per answer, median", median(size for _, size in game), "bytes", at_most=8192.0),
    ]
