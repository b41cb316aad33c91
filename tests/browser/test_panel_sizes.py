"""Does every question fit, at every width of the panel and in both themes?"""

from __future__ import annotations

from contextlib import closing
from typing import Any

import panel_samples as samples
import pytest
from conftest import opened
from msgspec.structs import replace
from panel_page import Panel, plain

from talisman_nb.engine.setup import begin_game
from talisman_nb.panels.sync.bundle import drawn_face, panel_css
from talisman_nb.text.events import hands
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.labels import panel_words
from talisman_nb.text.screen.values import Choice, Lasting

pytestmark = [pytest.mark.browser, pytest.mark.one_page]


WIDTHS = (358, 600, 740, 1110, 1256, 1780, 1888)
CLIPPED = """() => [...document.querySelectorAll(
  '.tlm button, .tlm .headline, .tlm .circumstance, .tlm .todo, .tlm .lasting li, .tlm .figure')].filter(e =>
    e.getClientRects().length && e.checkVisibility({ visibilityProperty: true }) &&
    (e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1)
    && !e.closest('.last, .board')).map(e => e.outerHTML.slice(0, 90))"""
SMALL = """() => [...document.querySelectorAll('.tlm button:not(.touchable .named-word, .lines .line)')]
  .filter(e => e.getClientRects().length)
  .filter(e => { const r = e.getBoundingClientRect(); return r.width < 43.5 || r.height < 43.5; })
  .map(e => e.outerHTML.slice(0, 90))"""


@pytest.mark.matrix
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", ["dice", "take", "long"])
def test_nothing_is_clipped(panel: Panel, kind: str, width: int) -> None:
    other = {"question": samples.LONG_ITALIAN} if kind == "long" else {}
    panel.open(samples.screen("die" if other else kind, **other), width, 1000)
    assert panel.page.evaluate(CLIPPED) == []
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.matrix
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", ["it", "fr", "pl"])
def test_no_language_is_too_long(panel: Panel, lang: str, width: int) -> None:
    panel.open(samples.screen("card", lang=lang, question=samples.LONG_ITALIAN), width, 1000)
    assert panel.page.evaluate(CLIPPED) == []
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [358, 740, 1256, 1888])
def test_targets_are_large_enough_for_a_finger(panel: Panel, width: int) -> None:
    assert panel.open(samples.screen("take"), width, 1000).page.evaluate(SMALL) == []


@pytest.mark.parametrize("width", [820, 1888])
def test_rows_of_the_journal_are_large_enough_for_a_finger_where_one_points(browser: Any, width: int) -> None:
    """A mouse has rows of a line each."""
    heights = "all => all.filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect().height)"
    for touch in (True, False):
        with closing(browser.new_context(has_touch=touch, is_mobile=touch)) as context, opened(context) as page:
            panel = Panel(page).open(samples.screen("take"), width, 1000)
            rows = panel.page.locator(".lines .line").evaluate_all(heights)
            assert rows and (min(rows) >= 43.5 if touch else max(rows) < 60), touch


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_first_option_is_always_at_the_same_place(panel: Panel, width: int) -> None:
    """On a phone the question is as high as what it holds: there its lower edge is always at the same place.

    The faces of a die stand at the foot of the question instead.
    """
    panel.open(samples.screen("die"), width, 900)
    places = set()
    for kind in ("way", "fight", "result", "take", "amount"):
        panel.page.evaluate("screen => show({ screen })", plain(samples.screen(kind)))
        panel.page.wait_for_function(f"document.querySelector('.ask').dataset.kind === '{kind}'")
        narrow = width < 600
        box = panel.page.locator(".ask" if narrow else ".options button").first.bounding_box()
        places.add((round(box["x"]), round(box["y"] + (box["height"] if narrow else 0))))
    assert len(places) == 1


