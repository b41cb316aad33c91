"""Do names inside sentences open their pages by touch and by keys, and never answer or take a key of the question?"""

from __future__ import annotations

from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel

from talisman_nb.text.screen.values import Choice

HANDS = ("The Wolf goes to Ada's trophies.", "The Bear stays in the Ruins.")


def names(panel: Panel, region: str) -> list[str]:
    return [str(each.inner_text()) for each in panel.page.locator(f".{region} .named-word").all()]


def touched(panel: Panel, region: str, name: str) -> list[dict[str, Any]]:
    panel.page.locator(f".{region} .named-word", has_text=name).first.click()
    return panel.sent()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_name_in_a_sentence_opens_its_page_without_an_answer(panel: Panel, width: int, height: int) -> None:
    panel.open(samples.screen("die", hands=HANDS), width, height)
    assert names(panel, "todo") == ["Wolf", "Bear", "Ruins"], "Ada is a person"
    assert touched(panel, "todo", "Bear") == [{"type": "look-up", "key": "bear"}]
    assert panel.page.locator(".drawer").is_visible() and panel.find("look-up").is_visible()


def test_a_region_is_one_stop_and_arrows_go_from_name_to_name(panel: Panel) -> None:
    page = panel.open(samples.screen("die", hands=HANDS)).page
    stops = page.locator('.hands .named-word[tabindex="0"]')
    assert stops.count() == 1
    stops.focus()
    panel.press("ArrowRight")
    assert page.evaluate("document.activeElement.innerText") == "Bear" and panel.sent() == []
    panel.press("Enter")
    assert panel.sent() == [{"type": "look-up", "key": "bear"}]


def test_a_key_of_the_question_answers_while_a_name_has_the_focus(panel: Panel) -> None:
    panel.open(samples.screen("die", hands=HANDS)).page.locator('.hands .named-word[tabindex="0"]').focus()
    panel.press("4")
    assert [message["type"] for message in panel.sent()] == ["answer"]


def test_the_text_of_a_sentence_stays_as_it_was(panel: Panel) -> None:
    page = panel.open(samples.screen("die", hands=HANDS)).page
    assert page.locator(".todo").text_content().endswith(" ".join(HANDS))


def test_a_cited_rule_opens_its_page_and_one_of_the_house_has_none(panel: Panel) -> None:
    house = "Praying is compulsory."
    asked = replace(samples.screen("die").question, why=("table.die", house))
    panel.open(samples.screen("die", question=asked, journal=())).press("?")
    rules = panel.page.locator(".drawer .rule")
    assert rules.all_inner_texts()[:2] == ["A die shows a number from 1 to 6.", house]
    assert panel.page.locator(".drawer .named-rule").count() == 1
    panel.find("rule:table.die").click()
    assert panel.sent() == [{"type": "look-up", "key": "table.die"}]


def answers_screen() -> Any:
    options = (
        Choice(key="fight", label="Fight", detail="the Wolf waits there"),
        Choice(key="evade", label="Evade", closed="the Ogre forbids it"),
        Choice(key="go", label="Go on"),
    )
    return samples.screen("die", question=replace(samples.question("fight"), options=options))


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_names_in_answers_and_their_closed_reasons_are_touched_under_why(panel: Panel, width: int, height: int) -> None:
    panel.open(answers_screen(), width, height).find("drawer:why").first.click()
    assert panel.page.locator(".answers-named p").all_inner_texts() == [
        "Fight · the Wolf waits there", "Evade · the Ogre forbids it",
    ]  # fmt: skip
    assert names(panel, "answers-named") == ["Wolf", "Ogre"]
    assert panel.page.locator(".ask .option button").count() == 0, "a button holds no other one"
    assert touched(panel, "answers-named", "Ogre") == [{"type": "look-up", "key": "ogre"}]


def test_names_in_folded_reasons_are_touched(panel: Panel) -> None:
    spells = (Choice(key="0/cast:x", label="Healing", hint="S", closed="The Ogre forbids it"),)
    panel.open(samples.screen("die", asides=spells)).press("s").find("fold").click()
    assert names(panel, "folded") == ["Healing", "Ogre"]
    assert touched(panel, "folded", "Ogre") == [{"type": "look-up", "key": "ogre"}]


