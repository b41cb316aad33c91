"""Does the catalogue have every form of a name that a sentence may ask for, and do sentences use it?"""

from __future__ import annotations

import msgspec
import pytest

from talisman_nb.board import load_board
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import Event
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import editions
from talisman_nb.text.events import say_event
from talisman_nb.text.grammar import AND, Noun, Nouns
from talisman_nb.text.names import LANGUAGES, NameForms, UnknownNameError, forms_of, load_names
from talisman_nb.text.wording import Wording

NAMES = load_names()
DECLINED = ("space", "person", "character", "card", "spell", "purchase", "talisman", "form", "creature")
"""Sections whose names a Polish sentence puts into the genitive."""


def several() -> set[tuple[str, str]]:
    """Section and key of what there can be two of: foes, Followers, and Objects with several copies."""
    found = {("creature", key) for key in NAMES.by_lang["en"]["creature"]}
    for edition in editions():
        book = open_book(edition)
        for key in book.deck_of:
            facts = book.card(key).facts
            if facts.type in (*ENEMIES, "follower") or (facts.copies > 1 and facts.type != "spell"):
                section, _, name = key.rpartition("/")
                found.add((section or "card", name))
    return found


# --- the catalogue is whole ---


def _to_add(names: set[str], lang: str, kind: str) -> str:
    """What a test says of names without a form, and where it belongs."""
    return f"text/names/forms/{lang}.toml: [{kind}]: missing, add it for {', '.join(sorted(names))}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_there_can_be_two_of_has_a_plural(lang: str) -> None:
    forms = forms_of(lang)
    names = {NAMES.name(section, key, lang) for section, key in several()}
    without = names - forms.bare - forms.plural - set(forms.plurals)
    assert not without, _to_add(without, lang, "plurals")


def test_every_name_that_polish_declines_has_its_genitive() -> None:
    names = {NAMES.of(key, "pl") for key in NAMES.every(*DECLINED)}
    without = names - set(forms_of("pl").genitive)
    assert not without, _to_add(without, "pl", "genitive")


def test_every_space_has_its_english_preposition() -> None:
    forms, spaces = forms_of("en"), {NAMES.of(key, "en") for key in NAMES.every("space")}
    assert spaces <= set(forms.place), _to_add(spaces - set(forms.place), "en", "in], [at] or [on")
    assert not (gone := set(forms.place) - spaces), (
        f"text/names/forms/en.toml: [in], [at], [on]: no space is called {sorted(gone)}"
    )
    assert set(forms.place.values()) == {"in", "at", "on"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forms_are_of_names_that_exist(lang: str) -> None:
    known = {NAMES.of(key, lang) for key in NAMES.every()}
    for kind, found in msgspec.structs.asdict(forms_of(lang)).items():
        gone = set() if kind.startswith("numbers") else set(found) - known
        assert not gone, f"text/names/forms/{lang}.toml: [{kind}]: nothing is called {sorted(gone)}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_in_words_end_with_ten(lang: str) -> None:
    forms = forms_of(lang)
    for numbers in (forms.numbers, forms.numbers_feminine, forms.numbers_personal):
        assert len(numbers) == 9 or (not numbers and lang != "pl")


def test_polish_plurals_are_two() -> None:
    assert all(plural.count("|") == 1 for plural in forms_of("pl").plurals.values())


def test_a_missing_form_is_a_clear_error() -> None:
    forms = NameForms(numbers=())
    with pytest.raises(UnknownNameError, match=r'no \[genitive\] of "Puszcza" in text/names/forms/pl.toml'):
        forms.form("genitive", "Puszcza", "pl")
    assert Noun("Wilczek", "pl").form("genitive") == "Wilczek", "a name of a layer stands as it is given"
    with pytest.raises(ValueError, match='no form "in" of a name in it; there are the, of'):
        Noun("Taverna", "it").form("in")


# --- each form ---


@pytest.mark.parametrize(
    ("space", "said"),
    [
        ("city", "in the City"),
        ("temple", "at the Temple"),
        ("fields-3", "on the Fields"),
        ("dice-with-death", "at Dice with Death"),
    ],
)
def test_an_english_space_has_its_preposition(space: str, said: str) -> None:
    assert Wording("en").space(space).form("in") == said


@pytest.mark.parametrize(
    ("key", "genitive", "card"),
    [
        ("spell/hex", "Uroku", "kartę Uroku"),
        ("holy-grail", "Świętego Graala", "kartę Świętego Graala"),
        ("purchase/water-bottle", "Butelki Wody", "kartę Butelki Wody"),
        ("own/Krasnal", "Krasnal", "Krasnal"),
    ],
)
def test_polish_cards_are_declined(key: str, genitive: str, card: str) -> None:
    assert (Wording("pl").card(key).form("genitive"), Wording("pl").card(key).form("card")) == (genitive, card)


@pytest.mark.parametrize(
    ("name", "n", "said"),
    [
        ("Wilk", 2, "dwa Wilki"), ("Wilk", 5, "pięć Wilków"), ("Zjawa", 3, "trzy Zjawy"), ("Zjawa", 2, "dwie Zjawy"),
        ("Rozbójnik", 2, "dwóch Rozbójników"), ("Rozbójnik", 6, "sześciu Rozbójników"), ("Muł", 11, "11 Mułów"),
    ],
)  # fmt: skip
def test_polish_counts_names_by_their_gender(name: str, n: int, said: str) -> None:
    assert str(Noun(name, "pl").times(n)) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Ada encountered two Ghosts and the Wolf."),
        ("it", "Ada ha incontrato due Fantasmi e il Lupo."),
        ("fr", "Ada rencontre deux Fantômes et le Loup."),
        ("pl", "Zanosi się na walkę: Ada kontra dwie Zjawy i Wilk."),
    ],
)
def test_twins_are_counted_in_words(lang: str, said: str) -> None:
    assert say_event(["Ada"], Event("attacks", 0, cards=("ghost", "wolf", "ghost#2")), lang) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_counted_names_take_what_stands_before_names(lang: str) -> None:
    ghosts = Wording(lang).cards(["ghost", "ghost#2"])
    said = {"en": "of two Ghosts", "it": "di due Fantasmi", "fr": "de deux Fantômes", "pl": "dwie Zjawy"}
    assert ghosts.form("of" if lang != "pl" else "the") == said[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_without_a_plural_are_repeated(lang: str) -> None:
    hexes = Wording(lang).cards(["spell/hex", "spell/hex#2"])
    name = NAMES.name("spell", "hex", lang)
    assert str(hexes) == f"{name}{AND[lang]}{name}" and len(hexes.counted()) == 2


def test_a_list_counts_no_more_than_there_are() -> None:
    sword, axe = Noun("Sword"), Noun("Axe")
    assert str(Nouns([sword, axe, sword, sword], "en")) == "three Swords and Axe"


def test_every_space_of_the_board_is_told_in_the_genitive() -> None:
    for space in load_board("revised4").spaces:
        assert say_event(["Ada"], Event("walked", 0, space=space), "pl").startswith("Ada przechodzi na obszar ")
