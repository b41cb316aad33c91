"""Is the demo table a game in progress, does it begin anew, and is it counted nowhere?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from talisman_nb.chronicle.chronicle import chronicle_of
from talisman_nb.chronicle.evenings import Evenings
from talisman_nb.chronicle.fights import FightChances
from talisman_nb.engine import ask
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.table.demo import demo_position, open_demo
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


def test_it_is_a_game_in_progress_with_something_at_every_end_of_the_first_move() -> None:
    state = demo_position("en")
    book = book_of(state.book)
    lying = {space for space, cards in zip(book.board.spaces, state.spaces, strict=True) if cards}
    ring = [space for space in book.board.spaces if book.board.space(space).region == "outer"]
    here = ring.index(state.players[0].space)
    around = {ring[(here + n) % len(ring)] for n in (-4, -3, -2, -1, 1, 2, 3, 4)}
    assert around <= lying and ask(state).purpose == "move"
    assert ("dragon",) in state.spaces
    assert state.players[0].spells and any(player.form for player in state.players)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_people_have_names_of_the_language_and_marks_of_their_own(lang: str) -> None:
    names = [player.name for player in demo_position(lang).players]
    assert len({name[0] for name in names}) == 4
    with open_demo(lang) as table:
        assert [player.name for player in table.state.players] == names
        assert table.settings.lang == lang and table.demo and not table.can_undo
        assert table.state.players[0].space == demo_position(lang).players[0].space


def play_on(table: Table, answers: int = 12) -> None:
    for _ in range(answers):
        if table.ask.chance:
            table.roll()
        else:
            table.answer(table.ask.open()[0])


def test_it_begins_anew_and_redo_leads_back() -> None:
    with open_demo("en") as table:
        begun = table.state
        play_on(table)
        left = table.state
    assert left != begun
    with open_demo("en") as table:
        assert table.state == begun and table.name == "Demo table" and not table.can_undo
        table.redo()
        assert table.state == left


def test_it_opens_again_as_any_table() -> None:
    with open_demo("it") as table:
        play_on(table)
        left = table.state
    with Table.open("Tavolo di prova") as table:
        assert table.state == left and table.demo
        assert len(chronicle_of(table, "it", FightChances()).people) == 4


def test_it_is_no_evening_until_it_is_renamed() -> None:
    with open_demo("en") as table:
        play_on(table)
        path = table.path
    assert path is not None and Evenings().read(9) == ([], 0)
    assert SettingUp("en").form().again == (), "its people are nobody's last evening"
    path.rename(path.with_name("Thursday.talisman"))
    ((evening,), _) = Evenings().read(9)
    assert evening.name == "Thursday" and all(evening.characters)
    with open_demo("en") as fresh:
        assert fresh.name == "Demo table"


def test_a_table_of_people_is_never_taken_for_the_demo(own_home: Path) -> None:
    Table.new({"Ada": "dwarf"}, name="Demo table").close()
    for _ in range(2):
        with open_demo("en") as table:
            assert table.name == "Demo table 2" and table.demo
    with Table.open("Demo table") as table:
        assert not table.demo


def press(controller: TableController, **message: Any) -> None:
    assert controller.handle(message) is None


def test_one_press_in_the_form_opens_it_and_one_at_the_table_begins_it_anew() -> None:
    controller = TableController(None, "fr")
    press(controller, type="demo")
    screen = controller.screen()
    assert (screen.table, screen.demo, screen.round) == ("Table d'essai", True, 9)
    assert screen.moment is None, "nothing has happened yet"
    begun = screen.question
    press(controller, type="roll", ply=begun.ply)
    assert controller.screen().question != begun
    press(controller, type="demo")
    assert controller.screen().question.headline == begun.headline
    press(controller, type="leave")
    (saved,) = controller.setup().saved
    assert saved.note.startswith("un essai, qui ne compte pas")
