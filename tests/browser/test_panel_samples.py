"""Do keys and clicks say to the table what they should?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from panel_page import Panel, plain

from talisman_nb.text.screen.values import Choice

pytestmark = pytest.mark.browser


def answer(ply: int, key: str) -> dict[str, Any]:
    return {"type": "answer", "ply": ply, "key": key}


# Keys and clicks


def test_turning_keys_on_moves_nothing_under_the_pointer(panel: Panel) -> None:
    panel.open(samples.screen("die"), 850)
    panel.page.evaluate("document.activeElement.blur()")
    before = panel.find("drawer:menu").bounding_box()
    panel.find("headline").click()
    assert panel.find("drawer:menu").bounding_box() == before


def test_a_click_on_a_face_is_the_answer(panel: Panel) -> None:
    panel.open(samples.screen("die")).find("option:4").click()
    assert panel.sent() == [answer(14, "4")]


@pytest.mark.parametrize(
    ("kind", "key", "said"),
    [
        ("die", "3", answer(14, "3")),
        ("dice", "6", answer(15, "6")),
        ("die", "Space", {"type": "roll", "ply": 14}),
        ("way", "b", answer(16, "ccw")),
        ("way", "r", answer(16, "fate")),
        ("result", "Enter", answer(19, "keep")),
        ("amount", "0", answer(22, "0")),
        ("take", "h", answer(20, "ring")),
        ("die", "u", {"type": "undo", "ply": 14}),
    ],
)
def test_a_key_says(panel: Panel, kind: str, key: str, said: dict[str, Any]) -> None:
    assert panel.open(samples.screen(kind)).press(key).sent() == [said]


@pytest.mark.parametrize(
    ("kind", "key"), [("way", "Enter"), ("way", "1"), ("die", "a"), ("fight", "r"), ("die", "Shift+U"), ("die", "q")]
)
def test_a_bounced_or_foreign_key_chooses_nothing(panel: Panel, kind: str, key: str) -> None:
    assert panel.open(samples.screen(kind)).press(key).sent() == []


def test_a_held_key_counts_once(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    for _ in range(3):
        panel.page.keyboard.down("4")
    panel.reply(samples.screen("dice"))
    panel.page.keyboard.down("4")
    assert panel.sent() == [answer(14, "4")]
    panel.page.keyboard.up("4")


def test_one_key_waits_for_the_reply_and_answers_the_next_question(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4", "5", "a")
    assert panel.sent() == [answer(14, "4")]
    panel.reply(samples.screen("way"))
    panel.page.wait_for_function("window.sent.length === 2")
    assert panel.sent()[1] == answer(16, "cw")


def test_nothing_is_heard_without_focus_and_the_chip_says_so(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    assert panel.find("keys").inner_text().strip() == "keys on"
    panel.page.evaluate("document.activeElement.blur()")
    assert panel.find("keys").inner_text().strip() == "click here for keys"
    assert panel.press("4").sent() == []


def test_letters_can_be_switched_off(panel: Panel) -> None:
    panel.open(samples.screen("die")).find("keys").click()
    assert panel.find("keys").inner_text().strip() == "keys off"
    assert panel.press("4").sent() == []


def test_stray_keys_never_reach_the_notebook(panel: Panel) -> None:
    panel.open(samples.screen("die"))
    panel.page.evaluate("window.strays = []; document.addEventListener('keydown', e => strays.push(e.key))")
    panel.press("q", "d", "d", "b", "Enter", "Control+s")
    assert panel.page.evaluate("strays") == ["Control", "s"]
    assert panel.page.locator(".tlm").get_attribute("data-lm-suppress-shortcuts") == "true"


def test_a_number_no_die_has_is_refused_in_one_line(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("8")
    assert panel.page.locator(".foot").inner_text() == "A die has 1 to 6."
    assert panel.sent() == []


def test_a_closed_option_stays_in_place_with_its_reason(panel: Panel) -> None:
    panel.open(samples.screen("fight"))
    closed = panel.find("option:evade")
    assert "closed: Ada has nothing to evade with" in closed.inner_text()
    assert closed.evaluate("e => getComputedStyle(e).borderStyle") == "dashed"
    closed.click(force=True)
    panel.press("b")
    assert panel.sent() == []
    assert "Ada has nothing to evade with" in panel.page.locator(".foot").inner_text()


def test_the_focus_goes_to_the_new_headline(panel: Panel) -> None:
    panel.open(samples.screen("die")).find("option:4").click()
    panel.reply(samples.screen("way"))
    panel.page.wait_for_function("document.activeElement.textContent === '4\\u00a0steps: which way?'")
    heard = panel.page.locator("[aria-live=polite]").inner_text().replace("\u00a0", " ")
    assert heard == "Bruno's turn is over. 4 steps: which way?", "what happened, then what is asked"


def test_a_space_of_the_board_is_the_option_that_leads_there(panel: Panel) -> None:
    panel.open(samples.screen("way"))
    panel.page.locator('.board [data-space="city"]').click()
    assert panel.sent() == [{"type": "look-up", "key": "space.city"}], "another space opens its page"
    panel.open(samples.screen("way"))
    panel.page.locator('.board [data-space="ruins"]').click()
    assert panel.sent() == [answer(16, "cw")]


def test_far_ends_have_windows_beside_the_strip_of_a_phone(panel: Panel) -> None:
    panel.open(samples.screen("way"), 390, 844)
    shown = panel.page.locator(".board > svg:not(.over)").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().right)"
    )
    assert len(shown) > 1 and max(shown) <= 390
    panel.page.locator('.board > .window [data-space="ruins"]').click()
    assert panel.sent() == [answer(16, "cw")]


def test_an_amount_is_its_own_key(panel: Panel) -> None:
    labels = panel.open(samples.screen("amount")).page.locator(".options button").all_inner_texts()
    assert [label.split() for label in labels] == [["2"], ["1"], ["0", "none"]]


def test_the_board_as_a_list_keeps_the_focus_and_answers(panel: Panel) -> None:
    panel.open(samples.screen("way")).press("m")
    panel.settle()
    assert panel.find("keys").inner_text().strip() == "keys on"
    assert "Bear, strength 3 · Ada" in panel.find("place:crags").inner_text()
    panel.find("place:chapel").click()
    assert panel.sent() == [answer(16, "ccw")]


# Cards


def test_four_letters_and_enter_name_a_card(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("wol")
    assert panel.press("Enter").sent() == [answer(17, "wolf")]


def test_names_are_found_without_accents_and_in_english(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("zywe")
    assert panel.page.locator(".hits [role=option]").all_inner_texts() == ["⏎\nŻywe Źródło"]
    panel.page.keyboard.press("Control+a")
    panel.page.keyboard.type("shri")
    assert panel.press("Enter").sent() == [answer(17, "shrine")]


def test_a_card_believed_elsewhere_shows_where_and_no_enter_takes_it(panel: Panel) -> None:
    """A slip takes nothing from anybody: Enter leads to another card, a key of its own to that one all the same."""
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("ogre")
    assert panel.page.locator(".hits [role=option]").all_inner_texts() == ["⏎\nOgre\nBruno's trophies, since line 9"]
    panel.find("search").fill("gob")
    assert panel.page.locator(".hits [role=option]").all_inner_texts() == ["⏎\nGoblin\nin somebody's hand"]
    panel.find("search").fill("ogre")
    panel.press("Enter", "Enter", "Enter", "Enter")
    assert panel.sent() == [] and panel.find("other-name").input_value() == "Ogre"
    panel.press("Escape", "Enter")
    assert panel.page.locator(".ask .none").inner_text() == "Ogre: Bruno's trophies, since line 9"
    panel.press("Escape")
    assert panel.find("search").input_value() == "ogre"
    panel.press("Enter", "a")
    panel.wait(250)
    assert panel.sent() == [{**answer(17, "ogre"), "here": True}]


def test_of_several_cards_those_believed_elsewhere_are_asked_about(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("witch, ogre")
    panel.press("Enter")
    assert panel.sent() == []
    panel.find("all-the-same").click()
    assert panel.sent() == [{"type": "answer", "ply": 17, "keys": ["witch", "ogre"], "here": True}]


def test_commas_name_several_cards(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("witch, bea")
    assert panel.press("Enter").sent() == [{"type": "answer", "ply": 17, "keys": ["witch", "bear"]}]


def test_letters_are_letters_in_the_box_until_escape(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("sju")
    assert panel.find("search").input_value() == "sju"
    panel.press("Escape", "Space")
    assert panel.sent() == [{"type": "roll", "ply": 17}]


def test_space_in_an_empty_box_draws_for_me(panel: Panel) -> None:
    assert panel.open(samples.screen("card")).press("Space").sent() == [{"type": "roll", "ply": 17}]


def test_an_empty_deck_is_said(panel: Panel) -> None:
    panel.open(samples.screen("card")).find("deck-empty").click()
    assert panel.sent() == [{"type": "hand", "ply": 17, "empty": True}]


# What opens beside the ask


def test_a_spell_is_two_keys(panel: Panel) -> None:
    assert panel.open(samples.screen("die")).press("s", "a").sent() == [
        {"type": "aside", "ply": 14, "key": "cast:counterspell"}
    ]


def test_a_late_spell_holds_on_before_a_line_and_is_chosen_there(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("s")
    panel.find("back:0").click()
    assert panel.sent() == [{"type": "hold-on", "n": 13, "ply": 14}]
    panel.reply(samples.screen("dice", note="Before: Ada beat the Wolf"))
    panel.page.wait_for_function("document.querySelector('.foot').textContent.startsWith('Before')")
    assert panel.press("a").sent()[1] == {"type": "aside", "ply": 15, "key": "cast:counterspell"}


def test_spells_named_only_after_the_press_are_seen_in_the_same_drawer(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("s", "b")
    named = (Choice(key="2/cast:healing", label="Healing", hint="S", group="Carla"),)
    panel.reply(samples.screen("die", rev=15, asides=named))
    panel.find("aside:2/cast:healing").click()
    assert panel.sent()[1] == {"type": "aside", "ply": 14, "key": "2/cast:healing"}


def test_a_refusal_keeps_what_was_typed_and_reddens_its_line(panel: Panel) -> None:
    panel.open(samples.screen("card"))
    panel.page.keyboard.type("wol")
    panel.press("Enter")
    panel.reply(samples.screen("card", note="The Wolf is with Ada."))
    panel.page.locator(".foot.refusal", has_text="The Wolf is with Ada.").wait_for()
    assert panel.find("search").input_value() == "wol"


def test_news_of_a_screen_is_no_refusal(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("4")
    panel.reply(samples.screen("way", note="9 later answers still fit."))
    panel.page.locator(".foot", has_text="9 later answers still fit.").wait_for()
    assert panel.page.locator(".foot.refusal").count() == 0


def test_a_journal_line_is_changed_by_its_question(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("j")
    panel.find("line:13:0").locator("visible=true").click()
    panel.find("amend").locator("visible=true").click()
    assert panel.sent() == [{"type": "amend", "n": 13}]
    question = plain(samples.question("dice"))
    panel.page.evaluate(
        "question => tell('msg:custom', { type: 'line', n: 13, question, reply: sent.at(-1).view })", question
    )
    panel.press("5")
    assert panel.sent()[1] == {"type": "amend", "n": 13, "key": "5", "trial": True}
    tell_trial(panel, "5")
    seen = panel.page.locator(".trial").locator("visible=true")
    assert seen.locator("p").all_inner_texts() == [
        "Later answers that still fit: 2.",
        "On the table: Ada gains 1 life.",
    ]
    panel.press("6")
    assert panel.sent()[2] == {"type": "amend", "n": 13, "key": "6", "trial": True}, "another one is tried"
    tell_trial(panel, "6")
    panel.press("Enter")
    assert panel.sent()[3] == {"type": "amend", "n": 13, "key": "6", "ply": 14}


@pytest.mark.parametrize("way", ["Escape", "leave-it"])
def test_a_line_that_was_tried_otherwise_can_be_left_as_it_is(panel: Panel, way: str) -> None:
    panel.open(samples.screen("die")).press("j")
    panel.find("line:13:0").locator("visible=true").click()
    panel.find("amend").locator("visible=true").click()
    tell_trial(panel, "5")
    if way == "Escape":
        panel.press("Escape")
    else:
        panel.find("leave-it").locator("visible=true").click()
    assert panel.page.locator(".amend").count() == 0 and panel.find("amend").locator("visible=true").count() == 1
    assert panel.page.evaluate("document.activeElement.dataset.id") == "line:13:0"
    assert len(panel.sent()) == 1


def tell_trial(panel: Panel, key: str) -> None:
    """What the program says to a press on another answer of line 13."""
    trial = {"key": key, "label": key, "told": ["Later answers that still fit: 2."], "hands": ["Ada gains 1 life."]}
    panel.page.evaluate(
        "([question, trial]) => tell('msg:custom', { type: 'line', n: 13, question, trial, reply: sent.at(-1).view })",
        [plain(samples.question("dice")), trial],
    )


def test_set_straight_is_one_list_of_changes(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("n")
    for id in ("less:life", "less:life", "more:gold", "hand-seat:1", "more:miss", "away:seat:1:0"):
        panel.find(id).click()
    panel.find("hand-space").select_option("tavern")
    panel.find("hand-done").click()
    assert panel.sent() == [
        {
            "type": "correct",
            "ply": 14,
            "done": False,
            "changes": [
                {"what": "life", "seat": 0, "n": 3},
                {"what": "gold", "seat": 0, "n": 3},
                {"what": "miss", "seat": 1, "n": 1},
                {"what": "space", "seat": 1, "to": "tavern"},
                {"what": "card", "card": "mule", "origin": "seat:1", "to": "discards"},
            ],
        }
    ]


def test_what_is_settled_by_hand_answers_its_question(panel: Panel) -> None:
    panel.open(samples.screen("hands")).find("hand-card").fill("gob")
    panel.find("hand-card").press("Enter")
    panel.find("hand-done").click()
    changes = [{"what": "card", "card": "goblin", "to": "seat:1"}]
    assert panel.sent() == [{"type": "correct", "changes": changes, "ply": 23, "done": True}]


def test_escape_closes_a_drawer_and_gives_the_focus_back(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("j", "Escape")
    assert panel.page.locator(".drawer").is_hidden()
    assert panel.press("4").sent() == [answer(14, "4")]


def test_another_language_is_two_inputs(panel: Panel) -> None:
    panel.open(samples.screen("die")).press("l")
    panel.find("lang:it").click()
    assert panel.sent() == [{"type": "language", "lang": "it"}]
