"""Lessons: pages of steps that the engine plays, for a class that predicts first and throws real dice."""

from .check import Problem, problems
from .lesson import Lesson, Page
from .lines import lines
from .moments import Moment
from .reading import LessonError, lesson, lessons, own_lessons, read_lesson
from .running import Running
from .shown import Shown, shown

__all__ = [
    "Lesson",
    "LessonError",
    "Moment",
    "Page",
    "Problem",
    "Running",
    "Shown",
    "lesson",
    "lessons",
    "lines",
    "own_lessons",
    "problems",
    "read_lesson",
    "shown",
]
