"""Are the parts of the companion widgets by themselves, in a real browser?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from front_ends import FrontEnd
from game_page import run_all_cells
from pages_served import Files, open_page
from playwright.sync_api import expect
from servers import ROOT

from talisman_nb.panels.parts import (
    AnalysisPanel,
    BoardPanel,
    CardPanel,
    DeckPanel,
    DicePanel,
    FightPanel,
    JournalPanel,
    LessonPanel,
    RulingsPanel,
    SheetPanel,
)
from talisman_nb.panels.parts.part import Part
from talisman_nb.panels.sync.bundle import drawn_face, loader_esm, part_css, part_esm
from talisman_nb.rules.layers import with_known_cards
from talisman_nb.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

HOST = "part.test"
FACES = "() => [...document.fonts].filter((each) => each.family === 'Vollkorn').map((each) => each.status)"
BEYOND = """() => [...document.querySelectorAll(".tlm.part")].filter((each) => each.getClientRects().length)
  .filter((each) => each.getBoundingClientRect().right
    > (each.closest(".widget-box")?.getBoundingClientRect().right ?? innerWidth) + 1
  || each.dataset.part === "board" && each.clientHeight > innerHeight).map((each) => each.dataset.part)"""
OF_JUPYTER = ("layout", "tooltip", "tabbable")
PAGE = (Path(__file__).parent / "part.html").read_text("utf-8")


def files() -> Files:
    """What the page loads, the same for every part."""
    return {"/part.js": ("text/javascript", part_esm()), "/part.css": ("text/css", f"{drawn_face()}\n{part_css()}")}


class PartPage:
    """A widget in a page without a kernel: what the page sets and sends is given to the widget by `answer`."""

    def __init__(self, page: Any, widget: Part, width: int = 900) -> None:
        self.page, self.widget = page, widget
        page.set_viewport_size({"width": width, "height": 900})
        open_page(page, HOST, PAGE, self.state(), files)
        page.wait_for_function("window.ready === true")

    def state(self) -> dict[str, Any]:
        return {
            k: v for k, v in self.widget.get_state().items() if not k.startswith("_") and k not in ("layout", "tooltip")
        }

    def answer(self) -> None:
        """Give the widget what the page has set and sent, then the page what the widget shows."""
        for trait, value in self.page.evaluate("window.taken()"):
            setattr(self.widget, trait, value)
        for message in self.page.evaluate("window.sent.splice(0)"):
            self.widget._handle_custom_msg(message, [])
        self.page.evaluate("traits => window.show(traits)", json.loads(json.dumps(self.state())))
        self.page.evaluate("() => new Promise(done => setTimeout(done))")


CUT = """() => [...document.querySelectorAll(".tlm.part .card-beside, .tlm.part .card-text")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1).length"""


def table() -> Table:
    return Table.new({"Ada": "dwarf", "Bruno": "thief"})


def test_a_press_on_the_board_chooses_a_space(page: Any) -> None:
    shown = PartPage(page, BoardPanel(table()))
    page.locator('[data-space="chapel"]').first.click()
    shown.answer()
    assert (shown.widget.space, shown.widget.chosen) == ("chapel", "space.chapel")  # type: ignore[attr-defined]
    assert page.locator('.pointed[data-space="chapel"]').count() >= 1


def test_a_part_gives_way_in_a_row_that_is_no_box_of_ipywidgets(page: Any) -> None:
    PartPage(page, BoardPanel(table()), 700)
    wide = page.evaluate("""() => {
      const here = document.getElementById("here");
      const [row, other] = [document.createElement("div"), document.createElement("div")];
      row.style.display = "flex";
      other.style.flex = "0 0 300px";
      document.body.append(row);
      row.append(here, other);
      return [here.clientWidth, row.scrollWidth];
    }""")
    assert wide == [400, 700]


def test_a_board_follows_what_is_played(page: Any) -> None:
    game = table()
    shown = PartPage(page, BoardPanel(game))
    before = page.locator(".laid-over").inner_html()
    game.correct(0, space="crown-of-command")
    shown.widget.refresh()  # type: ignore[attr-defined]
    shown.answer()
    assert page.locator(".laid-over").inner_html() != before


def test_a_sheet_shows_a_person_and_tells_its_counters(page: Any) -> None:
    game = table()
    sheet = SheetPanel(game, "Bruno")
    shown = PartPage(page, sheet)
    assert "Bruno · Thief" in page.locator(".fullhead").inner_text()
    seen: list[int] = []
    sheet.observe(lambda change: seen.append(change["new"]["gold"]), "counters")
    game.correct(1, gold=5)
    sheet.refresh()
    assert seen == [5]
    sheet.seat = 0
    shown.answer()
    assert "Ada · Dwarf" in page.locator(".fullhead").inner_text()
    assert page.locator(".row button").count() == 0, "figures are set right in the companion"


def test_a_name_that_is_touched_is_chosen(page: Any) -> None:
    shown = PartPage(page, CardPanel("wolf"))
    page.locator(".card-head").click()
    shown.answer()
    assert shown.widget.chosen == "wolf"


def test_a_part_says_whose_cards_it_shows(page: Any) -> None:
    lent = with_known_cards("third")
    for part in (CardPanel("wolf", lent), DeckPanel("adventure", lent)):
        PartPage(page, part)
        assert page.locator(".variant").inner_text() == "With the cards of the second edition"
    PartPage(page, CardPanel("wolf"))
    assert page.locator(".variant:visible").count() == 0


def test_a_page_without_other_models_asks_for_the_code(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"/part.js": ("text/javascript", loader_esm()), "/part.css": ("text/css", "")}
    monkeypatch.setattr("test_parts_in_a_page.HOST", "loader.test")  # what a host has is asked for once
    monkeypatch.setattr("test_parts_in_a_page.files", lambda: own)
    shown, told = PartPage(page, CardPanel("wolf")), list[Any]()
    monkeypatch.setattr(shown.widget, "send", told.append)
    page.wait_for_function("window.sent.length")
    shown.answer()
    page.evaluate("message => window.tell(message)", told[0])
    page.locator(".card-head").wait_for()
    assert page.locator(".tlm.part").evaluate("each => getComputedStyle(each).containerType") == "inline-size"
    assert page.locator("head .tlm-part-styles").count() == 1


def test_dice_are_rolled_by_a_press(page: Any) -> None:
    dice = DicePanel(2, seed=3)
    shown = PartPage(page, dice)
    assert page.locator(".face.empty").count() == 2
    page.get_by_role("button", name="Roll for me").click()
    shown.answer()
    assert all(dice.dice) and dice.total == sum(dice.dice)
    assert page.locator(".slots").get_attribute("aria-label") == " + ".join(map(str, dice.dice))


def test_a_deck_is_drawn_from_by_a_press(page: Any) -> None:
    deck = DeckPanel("adventure", seed=5)
    shown = PartPage(page, deck)
    whole = deck.left
    page.get_by_role("button", name="Draw for me").click()
    shown.answer()
    assert (len(deck.drawn), deck.left) == (1, whole - 1)
    assert page.locator(".drawn li").count() == 1


def test_a_fight_shows_both_sums_and_its_chances(page: Any) -> None:
    fight = FightPanel(4, 6, ("Ada", "Dragon"))
    shown = PartPage(page, fight)
    assert "Ada wins 17%" in page.locator(".odds").inner_text()
    fight.fate = True
    shown.answer()
    assert f"Ada wins {fight.chances['won']}%" in page.locator(".odds").inner_text()


def test_a_journal_shows_the_last_lines(page: Any) -> None:
    game = table()
    game.answer("3")
    shown = PartPage(page, JournalPanel(game))
    assert page.locator(".line").count() == len(shown.widget.content["journal"])


@pytest.mark.parametrize("width", [360, 700])
def test_no_part_is_wider_than_its_place(page: Any, width: int) -> None:
    game = table()
    fight = "dwarf crags, has sword | thief city > 1 > anticlockwise > bear"
    parts = [BoardPanel(game), SheetPanel(game), JournalPanel(game), CardPanel("dragon"), DicePanel(6),
             DeckPanel("adventure"), FightPanel(12, 13, ("Ada", "Dragon")), AnalysisPanel(fight),
             RulingsPanel(ruling="w6")]  # fmt: skip
    for part in parts:
        PartPage(page, part, width)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{part.part} is {wide} px wide in {width}"


@pytest.mark.parametrize("width", [360, 900])
def test_the_whole_text_of_a_card_is_seen(page: Any, width: int) -> None:
    for card in ("dragon", "bandit", "demon", "character.prophetess", "space.temple"):
        PartPage(page, CardPanel(card), width)
        assert page.evaluate(CUT) == 0, card


def test_an_assistant_of_parts_works_in_a_notebook(page: Any, tmp_path: Path) -> None:
    """Boxes of ipywidgets, `link` and `observe`, with a kernel."""
    shutil.copy(ROOT / "notebooks" / "own_assistant.ipynb", tmp_path)
    server = FrontEnd("notebook", tmp_path)
    try:
        page.set_viewport_size({"width": 1400, "height": 1400})
        page.goto(server.address.replace("companion", "own_assistant"))
        run_all_cells(page, page.locator(".tlm.part .board svg").first)
        page.locator('.tlm.part [data-space="chapel"]').first.click()
        expect(page.locator(".tlm.part .card-head b").first).to_have_text("Chapel")
        page.get_by_role("button", name="Draw for me").click()
        drawn = page.locator(".tlm.part .drawn .name").nth(1)  # the notebook has drawn one
        expect(page.locator(".tlm.part .card-head b").first).to_have_text(drawn.inner_text())
        page.evaluate("document.fonts.ready")
        assert page.evaluate(FACES) == ["loaded"], "the display letters, once for all parts"
        assert page.evaluate(BEYOND) == [], "a part goes beyond its box, or the board beyond the window"
        assert not page.locator(".jp-RenderedSVG").count(), "the widget stands there, not what a saved notebook shows"
        once = "() => [document.querySelectorAll('.tlm-part-styles').length, window.tlmPartModules.size]"
        assert page.evaluate(once) == [1, 1], "their code and styles too"
    finally:
        page.goto("about:blank")  # or it would ask a server that is gone
        server.stop()


def test_a_situation_is_answered_stepped_back_and_answered_otherwise(page: Any) -> None:
    bench = AnalysisPanel("dwarf crags | thief city > 1")
    shown = PartPage(page, bench)
    page.get_by_role("button", name="anticlockwise").first.click()
    shown.answer()
    assert bench.situation == "dwarf crags | thief city > 1 > anticlockwise"
    page.get_by_role("button", name="One step back").click()
    shown.answer()
    (space,) = [way["space"] for way in bench.content["question"]["options"] if way["key"] == "clockwise"]
    page.locator(f'[data-space="{space}"]').first.click()  # where the other way ends
    shown.answer()
    assert [node.answer for node in bench.analysis.nodes] == ["", "1", "anticlockwise", "clockwise"]
    assert page.locator(".tree li").count() == 4
    page.locator('[data-id="node:2"]').click()
    shown.answer()
    assert (
        bench.situation.endswith("anticlockwise")
        and page.locator(".tree .here").inner_text() == "Anticlockwise: Fields"
    )


def test_what_is_typed_is_laid_out_or_refused_with_the_reason(page: Any) -> None:
    bench = AnalysisPanel()
    shown = PartPage(page, bench)
    field = page.get_by_role("textbox", name="Situation")
    field.fill("dwarf nowhere")
    page.keyboard.press("Enter")
    shown.answer()
    assert "nowhere" in page.locator(".refusal").inner_text() and field.input_value() == "dwarf nowhere"
    assert bench.situation == "dwarf crags | thief city", "what was laid out stays"
    field.fill("dwarf crags, has bear | thief city")
    page.keyboard.press("Enter")
    shown.answer()
    page.get_by_role("button", name="Lay it out all the same").click()
    shown.answer()
    assert bench.situation == "dwarf crags, has bear ! | thief city" and page.locator(".insisted").count() == 1


def test_a_bench_tells_outcomes_editions_and_what_if(page: Any) -> None:
    bench = AnalysisPanel("dwarf crags | thief city > 1 > anticlockwise > bear")
    shown = PartPage(page, bench, 1200)
    page.get_by_role("button", name="All outcomes").click()
    shown.answer()
    assert page.locator(".outcome").count() == len(bench.content["outcomes"]) > 0
    page.get_by_role("textbox", name="What if").type("dwarf, has + swo")
    page.wait_for_function("window.sent.some(message => message.type === 'propose')")
    shown.answer()
    page.get_by_role("button", name="Sword", exact=True).click()
    page.get_by_role("button", name="What if").click()
    shown.answer()
    assert "sword" in bench.content["compared"][0]["title"] and page.locator(".grid-box td p").count() > 3
    page.get_by_role("button", name="In every edition").click()
    shown.answer()
    assert "Second edition" in bench.content["compared"][0]["grid"]["head"]


def test_rulings_are_searched_and_one_is_read(page: Any) -> None:
    rulings = RulingsPanel()
    shown = PartPage(page, rulings, 1200)
    field = page.get_by_role("searchbox", name="Search the rulings")
    field.type("monk lance")
    page.keyboard.press("Enter")
    shown.answer()
    assert rulings.query == "monk lance" and page.locator(".found .option").count() == len(rulings.found) > 0
    assert field.input_value() == "monk lance" and page.evaluate("document.activeElement.type") == "search"
    page.locator(".found .option").first.click()
    shown.answer()
    assert rulings.chosen == f"ruling.{rulings.found[0]}" and rulings.situation
    assert page.locator("article.ruling h3").inner_text() == rulings.case.asks()  # type: ignore[union-attr]
    assert page.locator('.found [aria-current="true"]').count() == 1
    PartPage(page, rulings, 1200)  # shown again, as a saved notebook does without a kernel
    assert page.locator("article.ruling h3").inner_text() == rulings.case.asks()  # type: ignore[union-attr]
    page.get_by_role("searchbox").fill("qqqq")
    page.evaluate("new Promise(done => setTimeout(done, 400))")  # it is searched without a key too, after less
    assert dict(page.evaluate("window.taken()")) == {"query": "qqqq"}


SMALL = """() => [...document.querySelectorAll(".tlm.part .wall *")].filter((each) => each.getClientRects().length
  && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && parseFloat(getComputedStyle(each).fontSize) < 28).map((each) => each.textContent)"""


def test_a_class_predicts_throws_and_sees_who_was_right(page: Any) -> None:
    wall = LessonPanel("combat", "it")
    shown = PartPage(page, wall, 1366)

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)
            shown.answer()
            assert page.evaluate(SMALL) == [], f"after {key} in {wall.content['place']}"

    page.locator(".tlm.part").focus()
    press("Enter", "Enter", "4", "2")
    assert page.locator(".score-line .score").all_inner_texts() == ["7", "5"]
    while wall.content["kind"] != "predict":
        press("PageDown")
    assert page.locator(".verdict").count() == 0, "nobody sees the answer before"
    press("a", "a", "c")
    assert page.locator(".raised").all_inner_texts() == ["2", "1"]
    before = wall.running.place
    for wrong in ("x", "9", "q", "Escape"):
        press(wrong)
    assert wall.running.place == before, "a wrong key never leaves the lesson"
    assert page.locator(".raised").all_inner_texts() == ["2", "1"], "numbers that were not sent are dropped"
    press("Enter")
    assert page.locator(".choice.right").count() == 1 and page.locator(".verdict").count() == 3
    press(".")
    assert not page.locator(".wall h2").is_visible()
    press(".", "Home")
    assert wall.running.place[1] == 0


def test_a_lesson_in_italian_takes_few_keys(page: Any) -> None:
    wall = LessonPanel("combattimento", "it")
    shown = PartPage(page, wall, 1366)
    page.locator(".tlm.part").focus()
    keys = 0
    while wall.content["kind"] != "end":
        for key in ("a",) if wall.content["kind"] == "predict" and wall.content["waits"] else ():
            page.keyboard.press(key)
            keys += 1
        page.keyboard.press("Enter")
        keys += 1
        shown.answer()
        assert not wall.content["refused"]
    assert keys <= 60
