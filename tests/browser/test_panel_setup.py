"""Does the form of a new table say what was chosen, house rules included, and does a running table tell them?"""

from __future__ import annotations

from typing import Any

import msgspec
import panel_samples as samples
import pytest
from panel_page import Panel
from setup_samples import setup

from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.rules.book import open_book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.rules.own_rules import house_rules
from talisman_nb.text.house_rules import choices, switches_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.labels import character_entries
from talisman_nb.text.screen.setup_values import PlayedPart
from talisman_nb.text.screen.values import Choice

pytestmark = [pytest.mark.browser, pytest.mark.one_page]


def test_a_table_of_two_starts_with_four_entries(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup())
    for entry in ("Ada, Bruno", "dw", "th"):
        panel.page.keyboard.type(entry)
        panel.press("Enter")
    panel.press("Enter")
    parts = {"edition": "revised4", "dice": "real", "cards": "real", "spells": "hands", "lang": "en"}
    players = [{"name": "Ada", "character": "dwarf"}, {"name": "Bruno", "character": "thief"}]
    assert panel.sent() == [{"type": "start", "players": players, "parts": parts}]


def test_once_dealt_enter_starts(panel: Panel) -> None:
    dealt = [{"name": "Ada", "character": "dwarf"}, {"name": "Bruno", "character": "thief"}]
    form = setup(players=(("Ada", "dwarf"), ("Bruno", "thief")))
    panel.open(samples.screen("die"), setup=form).find("deal").click()
    assert panel.sent() == [{"type": "deal", "players": dealt}]
    assert panel.find("start").evaluate("start => start.getRootNode().activeElement === start")


def test_what_was_typed_outlives_a_new_version_of_the_form(panel: Panel) -> None:
    """Another window played: the list of saved tables changes while somebody types here."""
    panel.open(samples.screen("die"), setup=setup())
    for entry in ("Ada, Bruno", "dw"):
        panel.page.keyboard.type(entry)
        panel.press("Enter")
    panel.page.keyboard.type("th")
    panel.page.evaluate("setup => window.show({ setup })", msgspec.to_builtins(setup(saved=())))
    assert panel.find("names").input_value() == "Ada, Bruno" and panel.find("character:1").input_value() == "th"
    panel.press("Enter", "Enter")
    assert [player["character"] for player in panel.sent()[-1]["players"]] == ["dwarf", "thief"]


def test_players_that_the_kernel_changed_replace_those_typed(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup())
    panel.page.keyboard.type("Ada, Bruno")
    dealt = setup(players=(("Ada", "troll"), ("Bruno", "elf")))
    panel.page.evaluate("setup => window.show({ setup })", msgspec.to_builtins(dealt))
    panel.find("start").click()
    assert [player["character"] for player in panel.sent()[-1]["players"]] == ["troll", "elf"]


PORTRAITS = ".tlm .portrait"
TOO_WIDE = """() => [...document.querySelectorAll('.tlm :is(.portrait, .portrait *, .player)')].filter(e =>
  e.clientWidth && !e.matches('.unseen') && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 90))"""

BROKEN = """() => [...document.querySelectorAll('.tlm .portrait b')].filter(e => e.offsetHeight > 24)
  .map(e => e.textContent)"""


def test_a_character_is_chosen_by_its_portrait(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup(players=(("Ada", ""), ("Bruno", ""))))
    panel.find("portrait:troll").click()
    assert panel.find("character:1").evaluate("field => field.getRootNode().activeElement === field")
    assert panel.find("portrait:troll").count() == 0 and panel.page.locator(PORTRAITS).count() == 3
    panel.find("portrait:dwarf").focus()
    panel.press("ArrowRight", "Enter")
    assert panel.page.locator(PORTRAITS).count() == 0, "everybody has one"
    panel.find("other:0").click()
    assert panel.find("portrait:troll").count() == 1, "it is free again"
    panel.page.keyboard.type("tr")
    panel.press("Enter", "Enter")
    assert panel.sent()[0]["players"] == [
        {"name": "Ada", "character": "troll"},
        {"name": "Bruno", "character": "thief"},
    ]


