"""Does every lesson play to its end, with one true option a prediction, in four languages and with few inputs?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec
import pytest
from read_aloud import english_in

from talisman_nb.engine import NotAllowedError
from talisman_nb.lessons import Lesson, LessonError, RunningLesson, lesson, lessons, lines, problems, render_step
from talisman_nb.lessons.lesson import ChooseStep, Count, Predict, SituationStep, ThrowStep
from talisman_nb.lessons.texts import text_in
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
ALL = pytest.mark.parametrize("one", lessons().values(), ids=lambda one: one.key)
LONGEST = 200
"""Letters of a text: more can't be read from the last row of a class."""
MOST_INPUTS = 60
OFTEN = 3
"""How often dice are thrown where they are counted."""


def texts(value: object) -> Iterator[CaseWords]:
    """Every text of a lesson, wherever it stands."""
    if isinstance(value, CaseWords):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)


def given(one: Lesson, lang: str = "it") -> Iterator[RunningLesson]:
    """A lesson given as a class does: hands for every question, dice for every throw, a typed tally."""
    running, counted = RunningLesson.of(one, lang), set[tuple[int, int]]()
    yield running
    while not running.at_end:
        step, at = running.step_now, running.place
        ahead = (
            running.page_now.steps[at[1] + 1] if running.page_now and at[1] + 1 < len(running.page_now.steps) else None
        )
        if isinstance(step, Predict) and not running.now.done:
            running = running.predict(*(7 + n for n in range(len(step.option))))
            yield running
            running = running.step()
        elif isinstance(ahead, ThrowStep) and running.now.done and not isinstance(step, ThrowStep):
            later = running.page_now.steps[at[1] + 1 :] if running.page_now else ()
            for _ in range(OFTEN if any(isinstance(one, Count) for one in later) else 1):
                running = running.throw(*ahead.dice)
                yield running
            continue
        elif isinstance(step, ChooseStep) and not running.now.done:
            running = running.choose("A")
        elif isinstance(step, Count) and at not in counted:
            counted.add(at)
            running = running.count(*(1 for _ in render_step(running).bars))
        else:
            running = running.step()
        yield running


# --- the lessons of the program ---


@ALL
def test_every_page_plays_with_exactly_one_true_option(one: Lesson) -> None:
    assert not [f"page {p.page}, step {p.step + 1}: {p.told('en')}" for p in problems(one)]


@ALL
def test_every_text_is_short_and_of_its_language(one: Lesson) -> None:
    for words in texts(one):
        for lang in LANGUAGES:
            text = text_in(words, lang)
            assert text and len(text) <= LONGEST, f"{lang}: {text}"
            assert not re.match(r"\[..\]", text), f"missing in {lang}: {text}"
            if lang != "en" and len(re.findall(r"[a-z]{3,}", text)) > 2:
                assert text != text_in(words, "en"), f"{lang}: {text}"


@ALL
@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_told_in_every_language(one: Lesson, lang: str) -> None:
    running = RunningLesson.of(one, lang)
    while not running.at_end:
        running = running.step()
        told = [line for line in lines(render_step(running), lang) if " | " not in line and not line.startswith(">>> ")]
        assert told
        if lang != "en":
            assert not [line for line in told if english_in(re.sub(r"\[[^]]*\]|^\d+\. .*", "", line), lang)], told


@ALL
def test_a_lesson_takes_few_inputs(one: Lesson) -> None:
    *_, last = given(one)
    assert last.at_end and last.inputs <= MOST_INPUTS, last.inputs


@ALL
def test_a_lesson_opens_at_every_page(one: Lesson) -> None:
    for number in range(1, len(one.pages) + 1):
        running = RunningLesson.of(one).page(number)
        assert running.place == (number, 0) and isinstance(running.step_now, SituationStep)


@ALL
def test_answers_are_not_told_before_they_are_shown(one: Lesson) -> None:
    asked = 0
    for running in given(one):
        if isinstance(running.step_now, Predict) and not running.now.done:
            now = render_step(running)
            assert not now.figures and all(choice.true is None for choice in now.choices)
            assert sum(choice.true is True for choice in render_step(running.step()).choices) == 1
            asked += 1
    assert asked


def test_each_lesson_has_a_name_of_its_own_in_every_language() -> None:
    for lang in LANGUAGES:
        names = [text_in(one.name, lang) for one in lessons().values()]
        assert len(set(names)) == len(names)
        assert all(lesson(name).key == one.key for name, one in zip(names, lessons().values(), strict=True))


# --- combat, as a class has it ---


def test_the_figures_of_combat_are_those_of_36_throws() -> None:
    running = RunningLesson.of(lesson("combattimento"), "it").page(2).step().predict("C").step()
    assert render_step(running).figures == (
        "vittoria: 15 su 36 (42%)",
        "stallo: 6 su 36 (17%)",
        "sconfitta: 15 su 36 (42%)",
    )
    assert [choice.true for choice in render_step(running).choices] == [False, False, True]
    sword = RunningLesson.of(lesson("combat"), "en").page(4).step().step().step()
    both = render_step(sword).beside
    assert both and [row.first for row in both.rows] == [True, *(False for _ in both.rows[1:])]
    chances = [[cell.chance for cell in row.cells] for row in both.rows if row.cells[0].chance is not None]
    assert chances == [
        [Fraction(15, 36), Fraction(21, 36)],
        [Fraction(6, 36), Fraction(5, 36)],
        [Fraction(15, 36), Fraction(10, 36)],
    ]


