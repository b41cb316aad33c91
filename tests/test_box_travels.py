"""Does a box made by presses on one machine play on another, and a table keep it after the box was removed there?

Each machine is a process with a home of its own: this file is run with the name of what is done there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import pytest
from fan_cards import CARDS, made
from tables import press
from test_box_form import do, lay, layers

from talisman_nb.app.cli import main
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.parts import Workshop
from talisman_nb.rules.book import book_of
from talisman_nb.rules.layers import installed_layers
from talisman_nb.table.boxes import installed_boxes

MADE = ("Wishing Bone", "Ferry Toll", "Salt Pedlar")
RED = "#a03020"
DRAWING = f'<svg viewBox="0 0 4 4"><circle cx="2" cy="2" r="1" fill="{RED}"/></svg>'


@pytest.mark.slow
def test_a_box_made_on_one_machine_plays_on_another(own_home: Path) -> None:
    workshop = Workshop("travel")
    for card in CARDS:
        if card.name in MADE:
            made(workshop.model, card)
    workshop.handle({"type": "draw", "value": DRAWING})
    workshop.handle({"type": "call", "value": "Road cards"})
    workshop.handle({"type": "save"})
    reply = do(controller_for("", "en"), "file", "travel-v1")
    (file := own_home / reply["name"]).write_bytes(b64decode(reply["text"]))
    for step in (begun, opened_again):
        elsewhere(own_home / "elsewhere", step.__name__, file)


def elsewhere(home: Path, step: str, file: Path) -> None:
    """Do a step in a process of its own, whose home is another one."""
    told = {**os.environ, "TALISMAN_NB_HOME": str(home)}
    done = subprocess.run([sys.executable, __file__, step, str(file)], env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def begun(file: Path) -> None:
    """Add the box, begin a table with it, play a card of it; then the box is removed."""
    assert not installed_layers(), "nothing of the first machine is here"
    assert main(["box", "add", str(file)]) == 0 == main(["box", "remove", "travel"]) and not installed_boxes()
    form = controller_for("", "pl")
    lay(form, file.read_bytes())
    do(form, "install")
    assert layers(form)["travel-v1"].on and layers(form)["travel-v1"].name == "Road cards 1"
    people = [{"name": "Ada", "character": "salt-pedlar"}, {"name": "Bruno", "character": "thief"}]
    form.handle(
        {"type": "start", "players": people, "parts": {"dice": "physical", "cards": "physical"}, "name": "Road"}
    )
    assert form.table and form.table.settings.edition == "revised4+travel-v1", form.screen().note
    assert RED in str(draw_definition(book_of(form.table.state.book), "ferry-toll", "pl"))
    craft = form.table.state.players[0].craft
    press(form, "1", "clockwise", "wishing-bone", "5")
    assert form.table.state.players[0].craft == craft + 1
    do(controller_for("", "pl"), "remove", "travel-v1")
    assert not installed_layers()


def opened_again(_file: Path) -> None:
    """Open the table without the box, play another card of it, and take that back."""
    assert not installed_layers()
    panel = controller_for(None)
    table = panel.table
    assert table and table.state.turn == 1 and table.settings.edition == "revised4+travel-v1"
    assert RED in str(draw_definition(book_of(table.state.book), "ferry-toll", "pl"))
    before = table.state.players[1]
    press(panel, "1", "clockwise", "ferry-toll", "option-1")
    after = table.state.players[1]
    assert (after.fate, after.gold) == (before.fate + 1, before.gold - 1)
    panel.handle({"type": "undo", "ply": table.ask.ply})
    assert table.state.players[1] != after


if __name__ == "__main__":
    {step.__name__: step for step in (begun, opened_again)}[sys.argv[1]](Path(sys.argv[2]))
