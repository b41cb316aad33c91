"""Is a game that has ended staged, can every figure be followed to its line, and is the next game one press away?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import panel_samples as samples
import pytest
from panel_page import SHUT, Panel, plain
from tables import FOUR, finished_table

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import JournalLine

pytestmark = pytest.mark.browser

WIDTHS = [1920, 1366, 820, 390]
SMALL = """() => [...document.querySelectorAll('.tlm .chronicle :is(button, summary)')]
  .filter(e => e.getClientRects().length)
  .filter(e => { const r = e.getBoundingClientRect(); return r.width < 43.5 || r.height < 43.5; })
  .map(e => e.outerHTML.slice(0, 90))"""


def ended(lang: str = "en") -> TableController:
    table = Table.new(FOUR, dice="virtual", cards="virtual", spells="known", seed=5, lang=lang)
    while len(table.lines) < 150:
        table.roll() if table.ask.chance else table.answer(table.ask.open()[0])
    table.change(Change("space", 0, to="crown-of-command"), *(Change("out", seat, 1) for seat in range(1, 4)))
    while table.ask.kind != "over":
        table.roll() if table.ask.chance else table.answer(table.ask.open()[0])
    return TableController(table)


def tell(panel: Panel, reply: Any) -> None:
    panel.page.evaluate("reply => tell('msg:custom', { ...reply, reply: sent.at(-1).view })", plain(reply))
    panel.settle()


def staged(panel: Panel, width: int = 1366, lang: str = "en") -> TableController:
    """The chronicle of an ended game, as it opens by itself."""
    table = ended(lang)
    panel.open(table.screen(), width, 800)
    assert panel.sent() == [{"type": "chronicle"}]
    tell(panel, table.handle({"type": "chronicle"}))
    return table


@pytest.mark.matrix
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_winner_is_staged_and_all_of_it_fits(panel: Panel, width: int, lang: str) -> None:
    staged(panel, width, lang)
    assert "Ada" in panel.find("past-head").inner_text()
    assert panel.page.evaluate("document.activeElement.dataset.id") == "past-head"
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= width
    assert panel.page.evaluate(SMALL) == []
    assert panel.page.locator(".ask:visible, .sheets:visible, .board:visible").count() == 0
    assert panel.page.locator(".past .plot svg").count() == 5


def test_the_same_people_play_again_with_one_press(panel: Panel) -> None:
    staged(panel)
    assert panel.find("past:again").get_attribute("class") == "option first", "the filled button"
    panel.press("Enter")
    assert panel.sent()[-1] == {"type": "play-again"}


def test_nobody_answers_the_table_while_the_chronicle_covers_it(panel: Panel) -> None:
    staged(panel)
    sent = len(panel.sent())
    panel.press("1", "D", "S", "N")
    assert len(panel.sent()) == sent
    panel.press("Escape")
    assert panel.page.locator(".ask:visible").count() == 1


@pytest.mark.parametrize("width", [1920, 1366, 390])
def test_a_figure_opens_its_line(panel: Panel, width: int) -> None:
    table = staged(panel, width)
    told: Any = table.handle({"type": "chronicle"})
    items = [item for name in ("best", "turning", "feared") for item in told["chronicle"].get(name, ())]
    first = table.screen().journal[0].n
    older = next(n for n, item in enumerate(items) if item["n"] < first)
    panel.page.locator(".highlight").nth(older).click()
    asked = panel.sent()[-1]
    assert asked["type"] == "journal" and asked["n"] < asked["before"]
    tell(panel, table.handle(asked))
    line = panel.page.locator('.lines:visible .line[aria-expanded="true"]')
    assert line.get_attribute("data-id") == f"line:{asked['n']}:0"
    assert line.evaluate("line => line === document.activeElement")
    box = line.bounding_box()
    assert box is not None and 0 < box["y"] < 800


def test_the_numbers_of_a_plot_are_a_table_too(panel: Panel) -> None:
    staged(panel)
    panel.page.locator(".numbers summary").first.click()
    panel.settle()
    table = panel.page.locator(".numbers table").first
    assert table.locator("thead th").all_inner_texts()[1:] == list(FOUR)
    assert table.locator("tbody tr").count() > 3
    assert table.locator("tbody tr").first.locator("td").all_inner_texts() == ["3", "3", "6", "4"], "the strengths"


def test_a_game_goes_on_behind_its_chronicle(panel: Panel) -> None:
    """It opens at any time, from the menu, and closes to the question."""
    table = TableController(Table.new(FOUR, dice="virtual", cards="virtual", seed=5))
    panel.open(table.screen(), 1366, 800)
    panel.find("drawer:menu").click()
    panel.page.locator(".drawer button", has_text="Chronicle").click()
    assert panel.sent() == [{"type": "chronicle"}]
    tell(panel, table.handle({"type": "chronicle"}))
    assert panel.find("past:again").count() == 0 and panel.find("past-head").is_visible()
    panel.press("A")
    assert panel.find("headline").is_visible()


def test_missing_chances_are_asked_for_until_all_are_there(panel: Panel) -> None:
    table = staged(panel)
    reply: Any = table.handle({"type": "chronicle"})
    before = len(panel.sent())
    panel.page.evaluate(
        "r => tell('msg:custom', r)", {**plain(reply), "chronicle": {**reply["chronicle"], "missing": 3}}
    )
    panel.page.wait_for_function(f"sent.length === {before + 1}")
    tell(panel, reply)
    assert len(panel.sent()) == before + 1


def test_every_plot_is_saved_as_a_picture_of_its_own(panel: Panel) -> None:
    staged(panel)
    keep = panel.page.locator('[data-id^="keep-plot:"]')
    assert keep.count() == panel.page.locator(".past .plot svg").count() == 5
    for at in range(5):
        with panel.page.expect_download() as saved:
            keep.nth(at).click()
        root = ElementTree.fromstring(Path(saved.value.path()).read_text("utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.find(".//{*}style") is not None
        assert saved.value.suggested_filename.endswith(".svg")


def test_a_download_is_a_file_of_the_browser(panel: Panel) -> None:
    """Nothing is asked of a server: the page may be a notebook, Voilà or a saved one."""
    panel.open(samples.screen("die", journal=(JournalLine(1, "Ada moved."),)), 1366)
    panel.find("drawer:menu").click()
    panel.page.locator(".drawer button", has_text="Keep").click()
    panel.find("keep:markdown").click()
    assert panel.sent() == [{"type": "export", "value": "markdown"}]
    with panel.page.expect_download() as saved:
        tell(panel, {"type": "export", "name": "Friday.md", "kind": "text/markdown", "text": "# Friday é\n"})
    assert saved.value.suggested_filename == "Friday.md"
    assert saved.value.path().read_text("utf-8") == "# Friday é\n"


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_where_no_file_is_saved_it_is_shown_to_be_copied(panel: Panel, lang: str) -> None:
    panel.open(samples.screen("die", lang=lang, journal=(JournalLine(1, "Ada moved."),)), 1366)
    panel.page.evaluate(SHUT)
    panel.find("drawer:menu").click()
    panel.page.locator(".drawer button", has_text=re.compile("Keep|Zachowaj")).click()
    panel.find("keep:markdown").click()
    tell(panel, {"type": "export", "name": "Friday.md", "kind": "text/markdown", "text": "# Friday é\n"})
    shown = panel.page.locator("dialog.shown-file")
    assert shown.get_by_role("textbox").input_value() == "# Friday é\n"
    assert plain(samples.labels(lang))["words"]["not-saved"] in shown.inner_text()
    panel.page.set_viewport_size({"width": 390, "height": 844})
    box = shown.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    with panel.page.expect_download() as saved:
        panel.find("shown-file:link").click()
    assert saved.value.suggested_filename == "Friday.md"
    assert saved.value.path().read_text("utf-8") == "# Friday é\n"
    before = len(panel.sent())
    panel.press("1", "Escape")
    shown.wait_for(state="detached")  # a dialog says a moment later that it is closed
    assert len(panel.sent()) == before, "no key goes to the table"


def test_a_seat_of_its_own_is_offered_no_file_with_everybodys_secrets(panel: Panel) -> None:
    panel.open(msgspec.structs.replace(samples.screen("die"), viewer=0), 1366)
    panel.find("drawer:menu").click()
    panel.page.locator(".drawer button", has_text="Keep").click()
    assert panel.find("keep:markdown").count() == 1 and panel.find("keep:file").count() == 0


@pytest.mark.parametrize("width", [1920, 390])
def test_it_is_reached_from_the_journal_where_there_is_no_menu(panel: Panel, width: int) -> None:
    panel.open(samples.screen("die"), width, 800)
    if width < 780:
        panel.press("j")
    panel.find("chronicle").locator("visible=true").click()
    assert panel.sent() == [{"type": "chronicle"}]


def test_all_evenings_stand_beside_the_stage(panel: Panel, own_home: Any) -> None:
    finished_table("Friday")
    table = staged(panel)
    panel.find("past:evenings").click()
    assert panel.sent()[-1] == {"type": "evenings"}
    tell(panel, table.handle({"type": "evenings"}))
    rows = panel.page.locator(".evenings .highlight b").all_inner_texts()
    assert rows == ["Friday", "Ada", "Bruno", "Dwarf", "Thief", "unknown: set by hand"]
    panel.press("B")
    assert panel.page.locator(".past .plot").count() == 5


def test_where_no_evening_is_kept_each_list_says_so(panel: Panel, own_home: Any) -> None:
    table = staged(panel)
    panel.find("past:evenings").click()
    tell(panel, table.handle({"type": "evenings"}))
    cards = panel.page.locator(".evenings .past-card")
    assert cards.count() == cards.get_by_text("None yet.").count() == 3


def test_an_end_that_is_taken_back_closes_the_chronicle(panel: Panel) -> None:
    table = staged(panel)
    table.handle({"type": "undo"})
    assert table.screen().question.kind != "over"
    panel.page.evaluate("screen => show({ screen })", plain(table.screen()))
    panel.settle()
    assert panel.find("past-head").count() == 0 and panel.find("headline").is_visible()