@pytest.mark.parametrize(
    ("window", "board"), [((1920, 1080), 840), ((1366, 768), 560), ((1024, 700), 440), ((820, 1180), 500)]
)
def test_the_board_is_as_large_as_the_window_lets_it(panel: Panel, window: tuple[int, int], board: int) -> None:
    panel.open(samples.screen("die"), *window)
    shown, ask = (panel.page.locator(region).bounding_box() for region in (".board", ".ask"))
    assert shown["width"] >= board and ask["width"] >= 470 and ask["height"] >= 290
    assert panel.page.evaluate("document.documentElement.scrollHeight") <= window[1]


def test_the_question_of_a_phone_is_no_higher_than_what_it_holds(panel: Panel) -> None:
    ask = panel.open(samples.screen("die"), 390, 844).page.locator(".ask").bounding_box()
    assert ask["height"] <= 844 * 0.4 and ask["y"] + ask["height"] >= 836


def test_the_theme_of_the_notebook_is_followed(page: Any) -> None:
    dark = Panel(page, light=False).open(samples.screen("die"))
    assert dark.page.locator(".tlm").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(23, 21, 18)"
    dark.page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    assert dark.page.locator(".tlm").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(247, 243, 234)"


def test_headings_come_in_the_order_ask_sheets_board_journal(panel: Panel) -> None:
    panel.open(samples.screen("die"), 1888, 1000)
    regions = panel.page.evaluate("[...document.querySelectorAll('.tlm section[aria-label]')].map(e => e.className)")
    in_order = ("ask", "sheets", "board", "journal")
    assert tuple(name for name in regions if name in in_order) == in_order


def test_table_size_is_read_from_two_metres(panel: Panel) -> None:
    panel.open(samples.screen("die"), 1280, 720).press("t")
    assert panel.page.locator(".headline").evaluate("e => getComputedStyle(e).fontSize") == "56px"
    assert round(panel.page.locator(".die .face").first.bounding_box()["width"]) == 120
    assert panel.page.locator(".board").is_hidden()


@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
def test_what_five_pairs_of_hands_do_at_the_beginning_is_read_whole_on_a_phone(panel: Panel, lang: str) -> None:
    people = [("Ada", "assassin"), ("Bruno", "minstrel"), ("Carla", "warrior"), ("Dario", "ghoul"), ("Elena", "dwarf")]
    panel.open(samples.screen("die", lang=lang, hands=hands(*begin_game(people), lang)), 390, 844)
    text, question = (panel.page.locator(part).bounding_box() for part in (".todo", ".ask"))
    assert text["y"] + text["height"] <= question["y"]


@pytest.mark.matrix
@pytest.mark.parametrize("width", [358, 790, 1110, 1500, 1610, 1888])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bar_fits(panel: Panel, lang: str, width: int) -> None:
    panel.open(samples.screen("die", lang=lang), width)
    panel.page.evaluate("words => show({ labels: { ...model.get('labels'), words } })", panel_words(lang))
    panel.page.wait_for_function(
        "word => document.querySelector('.bar').innerText.includes(word)", arg=panel_words(lang)["undo"]
    )
    assert panel.page.locator(".bar").evaluate("bar => bar.scrollWidth - bar.clientWidth") <= 0


def test_a_card_of_one_s_own_is_told_on_a_phone_without_scrolling(panel: Panel) -> None:
    panel.open(samples.screen("card"), 390, 844)
    panel.find("other-card").click()
    form = panel.page.locator("form.other")
    assert form.evaluate("form => form.scrollHeight - form.clientHeight") <= 0
    assert panel.find("other-done").bounding_box()["width"] >= 44


