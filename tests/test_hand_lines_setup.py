"""Does the hands line tell each move of the setup once, and none of it again once the first turn is played?"""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from tables import FOUR, TWO

from talisman_nb.model import Event, State
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.table_view import TableView
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.events import hands
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import wording_of

NOBODY = {"Ada": "", "Bruno": "", "Carla": "", "Dario": ""}
CASTERS = {"Ada": "wizard", "Bruno": "thief", "Carla": "sorceress", "Dario": "warrior"}
SETUPS = {
    "two": (TWO, 1),
    "four": (FOUR, 1),
    "two with Spells": (dict(list(CASTERS.items())[:2]), 1),
    "four with Spells": (CASTERS, 1),
    "two are dealt": (dict(list(NOBODY.items())[:2]), 1),
    "four are dealt": (NOBODY, 1),
    "one of four has a character": ({**NOBODY, "Carla": "wizard"}, 1),
    "four keep one of two": (NOBODY, 2),
    "two choose": (dict(list(NOBODY.items())[:2]), 0),
}
"""Players, and how many characters each is dealt to keep one of them; 0: any may be chosen."""
OWN = "own"
"""Key of the offer to type a card that is in no list."""
Lines = list[str]


def begun(name: str, **settings: Any) -> TableController:
    """A table with a setup, before its first answer."""
    players, dealt = SETUPS[name]
    return TableController(Table.new(players, house={"setup.deal": dealt}, seed=1, dice="virtual", **settings))


def lines(view: TableView) -> tuple[Lines, Lines]:
    """What hands were asked before the last press, and what it adds."""
    screen = view.screen()
    return list(screen.hands_before), list(screen.hands)


def answered(panel: TableController, dice: random.Random) -> None:
    """Answer as somebody may; chance that is not the table's own is typed."""
    table = panel.table
    assert table
    asked = table.ask
    if asked.kind == "die":
        panel.handle({"type": "roll", "ply": asked.ply})
    else:
        keys = [key for key in asked.open() if key != OWN]
        panel.handle({"type": "answer", "ply": asked.ply, "key": dice.choice(keys)})


def spells_drawn(said: Lines, who: str) -> int:
    """How many Spells the lines say somebody draws."""
    return sum(int(n) for line in said for n in re.findall(rf"{who} draws (\d+) Spell", line))


def happened(table: Table) -> tuple[Event, ...]:
    return (*table.opening, *(event for line in table.lines for event in line.events))


def whole_setup(panel: TableController, seed: int) -> tuple[list[Lines], State]:
    """Set a game up; return what each screen shows as new, until the first turn begins."""
    table, dice = panel.table, random.Random(seed)
    assert table
    told = [lines(panel)[1]]
    while not any(event.kind == "turn_begins" for event in happened(table)):
        earlier = [line for shown in lines(panel) for line in shown]
        answered(panel, dice)
        before, now = lines(panel)
        assert before == earlier, "all of the setup stays until the first turn is played"
        told.append(now)
    return told, table.state


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spells", ["hands", "known"])
@pytest.mark.parametrize("name", SETUPS)
def test_each_move_of_the_setup_is_told_once(name: str, spells: str, seed: int) -> None:
    told, state = whole_setup(begun(name, spells=spells), seed)
    said, wording = [line for now in told for line in now], wording_of(state, "en")
    for player in state.players:
        character = str(wording.source(f"character.{player.character}"))
        entering = [line for line in said if line.startswith(f"{player.name} takes the {character} and puts")]
        assert len(entering) == 1 and str(wording.space(player.space)) in entering[0], (player.name, told)
        assert spells_drawn(said, player.name) == len(player.spells), (player.name, told)
        for card in player.goods:
            named = f"{player.name} takes the {wording.card(card)}"
            assert sum(line.startswith(named) for line in said) == 1, (named, told)
    counters = load_phrases("en").say("hands", "counters")
    assert said.count(counters) == 1 and not any("×" in line for line in said)
    assert len(set(said)) == len(said) or spells == "known", "only Spells that are typed come one by one"


