"""Does what a layer begins a game with happen once, when all have their characters and before the first turn?"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from covering import ground

from talisman_nb.engine import ask, begin_game, step
from talisman_nb.engine.covers import covers_of
from talisman_nb.engine.setup import new_game
from talisman_nb.model import Answer, State, decode, encode
from talisman_nb.rules.layers import register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question

BEGIN = """
[begin]
do = [{ op = "if", when = { rule = "own.wet" }, do = "rain" }]
rain = [{ op = "repeat", at_most = 2, do = [
  { op = "pick", from = "spaces.uncovered", into = "space", by = "chance", regions = ["outer"], purpose = "rain" },
  { op = "cover", card = "swamp", on = "space" },
] }]
"""
RULES = """
[own.wet]
default = true
text = { en = "It has rained.", pl = "Padało." }
off = { en = "It has not rained." }
"""
NAMES = {f"names/{lang}.toml": '[question]\nrain = "Where has it rained?"\n' for lang in LANGUAGES}
PLAYERS = [("Ada", "dwarf"), ("Bruno", "thief")]


@pytest.fixture(autouse=True)
def files() -> Mapping[str, str]:
    register(ground(**{"programs/begin.toml": BEGIN, "rules.toml": RULES, **NAMES}))
    return NAMES


def begun(*players: tuple[str, str], wet: bool = True) -> State:
    return new_game(players or PLAYERS, "revised4+ground", {"own.wet": wet})


def answered(state: State, *keys: str) -> State:
    for key in keys:
        state, _ = step(state, Answer(state.ply, key))
        assert not violations(state) and decode(encode(state)) == state
    return state


def test_it_is_asked_before_the_first_turn_and_once() -> None:
    state = begun()
    found = ask(state)
    assert (found.kind, found.purpose, found.chance, found.seat) == ("pick", "rain", True, 0)
    assert {state.players[seat].space for seat in (0, 1)} == {"crags", "city"}, "all are on the board already"
    state = answered(state, "fields-1")
    assert "fields-1" not in {option.key for option in ask(state).options}, "a covered space is not drawn again"
    state = answered(state, "village")
    assert covers_of(state) == (("village", "swamp"), ("fields-1", "swamp"))
    assert (ask(state).kind, ask(state).purpose) == ("die", "move")
    for _ in range(3):
        while ask(state).kind != "close":
            state, _ = step(state, Answer(state.ply, ask(state).options[0].key))
        state, events = step(state, Answer(state.ply, "done"))
        assert "covered" not in [event.kind for event in events]


def test_a_switch_leaves_it_out() -> None:
    assert ask(begun(wet=False)).purpose == "move" and ask(new_game(PLAYERS)).purpose == "move"


def test_characters_are_dealt_first() -> None:
    state = begun(("Ada", ""), ("Bruno", "thief"))
    assert ask(state).kind == "character"
    state = answered(state, ask(state).options[0].key)
    assert ask(state).purpose == "rain"


def test_it_is_of_the_seat_that_begins() -> None:
    state, events = begin_game(PLAYERS, "revised4+ground", first=1)
    assert ask(state).seat == 1 and [event.kind for event in events] == ["enters", "enters"]


def test_a_table_draws_it_by_itself_where_chance_is_virtual() -> None:
    table = Table.new(dict(PLAYERS), layers=["ground"], dice="virtual", cards="virtual", seed=4)
    while table.ask.purpose == "rain":
        table.roll()
    assert len(covers_of(table.state)) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_is_told(lang: str) -> None:
    told = question(begun(), ask(begun()), lang)
    assert "Where has it rained?" in told.headline and told.roll
