"""Is an error of the operating system (a full disk, a path too long) told in words, and no answer half taken?"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from read_aloud import assert_well
from tables import TWO, played

from talisman_nb.panels.setup.setup_form import told_by_name
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table, TableFileError, rescue_table
from talisman_nb.table.file.file_error import system_error
from talisman_nb.table.file.saved_tables import table_file
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

NAME = "Friday"


def pressed_first(table: Table) -> dict[str, Any]:
    if table.ask.chance:
        return {"type": "roll", "ply": table.ask.ply}
    return {"type": "answer", "ply": table.ask.ply, "key": table.ask.open()[0]}


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files by the system")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(lang: str) -> None:
    import resource

    table = Table.new(TWO, name=NAME, lang=lang, dice="virtual", cards="virtual")
    panel = TableController(table)
    told = told_by_name(TableFileError("full", path=str(table_file(NAME))), lang)
    before, message, limits = table.state, pressed_first(table), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (table_file(NAME).stat().st_size + 20, limits[1]))
    try:
        panel.handle(message)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert panel.screen().note == told and table.state == before and Table.open(NAME).state == before
    panel.handle(message)
    assert panel.screen().note != told and table.state != before and Table.open(NAME).state == table.state


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO, errno.ENODEV])
def test_an_error_of_the_system_while_playing_is_no_damage(
    number: int, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(Table.new(TWO, name=NAME, lang=lang), 3)
    panel, before = TableController(table), table_file(NAME).read_bytes()
    press = {"type": "answer", "ply": table.ask.ply, "key": "clockwise"}

    def broken(_: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as broken_disk:
        broken_disk.setattr(os, "fsync", broken)
        panel.handle(press)
    error = system_error(table_file(NAME), OSError(number, ""))
    assert panel.screen().note == told_by_name(error, lang) and error.key != "damaged"
    assert table_file(NAME).read_bytes() == before and len(table.lines) == 1, "the answer is not half taken"
    panel.handle(press)
    assert panel.screen().note == "" and Table.open(NAME).lines == table.lines
    assert_well(describe_error(error, lang))


def test_every_error_of_the_system_has_its_words(tmp_path: Path) -> None:
    for number in sorted(errno.errorcode):
        error = system_error(tmp_path / "t.talisman", OSError(number, os.strerror(number)))
        for lang in LANGUAGES:
            assert_well(describe_error(error, lang))


@pytest.mark.parametrize(
    "use", [Table.open, rescue_table, lambda path: Table.new(TWO, path=path), lambda path: Table.new(TWO).save_as(path)]
)
def test_a_path_too_long_for_the_system_is_told(use: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(TableFileError) as told:
        use(tmp_path / f"{'x' * 300}.talisman")
    assert told.value.key == "name-long"


@pytest.mark.parametrize(
    "name", ["CON", "nul", "com1", "lpt9.old", "a.", ".a", "", "  ", "a/b", "../x", "x" * 300, "\udcff", "a\nb"]
)
def test_names_that_are_no_file_names_somewhere_are_refused(name: str) -> None:
    with pytest.raises(TableFileError) as told:
        table_file(name)
    assert told.value.key in ("name", "name-long", "name-reserved")
    for lang in LANGUAGES:
        describe_error(told.value, lang).encode()
