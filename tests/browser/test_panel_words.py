"""Is a word that is typed beside a field taken for a word, and never for answers?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from panel_page import Panel

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.browser

WORDS = [
    "ab",
    "ba",
    "wolf",
    "bear",
    "dagger",
    "su",
    "jab",
    "rab",
    "a4",
    "ab\n",
    "b b",
    "uuuu",
    "łódź",
    "a, b",
    "troll 5\n",
]
ANSWERED = {"type": "answer", "ply": 16, "key": "ccw"}


def foot(panel: Panel, text: str) -> Any:
    return panel.page.locator(".foot.refusal", has_text=text)


@pytest.mark.parametrize(("kind", "typed"), [*(("way", word) for word in WORDS), ("shop", "ab"), ("shop", "wolf\n")])
def test_a_word_moves_no_figure_and_opens_nothing(panel: Panel, kind: str, typed: str) -> None:
    assert panel.open(samples.screen(kind)).burst(typed) == []
    foot(panel, f"“{typed.strip(chr(10))}” looks like a word, so nothing was done.").wait_for()
    assert panel.sent() == [] and panel.page.locator(".drawer").is_hidden()


def test_one_letter_acts_when_no_other_one_follows(panel: Panel) -> None:
    assert panel.open(samples.screen("way")).burst("b") == []
    panel.page.wait_for_function("sent.length === 1")
    assert panel.sent() == [ANSWERED]


def test_enter_after_one_letter_takes_it_at_once(panel: Panel) -> None:
    assert panel.open(samples.screen("way")).burst("b\n") == [ANSWERED]


def test_enter_is_itself_after_a_letter_that_means_nothing(panel: Panel) -> None:
    assert panel.open(samples.screen("result")).burst("z\n") == [{"type": "answer", "ply": 19, "key": "keep"}]


@pytest.mark.parametrize(("kind", "digits"), [("die", "3"), ("amount", "2")])
def test_digits_act_at_once(panel: Panel, kind: str, digits: str) -> None:
    assert [message["key"] for message in panel.open(samples.screen(kind)).burst(digits)] == [digits]


@pytest.mark.parametrize("slip", ["a", "ab", "wolf", "j"])
def test_a_slip_of_letters_loses_no_die(panel: Panel, slip: str) -> None:
    panel.open(samples.screen("die")).burst(f"{slip}3")
    assert [message["key"] for message in panel.sent()] == ["3"]


def test_a_letter_is_meant_for_the_question_that_was_seen(panel: Panel) -> None:
    """News of another window may bring another question while the letter waits."""
    panel.open(samples.screen("way")).burst("b", then=samples.screen("shop"))
    panel.press("z")
    assert panel.sent() == []


def test_a_word_for_a_card_that_is_asked_for_goes_into_its_field(panel: Panel) -> None:
    panel.open(samples.screen("card")).find("search").fill("ape")
    panel.press("Escape")
    panel.burst("wol")
    assert panel.find("search").input_value()[:2] == "wo"
    panel.find("search").fill("wol")
    assert panel.press("Enter").sent() == [{"type": "answer", "ply": 17, "key": "wolf"}]


def test_a_word_begun_before_its_field_was_there_is_whole(panel: Panel) -> None:
    """The die was pressed, and the card is named while the answer is on its way."""
    panel.open(samples.screen("die")).press("4")
    panel.burst("s", then=samples.screen("card"), more="w")
    assert panel.find("search").input_value() == "s", (
        "the w is written by the browser, as in any field that has the focus"
    )
    panel.press("q")
    assert panel.page.locator(".drawer").is_hidden() and len(panel.sent()) == 1


def test_a_long_text_is_quoted_by_its_beginning(panel: Panel) -> None:
    panel.open(samples.screen("way"), 390, 844).burst("all that somebody has written " * 5)
    foot(panel, "“all that somebody ha…” looks like").wait_for()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_not_done_is_said_in_every_language(panel: Panel, lang: str) -> None:
    panel.open(samples.screen("way", lang=lang)).burst("ba")
    foot(panel, load_phrases(lang).raw("panel", "word-typed").replace("{typed}", "ba")).wait_for()
    assert panel.sent() == []
