"""Is whoever can't open or begin a table told so in their language: what is wrong, what was expected, what to do?"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from read_aloud import ENGLISH, assert_well
from tables import TWO, played

from talisman_nb.engine import NotAllowedError, new_game
from talisman_nb.model import OwnCard, ToldError
from talisman_nb.panels.controller import TableController
from talisman_nb.panels.opening import controller_for
from talisman_nb.rules.edition import SetupError, edition_table
from talisman_nb.table import Table, TableFileError, rescued
from talisman_nb.table.journal import FORMAT, HEADER, TELLS
from talisman_nb.table.saved import table_file
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.problem import worded

OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
PLAYERS = [{"name": "Ada", "character": "dwarf"}, {"name": "Bruno", "character": "thief"}]
NAME = "Friday"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    return tmp_path


def sql(command: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A saved table with something done to its file."""

    def done(_: pytest.MonkeyPatch) -> None:
        with sqlite3.connect(table_file(NAME)) as link:
            link.execute(command)
        link.close()

    return done


def overwritten(content: bytes) -> Callable[[pytest.MonkeyPatch], None]:
    def done(_: pytest.MonkeyPatch) -> None:
        table_file(NAME).write_bytes(content)

    return done


def torn(_: pytest.MonkeyPatch) -> None:
    data = bytearray(table_file(NAME).read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    table_file(NAME).write_bytes(data)


def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    real = sqlite3.connect
    busy = real(table_file(NAME), isolation_level=None)
    busy.execute("PRAGMA locking_mode = EXCLUSIVE")
    busy.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: real(*given, **named, timeout=0))
    monkeypatch.setattr(sqlite3, "busy", busy, raising=False)  # kept open until the test ends


def another_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's definitions are no longer those of the table."""
    import talisman_nb.table.pinned as pinned

    book = pinned.open_book("revised4", {"trophy.strength": 3})
    monkeypatch.setattr(pinned, "remembered", lambda id: None)
    monkeypatch.setattr(pinned, "open_book", lambda *given: book)


def books(command: str) -> Callable[[pytest.MonkeyPatch], None]:
    def done(monkeypatch: pytest.MonkeyPatch) -> None:
        sql(command)(monkeypatch)
        another_book(monkeypatch)

    return done


def another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    import talisman_nb.table.pinned as pinned

    another_book(monkeypatch)
    real = pinned.KeptBook._twins

    def twins(book: Any) -> None:
        real(book)
        book._digest.update(b"something else")

    monkeypatch.setattr(pinned.KeptBook, "_twins", twins)


def stricter(monkeypatch: pytest.MonkeyPatch) -> None:
    import talisman_nb.table.history as history

    real = history.step
    monkeypatch.setattr(
        history, "step", lambda state, answer: real(state, replace(answer, key="no such card") if answer.key == "wolf" else answer)
    )


def changed(old: str, new: str) -> Callable[[pytest.MonkeyPatch], None]:
    return sql(f"UPDATE kept SET value = replace(value, '{old}', '{new}') WHERE name = 'settings'")


SPOILT: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "files/foreign": overwritten(b"once upon a time"),
    "files/database": sql("PRAGMA application_id = 1"),
    "files/newer": sql(f"PRAGMA user_version = {FORMAT + 1}"),
    "files/busy": locked,
    "files/damaged": torn,
    "files/settings": sql("UPDATE kept SET value = 'nothing' WHERE name = 'settings'"),
    "files/answer-unreadable": sql("UPDATE answers SET answer = replace(answer, 'clockwise', 'stay') WHERE id = 2"),
    "files/answer-unfit": stricter,
    "files/definitions-missing": books("DELETE FROM definitions"),
    "files/definitions-unusable": books("UPDATE definitions SET texts = x'00'"),
    "files/definitions-changed": another_digest,
    "setup/switch-unknown": changed('"house":{}', '"house":{"trophy.gold":3}'),
    "setup/switch-value": changed('"house":{}', '"house":{"trophy.strength":"many"}'),
    "setup/switch-range": changed('"house":{}', '"house":{"setup.most":12}'),
    "setup/edition-unknown": changed('"edition":"revised4"', '"edition":"fifth"'),
    "setup/figure-unknown": changed('"thief"', '"astronaut"'),
    "setup/figure-twice": changed('"thief"', '"dwarf"'),
    "setup/players-many": changed('"players":[', '"players":[' + '["X","elf"],' * 5),
}
"""What can have become of a saved table, by the phrase that tells it."""


