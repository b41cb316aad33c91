"""Has each picture one temperature by what it is of, and can its ink be read on it?"""

from __future__ import annotations

import pytest

from talisman_nb.drawing.card_picture import Card, draw_card
from talisman_nb.drawing.palette import COOL, DARK, GOODS, GREEN, HOT, LIGHT, TEMPERATURES, UNKNOWN, contrast
from talisman_nb.drawing.picture import CARD_MARKS
from talisman_nb.panels.parts.part import labels_for
from talisman_nb.panels.table.pictures import tints
from talisman_nb.rules.book import open_book

EDITIONS = ("revised4", "second")


def test_each_type_of_card_has_a_temperature() -> None:
    assert set(TEMPERATURES) == set(CARD_MARKS)
    assert set(TEMPERATURES.values()) == {HOT, COOL, GREEN, GOODS}


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_picture_has_one(edition: str) -> None:
    book = open_book(edition)
    found = tints(book)
    keys = [key for each in found.values() for key in each]
    assert len(keys) == len(set(keys)) and {f"space.{space}" for space in book.board.spaces} <= set(keys)
    assert {*book.deck_of, *(f"character.{key}" for key in book.characters)} <= set(keys)
    role = {key: role for role, each in found.items() for key in each}
    wanted = {
        HOT: ("dragon", "wraith"),
        COOL: ("hermit", "character.dwarf", "space.temple"),
        GREEN: ("cave", "space.city"),
        GOODS: ("bag-of-gold", "space.valley-of-fire"),
    }
    for temperature, some in wanted.items():
        assert {role[key] for key in some if key in role} == {temperature}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_its_ink_is_read_on_it(colours: dict[str, str]) -> None:
    pairs = [(f"{role}-ink", role) for role in (HOT, COOL, GREEN, GOODS)] + [("muted", UNKNOWN)]
    assert all(contrast(colours[ink], colours[ground]) >= 4.5 for ink, ground in pairs)


def test_a_card_drawn_by_itself_has_it_too() -> None:
    for kind, role in (("dragon", HOT), ("stranger", COOL), ("place", GREEN), ("object", GOODS), ("character", COOL)):
        picture = draw_card(Card("Griffin", kind, "", 2))
        assert f".art .frame,.tnb .art .g,.tnb .art .c{{fill:var(--tnb-{role})}}" in picture


def test_a_part_is_sent_the_temperatures_of_its_pictures_only() -> None:
    found = labels_for(open_book(), "en", ["pictures"], ["wolf", "sword"])
    assert {role: keys for role, keys in found["tints"].items() if keys} == {HOT: ["wolf"], GOODS: ["sword"]}
