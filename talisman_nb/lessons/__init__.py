"""Lessons: pages of steps that the engine plays, for a class that predicts first and throws real dice."""

from .check import Problem, problems
from .class_files import said_csv, sheet_of, sheets_html, sheets_of
from .lesson import Lesson, LessonError, LessonPage
from .moments import LessonMoment
from .progress import names_given
from .read_through import lines, read_through
from .reading import lesson, lessons, own_lessons, read_lesson
from .running import RunningLesson
from .sheet_page import sheet_html, sheet_name
from .shown import ShownMoment, render_step

__all__ = [
    "Lesson",
    "LessonError",
    "LessonMoment",
    "LessonPage",
    "Problem",
    "RunningLesson",
    "ShownMoment",
    "lesson",
    "lessons",
    "lines",
    "names_given",
    "own_lessons",
    "problems",
    "read_lesson",
    "read_through",
    "render_step",
    "said_csv",
    "sheet_html",
    "sheet_name",
    "sheet_of",
    "sheets_html",
    "sheets_of",
]
