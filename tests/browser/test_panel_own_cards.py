"""Is a card that is in no list entered by its name, the mark of its type and its figures, and found again?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel
from played_panel import PlayedPanel
from tables import FOUR

from talisman_nb.drawing.picture import CARD_MARKS
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.table.own_cards import own_cards
from talisman_nb.text.screen.labels import USUAL_TYPES, types_with

pytestmark = pytest.mark.browser

BOXES = "all => all.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().toJSON())"
"""All boxes in sight at one moment: asked for one after the other, they may be scrolled between two answers."""


def test_a_name_in_no_list_opens_the_short_form(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("Kraken")
    panel.press("Enter")
    assert panel.find("other-name").input_value() == "Kraken"
    panel.find("other-type:monster").check()
    panel.find("other-strength").fill("7")
    panel.press("Enter")
    own = {"name": "Kraken", "type": "monster", "number": 0, "strength": 7, "craft": 0}
    assert panel.sent() == [{"type": "hand", "ply": 17, "own": own, "keep": False}], "it is kept if it is wished"


def test_a_slip_of_letters_with_any_number_of_enters_makes_no_card(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("Kraken")
    panel.press("Enter", "Enter", "Enter", "Enter")
    assert panel.sent() == [] and "kind of card" in panel.page.locator(".other .none").inner_text()
    assert panel.page.evaluate("document.activeElement.type") == "radio", "and the arrows choose now"
    panel.press("Space", "Enter")
    assert panel.sent()[0]["own"]["type"] == "event"


def test_the_type_of_a_card_in_no_list_is_chosen_by_its_mark(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("Kraken")
    panel.press("Enter")
    types = panel.page.get_by_role("radiogroup", name="Type").get_by_role("radio")
    drawn = panel.page.locator(".other .type-mark path").evaluate_all("all => all.map((e) => e.getAttribute('d'))")
    assert drawn == [CARD_MARKS[each.get_attribute("value").replace(" ", "-")] for each in types.all()]
    panel.press("Tab", "Tab", "Tab", "Tab", "ArrowRight", "ArrowRight", "Enter")
    assert panel.sent()[0]["own"]["type"] == "monster"


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_every_type_and_the_last_button_of_the_form_can_be_reached(panel: Panel, size: tuple[int, int]) -> None:
    panel.open(samples.screen("card"), *size)
    panel.find("other-card").click()
    form = panel.page.locator(".options.other")
    assert form.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert form.evaluate("e => e.scrollHeight - e.clientHeight") <= 0, "all of it is in sight"
    boxes = panel.page.locator(".other .types label").evaluate_all(BOXES)
    least = 43.5 if size[0] < 600 else 37.5  # for a finger; for a mouse where a laptop's window is low
    assert boxes and all(box["height"] >= least for box in boxes)
    assert not [1 for a in boxes for b in boxes if a is not b and overlap(a, b)]
    panel.find("other-type:place").check()
    panel.find("other-name").fill("Well")
    panel.find("other-done").click()
    assert panel.sent()[0]["own"]["type"] == "place"


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_a_card_that_the_group_keeps_is_found_by_its_name(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    own = [{"name": "Kraken", "type": "monster", "deck": deck} for deck in ("adventure", "spell")]
    panel.page.evaluate("own => show({ labels: { ...model.get('labels'), own } })", own)
    panel.page.keyboard.type("krak")
    assert panel.page.locator(".hits .label").all_inner_texts() == ["Kraken"]
    panel.press("Enter")
    sent = panel.sent()[0]
    assert (sent["type"], sent.get("key") or sent["keys"][0]) == ("answer", "own/Kraken")


def test_a_card_of_a_pack_is_found_by_its_name_and_the_rest_is_entered_once(page: Any, own_home: Path) -> None:
    """Of an Enemy its type is known, its figure is on the card; after that it is a card like all others."""
    table = Table.new(FOUR, layers=["pack-reaper"], first=0)
    while table.ask.purpose == "piece-starts":
        table.answer("forest")
    panel = PlayedPanel(page, TableController(table)).shown(1280, 625)
    panel.key("2").click("option:clockwise")
    page.keyboard.type("cave tr")
    assert page.locator(".hits :is(.label, .note)").all_inner_texts() == ["Cave Troll", "The Reaper"]
    panel.press("Enter")
    assert panel.find("other-name").input_value() == "Cave Troll" and panel.find("other-type:monster").is_checked()
    assert panel.page.evaluate("document.documentElement.scrollHeight") <= 625
    inputs = panel.inputs
    panel.enter("other-strength", "6")
    assert panel.inputs == inputs + 1 and "Cave Troll" in panel.find("headline").inner_text()
    (own,) = table.state.own
    assert (own.type, own.strength, own.deck, own.copies) == ("monster", 6, "adventure", 1)
    assert [card.name for card in own_cards()] == ["Cave Troll"], "and the group keeps it"


def test_a_type_of_a_listed_card_that_is_a_guess_is_asked_for(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    listed = {"name": "Old Troll", "deck": "adventure", "type": "monster", "sure": False, "copies": 2, "layer": "Mine"}
    panel.page.evaluate("card => show({ labels: { ...model.get('labels'), listed: { adventure: [card] } } })", listed)
    panel.page.keyboard.type("old tr")
    panel.press("Enter")
    assert panel.find("other-name").input_value() == "Old Troll"
    assert panel.page.locator(".other .types input:checked").count() == 0


def test_a_card_of_the_box_is_corrected_or_taken_out_in_the_form(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    own = [{"name": name, "type": "monster", "strength": 7, "deck": "adventure"} for name in ("Kraken", "Yeti")]
    panel.page.evaluate("own => show({ labels: { ...model.get('labels'), own } })", own)
    panel.find("other-card").click()
    panel.find("own-box").select_option("Kraken")
    assert panel.find("other-strength").input_value() == "7" and panel.find("other-type:monster").is_checked()
    panel.find("other-strength").fill("8")
    panel.find("own-save").click()
    card = {"name": "Kraken", "type": "monster", "number": 0, "strength": 8, "craft": 0}
    about = {"type": "kept-card", "ply": 17, "key": "own/Kraken", "value": "adventure"}
    assert panel.sent() == [{**about, "own": card}]
    panel.reply(samples.screen("card", note="corrected", rev=99))
    panel.page.wait_for_function("document.querySelector('.foot').textContent.includes('corrected')")
    panel.find("other-card").click()
    panel.find("own-box").select_option("Kraken")
    panel.find("own-forget").click()
    assert panel.sent()[1:] == [about]


PAGE = {"title": "Kraken", "about": ["Monster"], "sections": [{"title": "What it does", "lines": ["By hand."]}]}


def with_page(panel: Panel, width: int, height: int) -> None:
    """A panel with the page of a card of the box open, where no card is drawn."""
    panel.open(samples.screen("die"), width, height)
    own = [{"name": "Kraken", "type": "monster", "strength": 7, "deck": "adventure"}]
    panel.page.evaluate("own => show({ labels: { ...model.get('labels'), own } })", own)
    panel.press("/")
    reply = {
        "type": "page",
        "key": "own/Kraken",
        "text": "kraken",
        "page": PAGE,
        "found": [],
        "sorry": "",
        "decided": [],
        "verdicts": [],
        "ours": False,
        "die": False,
    }
    panel.page.evaluate("reply => tell('msg:custom', reply)", reply)
    panel.find("kept-save").wait_for()


@pytest.mark.parametrize("size", [(1366, 625), (390, 844)])
def test_a_card_of_the_box_is_corrected_or_taken_out_on_its_own_page(panel: Panel, size: tuple[int, int]) -> None:
    about = {"type": "kept-card", "ply": samples.question("die").ply, "key": "own/Kraken", "value": "adventure"}
    card = {"name": "Sea Kraken", "type": "monster", "number": 0, "strength": 8, "craft": 0}
    with_page(panel, *size)
    boxes = panel.page.locator(".page .other :is(label, .option)").evaluate_all(BOXES)
    assert len(boxes) == 16 and not [1 for a in boxes for b in boxes if a is not b and overlap(a, b)]
    assert panel.page.locator(".page .other").evaluate("e => e.scrollWidth <= e.clientWidth")
    assert panel.find("kept-strength").input_value() == "7" and panel.find("kept-type:monster").is_checked()
    panel.find("kept-name").fill("Sea Kraken")
    panel.find("kept-strength").fill("8")
    panel.find("kept-save").click()
    assert panel.sent()[-1] == {**about, "own": card}
    assert not panel.page.locator(".drawer").is_visible(), "its page tells of what it was"
    with_page(panel, *size)
    panel.find("kept-forget").click()
    assert panel.sent()[-1] == about


def unlisted(panel: Panel, cards: str = "adventure", width: int = 1366, height: int = 768) -> None:
    """A panel that asks for a card of a deck of which nobody has typed five."""
    asked = samples.screen("card")
    assert asked.question is not None
    panel.open(replace(asked, question=replace(asked.question, cards=cards, unknown=5)), width, height)
    more = {"hand_deck": "spell", "alignments": {"good": "Good", "neutral": "Neutral", "evil": "Evil"}}
    more["actions"] = {action: types_with(action) for action in USUAL_TYPES}
    panel.page.evaluate("more => show({ labels: { ...model.get('labels'), ...more } })", more)


def test_a_card_nobody_has_typed_takes_its_name_a_figure_and_its_action_word(panel: Panel) -> None:
    unlisted(panel)
    panel.page.keyboard.type("Ettin")
    panel.press("Enter")
    panel.find("other-after:attack").check()
    assert panel.find("other-type:monster").is_checked(), "what attacks is mostly a Monster"
    panel.find("other-strength").fill("5")
    panel.find("other-words").fill("Eats a Follower first.")
    panel.press("Enter")
    own = {"name": "Ettin", "type": "monster", "number": 0, "strength": 5, "craft": 0}
    own |= {"words": "Eats a Follower first.", "after": "attack"}
    assert panel.sent() == [{"type": "hand", "ply": 17, "own": own, "keep": True}], "it is kept without a press"


def test_action_word_and_type_go_together_and_a_word_is_taken_back(panel: Panel) -> None:
    unlisted(panel)
    panel.find("other-card").click()
    panel.find("other-type:stranger").check()
    panel.find("other-after:leave").check()
    assert panel.find("other-type:stranger").is_checked(), "both go together"
    panel.find("other-type:animal").check()
    assert not panel.find("other-after:leave").is_checked(), "an Animal attacks"
    panel.find("other-after:keep").check()
    assert panel.find("other-type:object").is_checked()
    panel.find("other-after:keep").click()
    assert not panel.find("other-after:keep").is_checked() and panel.find("other-type:object").is_checked()


def test_what_a_card_is_like_is_added_at_leisure(panel: Panel) -> None:
    unlisted(panel)
    panel.page.keyboard.type("Bow")
    panel.press("Enter")
    panel.find("other-after:keep").check()
    panel.find("other-strength").fill("1")
    panel.page.locator(".other .more summary").click()
    panel.find("other-weapon").check()
    panel.find("other-copies").fill("2")
    panel.find("other-never").select_option("evil")
    panel.find("other-done").click()
    own = {"name": "Bow", "type": "object", "number": 0, "strength": 1, "craft": 0, "after": "keep"}
    assert panel.sent()[0]["own"] == {**own, "weapon": True, "have_not": ["evil"], "copies": 2}


def test_of_a_spell_nobody_has_typed_its_name_is_enough(panel: Panel) -> None:
    unlisted(panel, "spell")
    panel.page.keyboard.type("Wither")
    panel.press("Enter", "Enter")
    own = {"name": "Wither", "type": "spell", "number": 0, "strength": 0, "craft": 0}
    assert panel.sent()[0]["own"] == own
    unlisted(panel, "spell")
    panel.page.keyboard.type("Wither")
    panel.press("Enter")
    panel.page.locator(".other .more summary").click()
    panel.find("other-at").select_option("reply.spell")
    panel.find("other-done").click()
    assert panel.sent()[-1]["own"] == {**own, "at": ["reply.spell"]}
    unlisted(panel, "spell")
    panel.page.keyboard.type("Wither")
    panel.press("Enter")
    panel.page.locator(".other .more summary").click()
    panel.find("other-at").select_option("fight")
    panel.find("other-done").click()
    assert panel.sent()[-1]["own"] == {**own, "at": ["before_fight", "fight"]}, "those who look on may cast it too"


@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (360, 640)])
def test_the_fields_of_an_unlisted_card_lie_beside_each_other(panel: Panel, size: tuple[int, int]) -> None:
    unlisted(panel, "adventure", *size)
    panel.find("other-card").click()
    for fold in range(2):
        form = panel.page.locator(".options.other")
        assert form.evaluate("e => e.scrollWidth <= e.clientWidth")
        boxes = panel.page.locator(".other :is(label, .option)").evaluate_all(BOXES)
        assert len(boxes) >= 18 + 6 * fold and not [1 for a in boxes for b in boxes if a is not b and overlap(a, b)]
        panel.page.locator(".other .more summary").click()
    if size != (360, 640):
        assert panel.find("other-done").evaluate("e => e.getBoundingClientRect().bottom < innerHeight")


def test_a_card_of_a_stock_nobody_has_typed_has_a_price_and_is_an_object(panel: Panel) -> None:
    asked = samples.screen("hands")
    assert asked.question is not None
    panel.open(replace(asked, question=replace(asked.question, cards="wares", unknown=3)))
    panel.find("other-card").click()
    panel.find("other-name").fill("Bow")
    assert panel.find("other-type:object").is_checked()
    panel.find("other-price").fill("2")
    panel.press("Enter")
    own = {"name": "Bow", "type": "object", "number": 0, "strength": 0, "craft": 0, "price": 2}
    assert panel.sent()[-1] == {"type": "hand", "ply": asked.question.ply, "own": own, "keep": True}
