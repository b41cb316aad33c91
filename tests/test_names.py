"""Does everything have a name in four languages, and is it found by what people type?"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from talisman_nb.rules.book import open_book
from talisman_nb.text.find import find_card
from talisman_nb.text.names import LANGUAGES, UnknownNameError, load_names

NAMES = load_names()
ABROAD = ("it", "fr", "pl")
CREATURES = "sentinel farmer brigand crags-spirit pitfiend werewolf cave-dragon cave-goblin death spirit"


@pytest.mark.parametrize("lang", ABROAD)
def test_the_four_languages_name_the_same_things(lang: str) -> None:
    english = NAMES.by_lang["en"]
    assert {section: set(names) for section, names in NAMES.by_lang[lang].items()} == {
        section: set(names) for section, names in english.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_is_empty_or_marked(lang: str) -> None:
    for section, names in NAMES.by_lang[lang].items():
        for key, name in names.items():
            assert name and name == name.strip() and "(own)" not in name, (lang, section, key, name)


@pytest.mark.parametrize("lang", ABROAD)
def test_no_english_is_left_over(lang: str) -> None:
    equal = {key for key in NAMES.every() if key[:4] != "map." and NAMES.of(key, lang) == NAMES.of(key, "en")}
    assert equal == NAMES.same[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_our_own_are_names(lang: str) -> None:
    assert NAMES.own[lang] <= set(NAMES.every())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_map_names_fit_the_board(lang: str) -> None:
    for space in NAMES.by_lang[lang]["space"]:
        lines = NAMES.name("map", space, lang).split("\n")
        assert len(lines) <= 3 and max(map(len, lines)) <= 10, (lang, space, lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_broken_map_name_is_still_the_name(lang: str) -> None:
    for space, name in NAMES.by_lang[lang]["space"].items():
        shown = NAMES.name("map", space, lang).replace("-\n", "" if "Loup" not in name else "-").replace("\n", " ")
        assert shown == name, (lang, space)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_of_one_deck_have_different_names(lang: str) -> None:
    for section in ("space", "character", "card", "spell", "purchase"):
        names = list(NAMES.by_lang[lang][section].values())
        assert len(set(names)) == len(names), (lang, section)


@pytest.mark.parametrize("section", ["card", "purchase"])
def test_a_bought_thing_is_called_like_the_found_one(section: str) -> None:
    for key in ("sword", "axe", "helmet", "shield", "armour", "mule", "water-bottle", "raft"):
        for lang in LANGUAGES:
            assert NAMES.name(section, key, lang) == NAMES.name("card", key, lang)


def test_made_up_foes_have_names() -> None:
    assert set(CREATURES.split()) <= set(NAMES.by_lang["en"]["creature"])


def test_every_space_of_the_board_has_a_name() -> None:
    board = pytest.importorskip("talisman_nb.board").load_board("revised4")
    for space in board.spaces:
        assert all(NAMES.name("space", space, lang) and NAMES.name("map", space, lang) for lang in LANGUAGES)


def test_copies_and_numbered_spaces_have_the_name_of_their_kind() -> None:
    assert NAMES.name("card", "dragon#2", "it") == "Drago"
    assert NAMES.name("space", "runes-3", "pl") == "Runy"
    assert NAMES.name("type", "magic object", "fr") == "Objet Magique"


def test_names_are_told_as_people_know_them() -> None:
    assert [NAMES.name("space", "portal-of-power", lang) for lang in LANGUAGES] == [
        "Portal of Power",
        "Portale del Potere",
        "Porte du Pouvoir",
        "Tajemne Wrota",
    ]
    assert NAMES.name("card", "cursed-by-a-hag", "en") == "Cursed by a Hag"


@pytest.mark.parametrize(
    ("section", "key", "lang", "said"),
    [
        ("card", "wolv", "en", 'no name for card "wolv" in en; did you mean wolf'),
        ("cards", "wolf", "en", 'no section "cards" of names; did you mean card'),
        ("card", "wolf", "de", 'no language "de"; there are en, it, fr, pl'),
    ],
)
def test_a_missing_name_is_a_clear_error(section: str, key: str, lang: str, said: str) -> None:
    with pytest.raises(UnknownNameError) as told:
        NAMES.name(section, key, lang)
    assert str(told.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("wol", "wolf"),
        ("lup", "wolf"),
        ("LOUP", "wolf"),
        ("niedzwiedz", "bear"),
        ("Mefisto", "mephistopheles"),
        ("sanglier", "wild-boar"),
        ("ame en", "wraith"),
        ("zla", "evil-darkness"),
        ("graal", "holy-grail"),
    ],
)
def test_typing_finds_the_card(text: str, card: str) -> None:
    assert card in find_card(open_book(), text)


SECTIONS = {"adventure": "card", "spell": "spell", "stock": "purchase", "character": "character", "form": "form"}
DEFINED = sorted(
    (SECTIONS[file.parent.name], key.rpartition("/")[2])
    for file in Path(str(files("talisman_nb") / "layers")).glob("*/*/*.toml")
    if file.parent.name in SECTIONS
    for key in tomllib.loads(file.read_text(encoding="utf-8"))
)


def test_every_defined_card_has_a_name() -> None:
    for section, key in DEFINED:
        where = "talisman" if key == "talisman" and section == "purchase" else section
        assert all(NAMES.name(where, key, lang) for lang in LANGUAGES), (section, key)


def test_the_english_names_of_cards_and_spaces_are_those_of_the_box() -> None:
    assert not [
        name for name in load_names().own["en"] if name.partition(".")[0] in ("card", "space", "spell", "character")
    ]
