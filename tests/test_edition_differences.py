"""Does the page of two editions tell each difference of their layers, in four languages, and nothing else?"""

from __future__ import annotations

import pytest
from read_aloud import assert_well

import talisman_nb
from talisman_nb.app import cli
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import BASE, Layer, editions
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

PAIR = ("revised4", "second")


def test_an_edition_does_not_differ_from_itself() -> None:
    page = differences(BASE, BASE)
    assert page.sections == () and page.about == ("Nothing differs.",)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("other", [name for name in editions() if name != BASE])
def test_every_pair_is_told_in_every_language(other: str, lang: str) -> None:
    page = differences(BASE, other, lang)
    assert page.sections and all(section.lines for section in page.sections)
    for section in page.sections:
        assert_well(section.title)


def test_every_rule_that_is_said_otherwise_is_told() -> None:
    told = "\n".join(differences(*PAIR).sections[0].lines)
    for found in rule_index().values():
        differs = found.says(PAIR[0]) != found.says(PAIR[1])
        assert (f"{found.id}  " in told) == differs, found.id


def test_every_figure_that_differs_is_told() -> None:
    one, other = (open_book(name).usual for name in PAIR)
    differing = [name for name in one if one[name] != other[name]]
    lines = [line for line in differences(*PAIR).sections[1].lines if not line.startswith("  ")]
    assert len(lines) == len(differing) > 5
    assert "Trophy points for 1 Craft: 7 → 10" in lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_that_only_one_has_are_named(lang: str) -> None:
    books = [open_book(name) for name in PAIR]
    page = str(differences(*PAIR, lang))
    for book, without in (books, books[::-1]):
        for key in book.definitions:
            if "." not in key and key not in without.definitions:
                assert str(Wording(lang, book=book).source(key)) in page, key


def test_a_layer_is_compared_with_the_edition_below_it() -> None:
    layer = Layer("harder", {"adventure/wolf.toml": "[wolf]\nlike = 'wolf'\nstrength = 4"})
    told = str(differences(BASE, open_book([BASE, layer]).edition))
    assert "Wolf" in told and "Strength 4" in told and "Bear" not in told


def test_the_command_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["editions", *PAIR, "--lang", "it"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == differences(*PAIR, "it").title


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("named", [[], ["second"], ["second", "third", "revised4"]])
def test_two_editions_must_be_named(named: list[str], lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["editions", *named, "--lang", lang]) == 1
    assert all(edition in capsys.readouterr().err for edition in ("revised4",))


def test_an_unknown_edition_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["editions", "revised4", "secnd"]) == 2
    assert "secnd" in capsys.readouterr().err


def test_a_notebook_shows_it() -> None:
    shown = talisman_nb.editions(*PAIR, lang="pl")
    assert shown.picture.startswith("<svg") and str(shown.page) == repr(shown)