def test_a_character_that_somebody_has_is_not_found(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup(players=(("Ada", "troll"), ("Bruno", ""))))
    panel.find("character:1").fill("troll")
    assert panel.find("figure:1:troll").count() == 0 and panel.find("figure:1:elf").count() == 1


def test_portraits_show_who_there_is_before_anybody_is_named(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup(again=())).find("portrait:elf").click()
    assert panel.find("names").evaluate("field => field.getRootNode().activeElement === field")
    panel.open(samples.screen("die"), setup=setup(again=(), at_table="dealt at the table"))
    assert panel.page.locator(PORTRAITS).count() == 0
    panel.open(samples.screen("die"), setup=setup())
    assert panel.page.locator(PORTRAITS).count() == 0, "a group's story stands there first"
    panel.page.keyboard.type("Ada")
    assert panel.page.locator(PORTRAITS).count() == 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_portraits_fit(page: Any, lang: str) -> None:
    figures = sorted(character_entries(open_book(), lang), key=lambda figure: len(figure.name))  # the longest are left
    form = setup(lang=lang, figures=figures, players=(("Ada", figures[0].key), ("Bruno", "")))
    for width in (358, 390, 820, 1366, 1920):
        panel = Panel(page).open(samples.screen("die", lang=lang), width, setup=form)
        assert panel.page.locator(f"{PORTRAITS} .motif path").count() > 2 * len(figures)
        assert panel.page.locator(f"{PORTRAITS} .point").count() == 4 * (len(figures) - 1)
        page.evaluate("document.fonts.ready")  # the letters are wider than those of the system
        assert panel.page.evaluate(TOO_WIDE) == []
        assert width == 358 or panel.page.evaluate(BROKEN) == [], "a name is not broken in the middle"
        assert panel.page.evaluate("document.documentElement.scrollWidth") <= width


def test_portraits_of_a_large_window_are_large(panel: Panel) -> None:
    panel.open(samples.screen("die"), 1920, 1080, setup=setup(again=()))
    assert panel.page.locator(f"{PORTRAITS} .motif").first.bounding_box()["width"] >= 72
    assert panel.page.evaluate("document.documentElement.scrollHeight") <= 1080