def said(error: ToldError, lang: str) -> re.Pattern[str]:
    """The note of an error: its phrase with whatever fills it."""
    phrase = load_phrases(lang).raw(error.topic, error.key)
    whole = re.split(r"\{[^}]*\}|\[.*?\]", phrase)
    return re.compile(".*".join(map(re.escape, whole)), re.DOTALL)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", SPOILT)
def test_a_table_that_cannot_be_opened_says_why_and_what_to_do(key: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played(Table.new(TWO, name=NAME, lang=lang), 3, "clockwise", "wolf").close()
    SPOILT[key](monkeypatch)
    before = table_file(NAME).read_bytes()
    with pytest.raises(ToldError) as told:
        Table.open(NAME)
    error = told.value
    assert f"{error.topic}/{error.key}" == key
    form = controller_for(NAME, lang).setup()
    panel = controller_for("", lang)
    panel.handle({"type": "open", "name": NAME})
    opened = panel.setup()
    assert form is not None and opened is not None and form.note == opened.note == worded(error, lang)
    assert said(error, lang).fullmatch(form.note) and len(form.note.split(" ")) > 4
    assert_well(form.note)
    assert table_file(NAME).read_bytes() == before, "the file is left as it is"
    assert lang == "en" or not english(error, form.note)


def english(error: ToldError, note: str) -> list[str]:
    """English words of a note that came neither from a path nor from what somebody typed."""
    for field in error.fields.values():
        note = note.replace(str(field), "")
    return ENGLISH.findall(note)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "key"), [("a/b", "name"), ("Fryday", "unknown"), ("elsewhere.talisman", "nowhere")])
def test_a_name_that_is_no_table(name: str, key: str, lang: str) -> None:
    Table.new(TWO, name=NAME).close()
    panel = controller_for("", lang)
    panel.handle({"type": "open", "name": name} if key != "name" else {"type": "open", "name": "a:b"})
    form = panel.setup()
    assert form is not None and said(TableFileError(key, **dict.fromkeys(FIELDS, "")), lang).match(form.note), form.note
    if key == "name":
        named = controller_for(name, lang).setup()
        assert named is not None and repr(name) in named.note and named.note.split()[0] == form.note.split()[0]
    if key == "unknown":
        assert form.note.count(NAME) == 2, "the nearest one, and all there are"


FIELDS = ("path", "name", "signs", "near", "known", "code")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_taken_meanwhile_and_a_table_closed_meanwhile(lang: str) -> None:
    panel = controller_for(NAME, lang)
    Table.new(TWO, name=NAME).close()
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    form = panel.setup()
    assert form is not None and form.note == worded(TableFileError("there", path=str(table_file(NAME))), lang)
    panel.handle({"type": "roll"})
    assert panel.screen().note == load_phrases(lang).say("files", "none-open")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("own", "key"), [({"name": " ", "type": "monster"}, "own-name"), ({"name": "Gargoyle", "type": "statue"}, "own-type")]
)
def test_a_card_that_is_in_no_list_needs_a_name_and_a_type(own: dict[str, str], key: str, lang: str) -> None:
    panel = at_a_card(lang)
    before = panel.table.state if panel.table else None
    panel.handle({"type": "hand", "own": own})
    assert panel.screen().note == load_phrases(lang).say("errors", f"table.{key}")
    assert panel.table is not None and panel.table.state == before


