"""Does a change of one thing show both runs side by side, with the first difference and its reason?"""

from __future__ import annotations

import re
from fractions import Fraction
from unittest.mock import patch

import pytest
from read_aloud import ENGLISH

from talisman_nb.analysis import Analysis, editions, what_if
from talisman_nb.analysis.changes import apply_change
from talisman_nb.analysis.what_if import Comparison
from talisman_nb.model.situation import SituationError
from talisman_nb.rules.layers import Layer, with_known_cards
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

EXAMPLES = [case for case in cases().values() if case.example]
BEAR = "dwarf crags | thief city > 1 > anticlockwise > bear > fight > 4 > 5 > keep"
FULL = "dwarf crags, has sword, axe, gold 3 | *thief city, spells hex | on ruins, bear | house carry.objects=5 > 3"


NOTATION = re.compile(r"\[[^]]*]|^ *\d+\. .*|.* \| .*|edition second", re.MULTILINE)
"""What is written alike in every language: ids, answers, situations, the change."""


def english(shown: str) -> list[str]:
    """Return the lines with an English word."""
    return [line for line in NOTATION.sub("", shown).splitlines() if ENGLISH.search(line)]


# --- changes ---


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ("dwarf, life 2", "dwarf crags, has sword axe, gold 3, life 2 |"),
        ("Krasnolud, gold 1", "dwarf crags, has sword axe, gold 1 |"),
        ("dwarf, has + holy lance", "has sword axe holy-lance,"),
        ("dwarf, has - sword", "dwarf crags, has axe, gold 3"),
        ("dwarf ruins, no has", "dwarf ruins, gold 3 |"),
        ("thief, spells healing", "*thief city, spells healing |"),
        ("dwarf, evil", "gold 3, evil |"),
        ("on ruins, wolf", "on ruins, wolf |"),
        ("no on ruins", "spells hex | house"),
        ("on ruins, + wolf", "on ruins, bear wolf | house"),
        ("on ruins, - bear", "spells hex | house"),
        ("on fields-1, + bear sword", "| on fields-1, bear sword"),
        ("thief, spells - hex", "*thief city | on"),
        ("Elfe temple, life 2", "*thief city, spells hex | Elfe temple, life 2 | on"),
        ("no dwarf | elf city", "*thief city, spells hex | elf city | on"),
        ("hex fields-1", "| hex fields-1"),
        ("edition second", "| edition second"),
        ("house carry.objects=7", "| house carry.objects=7"),
        ("house trophy.craft=9", "| house carry.objects=5 trophy.craft=9"),
    ],
)
def test_a_change_takes_the_place_of_what_was_said(change: str, part: str) -> None:
    new = apply_change(FULL, change)
    assert part in f"{new.text} |" and new.orders == ("3",)


def test_an_answer_is_changed_by_its_number() -> None:
    assert apply_change(BEAR, "answer 5 6").orders == ("1", "anticlockwise", "bear", "fight", "6", "5", "keep")
    assert apply_change(FULL, "answer 1 1: cast:hex").orders == ("1: cast:hex",)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("dwarf, gold 3", "changes nothing"),
        ("wizard, life 3", "expected one of dwarf, thief"),
        ("no blizzard", "could be left out"),
        ("dwarf, no spells", "expected what is left out"),
        ("dwarf, has - helmet", "not there"),
        ("answer 2 5", "a number from 1 to 1"),
        ("answer 1", "expected which answer"),
        ("dwarf, life 2 > 3", "no answers"),
        ("on nowhere, bear", "nowhere"),
    ],
)
def test_a_change_that_can_not_be_read_is_refused_with_the_reason(change: str, why: str) -> None:
    with pytest.raises(SituationError, match=why):
        apply_change(FULL, change)