def test_a_part_of_the_sentence_goes_to_its_next_choice(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("part:dice").click()
    assert panel.sent() == [{"type": "part", "key": "dice", "value": "virtual", "players": []}]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chip_says_before_it_is_pressed_what_it_changes_to(page: Any, lang: str) -> None:
    form = msgspec.structs.replace(SettingUp(lang).form(), players=(("Ada", ""),))
    panel = Panel(page).open(samples.screen("die", lang=lang), 390, setup=form)
    for part in form.parts:
        chip, (now, then) = panel.find(f"part:{part.key}"), changes(part)
        assert chip.locator(".now").inner_text() == now.label
        assert chip.locator(".then").inner_text() == f"→ {then.label}"
        becomes = f"{now.label} → {then.label}"
        assert chip.get_attribute("aria-label") == samples.words(lang)["labelled"].format(label=part.name, text=becomes)
        assert chip.get_attribute("title") == chip.get_attribute("aria-label")
    assert panel.page.locator(".sentence button").count() == len(form.parts) + 1, "and the house rules"
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= 390


def changes(part: PlayedPart) -> tuple[Choice, Choice]:
    """The choice in force of a part, and the one a press changes it to."""
    (at,) = (at for at, choice in enumerate(part.choices) if choice.key == part.value)
    return part.choices[at], part.choices[(at + 1) % len(part.choices)]


def test_the_bar_of_a_table_says_what_a_press_changes(panel: Panel) -> None:
    panel.open(samples.screen("die"), 1920)
    for id, title in (
        ("list", "Board → List of spaces"),
        ("large", "Usual letters → Large letters"),
        ("keys", "keys on → keys off"),
    ):
        assert panel.find(id).get_attribute("title") == title
    panel.find("keys").click()
    assert panel.find("keys").get_attribute("title") == "keys off → keys on"
    panel.find("list").click()
    assert panel.find("list").get_attribute("title") == "List of spaces → Board"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_demo_table_is_one_press_in_the_form_and_begins_anew_with_one_more(page: Any, lang: str) -> None:
    panel = Panel(page).open(samples.screen("die", lang=lang), 390, setup=setup(lang=lang))
    panel.find("demo").click()
    for width, id in ((1366, "demo"), (390, "menu:demo")):
        panel.open(samples.screen("die", lang=lang, demo=True), width)
        if id == "menu:demo":
            panel.find("drawer:menu").click()
        panel.find(id).click()
        assert panel.sent() == [{"type": "demo"}]
    panel.open(samples.screen("die", lang=lang), 1366)
    assert panel.find("demo").count() == panel.find("menu:demo").count() == 0, "only a demo is marked as one"


def test_a_saved_table_opens_with_one_press(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("open:thursday").click()
    assert panel.sent() == [{"type": "open", "name": "thursday"}]


OUT = """() => [...document.querySelectorAll('.tlm .house *')].filter(e =>
  e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.getBoundingClientRect().right > innerWidth + 1)
  .map(e => e.outerHTML.slice(0, 90))"""
NAMES = ("friday", "the long evening in the old house", "sunday")
LOW = "() => [...document.querySelectorAll('.tlm .switch')].filter(e => e.getBoundingClientRect().height < 44).length"


@pytest.mark.matrix
@pytest.mark.parametrize("width", [358, 1256])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_of_house_rules_fits(page: Any, lang: str, width: int) -> None:
    form = setup(lang=lang, house_names=NAMES, house_name=NAMES[0], house_besides=("Gold at the start: 5",))
    panel = Panel(page).open(samples.screen("die", lang=lang), width, setup=form)
    assert panel.page.locator(".house").count() == 0
    panel.find("house").click()
    assert panel.page.locator(".house .mixes").count() == 2
    boxes, radios = (panel.page.locator(f".house input[type={kind}]") for kind in ("checkbox", "radio"))
    usual = {name: value for name, value in switches_of("revised4").items() if name in offered_rules(open_book())}
    ticked = sum(isinstance(value, bool) for value in usual.values())
    values = sum(len(choices(open_book(), name)) for name, value in usual.items() if not isinstance(value, bool))
    assert (boxes.count(), radios.count()) == (ticked, values) and values == 34
    assert panel.page.locator(".house h3").count() == sum(map(bool, house_rules().values())), (
        "a group that only layers fill has no heading"
    )
    assert panel.page.evaluate(OUT) == [] and panel.page.evaluate(LOW) == 0
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_house_rule_is_ticked_by_the_keyboard(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("house").focus()
    panel.press("Enter", *["Tab"] * 7, "Space")
    said = {"type": "switch", "key": "switch.temple_leave", "value": "true", "players": []}
    assert panel.sent() == [said], "behind the radio buttons of seven numbers"
    assert panel.find("switch.temple_life").is_checked() and panel.find("switch.lance_dragon:3").is_checked()


def test_what_shortens_an_evening_comes_first(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("house").click()
    assert panel.page.locator(".house h3").first.inner_text() == "For a shorter evening"
    panel.page.get_by_text("2 to 6").click()
    assert panel.sent() == [{"type": "switch", "key": "command.low", "value": "2", "players": []}]


def test_a_number_of_the_house_is_chosen_by_its_words(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("house").click()
    panel.find("switch.lance_dragon:4").locator("xpath=ancestor::label").click()
    assert panel.sent() == [{"type": "switch", "key": "switch.lance_dragon", "value": "4", "players": []}]


def test_how_characters_are_dealt_is_chosen_in_words(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("house").click()
    panel.page.get_by_text("3 are dealt, 1 is kept").first.click()
    assert panel.sent() == [{"type": "switch", "key": "setup.deal", "value": "3", "players": []}]


def test_where_the_table_deals_no_field_waits_for_a_character(panel: Panel) -> None:
    form = setup(players=(("Ada", ""), ("Bruno", "")), at_table="dealt at the table")
    panel.open(samples.screen("die"), setup=form)
    assert panel.find("deal").count() == 0
    assert panel.find("character:0").get_attribute("placeholder") == "dealt at the table"
    panel.find("character:0").press("Enter")
    assert panel.sent()[0]["type"] == "start"


@pytest.mark.parametrize("name", ["sunday", ""])
def test_saved_house_rules_are_taken_with_one_press(panel: Panel, name: str) -> None:
    panel.open(samples.screen("die"), setup=setup(house_names=NAMES, house_name="friday")).find("house").click()
    assert panel.find("mix:friday").get_attribute("aria-pressed") == "true"
    panel.find(f"mix:{name}").click()
    assert panel.sent() == [{"type": "house", "name": name, "players": []}]


@pytest.mark.parametrize("by_key", [True, False])
def test_house_rules_are_saved_under_the_name_that_is_typed(panel: Panel, by_key: bool) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("house").click()
    assert panel.page.locator(".house .mixes").count() == 1, "none are saved: only the field for a name"
    panel.find("house-name").fill("friday")
    if by_key:
        panel.find("house-name").press("Enter")
    else:
        panel.find("house-save").click()
    assert panel.sent() == [{"type": "save-house", "name": "friday", "players": []}]


def test_house_rules_without_a_field_are_told(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup(house_besides=("Gold at the start: 5",))).find("house").click()
    assert panel.page.locator(".house .besides").all_inner_texts() == ["Gold at the start: 5"]


@pytest.mark.parametrize(("key", "width"), [("?", 1600), ("drawer:menu", 390)])
def test_a_running_table_says_its_house_rules(panel: Panel, key: str, width: int) -> None:
    rule = "Temple: A 4 takes a life or a Follower."
    panel.open(samples.screen("die", house=(rule,)), width)
    if key == "?":
        panel.press(key)
    else:
        panel.find(key).click()
    assert panel.page.locator(".drawer .house").all_inner_texts() == [rule]


def test_the_same_people_fill_in_their_names_and_ask_for_their_house_rules(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup()).find("again").click()
    assert panel.find("names").input_value() == "Ada, Bruno"
    players = [{"name": name, "character": ""} for name in ("Ada", "Bruno")]
    assert panel.sent() == [{"type": "same-people", "players": players}]


def test_an_unknown_character_shows_those_still_free(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup(players=(("Ada", "dwarf"), ("Bruno", ""))))
    panel.find("character:1").fill("zz")
    said = panel.page.locator(".player .chips[data-found='0']")
    assert "No such character. Still free:" in said.inner_text()
    assert said.locator("button").all_inner_texts() == ["Thief", "Troll", "Elf"]
    panel.find("character:1").press("Enter")
    assert panel.find("character:1").count() == 1, "Enter takes nobody that was not meant"
    panel.find("figure:1:elf").click()
    assert "Elf" in panel.page.locator(".player .known").last.inner_text()


def test_what_was_wrong_is_gone_once_names_are_typed(panel: Panel) -> None:
    panel.open(samples.screen("die"), setup=setup(note="Enter who plays; 1 or more names are needed."))
    assert panel.page.locator(".setup .foot").inner_text() == "Enter who plays; 1 or more names are needed."
    panel.find("names").fill("Ada")
    assert panel.page.locator(".setup .foot").inner_text() == ""


def test_what_cannot_be_chosen_otherwise_is_no_button(panel: Panel) -> None:
    only = PlayedPart("dice", "real", (Choice("real", "real dice"),))
    panel.open(samples.screen("die"), setup=setup(parts=(only,)))
    assert panel.page.locator(".sentence .fixed").inner_text() == "real dice"
    assert panel.find("part:dice").count() == 0


def test_the_name_of_a_person_is_never_cut(panel: Panel) -> None:
    form = setup(players=(("Bartholomew of the Old House", "dwarf"), ("Bartłomiej", "")))
    for width in (390, 820, 1366):
        panel.open(samples.screen("die"), width, setup=form)
        cut = "names => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length"
        assert panel.page.locator(".player > b").evaluate_all(cut) == 0


@pytest.mark.parametrize("size", [(1366, 768), (820, 1180)])
def test_the_panel_is_as_high_as_a_form_that_is_higher_than_the_window(panel: Panel, size: tuple[int, int]) -> None:
    """Else the page's own ground, white also in the dark, shows behind its lower part."""
    panel.open(samples.screen("die"), *size, setup=setup()).find("house").click()
    form, ground = (panel.page.locator(part).bounding_box() for part in (".tlm .setup", ".tlm .grid"))
    assert form and ground and form["height"] > size[1]
    assert ground["y"] + ground["height"] >= form["y"] + form["height"]