def at_a_card(lang: str) -> TableController:
    return TableController(played(Table.new(TWO, lang=lang), 3, "clockwise"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(lang: str) -> None:
    table = Table.new(TWO, name=NAME, lang=lang, dice="virtual", cards="virtual")
    panel = TableController(table)
    limit = table._history.journal._link.execute
    limit(f"PRAGMA max_page_count = {limit('PRAGMA page_count').fetchone()[0]}")
    told = worded(TableFileError("unwritable", path=str(table_file(NAME))), lang)
    for _ in range(400):
        before, message = table.state, pressed_first(table)
        panel.handle(message)
        if panel.screen().note == told:
            break
    assert panel.screen().note == told and table.state == before
    limit("PRAGMA max_page_count = 1000000")
    panel.handle(message)
    assert panel.screen().note != told and table.state != before and Table.open(NAME).state == table.state


def pressed_first(table: Table) -> dict[str, Any]:
    if table.ask.chance:
        return {"type": "roll", "ply": table.ask.ply}
    return {"type": "answer", "ply": table.ask.ply, "key": table.ask.open()[0]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_another_program_writes_is_told_while_playing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = TableController(played(Table.new(TWO, name=NAME, lang=lang), 3))
    assert panel.table is not None
    panel.table._history.journal._link.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(table_file(NAME), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    press = {"type": "answer", "ply": panel.table.ask.ply, "key": "clockwise"}
    panel.handle(press)
    assert panel.screen().note == worded(TableFileError("busy", path=str(table_file(NAME))), lang) and len(panel.table.lines) == 1
    other.execute("ROLLBACK")
    other.close()
    panel.handle(press)
    assert panel.screen().note == "" and len(panel.table.lines) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_taken_back_elsewhere_cannot_be_held_on_to(lang: str) -> None:
    panel = at_a_card(lang)
    assert panel.table is not None
    panel.handle({"type": "hold-on", "n": 2})
    panel.table.undo()
    panel.table.undo()
    panel.handle({"type": "answer", "key": "anticlockwise"})
    assert panel.screen().note == load_phrases(lang).say("errors", "table.stale")
    assert panel.table.lines == ()


def test_nothing_to_rescue(tmp_path: Path) -> None:
    (tmp_path / "t.talisman").write_bytes(HEADER + b"\0" * 200)
    with pytest.raises(TableFileError) as told:
        rescued(tmp_path / "t.talisman")
    assert told.value.key == "lost" and "backup" in str(told.value)


def test_python_reads_the_english_phrase_and_the_cause() -> None:
    """One definition of each sentence; what SQLite said stays in the trace."""
    table_file(NAME).write_bytes(HEADER + b"\0" * 200)
    with pytest.raises(TableFileError) as told:
        Table.open(NAME)
    assert str(told.value) == worded(told.value, "en") and isinstance(told.value.__cause__, sqlite3.DatabaseError)


def test_every_way_a_table_fails_has_a_phrase_and_every_phrase_is_used() -> None:
    code = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path("talisman_nb").rglob("*.py")))
    raised = {*re.findall(r'TableFileError\(\s*"([a-z-]+)"', code), *TELLS.values()}
    assert raised == set(load_phrases("en").topics["files"])
    known = {error.partition("/")[2] for error in SPOILT}
    assert set(re.findall(r'SetupError\(\s*"([a-z-]+)"', code)) <= known
    assert not re.search(r"TableFileError\(f?['\"][^'\"]* ", code), "a sentence of its own"


def test_a_game_nobody_can_set_up_names_what_python_knows() -> None:
    for wrong, match in ((lambda: new_game([("Ada", "dwarf"), ("Bo", "theif")]), 'did you mean "thief"'), (lambda: new_game([]), "1 to 6")):
        with pytest.raises(SetupError, match=match):
            wrong()
    with pytest.raises(SetupError, match="no figure"):
        edition_table("revised4", {"trophy.gold": 1})


def test_an_own_card_is_an_answer_that_can_be_refused() -> None:
    table = played(Table.new(TWO), 3, "clockwise")
    with pytest.raises(NotAllowedError, match="monster") as refused:
        table.answer("own", own=OwnCard("Gargoyle", "statue"))
    assert "monster" in refused.value.expected
