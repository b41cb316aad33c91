"""Does a figure stand in a region of which only numbers are known, and does a group that has its spaces write them?"""

from __future__ import annotations

import re

import pytest
from random_games import games

from talisman_nb import Table
from talisman_nb.board.load import board_from_texts
from talisman_nb.chronicle.journal import last_lines
from talisman_nb.drawing.cells import SIDE, cell, height
from talisman_nb.engine import ask
from talisman_nb.engine.lists import options_of
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Frame, OwnCard
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations

CAVES = register(
    Layer(
        "caves",
        {
            "board.toml": 'like = "revised4"\n[board.region.caves]\nmove = "hand"\nnumbers = 9\n',
            "names/en.toml": '[region]\ncaves = "The Caves"\n',
            "names/pl.toml": '[region]\ncaves = "Jaskinie"\n',
            "decks.toml": '[caves]\nname = { en = "Caves" }\ndrawn_at = ["caves"]\n',
            "listed.toml": '[caves.monster]\n"Old Troll" = 2\n"Old Ogre" = 1\n',
        },
    )
)
MORE = register(
    Layer("bats", {"decks.toml": '[bats]\nname = { en = "Bats" }\n', "listed.toml": '[bats.animal]\n"Old Bat" = 3\n'})
)
TROLL = OwnCard("Old Troll", "monster", strength=4, copies=2)
WRITTEN = register(
    Layer(
        "caves-written",
        {
            "layer.toml": '[layer]\nover = "caves"\n',
            "board.toml": """
like = "caves"
[board.region.caves]
move = "die"
without = ["numbers"]
[space.caves-1]
name = "Mouth"
region = "caves"
ring = 0
grid = [8, 0]
[space.caves-2]
name = "Hall"
region = "caves"
ring = 1
grid = [8, 1]
draw = 1
[space.caves-3]
name = "Well"
region = "caves"
ring = 2
grid = [8, 2]
draw = 1
[[edge]]
from = "crags"
to = "caves-1"
kind = "door"
""",
        },
    )
)


def played(*layers: Layer) -> Table:
    return Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=[CAVES, *layers], first=0)


def gone_in(table: Table, *keys: str) -> None:
    for key in keys:
        table.answer(key)


@pytest.mark.usefixtures("own_home")
def test_a_figure_goes_in_by_hand_and_draws_from_the_deck_of_the_region() -> None:
    table = played()
    table.answer("3")
    assert [offer.key for offer in table.ask.offers if offer.space] == ["caves-1"]
    gone_in(table, "caves-1")
    assert [option.key for option in table.ask.options][:3] == ["caves-4", "stay", "caves-2"], "a 3 leads there"
    assert {"city", "crown-of-command"} < {option.key for option in table.ask.options}
    assert table.ask.cites == ("table.by-hand",) and not any(option.closed for option in table.ask.options)
    gone_in(table, "caves-4", "draw-1")
    assert (table.ask.kind, table.ask.purpose, table.ask.unknown) == ("card", "caves", 3)
    table.answer("own", own=TROLL)
    assert table.ask.purpose == "attack"
    gone_in(table, "6", "1")
    assert table.state.players[0].trophies == ("own/Old Troll",) and violations(table.state) == []
    told = " ".join(str(line) for line in last_lines(table, "en", -1))
    assert "The Caves, 4" in told


@pytest.mark.usefixtures("own_home")
def test_it_comes_back_onto_the_board_and_is_asked_no_rule_of_the_way() -> None:
    table = played()
    table.correct(0, space="caves-7")
    table.answer("2")
    assert [option.key for option in table.ask.options][:2] == ["caves-9", "caves-5"]
    assert not [offer for offer in table.ask.offers if offer.space]
    table.answer("ruins")
    assert table.state.players[0].space == "ruins" and table.ask.kind == "card" and table.ask.purpose == "adventure"


def test_what_is_on_a_number_is_read_once_and_remembered_with_other_layers_too(own_home: object) -> None:
    for layers, asked in (((), True), ((MORE,), False)):
        table = played(*layers)
        panel = TableController(table)
        for key in ("3", "caves-1", "caves-4"):
            panel.handle({"type": "answer", "key": key})
        assert (table.ask.purpose == "board-text") == asked or panel.screen().question is not None
        if asked:
            panel.handle({"type": "answer", "key": "draw-2"})
            assert dict(table.state.texts) == {"caves-4": "draw-2"}
        else:
            question = panel.screen().question
            assert question is not None and any("2" in option.label for option in question.options[:1])


def test_any_space_and_one_by_chance_is_none_of_these() -> None:
    g = working_state(situation("edition revised4 + caves | dwarf crags | thief city"))
    frame = Frame("turn.turn.do", you=0)
    for name in ("spaces.all", "spaces.uncovered", "spaces.no_character"):
        assert not g.board.by_hand & {option.space for option in options_of(g, name, frame)}, name


@pytest.mark.parametrize(("lang", "said"), [("en", "The Caves, 7"), ("pl", "Jaskinie, 7"), ("fr", "The Caves, 7")])
def test_it_is_told_where_a_figure_is_wherever_it_is_shown(lang: str, said: str) -> None:
    table = played()
    table.set(lang=lang)
    table.correct(0, space="caves-7")
    screen = TableController(table, lang).screen()
    assert screen.sheets[0].space == said
    assert 'class="number"' in screen.overlay["caves-7"] and ">7<" in screen.overlay["caves-7"]
    places = {place.space: place.name for place in TableController(table, lang).labels().places}
    assert places["caves-7"] == said


def test_a_situation_says_it_and_reads_it_again() -> None:
    table = played()
    table.correct(0, space="caves-7")
    text = situation_text(table.state)
    assert "caves-7" in text and situation(text).players[0].space == "caves-7"


def test_the_strip_of_a_region_lies_below_the_square() -> None:
    board = open_book("revised4+caves").board
    boxes = [cell(board, space) for space in board.in_region("caves")]
    assert all(box.y > SIDE for box in boxes) and max(box.x + box.w for box in boxes) <= SIDE + 1
    assert height(board) == pytest.approx(boxes[0].y + boxes[0].h)


def test_a_group_that_writes_its_spaces_walks_in_by_the_rules() -> None:
    state = situation("edition revised4 + caves-written | dwarf crags | thief city > 2")
    ways = {option.key: option.space for option in ask(state).options}
    assert ways["door+clockwise"] == "caves-2" and not book_of(state.book).board.by_hand
    table = Table.new([("Ada", "dwarf"), ("Bruno", "thief")], "revised4", layers=[CAVES, WRITTEN], first=0)
    gone_in(table, "2", "door+clockwise")
    assert (table.ask.kind, table.ask.purpose) == ("card", "caves")


def test_random_games_go_in_and_out() -> None:
    seen = set()
    for states in games(open_book("revised4+caves+bats"), range(3), answers=400):
        seen |= {player.space for state in states for player in state.players}
        assert all(violations(state) == [] for state in states[::50])
    assert any(re.match(r"caves-\d", space) for space in seen)


def test_a_mistake_in_the_numbers_is_told_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"region.caves\] numbers"):
        board_from_texts((("mine", '[board.region.caves]\nmove = "hand"\nnumbers = 99\n'),))
