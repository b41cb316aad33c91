"""Are rulings found by names, rule ids and words of four languages, with the best first, and can each hit be opened?"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from read_aloud import ENGLISH

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import link_of
from talisman_nb.app import cli
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rulings.cases import cases
from talisman_nb.rulings.look_up import search
from talisman_nb.rulings.search import find_answers, found_rulings, in_force, index_of
from talisman_nb.text.names import LANGUAGES, load_names

BOOK = open_book()
PAGE = Path(__file__).resolve().parents[1] / "talisman_nb" / "docs" / "rules_lawyer.md"


def ids(text: str) -> list[str]:
    return [hit.case.id for hit in found_rulings(text, BOOK)]


@pytest.mark.parametrize("key", ["holy-grail", "amulet", "hex", "mule"])
def test_a_name_finds_the_same_in_every_language(key: str) -> None:
    names = load_names().by_lang
    part = next(part for part in ("card", "spell") if key in names["en"][part])
    for name in (str(names[lang][part][key]) for lang in LANGUAGES):
        about = [case.id for case in cases().values() if str(names["en"][part][key]) in case.asks()]
        assert about and set(about) <= set(ids(name)), name


def test_what_is_asked_about_comes_before_what_is_merely_played() -> None:
    found = ids("hex")
    asked = {case.id for case in cases().values() if "Hex" in case.asks()}
    assert set(found[: len(asked)]) == asked and len(found) > len(asked)


def test_a_rule_s_id_finds_every_ruling_that_names_it_first() -> None:
    for id in rule_index():
        naming = {case.id for case in cases().values() if id in case.rules}
        assert set(ids(id)[: len(naming)]) == naming, id


def test_those_that_have_every_word_come_first_and_none_is_found_without_words() -> None:
    assert {"w10", "w3"} & set(ids("monk lance")[:2]) and "second-monk-weapons" in ids("monk lance")
    assert not ids("") and not ids("!?") and not ids("qqqq")


def test_accents_case_and_ends_of_words_do_not_matter() -> None:
    assert ids("ŚWIĘTY GRAAL") == ids("swiety graal") != []
    assert set(ids("swie graa")) == set(ids("swiety graal")) and ids("hly grial")[0] in ids("holy grail")


def test_the_id_of_a_ruling_finds_it_alone() -> None:
    assert ids("w10") == ["w10"] and ids("followers") == ["followers"]


def test_the_search_of_the_companion_finds_rulings_where_nothing_else_has_the_words() -> None:
    assert search(open_book("second"), "monk lance", "en")[0].key == "ruling.second-monk-weapons"
    assert not any(found.key.startswith("ruling.") for found in search(BOOK, "monk", "en"))


@pytest.mark.parametrize("case", cases().values(), ids=lambda case: case.id)
def test_every_ruling_opens_from_its_line_and_its_link(case) -> None:
    for edition in case.holds_in:
        text = case.played_text(edition)
        opened = Analysis.of_link(link_of(text))
        assert opened.text == Analysis.of(text).text and opened.depth == sum(len(step.do) for step in case.steps)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("it", "il monaco può usare una spada?"),
        ("fr", "le moine peut-il se servir d'une épée ?"),
        ("pl", "czy mnich może używać miecza?"),
    ],
)
def test_the_command_lists_them_in_the_language_asked_for(
    lang: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rulings", *words.split(), "--lang", lang]) == 0
    told = capsys.readouterr().out
    for id in ("w10",):
        assert f"ruling.{id}  {cases()[id].asks(lang)}" in told
        assert cases()[id].played_text() in told and link_of(cases()[id].played_text()) in told


def test_the_command_prints_the_page_of_the_only_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rulings", "w10"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("ruling.w10\n") and link_of(cases()["w10"].played_text()) in told


def test_the_command_without_words_lists_all_and_an_edition_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rulings"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(cases())
    assert cli.main(["rulings", "--edition", "second"]) == 0
    there = [case for case in cases().values() if "second" in case.holds_in]
    assert len(capsys.readouterr().out.splitlines()) == len(there) < len(cases())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_no_ruling_has_are_told(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rulings", "qqqq", "--lang", lang]) == 1
    told = capsys.readouterr().err
    assert "qqqq" in told and (lang == "en" or not ENGLISH.search(told.replace("qqqq", "")))


def test_the_page_counts_the_rulings() -> None:
    every = cases().values()
    counted = f"{len(every)} rulings run, {sum(len(case.holds_in) > 1 for case in every)} of them in two editions"
    assert len(every) >= 250 and counted in PAGE.read_text("utf-8")


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_rulings_of_the_edition_played_come_first_and_others_say_theirs(edition: str) -> None:
    book = open_book(edition)
    found = [(hit.case, in_force(hit.case, book)) for hit in found_rulings("monk lance", book)]
    assert found[0][1] and (edition == "second" or not found[-1][1])
    assert [force for _, force in found] == sorted((force for _, force in found), reverse=True)
    lines = {one.key: one.label for one in search(book, "monk lance", "en")}
    assert all("edition" in lines[f"ruling.{case.id}"].lower() for case, force in found if not force)


def calls_of_search(text: str, book: Book) -> int:
    """How many functions of this thread a search calls: what it works, whatever else the process and machine do."""
    called = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal called
        called += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found_rulings(text, book)
    finally:
        sys.setprofile(before)
    return called


def test_a_search_after_the_first_one_takes_no_time() -> None:
    book = open_book()
    index_of.cache_clear()
    first = calls_of_search("monk lance", book)
    assert calls_of_search("thief talisman", book) < 20_000 < first / 10, "the index is made once"


def test_two_words_that_mean_something_else_together_are_read_together() -> None:
    """A draw is no card drawn, a die no death."""
    found = find_answers("what happens when a battle is a draw").hits
    assert found[0].key == "combat.standoff" and "ruling.inner-draw" not in {hit.key for hit in found}
    assert find_answers("what if a die falls off the table?").hits[0].key != "ruling.death-goods"
