"""Is every figure of six people whole and large on a television, whatever they are under, and what happened too?"""

from __future__ import annotations

import itertools
import json
from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import ADDRESS, plain, serve

from talisman_nb.panels.sync.bundle import LETTERS_FILE, hosted_css, hosted_esm, letters
from talisman_nb.panels.table.beside_question import FaceEnd
from talisman_nb.text.screen.values import CounterChange, Moment, Sheet

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/television.css">
<style>body { margin: 0; }</style><div id="screen" data-socket="/socket/television"></div>
<script type="module" src="/television.js"></script>"""
SOCKET = """window.WebSocket = class {
  constructor() { window.wire = this; this.readyState = 1; this.sent = []; }
  send(text) { this.sent.push(JSON.parse(text)); } close() {}
};"""
CUT = """() => [...document.querySelectorAll(".television .sheet")].flatMap((sheet) => {
  const edge = sheet.getBoundingClientRect();
  return [...sheet.querySelectorAll(".figure, .held")].filter((each) => {
    const r = each.getBoundingClientRect();
    return r.right > edge.right - 1 || r.bottom > edge.bottom + 1;
  }).map((each) => each.outerHTML.slice(0, 90));
})"""
OVER = """() => [...document.querySelectorAll(".television .sheet")].filter((sheet) => {
  const [where, figures] = [".where", ".figures"].map((part) => sheet.querySelector(part).getBoundingClientRect());
  return where.bottom > figures.top + 1;
}).length"""


LETTERS = "e => Number.parseFloat(getComputedStyle(e).fontSize)"


def shown(page: Any, size: tuple[int, int], screen: Any, variant: str = "") -> Any:
    """A television of this size with a screen, of a table that plays its edition by a variant."""
    files = {"/": ("text/html", PAGE), "/television.js": ("text/javascript", hosted_esm("television")),
             "/television.css": ("text/css", hosted_css("television"))}  # fmt: skip
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(SOCKET)
    page.route(f"{ADDRESS}**", lambda route: serve(route, files))
    page.route(f"{ADDRESS}{LETTERS_FILE}", lambda route: route.fulfill(content_type="font/woff", body=letters()))
    page.goto(ADDRESS)
    page.wait_for_function("Boolean(window.wire?.onmessage)")
    tell(page, screen, variant)
    page.locator(".television .sheet").nth(len(screen.sheets) - 1).wait_for()
    return page


def tell(page: Any, screen: Any, variant: str = "") -> None:
    """Send a television a screen."""
    labels = replace(samples.labels(screen.lang), variant=variant)
    data = {"type": "state", "screen": {**plain(screen), "seq": next(SEQ)}, "labels": plain(labels)}
    page.evaluate("data => window.wire.onmessage({ data })", json.dumps(data))


def lead(page: Any, faces: dict[str, list[FaceEnd]]) -> None:
    """Tell a television where the faces of the die lead, as it has asked."""
    page.wait_for_function("window.wire.sent.some(({ type }) => type === 'ends')")
    asked = page.evaluate("window.wire.sent.findLast(({ type }) => type === 'ends')")
    content = {"type": "ends", "faces": plain(faces), "reply": asked["view"]}
    page.evaluate("data => window.wire.onmessage({ data })", json.dumps({"type": "custom", "content": content}))


SEQ = itertools.count(1)


def six_people(**other: Any) -> tuple[Sheet, ...]:
    """Six sheets of people with long names."""
    sheets = (samples.screen("die").sheets * 6)[:6]
    return tuple(
        replace(sheet, who=replace(sheet.who, seat=n, name=f"Massimiliano {n}"), gold=12, **other)
        for n, sheet in enumerate(sheets)
    )


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_sheets_of_six_people_are_whole_on_a_television(page: Any, size: tuple[int, int]) -> None:
    six = six_people(state="Gospoda: ciąg dalszy przy następnym ruchu")
    shown(page, size, replace(samples.screen("die"), sheets=six))
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) == 0


def test_the_figures_of_six_people_and_long_states_are_read_across_a_room(page: Any) -> None:
    state = "Gospoda: ciąg dalszy przy następnym ruchu"
    shown(page, (1920, 1080), replace(samples.screen("die"), sheets=six_people(state=state)))
    assert page.locator(".sheet .figure").first.evaluate(LETTERS) >= 32
    assert page.locator(".sheet .where").first.evaluate("e => e.scrollHeight - e.clientHeight") <= 2


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_whose_cards_are_played_stands_below_the_question(page: Any, size: tuple[int, int]) -> None:
    shown(page, size, samples.screen("die"), told := "Avec les cartes de la deuxième édition")
    line = page.locator(".turn p").first
    assert told in line.inner_text() and line.evaluate("e => e.scrollWidth - e.clientWidth") <= 1


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_what_the_letters_of_the_ways_lead_to_is_read_across_a_room(page: Any, size: tuple[int, int]) -> None:
    screen = replace(samples.screen("way"), sheets=six_people())
    options = screen.question.options if screen.question else ()
    shown(page, size, screen)
    ways = page.locator(".happened .way")
    assert ways.count() == len(options) > 1
    assert [way.locator("kbd").inner_text() for way in ways.all()] == list("ABC")[: len(options)]
    for way, option in zip(ways.all(), options, strict=True):
        assert option.label in way.inner_text() and option.note in way.inner_text()
        assert way.locator(".label").evaluate(LETTERS) >= 40 and way.locator(".detail").evaluate(LETTERS) >= 32
    assert page.locator(".happened").evaluate("e => e.scrollHeight - e.clientHeight") <= 2
    assert page.locator("button").count() == 0


def test_a_result_that_changes_a_counter_is_as_large_as_any_on_a_television(page: Any) -> None:
    told = Moment("Carla bought the Water Bottle", changes=(CounterChange(0, "gold", 1, 0),), quiet=False)
    shown(page, (1920, 1080), samples.screen("die", moment=told))
    assert page.locator(".happened .change").count() == 1
    assert page.locator(".happened .moment .text").evaluate(LETTERS) >= 28


def test_a_long_name_stays_in_the_frame_of_its_code(page: Any) -> None:
    """The code stands in the middle of the frame, the name ends with three points."""
    six = six_people()
    shown(page, (1920, 1080), replace(samples.screen("die"), sheets=six))
    seats = [{"seat": each.who.seat, "name": each.who.name, "letter": "M", "code": "ABCDEF", "qr": ""} for each in six]
    entry = {"seats": seats, "addresses": ["192.168.0.2:8000"]}
    screen = {**plain(replace(samples.screen("die"), sheets=six)), "seq": next(SEQ)}
    data = {"type": "state", "screen": screen, "labels": plain(samples.labels("en")), "entry": entry}
    page.evaluate("data => window.wire.onmessage({ data })", json.dumps(data))
    page.locator(".entry kbd").nth(5).wait_for()
    for frame in page.locator(".entry li").all():
        around = frame.bounding_box()
        for part in ("b", "kbd"):
            inside = frame.locator(part).bounding_box()
            assert inside["x"] >= around["x"] and inside["x"] + inside["width"] <= around["x"] + around["width"]


STAGED_CUT = """() => { const [moment, detail] = [".moment", ".moment .change"].map((part) =>
  document.querySelector(`.television ${part}`).getBoundingClientRect());
  return detail.bottom - moment.bottom; }"""


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_what_a_staged_moment_changed_is_seen_under_a_long_headline(page: Any, size: tuple[int, int]) -> None:
    text = "Bartholomew continua a giocare come Fantasma sulla casella Foresta Oscura"
    changes = (CounterChange(0, "life", 1, 0), CounterChange(0, "gold", 3, 0))
    moment = Moment(text, detail=text, tone="bad", level="death", changes=changes)
    hands = (f"{text}. " * 4,)
    shown(page, size, replace(samples.screen("die"), moment=moment, hands=hands))
    assert page.evaluate(STAGED_CUT) <= 0


LONG = (
    "Ada: put the Wolf, the Sword and 3 gold on the Woods.", "Put the Gravemarker of Ada on the Portal of Power.",
    "Swap the card of the Dwarf with a Ghost card, and the figure of Ada with that of a Ghost.",
    "Put back 4 life, 2 strength and 1 craft of Ada.", "Bruno takes the top card of the Adventure deck.",
)  # fmt: skip
MOMENT = Moment(
    "Ada was killed by the Dragon", detail="Left on the Woods: the Wolf, the Sword and 3 gold", level="death"
)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1280, 720)])
@pytest.mark.parametrize("moment", [None, Moment("Bruno took the Shield"), MOMENT])
def test_what_hands_must_do_is_read_to_its_end(page: Any, size: tuple[int, int], moment: Moment | None) -> None:
    shown(page, size, replace(samples.screen("die"), sheets=six_people(), moment=moment, hands=LONG))
    told = page.locator(".happened .do:not(.lately)")
    assert told.inner_text() == " ".join(LONG) and not page.locator(".happened .do.short").count()
    assert told.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    assert page.locator(".happened").evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    assert told.evaluate(LETTERS) >= 12, "and still read"


def test_a_short_line_for_hands_keeps_its_size(page: Any) -> None:
    shown(page, (1920, 1080), replace(samples.screen("die"), sheets=six_people(), moment=MOMENT, hands=LONG[:1]))
    assert page.locator(".happened .do:not(.lately)").evaluate(LETTERS) >= 28


def test_what_hands_do_never_takes_the_place_of_what_happened_last(page: Any) -> None:
    drawn = Moment("Ada encountered the Wolf", quiet=True)
    shown(page, (1920, 1080), replace(samples.screen("fight"), sheets=six_people(), moment=drawn, hands=LONG[:1]))
    assert page.locator(".happened > .do").all_inner_texts() == [drawn.text, LONG[0]]
    assert min(page.locator(".happened > .do").evaluate_all(f"all => all.map({LETTERS})")) >= 32
    assert page.locator(".happened").evaluate("e => e.scrollHeight - e.clientHeight") <= 1
