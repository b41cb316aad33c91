"""Does the command list, give and check lessons in the language asked for?"""

from __future__ import annotations

from pathlib import Path

import pytest
from own_lesson import OWN

from talisman_nb.app import cli
from talisman_nb.lessons import lesson, lessons
from talisman_nb.lessons.reading import lessons_folder
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.lesson.lesson_controller import LessonController

pytestmark = pytest.mark.usefixtures("own_home")


def test_the_command_lists_lessons_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    lessons_folder().mkdir(parents=True)
    (lessons_folder() / "gatto.toml").write_text(OWN, "utf-8")
    assert cli.main(["lesson", "--lang", "it"]) == 0
    told = capsys.readouterr().out
    assert all(text_in(one.title, "it") in told for one in lessons().values()) and "Il gatto" in told
    assert cli.main(["lesson", "combattimennto", "--lang", "it"]) == 1
    assert "combattimento" in capsys.readouterr().err


def test_the_command_gives_a_lesson(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["", "9 9", "4 2", "p2", "", "12 5 3", "", "", "6 1", "", "8 3 8", "x", "<", "quit"]
    monkeypatch.setattr("builtins.input", lambda prompt: typed.pop(0))
    assert cli.main(["lesson", "combattimento", "--lang", "it"]) == 0
    told = capsys.readouterr()
    assert "3 (Forza) + 4 (dado) = 7" in told.out and "15 su 36" in told.out and "9 su 20" in told.out
    assert told.err.count("\n") == 2 and not typed


def test_notes_are_for_the_teacher_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.main(["lesson", "combat", "--notes", "--lang", "it"]) == 0
    notes = [text_in(page.notes, "it") for page in lesson("combat").pages]
    assert all(note in capsys.readouterr().out for note in notes[:1])
    typed = [""] * 90
    monkeypatch.setattr("builtins.input", lambda prompt: typed.pop(0))
    assert cli.main(["lesson", "combat", "--lang", "it"]) == 0
    told = capsys.readouterr().out
    assert notes and not [note for note in notes if note in told]


def test_the_command_checks_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gatto.toml"
    path.write_text(OWN, "utf-8")
    assert cli.main(["lesson", "--check", str(path), "--lang", "it"]) == 0
    path.write_text(OWN.replace("won < 1/2", "won < lost"), "utf-8")
    assert cli.main(["lesson", "--check", str(path), "--lang", "it"]) == 1
    assert "riga 15" in capsys.readouterr().err
    assert cli.main(["lesson", str(path), "--lang", "it"]) == 1
    assert "riga 15" in capsys.readouterr().err
    path.write_bytes(b"\xff")
    assert cli.main(["lesson", "--check", str(path)]) == 2
    assert cli.main(["lesson", "--check", str(tmp_path / "none.toml")]) == 2


def test_every_mistake_of_a_file_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of its tables, and those of the game on what stands before them; one page is counted as one."""
    file = tmp_path / "gatto.toml"
    file.write_text(OWN, "utf-8")
    assert cli.main(["lesson", "--check", str(file)]) == 0 and "1 page," in capsys.readouterr().out
    wrong = OWN.replace("fields-1, bear", "fields-1, baer").replace('"predict"', '"predikt"').replace("minutes = 1", "")
    file.write_text(wrong + OWN[OWN.index("[[page]]") :].replace("minutes = 1", "minutes = 99"), "utf-8")
    assert cli.main(["lesson", "--check", str(file)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 4 and all(
        any(part in line for line in told) for part in ("minutes: missing", 'mean "predict"', "99", "baer")
    ), told


def test_the_end_says_what_the_pages_were_about(tmp_path: Path) -> None:
    file = tmp_path / "gatto.toml"
    file.write_text(OWN, "utf-8")
    wall = LessonController(str(file), "it")
    for _ in range(4):
        wall.handle({"type": "step"})
    told = [line.text for line in wall.screen().lines]
    assert wall.screen().kind == "end" and told == ["Pagina: vittoria: 15 su 36 (42%)"], "with what they found"
