"""Does the lesson on graphs show what networkx finds, on every board, and what its lists and counts say?"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from editions import PLAYED

import talisman_nb
from talisman_nb.lessons import RunningLesson, lesson, render_step
from talisman_nb.lessons.board_graph import (
    LOOKS,
    WALKS,
    chance_of_staying,
    ends_of_walks,
    last_level,
    long_run,
    look,
    random_walk,
)
from talisman_nb.lessons.lesson import GraphStep
from talisman_nb.lessons.teacher import WallPlace
from talisman_nb.panels.lesson import Wall
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.rules.book import open_book
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

pytestmark = pytest.mark.usefixtures("own_home")
STEP = {"type": "step"}
INTERVALS = [["59", "52", "65"], ["39", "38", "40"], ["20", "11", "28"]]
"""Walks expected on a space with 3, 2 and 1 neighbours, and twice the deviation of their mean on both sides."""


def seen(lang: str = "en") -> Iterator[tuple[GraphStep, int, Wall]]:
    """Every look at the graph that the lesson has, how far it has grown, and what the wall shows."""
    wall = LessonController("graph", lang)
    while not wall.running.at_end:
        shown = wall.handle(STEP)
        if isinstance(wall.running.step_now, GraphStep):
            yield wall.running.step_now, wall.running.now.level, shown


def found_by(code: str, space: str = "village") -> Any:
    """What its line of Python finds, typed as it stands on the wall."""
    known = {"board": talisman_nb.board(), "nx": nx, "random": random.Random(1), "space": space}
    if code.startswith("space ="):
        exec(code, known)
        return known["space"]
    return eval(code, known)


def test_the_line_on_the_wall_finds_what_is_shown() -> None:
    """No list beside a count is longer or shorter than it says."""
    shows = set()
    for step, level, wall in seen():
        found, told = found_by(wall.code), [line.text for line in wall.lines]
        marked = {space.removesuffix(" mark") for space in wall.overlay} - {"edges"}
        counted = [int(n) for n in re.findall(r": (\d+)$", told[0])]
        shows.add(step.shows)
        if step.shows == "edges":
            assert told == [f"Nodes: {found[0]}. Edges: {found[1]}."] and len(marked) == found[0]
        elif step.shows == "search":
            assert {space for space, (n,) in wall.here.items() if n == str(level)} == set(found)
            assert told[0].count(",") == len(found) - 1 and told[1].startswith(
                f"Reached: {len(wall.here) - (level < 12)}"
            )
        elif step.shows == "way":
            assert set(found) == marked and told[0].startswith(f"Steps: {len(found) - 1}.")
            assert told[0].count(" → ") == len(found) - 1
        elif step.shows == "walk":
            assert found in ("fields-1", "fields-6") and told[0].startswith(f"Step {level}: ")
        elif step.shows == "walks":
            board = open_book().board
            if level:
                assert found in marked and sum(int(n) for (n,) in wall.here.values()) == WALKS
                assert [re.sub(r"\D", " ", bar.chance).split() for bar in wall.bars] == INTERVALS
                continue
            assert {*found} == marked and sum(found.values()) == pytest.approx(1)
            assert all(chance == pytest.approx(long_run(board)[space]) for space, chance in found.items())
            assert "3 of 102 ends of edges: 2.9%" in told[0], "how many neighbours make how many percent"
        elif step.shows == "bridges":
            assert len(found) == len(told) - 1 == counted[0]
        else:
            lettered = {space for space, (label,) in wall.here.items() if label.isalpha()}
            assert len(found) == len(told) - 1 == counted[0] and set(found) == lettered
    assert shows == set(LOOKS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_is_shown_in_every_language(lang: str) -> None:
    assert [(wall.code, len(wall.lines), [*wall.overlay]) for _, _, wall in seen(lang)] == [
        (wall.code, len(wall.lines), [*wall.overlay]) for _, _, wall in seen()
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_is_explained_by_a_sentence_of_its_own(lang: str) -> None:
    told = {(step.shows, step.shows == "walks" and level): wall.explained for step, level, wall in seen(lang)}
    assert len(set(told.values())) == len(told) == len(LOOKS) + 1
    assert all(text.endswith(".") and len(text) < 120 and "{" not in text for text in told.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_about_spaces_marks_them_by_their_names(lang: str) -> None:
    wall, named = LessonController("graph", lang), dict[int, set[str]]()
    while not wall.running.at_end:
        shown = wall.handle(STEP)
        if shown.named:
            marks = {key.removesuffix(" mark"): text for key, text in shown.overlay.items() if key.endswith(" mark")}
            for space, text in marks.items():
                assert str(Wording(lang).space(space)) in html.unescape(text)
            named.setdefault(wall.running.place[0], set()).update(marks)
        assert shown.kind != "predict" or shown.named == bool(named.get(wall.running.place[0]))
    assert named == {2: {"sentinel"}, 3: {"village", "oasis"}, 4: {"hills-1"}, 6: {"sentinel", "village"}}


@pytest.mark.parametrize("edition", PLAYED)
def test_every_board_can_be_looked_at(edition: str) -> None:
    book = open_book(edition)
    for shows in LOOKS:
        step = GraphStep(shows=shows, start="village", end="oasis", roll=4)
        for level in range(last_level(step, book.board) + 1):
            found = look(step, book, level, "pl")
            assert found.told and {mark.space for mark in found.marks} <= set(book.board.links)
    assert sum(long_run(book.board).values()) == pytest.approx(1)
    ends = 2 * book.board.links.size()
    assert all(chance_of_staying(book.board, space) * ends == n for space, n in book.board.links.degree)


def test_a_walk_goes_from_neighbour_to_neighbour_and_many_end_as_often_as_expected() -> None:
    board = open_book().board
    way = random_walk(board, "village", 30, 4)
    assert len(way) == 31 and all(board.links.has_edge(*step) for step in pairwise(way))
    assert way == random_walk(board, "village", 30, 4) != random_walk(board, "village", 30, 5)
    came, expected = ends_of_walks(board, "village", 1), long_run(board)
    odd = sum((came[space] - WALKS * expected[space]) ** 2 / (WALKS * expected[space]) for space in board.links)
    assert odd < 85, "chi squared of 48 degrees of freedom: one seed in a thousand"


def test_a_search_grows_by_a_level_with_each_key_and_can_be_gone_back_and_followed() -> None:
    running = RunningLesson.of(lesson("graph"), "it").page(3).step().step()
    levels = []
    while running.place == (3, 1) or not running.now.done:
        running = running.step()
        levels.append((running.now.level, running.now.done))
    assert levels == [(0, False), *((n, n == 12) for n in range(1, 13))]
    back = running.back().back()
    assert back.now.level == 10 and not back.now.done
    there = WallPlace("it", {}, back.place, back.now.done, back.now.level).running(lesson("graph"))
    assert render_step(there) == render_step(back)
    assert WallPlace("it", {}, running.place, True, 12).running(lesson("graph")).now.level == 12


def test_the_end_says_what_each_page_found() -> None:
    """Of a graph its question's figure; of a page that asks nothing what the graph says."""
    running = RunningLesson.of(lesson("graph"), "en")
    while not running.at_end:
        running = running.step()
    told = [line.text for line in render_step(running).told]
    assert (
        len(told) == len(running.lesson.pages) and told[2] == "The shortest way: Number of steps (Village – Oasis): 12"
    )
    assert told[-1].endswith("3 in 102 (3%)")
