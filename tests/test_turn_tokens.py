"""Where a table plays with tokens: do hands put them on and take them off, and does the sheet show them?"""

from __future__ import annotations

import pytest
from editions import PLAYED
from situations import Game, seat, situation
from tables import press, started

from talisman_nb.engine.effects import turn_tokens
from talisman_nb.model import Change
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.table.hand_moves import difference
from talisman_nb.text.moves import say_moves
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.contents import sheet

ON = {"switch.tokens": True}


def game(edition: str = "revised4", house: dict[str, bool] = ON) -> Game:
    return situation(seat("troll", "hills-1"), seat("elf", "city"), edition=edition, house=house)


@pytest.mark.parametrize("edition", PLAYED)
def test_a_turn_to_be_missed_is_a_red_token(edition: str) -> None:
    before = game(edition)
    after = game(edition).by_hand(Change("miss", 0, 2))
    assert turn_tokens(before.state) == ((), ()) and turn_tokens(after.state) == (("red",), ())
    assert [(move.what, move.n) for move in difference(before.state, after.state)] == [("red", 1)]
    assert [(move.what, move.n) for move in difference(after.state, before.state)] == [("red", -1)]


@pytest.mark.parametrize("edition", PLAYED)
def test_moving_one_space_at_a_time_is_a_black_token(edition: str) -> None:
    played = game(edition).by_hand(Change("form", 0, to="toad"))
    assert turn_tokens(played.state) == (("black",), ())
    assert turn_tokens(played.by_hand(Change("form", 0)).state) == ((), ())
    haunted = game(edition).by_hand(Change("card", card="poltergeist", origin="deck:adventure", to="seat:1"))
    assert turn_tokens(haunted.state) == ((), ("black",))
    snow = game(edition).walk("fields-1").say("blizzard")
    assert turn_tokens(snow.state) == (("black",), ("black",))


def test_who_stands_where_nobody_throws_has_no_token_for_it() -> None:
    inner = situation(seat("troll", "plain-of-peril"), seat("elf", "city"), house=ON)
    assert turn_tokens(inner.state) == ((), ())


def test_without_the_house_rule_there_are_none() -> None:
    played = game(house={}).by_hand(Change("miss", 0, 1), Change("form", 1, to="toad"))
    assert turn_tokens(played.state) == ((), ())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_shows_them_and_hands_are_told(lang: str) -> None:
    before = game()
    after = game().by_hand(Change("miss", 0, 1), Change("form", 1, to="toad"))
    state = after.state
    for who, token in ((0, "red"), (1, "black")):
        plain = sheet(game(house={}).by_hand(Change("miss", 0, 1), Change("form", 1, to="toad")).state, who, lang).state
        shown = sheet(state, who, lang).state
        assert shown.startswith(f"{plain} · ") and token in turn_tokens(state)[who]
    told = say_moves(state, [move for move in difference(before.state, state) if move.kind == "token"], lang)
    back = say_moves(state, [move for move in difference(state, before.state) if move.kind == "token"], lang)
    assert len(told) == len(back) == 2 and len({*told, *back}) == 4


@pytest.mark.usefixtures("own_home")
def test_a_running_table_tells_hands_as_the_effect_begins_and_ends() -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "switch", "key": "switch.tokens", "value": "true", "players": []})
    players = [{"name": "Ada", "character": "dwarf"}, {"name": "Bruno", "character": "thief"}]
    panel.handle({"type": "start", "players": players, "parts": {}})
    panel.handle({"type": "correct", "changes": [{"what": "form", "seat": 0, "to": "toad"}]})
    assert "Ada puts the black token on their character card." in panel.screen().hands
    panel.handle({"type": "correct", "changes": [{"what": "form", "seat": 0, "to": ""}]})
    assert "Ada takes the black token off their character card." in panel.screen().hands
    panel.handle({"type": "undo"})
    assert "Ada puts the black token on their character card." in panel.screen().hands


@pytest.mark.usefixtures("own_home")
def test_other_tables_hear_nothing_of_tokens() -> None:
    panel = started()
    panel.handle({"type": "correct", "changes": [{"what": "miss", "seat": 0, "n": 1}]})
    press(panel, "3")
    assert not any("token" in line for line in panel.screen().hands)