def test_what_is_opened_on_a_phone_has_half_of_it(panel: Panel) -> None:
    panel.open(samples.screen("die"), 390, 844).press("?")
    ask, drawer = (panel.page.locator(region).bounding_box() for region in (".ask", ".drawer"))
    assert ask["y"] - drawer["y"] >= 844 * 0.45
    assert panel.find("option:6").is_visible()


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("width", "height"), [(1024, 768), (1280, 720), (1366, 768), (1440, 900), (1600, 1000), (1920, 1080)]
)
@pytest.mark.parametrize("key", ["j", "n", "?", "s"])
def test_what_is_opened_is_seen_whole_without_scrolling_the_page(
    panel: Panel, key: str, width: int, height: int
) -> None:
    journal = tuple(
        replace(samples.JOURNAL[-1], n=n, id=n, text="Ada moved from the Ruins to the Village. " * 4)
        for n in range(1, 9)
    )
    panel.open(samples.screen("die", journal=journal), width, height).press(key)
    opened = panel.page.locator(".drawer, .journal").locator("visible=true").first.bounding_box()
    assert opened["y"] + opened["height"] <= height
    assert panel.page.evaluate("document.documentElement.scrollHeight") <= height
    if key == "j":
        sheets = panel.page.locator(".sheets").bounding_box()
        assert opened["y"] + opened["height"] >= sheets["y"] - 24, "it uses the height there is"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024)])
def test_the_journal_of_a_phone_has_the_room_above_the_question(panel: Panel, width: int, height: int) -> None:
    panel.open(samples.screen("die"), width, height).press("j")
    journal, ask = (panel.page.locator(region).bounding_box() for region in (".journal", ".ask"))
    assert journal["height"] >= 300 and journal["y"] + journal["height"] <= ask["y"]
    assert panel.page.evaluate("document.documentElement.scrollHeight") <= height


def test_a_journal_that_was_opened_before_the_window_became_narrow_has_no_more_room(panel: Panel) -> None:
    panel.open(samples.screen("die"), 1100, 800).press("j")
    panel.page.set_viewport_size({"width": 390, "height": 844})
    panel.settle()
    drawer, ask = (panel.page.locator(region).bounding_box() for region in (".drawer", ".ask"))
    assert drawer["y"] + drawer["height"] <= ask["y"]


def test_a_closed_option_does_not_blow_up_the_one_beside_it(panel: Panel) -> None:
    told = samples.screen("fight").question
    fight, evade = told.options
    long = replace(evade, closed="Ada has nothing to evade with, and one may only evade what attacks. " * 3)
    panel.open(samples.screen("fight", question=replace(told, options=(fight, long))), 1888, 1000)
    first = panel.page.locator(".options .option.first").bounding_box()
    closed = panel.page.locator(".options .option.closed").bounding_box()
    assert first["y"] == closed["y"] and first["height"] < 60 < closed["height"]


def test_a_hint_in_an_empty_field_can_be_read_in_the_dark(page: Any) -> None:
    panel = Panel(page, light=False).open(samples.screen("card"))
    assert panel.find("search").evaluate("box => getComputedStyle(box, '::placeholder').color") == "rgb(189, 179, 164)"


def test_twice_as_large_a_page_shows_the_question_and_what_is_opened(panel: Panel) -> None:
    panel.open(samples.screen("die"), 640, 400)
    seen = """e => {
      const at = e.getBoundingClientRect();
      return document.elementFromPoint(at.x + 5, at.y + at.height / 2)?.closest('[data-id]') === e;
    }"""
    assert panel.find("headline").evaluate(seen) and panel.find("option:1").is_visible()
    panel.press("s")
    assert panel.find("drawer-head").evaluate(seen), "nothing lies over it"
    panel.press("Escape")
    assert panel.find("headline").evaluate(seen)


def test_the_first_open_option_is_seen_behind_many_closed_ones(panel: Panel) -> None:
    told = samples.screen("fight").question
    fight, evade = told.options
    closed = tuple(replace(evade, key=f"no-{n}") for n in range(9))
    panel.open(samples.screen("fight", question=replace(told, options=(*closed, fight))), 390, 844)
    ask, first = (panel.page.locator(part).last.bounding_box() for part in (".ask", ".options .option:not(.closed)"))
    assert ask["y"] <= first["y"] and first["y"] + first["height"] <= ask["y"] + ask["height"]


