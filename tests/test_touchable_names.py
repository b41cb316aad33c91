"""Is every name that a sentence may write found in it, and does it open its page?"""

from __future__ import annotations

import pytest

from talisman_nb.rules.book import open_book
from talisman_nb.rulings.look_up import page_of, search
from talisman_nb.text.find import cards_of, name_of, spaces_of
from talisman_nb.text.grammar import _SPECS as SPECS
from talisman_nb.text.names import LANGUAGES, UnknownNameError
from talisman_nb.text.screen.labels import SEVERAL, spoken_names
from talisman_nb.text.wording import Wording

EDITIONS = ("revised4", "second")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_is_found_in_every_form_of_it(lang: str, edition: str) -> None:
    book = open_book(edition)
    spoken, wording = spoken_names(book, lang), Wording(lang, book=book)
    for key in (*cards_of(book), *spaces_of(book)):
        noun, forms = wording.source(key), []
        for spec in SPECS[lang]:
            try:
                forms.append(noun.form(spec))
            except UnknownNameError:
                continue  # no sentence asks for it
        assert len(forms) > 3
        for form in forms:
            assert any(form.endswith(name) for name in spoken), (key, form)


@pytest.mark.matrix
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_touched_name_opens_a_page_of_that_name(lang: str, edition: str) -> None:
    book = open_book(edition)
    spoken = spoken_names(book, lang)
    assert len(spoken) > 150
    for name, key in spoken.items():
        if key == SEVERAL:
            assert len(search(book, name, lang)) > 1, name
        else:
            assert page_of(book, key, lang) is not None, name
    assert all(name_of(book, key, lang) in spoken for key in cards_of(book))
