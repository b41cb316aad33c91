"""If answers of a saved game no longer fit the rules of today, is the game at the last that fits, and nothing lost?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from read_aloud import assert_well
from tables import TWO, played, press_on, virtual

from talisman_nb.model import Answer, Event, State
from talisman_nb.panels.setup.setup_form import told_by_name
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table, TableFileError, history
from talisman_nb.table.file import fitting
from talisman_nb.table.file.game_log import GameLog
from talisman_nb.table.file.saved_tables import table_file
from talisman_nb.table.file.stored_book import pack_book
from talisman_nb.table.records import POLICY, GivenAnswer, LogEntry
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = [pytest.mark.usefixtures("own_home"), pytest.mark.filterwarnings("ignore:.*no longer fit")]


@contextmanager
def without(card: str) -> Iterator[None]:
    """The engine no longer takes an answer."""
    real = fitting.step

    def step(state: State, answer: Answer) -> tuple[State, tuple[Event, ...]]:
        return real(state, replace(answer, key="no such card") if answer.key == card else answer)

    with pytest.MonkeyPatch.context() as stricter:
        for module in (fitting, history):
            stricter.setattr(module, "step", step)
        yield


def test_the_game_is_at_the_last_answer_that_fits_and_the_rest_waits() -> None:
    whole = played(Table.new(TWO, name="Friday"), 3, "clockwise", "wolf", 3, 5, "keep", 2, "clockwise")
    given = [line.answer.key for line in whole.lines if line.by != POLICY]
    whole.close()
    before = table_file("Friday").read_bytes()
    with without("wolf"):
        with pytest.warns(UserWarning, match="no longer fit"):
            table = Table.open("Friday")
        assert table.ask.kind == "card" and len(table.lines) == 2
        assert [line.answer.key for line in table.pending] == given[2:] and table.unfit == len(given) - 2
        assert table_file("Friday").read_bytes() == before, "opening writes nothing"
        played(table, "bear")
        assert table_file("Friday").read_bytes().startswith(before), "and nothing is ever taken out"
        again = Table.open("Friday")
        assert again.lines == table.lines and [line.id for line in again.pending] == [line.id for line in table.pending]
    assert Table.open("Friday", until=whole._history.head).lines == whole.lines


def test_answers_that_wait_are_given_when_their_question_comes() -> None:
    """The wolf's dice (3 and 5) don't fit a question about the bear; the turn after it does."""
    played(Table.new(TWO, name="Friday"), 3, "clockwise", "wolf", 3, 5, "keep", 2, "clockwise").close()
    with without("wolf"):
        table = Table.open("Friday")
        played(table, "bear")
        given = [line.answer.key for line in table.lines]
        assert given[:6] == ["3", "clockwise", "bear", "fight", "3", "5"] and not table.unfit
        table.undo()
        assert table.ask.kind == "card" and table.unfit, "undo brings back what waited"
        table.let_go()
        assert not table.pending and not Table.open("Friday").pending


def test_undo_and_redo_before_the_first_press() -> None:
    played(Table.new(TWO, name="Friday"), 3, "clockwise", "wolf", 3, 5).close()
    with without("wolf"):
        table = Table.open("Friday")
        waited = table.pending
        table.undo()
        assert len(table.lines) == 1 and not table.pending
        table.redo()
        assert len(table.lines) == 2 and [line.id for line in table.pending] == [line.id for line in waited]
        assert Table.open("Friday").lines == table.lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screen_says_so(lang: str) -> None:
    played(Table.new(TWO, name="Friday", lang=lang), 3, "clockwise", "wolf", 3, 5).close()
    with without("wolf"):
        panel = TableController(Table.open("Friday"))
        assert panel.table is not None and panel.table.unfit
        error = TableFileError("answer-unfit", path=str(table_file("Friday")), n=2, rest=panel.table.unfit)
        assert panel.screen().note == told_by_name(error, lang)
        assert_well(panel.screen().note)
        offers = [offer.key for offer in panel.screen().question.offers]  # type: ignore[union-attr]
        assert "table:let-go" in offers and "table:keep-by-hand" not in offers
        panel.handle({"type": "undo", "ply": panel.table.ask.ply})
        panel.handle({"type": "redo", "ply": panel.table.ask.ply})
        said = load_phrases(lang).say("setup", "unfit-waiting", n=panel.table.unfit)
        assert repr(said)[1:-1] in str(panel.screen())
        assert_well(said)
        panel.handle({"type": "answer", "ply": panel.table.ask.ply, "key": "table:let-go"})
        assert not panel.table.pending and repr(said)[1:-1] not in str(panel.screen())


def test_what_the_table_answers_itself_need_not_be_in_the_file(tmp_path: Path) -> None:
    """As if the engine of then had not asked it, or had asked more: put in, or left out, and all else is the same."""
    table = press_on(virtual(), 60)
    while table.lines[-1].by == POLICY:
        press_on(table, 1)
    log, first = GameLog(), table._history.log.entries()[0]
    log.append(replace(first, definitions=pack_book(book_of(table.settings.book))))
    given = [line for line in table.lines if line.by != POLICY]
    assert len(given) < len(table.lines) - 5
    for n, line in enumerate(given):
        extra = GivenAnswer(POLICY, Answer(0, "no-such-question"))
        answers = (GivenAnswer(line.by, line.answer), extra)
        log.append(LogEntry(at=1.0, after=2 * n, first=2 * n + 1, group=n + 1, answers=answers, round=1))
    log.save_to(tmp_path / "t.talisman")
    again = Table.open(tmp_path / "t.talisman")
    assert [(line.answer, line.by) for line in again.lines] == [(line.answer, line.by) for line in table.lines]
    assert again.state == table.state and not again.pending
    put_in = next(line for line in again.lines if line.by == POLICY)
    again.amend(put_in.n + 1, again.lines[put_in.n].answer)
    assert Table.open(tmp_path / "t.talisman").lines == again.lines, "an answer after one put in stays where it was"
    press_on(again, 3)
    again.undo()
    assert Table.open(tmp_path / "t.talisman").state == again.state
