"""Can tables that earlier versions saved still be played, with everything that was in them?"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from read_aloud import assert_well
from tables import press_on, virtual

from talisman_nb.panels.setup.setup_form import told_by_name
from talisman_nb.rules import edition
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.edition import FigureRanges, edition_table, figures_told
from talisman_nb.rules.layers import BASE, Layer, find_layer
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.file import stored_book
from talisman_nb.table.file.older_format import OURS, is_older
from talisman_nb.table.file.saved_tables import settings_in, summary
from talisman_nb.table.file.stored_book import RENAMED, pack_book, reopen_book
from talisman_nb.table.records import Settings
from talisman_nb.text.names import LANGUAGES

TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE answers (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, deed INTEGER NOT NULL, by TEXT NOT NULL,
  answer TEXT NOT NULL, sum INTEGER NOT NULL, at REAL NOT NULL);
CREATE TABLE jumps (id INTEGER PRIMARY KEY, what TEXT NOT NULL, origin INTEGER NOT NULL, head INTEGER NOT NULL);
CREATE TABLE definitions (book TEXT PRIMARY KEY, texts BLOB NOT NULL) WITHOUT ROWID;
"""


def as_it_was_saved(table: Table, path: Path) -> None:
    """Write a table as versions before 0.2 did."""
    history, settings = table._history, table.settings
    link = sqlite3.connect(path)
    link.executescript(f"PRAGMA application_id = {int.from_bytes(OURS, 'big')}; PRAGMA user_version = 1; {TABLES}")
    for row in history._rows.values():
        text = msgspec.json.encode(row.answer).decode()
        link.execute(
            "INSERT INTO answers VALUES (?, ?, ?, ?, ?, 0, ?)",
            (row.id, row.parent, row.undo_group, row.by, text, 1000.0 + row.id),
        )
    kept = {
        "settings": msgspec.json.encode(settings).decode(),
        "head": str(history.head),
        "redos": json.dumps(history.redos),
    }
    kept["pending"] = json.dumps([line.id for line in history.pending])
    link.executemany("INSERT INTO kept VALUES (?, ?)", kept.items())
    link.executemany(
        "INSERT INTO jumps (what, origin, head) VALUES ('amend', ?, ?)", [(b, a) for a, b in history.origins.items()]
    )
    link.execute("INSERT INTO definitions VALUES (?, ?)", (settings.book, pack_book(book_of(settings.book))))
    link.commit()
    link.close()


def test_a_table_saved_as_a_database_goes_on_where_it_was(tmp_path: Path) -> None:
    table, file = press_on(virtual(), 60), tmp_path / "Old.talisman"
    line = next(line for line in reversed(table.lines[:-4]) if line.ask.kind == "die" and not line.aside)
    table.amend(line.n, "1" if line.answer.key != "1" else "2")
    press_on(table, 10)
    table.undo()
    table.undo()
    as_it_was_saved(table, file)
    before = file.read_bytes()
    assert is_older(file) and settings_in(file) == table.settings
    shown = summary(file)
    assert shown is not None and shown.people == ("Ada", "Bruno") and shown.round == 0 and file.read_bytes() == before
    again = Table.open(file)
    assert again.lines == table.lines and again.state == table.state and again.settings == table.settings
    assert len(again._history.redos) == 2 and again._history.origins == table._history.origins
    press_on(again, 3)
    assert not is_older(file) and Table.open(file).lines == again.lines
    assert (tmp_path / "Old.talisman.older").read_bytes() == before
    assert sorted(found.name for found in tmp_path.iterdir()) == ["Old.talisman", "Old.talisman.older"]


def test_answers_that_wait_go_on_waiting(tmp_path: Path) -> None:
    table, file = press_on(virtual(), 40), tmp_path / "Old.talisman"
    for line in table.lines:
        if line.ask.kind == "way" and table.amend(line.n, line.ask.open()[-1], try_only=True).remaining:
            table.amend(line.n, line.ask.open()[-1])
            break
    assert table.pending
    as_it_was_saved(table, file)
    again = Table.open(file)
    assert [line.answer for line in again.pending] == [
        line.answer for line in table.pending
    ] and again.state == table.state


def test_the_definitions_of_an_older_table_mean_what_they_meant(tmp_path: Path) -> None:
    """Regions without dice did not say what they allow, and the doubts were no part of what a file keeps."""
    layer, figures = find_layer(BASE), dict(edition_table(BASE))
    board = layer.texts["board.toml"]
    for fact in ("meeting = false", "evading = false", "spells = false", "turning_back = true"):
        assert f"\n{fact}" in board
        board = re.sub(rf"\n{fact}.*", "", board)
    texts = {"edition.json": json.dumps({**figures, "edition.cards": BASE, "edition.board": BASE})}
    texts |= {f"boards/{BASE}.toml": board, "rules/programs/turn.toml": layer.texts["programs/turn.toml"]}
    cards = ("adventure/", "spell/", "stock/", "character/", "form/", "blocks.toml")
    texts |= {f"cards/{BASE}/{path}": text for path, text in layer.texts.items() if path.startswith(cards)}
    settings = Settings(players=(("Ada", "dwarf"), ("Bruno", "thief")), book="revised4:of-an-earlier-version")
    book = reopen_book(tmp_path / "t.talisman", settings, zlib.compress(json.dumps(texts).encode()))
    for space in open_book().board.spaces:
        assert book.card(f"space.{space}").facts == open_book().card(f"space.{space}").facts, space
    assert book.certainty == open_book().certainty and dict(book.table) == figures


