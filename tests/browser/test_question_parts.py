"""Are the sums of a fight, the card, what a roll brings and the ends of ways seen, and do they fit every size?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from panel_page import Panel
from situations import Game, seat, situation
from test_panel_sizes import CLIPPED

from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.text.screen.contents import screen_of
from talisman_nb.text.screen.values import Choice, CounterChange, Moment

pytestmark = [pytest.mark.browser, pytest.mark.one_page]

SIZES = ((1920, 1080), (1366, 768), (820, 1180), (600, 900), (390, 844))
OUTSIDE = """() => [...document.querySelectorAll('.shown *, .ways *, .tile *')].filter(e => {
    const box = e.getBoundingClientRect(), ask = document.querySelector('.ask').getBoundingClientRect();
    return e.getClientRects().length && !e.closest('.unseen') && (box.right > ask.right + 1 || box.left < ask.left - 1);
  }).map(e => e.outerHTML.slice(0, 90))"""
SMALL_LETTERS = """() => [...document.querySelectorAll(
  '.card-beside :is(b, p, .kind), .sum *, .tile .detail, .way .text *')].filter(e =>
    e.getClientRects().length && Number.parseFloat(getComputedStyle(e).fontSize) < 12)
    .map(e => e.outerHTML.slice(0, 90))"""


def two(character: str, space: str, lying: dict[str, tuple[str, ...]] | None = None, **figures: object) -> Game:
    return situation(seat(character, space, **figures), seat("thief", "city"), lying=lying or {})


SCENES: dict[str, Callable[[], Game]] = {
    "fight": lambda: two("dwarf", "fields-1", {"graveyard": ("bear", "ogre")}, goods=("sword",)).walk("graveyard"),
    "strong": lambda: two("dwarf", "fields-1", {"graveyard": ("dragon",)}, strength=14, fate=1).walk("graveyard"),
    "lost": lambda: two("dwarf", "fields-1", {"graveyard": ("dragon",)}, fate=1).walk("graveyard").say("fight", 1, 6),
    "tiles": lambda: two("dwarf", "fields-6").walk("forest"),
    "sums": lambda: two("troll", "desert-1").walk("temple"),
    "ways": lambda: two("priest", "chapel", {"woods-2": ("serpent",)}).say(4),
    "choice": lambda: two("dwarf", "fields-1", gold=3).walk("village"),
}


def opened(panel: Panel, game: Game, lang: str, size: tuple[int, int]) -> Any:
    shown = screen_of(game.state, game.ask, lang)
    assert shown.question is not None
    question = with_parts(shown.question, game.state, game.ask, lang)
    panel.open(replace(shown, question=question), *size)
    return panel.page


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
def test_parts_fit_every_size(panel: Panel, scene: str, size: tuple[int, int]) -> None:
    lang = ("en", "it", "fr", "pl")[SIZES.index(size) % 4]
    page = opened(panel, SCENES[scene](), lang, size)
    assert (
        page.evaluate(OUTSIDE) == []
        and page.evaluate(CLIPPED.replace(".tlm ", ".ask ")) == []
        and page.evaluate(SMALL_LETTERS) == []
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_both_sides_of_a_fight_have_blocks_of_one_width(panel: Panel) -> None:
    page = opened(panel, SCENES["fight"](), "en", (1366, 768))
    widths = page.locator(".block").evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")
    assert len(widths) == 3 + 1 + 3 + 5 and max(widths) - min(widths) < 0.5
    assert page.locator(".side .throw .face.empty").count() == 2


@pytest.mark.parametrize(
    ("dice", "total", "to_add"), [((), "4", 1), ((5,), "4", 1), ((5, 2), "9", 0), ((2, 5), "9", 0)]
)
def test_of_dice_of_which_the_better_counts_one_is_added(
    panel: Panel, dice: tuple[int, ...], total: str, to_add: int
) -> None:
    """What is drawn as a sum is one: the die that lies is not added to the one to come."""
    game = two("warrior", "fields-1", {"graveyard": ("bear",)}, fate=0).walk("graveyard").say("fight", *dice)
    side = opened(panel, game, "en", (1366, 768)).locator(".side").first
    assert side.locator(".total .n").inner_text() == total
    assert side.locator(".total .face.empty").count() == to_add
    drawn = side.locator(".throw .face:not(.empty)").count()
    assert drawn == min(len(dice), 1), "of both dice the better one"


def test_more_than_twelve_points_are_one_bar_with_its_number(panel: Panel) -> None:
    page = opened(panel, SCENES["strong"](), "en", (1366, 768))
    assert page.locator(".block.long").inner_text() == "17"


@pytest.mark.parametrize("lang", ["it", "fr", "pl"])
def test_the_odds_of_a_fight_are_in_sight_beside_a_closed_answer_and_offers(panel: Panel, lang: str) -> None:
    game = SCENES["fight"]()
    shown = screen_of(game.state, game.ask, lang)
    assert shown.question is not None
    question = with_parts(shown.question, game.state, game.ask, lang)
    fight = question.options[0]
    why = "non si può: Niente di ciò che Dario ha lo consente. Si può evitare tutto ciò che attacca e le creature."
    offers = (Choice("assassinate", "Assassina"), Choice("reroll", "Dario: ritira comunque il 2", note="1 pedina Fato"))
    closed = replace(fight, key="evade", label="Evita", closed=why)
    panel.open(replace(shown, question=replace(question, options=(fight, closed), offers=offers)), 1366, 768)
    words, answers = (panel.page.locator(part).bounding_box() for part in (".odds .words", ".ask > .options"))
    assert words["y"] + words["height"] <= answers["y"] + 1
    for part in (".ask > .shown", ".option.closed .note"):
        assert panel.page.locator(part).evaluate("e => e.scrollHeight - e.clientHeight") <= 1


def test_chances_are_told_apart_by_more_than_colour(panel: Panel) -> None:
    page = opened(panel, SCENES["fight"](), "en", (1366, 768))
    assert page.locator(".odds .chance .sign").count() == 3
    grounds = page.locator(".odds-bar i").evaluate_all("all => all.map(each => getComputedStyle(each).backgroundImage)")
    assert len(set(grounds[:3])) == 3


def test_a_tile_says_what_its_face_brings_to_who_cannot_see_it(panel: Panel) -> None:
    page = opened(panel, SCENES["tiles"](), "en", (1366, 768))
    assert page.locator(".die.tile").count() == 6
    assert panel.find("option:2").get_attribute("aria-label") == "2: misses 1 turn"
    panel.press("2")
    assert panel.sent()[-1]["key"] == "2"


def test_the_card_and_its_picture_stand_beside_the_question(panel: Panel) -> None:
    page = opened(panel, SCENES["lost"](), "en", (1366, 768))
    card, options = (page.locator(part).bounding_box() for part in (".card-beside", ".options"))
    assert card["width"] >= 140 and card["y"] + card["height"] <= options["y"] + 1
    assert "Dragon" in page.locator(".card-head").inner_text()


def test_a_way_is_pressed_by_its_letter(panel: Panel) -> None:
    page = opened(panel, SCENES["ways"](), "en", (1366, 768))
    assert page.locator(".way .way-picture").count() == 3 and page.locator(".way > .sign").count() == 3
    panel.press("b")
    assert panel.sent()[-1]["key"] == "anticlockwise"


CUT_RESULT = """() => {
  const band = document.querySelector('.moment').getBoundingClientRect();
  const text = document.querySelector('.moment .text');
  const rows = [...document.querySelectorAll('.brief .points')].filter((row) => row.scrollWidth > row.clientWidth + 1);
  const outside = [...document.querySelectorAll('.brief :is(.block, .face, .n)')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.top < band.top || box.bottom > band.bottom || box.right > band.right;
  });
  return [...(text.scrollHeight > text.clientHeight + 1 ? [text] : []), ...rows, ...outside].map((e) => e.outerHTML);
}"""


@pytest.mark.parametrize("size", SIZES[:3])
def test_a_result_is_read_whole_beside_its_blocks(panel: Panel, size: tuple[int, int]) -> None:
    game = SCENES["lost"]()
    shown = screen_of(game.state, game.ask, "it")
    assert shown.question is not None
    fight = with_parts(shown.question, game.state, game.ask, "it").fight
    assert fight is not None and all(side.dice for side in fight.sides)
    change = CounterChange(0, "life", 3, 2)
    result = Moment("Bruno ha perso contro lo Scimmione, 7 a 13", tone="bad", fight=fight, changes=(change,))
    panel.open(replace(shown, moment=result), *size)
    assert panel.page.evaluate(CUT_RESULT) == []
    assert "Vitalità 3 → 2" in panel.page.locator(".change").first.text_content()


@pytest.mark.parametrize("size", [(700, 690), (720, 800), (1366, 768)])
def test_answers_follow_their_headline_where_no_card_is_shown(panel: Panel, size: tuple[int, int]) -> None:
    page = opened(panel, SCENES["choice"](), "en", size)
    header, option = (page.locator(part).first.bounding_box() for part in (".ask header", ".options .option"))
    assert option["y"] - header["y"] - header["height"] <= 24
