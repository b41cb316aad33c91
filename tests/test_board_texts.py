"""Is a space whose text only the board has read once by the players, done by what it says, and known the next time?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Change, Event, State, decode, encode
from talisman_nb.model.kinds import BOARD_TEXTS
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.odds.walk import Aim, Considered, solve_walk
from talisman_nb.panels.table.audience import AGAIN
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.table import Table
from talisman_nb.table.last_time import TEXTS
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.questions.question import question

pytestmark = pytest.mark.usefixtures("own_home")
READ = 'without = ["draw"]\nvisited = [{ op = "call", program = "read_board" }]\n'
BOARD = f'like = "revised4"\n[space.fields-2]\n{READ}[space.fields-3]\n{READ}'
UNREAD = Layer("unread", {"board.toml": BOARD})
WHERE = "edition revised4 + unread | dwarf crags | thief city"


def landed(more: str = "") -> State:
    """The Dwarf has come to a space whose text only the board has."""
    open_book(["revised4", UNREAD])
    return situation(f"{WHERE}{more} > 1 > anticlockwise")


def said(state: State, *keys: str) -> State:
    for key in keys:
        state, _ = step(state, Answer(state.ply, key))
    return state


# --- what it does ---


def test_it_is_asked_once_and_kept_for_all_spaces_of_the_kind() -> None:
    state = landed()
    assert (ask(state).purpose, ask(state).open()) == ("board-text", BOARD_TEXTS)
    state = said(state, "nothing")
    assert state.texts == (("fields", "nothing"),) and ask(state).purpose != "board-text"
    assert decode(encode(state)) == state
    assert ask(landed(" | reads fields nothing")).purpose != "board-text"
    open_book(["revised4", UNREAD])
    other = situation(f"{WHERE} | reads fields by-hand > 3 > clockwise")
    assert ask(other).kind == "hands", "another space of the same kind"


@pytest.mark.parametrize("n", [1, 2, 3])
def test_what_lets_draw_draws_at_once_and_before_the_encounter_the_next_time(n: int) -> None:
    state = said(landed(), f"draw-{n}")
    assert (ask(state).kind, ask(state).n) == ("card", n)
    state = said(state, *("bear", "wolf", "lion")[:n])
    assert ask(state).kind == "fight"
    later = landed(f" | reads fields draw-{n} | on fields-2, sword")
    assert ask(later).kind == ("card" if n > 1 else "take"), "what lies there counts"


def test_a_die_is_thrown_and_its_face_settled_by_hand() -> None:
    state = said(landed(), "die")
    assert (ask(state).kind, ask(state).purpose) == ("die", "board")
    state = said(state, "4", "keep")
    assert (ask(state).kind, ask(state).rolls, ask(state).source) == ("hands", (4,), "space.fields-2")
    for lang in LANGUAGES:
        assert "4" in question(state, ask(state), lang).circumstance


# --- unknown until then ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_says_that_only_the_board_knows(lang: str) -> None:
    told = page(book_of(landed().book), "space.fields-2", lang).sections[0].lines
    assert len(told) == 1 and len(told[0]) > 20
    asked = question(landed(), ask(landed()), lang)
    assert len({option.label for option in asked.options}) == len(BOARD_TEXTS) and asked.headline


def test_chances_know_that_it_is_unknown_until_then() -> None:
    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str:
        return "known"

    def chances(state: State) -> dict[str, int]:
        found = solve_walk(state, ("known",), ends, Aim("known", (("known",),)), Considered(0))
        return dict(zip(found.outcomes, found.value, strict=False))

    assert chances(landed()) == {"known": 0, "unknown": 1}
    assert chances(said(landed(), "die")) == {"known": 1, "unknown": 0}


# --- as text ---


def test_what_was_read_is_written_in_a_situation() -> None:
    open_book(["revised4", UNREAD])
    state = situation(f"{WHERE} | reads fields draw-2")
    assert state.texts == (("fields", "draw-2"),) and situation(situation_text(state)) == state
    for wrong in ("reads fields draw-9", "reads nowhere die", "reads fields"):
        with pytest.raises(SituationError, match="expected"):
            situation(f"{WHERE} | {wrong}")


# --- kept for the group ---


@pytest.fixture
def at_table(tmp_path: Path) -> Iterator[Any]:
    tables: list[Table] = []

    def begun(name: str) -> TableController:
        """A table at which Ada has come to such a space."""
        people = [("Ada", "dwarf"), ("Bruno", "thief")]
        tables.append(Table.new(people, layers=[UNREAD], path=tmp_path / f"{name}.talisman"))
        tables[-1].change(Change("space", 0, to="crags"), Change("turn", 0))
        for key in ("1", "anticlockwise"):
            tables[-1].answer(key)
        return TableController(tables[-1])

    yield begun
    for table in tables:
        table.close()


def options(panel: TableController) -> list[str]:
    asked = panel.screen().question
    assert asked is not None
    return [option.key for option in asked.options]


def test_the_group_is_offered_what_it_read_the_last_time(at_table: Any) -> None:
    first = at_table("first")
    assert options(first) == list(BOARD_TEXTS)
    first.handle({"type": "answer", "key": "die"})
    second = at_table("second")
    assert options(second)[0] == "die" and sorted(options(second)) == sorted(BOARD_TEXTS)
    assert "last time" in second.screen().question.options[0].label
    second.handle({"type": "answer", "key": "nothing"})
    assert options(at_table("third"))[0] == "nothing", "what was read last wins"
    assert [(text.board, text.kind, text.text) for text in TEXTS.read()] == [("revised4+unread", "fields", "nothing")]


def test_what_a_face_brings_is_offered_for_that_face(at_table: Any) -> None:
    def thrown(name: str, face: str) -> TableController:
        panel: TableController = at_table(name)
        panel.handle({"type": "answer", "key": "die"})
        for key in (face, "keep"):
            if panel.table is not None and panel.table.ask.kind != "hands":
                panel.handle({"type": "answer", "key": key})
        assert panel.table is not None and panel.table.ask.kind == "hands"
        return panel

    panel = thrown("first", "6")
    panel.handle({"type": "correct", "changes": [{"what": "gold", "seat": 0, "n": 3}], "done": True})
    assert thrown("second", "6").screen().question.offers[0].key == AGAIN
    assert not thrown("third", "5").screen().question.offers
