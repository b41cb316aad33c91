"""Is a lesson of a teacher's own read, checked, and refused with the line of its mistake?"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from own_lesson import OWN

from talisman_nb.lessons import LessonError, RunningLesson, lessons, problems, render_step
from talisman_nb.lessons.reading import decode_lesson
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.parts import LessonPanel
from talisman_nb.panels.table.controller import TableController
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
PAGE = Path(__file__).resolve().parents[1] / "talisman_nb" / "docs" / "teacher.md"


def test_a_lesson_in_one_language_is_marked_in_the_others() -> None:
    own = decode_lesson(OWN, "gatto", "gatto.toml")
    assert text_in(own.title, "it") == "Il gatto" and text_in(own.title, "pl") == "[it] Il gatto"
    assert not problems(own)


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ('kind = "predict"', 'kind = "predikt"', 16, 'did you mean "predict"'),
        ("minutes = 1", "minutes = 0", 8, "a whole number from 1 to 60"),
        ('says = "L\'Orso"\n', "", 23, "says: missing"),
        ('kind = "situation"', 'kind = "outcomes"', 11, "begins with"),
        ('claim = "won > lost"', "claim = 3", 21, "expected a text"),
        ("[[page]]", "[[pages]]", 1, "[[page]]"),
    ],
)
def test_a_mistake_is_told_with_its_line(old: str, new: str, line: int, expected: str) -> None:
    with pytest.raises(LessonError) as wrong:
        decode_lesson(OWN.replace(old, new), "gatto", "gatto.toml")
    assert wrong.value.fields["path"] == "gatto.toml" and expected in str(wrong.value)
    assert wrong.value.fields["line"] == line, str(wrong.value)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("won < 1/2", "won < lost", "none-true"),
        ("won < 1/2", "won = lost", ""),
        ("won > lost", "won < 2/3", "one-true"),
        ("won > lost", "won is more", "refused"),
        ("won > lost", "asked > 3", "refused"),
        ("won > lost", "if elf, life 2 => won = 1", "refused"),
        ("bear > fight", "bear > sing", "refused"),
        ("on fields-1, bear", "on fields-1, baer", "refused"),
    ],
)
def test_what_only_the_game_can_tell_is_checked(old: str, new: str, key: str) -> None:
    found = problems(decode_lesson(OWN.replace(old, new), "gatto", "gatto.toml"))
    assert [problem.key for problem in found] == ([key] if key else [])
    for problem in found:
        assert problem.told("it") != problem.told("pl")


def test_the_example_of_the_page_is_in_order() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert not problems(decode_lesson(example, "wolf", "wolf.toml"))


def test_whatever_is_changed_in_a_file_is_refused_in_words() -> None:
    whole = OWN + MORE
    written = whole.splitlines()
    for n, line in enumerate(written):
        for new in ("", f"{line}\n{line}", line.replace('"', ""), re.sub(r"[a-z]{4}", "zzzz", line), f"{line} = 1"):
            text = "\n".join((*written[:n], new, *written[n + 1 :]))
            try:
                found = problems(decode_lesson(text, "gatto", "gatto.toml"))
            except LessonError as wrong:
                assert describe_error(wrong, "pl") != describe_error(wrong, "it"), text
            else:
                assert all(problem.told("pl") != problem.told("it") for problem in found), text


def test_an_unknown_rule_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(LessonError, match=r"line 29: rule: .*combat\.win"):
        decode_lesson(OWN + '\n[[page.step]]\nkind = "rule"\nrule = "combat.wun"\n', "gatto", "gatto.toml")


MORE = """
[[page.step]]
kind = "outcomes"

[[page.step]]
kind = "editions"

[[page.step]]
kind = "throw"
dice = [1, 6]
keep = false
"""


def test_outcomes_and_editions_are_shown() -> None:
    own = decode_lesson(OWN.replace("fate 0", "fate 1") + MORE, "gatto", "gatto.toml")
    assert not problems(own)
    running = RunningLesson.of(own, "it").page(1).step().step().step()
    found = render_step(running)
    assert found.outcomes and [row.chance for row in found.outcomes.rows] == [Fraction(1, 6)] * 6
    found = render_step(running := running.step())
    assert found.editions and all((row.run is None) == bool(row.why) for row in found.editions.rows)
    assert render_step(running.throw(1, 6)).question and running.throw(1, 6).now.shown.ask.kind == "result"  # type: ignore[union-attr]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_of_a_table_lists_all_lessons(lang: str, own_home: Path) -> None:
    (own_home / "lessons").mkdir()
    (own_home / "lessons" / "cat.toml").write_text(OWN, encoding="utf-8")
    form = TableController(lang=lang)
    told = form.handle({"type": "lessons"})
    assert told and told["lang"] == lang
    own = ("cat", text_in(decode_lesson(OWN, "cat", "cat.toml").title, lang), 1)
    assert told["lessons"] == [*((key, text_in(one.title, lang), one.minutes) for key, one in lessons().items()), own]
    for key, title, _ in told["lessons"]:
        assert LessonPanel.opened(key, lang).content["title"] == title, "its link opens it"
