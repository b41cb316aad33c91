"""Is a lesson made from positions, changed by fields, judged by the game, saved, and given?"""

from __future__ import annotations

from importlib.resources import files

import pytest
from msgspec.structs import replace

from talisman_nb.analysis import Analysis, outcomes
from talisman_nb.app import cli
from talisman_nb.engine import NotAllowedError
from talisman_nb.lessons import claims, figures, lesson, lessons, problems
from talisman_nb.lessons.reading import decode_whole
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.lesson.lesson_maker import LessonMaker, lesson_toml
from talisman_nb.panels.parts import LessonWorkshop
from talisman_nb.text.definitions.form_fields import every_field
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
TITLE = "The Dwarf: roll to move"
FIGHT = "dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight"
POSITIONS = {
    FIGHT: "won = lost",
    "dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear": "open evade = no",
    "dwarf crags | thief city": "turn of dwarf = yes",
    "dwarf crags | thief city > 1": "open clockwise = yes",
    "dwarf temple, arrived | thief city": "good > bad",
    "edition second | wizard city, gold 3 | thief city": "turn of wizard = yes",
}
"""Maps positions to what is true of the question that a new page asks about them."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_position_becomes_a_page_that_is_in_order(lang: str) -> None:
    """Its options are the game's, exactly one of them true, and offered as such."""
    maker = LessonMaker("bears", lang)
    for at, (text, true) in enumerate(POSITIONS.items()):
        shown = maker.ask(text)
        assert not shown.note and not shown.wrong and shown.can_try, (text, shown.note, shown.wrong)
        marked = {choice.key: choice.label[0] for choice in shown.lists["claims.1"]}
        claims = [option["claim"] for option in maker.table["page"][at]["step"][1]["option"]]
        assert [claim for claim in claims if marked[claim] == "✓"] == [true], text
    found, wrong = maker.read()
    assert not wrong and not problems(found) and len(found.pages) == len(POSITIONS)


def test_pages_are_changed_ordered_removed_and_taken_back() -> None:
    maker = LessonMaker("bears", "en")
    maker.ask(FIGHT, "Who wins?")
    maker.ask("dwarf crags | thief city")
    maker.handle({"type": "set", "at": "page.0.title", "value": "Bears"})
    maker.handle({"type": "set", "at": "page.1.step.1.option.0.says", "value": "The {dwarf}"})
    maker.handle({"type": "move", "at": "page.0", "n": 1})
    assert [page["title"] for page in maker.table["page"]] == [TITLE, "Bears"] and maker.page == 1
    shown = maker.handle({"type": "add", "at": "page.1.step", "key": "throw"})
    assert maker.table["page"][1]["step"][-1]["kind"] == "throw" and not shown.wrong
    maker.handle({"type": "set", "at": f"page.1.step.{len(maker.table['page'][1]['step']) - 1}.dice", "value": "4 2"})
    assert maker.table["page"][1]["step"][-1]["dice"] == [4, 2]
    for kind in ("rule", "editions", "tally", "graph", "situation"):
        assert maker.handle({"type": "add", "at": "page.1.step", "key": kind}).can_try, kind
    maker.handle({"type": "leave-out"})
    assert [page["title"] for page in maker.table["page"]] == [TITLE]
    assert len(maker.handle({"type": "undo"}).entries) == 2
    with pytest.raises(NotAllowedError):
        maker.handle({"type": "burn"})


