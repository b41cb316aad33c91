"""Can a position be stepped through, branched, and carried to somebody else, from every worked example?"""

from __future__ import annotations

import random

import pytest
from shares import some_seeds

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import link_of, text_of
from talisman_nb.engine import NotAllowedError
from talisman_nb.model.situation import SituationError
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases

TEXT = "dwarf hills-3, has sword | thief city, spells healing | on ruins, bear"
EXAMPLES = [case for case in cases().values() if case.example]


def check_carried(found: Analysis) -> None:
    """Text and link lead to the node: the same state by the same answers, and the same text again."""
    for again in (Analysis.of(found.text), Analysis.of_link(f"http://localhost:8866/{found.link}")):
        assert (again.text, again.state, again.ask) == (found.text, found.state, found.ask), found.text
        assert again.node.answer == found.node.answer and again.node.events == found.node.events, found.text


def check_tree(found: Analysis) -> None:
    """Every node can be gone to, and lies in the line that is looked at from then on."""
    for node in found.nodes:
        there = found.go(node.at)
        assert there.node == node and there.nodes == found.nodes
        assert there.line[0] == 0 and there.nodes[there.line[-1]] in found.leaves
        assert all(there.nodes[b].parent == a for a, b in zip(there.line, there.line[1:], strict=False))
        if node.parent >= 0:
            assert there.back().node.at == node.parent and there.back().forth() == there
            assert node in found.branches(node.parent)


def test_an_answer_makes_a_branch_or_goes_to_the_one_that_has_it() -> None:
    first = Analysis.of(TEXT)
    three = first.answer(3)
    four = three.back().answer("4")
    assert [node.answer for node in four.branches(0)] == ["3", "4"]
    assert four.back().answer("3").nodes == four.nodes, "no second branch for one answer"
    assert four.back().answer("3").node == three.node
    named = three.answer("Thief: cast:healing")
    assert named.back().answer("1: cast:healing").nodes == named.nodes, "two spellings are one answer"
    assert len(first.nodes) == 1, "nothing changes what was there before"
    check_tree(named.back().answer("clockwise").go(0).answer(5))


def test_going_back_keeps_the_line_and_stepping_goes_along_it() -> None:
    end = Analysis.of(f"{TEXT} > 3 > clockwise")
    start = end.back().back()
    assert start.step().step() == end and start.forth().forth() == end
    assert start.text == TEXT and start.go(2) == end
    assert end.step().node.parent == 2
    with pytest.raises(IndexError, match="first moment"):
        start.back()
    with pytest.raises(IndexError, match="last moment"):
        end.forth()
    with pytest.raises(IndexError, match="0 to 2"):
        end.go(3)


def test_a_refused_answer_and_a_wrong_link_say_why() -> None:
    with pytest.raises(NotAllowedError):
        Analysis.of(TEXT).answer("9")
    with pytest.raises(SituationError, match="column"):
        Analysis.of("dwarf nowhere")
    for link in ("", "?lang=it", f"{link_of('dwarf crags')}&situation=elf"):
        with pytest.raises(SituationError, match="expected a link with one"):
            Analysis.of_link(link)


@pytest.mark.parametrize("text", ['dwarf crags, named "Zoë & + 50% #1" | thief city', 'own "Żmij?" enemy, strength 4'])
def test_a_link_carries_every_letter(text: str) -> None:
    assert text_of(link_of(text)) == text


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda case: case.id)
def test_every_worked_example_opens_steps_branches_and_is_carried(example: Case) -> None:
    found = Analysis.of(example.situation)
    check_carried(found)
    start = found.node.at
    for step in example.steps:
        found = found.answer(*step.do)
    check_carried(found)
    again = found.go(start)
    for key in again.ask.open()[:2]:
        again = again.answer(key).go(start)
    check_tree(again)
    assert found.node in again.nodes, "what was tried first is still there"


@pytest.mark.parametrize("seeds", [range(12), pytest.param(some_seeds(50), marks=pytest.mark.campaign)])
def test_random_walks_over_the_tree(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        found = Analysis.of(chance.choice(EXAMPLES).situation)
        for _ in range(12):
            keys = found.ask.open()
            if not keys or chance.random() < 0.3:
                found = found.go(chance.randrange(len(found.nodes)))
            else:
                key = chance.choice(keys)
                found = found.answer("own Griffin animal, strength 4" if key == "own" else key)
        check_tree(found)
        for leaf in found.leaves:
            check_carried(found.go(leaf.at))
