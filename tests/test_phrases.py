"""Does everything the program does have a phrase, and do the four languages say the same?"""

from __future__ import annotations

import re

import pytest
from completeness import KINDS, missing_kinds
from read_aloud import ENGLISH, every_action, every_operation, places

from talisman_nb.cards import modifiers as m
from talisman_nb.cards import operations as o
from talisman_nb.cards import vocabulary
from talisman_nb.cards.vocabulary import names
from talisman_nb.engine import lists
from talisman_nb.engine.active_modifiers import TESTS
from talisman_nb.panels.sync.feed import PLACES, WORDS
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import MissingPhraseError, load_phrases

FOUR = [("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "sorceress"), ("Dario", "warrior")]
NAMES = [name for name, _ in FOUR]
OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")


def keys(topic: str, lang: str = "en") -> set[str]:
    return set(load_phrases(lang).topics[topic])


def missing(topic: str, wanted: set[str], parts: bool = False) -> set[str]:
    """Of these keys those without a phrase; with `parts` a key with something after it does too."""
    have = keys(topic)
    return {key for key in wanted if key not in have and not (parts and any(k.startswith(f"{key}.") for k in have))}


# --- the four languages say the same ---


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_phrases(lang: str) -> None:
    for topic in load_phrases("en").topics:
        if topic != "counted":
            assert keys(topic) == keys(topic, lang), topic


@pytest.mark.parametrize("lang", OTHERS)
def test_phrases_have_the_same_places_in_every_language(lang: str) -> None:
    english, other = load_phrases("en"), load_phrases(lang)
    for topic, phrases in english.topics.items():
        for key in phrases if topic != "counted" else ():
            assert places(phrases[key]) == places(other.topics[topic][key]), f"{lang}/{topic}.toml {key}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_has_its_plurals(lang: str) -> None:
    forms = ("one", "few", "many", "other") if lang == "pl" else ("one", "other")
    nouns = {key.partition(".")[0] for key in keys("counted", lang)}
    counted = {key for key in keys("counted", lang) if not key.endswith(".bare")}
    assert counted == {f"{noun}.{form}" for noun in nouns for form in forms}
    assert nouns == {key.partition(".")[0] for key in keys("counted", "en")}
    assert keys("counted", lang) - counted == {key for key in keys("counted") if key.endswith(".bare")}


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "1 punkt Życia"),
        (2, "2 punkty Życia"),
        (5, "5 punktów Życia"),
        (12, "12 punktów Życia"),
        (22, "22 punkty Życia"),
    ],
)
def test_polish_counts_as_poles_do(n: int, said: str) -> None:
    assert load_phrases("pl").count(n, "life") == said


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_is_left(lang: str) -> None:
    found = {
        f"{topic}.{key}": phrase
        for topic, phrases in load_phrases(lang).topics.items()
        for key, phrase in phrases.items()
        if ENGLISH.search(re.sub(r"\{[^}]*\}", "", phrase)) and not key.startswith("language-")
    }
    assert not found


@pytest.mark.parametrize("lang", OTHERS)
def test_only_words_that_are_alike_are_the_same_as_in_english(lang: str) -> None:
    """Long phrases that equal the English one were forgotten."""
    english, other = load_phrases("en").topics, load_phrases(lang).topics
    same = {
        f"{topic}.{key}"
        for topic, phrases in english.items()
        for key, phrase in phrases.items()
        if key != "names-example"
        and phrase == other[topic].get(key)
        and len(re.findall(r"[a-z]{3,}", re.sub(r"\{[^}]*\}", "", phrase))) > 2
    }
    assert not same


# --- everything has a phrase ---


def test_every_operation_has_a_phrase() -> None:
    assert not missing("operations", set(o.NAMES), parts=True)


def test_every_modifier_has_a_phrase() -> None:
    assert not missing("modifiers", {str(mod.__struct_config__.tag) for mod in m.MODIFIERS}, parts=True)


def test_every_condition_has_a_phrase() -> None:
    assert not missing("conditions", set(TESTS), parts=True)


def test_every_closed_list_has_phrases() -> None:
    assert not missing("durations", set(names(vocabulary.Duration)))
    assert not missing("moments", set(names(vocabulary.MomentName)))
    assert not missing("triggers", set(names(vocabulary.Trigger)))
    assert not missing("acts", set(names(vocabulary.AnAct)))
    assert not missing("lists", set(names(vocabulary.SeatName)) | set(names(vocabulary.ListName)) | set(lists.LISTS))
    assert not missing("operations", {f"stop.{what}" for what in names(vocabulary.Stoppable)})


def test_every_kind_has_a_phrase() -> None:
    assert not list(missing_kinds())


@pytest.mark.parametrize("topic", ["events", "glances", "asks", "closed", "errors", "files"])
def test_every_phrase_is_of_a_kind(topic: str) -> None:
    known = KINDS[topic] | OF_NO_KIND.get(topic, set())
    assert not {key for key in keys(topic) if not {key, key.partition(".")[0]} & known}, "nothing says these"


OF_NO_KIND = {
    "asks": {"answered", "armour", "freedom", "note", "wait"},
    "errors": {"table.quicker", "table.secret"},
}
"""Phrases beside the headlines (previews and notes under a question), and notes that are no refusals."""


def test_every_choice_of_every_card_has_a_label() -> None:
    found = {choice.key for op in every_operation() if isinstance(op, o.Choose) for choice in op.options}
    assert not {key for key in missing("options", found) if f"choose.{key}" not in keys("options")}
    uses = {f"use.{mod.key}" for mod in every_action()}
    assert not missing("options", uses)


def test_every_purpose_of_every_card_has_a_headline() -> None:
    asked = {f"choose.{op.purpose}" for op in every_operation() if isinstance(op, o.Choose)}
    asked |= {f"pick.{op.purpose}" for op in every_operation() if isinstance(op, o.Pick)}
    assert not missing("asks", asked)
    assert not missing("purposes", {op.purpose for op in every_operation() if isinstance(op, o.RollDice)})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_has_its_words(lang: str) -> None:
    have = load_phrases(lang).topics["panel"]
    assert set(WORDS) <= set(have)
    for word in WORDS:
        assert places(have[word]) == set(PLACES.get(word, ())), word


def test_a_missing_phrase_is_a_clear_error() -> None:
    with pytest.raises(MissingPhraseError, match="did you mean gained"):
        load_phrases("it").say("events", "gaind")
    with pytest.raises(MissingPhraseError, match="who"):
        load_phrases("it").say("events", "gained")