def test_an_impossible_change_is_refused_with_its_rule_or_insisted_on() -> None:
    found = Analysis.of("dwarf crags | thief city > 3", "en")
    for change, why in (("dwarf, has bear", "meet.take"), ("dwarf, life 0", "life.zero"), ("edition moon", "moon")):
        with pytest.raises(SituationError, match=why):
            what_if(found, change)
    insisted = what_if(found, "dwarf, has bear", insist=True)
    assert "has bear !" in insisted.runs[1].analysis.text and insisted.runs[1].analysis.insisted


# --- both runs ---


def check_comparison(found: Comparison) -> None:
    """Every row that differs has reasons, the first one is the first, and both runs are there to go on with."""
    assert (found.first is None) == (not any(row.differs for row in found.rows))
    if found.first is not None:
        assert found.first.row == next(n for n, row in enumerate(found.rows) if row.differs)
        assert any(chain.reasons for chain in found.first.reasons)
    for row in found.rows:
        assert row.differs or row.told[0] == row.told[1]
    for run in found.runs:
        assert Analysis.of(run.analysis.text).state == run.analysis.state
        for step in run.steps:
            assert run.at(step).node.at == step.node


def test_a_card_more_changes_the_fight_and_says_what_counted() -> None:
    found = what_if(Analysis.of(BEAR, "en"), "dwarf, has sword")
    check_comparison(found)
    assert found.first is not None and found.rows[found.first.row].orders == ("keep", "keep")
    one, other = found.first.reasons
    counted = [[r.text for r in chain.reasons if r.kind == "counted"] for chain in (one, other)]
    assert counted == [["+3 Dwarf"], ["+3 Dwarf", "+1 Sword"]]
    assert "combat.lose" in [r.id for r in one.reasons] and "combat.standoff" in [r.id for r in other.reasons]
    chances = [dict(each.parts)["won"] for each in found.chances if each]
    assert chances == [Fraction(125, 216), Fraction(161, 216)]


def test_another_die_leads_elsewhere_from_there_on() -> None:
    found = what_if(Analysis.of(BEAR, "en"), "answer 5 6")
    check_comparison(found)
    assert found.rows[4].orders == ("4", "6") and not any(row.differs for row in found.rows[:4])
    assert found.first is not None and "combat.win" in [r.id for r in found.first.reasons[1].reasons]


def test_a_question_that_one_run_does_not_ask_is_no_row_of_its_own() -> None:
    found = what_if(Analysis.of(BEAR, "en"), "dwarf, fate 0")
    check_comparison(found)
    assert found.rows[-1].orders == ("5 > keep", "5") and not found.rows[-1].differs
    assert found.first is not None and "fate.reroll" in [r.id for r in found.first.reasons[1].reasons]
    back = what_if(Analysis.of(found.runs[1].analysis.text, "en"), "dwarf, no fate")
    check_comparison(back)
    assert back.rows[-1].orders == ("5", "5 > keep") and not back.rows[-1].differs


def test_a_run_stops_with_the_reason_where_an_answer_does_not_fit() -> None:
    found = what_if(Analysis.of("dwarf crags, has sword | thief city > 0: drop:sword > 3", "en"), "dwarf, no has")
    check_comparison(found)
    assert found.runs[1].stopped is not None and found.first is not None and found.first.row == 0
    elsewhere = what_if(Analysis.of(BEAR, "en"), "on fields-6, market | answer 1 6")
    assert elsewhere.first is not None


def test_nothing_differs_where_the_change_does_not_matter() -> None:
    found = what_if(Analysis.of("dwarf crags | thief city > 3 > clockwise", "en"), "thief, gold 4")
    assert found.first is None and repr(found).count("The same happens in both cases.") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_question_that_is_come_to_is_a_difference_with_its_reason(lang: str) -> None:
    text = "dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight > 4 > 5"
    found = what_if(Analysis.of(text, lang), "dwarf, has + sword")
    assert found.first is None and not found.alike and found.ends[0] != found.ends[1]
    lines = list(found.lines())
    assert all(any(end in line for line in lines) for end in found.ends)
    assert load_phrases(lang).say("analysis", "no-difference") not in lines
    assert found.end is not None
    assert [len(chain.reasons) for chain in found.end.reasons] == [1, 2], "the Sword counts in one of them"


