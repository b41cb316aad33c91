"""Does a step go on from what the class threw or chose, and does the wall say so where it can't?"""

from __future__ import annotations

import re

import pytest

from talisman_nb.lessons import RunningLesson, lesson, lessons, render_step
from talisman_nb.lessons.lesson import ChooseStep, Play, SituationStep, TellRule, ThrowStep
from talisman_nb.lessons.reading import decode_lesson
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.lesson import Wall
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.text.names import LANGUAGES

OWN = """
name = "wolf"
title = "The Wolf"
about = "One page"

[[page]]
title = "Who wins?"
minutes = 1

[[page.step]]
kind = "situation"
situation = "dwarf fields-1, fate 1, arrived | thief city | on fields-1, wolf > fight"
text = "A Wolf attacks."

[[page.step]]
kind = "throw"
dice = [2, 5]
keep = false
"""
RULE = """
[[page.step]]
kind = "rule"
rule = "combat.win"
text = "Told of what was thrown."
"""
PLAY = """
[[page.step]]
kind = "play"
answers = ["keep"]
"""


CHOOSE = """
[[page.step]]
kind = "answer"
answer = "fate:0"
"""
ROLL = """
[[page.step]]
kind = "throw"
dice = [6]
"""


def own(text: str) -> RunningLesson:
    return RunningLesson.of(decode_lesson(OWN + text, "wolf", "wolf.toml"), "en").page(1)


def reached(key: str, page: int, kind: type, lang: str = "en") -> RunningLesson:
    """The lesson at the first step of a kind on a page."""
    running = RunningLesson.of(lesson(key), lang).page(page)
    while not isinstance(running.step_now, kind):
        running = running.step()
    return running


def seen(key: str, *presses: tuple[str, object], page: int, lang: str = "en") -> Wall:
    """What the wall shows after presses on a page: a message, and its value or numbers."""
    wall = LessonController(key, lang, page)
    for kind, value in presses:
        more = {"value": value} if isinstance(value, str) else {"numbers": value}
        found = wall.handle({"type": kind, **more})
        assert not found.refused, found.refused
    return wall.screen()


STEP = ("step", "")


# --- going on from what the class did ---


@pytest.mark.parametrize("dice", [(1, 6), (2, 5), (3, 3), (4, 2)])
def test_the_next_question_is_about_the_dice_of_the_class(dice: tuple[int, int]) -> None:
    running = reached("fate", 1, ThrowStep).throw(*dice).step()
    now = render_step(running)
    assert isinstance(running.step_now, ChooseStep) and not now.suppose
    assert [one.score for one in now.sums] == [3 + face for face in dice]
    assert running.now.before is not None and running.now.before.text.endswith(f"{dice[0]} > {dice[1]}")


def test_a_roll_that_the_class_did_not_choose_is_supposed_aloud() -> None:
    kept = reached("combat", 6, ChooseStep).choose("A")
    now = render_step(kept)
    assert any("lost 1 life" in line.text for line in now.told) and [one.score for one in now.sums] == [6, 7]
    asked = kept.step()
    assert render_step(asked).suppose == "Now suppose it had gone otherwise: the answer “Reroll”."
    thrown = asked.throw(5)
    assert not render_step(thrown).suppose and render_step(thrown).sums[0].score == 8
    typed_ahead = kept.throw(5)
    assert render_step(typed_ahead).suppose, "dice typed before the step is seen"
    rerolled = reached("combat", 6, ChooseStep).choose("B").step()
    assert not render_step(rerolled).suppose


def test_as_little_as_possible_is_supposed() -> None:
    """The class threw its own dice and kept them: the reroll begins with those dice, only the choice is another one."""
    running = reached("fate", 1, ThrowStep).throw(1, 6).step().choose("A").step()
    assert isinstance(running.step_now, ThrowStep) and running.now.before is not None
    assert running.now.before.text.endswith("1 > 6 > fate:0")
    assert render_step(running).suppose == "Now suppose it had gone otherwise: the answer “Reroll”."


@pytest.mark.parametrize(("key", "page", "dice"), [("battle", 3, (6, 6)), ("combat", 5, (1, 6)), ("magic", 1, (1, 6))])
def test_the_board_of_a_rule_is_that_of_the_fight_just_seen(key: str, page: int, dice: tuple[int, int]) -> None:
    running = reached(key, page, ThrowStep).throw(*dice)
    rule = running.step()
    assert isinstance(rule.step_now, TellRule) and rule.now.shown == running.now.shown != rule.now.own
    wall = [("throw", dice), STEP]
    before = seen(key, *[STEP] * 3, wall[0], page=page)
    assert seen(key, *[STEP] * 3, *wall, page=page).sheets == before.sheets


def test_going_back_and_beginning_the_page_again_forgets_what_was_thrown() -> None:
    running = reached("fate", 1, ThrowStep).throw(4, 2).step().back().back().back()
    assert running.place == (1, 1) and render_step(running.step().step().step()).sums[0].score == 5
    again = reached("fate", 1, ThrowStep).throw(4, 2).page_again().step().step().step().step().step()
    assert isinstance(again.step_now, ChooseStep) and not render_step(again).suppose
    assert again.now.before is not None and again.now.before.text.endswith("2 > 5")


# --- a lesson of one's own ---