def test_a_fight_is_shown_as_its_sums_with_the_rule() -> None:
    now = render_step(RunningLesson.of(lesson("combat"), "it").page(1).throw(4, 2))
    assert [one.told() for one in now.sums] == ["3 (Forza) + 4 (dado) = 7", "3 (Forza) + 2 (dado) = 5"]
    assert any("combat.win" in line.rules for line in now.told)


@ALL
def test_the_blocks_of_a_sum_add_up(one: Lesson) -> None:
    for running in given(one):
        for told in render_step(running).sums:
            to_come = any(block.die and not block.n for block in told.blocks)
            assert (told.score is None) == to_come, told
            assert to_come or sum(block.n for block in told.blocks if block.counts) == told.score, told


def test_of_two_dice_the_one_that_counts_is_added() -> None:
    now = render_step(RunningLesson.of(lesson("battle"), "en").page(1).step().step().throw(2, 5, 4))
    assert [one.told() for one in now.sums] == ["4 (Strength) + 5 (die) = 9", "3 (Strength) + 4 (die) = 7"]


def test_a_second_throw_keeps_the_die_that_lies() -> None:
    now = render_step(RunningLesson.of(lesson("combat"), "en").page(6).step().step().step().choose("fate:0").throw(5))
    assert [one.told() for one in now.sums] == ["3 (Strength) + 5 (die) = 8", "3 (Strength) + 4 (die) = 7"]


def test_throws_of_the_class_are_counted_beside_the_chances() -> None:
    running = RunningLesson.of(lesson("combat"), "en").page(2).step().step()
    running = running.throw(6, 1).throw(2, 2).throw(1, 6).step()
    assert isinstance(running.step_now, Count)
    bars = render_step(running.count(8, 3, 6)).bars
    assert [(bar.name, bar.n, bar.of, bar.chance) for bar in bars] == [
        ("won", 9, 20, Fraction(5, 12)),
        ("stand-off", 4, 20, Fraction(1, 6)),
        ("lost", 7, 20, Fraction(5, 12)),
    ]


def test_a_throw_of_the_class_does_not_change_where_the_lesson_goes_on() -> None:
    one = lesson("combat")
    for number, page in enumerate(one.pages, 1):
        for at, step in enumerate(page.steps):
            if isinstance(step, ThrowStep):
                before = RunningLesson.of(one).page(number)
                while before.place[1] + 1 < at or not before.now.done:
                    before = before.step()
                assert before.throw(*(1 for _ in step.dice)).now.own == before.throw(*(6 for _ in step.dice)).now.own


def test_going_back_keeps_what_the_class_has_said() -> None:
    running = RunningLesson.of(lesson("combat"), "en").page(2).step().predict("A")
    assert running.step().back().hands == running.hands and running.back().place == (2, 0)
    assert running.page_again().place == (2, 0) and not running.restart().hands
    assert RunningLesson.of(lesson("combat")).back().place == (0, 0)


def test_predictions_come_again_at_the_end() -> None:
    running = RunningLesson.of(lesson("combat"), "en").page(2).step().predict(12, 5, 3).step().page(8)
    while not running.at_end:
        running = running.step()
    (kept,) = render_step(running).predictions
    assert [(hands, true) for _, hands, true in kept.options] == [(12, False), (5, False), (3, True)]
    assert not kept.right and running.step() == running


def test_figures_have_the_names_of_the_class() -> None:
    running = RunningLesson.of(lesson("combat"), "it", {"dwarf": "Gina"}).page(2).step().step().throw(6, 1)
    assert any("Gina" in line.text for line in render_step(running).told)


@pytest.mark.parametrize(
    ("at", "entry", "key"),
    [
        ((1, 0), lambda running: running.predict("A"), "not-now"),
        ((2, 1), lambda running: running.predict("D"), "hands"),
        ((2, 1), lambda running: running.predict("1", "x", "3"), "hands"),
        ((2, 1), lambda running: running.predict(1, 2), "hands"),
        ((2, 1), lambda running: running.throw(1, 2), "not-now"),
        ((2, 2), lambda running: running.throw(1, 7), "dice"),
        ((2, 2), lambda running: running.throw(1), "dice"),
        ((2, 3), lambda running: running.count(1, 2), "counts"),
        ((2, 0), lambda running: running.page(9), "page-unknown"),
        ((2, 0), lambda running: running.choose("A"), "not-now"),
    ],
)
def test_a_wrong_entry_says_what_is_expected(at: tuple[int, int], entry: object, key: str) -> None:
    running = RunningLesson.of(lesson("combat")).page(at[0])
    while running.place[1] < at[1]:
        running = running.step()
    with pytest.raises(LessonError) as refused:
        entry(running)  # type: ignore[operator]
    assert refused.value.key == key


def test_an_answer_that_is_not_open_is_refused_with_what_is() -> None:
    running = RunningLesson.of(lesson("combat")).page(6).step().step().step()
    assert [choice.letter for choice in render_step(running).choices] == ["A", "B"]
    with pytest.raises(NotAllowedError):
        running.choose("evade")