@pytest.mark.parametrize("spells", ["hands", "known"])
@pytest.mark.parametrize("name", SETUPS)
def test_an_answer_of_the_first_turn_tells_nothing_of_the_setup(name: str, spells: str) -> None:
    panel, dice = begun(name, spells=spells), random.Random(2)
    told, _ = whole_setup(panel, 2)
    setup, table = {line for now in told for line in now}, panel.table
    assert setup and table
    while table.state.turn == 0:
        answered(panel, dice)
        before, now = lines(panel)
        assert not setup & {*before, *now}, (before, now)
        again = TableView(table)
        assert lines(again) == (before, now), "a window that is opened now shows the same"


@pytest.mark.parametrize("name", SETUPS)
def test_cards_on_the_screen_ask_nothing_of_hands(name: str) -> None:
    panel, dice = begun(name, cards="virtual", spells="known"), random.Random(1)
    for _ in range(12):
        assert lines(panel) == ([], [])
        asked = panel.table.ask if panel.table else None
        assert asked
        if asked.chance:
            panel.handle({"type": "roll", "ply": asked.ply})
        else:
            panel.handle({"type": "answer", "ply": asked.ply, "key": dice.choice(asked.open())})


@pytest.mark.parametrize("name", ["two", "four", "four with Spells"])
def test_an_undo_back_to_the_opening_tells_only_what_goes_back(name: str) -> None:
    panel = begun(name)
    table, opening = panel.table, lines(panel)
    assert table and opening[1]
    answered(panel, random.Random(1))
    panel.handle({"type": "undo"})
    assert lines(panel) == ([], []), "a die was thrown: nothing lies otherwise"
    assert lines(TableView(table)) == opening, "a window that is opened now knows of no undo"
    answered(panel, random.Random(1))
    assert lines(panel) == ([], [])
    answered(panel, random.Random(1))
    moved = lines(panel)[1]
    assert len(moved) == 1 and "Move Ada's figure" in moved[0]
    panel.handle({"type": "undo"})
    before, now = lines(panel)
    assert not before and len(now) == 1 and "Move Ada's figure" in now[0]
    panel.handle({"type": "undo"})
    assert lines(panel) == (now, []) and not table.can_undo


def test_a_character_that_was_dealt_is_put_away_once_by_an_undo() -> None:
    panel = begun("two are dealt")
    for key in ("dwarf", "thief"):
        panel.handle({"type": "answer", "key": key})
    assert lines(panel) == (
        ["Ada takes the Dwarf and puts the figure in the Crags."],
        ["Bruno takes the Thief and puts the figure in the City.", "Set out counters and gold as the sheets show."],
    )
    for who in ("Bruno", "Ada"):
        panel.handle({"type": "undo"})
        assert lines(panel)[1] == [f"{who} puts the character away."]
    panel.handle({"type": "answer", "key": "troll"})
    assert lines(panel)[1] == ["Ada takes the Troll and puts the figure in the Crags."]
    panel.handle({"type": "answer", "key": "dwarf"})
    before, now = lines(panel)
    assert before[-1].startswith("Ada takes the Troll") and now[0].startswith("Bruno takes the Dwarf")
    answered(panel, random.Random(1))
    assert lines(panel) == ([], [])


def test_a_position_is_laid_out_as_it_is() -> None:
    position = situation("dwarf fields-2, has sword, gold 3 | thief city, spells hex | on ruins, bear")
    panel = TableController(Table.new({"P0": "dwarf", "P1": "thief"}, position=position))
    before, now = lines(panel)
    assert not before and now[:3] == [
        "P0 takes the Dwarf and puts the figure on the Fields.",
        "P1 takes the Thief and puts the figure in the City.",
        "Set out counters and gold as the sheets show.",
    ]
    assert any("Bear" in line and "Ruins" in line for line in now) and any("Sword" in line for line in now)
    assert not any("Hex" in line for line in now), "it is in a hand"
    table = panel.table
    assert table
    while table.state.turn == 0:
        answered(panel, random.Random(3)) if table.ask.kind != "die" else panel.handle({"type": "answer", "key": "2"})
        assert not any("Bear" in line or "Sword" in line for part in lines(panel) for line in part)


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_character_enters_in_every_language_as_its_event_says(edition: str, lang: str) -> None:
    figures = sorted(open_book(edition).characters)
    for one, other in pairwise(figures):
        table = Table.new({"Ada": one, "Bruno": other}, edition, lang=lang)
        entering = hands(table.state, (e for e in table.opening if e.kind == "enters"), lang)
        assert set(entering) <= set(lines(TableView(table))[1]), (one, other)