@pytest.mark.parametrize(("old", "new"), [pair for pair in RENAMED.items() if not pair[1].isdigit()])
def test_words_of_older_definitions_are_read_under_their_names_of_today(tmp_path: Path, old: str, new: str) -> None:
    layers = [(layer.name, dict(layer.texts)) for layer in open_book().layers]
    assert any(new in text for _, texts in layers for text in texts.values())
    older = [(name, {path: text.replace(new, old) for path, text in texts.items()}) for name, texts in layers]
    settings = Settings(players=(("Ada", "elf"), ("Bruno", "thief")), book="revised4:of-an-earlier-version")
    book = reopen_book(tmp_path / "t.talisman", settings, zlib.compress(json.dumps(older).encode()))
    assert book.programs == open_book().programs


def test_a_figure_that_the_program_has_since_leaves_an_older_table_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer, figure = find_layer(BASE), "death.deal"
    rules = re.sub(r"\n\[death\]\n(\w.*\n)*", "\n", layer.texts["rules.toml"])
    older = Layer(BASE, {**layer.texts, "rules.toml": rules})
    assert figure not in figures_told([older], FigureRanges({}))
    before, since = Book(BASE, {}, [older]), {**edition._base(), figure: 2}
    monkeypatch.setattr(edition, "_base", lambda: since)
    assert Book(BASE, {}, [older]).id == before.id, "the id of a stored book says nothing of figures it did not know"
    settings = Settings(players=(("Ada", "dwarf"), ("Bruno", "thief")), book=before.id)
    assert reopen_book(tmp_path / "t.talisman", settings, pack_book(before)).id == before.id


def test_a_switch_that_the_program_has_since_means_in_an_older_table_what_was_taken_for_granted(tmp_path: Path) -> None:
    layer = find_layer(BASE)
    for dropped in (r"counters_run_out.*\n", r"\[switch\]\n(.*\n)*"):
        older = Layer(BASE, {**layer.texts, "rules.toml": re.sub(dropped, "", layer.texts["rules.toml"])})
        settings = Settings(players=(("Ada", "elf"), ("Bruno", "thief")), book=f"revised4:without {dropped}")
        table = reopen_book(tmp_path / "t.talisman", settings, pack_book(Book(BASE, {}, [older]))).table
        assert table["switch.counters_run_out"] is False and open_book().table["switch.counters_run_out"] is True


# --- real files, made by the code of the commit in their name ---

SAVED = Path(__file__).parent / "saved"
SHOWN: dict[str, Any] = json.loads((SAVED / "shown.json").read_text(encoding="utf-8"))
"""What each showed when it was saved, by its name."""


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(SAVED / f"{name}.talisman", folder))


@pytest.mark.parametrize("name", SHOWN)
def test_a_real_table_of_an_earlier_version_shows_what_it_showed_and_goes_on(name: str, tmp_path: Path) -> None:
    file, shown = copied(name, tmp_path), SHOWN[name]
    before, older = file.read_bytes(), is_older(file)
    table = Table.open(file)
    asked = table.ask
    assert [asked.kind, asked.purpose, asked.seat] == [shown["kind"], shown["purpose"], shown["seat"]]
    figures = [
        [p.name, p.character, p.space, p.life, p.gold, p.fate, p.strength, p.craft, list(p.goods), list(p.spells)]
        for p in table.state.players
    ]
    assert figures == shown["players"] and not table.pending
    assert table.problem is None or table.problem.key == "converted"
    assert older == (tmp_path / f"{name}.talisman.older").exists() and (older or file.read_bytes() == before)
    assert not older or (tmp_path / f"{name}.talisman.older").read_bytes() == before
    press_on(table, 10)
    table.undo()
    press_on(table, 2)
    assert table.problem is None and Table.open(file).lines == table.lines


@pytest.mark.parametrize("old", RENAMED)
def test_every_word_that_was_renamed_has_a_real_table_that_needs_it(
    old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CONTRIBUTING.md says how one is added."""
    others = [pair for pair, key in zip(stored_book._RENAMED, RENAMED, strict=True) if key != old]
    monkeypatch.setattr(stored_book, "_RENAMED", others)
    monkeypatch.setattr(stored_book, "registered_book", lambda id: None)
    refused = []
    for name in SHOWN:
        file = copied(name, tmp_path)
        before = file.read_bytes()
        try:
            Table.open(file).close()
        except TableFileError as error:
            refused.append(error.key)
            assert file.read_bytes() == before and [path.name for path in tmp_path.iterdir()] == [file.name]
        for path in tmp_path.iterdir():
            path.unlink()
    assert set(refused) == {"definitions-unusable"}, "and a file is converted only once it could be read"


def test_the_message_names_the_file_as_it_was_before_its_conversion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = copied(next(name for name in SHOWN if is_older(SAVED / f"{name}.talisman")), tmp_path)
    table = Table.open(file)
    kept = f"{file}.older"
    assert table.problem is not None and table.problem.key == "converted" and kept in str(table.problem)
    table.close()
    monkeypatch.setattr(stored_book, "_RENAMED", [])
    monkeypatch.setattr(stored_book, "registered_book", lambda id: None)
    with pytest.raises(TableFileError, match=re.escape(kept)) as told:
        Table.open(file)
    for lang in LANGUAGES:
        assert_well(told_by_name(told.value, lang))


def test_line_ends_that_were_changed_on_the_way_are_put_right(tmp_path: Path) -> None:
    file = tmp_path / "t.talisman"
    table = press_on(virtual(file), 20)
    table.close()
    written = file.read_bytes()
    changed = written.replace(b"\n", b"\r\n")
    file.write_bytes(changed)
    assert settings_in(file) == table.settings and summary(file) is not None
    again = Table.open(file)
    assert again.lines == table.lines and file.read_bytes() == written
    assert (tmp_path / "t.talisman.older").read_bytes() == changed
