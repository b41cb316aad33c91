"""Does each face of the die to move say where it leads, as its ways do once the die lies, without touching the game?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from covering import ground
from situations import TOAD, Game, seat, situation
from tables import press, started

from talisman_nb.engine.view import seen_by
from talisman_nb.notation.situation import situation as told_situation
from talisman_nb.panels.table.beside_question import ENDS_IN_FRONT, FaceEnd, ends_of_die, with_parts
from talisman_nb.panels.table.controller import TableController
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Chances, Choice

OTHER = seat("thief", "city")
PLACES = {
    "on the ring": situation(seat("dwarf", "ruins"), OTHER, lying={"fields-1": ("ghost",), "woods-3": ("bear",)}),
    "before a bridge": situation(seat("warrior", "graveyard"), OTHER),
    "in the middle region": situation(seat("troll", "hidden-valley"), OTHER),
    "as a toad": situation(seat("dwarf", "crags", **TOAD), OTHER),
    "somebody there": situation(seat("dwarf", "fields-6"), seat("thief", "plains-4"), lying={"plains-4": ("sword",)}),
    "in another edition": situation(seat("dwarf", "crags"), OTHER, edition="second"),
}


def ends(game: Game, lang: str = "en") -> dict[str, tuple[FaceEnd, ...]]:
    return ends_of_die(seen_by(game.state), game.ask, lang)


def ways_after(game: Game, face: str, lang: str) -> tuple[Choice, ...]:
    """The ways as they are shown once the die lies."""
    there = Game(game.state).say(face)
    if there.ask.kind != "way":
        return ()
    shown = with_parts(question(there.state, there.ask, lang), seen_by(there.state), there.ask, lang)
    return tuple(option for option in shown.options if option.space)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_a_face_leads_where_its_ways_do(place: str, lang: str) -> None:
    game = PLACES[place]
    found = ends(game, lang)
    for face in game.ask.open() if game.ask.kind == "die" else ():
        ways = {(way.space, way.label): way for way in ways_after(game, face, lang)}
        assert {(end.space, end.label) for end in found[face]} == ways.keys()
        for end in found[face]:
            assert end.tone == ways[end.space, end.label].tone
        for end in found[face][:ENDS_IN_FRONT]:
            way = ways[end.space, end.label]
            assert (end.picture or f"space.{end.space}", end.chances) == (way.picture, way.chances)
            assert end.name in end.label and end.detail


def test_what_decides_by_chance_is_in_front() -> None:
    for_three = ends(PLACES["in the middle region"])["3"]
    assert [(end.label, bool(end.chances)) for end in for_three[:2]] == [
        ("Clockwise: Runes", False),
        ("Through the Portal: Portal of Power", True),
    ]
    assert len(for_three) == 5 and not any(end.detail or end.chances for end in for_three[2:])


def test_an_end_says_in_few_words_what_waits_there() -> None:
    found = ends(PLACES["on the ring"])
    told = {end.space: (end.name, end.turn, end.detail, end.picture, end.tone) for end in (*found["4"], *found["5"])}
    assert told["woods-3"] == ("Woods", "anticlockwise", "Bear", "bear", "level")
    assert told["fields-1"][2:] == ("Ghost", "ghost", "bad")
    assert found["2"][0].chances == Chances(17, 33, 50)
    there = next(end for end in ends(PLACES["somebody there"])["2"] if end.space == "plains-4")
    assert there.detail == "P1 and Sword", "who stands there, not the chance against each"


def test_who_moves_without_a_die_and_who_throws_several_is_told_nothing() -> None:
    assert ends(PLACES["as a toad"]) == {}
    two = situation(seat("dwarf", "crags"), OTHER, house={"move.dice": 2})
    assert two.ask.n == 2 and ends(two) == {} and ends(two.say(3)) == {}


def test_what_covers_a_space_gives_its_name() -> None:
    ground()
    covered = told_situation("edition revised4 + ground | dwarf tavern | thief city | on fields-6, swamp")
    there = next(end for end in ends(Game(covered))["5"] if end.space == "fields-6")
    assert (there.name, there.detail) == ("Swamp (Fields)", "Draw 2 cards")


def ask_ends(panel: TableController, ply: object) -> dict[str, Any]:
    reply = panel.handle({"type": "ends", "view": "a-1", "ply": ply})
    assert reply is not None and reply["type"] == "ends"
    faces: dict[str, Any] = reply["faces"]
    return faces


@pytest.fixture
def panel(own_home: object) -> TableController:
    return started()


def test_a_view_asks_for_it_without_touching_the_game(panel: TableController) -> None:
    table = panel.table
    assert table is not None
    panel.handle({"type": "answer", "ply": table.state.ply, "key": "9"})
    before, state, lines, hash_ = panel.screen(), table.state, table.lines, hash(table.state)
    assert before.note and before.question and before.question.leads
    assert [*ask_ends(panel, table.state.ply)] == list("123456")
    assert panel.screen() == before and table.state is state and table.lines == lines and hash(state) == hash_


def test_nothing_is_told_of_a_question_that_is_past(panel: TableController) -> None:
    assert panel.table is not None
    ply = panel.table.state.ply
    press(panel, "3")
    shown = panel.screen()
    assert ask_ends(panel, ply) == ask_ends(panel, panel.table.state.ply) == {}
    assert shown.question and not shown.question.leads and panel.screen() == shown
    assert ask_ends(panel, ["soon"]) == ask_ends(panel, None) == {}


def test_a_hold_shows_no_ends_of_another_moment(panel: TableController) -> None:
    press(panel, "3", "clockwise", "wolf")
    assert panel.table is not None
    panel.handle({"type": "hold-on", "ply": panel.table.state.ply, "n": 1})
    shown = panel.screen().question
    assert shown and shown.kind == "die" and not shown.leads and ask_ends(panel, shown.ply) == {}


def test_where_there_are_most_ends_they_are_few_bytes(own_home: object) -> None:
    panel = started(lang="pl")
    assert panel.table is not None
    panel.table.correct(0, space="hidden-valley")
    faces = ask_ends(panel, panel.table.state.ply)
    assert sum(map(len, faces.values())) > 20 and len(msgspec.json.encode(faces)) < 6 * 1024
