"""Do the pages of cards, spaces, rules and rulings lead to one another, and say where a ruling holds, and by whom?"""

from __future__ import annotations

import re
from typing import get_args

import pytest
from editions import TESTED
from msgspec.structs import replace

from talisman_nb.app import cli
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import LANGUAGES, rule_index
from talisman_nb.rulings.case_types import Standing
from talisman_nb.rulings.cases import cases
from talisman_nb.rulings.rulings_by_subject import page_of_case, ruling_page, rulings_on, rulings_on_rule
from talisman_nb.text.names import load_names
from talisman_nb.text.phrases import load_phrases

BOOK = open_book()
EVERY = list(cases().values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_s_page_leads_to_its_cases(lang: str) -> None:
    for id in rule_index():
        told = " ".join(rulings_on_rule(id, lang))
        assert {case.id for case in EVERY if id in case.rules} == set(re.findall(r"ruling\.([\w-]+)", told))


def test_a_card_s_page_has_what_asks_for_it_before_what_only_plays_it() -> None:
    lines = rulings_on(BOOK, "hex")
    asked = [case.id for case in EVERY if "Hex" in case.asks() and BOOK.rules_of in case.holds_in]
    first = [line.split()[0].removeprefix("ruling.") for line in lines[:-1]]
    also = [name.removeprefix("ruling.") for name in lines[-1].removeprefix("also ").split(", ")]
    assert first == asked[: len(first)] and first, "some are told whole"
    assert also[: len(asked) - len(first)] == asked[len(first) :], "of the others the names"
    assert all(re.search(r"\bhex\b", f"{case.situation} {case.steps}") for case in EVERY if case.id in also)


@pytest.mark.parametrize("edition", TESTED)
def test_a_page_lists_only_rulings_that_hold_in_its_edition(edition: str) -> None:
    book = open_book(edition)
    keys = (
        *book.deck_of,
        *(f"character.{name}" for name in book.characters),
        *map("space.{}".format, book.board.spaces),
    )
    listed = {id for key in keys for id in re.findall(r"ruling\.([\w-]+)", " ".join(rulings_on(book, key)))}
    assert listed and all(edition in cases()[id].holds_in for id in listed)
    assert any(len(cases()[id].holds_in) > 1 for id in listed)


def test_a_decision_is_told_as_its_edition_has_it() -> None:
    sword = " ".join(rulings_on(open_book("second"), "hex"))
    assert "ruling.w7-hex" in sword
    found = replace(cases()["spells-secret"], decision=None)
    said = rule_index()["spell.hidden"].text_in("second", "en")
    assert found.decides("en", "second") == f"{said}." != found.decides("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_a_ruling_says_where_it_holds(lang: str) -> None:
    (found,) = [section for section in ruling_page("w2", lang).sections if len(section.lines) == 2][:1]
    names = tuple(load_names().name("edition", name, lang) for name in ("revised4", "second"))
    assert found.lines == names


def test_a_character_or_space_is_on_pages_only_where_it_is_asked_for() -> None:
    assert all(
        "Sentinel" in cases()[line.split()[0].removeprefix("ruling.")].asks()
        for line in rulings_on(BOOK, "space.sentinel")
    )
    assert (
        rulings_on(BOOK, "space.sentinel")
        and rulings_on(BOOK, "character.druid")
        and not rulings_on(BOOK, "space.plains-1")
    )


VARIANTS = {
    "older-take-back": ("Things ditched may be taken back in the same turn: yes", ("second",)),
    "older-kill-goods": ("The winner may take what a killed character had: no", ("second",)),
    "druid-not-forced": (
        "Mephistopheles: A forced change of alignment counts as the one change allowed each turn.",
        (),
    ),
    "ditch-back": ("", ("it", "fr", "pl")),
    "second-four-lives": ("", ("second",)),
}
"""Rulings with the house rule they are played with, and the texts they stand in."""


@pytest.mark.parametrize("id", VARIANTS)
def test_a_page_says_what_the_table_changed_and_names_no_text_that_says_otherwise(id: str) -> None:
    house, texts = VARIANTS[id]
    found = {section.title: section.lines for section in ruling_page(id).sections}
    assert found.get("House rules", ()) == (house,) * bool(house)
    assert tuple(text for text, _ in cases()[id].stands_in()) == texts
    assert len(found.get("Where this is written", ())) == len(texts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_by_whom_it_is_decided(lang: str) -> None:
    """A word of a designer or a reading of this companion is never shown as official."""
    case = cases()["knight-without-gold"]
    told = {one: page_of_case(replace(case, standing=one), lang).about[1] for one in get_args(Standing)}
    assert len(set(told.values())) == len(told)
    assert ruling_page(case.id, lang).about[1] == told["judgement"] == load_phrases(lang).say("pages", "judgement")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_on_a_page_leads_to_the_ruling(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rule", "carry.weapon", "--lang", lang]) == 0
    name = re.search(r"ruling\.[\w-]+", capsys.readouterr().out)
    assert name and cli.main(["rule", name[0], "--lang", lang]) == 0
    found, told = cases()[name[0].removeprefix("ruling.")], capsys.readouterr().out
    assert told.startswith(f"{name[0]}\n{found.asks(lang)}") and found.decides(lang) in told and found.situation in told


def test_a_ruling_is_found_by_its_bare_name_unless_a_rule_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rule", "w8"]) == 0 and capsys.readouterr().out.startswith("ruling.w8\n")
    assert cli.main(["rule", "standoff"]) == 0 and capsys.readouterr().out.startswith("combat.standoff\n")
    assert cli.main(["rule", "ruling.w80"]) == 1 and "ruling.w8" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_names_where_a_question_is_asked(lang: str) -> None:
    asked = [case for case in EVERY if case.asked_in]
    assert asked
    for case in asked:
        told = ruling_page(case.id, lang)
        assert any(section.lines == case.asked_in for section in told.sections), case.id
