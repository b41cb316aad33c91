"""Does every card, character, space and rule keep its words inside its picture, in four languages?"""

from __future__ import annotations

from typing import Any

import pytest
from editions import TESTED, of

from talisman_nb.drawing.definition_picture import draw_definition, draw_page
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import Layer
from talisman_nb.text.find import cards_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.rule_page import rule_page

pytestmark = [pytest.mark.browser, pytest.mark.one_page]
BOOK = open_book()
MEASURED = """() => [...document.querySelectorAll("svg")].flatMap(svg => {
  const frame = svg.viewBox.baseVal;
  const texts = [...svg.querySelectorAll("text")].map(text => [text.textContent, text.getBBox()]);
  const outside = texts.filter(([, at]) =>
    at.x < 8 || at.x + at.width > frame.width - 8 || at.y < 6 || at.y + at.height > frame.height - 3);
  const foot = at => at.y + 0.8 * at.height, head = at => at.y + 0.25 * at.height;
  const over = texts.filter(([, a], i) => texts.slice(i + 1).some(([, b]) =>
    a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && head(a) < foot(b) && head(b) < foot(a)));
  return [...outside, ...over].map(([words]) => `${svg.getAttribute("aria-label")}: ${words}`);
})"""


def wrong(page: Any, pictures: list[str]) -> Any:
    """The words that leave their picture or lie over others."""
    page.set_content(f"<body>{''.join(pictures)}</body>")
    assert page.evaluate("document.querySelectorAll('svg').length") == len(pictures)
    return page.evaluate(MEASURED)


@pytest.mark.parametrize("edition", TESTED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_stay_inside_the_card(page: Any, lang: str, edition: str) -> None:
    book = open_book(edition)
    keys = (*cards_of(book), *(f"space.{space}" for space in book.board.spaces))
    assert wrong(page, [draw_definition(book, key, lang, "light", 240) for key in of(edition, keys)]) == []


@pytest.mark.matrix
@pytest.mark.parametrize("edition", TESTED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_stay_inside_a_rules_page(page: Any, lang: str, edition: str) -> None:
    book = open_book(edition)
    assert wrong(page, [draw_page(rule_page(book, id, lang), "dark") for id in rule_index()]) == []


def test_the_picture_of_a_layer_stays_inside_its_frame(page: Any) -> None:
    """Whatever is drawn outside the view box is cut off, on light and on dark ground."""
    far = '<svg viewBox="0 0 10 10"><rect x="-900" y="-900" width="2000" height="2000" fill="#a00"/></svg>'
    book = open_book(["second", Layer("far", {"pictures/wolf.svg": far})])
    page.set_content(f"<body style='margin:0'>{draw_definition(book, 'wolf', 'en', 'dark', 240)}</body>")
    hit = """([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.own'))"""
    assert page.evaluate(hit, [120, 110]), "the middle of the picture"
    assert not any(page.evaluate(hit, at) for at in ([120, 40], [20, 110], [230, 110], [120, 190], [120, 330]))


def test_words_that_leave_the_picture_are_seen(page: Any) -> None:
    card = draw_definition(BOOK, "bear", "pl", "light", 240)
    assert wrong(page, [card.replace("Niedźwiedź", "Niedźwiedź i długi ciąg dalszy")])
