"""If a table can't be opened or begun, is it said in four languages what is wrong, what was expected, what to do?"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import portalocker
import pytest
from read_aloud import ENGLISH, assert_well
from tables import TWO, played

from talisman_nb.engine import new_game
from talisman_nb.model import UserError
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.setup.setup_form import told_by_name
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.layers import SetupError, SetupErrorKey
from talisman_nb.table import Table, TableFileError, rescue_table
from talisman_nb.table.file import game_log
from talisman_nb.table.file.saved_tables import table_file
from talisman_nb.table.records import FORMAT, HEADER, MAGIC
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")

PLAYERS = [{"name": "Ada", "character": "dwarf"}, {"name": "Bruno", "character": "thief"}]
NAME = "Friday"


def rewritten(change: Callable[[str], str]) -> Callable[[pytest.MonkeyPatch], None]:
    """A saved table in which something else is written, the checksums being right."""

    def done(_: pytest.MonkeyPatch) -> None:
        header, *lines = table_file(NAME).read_bytes().splitlines(keepends=True)
        contents = [change(line[9:-1].decode()).encode() for line in lines]
        table_file(NAME).write_bytes(
            header + b"".join(b"%08x %b\n" % (zlib.crc32(content), content) for content in contents)
        )

    return done


def overwritten(content: bytes) -> Callable[[pytest.MonkeyPatch], None]:
    def done(_: pytest.MonkeyPatch) -> None:
        table_file(NAME).write_bytes(content)

    return done


def torn(_: pytest.MonkeyPatch) -> None:
    data = bytearray(table_file(NAME).read_bytes())
    data[-200:-100] = b"\xff" * 100
    table_file(NAME).write_bytes(data)


def cut_to_header(_: pytest.MonkeyPatch) -> None:
    table_file(NAME).write_bytes(HEADER)


def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = table_file(NAME).open("rb")
    portalocker.lock(busy, portalocker.LOCK_EX)
    monkeypatch.setattr(game_log, "PATIENCE", 0.0)
    monkeypatch.setattr(game_log, "busy", busy, raising=False)  # kept open until the test ends


def another_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's definitions are no longer those of the table."""
    import talisman_nb.table.file.stored_book as stored_book

    book = stored_book.open_book("revised4", {"trophy.strength": 3})
    monkeypatch.setattr(stored_book, "registered_book", lambda id: None)
    monkeypatch.setattr(stored_book, "open_book", lambda *given: book)


def with_another_book(change: Callable[[str], str]) -> Callable[[pytest.MonkeyPatch], None]:
    def done(monkeypatch: pytest.MonkeyPatch) -> None:
        rewritten(change)(monkeypatch)
        another_book(monkeypatch)

    return done


def another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    import talisman_nb.table.file.stored_book as stored_book

    another_book(monkeypatch)
    real = stored_book.Book.__init__

    def initialised(book: Any, *given: Any) -> None:
        real(book, *given)
        book.id = "revised4:something-else"

    monkeypatch.setattr(stored_book.Book, "__init__", initialised)


def changed(old: str, new: str) -> Callable[[pytest.MonkeyPatch], None]:
    return rewritten(lambda content: content.replace(old, new))


def an_older_file(_: pytest.MonkeyPatch) -> None:
    """A database of an older version of the program with nothing in it."""
    table_file(NAME).write_bytes((b"SQLite format 3\0" + b"\0" * 52 + b"TALN").ljust(200, b"\0"))


SPOILT: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "files/foreign": overwritten(b"once upon a time"),
    "files/newer": overwritten(MAGIC + b"%d\n" % (FORMAT + 1)),
    "files/older": an_older_file,
    "files/busy": locked,
    "files/damaged": torn,
    "files/lost": cut_to_header,
    "files/unreadable": changed('"round":1', '"round":"first"'),
    "files/answer-missing": changed('"first":2', '"first":3'),
    "files/definitions-missing": with_another_book(
        lambda content: re.sub('"definitions":"[^"]*"', '"definitions":""', content)
    ),
    "files/definitions-unusable": with_another_book(
        lambda content: re.sub('"definitions":"[^"]*"', '"definitions":"AAAA"', content)
    ),
    "files/definitions-changed": another_digest,
    "setup/switch-unknown": changed('"house":{}', '"house":{"trophy.gold":3}'),
    "setup/switch-value": changed('"house":{}', '"house":{"trophy.strength":"many"}'),
    "setup/switch-range": changed('"house":{}', '"house":{"setup.most":12}'),
    "setup/edition-unknown": changed('"edition":"revised4"', '"edition":"fifth"'),
    "setup/figure-unknown": changed('"thief"', '"astronaut"'),
    "setup/figure-twice": changed('"thief"', '"dwarf"'),
    "setup/player-name": changed('"Ada"', '" "'),
    "setup/players-many": changed('"players":[', '"players":[' + '["X","elf"],' * 5),
}
"""What can have become of a saved table, by the phrase that tells it."""


