"""Can a line of a table be looked into, with its rules, and without what the reader may not see?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tables import TWO, press_on, virtual

from talisman_nb.analysis import Analysis
from talisman_nb.engine.view import seen_by
from talisman_nb.model import State
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import UNSAID, situation
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table

pytestmark = pytest.mark.usefixtures("own_home")
CASTERS = {"Ada": "wizard", "Bruno": "sorceress", "Carla": "prophetess", "Dario": "druid"}
HOUSE = {"carry.objects": 5}


def check_line(table: Table, line: int, *seats: int) -> Analysis:
    """The line is opened at its question, by a text that leads there again."""
    found = Analysis.of_table(table, line, seats=seats)
    wanted = seen_by(table.lines[line - 1].before, seats)
    differs = [
        name
        for name in State.__struct_fields__
        if name not in UNSAID and getattr(found.state, name) != getattr(wanted, name)
    ]
    assert not differs, f"line {line}: {found.text}"
    assert Analysis.of(found.text).state == found.state
    return found


def test_a_line_is_opened_at_its_question_and_its_answer_follows() -> None:
    table = Table.new(TWO, house=HOUSE)
    table.answer(3)
    table.answer("clockwise")
    found = check_line(table, len(table.lines))
    assert found.text == "house carry.objects=5 | dwarf crags, named Ada | thief city, named Bruno > 3"
    assert found.ask.kind == "way" and found.forth().node.answer == "clockwise"
    now = Analysis.of_table(table)
    assert now.ask.kind == table.ask.kind == "card" and now.depth + 1 == len(now.line)
    for line in (0, -1, len(table.lines) + 2):
        with pytest.raises(IndexError, match="lines are 1 to"):
            Analysis.of_table(table, line)


def test_edition_layers_and_house_rules_come_along(own_home: Path) -> None:
    layer = own_home / "layers" / "my-cards"
    (layer / "adventure").mkdir(parents=True)
    (layer / "adventure" / "cards.toml").write_text("[wolf]\nlike = 'wolf'\nstrength = 4\n", encoding="utf-8")
    table = Table.new(TWO, "second", {"carry.objects": 6}, layers=["my-cards"], name="Friday")
    table.answer(2)
    table.close()
    with Table.open("Friday") as again:
        found = check_line(again, len(again.lines))
    book = book_of(found.state.book)
    assert (book.edition, book.table["carry.objects"]) == ("second+my-cards", 6)
    assert book.card("wolf").facts.strength == 4
    assert found.text.startswith("edition second + my-cards | house carry.objects=6 | ")


def test_a_table_whose_layers_are_others_here_is_refused_with_the_reason(own_home: Path) -> None:
    layer = own_home / "layers" / "their-cards"
    (layer / "adventure").mkdir(parents=True)
    cards = layer / "adventure" / "cards.toml"
    cards.write_text("[wolf]\nlike = 'wolf'\nstrength = 4\n", encoding="utf-8")
    table = Table.new(TWO, layers=["their-cards"])
    table.answer(2)
    cards.write_text("[wolf]\nlike = 'wolf'\nstrength = 5\n", encoding="utf-8")
    with pytest.raises(SituationError, match="another version is installed"):
        Analysis.of_table(table, len(table.lines))


def test_what_others_hold_is_not_told() -> None:
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}, spells="known")
    while table.ask.kind == "card":
        table.answer(table.ask.open()[0])
    held = table.state.players[0].spells
    assert held and "spell?" not in held
    line = len(table.lines) + 1
    table.answer(1)
    for seats, shown in (((), False), ((1,), False), ((0,), True)):
        text = Analysis.of_table(table, line, seats=seats).text
        assert all((spell in text) is shown for spell in held), text


def test_a_moment_that_no_text_says_is_refused_with_the_line_to_open() -> None:
    table = Table.new(TWO)
    table.answer(3)
    table.correct(card="wolf", origin="deck:adventure", to="space:fields-1")
    table.answer("clockwise")
    with pytest.raises(SituationError, match=r"the answer of line \d+ can't be.*; open line \d+"):
        Analysis.of_table(table, len(table.lines))


@pytest.mark.parametrize("n", [2, pytest.param(6, marks=pytest.mark.campaign)])
def test_every_line_of_a_virtual_game_of_two_is_opened(n: int) -> None:
    """All but reaction points at which nobody can answer: an answer in text passes them by itself."""
    for seed in range(n):
        table = press_on(virtual(seed=seed), 50)
        for line in range(1, len(table.lines) + 1, 3):
            try:
                check_line(table, line, 0, 1)
            except SituationError as wrong:
                assert table.lines[line - 1].ask.kind == "react", f"seed {seed}: {wrong.message}"


@pytest.mark.parametrize("n", [2, pytest.param(5, marks=pytest.mark.campaign)])
def test_lines_of_games_with_many_spells_are_opened_or_refused_with_a_reason(n: int) -> None:
    refused = tried = 0
    for seed in range(n):
        chance = random.Random(seed)
        edition = ("revised4", "second")[seed % 2]
        table = Table.new(CASTERS, edition, dice="virtual", cards="virtual", spells="known", seed=seed)
        for _ in range(50):
            if table.ask.kind == "over":
                break
            casts = [
                (seat, option.key)
                for seat in range(4)
                for option in table.asides(seat)
                if option.verb == "cast" and not option.closed
            ]
            if casts and chance.random() < 0.3:
                seat, key = chance.choice(casts)
                table.answer(key, seat)
            elif table.ask.chance:
                table.roll()
            else:
                table.answer(chance.choice(table.ask.open()))
        for line in range(1, len(table.lines) + 1, 3):
            tried += 1
            try:
                check_line(table, line)
            except SituationError as wrong:
                assert f"line {line} can't be written as a text: " in str(wrong), f"seed {seed}, line {line}"
                refused += 1
    assert refused * 5 <= tried, f"{refused} of {tried} lines are refused: at most one in five is expected"


def test_an_impossible_situation_is_refused_or_insisted_on_and_marked() -> None:
    text = "dwarf crags, has bear | thief city, spells hex healing"
    with pytest.raises(SituationError, match=r"column 14: bear is an Enemy.*\(meet.take, trophy.keep\)"):
        Analysis.of(text)
    found = Analysis.of(text, insist=True)
    assert found.text == "dwarf crags, has bear ! | thief city, spells hex healing !"
    assert len(found.insisted) == 2 and "meet.take" in found.insisted[0] and "spell.limit" in found.insisted[1]
    assert Analysis.of_link(found.link).insisted == found.insisted
    assert Analysis.of("dwarf crags | thief city", insist=True).insisted == ()


def test_what_the_components_can_not_show_is_refused_even_if_insisted_on() -> None:
    for text in ("dwarf crags | dwarf city", "dwarf crags, has holy-grail*2 | thief city", "dwarf nowhere"):
        with pytest.raises(SituationError):
            Analysis.of(text, insist=True)


def test_a_card_that_somebody_knew_is_drawn_by_its_name() -> None:
    position = situation("dwarf crags | thief city | top adventure bear, seen dwarf")
    table = Table.new({"P0": "dwarf", "P1": "thief"}, position=position)
    table.answer(1)
    table.answer("anticlockwise")
    assert not any(line.ask.kind == "card" for line in table.lines), "the deck's top is known, so nobody is asked"
    found = Analysis.of_table(table)
    assert found.ask.kind == table.ask.kind and found.text.endswith("> 1 > anticlockwise > bear > fight")