def test_editions_that_come_to_other_questions_are_not_told_to_be_the_same() -> None:
    found = editions(Analysis.of("dwarf crags | thief city > 1 > anticlockwise > bear > fight > 4 > 5", "en"))
    second = {row.edition: row for row in found.rows}["second"].comparison
    assert second is not None and second.end is not None and not second.alike
    assert all(any(end in line for line in found.lines()) for end in second.ends if end)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_runs_are_told_in_every_language(lang: str) -> None:
    found = what_if(Analysis.of(BEAR, lang), "edition second")
    shown = repr(found)
    assert "fate.reroll" in shown and "5/12" in shown
    assert lang == "en" or not english(shown), shown


# --- editions ---


def test_each_edition_says_what_happens_how_likely_and_by_which_rule_it_differs() -> None:
    rows = {row.edition: row for row in editions(Analysis.of(BEAR, "en")).rows}
    assert list(rows) == ["revised4", "second", with_known_cards("third")]
    assert rows["revised4"].comparison is None and all(row.run for row in rows.values())
    second = rows["second"]
    assert second.comparison is not None and second.chances is not None and second.run is not None
    assert dict(second.chances.parts)["won"] == Fraction(5, 12)
    ids = [reason.id for each in second.comparison.differences for chain in each.reasons for reason in chain.reasons]
    assert "fate.reroll" in ids
    assert second.run.analysis.state.book.startswith("second:")


def test_the_lance_of_the_monk_counts_in_the_second_edition_alone() -> None:
    text = "monk crags, fate 0, has holy-lance | thief city > 1 > anticlockwise > dragon > fight > 3 > 3"
    rows = {row.edition: row for row in editions(Analysis.of(text, "en")).rows}
    comparison = rows["second"].comparison
    assert comparison is not None and comparison.first is not None
    one, other = comparison.first.reasons
    assert "+3 Holy Lance" not in one.short() and "+3 Holy Lance" in other.short()


def test_an_edition_that_can_not_hold_it_says_why() -> None:
    rows = {row.edition: row for row in editions(Analysis.of("dwarf crags, trophies bear | thief city", "en")).rows}
    assert rows["second"].run is None or rows["second"].why == ""
    of_second = {row.edition: row for row in editions(Analysis.of("edition second | dwarf crags | thief city")).rows}
    assert next(iter(of_second)) == "second" and of_second["revised4"].run is not None
    house = "house fate.used=false | dwarf crags | thief city"
    assert all(row.run is not None or row.why for row in editions(Analysis.of(house)).rows)


def test_one_that_is_not_offered_is_said_to_be_none_to_play() -> None:
    with patch(
        "talisman_nb.analysis.editions.find_layer", lambda name: Layer(name, {"layer.toml": "[layer]\noffered = false"})
    ):
        _, *others = editions(Analysis.of(BEAR, "en")).rows
    assert others and all(row.run is None and row.cannot("en").endswith(row.why) for row in others)


def test_a_variant_of_the_own_edition_is_no_other_edition() -> None:
    text = f"edition {with_known_cards('third')} | dwarf crags | thief city > 1"
    assert [row.edition for row in editions(Analysis.of(text, "en")).rows] == [
        with_known_cards("third"),
        "revised4",
        "second",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_editions_are_told_in_every_language(lang: str) -> None:
    shown = repr(editions(Analysis.of(BEAR, lang)))
    assert shown.count("5/12") == 2 * 2, "in both editions without fate"
    assert lang == "en" or not english(shown), shown


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda case: case.id)
def test_every_worked_example_is_compared_with_every_edition(example: Case) -> None:
    found = Analysis.of(example.situation, "en")
    for step in example.steps:
        found = found.answer(*step.do)
    for row in editions(found).rows:
        assert (row.run is None) == bool(row.why)
        if row.comparison is not None:
            check_comparison(row.comparison)
