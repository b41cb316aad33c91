"""Does a rules lawyer do on the bench what the stories tell, by presses?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_parts_in_a_page import PartPage

from talisman_nb.panels.parts import AnalysisPanel
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.table import Table
from talisman_nb.table.house_files import house_file, house_values
from talisman_nb.text.house_rules import in_force

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]


def test_what_was_played_is_kept_as_a_ruling_by_a_press(page: Any) -> None:
    bench = AnalysisPanel("dwarf crags | thief city > walk fields-2 > bear")
    shown = PartPage(page, bench, 1200)
    page.get_by_text("Keep it as a ruling").click()
    page.get_by_role("button", name="Save the ruling").click()
    shown.answer()
    assert "write the question first" in page.locator(".keep-ruling .refusal").inner_text()
    page.locator('[data-id="ruling:question"]').fill("May the Bear be evaded?")
    page.locator('[data-id="ruling:decision"]').fill("Only by what allows it.")
    page.keyboard.press("Enter")
    shown.answer()
    assert "situation = " in page.locator(".keep-ruling .file").inner_text()
    page.get_by_role("button", name="Save the ruling").click()
    shown.answer()
    saved = page.locator(".keep-ruling [role=status]").inner_text()
    path = Path(saved.removeprefix("Saved as ").partition(". The search")[0])
    assert "Only by what allows it." in path.read_text("utf-8")
    page.get_by_label("Ask the rules").fill("may the bear be evaded")
    page.keyboard.press("Enter")
    shown.answer()
    assert page.get_by_text("May the Bear be evaded?").count() >= 1


def test_a_question_is_answered_with_numbers_and_kept_for_the_table(page: Any) -> None:
    bench = AnalysisPanel()
    shown = PartPage(page, bench, 1200)
    page.get_by_label("Ask the rules").fill("psionic craft")
    page.keyboard.press("Enter")
    shown.answer()
    assert "the one at the time of the action" in page.locator(".grid-notes").inner_text()
    page.get_by_text("With numbers").click()
    assert "Assassin 3 + Psionic Blast 5 = 8" in page.locator(".numbers").inner_text()
    page.get_by_label("Name of these house rules").fill("friday")
    page.locator('[data-id="keep:0"]').click()
    shown.answer()
    assert "friday" in page.locator(".keep [role=status]").inner_text()
    assert "blast_printed = true" in house_file("friday").read_text("utf-8")
    page.get_by_label("Ask the rules").fill("monk lance")
    page.keyboard.press("Enter")
    shown.answer()
    page.get_by_text("With numbers").click()
    assert "Monk 2 + Monk 3 + Holy Lance 1 = 6" in page.locator(".numbers").inner_text()
    page.get_by_label("Ask the rules").fill("monk raqqft")
    page.keyboard.press("Enter")
    shown.answer()
    assert page.locator(".refusal").count() == 1


def test_a_gravemarker_and_a_breach_are_laid_by_presses(page: Any) -> None:
    bench = AnalysisPanel("edition revised4 + souls | dwarf crags, as restless | thief city")
    shown = PartPage(page, bench, 1200)
    page.get_by_text("Lay it out by hand").click()
    page.locator('.board svg:not(.over) [data-space="temple"]').first.click()
    shown.answer()
    for name in ("Breach", "Gravemarker: Dwarf"):
        page.get_by_role("button", name=name, exact=True).click()
        shown.answer()
        assert page.get_by_role("button", name=name, exact=True).get_attribute("aria-pressed") == "true"
    assert page.get_by_label("Situation").input_value().endswith("| on temple, breach | grave temple, of dwarf")
    page.get_by_role("button", name="Gravemarker: Dwarf", exact=True).click()
    shown.answer()
    assert "grave" not in page.get_by_label("Situation").input_value()


COPIES = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (text) => { window.copied = text; }}})"


def test_each_part_of_story_e_needs_few_inputs(page: Any) -> None:
    """A key, a press and a typed entry with its Enter are an input each."""
    bench = AnalysisPanel()
    shown = PartPage(page, bench, 1200)
    page.evaluate(COPIES)
    inputs = 0

    def press(part: str) -> None:
        nonlocal inputs
        page.locator(part).first.click()
        shown.answer()
        inputs += 1

    def asks(words: str) -> None:
        nonlocal inputs
        page.locator(".tlm.part").focus()
        page.keyboard.press("/")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        shown.answer()
        inputs += 2

    def spent() -> int:
        nonlocal inputs
        n, inputs = inputs, 0
        return n

    def rows() -> list[list[str]]:
        found = page.locator(".grid-box tbody tr").all()
        return [[cell.partition("\n")[0] for cell in row.locator("th, td").all_inner_texts()] for row in found]

    asks("monk lance")
    assert spent() == 2, "E1"
    assert {row[0]: row[1:] for row in rows()}["use"] == ["✗no", "?open ≈", "?open ≈"]
    assert {row[0] for row in rows()} >= {"have", "use", "sell", "quest"}
    asks("psionic craft")
    assert spent() == 2, "E2"
    assert rows() == [["which Craft value it adds", "the printed value", "?open ≈", "?open ≈"]]
    asks("monk lance psionic craft")
    assert spent() == 2
    press(".numbers summary")
    sums = page.locator(".numbers button").all_inner_texts()
    assert spent() == 1, "E3"
    assert [line.partition(" – ")[0].rpartition("= ")[2] for line in sums] == ["8", *["11", "13", "9", "11"] * 2]
    press('[data-id="copy-paragraph"]')
    copied = page.evaluate("window.copied")
    assert spent() == 1 and "monk fields-1" in copied and "card.text" in copied, "E4: a paragraph with ids"
    press('.keep .option:has-text("Psionic Blast: This Spell adds the Craft printed")')
    assert spent() == 1, "E4: kept"
    kept = house_values("our table", open_book("second"))
    assert [*kept] == ["switch.blast_printed"]
    played = Table.new({"Ada": "monk", "Bruno": "thief"}, edition="second", house=kept)
    (marked,) = in_force(book_of(played.state.book), "en")
    assert marked == "Psionic Blast: This Spell adds the Craft printed on the character card."
    press(".numbers button:nth-of-type(4)")
    assert spent() == 1 and bench.analysis.state.players[0].character == "monk", "each sum is a situation to ask why in"
    asks("may a stand-off be rolled again")
    assert spent() == 2 and "[combat.standoff]" in page.locator(".as-is").inner_text(), "E5"
    asks("zzz yyy qqq stand-off")
    assert spent() == 2 and "Nothing here answers exactly this" in page.locator(".as-is").inner_text()


def test_story_e_lays_out_answers_and_asks_with_few_inputs(page: Any) -> None:
    """Story E: a key for each answer, a typed entry for each question; laid out by hand without writing notation."""
    bench = AnalysisPanel("dwarf crags | thief city")
    shown = PartPage(page, bench, 1200)

    def press(key: str) -> None:
        page.keyboard.press(key)
        shown.answer()

    def typed(words: str) -> None:
        page.keyboard.type(words)
        page.wait_for_function("window.sent.length > 0")
        shown.answer()
        press("Enter")

    page.get_by_text("Lay it out by hand").click()
    page.locator('[data-space="ruins"]').first.click()
    shown.answer()
    page.locator('[data-id="put"]').click()
    typed("bear")
    assert bench.situation == "dwarf crags | thief city | on ruins, bear"
    typed("elf")
    typed("sword")
    assert bench.situation == "dwarf crags | thief city | elf ruins, has sword | on ruins, bear"
    page.locator('[data-id="turn"]').click()
    shown.answer()
    page.locator(".looked-into h3").first.click()
    page.locator(".tlm.part").focus()
    press("1")
    press("ArrowLeft")
    press("4")
    assert len(bench.analysis.nodes) == 3, "both answers are in the tree"
    press("/")
    page.keyboard.type("monk lance")
    press("Enter")
    assert page.locator(".grid-box .is-no .sign-of").all_inner_texts() == ["✗"]
    page.locator(".tlm.part").focus()
    press("/")
    page.keyboard.type("may a stand-off be rolled again")
    press("Enter")
    assert "[combat.standoff]" in page.locator(".as-is").inner_text(), "E5: what the rules say, never a guess"
    page.locator(".tlm.part").focus()
    press("ArrowLeft")
    press("ArrowRight")
    assert bench.analysis.node.answer == "4"
    press("Enter")
    assert bench.analysis.depth == 2, "Enter gives the simplest answer"


def test_what_is_impossible_is_insisted_on_by_a_press_of_the_bench(page: Any) -> None:
    bench = AnalysisPanel("dwarf crags, evil | thief city", "it")
    shown = PartPage(page, bench, 390)
    page.get_by_text("Disponi a mano").click()
    page.locator('[data-id="aim:character.dwarf"]').click()
    shown.answer()
    page.locator('[data-id="put"]').fill("graal")
    page.locator('[data-id="put"]').press("Enter")
    shown.answer()
    assert page.locator(".by-hand [role=alert]").count() == 1 and "grail" not in bench.situation
    page.locator('.by-hand [data-id="insist"]').click()
    shown.answer()
    assert bench.situation == "dwarf crags, evil, has holy-grail ! | thief city"
    for _ in range(2):
        page.locator('[data-id="less:life"]').click()
        shown.answer()
    assert "life 3" in bench.situation
    assert page.evaluate("document.activeElement.dataset.id") == "less:life", "the focus stays on the step"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [360, 390, 1200])
def test_charts_and_tables_stay_within_the_page(page: Any, width: int) -> None:
    bench = AnalysisPanel("dwarf crags, fate 2 | thief city > 1 > anticlockwise > bear > fight > 2 > 3", "pl")
    shown = PartPage(page, bench, width)
    for id_ in ("likely", "editions"):
        page.locator(f'[data-id="{id_}"]').click()
        shown.answer()
    assert page.locator(".chart").count() >= 4 and page.locator(".grid-box").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


FIGHT = "dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight > 4 > 5"
SEEN = """part => { const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight; }"""


def test_a_change_keeps_the_answers_empties_its_field_and_keeps_the_focus(page: Any) -> None:
    bench = AnalysisPanel(FIGHT)
    shown = PartPage(page, bench, 1200)
    field = page.get_by_label("What if")
    field.fill("dwarf, has + sowrd")
    page.get_by_role("button", name="Change", exact=True).click()
    shown.answer()
    assert page.locator(".change .refusal").count() == 1 and field.input_value() == "dwarf, has + sowrd"
    field.fill("dwarf, has + sword")
    page.get_by_role("button", name="Change", exact=True).click()
    shown.answer()
    assert bench.situation == FIGHT.replace("fate 1", "fate 1, has sword") and page.locator(".tree li").count() == 7
    assert field.input_value() == "" and page.locator(".left-out").count() == 0
    assert page.evaluate("document.activeElement.dataset.id") == "apply-change", "the focus stays where it was pressed"
    field.fill("turn thief")
    page.get_by_role("button", name="Change", exact=True).click()
    shown.answer()
    assert page.locator(".left-out").inner_text().endswith("6")


def test_a_typed_situation_stays_until_it_is_laid_out_or_given_up(page: Any) -> None:
    bench = AnalysisPanel(FIGHT)
    shown = PartPage(page, bench, 1200)
    field = page.get_by_role("textbox", name="Situation")
    field.fill("elf forest | thief city")
    page.locator('[data-id="back"]').click()
    shown.answer()
    assert field.input_value() == "elf forest | thief city" and page.locator(".unlaid").is_visible()
    page.get_by_role("button", name="Discard it").click()
    assert field.input_value() == bench.situation and not page.locator(".unlaid").is_visible()
    field.fill("elf  forest | thief city")
    page.locator('[data-id="likely"]').click()
    shown.answer()
    page.get_by_role("button", name="Lay it out", exact=True).click()
    shown.answer()
    assert field.input_value() == bench.situation == "elf forest | thief city"
    assert not page.locator(".unlaid").is_visible()


def test_a_result_stands_under_what_was_asked_and_comes_into_view(page: Any) -> None:
    bench = AnalysisPanel(FIGHT)
    shown = PartPage(page, bench, 390)
    page.get_by_label("What if").fill("dwarf, has + sword")
    page.keyboard.press("Enter")
    page.evaluate("scrollTo(0, 0)")
    shown.answer()
    assert page.evaluate(SEEN, '[data-of="what-if"] h3')
    assert page.locator('.change:has([data-id="change"]) [data-of="what-if"]').count() == 1
    page.get_by_label("Ask the rules").fill("monk lance")
    page.keyboard.press("Enter")
    page.evaluate("scrollTo(0, 0)")
    shown.answer()
    assert page.evaluate(SEEN, '[data-of="ask"] h3')
    assert page.locator('.change:has([data-id="ask"]) [data-of="ask"]').count() == 2, "the answer, and rulings"
    page.locator('[data-id="unfold"]').click()
    shown.answer()
    step = page.locator('[data-id="step"]')
    step.focus()
    before = step.bounding_box()["y"]
    page.keyboard.press("Enter")
    shown.answer()
    assert abs(step.bounding_box()["y"] - before) < 1, "nothing is scrolled for what is no result"


def test_fields_of_a_ruling_are_wide_and_labelled(page: Any) -> None:
    PartPage(page, AnalysisPanel(FIGHT, "fr"), 1200)
    page.locator(".keep-ruling summary").click()
    wide = page.locator(".keep-ruling").bounding_box()["width"]
    fields = page.locator(".keep-ruling .field")
    boxes = [fields.nth(n).locator("input").bounding_box() for n in range(2)]
    assert all(abs(box["width"] - wide) < 2 for box in boxes)
    assert boxes[1]["y"] - boxes[0]["y"] - boxes[0]["height"] > 20, "the label stands between them"
    assert all(fields.nth(n).locator(".of").inner_text() for n in range(2))


def test_a_heat_map_fits_a_phone_and_marks_its_own_cell(page: Any) -> None:
    shown = PartPage(page, AnalysisPanel(FIGHT), 390)
    page.locator('[data-id="likely"]').click()
    shown.answer()
    assert page.locator(".heat").count() == 2
    assert page.evaluate("[...document.querySelectorAll('.heat')].every(each => each.scrollWidth <= each.clientWidth)")
    assert page.locator(".heat td.here").all_inner_texts() == ["42", "58"]


def test_an_outcome_has_its_words_beside_its_label(page: Any) -> None:
    shown = PartPage(page, AnalysisPanel(FIGHT.removesuffix(" > 5")), 1200)
    page.locator('[data-id="unfold"]').click()
    shown.answer()
    row = page.locator(".outcome").nth(4)
    assert row.locator(".detail").inner_text() == "7 against 8: the Dwarf would lose 1 life"
    label, words = (row.locator(part).bounding_box() for part in (".label", ".detail"))
    assert words["x"] - label["x"] - label["width"] < 30


STYLES = """([part, names]) => { const style = getComputedStyle(document.querySelector(part));
  return names.map(name => style[name]); }"""


def test_fields_look_alike_in_the_dark_and_a_refusal_stands_out(page: Any) -> None:
    shown = PartPage(page, AnalysisPanel(FIGHT), 1200)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    names = ["backgroundColor", "borderTopColor", "borderTopLeftRadius", "color"]
    field, typed = (page.evaluate(STYLES, [f'[data-id="{id_}"]', names]) for id_ in ("change", "situation"))
    assert field == typed
    page.get_by_label("What if").fill("dwarf, has + sowrd")
    page.keyboard.press("Enter")
    shown.answer()
    (red,) = page.evaluate(STYLES, [".refusal", ["color"]])
    assert red not in (field[-1], "") and page.locator(".refusal").inner_text().startswith("✗")
    page.get_by_label("What if").fill("")
    page.get_by_label("What if").press_sequentially("dwarf, has + swo")
    page.wait_for_function("window.sent.some(message => message.type === 'propose')")
    shown.answer()
    above, below = (page.locator(part).bounding_box() for part in ('[data-id="change"]', ".change .chip >> nth=0"))
    assert below["y"] - above["y"] - above["height"] >= 6, "the ring of the focus is 5 px wide"
    sizes = [page.evaluate(STYLES, [part, ["fontSize"]])[0] for part in (".asked > h3", ".lay-out > h3")]
    assert float(sizes[0].removesuffix("px")) > float(sizes[1].removesuffix("px"))


def test_an_empty_bench_hears_keys_at_once_and_opens_a_dispute_by_a_press(page: Any) -> None:
    bench = AnalysisPanel()
    shown = PartPage(page, bench, 1200)
    page.evaluate(COPIES)
    assert page.locator(".asked-most button").count() == 10
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.dataset.id") == "ask", "a key is heard without a press before it"
    page.keyboard.type("monk lance")
    page.keyboard.press("Enter")
    shown.answer()
    assert page.locator(".grid-box").count() == 1 and page.locator(".asked-most").count() == 0
    page.locator('[data-id="ask"]').fill("monk raqqft")
    page.keyboard.press("Enter")
    shown.answer()
    assert page.locator(".refusal").count() == 1 and page.locator(".grid-box").count() == 0, "no old answer below"
    page.locator('[data-id="ruling:bear-at-bridge"]').click()
    shown.answer()
    assert page.locator('[data-of="ruling"] h3').inner_text().startswith("A Bear lies at the Sentinel")
    assert bench.analysis.depth == 5
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    shown.answer()
    assert bench.analysis.depth == 4 and page.locator('[data-of="ruling"]').count() == 1, (
        "it stays while one looks into it"
    )
    page.locator('[data-id="copy-text"]').click()
    assert page.evaluate("window.copied") == bench.situation
    page.locator('[data-id="copy-link"]').click()
    link = page.evaluate("window.copied")
    assert (
        AnalysisPanel(link).situation == bench.situation and link in page.locator(".lay-out [role=status]").inner_text()
    )
    for lang, width in (("it", 390), ("fr", 820), ("pl", 1366)):
        PartPage(page, AnalysisPanel(lang=lang), width)
        assert page.locator(".asked-most button").count() == 10
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
