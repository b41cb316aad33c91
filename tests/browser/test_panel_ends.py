"""Is it seen before the die is thrown where each face leads, at every size, and is a face still one press?"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import PlayedPanel
from test_low_window import OUTSIDE, WHOLE, table
from test_short_cards import HOLD

from talisman_nb import Table
from talisman_nb.panels.table.controller import TableController

pytestmark = [pytest.mark.browser, pytest.mark.one_page]
SIZES = [(1280, 625), (1366, 768), (1920, 1080), (1000, 700), (850, 640), (820, 1180), (375, 740), (390, 844)]
SMALL = """() => [...document.querySelectorAll('.ends *')]
  .filter(e => e.getClientRects().length && e.textContent.trim() && parseFloat(getComputedStyle(e).fontSize) < 14)
  .map(e => e.className)"""
CUT = """() => [...document.querySelectorAll('.end')]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"""
OVER = """() => [...document.querySelectorAll('.end')].filter(e => {
  const parts = [...e.querySelectorAll('.end-picture, .turn, .end-name, .end-mark, .detail')];
  const boxes = parts.filter(part => part.getClientRects().length).map(part => part.getBoundingClientRect());
  return boxes.some((p, i) => boxes.slice(i + 1).some(q => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
    && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1));
}).map(e => e.textContent)"""
WHOLE_NAMES = """() => [...document.querySelectorAll('.end-name')].filter(e => e.getClientRects().length
  && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)).map(e => e.textContent)"""
LEFT_OUT = """e => [...e.querySelectorAll('.end-name, .detail')]
  .some(part => !part.checkVisibility() || part.scrollHeight > part.clientHeight + 1)"""
SIGNS = "[...document.querySelectorAll('.board .frames .led-to text')].map(e => e.textContent).filter(Boolean).sort()"


def rich(lang: str, people: int = 4, start: str = "ruins", **settings: Any) -> Table:
    """Ada before creatures that lie there, with people near and far."""
    made = table(people, lang, **settings)
    for card, space in (("bear", "woods-3"), ("ghost", "fields-1"), ("bag-of-gold", "plains-3")):
        made.correct(card=card, origin="deck:adventure", to=f"space:{space}")
    made.correct(1, space="village")
    made.correct(0, space=start, life=2)
    return made


def shown(page: Any, made: Table, size: tuple[int, int], *, light: bool = True) -> PlayedPanel:
    controller = TableController(made)
    controller._back = False
    return PlayedPanel(page, controller, light=light, ends=True).shown(*size)


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
@pytest.mark.parametrize("start", ["ruins", "hidden-valley"])
@pytest.mark.parametrize("size", [(1280, 625), (1000, 700), (850, 640), (375, 740)])
def test_the_ends_of_six_faces_are_whole(page: Any, size: tuple[int, int], start: str, lang: str) -> None:
    panel = shown(page, rich(lang, start=start), size)
    assert page.locator(".lead").count() == 6 and page.locator(".end").count() == 12
    assert page.evaluate(WHOLE) == [] and page.evaluate(SMALL) == [] and page.evaluate(CUT) == []
    assert page.evaluate(OVER) == []
    assert size[0] < 780 or page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert all(page.locator(".end-mark").evaluate_all("all => all.map(e => Boolean(e.textContent || e.firstChild))"))
    assert panel.inputs == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_face_is_one_press_on_it_or_on_what_waits(page: Any, size: tuple[int, int]) -> None:
    panel = shown(page, rich("en"), size)
    panel.click("option:4")
    assert panel.controller.table.ask.kind == "way" and panel.inputs == 1  # type: ignore[union-attr]
    panel = shown(page, rich("en"), size)
    page.locator(".end", has_text="Bear").click()
    assert [(each["type"], each.get("key")) for each in panel.sent()[-1:]] == [("answer", "4")]


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
@pytest.mark.parametrize("size", [(1366, 625), (1600, 900), (390, 844), (360, 740)])
def test_what_an_end_has_no_room_for_is_told_to_a_finger(page: Any, size: tuple[int, int], lang: str) -> None:
    """The Castle and the Black Knight have most to say; a finger that holds a face throws no die."""
    panel = shown(page, rich(lang, start="hidden-valley"), size)
    faces = panel.controller.handle({"type": "ends", "ply": panel.controller.table.state.ply})["faces"]  # type: ignore[union-attr, index]
    ends = [end for face in sorted(faces) for end in faces[face][:2]]
    told = 0
    for end, tile in zip(ends, page.locator(".end").all(), strict=True):
        cut = tile.evaluate(LEFT_OUT)
        box = tile.bounding_box()
        tile.dispatch_event("pointerenter")
        assert (tile.get_attribute("data-card") is not None) == (cut or "chances" in end)
        if cut or "chances" in end:
            told += 1
            page.evaluate(HOLD, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 500])
            card = page.locator(".short-card").inner_text()
            assert end["label"] in card and all(part in card for part in end["detail"].split(" · "))
    assert told and panel.sent() == [] and panel.inputs == 0


def test_a_press_during_which_the_ends_arrive_is_heard(page: Any) -> None:
    panel = shown(page, rich("en"), SIZES[0])
    faces = panel.controller.handle({"type": "ends", "ply": panel.controller.table.state.ply})  # type: ignore[union-attr]
    asked = next(each["view"] for each in page.evaluate("window.sent") if each["type"] == "ends")
    page.locator(".die", has_text="4").hover()
    page.mouse.down()
    page.evaluate("reply => window.tell('msg:custom', reply)", {**faces, "faces": {"4": []}, "reply": asked})
    assert page.locator(".end").count() == 12, "what is pressed stays until it is released"
    page.mouse.up()
    assert [(each["type"], each.get("key")) for each in panel.sent()[-1:]] == [("answer", "4")]
    page.wait_for_function("!document.querySelector('.end')")


def test_a_digit_and_the_space_bar_throw_as_before(page: Any) -> None:
    panel = shown(page, rich("en"), SIZES[0])
    panel.press("4")
    assert (panel.sent()[-1]["type"], panel.sent()[-1]["key"]) == ("answer", "4")
    panel = shown(page, rich("en"), SIZES[0])
    panel.press("Space")
    assert panel.sent()[-1]["type"] == "roll"


def test_the_board_marks_the_ends_with_their_faces(page: Any) -> None:
    panel = shown(page, rich("en"), SIZES[1])
    assert page.evaluate(SIGNS) == sorted("112233445566")
    assert page.locator(".board .destination").count() == 0, "a space is no answer yet"
    page.locator(".end", has_text="Bear").hover()
    assert page.locator('.board [data-space="woods-3"].pointed').count() == 1
    panel.click("option:4")
    assert page.locator(".board .frames .led-to").count() == 0 and page.locator(".board .destination").count() == 2
    panel = shown(page, rich("en", start="hidden-valley"), SIZES[1])
    assert "2+" not in page.evaluate(SIGNS) or page.evaluate(SIGNS).count("2+") == 1


def test_a_face_says_its_ends_to_who_does_not_see_them(page: Any) -> None:
    panel = shown(page, rich("en"), SIZES[0])
    said = panel.find("option:4").get_attribute("aria-label")
    assert said == (
        "4: Clockwise: Village, Blacksmith, Healer or Mystic, neither, or not known; "
        "Anticlockwise: Woods, Bear, good 72%, neither 11%, bad 17%"
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_dice_stay_where_they_were_when_the_ends_come(page: Any, size: tuple[int, int]) -> None:
    """The question is painted first; what waits is asked for and comes a moment later."""
    panel = shown(page, rich("en"), size)
    tops = "[...document.querySelectorAll('.die .face')].map(e => Math.round(e.getBoundingClientRect().x))"
    after = page.evaluate(tops)
    panel.controller._ends = lambda message: None  # type: ignore[method-assign, assignment]
    panel.page.evaluate("state => window.show(state)", panel._traits("again"))
    panel.settle()
    if size[0] >= 600:
        assert page.evaluate(tops) == after


def test_ends_of_another_question_are_not_taken(page: Any) -> None:
    shown(page, rich("en"), SIZES[1])
    page.evaluate("tell('msg:custom', { type: 'ends', reply: 'somebody-1', faces: {} })")
    assert page.locator(".end").count() == 12


def test_names_of_every_edition_are_whole_at_a_laptop(page: Any) -> None:
    """The longest are in Polish and Italian; boards of other editions have names of their own."""
    for edition, lang, space in (
        ("revised4", "it", "chasm"), ("revised4", "pl", "castle"), ("third", "pl", "crags"), ("third", "it", "chasm"),
    ):  # fmt: skip
        with_cards = "third + second-cards" if edition == "third" else edition
        made = Table.new({"Ada": "dwarf", "Bruno": "thief"}, with_cards, lang=lang)
        made.correct(0, space=space)
        shown(page, made, (1366, 625))
        assert page.evaluate(WHOLE_NAMES) == [], (edition, lang)