@pytest.mark.parametrize("width", [390, 1256])
def test_what_is_said_below_the_question_is_read_whole(panel: Panel, width: int) -> None:
    said = "Everything stands as before the Wolf was drawn. " * 3
    panel.open(samples.screen("way", note=said), width, 844)
    foot, ask = (panel.page.locator(part).bounding_box() for part in (".ask .foot", ".ask"))
    assert panel.page.locator(".ask .foot").evaluate(
        "foot => [foot.scrollWidth - foot.clientWidth, foot.scrollHeight - foot.clientHeight]"
    ) == [0, 0]
    assert foot["y"] + foot["height"] <= ask["y"] + ask["height"]
    assert panel.page.locator(".options button").first.is_visible()


@pytest.mark.matrix
@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (744, 1133)])
@pytest.mark.parametrize("kind", ["die", "way", "fight"])
def test_the_question_covers_no_sheet(panel: Panel, kind: str, width: int, height: int) -> None:
    panel.open(samples.screen(kind), width, height)
    sheet, ask = (panel.page.locator(f".tlm {name}").first.bounding_box() for name in (".sheet.own", ".ask"))
    assert sheet and ask
    assert sheet["y"] + sheet["height"] <= ask["y"] + 1 or sheet["y"] >= ask["y"] + ask["height"] - 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_of_a_laptop_is_seen_whole(panel: Panel, lang: str) -> None:
    panel.open(samples.screen("die", lang=lang), 1366, 768)
    panel.page.evaluate("words => show({ labels: { ...model.get('labels'), words } })", panel_words(lang))
    panel.find("drawer:menu").click()
    assert panel.find("menu:tables").is_visible()
    assert panel.page.locator(".drawer .inside").evaluate("list => list.scrollHeight - list.clientHeight") <= 0


def test_what_lasts_does_not_squeeze_what_hands_do(panel: Panel) -> None:
    lasting = (Lasting("Ada Tavern: goes on at the next move", ""),)
    moves = ("The Wolf goes from the Fields to Bruno's trophies.", "Bruno pays 1 fate and throws that die again.")
    panel.open(samples.screen("die", hands=moves, lasting=lasting), 1366, 768)
    todo = panel.page.locator(".todo")
    assert todo.bounding_box()["width"] >= 340
    assert todo.evaluate("e => e.scrollHeight - e.clientHeight") <= 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_five_pairs_of_hands_do_at_the_beginning_is_read_whole_on_a_laptop(panel: Panel, lang: str) -> None:
    """The line keeps its height, so that the dice stay in their place; all of it is one tap away."""
    people = [("Ada", "assassin"), ("Bruno", "minstrel"), ("Carla", "warrior"), ("Dario", "ghoul"), ("Elena", "dwarf")]
    moves = hands(*begin_game(people), lang)
    panel.open(samples.screen("die", lang=lang, hands=moves), 1366, 768)
    panel.find("drawer:hands").click()
    assert panel.page.locator(".drawer .inside").evaluate("e => e.scrollHeight - e.clientHeight") <= 0
    assert panel.page.locator(".hands-whole li").all_inner_texts() == [move.strip() for move in moves]
    ask, face = (panel.page.locator(part).last.bounding_box() for part in (".ask", ".die .face"))
    assert face["y"] + face["height"] <= ask["y"] + ask["height"]


def test_earlier_hand_moves_follow_the_words_before_them(panel: Panel) -> None:
    panel.open(samples.screen("die", hands=(), hands_before=("Ada's figure goes to the Tavern.",)), 1366, 768)
    head, earlier = (panel.page.locator(part).bounding_box() for part in (".todo > b", ".todo .earlier"))
    assert earlier["x"] >= head["x"] + head["width"] - 1 and abs(earlier["y"] - head["y"]) < 4


