"""Is what people ask answered first, or among three, and is everything that answers told in their words?"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

import pytest

from talisman_nb.app.notebook_display import show
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.parts.rulings_panel import RulingsPanel
from talisman_nb.panels.table.looking_back import looked_up
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rulings.cases import cases, expansion_cases
from talisman_nb.rulings.question_words import (
    DIMENSIONS,
    asked_words,
    nearness,
    terms_of,
    way_of,
    way_of_document,
)
from talisman_nb.rulings.rulings_by_subject import RULING
from talisman_nb.rulings.search import NEAREST, find_answers, index_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))["question"]
"""`half`: "tune" are those that the weights of the search were found by, "held" those that they have never seen."""
FIRST, AMONG_THREE = 0.70, 0.90
"""Shares of the questions of either half that are answered by the first, and by one of the first three."""
KNOWN_WAYS = 0.95
"""Share of the rulings and rules whose way among what players mean is kept."""
KNOWN = {*cases(), *expansion_cases(), *rule_index()}
STANDOFF = {"en": "stand-off", "it": "stallo", "fr": "match nul", "pl": "remis"}
DISPUTES = (
    ("May I spend fate on the monster's die?", "fate-not-the-bear"),
    ("someone takes my mule, do the objects go too", "w4"),
    ("does armour help against spirits", "combat.psychic-armour"),
    ("may i throw away a spell to make room for another", "spells-kept"),
    ("when may i trade trophies", "trophy.when"),
    ("does the sentinel have to be fought on the way back", "sentinel-back"),
    ("is there armour in psychic combat", "psychic-armour"),
    ("stand-off, does the fight go on next turn", "standoff-next-turn"),
    ("can i cast healing when i lose my last life", "healing-too-late"),
    ("I left the space, may I still evade", "left-no-evading"),
    ("may the monk use a sword", "w10"),
    ("Can the assassin assassinate a wraith?", "assassin-spirit"),
)
"""Disputes of an evening as they were typed, each with what settles it."""


@cache
def answered(half: str) -> Counter[str]:
    """Count the questions of a half, those answered first and those among three, in all and by language."""
    found: Counter[str] = Counter()
    for each in QUESTIONS:
        if each["half"] == half and each["right"]:
            at = place(each)
            for of in ("", each["lang"]):
                found.update({f"{of}n": 1, f"{of}first": at == 0, f"{of}three": at < NEAREST})
    return found


def place(question: dict[str, Any]) -> int:
    """Return at which place an answer to a question stands, 99 for nowhere."""
    hits = find_answers(question["ask"], open_book(question["edition"]), lang=question["lang"]).hits
    keys = [hit.key.removeprefix(RULING) for hit in hits]
    return next((at for at, key in enumerate(keys) if key in question["right"]), 99)


@pytest.mark.parametrize("half", ["tune", "held"])
def test_questions_are_answered_first_or_among_three(half: str) -> None:
    found = answered(half)
    assert found["first"] >= FIRST * found["n"] and found["three"] >= AMONG_THREE * found["n"], found


def test_the_questions_ask_what_is_there_in_all_languages() -> None:
    assert Counter((each["lang"], each["half"]) for each in QUESTIONS) == dict.fromkeys(
        ((lang, half) for lang in LANGUAGES for half in ("tune", "held")), 25
    )
    assert {id for each in QUESTIONS for id in each["right"]} <= KNOWN
    titles = {case.asks(lang) for case in (*cases().values(), *expansion_cases().values()) for lang in LANGUAGES}
    assert not titles & {each["ask"] for each in QUESTIONS}


def missing() -> Iterator[str]:
    for id in sorted(KNOWN):
        words = asked_words().get(id)
        yield from (f"{id}: {lang}" for lang in LANGUAGES if words is None or not getattr(words, lang).strip())


def test_every_ruling_and_rule_is_told_as_players_ask_for_it() -> None:
    assert [*missing()] == [] and set(asked_words()) <= KNOWN


@pytest.mark.parametrize(("question", "id"), DISPUTES)
def test_disputes_are_settled_by_one_of_the_first_three(question: str, id: str) -> None:
    found = find_answers(question)
    assert found.sure and id in [hit.key.removeprefix(RULING) for hit in found.hits[:NEAREST]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_bench_notebook_and_command_find_the_same(lang: str) -> None:
    asked = next(each["ask"] for each in QUESTIONS if each["lang"] == lang and each["edition"] == "revised4")
    found = find_answers(asked, lang=lang)
    keys = [hit.key for hit in found.hits]
    assert [one["key"] for one in looked_up(open_book(), "", asked, lang)["found"]] == keys
    bench = AnalysisController("dwarf crags | thief city", lang).handle({"type": "ask", "value": asked})
    assert [each.text for each in bench.rulings] == [case.played_text() for case in found.cases]
    assert RulingsPanel(asked, lang=lang).found == tuple(case.id for case in found.cases)
    assert all(f"[{key}]" in str(show("rule", asked, lang)) for key in keys)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_nothing_answers_is_said_to_be_merely_near(lang: str) -> None:
    found = find_answers(f"xyzzy plugh qqqq {STANDOFF[lang]}", lang=lang)
    assert not found.sure and 0 < len(found.cases) <= NEAREST and len(found.rules) <= NEAREST
    said = load_phrases(lang).say("answers", "no-ruling")
    assert next(found.lines(open_book(), lang)) == said
    panel = RulingsPanel(f"xyzzy plugh qqqq {STANDOFF[lang]}", lang=lang)
    assert panel.content["note"] == said and panel.content["found"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_nothing_comes_near_that_is_said_and_nothing_offered(lang: str) -> None:
    said = load_phrases(lang).say("answers", "nothing-near")
    for nonsense in ("asdf qwerty", "is lunar eclipse ok"):
        found = find_answers(nonsense, lang=lang)
        assert (found.hits, found.sure) == ((), False) and [*found.lines(open_book(), lang)] == [said]
    assert looked_up(open_book(), "", nonsense, lang)["sorry"] == said
    bench = AnalysisController("dwarf crags | thief city", lang).handle({"type": "ask", "value": nonsense})
    assert said in str(bench.compared) and not bench.rulings


def test_what_is_right_is_not_too_far_to_be_offered() -> None:
    """Of the questions that the weights were found by; `NEAR` was chosen by them."""
    for each in (one for one in QUESTIONS if one["half"] == "tune" and one["right"]):
        found = find_answers(each["ask"], open_book(each["edition"]), lang=each["lang"])
        assert found.sure or {hit.key.removeprefix(RULING) for hit in found.hits} & {*each["right"]}, each["ask"]


@pytest.mark.parametrize(
    ("typed", "id"), [("backstab an aparition", "assassin-spirit"), ("hel grail refused", "grail-refused")]
)
def test_slips_of_the_finger_are_understood(typed: str, id: str) -> None:
    assert id in [case.id for case in find_answers(typed).cases]


WORDS = (("en:monster", "it:mostr"), ("en:spell", "fr:sort"), ("en:raft", "pl:tratw"))
"""Words of one meaning in two languages."""


def test_words_of_one_meaning_go_the_same_way_in_all_languages() -> None:
    for one, same in WORDS:
        others = [other for pair in WORDS for other in pair if other not in (one, same)]
        assert all(alike(one, same) > alike(one, other) for other in others), one


def alike(one: str, other: str) -> float:
    return sum(map(mul, way_of([(one, 1.0)]), way_of([(other, 1.0)])))


@pytest.mark.parametrize("edition", ["revised4", "second", "third", "revised4+souls"])
def test_ways_of_meaning_are_those_of_the_rulings_and_rules(edition: str) -> None:
    """A few new ones are told apart by their words until `tests/nearness_anew.py` is run."""
    known, there = nearness(), set(index_of(open_book(edition)).documents)
    assert len(there & set(known.documents)) >= KNOWN_WAYS * len(there), "run python tests/nearness_anew.py"
    assert {len(numbers) for _, numbers in known.terms.values()} == {DIMENSIONS}
    assert {len(numbers) for numbers in known.documents.values()} == {DIMENSIONS}


def test_a_ruling_that_is_new_has_a_way_by_its_words() -> None:
    fields = {"asks": terms_of([("en", "May a wraith be ambushed?")])}
    old = way_of_document("ruling.assassin-spirit", {})
    new, far = way_of_document("ruling.mine", fields), way_of_document("setup.gold", {})
    assert sum(map(mul, new, old)) > sum(map(mul, new, far)) and way_of_document("ruling.none", {}) == ()


def test_a_question_about_nothing_known_is_not_said_to_be_answered() -> None:
    assert not find_answers("who designed the board artwork and the next expansion").sure


def test_what_is_typed_so_far_finds_what_it_begins() -> None:
    whole = {hit.key for hit in find_answers("counterspell").hits}
    assert whole & {hit.key for hit in find_answers("counters").hits}