def test_why_tells_a_rule_once(panel: Panel) -> None:
    first, *_ = samples.screen("die").journal
    lines = tuple(replace(first, n=n, id=n, text=f"Line {n}", why=("combat.score",)) for n in range(3))
    asked = replace(samples.question("die"), why=("combat.score",))
    panel.open(samples.screen("die", question=asked, journal=lines)).press("?")
    drawer = panel.page.locator(".drawer")
    assert [drawer.get_by_text(f"Line {n}").count() for n in range(3)] == [1, 1, 1]
    rule = samples.labels("en").rules["combat.score"]
    assert drawer.inner_text().count(rule[:30]) == 1


def test_an_answer_that_is_closed_says_only_why(panel: Panel) -> None:
    told = Choice("healer", "Healer", closed="Ada has no lost lives to heal.", detail="may heal lives for 1 gold each")
    open_one = Choice("mystic", "Mystic", detail="rolls 1 die")
    asked = replace(samples.question("take"), options=(told, open_one))
    text = panel.open(samples.screen("take", question=asked)).page.locator(".options").inner_text()
    assert "no lost lives" in text and "for 1 gold each" not in text and "rolls 1 die" in text


def test_the_menu_offers_to_redo_only_what_was_undone(panel: Panel) -> None:
    for can in (True, False):
        panel.open(samples.screen("die", can_redo=can)).find("drawer:menu").first.click()
        assert panel.find("menu:⇧U").count() == can


def test_what_is_typed_is_looked_up_by_itself_and_says_so(panel: Panel) -> None:
    """Typing goes on while the answer comes; Enter keeps a verdict, and else opens the first of what was found."""
    panel.open(samples.screen("die")).press("/")
    panel.page.keyboard.type("monk lance")
    panel.page.wait_for_function("sent.length === 1")
    assert panel.sent() == [{"type": "look-up", "value": "monk lance"}]
    panel.page.locator('.drawer [role="status"]', has_text="Searching").wait_for()
    reply = {"type": "page", "key": "", "text": "monk lance", "page": None, "sorry": "", "die": False}
    reply |= {"decided": [], "verdicts": ["No, the Monk may not use it."], "ours": False}
    found = [{"key": "ruling.w8", "label": "May the Monk own Weapons?"}]
    panel.page.evaluate("m => tell('msg:custom', { ...m, reply: sent.at(-1).view })", {**reply, "found": found})
    panel.settle()
    assert panel.page.locator(".found .verdict").inner_text() == "No, the Monk may not use it."
    assert panel.page.locator(".found .option").inner_text() == "May the Monk own Weapons?"
    assert panel.find("look-up").input_value() == "monk lance"
    assert panel.page.evaluate("document.activeElement.dataset.id") == "look-up"
    for key in ("Escape", "/"):
        panel.page.keyboard.press(key)
    assert panel.page.evaluate("getSelection().toString()") == "monk lance", "what is typed next begins a new question"
    panel.page.keyboard.press("Enter")
    assert panel.sent()[-1] == {"type": "look-up", "value": "monk lance"}, "it is answered"
    reply |= {"verdicts": []}
    panel.page.evaluate("m => tell('msg:custom', { ...m, reply: sent.at(-1).view })", {**reply, "found": found})
    panel.settle()
    panel.page.keyboard.press("Enter")
    assert panel.sent()[-1] == {"type": "look-up", "key": "ruling.w8"}


@pytest.mark.parametrize(("width", "height"), [(1366, 625), (360, 640)])
def test_what_no_rule_answers_is_thrown_for(panel: Panel, width: int, height: int) -> None:
    """A question is asked, answered by nothing, and decided by a face or by the program's die."""
    asked, before = "may a toad ride the raft", "“May the Raft carry two?” The die shows 5: yes."
    reply = {"type": "page", "key": "", "text": asked, "page": None, "sorry": "No ruling.", "found": []}
    reply |= {"verdicts": [], "ours": False}
    for press, n in (("decide:5", 5), ("decide:0", 0)):
        panel.open(samples.screen("die"), width, height).press("/")
        panel.page.keyboard.type(asked)
        panel.page.wait_for_function("sent.length === 1")
        panel.page.evaluate(
            "m => tell('msg:custom', { ...m, reply: sent.at(-1).view })", {**reply, "decided": [before], "die": True}
        )
        panel.settle()
        assert panel.page.locator(".decided").inner_text() == before
        assert panel.find(press).bounding_box()["height"] >= 40
        panel.find(press).click()
        assert panel.sent()[-1] == {"type": "decide", "value": asked, "n": n}
        assert not panel.page.locator(".drawer").is_visible()
