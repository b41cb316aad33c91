"""Is a common question seen whole in a laptop's browser (1366 x 625), and do the dice keep their place?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from played_panel import PlayedPanel

from talisman_nb import Table
from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.layers import DECKS, Layer

pytestmark = [pytest.mark.browser, pytest.mark.one_page]
SIZE = (1366, 625)
CHARACTERS = {"Ada": "dwarf", "Bruno": "thief", "Carla": "wizard", "Dario": "troll", "Elena": "monk", "Fabio": "ghoul"}
GOODS = (("sword", "helmet", "mule", "holy-grail", "magic-belt"), ("axe", "runesword"), ("wand", "ring", "amulet"))
WHOLE = """() => [...document.querySelectorAll(
  '.ask, .shown, .sums, .side, .card-beside, .card-text, .options, .offers, .sheet, .held')]
  .filter(e => e.getClientRects().length && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1))
  .map(e => `${e.className} ${e.scrollHeight - e.clientHeight} ${e.scrollWidth - e.clientWidth}`)"""
OUTSIDE = """() => [...document.querySelectorAll('.ask, .sheet, .hands, .moment, .board, .journal')]
  .filter(e => e.getClientRects().length && e.getBoundingClientRect().bottom > innerHeight).map(e => e.className)"""


def table(people: int, lang: str, **settings: Any) -> Table:
    """People with goods, trophies and gold in the outer region, Ada in the Village, nobody near her."""
    players = dict(list(CHARACTERS.items())[:people])
    made = Table.new(players, lang=lang, **settings)
    while made.ask.kind == "card":
        made.answer("?")
    for seat, goods in enumerate(GOODS[:people]):
        for good in goods:
            made.correct(card=good, origin="deck:adventure", to=f"seat:{seat}")
        made.correct(card=("wolf", "ape", "lion")[seat], origin="deck:adventure", to=f"trophies:{seat}")
    for seat in range(people):
        made.correct(seat, gold=3, space="village" if seat == 0 else "tavern")
    return made


def way(made: Table, steps: int, space: str, *keys: str) -> Table:
    made.answer(str(steps))
    made.answer(next(option.key for option in made.ask.options if option.space == space))
    for key in keys:
        made.answer(key)
    return made


def sent(made: Table, start: str) -> Table:
    made.correct(0, space=start)
    return made


SCENES: dict[str, Callable[[Table], Table]] = {
    "roll": lambda made: made,
    "ways": lambda made: sent(made, "sentinel") and (made.answer("3"), made)[1],
    "fight": lambda made: way(made, 1, "fields-1", "bear"),
    "fate": lambda made: way(made, 1, "fields-1", "bear", "1", "6"),
    "late fate": lambda made: way(sent(made, "plains-1"), 1, "crags", "roll", "1"),
    "shop": lambda made: way(made, 1, "fields-1", "market-day"),
    "faces": lambda made: way(sent(made, "fields-6"), 1, "forest"),
    "visit": lambda made: way(sent(made, "fields-1"), 1, "village"),
}


def shown(page: Any, made: Table, size: tuple[int, int] = SIZE) -> PlayedPanel:
    controller = TableController(made)
    controller._back = False
    panel = PlayedPanel(page, controller, ends=True).shown(*size)
    panel.settle()
    return panel


def die_top(page: Any) -> int | None:
    faces = page.locator(".dice:not(.told) .die .face")
    return round(faces.first.bounding_box()["y"]) if faces.count() else None


@pytest.mark.parametrize("size", [SIZE, (1366, 768), (1920, 1080), (820, 1180)])
def test_the_dice_keep_their_height_over_a_game(page: Any, size: tuple[int, int]) -> None:
    """To move, in a fight, for the foe, with little and much for the hands to do."""
    panel = shown(page, table(4, "en"), size)
    tops = [die_top(page)]
    for key in ("1", "a"):
        panel.key(key)
    panel.enter("search", "bear")
    for key in ("4", "6", "Enter", "2", "a"):
        tops.append(die_top(page))
        panel.key(key)
    panel.enter("search", "bag of gold")
    tops.append(die_top(page))
    assert len({top for top in tops if top}) == 1 and len([top for top in tops if top]) >= 4


def test_a_hovered_face_does_not_look_thrown(page: Any) -> None:
    shown(page, table(4, "en"))
    face = page.locator(".die .face").nth(2)
    before = face.evaluate("e => getComputedStyle(e).backgroundColor")
    face.hover()
    assert face.evaluate("e => getComputedStyle(e).backgroundColor") == before


@pytest.mark.parametrize("size", [SIZE, (390, 844)])
def test_dice_on_the_screen_are_thrown_by_the_first_and_largest_button(page: Any, size: tuple[int, int]) -> None:
    shown(page, table(4, "en", dice="virtual"), size)
    roll, face = page.locator('[data-id="roll"]').bounding_box(), page.locator(".die").first.bounding_box()
    assert roll["x"] < face["x"] or roll["y"] < face["y"]
    assert roll["width"] * roll["height"] > face["width"] * face["height"]


def test_what_is_free_of_charge_has_keys_and_stands_in_the_columns(page: Any) -> None:
    made = table(4, "en")
    made.correct(0, space="tavern")
    made.correct(1, space="village")
    made.change(Change("turn", 1))
    panel = shown(page, way(made, 1, "fields-1", "market-day"))
    free = page.locator(".buyer.free .cell:not(.empty)")
    assert free.count() >= 6 and all(free.locator("kbd").all_inner_texts())
    key = free.locator("kbd").first.inner_text()
    panel.press(key.lower())
    assert panel.sent()[-1]["key"].startswith("free:")


def test_a_space_of_the_board_says_who_stands_and_what_lies_there(page: Any) -> None:
    made = way(table(4, "en"), 1, "fields-1", "bear")
    made.correct(1, space="city")
    shown(page, made)
    space = page.locator('.board [data-space="fields-1"]').first.get_attribute("aria-label")
    assert space.endswith(": Ada, Bear") and "Fields" in space
    assert page.locator('.board [data-space="city"]').first.get_attribute("aria-label").endswith(": Bruno")
    assert page.locator(".sheet .limit").first.get_attribute("title").startswith("Objects carried: ")


def test_why_tells_the_sum_of_a_fight_and_the_card(page: Any) -> None:
    panel = shown(page, SCENES["fate"](table(4, "en")))
    panel.press("?")
    assert page.locator(".drawer .side .total").count() == 2


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ("en", "it", "fr", "pl"))
@pytest.mark.parametrize("size", [SIZE, (1366, 768), (820, 1180), (390, 844)])
def test_a_fight_with_two_dice_is_seen_whole_with_the_rerolls_of_three(
    page: Any, size: tuple[int, int], lang: str
) -> None:
    made = Table.new({"Bartholomew": "warrior", "Bruno": "thief"}, lang=lang, house={"combat.dice": 2})
    while made.ask.kind == "card":
        made.answer("?")
    panel = PlayedPanel(page, TableController(made))
    for key in ("3", "clockwise", "bear"):
        made.answer(key)
    panel.shown(*size)
    panel.key("3")  # where the table was when it was opened is told until here
    for key in "2146":
        panel.key(key)
        assert page.evaluate(WHOLE) == [] and (page.evaluate(OUTSIDE) == [] or size[0] < 780), key
    assert made.ask.kind == "result" and len(made.ask.offers) == 3


def test_ways_in_an_upright_window_share_its_width(page: Any) -> None:
    made = table(4, "en")
    made.answer("2")
    shown(page, made, (820, 1180))
    assert page.locator(".option.way").count() == 2
    last = page.locator(".option.way").last.bounding_box()
    assert last["x"] + last["width"] > 780


@pytest.mark.parametrize("lang", ("en", "it", "fr", "pl"))
def test_what_happened_to_several_is_not_cut_through_its_letters(page: Any, lang: str) -> None:
    """Beside all who lost a life it has one line, of which three points may be the end."""
    made = Table.new({"Bartholomew": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "monk"}, lang=lang)
    for seat, space in enumerate(("village", "tavern", "tavern", "tavern")):
        made.correct(seat, space=space)
    shown(page, way(made, 1, "fields-1", "pestilence")).key("1")  # until then it is staged
    more = page.locator(".moment .more:not(:empty)")
    lines = "e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)"
    assert more.count() and abs(more.evaluate(lines) - round(more.evaluate(lines))) < 0.2


HOARD = Layer("hoard-cards", {DECKS: '[hoard]\nname = "Hoard"\ndrawn_at = ["outer"]\nsize = 20\n'})
"""Cards that nobody has typed."""


@pytest.mark.parametrize("lang", ("en", "it", "fr", "pl"))
@pytest.mark.parametrize("resumed", [False, True])
def test_the_form_of_an_unknown_card_has_the_room_of_the_note(page: Any, lang: str, resumed: bool) -> None:
    """A table that was just opened says where it was; the form does not scroll for it, nor without it."""
    made = way(table(4, lang, layers=[HOARD]), 1, "fields-1")
    panel = PlayedPanel(page, TableController(made, resumed=resumed)).shown(1280, 625)
    foot = page.locator(".ask .foot")
    assert foot.inner_text() != ""
    panel.enter("search", "Kraken")
    form = page.locator(".options.other")
    assert form.evaluate("e => e.scrollHeight - e.clientHeight") <= 1 and foot.inner_text() == ""
    panel.key("Escape")
    assert foot.inner_text() != "", "it is said again"


TIGHT = """() => [...document.querySelectorAll('.sheet')].map((sheet) => {
  const text = (part) => { const range = document.createRange(); range.selectNodeContents(sheet.querySelector(part));
    return range.getBoundingClientRect(); };
  const [where, figures, side] = ['.where', '.figures', '.side'].map(text);
  return [where.bottom <= figures.top + 1, side.width <= sheet.querySelector('.likeness').clientWidth - 2];
})"""


@pytest.mark.parametrize("lang", ["pl", "it"])
def test_long_names_of_a_sheet_touch_no_figure_and_an_alignment_fits_its_portrait(page: Any, lang: str) -> None:
    names = {"Bartholomew": "dwarf", "Ada": "thief", "Małgorzata": "wizard", "Dario": "troll"}
    PlayedPanel(page, TableController(Table.new(names, lang=lang, spells="known"))).shown(*SIZE)
    assert page.evaluate(TIGHT) == [[True, True]] * 4
