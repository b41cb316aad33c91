"""Can every worked example be opened on the bench, stepped, branched and compared, in four languages?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from read_aloud import ENGLISH

from talisman_nb.notation.situation import read_situation
from talisman_nb.panels.bench import AnalysisScreen, Answered
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.example import expansion_examples, worked_examples
from talisman_nb.text.names import LANGUAGES

IDS = re.compile(r"\[[a-z0-9.-]+\]|[“„«\"][a-z0-9-]+[”»\"]")
"""Ids of rules and rulings, and words of a situation, which are the same in every language."""
EXAMPLES = (*worked_examples(), *expansion_examples())
EVERY = [
    pytest.param(
        case, edition, lang, id=f"{case.id}-{edition}-{lang}", marks=() if at % 4 == n else pytest.mark.campaign
    )
    for at, (case, edition) in enumerate((case, edition) for case in EXAMPLES for edition in case.holds_in)
    for n, lang in enumerate(LANGUAGES)
]
"""Every example in every edition, each in one language; in the campaign in the others too."""
RAW = re.compile(r"\b[a-z]+:[a-z0-9-]+\b")
"""A key of an answer, such as `cast:hex`, where words are expected."""


def press(panel: AnalysisController, type_: str, value: str = "", n: int = 0) -> AnalysisScreen:
    shown = panel.handle({"type": type_, "value": value, "n": n})
    assert not shown.refused, f"{type_} {value}: {shown.refused}"
    return shown


def said(shown: AnalysisScreen) -> Iterator[str]:
    """Every sentence that is shown but for the lines of text that carry a situation."""
    yield from shown.told
    yield shown.question.headline
    yield from (option.label for option in (*shown.question.options, *shown.question.offers))
    yield from (branch.answer for branch in shown.tree)
    yield from (line for answered in shown.why for line in (answered.title, *answered.lines))
    yield from (line for answered in shown.compared for line in in_table(answered))


def in_table(answered: Answered) -> Iterator[str]:
    assert answered.grid is not None
    for row in answered.grid.rows[1:]:
        yield from (line for cell in row.cells for line in cell.lines)
    yield from answered.grid.notes


@pytest.mark.parametrize(("case", "edition", "lang"), EVERY)
def test_an_example_is_stepped_branched_and_compared(case: Case, edition: str, lang: str) -> None:
    panel = AnalysisController(case.situation_in(edition), lang)
    begun = panel.screen()
    for order in (order for step in case.steps for order in step.do):
        press(panel, "answer", order)
        if panel.screen().question.kind == "die":
            assert all(row.label and row.chance for row in press(panel, "unfold").outcomes)
            press(panel, "unfold")
    ended = panel.screen()
    deep = len(panel.analysis.line)
    assert ended.text == AnalysisController(case.played_text(edition), lang).screen().text, "the line carries it all"
    for _ in range(panel.analysis.depth):
        press(panel, "back")
    assert panel.screen().question == begun.question
    while panel.screen().forth:
        press(panel, "forth")
    assert panel.screen().told == ended.told and len(panel.analysis.line) == deep

    # another answer at a moment before the end is a branch, and both leaves can be gone to
    fork = next((node for node in reversed(panel.analysis.nodes[:-1]) if others(panel, node.at)), None)
    if fork is not None:
        press(panel, "go", n=fork.at)
        press(panel, "answer", others(panel, fork.at)[0])
        assert len(panel.screen().tree) > deep
        for branch in panel.screen().tree:
            if branch.leaf:
                assert press(panel, "go", n=branch.at).text
        press(panel, "go", n=deep - 1)

    compared = [press(panel, "editions"), press(panel, "what-if", richer(panel))]
    for shown in (ended, *compared):
        keys = [line for line in said(shown) if RAW.search(line)]
        assert not keys, keys
        if lang != "en":
            asked = richer(panel)  # is shown as it was typed
            leaks = [line for line in said(shown) if line != asked and ENGLISH.search(IDS.sub("", line))]
            assert not leaks, leaks


def others(panel: AnalysisController, at: int) -> list[str]:
    """What could be answered at a node that was not."""
    tried = {node.answer for node in panel.analysis.branches(at)}
    return [key for key in panel.analysis.go(at).ask.open() if key not in tried and key != "own"] if tried else []


def richer(panel: AnalysisController) -> str:
    """A change that is possible in every situation: somebody has more gold."""
    seats = read_situation(panel.analysis.nodes[0].situation.text).seats
    seat = next(seat for seat in seats if seat.character != "nobody")
    return f"{seat.character}, gold 17"  # the box has 30 for all


def test_an_answer_card_is_a_table_with_a_sign_for_each_answer() -> None:
    (found,) = AnalysisController("dwarf crags | thief city").handle({"type": "ask", "value": "monk lance"}).compared
    assert found.grid is not None
    marks = {(row.label, at): cell.mark for row in found.grid.rows for at, cell in enumerate(row.cells)}
    assert (marks["have", 0], marks["use", 0], marks["use", 1]) == ("yes", "no", "open")
    assert found.grid.notes and len(set(found.grid.notes)) == len(found.grid.notes)
    lines = [line for row in found.grid.rows for cell in row.cells for line in cell.lines]
    assert not re.search(r"golden\.cannot|have-use|ruling\.", " ".join((*lines, *found.grid.notes))), "rules in words"
    assert {n for line in lines for n in re.findall(r"\[\d+\]", line)} == {
        note.partition(" ")[0] for note in found.grid.notes if note.startswith("[")
    }