def test_what_a_text_rests_on_decides_whether_it_goes_on() -> None:
    plain = own(RULE).throw(6, 1).step()
    assert not render_step(plain).suppose
    held = own(RULE.replace('"combat.win"', '"combat.win"\nholds = ["score of dwarf = 5"]'))
    assert render_step(held.throw(6, 1).step()).suppose and not render_step(held.throw(2, 1).step()).suppose
    of_its_dice = own(RULE.replace("Told of what", "With a 2 it"))
    assert (
        render_step(of_its_dice.throw(6, 1).step()).suppose
        and not render_step(of_its_dice.step().step().step()).suppose
    )


def test_another_question_is_not_answered_in_place_of_the_one_meant() -> None:
    lost = own(PLAY).throw(1, 6).step()
    assert not render_step(lost).suppose and any("lost" in line.text for line in render_step(lost).told)
    answered = own(CHOOSE + ROLL).step().step().step().choose("keep").step()
    assert render_step(answered).suppose and [one.score for one in render_step(answered).sums] == [None, 7]


# --- what a page shows till it ends ---


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("one", lessons().values(), ids=lambda one: one.key)
def test_the_setting_stands_above_every_step_and_no_prompt_before_the_answer(one: object, lang: str) -> None:
    wall = LessonController(one.key, lang)  # type: ignore[attr-defined]
    while wall.running.place[0] <= len(wall.running.lesson.pages):
        now, step, page = wall.screen(), wall.running.step_now, wall.running.page_now
        if page and isinstance(step, SituationStep):
            assert (now.setting, now.question) == ("", "")
        elif page:
            assert now.setting == wall.running.said(page.steps[0].text)
            assert not (now.kind == "predict" and now.question)
        assert wall.running.now.shown is None or wall.running.now.shown.ask.kind != "close" or not now.question
        wall.handle({"type": "step"})


def test_a_page_that_announces_its_dice_plays_them_by_itself() -> None:
    for key, page, dice in (("combat", 3, ("4", "4")), ("graph", 4, ("3",))):
        steps = lesson(key).pages[page - 1].steps
        assert [step.answers for step in steps if isinstance(step, Play)] == [dice]
        assert not any(isinstance(step, ThrowStep) for step in steps)
    now = seen("combat", STEP, STEP, STEP, page=3)
    assert [one.score for one in now.sums] == [7, 7] and "Stand-off" in now.lines[0].text


def test_a_roll_without_a_sum_shows_its_face_then_a_sentence() -> None:
    now = seen("movement", STEP, STEP, STEP, STEP, ("throw", (6,)), page=2)
    assert now.thrown == (6,) and len(now.lines) == 1 and not now.question and not now.text
    played = seen("graph", STEP, STEP, STEP, page=4)
    assert played.thrown == (3,)
    assert not seen("combat", STEP, ("throw", (4, 2)), page=1).thrown


# --- sums of which one die counts ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_die_that_does_not_count_is_not_a_summand(lang: str) -> None:
    to_come = seen("battle", STEP, STEP, STEP, page=1, lang=lang).sums[0]
    assert [(block.n, block.beside) for block in to_come.blocks] == [(4, ()), (0, (0,))]
    thrown = seen("battle", STEP, STEP, STEP, ("throw", (2, 5, 4)), page=1, lang=lang).sums[0]
    assert [(block.n, block.beside) for block in thrown.blocks] == [(4, ()), (5, (2,))]
    assert sum(block.n for block in thrown.blocks) == thrown.score == 9
    assert thrown.blocks[1].name == to_come.blocks[1].name != seen("battle", STEP, STEP, page=1).title
    told = render_step(reached("battle", 1, ThrowStep)).sums[0].told()
    assert told == "4 (Strength) + better die"


# --- titles, outcomes, hands ---


def test_a_title_does_not_tell_the_answer() -> None:
    """No true option has its words in the title of its page."""
    for one in lessons().values():
        for number, page in enumerate(one.pages, 1):
            running = RunningLesson.of(one, "en").page(number).step()
            while running.place[0] == number:
                if running.step_now and running.step_now.kind == "predict" and not running.now.done:
                    title = set(re.findall(r"\w{3,}|\d", text_in(page.title, "en").casefold()))
                    now = render_step(running.step())
                    (true,) = [choice.says for choice in now.choices if choice.true]
                    others = " ".join(choice.says for choice in now.choices if not choice.true).casefold()
                    given = {word for word in title if word in true.casefold() and word not in others}
                    assert not given - {"the", "and"}, f"{one.key} {number}: {text_in(page.title, 'en')} / {true}"
                running = running.step()


def test_an_outcome_is_told_apart_from_what_follows() -> None:
    lines = seen("graph", STEP, STEP, STEP, STEP, STEP, page=4).lines
    assert lines[0].label == "Clockwise: Crags" and lines[0].text == "The Dwarf moved to the Crags."
    assert all(line.label and not line.text.startswith(line.label) for line in lines)


def test_a_hand_too_many_is_taken_back() -> None:
    once = seen("combat", STEP, ("hand", "a"), ("hand", "b"), ("hand", "b"), ("hand-back", "b"), page=2)
    assert [choice.hands for choice in once.choices] == [1, 1, 0]
    wall = LessonController("combat", "en", 2)
    for kind, value in (STEP, ("hand", "a"), ("hand-back", "a"), ("hand-back", "a")):
        wall.handle({"type": kind, "value": value})
    assert not wall.running.hands, "nobody's hand is no prediction"


def test_the_rule_shown_answers_the_question_about_a_second_fate() -> None:
    now = seen("fate", STEP, STEP, STEP, page=3)
    assert now.rule is not None and now.rule.rules == "fate.reroll" and "can't be rerolled" in now.rule.text
