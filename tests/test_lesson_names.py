"""Do the names of a class stand wherever a lesson names its figures: in texts, questions, answers and on the sheet?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from talisman_nb.app import cli
from talisman_nb.lessons import (
    Lesson,
    LessonError,
    RunningLesson,
    lesson,
    lessons,
    read_through,
    render_step,
    sheet_html,
    sheet_of,
)
from talisman_nb.lessons.progress import figures
from talisman_nb.lessons.reading import decode_lesson
from talisman_nb.lessons.texts import GENITIVE, character_name, text_in
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.names import LANGUAGES

ALL = pytest.mark.parametrize("one", lessons().values(), ids=lambda one: one.key)
NAMES = ("Ada", "Bruno", "Célestine", "Bartłomiej")
OWN = """
name = "lupo"
title = "Il lupo"
about = "Una pagina"

[[page]]
title.it = "{dwarf} contro Lupo"
minutes = 1

[[page.step]]
kind = "situation"
situation = "dwarf fields-1, fate 0, arrived | thief city | on fields-1, wolf > fight"
text.it = "{dwarf:the} incontra il Lupo. Il dado {dwarf:of} decide."
"""


DEATH = re.compile(r"[^\n>]*(?:\\?\[|<span class=\"rules\">)life\.zero.*?(?:\n|</)")
"""A line that says which character of somebody's was killed."""


def named(one: Lesson) -> dict[str, str]:
    return dict(zip(figures(one), NAMES, strict=False))


def texts(value: object) -> Iterator[CaseWords]:
    """Every text of a lesson, wherever it stands."""
    if isinstance(value, CaseWords):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)


@ALL
@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_figure_keeps_its_name_where_the_class_gives_one(one: Lesson, lang: str) -> None:
    names = named(one)
    told = [text_in(words, lang, names) for words in texts(one)] + [str(read_through(one, lang, names))]
    told.append(re.sub(r'<p class="cast">.*?</p>', "", sheet_html(sheet_of(one, lang, names))))
    told = [DEATH.sub("", text) for text in told]
    for character in figures(one):
        stem = character_name(character, lang)  # "Ada · Dwarf" is how the game's questions introduce a player
        left = [found[0] for text in told for found in re.finditer(rf"(?<! · )\b{stem}\w*.*", text)]
        assert not left, left
    assert any(name in text for name in names.values() for text in told)


@ALL
def test_without_names_every_place_is_filled_and_of_its_language(one: Lesson) -> None:
    for words in texts(one):
        for lang in LANGUAGES:
            text = text_in(words, lang)
            assert "{" not in text and text[:1] == text[:1].strip(), text
            forms = re.findall(r"\{[a-z0-9-]+:([a-z]+)\}", getattr(words, lang))
            assert all((form == GENITIVE) == (lang == "pl") for form in forms), (lang, forms)


def test_a_name_takes_the_form_of_its_sentence() -> None:
    own = decode_lesson(OWN, "lupo", "lupo.toml")
    step = own.pages[0].steps[0]
    assert text_in(step.text, "it") == "Il Nano incontra il Lupo. Il dado del Nano decide."
    assert text_in(step.text, "it", {"dwarf": "Ada"}) == "Ada incontra il Lupo. Il dado di Ada decide."
    assert text_in(step.text, "pl", {"dwarf": "Ada"}).startswith("[it] Ada incontra")
    assert text_in(step.text, "pl") == "[it] Il Nano incontra il Lupo. Il dado del Nano decide."
    assert render_step(RunningLesson.of(own, "it", {"dwarf": "Ada"}).page(1)).title == "Ada contro Lupo"


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        (
            "{dwarf} contro",
            "{dwarv} contro",
            7,
            'title: expected a character in the braces of {dwarv} (did you mean "d',
        ),
        ("{dwarf:of}", "{dwarf:off}", 13, '{dwarf:off} (did you mean "of"?)'),
    ],
)
def test_a_wrong_place_is_told_with_its_line(old: str, new: str, line: int, expected: str) -> None:
    with pytest.raises(LessonError) as wrong:
        decode_lesson(OWN.replace(old, new), "lupo", "lupo.toml")
    assert wrong.value.fields["line"] == line and expected in str(wrong.value)


def test_the_wall_the_notes_and_the_terminal_say_the_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = LessonController("combat", "it", 2, "Gina")
    assert wall.screen().title == "Gina contro Orso" and wall.screen().text.startswith("Gina ha Forza 3")
    assert wall.handle({"type": "step"}).choices[0].says == "Gina"
    assert cli.main(["lesson", "combat", "--notes", "--lang", "it", "--names", "Gina"]) == 0
    assert "che Gina può raggiungere" in capsys.readouterr().out
    typed = ["", "quit"]
    monkeypatch.setattr("builtins.input", lambda prompt: typed.pop(0))
    assert cli.main(["lesson", "combat", "--lang", "pl", "--names", "Gina"]) == 0
    assert "Niedźwiedź atakuje gracza Gina." in capsys.readouterr().out
    assert figures(lesson("combat"))[0] == "dwarf"
