"""Does a class keep what it said and where it was, over a reload of its page?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from talisman_nb.lessons import LessonError, RunningLesson, lesson, lessons, lines, render_step
from talisman_nb.lessons.lesson import ChooseStep, Count, Predict
from talisman_nb.lessons.moments import MANY, ClassThrow, RaisedHands
from talisman_nb.lessons.shown import bars
from talisman_nb.lessons.teacher import WallPlace, last_place
from talisman_nb.panels.parts import LessonPanel

pytestmark = pytest.mark.usefixtures("own_home")


def given_through(key: str) -> RunningLesson:
    """A lesson whose class predicts, throws other dice than the lesson's, answers and counts, up to its end."""
    running = RunningLesson.of(lesson(key), "it")
    while not running.at_end:
        step = running.step_now
        if isinstance(step, Predict) and not running.now.done:
            running = running.predict(*range(len(step.option), 0, -1))
        elif isinstance(step, Count) and (place := running.counted_place()):
            running = running.count(*[2] * len(running.theory_of(place)))
        if running.dice_asked and not running.now.done:
            running = running.throw(*[1] * running.dice_asked)
        elif isinstance(step, ChooseStep) and not running.now.done:
            running = running.choose("A")
        else:
            running = running.step()
    return running


def at_tally(key: str) -> RunningLesson:
    running = RunningLesson.of(lesson(key), "it")
    while not isinstance(running.step_now, Count):
        running = running.step()
    return running


@pytest.mark.parametrize("key", ["combat", "movement", "probability", "crown"])
def test_the_game_throws_two_thousand_times_beside_the_class(key: str) -> None:
    running = at_tally(key)
    place = running.counted_place()
    assert place
    results = running.theory_of(place)
    running = running.count(*range(1, len(results) + 1))
    many = running.throw_many()
    assert bars(running) == tuple(msgspec.structs.replace(bar, many=0, many_of=0) for bar in bars(many))
    for bar in bars(many):
        assert bar.many_of == MANY and abs(bar.many / MANY - bar.chance) < 0.06, "five deviations of 2,000 throws"
    assert sum(bar.many for bar in bars(many)) == MANY
    assert many.throw_many().many != many.many and many.throws == running.throws
    told = "\n".join(lines(render_step(many), "it"))
    assert str(MANY) in told and str(MANY) not in "\n".join(lines(render_step(running), "it"))
    kept = WallPlace.of(many).resumed(RunningLesson.of(lesson(key), "it"))
    assert kept.many == many.many
    with pytest.raises(LessonError):
        many.page(1).throw_many()


@pytest.mark.parametrize("key", lessons())
def test_a_lesson_that_was_kept_goes_on_as_it_stood(key: str) -> None:
    running = given_through(key)
    kept = msgspec.json.decode(msgspec.json.encode(WallPlace.of(running)), type=WallPlace)
    again = kept.resumed(RunningLesson.of(lesson(key), "it"))
    assert (again.moments, again.hands, again.throws) == (running.moments, running.hands, running.throws)


def test_what_no_step_of_the_lesson_takes_is_left_out() -> None:
    running = given_through("combat")
    wrong: dict[str, Any] = {
        "hands": (RaisedHands((1, 0), (1, 2)), RaisedHands((99, 1), (1,)), RaisedHands(running.hands[0].place, (1,))),
        "throws": (ClassThrow((0, 0), "won"), ClassThrow(running.throws[0].place, "won", 100_000)),
    }
    spoilt = msgspec.structs.replace(WallPlace.of(running), **wrong)
    again = spoilt.resumed(RunningLesson.of(lesson("fate"), "it"))
    assert not again.hands and not again.throws and again.place[0] <= len(lesson("fate").pages) + 1


def test_a_wall_takes_back_what_its_page_has_kept_and_refuses_nothing_else() -> None:
    before = LessonPanel.opened("combat", "it", "2")
    assert before.resumes and not LessonPanel("combat").resumes
    for message in ({"type": "step"}, {"type": "hands", "numbers": [12, 5, 3]}, {"type": "step"}):
        before._receive(None, message, [])
    again = LessonPanel.opened("combat", "it", "2")
    again._receive(None, {"type": "resume", "value": before.kept}, [])
    assert again.content == before.content and again.running.hands == before.running.hands
    again._receive(None, {"type": "resume", "value": "{"}, [])
    assert again.content == before.content
    kept = last_place(lesson("combat"))
    assert kept and kept.hands[0].raised == (12, 5, 3) and "Ada" not in before.kept
