"""Does every text say a thing by the publisher's term, in all four languages? See `text/glossary.toml`."""

from __future__ import annotations

import re

import pytest

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.written import all_texts, faults, forbidden_terms, glossary


@pytest.mark.parametrize(("term", "lang"), forbidden_terms())
def test_a_term_is_said_by_its_words(term: str, lang: str) -> None:
    found = list(faults(term, lang))
    assert not found, "\n".join(found)


def test_every_word_that_must_not_appear_has_a_reason_where_it_may() -> None:
    for key, term in glossary().term.items():
        for all_forbidden in term.never.values():
            assert not [one for one in all_forbidden if bool(one.but) != bool(one.why)], key


def test_what_may_stay_stands_there_still() -> None:
    """An exception whose text has gone is taken out."""
    for key, term in glossary().term.items():
        for lang, all_forbidden in term.never.items():
            for one in (one for one in all_forbidden if one.but):
                left = [text for text in all_texts(lang) if re.search(one.but, f"{text.file} {text.key}")]
                assert any(re.search(one.words, text.text) for text in left), (key, lang, one.but)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_how_it_addresses_and_what_has_a_capital(lang: str) -> None:
    assert glossary().address[lang] and glossary().capitals[lang]  # type: ignore[index]


def test_a_text_is_found_where_it_stands() -> None:
    """Phrases, names, rules, what editions say, rulings, doubts and lessons are all read."""
    rooms = {"/".join(one.file.split("/")[:2]) for one in all_texts("pl")}
    assert {"text/phrases", "text/names", "rules/index", "rules/rulings", "layers/revised4", "lessons/data"} <= rooms
