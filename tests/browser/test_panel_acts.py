"""Does what may be done with a thing stand beside it on the sheet, without a letter of its own?"""

from __future__ import annotations

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel

from talisman_nb.text.screen.values import Choice, Question

DROP = Choice(key="0/drop:sword", label="Put down: Sword", hint="X", group="Ada", thing="sword")
BARRED = Choice(key="0/use:holy-lance.x", label="Use", hint="X", closed="only in battle", thing="holy-lance")
ABILITY = Choice(key="0/use:character.dwarf.x", label="Do this", hint="X", group="Ada")
THEIRS = Choice(key="1/drop:sword", label="Put down: Sword", hint="X", group="Bruno", thing="sword")
CAST = Choice(key="0/cast:healing", label="Healing", hint="S", group="Ada", thing="healing")
TRADE = Choice(key="trade:strength", label="Trade for 1 strength", note="7 points", thing="trophies")
END = Question(
    ply=40, kind="end", who=samples.ADA, headline="Ada's turn ends",
    options=(Choice(key="end-turn", label="End"), TRADE),
)  # fmt: skip


@pytest.fixture
def sheet(panel: Panel) -> Panel:
    ada, *others = samples.screen("die", question=END).sheets
    ada = replace(ada, goods=("Sword", "Sword", "Holy Lance"), goods_keys=("sword", "sword", "holy-lance"),
                  spells=("Healing",), spells_keys=("healing",))  # fmt: skip
    panel.open(
        samples.screen(question=END, sheets=(ada, *others), asides=(DROP, BARRED, ABILITY, THEIRS, CAST)), 1366, 768
    )
    panel.find("sheet:0").click()
    return panel


def beside(panel: Panel, name: str) -> list[str]:
    line = panel.page.locator(".drawer li", has=panel.page.locator(".named", has_text=name)).first
    return [str(each) for each in line.locator("button.act").all_inner_texts()]


def test_a_card_that_may_be_used_has_the_button_beside_it(sheet: Panel) -> None:
    assert beside(sheet, "Sword") == ["Put down: Sword"]
    assert beside(sheet, "Holy Lance") == [], "it is closed now"
    assert beside(sheet, "Healing") == ["Cast"], "the card stands before it"
    sheet.find("aside:0/drop:sword").last.click()
    assert [(sent["type"], sent["key"]) for sent in sheet.sent()] == [("aside", "0/drop:sword")]


def test_a_trade_starts_from_the_trophies_and_answers_the_question(sheet: Panel) -> None:
    sheet.find("act:trade:strength").click()
    assert [(sent["type"], sent["key"], sent["ply"]) for sent in sheet.sent()] == [("answer", "trade:strength", 40)]


def test_what_belongs_to_nothing_on_the_sheet_stands_below_once(sheet: Panel) -> None:
    shown = sheet.page.locator(".drawer [data-id^='aside:']").evaluate_all("all => all.map((each) => each.dataset.id)")
    assert sorted(shown) == ["aside:0/cast:healing", "aside:0/drop:sword", "aside:0/drop:sword", f"aside:{ABILITY.key}"]


def test_only_the_letters_of_the_question_are_alive_beside_an_open_sheet(sheet: Panel) -> None:
    assert sheet.page.locator(".drawer .act kbd, .drawer [data-press]").count() == 0
    sheet.press("b")
    assert [sent["key"] for sent in sheet.sent()] == ["trade:strength"]


def test_another_person_has_no_button_of_the_question(sheet: Panel) -> None:
    sheet.find("sheet:1").click()
    assert sheet.find("act:trade:strength").count() == 0
