"""Tables for tests: a small one, one that plays by itself, and how to press on."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from talisman_nb.model import Change
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.layers import BASE
from talisman_nb.table import Table

TWO = {"Ada": "dwarf", "Bruno": "thief"}
PLAYERS = [{"name": name, "character": character} for name, character in TWO.items()]
"""The same two as the form of a new table sends them."""
FOUR = {"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior"}
PROGRESS = {
    "en": "round 1, Bruno's turn",
    "it": "giro 1, tocca a Bruno",
    "fr": "manche 1, à Bruno de jouer",
    "pl": "runda 1, gra Bruno",
}
"""What a list of tables says of a `saved_table`."""


def played(table: Table, *keys: str | int) -> Table:
    for key in keys:
        table.answer(key)
    return table


def virtual(path: Path | None = None, seed: int = 3, edition: str = BASE) -> Table:
    return Table.new(TWO, edition, dice="virtual", cards="virtual", spells="known", seed=seed, path=path)


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


def started(players: Mapping[str, str] = TWO, **parts: str) -> TableController:
    """A table begun through the form, as a panel sees it."""
    panel = controller_for("", "en")
    people = [{"name": name, "character": character} for name, character in players.items()]
    panel.handle({"type": "start", "players": people, "parts": parts})
    assert panel.setup() is None, panel.screen().note
    return panel


def press(panel: TableController, *keys: str) -> None:
    """Answer one question after another."""
    for key in keys:
        question = panel.screen().question
        assert question is not None
        panel.handle({"type": "answer", "ply": question.ply, "key": key})


def written(panel: TableController, *without: str) -> str:
    """The screen of a panel as JSON, without some of its parts."""
    shown = {**msgspec.to_builtins(panel.screen()), **dict.fromkeys(without)}
    return msgspec.json.encode(shown).decode()


def spells_known(**given: str) -> Table:
    """Real dice and cards, Spells typed; each seat begins with the Spell given."""
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, spells="known")
    for seat, spell in enumerate(given.values()):
        table.correct(card=spell, origin="deck:spell", to=f"spells:{seat}")
    table.change(Change("life", 0, 2), Change("turn", 0))
    return table


def four_friends(path: Path | None = None) -> Table:
    """Four players with real dice and cards."""
    return Table.new(FOUR, path=path)


def four_friends_later(*changes: Change, turn: int) -> Table:
    """A dwarf, a thief, a sorceress and a warrior: these values are set by hand, and it is the turn of a seat."""
    table = Table.new({**FOUR, "Carla": "sorceress"}, spells="known")
    while table.ask.kind == "card":
        table.answer("?")
    table.change(*changes, Change("turn", turn))
    return table


def from_deck(card: str, seat: int, deck: str = "adventure", place: str = "seat") -> Change:
    """The correction that gives a seat a card of a deck."""
    return Change("card", card=card, origin=f"deck:{deck}", to=f"{place}:{seat}")


def saved_table(name: str, lang: str = "en") -> None:
    """Save a table at which it is Bruno's turn."""
    played(Table.new(TWO, name=name, lang=lang, first=1), 3).close()


def finished_table(name: str) -> None:
    """Save a table whose game Ada has won."""
    table = Table.new(TWO, name=name)
    table.correct(0, space="crown-of-command")
    table.correct(1, life=0)
    assert table.ask.kind == "over"
    table.close()
