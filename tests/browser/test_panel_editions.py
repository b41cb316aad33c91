"""Are editions, the box they are played from and a group's own layers chosen side by side in the form?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import panel_samples as samples
import pytest
from panel_page import Panel
from setup_samples import setup

from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.rules.layers import BASE, offered_editions, packs, variants
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.setup_values import LayerEntry
from talisman_nb.text.screen.values import Choice

pytestmark = [pytest.mark.browser, pytest.mark.one_page]

MINE = (
    LayerEntry("fans", "fans", wrong="fans/adventure/cards.toml: [wulf] like: the layers below have no 'wulf'"),
    LayerEntry("moles", "Mole cards", "Twelve burrows, and who lives there.", on=True),
    LayerEntry("souls", "Souls"),
)
WAYS = (Choice("", "from its own box", note="Typed in as drawn."), Choice("lent", "with those of another", note="All."))
WIDE = """() => [...document.querySelectorAll('.tlm .editions *')].filter(e =>
  e.clientWidth && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 90))"""


def with_everything(**other: Any) -> Any:
    form = setup(**other)
    second = msgspec.structs.replace(form.editions[1], variants=WAYS, variant="")
    return msgspec.structs.replace(form, editions=(form.editions[0], second), edition="second", layers=MINE)


def test_editions_lie_side_by_side_each_with_a_picture_and_a_sentence(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=with_everything())
    cards = panel.page.locator(".editions .cards .box")
    assert cards.all_inner_texts() == ["Revised 4th\nWith fate.", "Second\nWithout it."]
    assert panel.page.locator(".editions .map rect").count() == 2 * 9
    assert panel.page.locator(".editions .map .goal").count() == 2
    left, right = (card.bounding_box() for card in cards.all())
    assert left and right and left["y"] == right["y"] and left["x"] < right["x"]
    assert panel.find("edition:second").is_checked()
    cards.first.click()
    assert panel.sent() == [{"type": "part", "key": "edition", "value": "revised4", "players": []}]


def test_the_box_is_chosen_beside_its_edition(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=with_everything())
    assert panel.find("variant:").is_checked()
    panel.page.get_by_text("with those of another").click()
    assert panel.sent() == [{"type": "part", "key": "variant", "value": "lent", "players": []}]
    panel.open(samples.screen("die"), setup=setup())
    assert panel.page.locator(".editions .ways").count() == 0, "of an edition that has one box only"


def test_layers_are_ticked_and_a_broken_one_says_why(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=with_everything())
    assert [panel.find(f"layer:{each.key}").is_checked() for each in MINE] == [False, True, False]
    assert [panel.find(f"layer:{each.key}").is_disabled() for each in MINE] == [True, False, False]
    assert "no 'wulf'" in panel.page.locator(".editions .closed").inner_text()
    panel.page.get_by_text("fans", exact=True).click(force=True)
    panel.page.get_by_text("Souls").click()
    assert panel.sent() == [{"type": "layer", "key": "souls", "value": "true", "players": []}]
    panel.open(samples.screen("die"), setup=with_everything()).page.get_by_text("Mole cards").click()
    assert panel.sent() == [{"type": "layer", "key": "moles", "value": "false", "players": []}]


def test_editions_and_layers_are_chosen_by_the_keyboard(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=with_everything()).find("edition:second").focus()
    panel.press("ArrowUp")
    assert panel.sent()[-1] == {"type": "part", "key": "edition", "value": "revised4", "players": []}
    panel.open(samples.screen("die"), setup=with_everything()).find("variant:").focus()
    panel.press("Tab", "Space")
    assert panel.sent()[-1] == {"type": "layer", "key": "moles", "value": "false", "players": []}


@pytest.mark.matrix
@pytest.mark.parametrize("width", [358, 390, 820, 1366])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_editions_fit(page: Any, lang: str, width: int, own_home: Path) -> None:
    for name, text in (("broken", "[wolf]\nstrength = 4\n"), ("fine", '[mole]\nlike = "wolf"\nname = "Mole"\n')):
        file = own_home / "layers" / name / "adventure" / "cards.toml"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    found = SettingUp(lang)
    found.tick("fine", True)
    panel = Panel(page).open(samples.screen("die", lang=lang), width, setup=found.form())
    boxes = (*offered_editions(), "alone", *variants(BASE), *packs(BASE), "broken", "fine")
    assert panel.page.locator(".editions .box").count() == len(boxes)
    assert panel.page.evaluate(WIDE) == []
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= width
    low = "e => e.map(e => e.getBoundingClientRect().height).filter(h => h < 44).length"
    assert panel.page.locator(".editions .box").evaluate_all(low) == 0
