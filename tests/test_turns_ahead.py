"""How many turns come before a seat's own: with turns that are missed, taken twice, passed over?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tables import FOUR

from talisman_nb.engine.upcoming import Coming, turns_before
from talisman_nb.model import Change
from talisman_nb.notation.situation import situation
from talisman_nb.table import Table

ADA, BRUNO, CARLA, DARIO = range(4)


@pytest.fixture
def table() -> Table:
    return Table.new(FOUR)


def test_a_seat_waits_for_the_turns_before_its_own(table: Table) -> None:
    waits = [turns_before(table.state, seat) for seat in range(4)]
    assert waits == [Coming(4, 0), Coming(1, 0), Coming(2, 0), Coming(3, 0)]


def test_a_missed_turn_is_none_that_is_waited_for(table: Table) -> None:
    table.correct(BRUNO, miss=1)
    assert turns_before(table.state, CARLA) == Coming(1, 0)
    assert turns_before(table.state, BRUNO) == Coming(4, 1)


def test_who_is_away_or_out_is_passed_over_and_has_no_turn(table: Table) -> None:
    table.change(Change("pause", BRUNO))
    assert turns_before(table.state, CARLA) == Coming(1, 0) and turns_before(table.state, BRUNO) is None
    table.change(Change("out", CARLA))
    assert turns_before(table.state, DARIO) == Coming(1, 0) and turns_before(table.state, CARLA) is None


def test_it_is_as_the_game_then_goes() -> None:
    """What is foreseen is what is played, with turns that are missed and turns that are taken twice."""
    table = Table.new(FOUR)
    table.correct(CARLA, miss=1)
    coming = [turns_before(table.state, seat) for seat in range(4)]
    played = [table.state.turn]
    while len(played) < 7:
        key = next(iter(table.ask.open()))
        table.answer("done" if "done" in table.ask.open() else key)
        if table.state.turn != played[-1]:
            played.append(table.state.turn)
        assert len(table.lines) < 400
    assert [played.index(seat, 1) for seat in (BRUNO, DARIO, ADA)] == [coming[seat].before for seat in (1, 3, 0)]  # type: ignore[union-attr]


def test_who_plays_again_comes_before_the_next() -> None:
    state = situation("dwarf crags | thief city | troll crags")
    again = replace(state.players[0], extra=2)
    twice = replace(state, players=(again, *state.players[1:]))
    assert [turns_before(twice, seat) for seat in range(3)] == [Coming(1, 0), Coming(3, 0), Coming(4, 0)]


def test_the_order_of_play_is_that_of_the_table(table: Table) -> None:
    table.change(Change("order", DARIO, ADA))
    waits = [turns_before(table.state, seat) for seat in (DARIO, BRUNO, CARLA)]
    assert waits == [Coming(1, 0), Coming(2, 0), Coming(3, 0)]


def test_many_missed_turns_are_all_counted(table: Table) -> None:
    table.correct(BRUNO, miss=11)
    assert turns_before(table.state, BRUNO) == Coming(34, 11)