def said(error: UserError, lang: str) -> re.Pattern[str]:
    """The note of an error: its phrase with whatever fills it."""
    phrase = load_phrases(lang).raw(error.topic, error.key)
    whole = re.split(r"\{[^}]*\}|\[.*?\]", phrase)
    return re.compile(".*".join(map(re.escape, whole)), re.DOTALL)


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", SPOILT)
def test_a_table_that_cannot_be_opened_says_why_and_what_to_do(
    key: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(Table.new(TWO, name=NAME, lang=lang), 3, "clockwise", "wolf").close()
    SPOILT[key](monkeypatch)
    before = table_file(NAME).read_bytes()
    with pytest.raises(UserError) as told:
        Table.open(NAME)
    error = told.value
    assert f"{error.topic}/{error.key}" == key
    form = controller_for(NAME, lang).setup()
    panel = controller_for("", lang)
    panel.handle({"type": "open", "name": NAME})
    opened = panel.setup()
    assert form is not None and opened is not None and form.note == opened.note == told_by_name(error, lang)
    assert str(table_file(NAME)) not in form.note and (NAME in form.note) == ("path" in error.fields)
    assert said(error, lang).fullmatch(form.note) and len(form.note.split(" ")) > 4
    assert_well(form.note)
    assert table_file(NAME).read_bytes() == before, "the file is left as it is"
    assert lang == "en" or not english(error, form.note)


def english(error: UserError, note: str) -> list[str]:
    """English words of a note that came neither from a path nor from what somebody typed."""
    for field in error.fields.values():
        note = note.replace(str(field), "")
    return ENGLISH.findall(note)


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("a/b", "name"),
        ("Fryday", "unknown"),
        ("elsewhere.talisman", "unknown"),
        ("x" * 300, "name-long"),
        ("CON", "name-reserved"),
    ],
)
def test_a_name_that_is_no_table(name: str, key: str, lang: str) -> None:
    Table.new(TWO, name=NAME).close()
    panel = controller_for("", lang)
    panel.handle({"type": "open", "name": name} if key != "name" else {"type": "open", "name": "a:b"})
    form = panel.setup()
    assert form is not None and said(TableFileError(key, **dict.fromkeys(FIELDS, "")), lang).match(form.note), form.note
    if key == "name":
        named = controller_for(name, lang).setup()
        assert named is not None and name in named.note and named.note.split()[0] == form.note.split()[0]
    if name == "Fryday":
        assert form.note.count(NAME) == 2, "the nearest one, and all there are"


FIELDS = ("path", "name", "signs", "near", "known", "code", "most")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_taken_meanwhile_and_a_table_closed_meanwhile(lang: str) -> None:
    panel = controller_for(NAME, lang)
    Table.new(TWO, name=NAME).close()
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    form = panel.setup()
    assert form is not None and form.note == told_by_name(TableFileError("there", path=str(table_file(NAME))), lang)
    panel.handle({"type": "roll"})
    assert panel.screen().note == load_phrases(lang).say("files", "none-open")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_another_program_writes_is_told_while_playing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = TableController(played(Table.new(TWO, name=NAME, lang=lang), 3))
    assert panel.table is not None
    locked(monkeypatch)
    press = {"type": "answer", "ply": panel.table.ask.ply, "key": "clockwise"}
    panel.handle(press)
    assert (
        panel.screen().note == told_by_name(TableFileError("busy", path=str(table_file(NAME))), lang)
        and len(panel.table.lines) == 1
    )
    game_log.busy.close()  # type: ignore[attr-defined]
    panel.handle(press)
    assert panel.screen().note == "" and len(panel.table.lines) == 2


def test_nothing_to_rescue(tmp_path: Path) -> None:
    (tmp_path / "t.talisman").write_bytes(HEADER + b"\0" * 200)
    with pytest.raises(TableFileError) as told:
        rescue_table(tmp_path / "t.talisman")
    assert told.value.key == "lost" and "backup" in str(told.value)


def test_python_reads_the_english_phrase_and_the_cause() -> None:
    """One definition of each sentence; what the system said stays in the trace."""
    an_older_file(pytest.MonkeyPatch())
    with pytest.raises(TableFileError) as told:
        Table.open(NAME)
    assert str(told.value) == describe_error(told.value, "en") and isinstance(
        told.value.__cause__, sqlite3.DatabaseError
    )


def test_every_reason_that_keeps_a_game_from_being_set_up_is_tried() -> None:
    tried = {key.partition("/")[2] for key in SPOILT if key.startswith("setup/")}
    assert set(get_args(SetupErrorKey)) - tried == {
        "characters-few",
        "characters-none",
        "players-few",
        "supply-few",
        "too-many-layers",
    }, "a saved table has at least one player, few layers, and as many characters and gold as it began with"


def test_a_game_nobody_can_set_up_names_what_python_knows() -> None:
    for wrong, match in (
        (lambda: new_game([("Ada", "dwarf"), ("Bo", "theif")]), 'did you mean "thief"'),
        (lambda: new_game([]), "1 to 6"),
    ):
        with pytest.raises(SetupError, match=match):
            wrong()
    with pytest.raises(SetupError, match="no figure"):
        edition_table("revised4", {"trophy.gold": 1})
