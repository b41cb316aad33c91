"""Are the numbers in the texts of a lesson those of the game, and does a wrong one come to light?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from talisman_nb.lessons import Lesson, LessonError, lessons, problems
from talisman_nb.lessons.lesson import MOST_OPTIONS, STEPS
from talisman_nb.lessons.reading import decode_lesson
from talisman_nb.lessons.texts import text_in
from talisman_nb.text.names import LANGUAGES

ALL = pytest.mark.parametrize("one", lessons().values(), ids=lambda one: one.key)
PAGE = Path(__file__).resolve().parents[1] / "talisman_nb" / "docs" / "teacher.md"
OWN = """
name = "lupo"
title = "Il lupo"
about = "Una pagina"

[[page]]
title = "Chi vince?"
minutes = 1

[[page.step]]
kind = "situation"
situation = "dwarf fields-1, fate 0, arrived | thief city | on fields-1, wolf > fight"
text = "Il Nano, Forza 3, incontra il Lupo, Forza 2."
holds = ["strength of dwarf = 3", "strength of foe = 2"]

[[page.step]]
kind = "throw"
dice = [4, 6]
text = "Il Nano tira 4, il Lupo 6."
"""


def wrong(text: str) -> list[tuple[str, str]]:
    return [(problem.key, problem.reason) for problem in problems(decode_lesson(text, "lupo", "lupo.toml"))]


def test_a_number_that_is_held_is_in_order() -> None:
    assert wrong(OWN) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Lupo, Forza 2", "Lupo, Forza 4", [("not-held", "4")]),
        ("foe = 2", "foe = 4", [("untrue", "strength of foe = 4"), ("not-held", "2")]),
        ('"strength of foe = 2"', '"strength of foe > 2 "', [("untrue", "strength of foe > 2 ")]),
        ("Chi vince?", "Chi vince in 7?", [("not-held", "7")]),
        ("il Lupo 6", "il Lupo 5", [("not-held", "5")]),
        ("minutes = 1", 'minutes = 1\nholds = ["spaces of outer = 25"]', [("untrue", "spaces of outer = 25")]),
        ("minutes = 1", 'minutes = 1\nholds = ["spaces of outer = 24"]', []),
    ],
)
def test_a_number_that_the_game_does_not_hold_is_told(old: str, new: str, found: list[tuple[str, str]]) -> None:
    assert wrong(OWN.replace(old, new)) == found


def test_every_held_claim_of_the_lessons_counts() -> None:
    """Without its claims a lesson with numbers in its texts is not in order: no number is let through."""
    bare = 0
    for one in lessons().values():
        pages = tuple(
            replace(page, steps=tuple(replace(step, holds=()) for step in page.steps), holds=()) for page in one.pages
        )
        bare += sum(problem.key == "not-held" for problem in problems(replace(one, pages=pages)))
    assert bare >= 40


@ALL
def test_a_text_has_the_same_numbers_in_all_languages_where_english_writes_them(one: Lesson) -> None:
    """A number that stands in figures in English stands in every other language, in figures or as the word for one."""
    for page in one.pages:
        for step in page.steps:
            options = getattr(step, "option", ())
            for words in filter(None, (step.text, page.title, *(option.says for option in options))):
                english = re.findall(r"\d+", words.en)
                for lang in LANGUAGES:
                    told = re.findall(r"\d+", text_in(words, lang))
                    assert set(english) <= {*told, "1"} or not told, f"{lang}: {text_in(words, lang)}"


@ALL
def test_a_length_in_a_title_is_that_of_the_pages(one: Lesson) -> None:
    for lang in LANGUAGES:
        assert all(int(number) == one.minutes for number in re.findall(r"\d+", text_in(one.title, lang)))


# --- the format, as it is documented ---


def test_the_page_tells_every_kind_of_step_and_every_key() -> None:
    told = PAGE.read_text("utf-8")
    for kind, step in STEPS.items():
        assert f"`{kind}`" in told or f'"{kind}"' in told, kind
        for field in set(step.__struct_fields__):
            assert re.search(rf"\b{field}\b", told), f"{kind}: {field}"
    assert str(MOST_OPTIONS) in told


def test_a_lesson_may_be_in_one_language_or_four() -> None:
    four = OWN.replace('text = "Il Nano tira', 'text.pl = "Krasnolud wyrzuca 4, Wilk 6."\ntext.it = "Il Nano tira')
    found = decode_lesson(four, "lupo", "lupo.toml").pages[0].steps[1].text
    assert text_in(found, "pl").startswith("Krasnolud") and text_in(found, "it").startswith("Il Nano")
    assert text_in(found, "fr").startswith("[")


def test_holds_is_a_list_of_claims() -> None:
    with pytest.raises(LessonError, match="holds"):
        decode_lesson(
            OWN.replace('holds = ["strength of dwarf = 3", "strength of foe = 2"]', "holds = 3"), "lupo", "lupo.toml"
        )
