"""Does the chronicle of a game say what happened in it: figures, chances, turning points, and nothing hidden?"""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from tables import FOUR, TWO, finished_table, played

from talisman_nb.chronicle.chronicle import FIGURES, chronicle_of, figures, rounds
from talisman_nb.chronicle.fights import FightChances, feared_enemies, fights, tallies, turning_points
from talisman_nb.drawing.plots import Series, draw_steps
from talisman_nb.model import Event
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

pytestmark = pytest.mark.usefixtures("own_home")

SEEDS = [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(3, 30))]
ANSWERS = 500
LIFE = FIGURES.index("life")
REPLACED = {"killed", "enters", "set_by_hand", "put_back", "eliminated", "character_by_hand"}
"""Kinds of events that set lives instead of changing them."""


@cache
def game(seed: int) -> Table:
    """A random game; its answers are the same whenever it is played."""
    dice = random.Random(seed)
    table = Table.new(FOUR, dice="virtual", cards="virtual", spells="known", seed=seed)
    for _ in range(ANSWERS):
        if table.ask.kind == "over":
            break
        if table.ask.chance:
            table.roll()
        else:
            open_ = [option.key for option in table.ask.options if not option.closed] or list(table.ask.open())
            table.answer(dice.choice(open_))
    return table


@pytest.mark.parametrize("seed", SEEDS)
def test_lives_change_by_what_is_told(seed: int) -> None:
    """From the beginning to the last sheet, line by line."""
    table, checked = game(seed), 0
    lives = [each[LIFE] or 0 for each in figures(table.start)]
    for line in table.lines:
        for seat, before in enumerate(lives):
            mine = [event for event in line.events if event.seat == seat]
            change = sum(
                event.n if event.kind in ("gained", "healed") else -event.n
                for event in mine
                if event.kind in ("gained", "healed", "lost", "paid") and event.what == "life"
            )
            lives[seat] = line.after.players[seat].life
            if not any(event.kind in REPLACED for event in mine):
                assert lives[seat] == before + change, (seed, line.n, seat, mine)
                checked += bool(change)
    assert checked > 10
    assert lives == [each[LIFE] or 0 for each in rounds(table.start, table.lines)[-1].seats]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_course_has_every_round_and_ends_with_the_sheets(seed: int) -> None:
    table = game(seed)
    found = rounds(table.start, table.lines)
    assert found[0].seats == figures(table.start) and found[-1].seats == figures(table.state)
    assert [each.round for each in found] == sorted({0, *(line.before.round for line in table.lines)})
    for each in found[1:]:
        assert each.seats == figures(table.lines[each.n - 1].after)


def by_hand(ahead: int, mine: int = 1, theirs: int = 1) -> float:
    """How often a side that is so much ahead wins, if each side counts the best of its dice."""
    throws = list(product(range(1, 7), repeat=mine + theirs))
    return sum(ahead + max(faces[:mine]) > max(faces[mine:]) for faces in throws) / len(throws)


COUNTED = {
    round(by_hand(ahead, mine, theirs), 9)
    for ahead in range(-6, 7)
    for mine, theirs in ((1, 1), (2, 1), (1, 2), (2, 2))
}
"""The chances of all fights in which each side counts the best of one or two dice."""


@pytest.mark.parametrize("seed", SEEDS)
def test_chances_are_those_before_the_dice(seed: int) -> None:
    table, chances = game(seed), FightChances()
    found = list(fights(table.lines))
    told = [event for line in table.lines for event in line.events if event.kind == "fought"]
    assert [fought.event for fought in found] == told and len(told) > 5
    assert chances.reckon(found, len(found)) == 0
    won = [odds.won for fought in found if fought.event.cards and (odds := chances.of(fought))]
    assert {round(float(chance), 9) for chance in won} <= COUNTED
    total = tallies(found, chances, len(FOUR))
    assert sum(each.won for each in total) <= sum(each.fights for each in total)
    against_creatures = [fought for fought in found if fought.event.cards]
    assert sum(each.fights for each in total) == len(against_creatures) + 2 * (len(found) - len(against_creatures))


def test_the_chance_of_a_fight_that_everybody_can_count() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "bear", 6, 1)
    chances = FightChances()
    (fought,) = fights(table.lines)
    chances.reckon([fought], 1)
    odds = chances.of(fought)
    assert odds is not None and float(odds.won) == pytest.approx(by_hand(0))
    (ada, bruno) = tallies([fought], chances, 2)
    assert (ada.fights, ada.won, bruno.fights) == (1, 1, 0) and ada.expected == pytest.approx(15 / 36)


def test_chances_are_reckoned_a_few_at_a_time_and_once() -> None:
    table, chances = game(0), FightChances()
    n = len(list(fights(table.lines)))
    left = [chronicle_of(table, "en", chances, 3).missing for _ in range(n)]
    assert left[:3] == [n - 3, n - 6, n - 9] and left[-1] == 0
    assert chronicle_of(table, "en", chances) == chronicle_of(table, "en", FightChances())


@pytest.mark.parametrize("seed", SEEDS)
def test_turning_points_are_events_of_their_lines(seed: int) -> None:
    table, chances = game(seed), FightChances()
    found = list(fights(table.lines))
    chances.reckon(found, len(found))
    points = turning_points(table.start, table.lines, found, chances)
    assert all(point.event in table.lines[point.n - 1].events for point in points)
    for kind, event_kind in (("death", "killed"), ("form", "became"), ("crown", "crown_reached")):
        told = [event for line in table.lines for event in line.events if event.kind == event_kind]
        assert [point.event for point in points if point.kind == kind] == told
    assert [point.n for point in points] == sorted(point.n for point in points)