@pytest.mark.parametrize(
    "before", [(), ("Ada's figure goes to the Tavern, and the coin of Ada goes back to the stock.",)]
)
def test_a_line_of_hand_moves_too_long_for_its_room_has_the_last_ones_whole(
    panel: Panel, before: tuple[str, ...]
) -> None:
    moves = tuple(f"{name} takes a character card and puts the figure on its space." for name in ("Ada", "Bruno") * 4)
    panel.open(samples.screen("die", hands=moves, hands_before=before), 1366, 625)
    todo, kept = panel.page.locator(".todo"), panel.page.locator(".todo > span:visible")
    assert 0 < kept.count() < len(moves) and todo.evaluate("e => e.scrollHeight - e.clientHeight") <= 4
    assert kept.first.inner_text().startswith(("Ada takes", "Bruno takes")) and todo.inner_text().endswith(moves[-1])
    assert abs(panel.page.locator(".todo > b").bounding_box()["y"] - todo.bounding_box()["y"]) < 6
    panel.find("drawer:hands").click()
    assert panel.page.locator(".drawer .hands-whole li").count() == len(before + moves), "the others are a press away"


@pytest.mark.parametrize("size", [(700, 690), (760, 700), (1366, 768)])
def test_the_form_of_setting_straight_is_as_wide_as_its_column(panel: Panel, size: tuple[int, int]) -> None:
    panel.open(samples.screen("die"), *size).press("n")
    form = panel.page.locator(".options.byhand")
    assert form.bounding_box()["width"] >= 480
    assert form.evaluate("form => form.scrollWidth - form.clientWidth") <= 0


def test_seven_answers_beside_a_card_are_seen_at_once_on_a_laptop(panel: Panel) -> None:
    told = samples.screen("take").question
    wishes = ("Una Magia", "1 moneta d'oro", "Forza", "Astuzia", "1 punto Vitalità", "1 pedina Fato")
    options = (
        *(Choice(f"wish-{n}", label) for n, label in enumerate(wishes)),
        Choice("teleport", "Vai in una casella a scelta", detail="sceglie un'altra casella di questa Regione; ci va"),
    )
    panel.open(samples.screen("choose", question=replace(told, kind="choose", options=options)), 1366, 768)
    assert panel.page.locator(".options").evaluate("e => e.scrollHeight - e.clientHeight") <= 0


@pytest.mark.parametrize(
    "state",
    ["Taverna: continua al prossimo movimento", "personaggio perso: ne arriva uno nuovo al prossimo turno"],
)
def test_a_long_state_is_read_whole_on_the_sheet_of_a_laptop(panel: Panel, state: str) -> None:
    shown = samples.screen("die")
    first, *rest = shown.sheets
    at = "" if "perso:" in state else first.at
    panel.open(samples.screen("die", sheets=(replace(first, state=state, at=at), *rest)), 1366, 768)
    where = panel.page.locator(".sheet .where").first
    assert where.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    sheet = panel.page.locator(".sheet").first
    assert sheet.evaluate("e => e.scrollHeight - e.clientHeight") <= 1


def test_the_limit_of_objects_is_seen_beside_many_of_them(panel: Panel) -> None:
    first, *rest = samples.screen("die").sheets
    many = tuple(f"sword#{n}" for n in range(9))
    loaded = replace(first, goods=many, goods_keys=many, most_objects=9, trophy_points=(7, 7))
    panel.open(samples.screen("die", sheets=(loaded, *rest)), 1366, 768)
    limit, things = (panel.page.locator(f".sheet .{part}").first.bounding_box() for part in ("limit", "things"))
    assert limit["x"] + limit["width"] <= things["x"] + things["width"] + 1


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6])
def test_people_fill_the_rows_of_an_upright_television(page: Any, people: int) -> None:
    page.set_viewport_size({"width": 1080, "height": 1920})
    sheets = '<div class="sheet"></div>' * people
    css = drawn_face() + panel_css()
    page.set_content(
        f'<style>{css}</style><main class="tlm television"><section class="people">{sheets}</section></main>'
    )
    everybody, last = (page.locator(part).last.bounding_box() for part in (".people", ".sheet"))
    assert last["x"] + last["width"] >= everybody["x"] + everybody["width"] - 1