def test_a_mistake_stands_at_its_field_and_all_are_told() -> None:
    maker = LessonMaker("bears", "it")
    maker.ask(FIGHT)
    maker.handle({"type": "set", "at": "page.0.step.1.option.0.claim", "value": "won < 1"})
    maker.handle({"type": "set", "at": "page.0.minutes", "value": 99})
    shown = maker.handle({"type": "set", "at": "page.0.step.0.text", "value": "Sono 7."})
    wrong = {field.at: field.wrong for field in every_field(shown.form) if field.wrong}
    assert {*wrong} == {"page.0.minutes", "page.0.step.0", "page.0.step.1"}, wrong
    assert not shown.can_try and shown.entries[0].wrong == 3 and "1–60" not in "".join(wrong.values())
    assert not maker.handle({"type": "new", "value": "dwarf nowhere"}).entries[1:] and maker.note
    assert "dwarf fields-1, arrived | thief city" in maker.note, "an example is shown"
    assert "bozza" in maker.handle({"type": "save"}).note and maker.path.exists(), "a draft is not lost"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_is_told_with_the_name_of_its_field_and_with_what_is_true(lang: str) -> None:
    maker = LessonMaker("bears", lang)
    labels = {field.at: field.label for field in every_field(maker.ask(FIGHT).form)}
    field, step = labels["page.0.step.0.holds"], "page.0.step.0"

    def wrong_with(**fields: object) -> str:
        for key, value in fields.items():
            maker.handle({"type": "set", "at": f"{step}.{key}", "value": value})
        return {each.at: each.wrong for each in every_field(maker.screen().form)}[step]

    told = wrong_with(text="Bear: 3.")
    assert field in told and "strength of foe = 3" in told
    assert not wrong_with(holds="strength of foe = 3"), "what was offered is right"
    told = wrong_with(holds="strength of foe = 3; strength of dwarf = 5")
    assert field in told and "strength of dwarf = 3" in told and "foe" not in told
    assert "space of dwarf" in wrong_with(holds="strength of foe = 3; space of dwarf = city")
    assert "foe" in wrong_with(holds="strength of foe = 3; life of foe = 3"), "what a foe has not is told"
    wrong_with(holds="strength of foe = 3")
    assert "99" in wrong_with(text="Bear: 99."), "of what nobody has no claim is offered"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_outcomes_are_on_the_wall_what_they_are_in_the_terminal(lang: str) -> None:
    """Also where a throw decides nothing yet: a new page puts this step behind its question."""
    for text in (FIGHT, "dwarf crags | thief city", "dwarf temple, arrived | thief city"):
        workshop = LessonWorkshop("bears", lang, text)
        workshop.handle({"type": "try"})
        while workshop.wall["kind"] != "outcomes":
            workshop.handle({"type": "wall", "message": {"type": "step"}})
        rows = outcomes(Analysis.of(text, lang)).rows
        assert [line["text"] for line in workshop.wall["lines"]] == [" ".join(row.lines) for row in rows]
        assert len({line["text"] for line in workshop.wall["lines"]}) > 1
        assert workshop.wall["question"] == Analysis.of(text, lang).headline, "of whom the dice are"
        workshop.maker.handle({"type": "leave-out"})


def test_a_page_without_a_question_says_who_meets_whom() -> None:
    first, second = LessonMaker("bears", "en"), LessonMaker("wolves", "en")
    assert first.ask(FIGHT).entries[0].name == f"1 · {Analysis.of(FIGHT, 'en').headline}"
    second.ask(FIGHT, "Who wins?")
    assert second.table["page"][0]["step"][0]["text"] == Analysis.of(FIGHT, "en").headline


def test_the_page_for_teachers_names_every_figure_of_a_claim() -> None:
    page = " ".join((files("talisman_nb") / "docs" / "teacher.md").read_text("utf-8").split())
    for told in (figures.__doc__ or "", claims.__doc__ or ""):
        part = told.split("\n\n")[1]
        assert part and " ".join(part.split()) in page


def test_what_a_teacher_wrote_in_a_file_stays_as_it_is() -> None:
    """Each lesson of the program goes through the form and its file unchanged."""
    for one in lessons().values():
        maker = LessonMaker(one.key, "fr")
        assert decode_whole(lesson_toml(maker.table), one.key, one.path)[0] == replace(one, place=0)
    shown = maker.handle({"type": "call", "value": "Autre titre"})
    assert maker.table["title"]["fr"] == "Autre titre" and "pl" in maker.table["title"]
    assert shown.can_try and any(field.kind == "table" for field in every_field(shown.form)), "a text in four languages"


@pytest.mark.parametrize("text", ["title = ", "page = 3", "[[page]]\nstep = 3", '[[page]]\n[[page.step]]\nkind = "x"'])
def test_a_file_that_no_form_can_show_is_told_and_left_alone(text: str) -> None:
    file = LessonMaker("bears").path
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    opened = LessonWorkshop.opened("bears", "it")
    assert opened.maker.key == "bears-2" and str(file) in opened.content["note"]
    assert file.read_text("utf-8") == text


def test_the_bench_asks_a_class_and_the_command_gives_the_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    bench = AnalysisController(FIGHT)
    first = bench.handle({"type": "class", "value": "Who wins?", "decision": "Our bears"}).asked_class
    again = bench.handle({"type": "class", "decision": "our-bears"}).asked_class
    assert first and again and (first.lesson, first.page, again.page) == ("our-bears", 1, 2)
    assert lesson("our-bears").pages[0].title.en == "Who wins?" and not problems(lesson("our-bears"))
    assert cli.main(["lesson", "--check", first.path]) == 0 and "2 pages" in capsys.readouterr().out
    open_meanwhile = LessonMaker("our-bears", "en")
    assert bench.handle({"type": "class", "decision": "our-bears"}).asked_class.page == 3
    assert "changed meanwhile" in open_meanwhile.handle({"type": "save"}).note, "the page of the bench is not lost"
    made = LessonWorkshop("our-bears", "pl")
    made.handle({"type": "try"})
    assert made.wall["kind"] == "situation" and made.wall["lesson"] == "Our bears"
    made.handle({"type": "wall", "message": {"type": "step"}})
    assert made.wall["kind"] == "predict"
    made.handle({"type": "edit"})
    assert made.wall == {} and made.content["title"] == "Our bears"