def points_of(*events: Event) -> list[str]:
    """The kinds of turning points that these events are, one line each."""
    table = played(Table.new(TWO), 3)
    lines = [table.lines[0]._replace(n=n, events=(event,)) for n, event in enumerate(events, 1)]
    return [point.kind for point in turning_points(table.start, lines, [], FightChances())]


def test_a_talisman_is_known_by_its_type_and_a_region_is_reached_once() -> None:
    assert points_of(Event("taken", 0, card="talisman"), Event("taken", 0, card="sword")) == ["talisman"]
    assert points_of(Event("walked", 0, space="fields-3"), Event("walked", 1, space="ruins")) == [], "they began there"
    moves = [
        Event("crossed", 0, space="hills-3"),
        Event("walked", 0, space="city"),
        Event("crossed", 0, space="runes-1"),
    ]
    assert points_of(*moves) == ["region"]
    assert (
        points_of(*moves, Event("teleported", 1, space="temple"), Event("crossed", 0, space="mines")) == ["region"] * 3
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lives_that_enemies_took_were_lost_in_fights(seed: int) -> None:
    table = game(seed)
    lost = sum(
        event.n for line in table.lines for event in line.events if event.kind == "lost" and event.what == "life"
    )
    found = feared_enemies(table.lines)
    assert found and all(0 < each.lives <= lost for each in found), "one life may be lost to several at once"
    assert [each.lives for each in found] == sorted((each.lives for each in found), reverse=True)
    won = sum(event.kind == "fought" and event.what == "won" for line in table.lines for event in line.events)
    assert sum(each.beaten for each in found) <= won


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chronicle_is_told_in_every_language_with_plots_that_are_pictures(lang: str) -> None:
    told = chronicle_of(game(1), lang, FightChances())
    for plot in (*(course.plot for course in told.courses), told.luck_plot):
        root = ElementTree.fromstring(plot)
        assert root.get("role") == "img" and root.get("aria-label")
    for course in told.courses:
        assert len(course.rounds) == len(course.lines) == len(course.values[0])
    assert all(item.text and item.note and item.n for item in (*told.best, *told.turning, *told.feared))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chronicle_names_no_hidden_spell(lang: str) -> None:
    casters = {"Ada": "wizard", "Bruno": "sorceress", "Carla": "druid", "Dario": "prophetess"}
    table = Table.new(casters, dice="virtual", cards="virtual", spells="known", seed=7, lang=lang)
    wording = Wording(lang, book=book_of(table.state.book))
    held = {str(wording.card(spell)) for player in table.state.players for spell in player.spells}
    panel = TableController(table)
    reply: Any = panel.handle({"type": "chronicle"})
    assert held and not [name for name in held if name in msgspec.json.encode(reply).decode()]


def test_the_winner_is_staged() -> None:
    finished_table("Friday")
    table = Table.open("Friday")
    told = chronicle_of(table, "en", FightChances())
    assert (told.over, told.winner, told.title, told.picture) == (True, 0, "Ada wins", "character.dwarf")
    assert "Dwarf" in told.story


@pytest.mark.parametrize(("edition", "house"), [("revised4", {"switch.temple_life": True}), ("second", {})])
def test_the_same_people_play_again_with_what_they_played_by(edition: str, house: dict[str, Any]) -> None:
    table = Table.new(FOUR, edition, house, dice="virtual", cards="virtual", name="Friday")
    panel = TableController(table)
    assert panel.handle({"type": "play-again"}) is None
    form = panel.setup()
    assert form is not None and form.players == tuple((name, "") for name in FOUR)
    values = {part.key: part.value for part in form.parts}
    assert (form.edition, values["dice"], values["cards"]) == (edition, "virtual", "virtual")
    people = [{"name": name} for name in FOUR]
    panel.handle({"type": "start", "players": people, "parts": {}})
    assert panel._playing().settings.house == table.settings.house
    assert panel._playing().name != "Friday"


def test_a_death_that_ends_a_seat_s_game_is_told_once() -> None:
    table = played(Table.new(TWO), 3)
    killed, gone = Event("killed", 1), Event("eliminated", 1)
    lines = [
        table.lines[0]._replace(n=1, events=(killed, gone)),
        table.lines[0]._replace(n=2, events=(Event("killed", 0),)),
    ]
    told = turning_points(table.start, lines, [], FightChances())
    assert [(point.n, point.kind) for point in told] == [(1, "gone"), (2, "death")]


def test_a_course_ends_where_a_character_died_and_begins_anew_with_the_next() -> None:
    """The figures are missing, not 0, while a seat has no character; in the plot a cross stands at the gap."""
    table = played(Table.new(FOUR), 3)
    table.correct(1, life=0)
    assert rounds(table.start, table.lines)[-1].seats[1] == (None,) * 4
    drawn = str(draw_steps([Series(0, "A", (3, None, None, 5)), Series(1, "B", (None,) * 4)], [0, 1, 2, 3], "Life"))
    (course,) = re.findall(r'd="([^"]+)"[^>]*class="course"|class="course"[^>]*d="([^"]+)"', drawn)
    assert "".join(course).count("M") == 2 and "".join(course).count("l") == 2
