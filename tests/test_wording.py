"""Is what Italians and French read written as they write: signs, articles, one name for each thing, labels that fit?"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from read_aloud import described, every_line

from talisman_nb.model import Event
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import EDITIONS, rule_index
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.find import cards_of, spaces_of
from talisman_nb.text.grammar import Noun, join_list
from talisman_nb.text.house_rules import choices, in_force, switches_of
from talisman_nb.text.names import LANGUAGES, forms_of, load_names, plain
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

BOOK, NAMES = open_book(), load_names()
HOME = Path(str(files("talisman_nb")))
TOLD = ("rules/index", "rules/rulings", "layers")
BOTH = ("it", "fr")


def told(value: Any, where: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every sentence that stands in four languages, with where it stands."""
    if isinstance(value, dict):
        if isinstance(value.get("en"), str):
            yield where, value
        for key, inner in value.items():
            yield from told(inner, f"{where} {key}")


SENTENCES = [
    found
    for folder in TOLD
    for file in sorted((HOME / folder).glob("*.toml"))
    for found in told(tomllib.loads(file.read_text(encoding="utf-8")), file.stem)
]


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """Everything written in a language."""
    for topic, phrases in load_phrases(lang).topics.items():
        yield from ((f"{topic}.{key}", text) for key, text in phrases.items())
    for section, names in NAMES.by_lang[lang].items():
        yield from ((f"{section}.{key}", text) for key, text in names.items())
    yield from ((where, words[lang]) for where, words in SENTENCES)
    for rule in rule_index().values():
        yield from ((f"{rule.id} {edition}", words) for edition in EDITIONS if (words := rule.says(edition, lang)))


# --- signs ---


def test_french_signs_have_their_space() -> None:
    """A no-break space before : ; ? ! » % and after «, and nothing else there."""
    bare = {where: re.sub(r"\{[^{}]*\}", "x", text) for where, text in texts("fr")}
    wrong = r"[^\u00a0][;?!»%]|«[^\u00a0]|[^\u00a0]:(?=\s|$|[\[\]])"
    assert not {where: text for where, text in bare.items() if re.search(wrong, text)}


def test_italian_signs_have_none() -> None:
    """No space inside « », and never a straight quotation mark."""
    wrong = r"\s[:;?!»%]|«\s|\u00a0|\u202f|\""
    assert not {where: text for where, text in texts("it") if re.search(wrong, text)}


def test_no_italian_sentence_begins_after_a_colon() -> None:
    """ "Tempio. Si può …": a house rule is a sentence of its own beside what it is about."""
    for name, usual in switches_of("revised4").items():
        other = next(value for value in choices(open_book(), name) if value != usual)
        book = open_book("revised4", {name: other})
        lines = list(in_force(book, "it"))
        assert len(lines) == 1, f"{name}, {usual!r} turned to {other!r}: {book.house}, {book.usual[name]!r}, {book.id}"
        assert not re.search(r": [A-ZÀÈ]", lines[0]), lines


WRONG = {
    "it": r"\b(lo|la|una|dello|della|allo|alla|nella|sulla) [AEIOUÀÈÉ]"
    r"|\b(di|a|da|in|su) (il|la|lo|i|gli|le) [A-ZÀÈÉ]|\bun' ",
    "fr": r"\b(le|la|de|que|ne|jusque) [AEIOUÂÉÈÊ]\w+|\b(de|à) (le|les) [A-ZÂÉÈ]"
    r"|\b(de|que|ne|se|jusque) [aeiouâéèêîôœ]|\bsi ils?\b",
}
"""What is never written: "la Oasi", "di il Lupo"; "le Ours", "de le Loup", "que il"."""


@pytest.mark.parametrize("lang", BOTH)
def test_words_are_elided_and_drawn_together(lang: str) -> None:
    cards = every_line(lang)
    for where, text in (*texts(lang), *cards):
        assert not re.search(WRONG[lang], text), (where, text)


# --- articles ---


@pytest.mark.parametrize(
    ("lang", "name", "forms"),
    [
        ("it", "Hobgoblin", ("l'Hobgoblin", "dell'Hobgoblin", "un Hobgoblin")),
        ("it", "Mefistofele", ("Mefistofele", "di Mefistofele", "Mefistofele")),
        ("it", "Due borse d'oro", ("le Due borse d'oro", "delle Due borse d'oro", "delle Due borse d'oro")),
        ("it", "Scimmione", ("lo Scimmione", "dello Scimmione", "uno Scimmione")),
        ("it", "Arma", ("l'Arma", "dell'Arma", "un'Arma")),
        ("fr", "Hobgobelin", ("le Hobgobelin", "du Hobgobelin", "un Hobgobelin")),
        ("fr", "Âme en peine", ("l'Âme en peine", "de l'Âme en peine", "une Âme en peine")),
        ("fr", "Pillards", ("les Pillards", "des Pillards", "des Pillards")),
        ("fr", "Bois", ("les Bois", "des Bois", "des Bois")),
        ("fr", "Méphistophélès", ("Méphistophélès", "de Méphistophélès", "Méphistophélès")),
    ],
)
def test_articles_fit(lang: str, name: str, forms: tuple[str, ...]) -> None:
    assert tuple(Noun(name, lang).form(spec) for spec in ("the", "of", "a")) == forms


@pytest.mark.parametrize(
    ("lang", "space", "said"),
    [
        ("it", "hidden-valley", "Ada ha lanciato il Maleficio sulla Valle Nascosta."),
        ("it", "fields-1", "Ada ha lanciato il Maleficio sui Campi."),
        ("fr", "chasm", "Ada lance Maléfice sur le Gouffre."),
        ("fr", "oasis", "Ada lance Maléfice sur l'Oasis."),
    ],
)
def test_a_space_has_its_article_as_a_target_too(lang: str, space: str, said: str) -> None:
    assert say_event(["Ada"], Event("cast", 0, card="hex", space=space), lang) == said


@pytest.mark.parametrize(
    ("lang", "said"), [("it", "Bruno ha preso 1 moneta d'oro da Ada."), ("fr", "Bruno prend 1 pièce d'or à Ada.")]
)
def test_names_of_players_need_nothing(lang: str, said: str) -> None:
    assert say_event(["Ada", "Bruno"], Event("took_gold", 1, 0, n=1), lang) == said


def test_a_vowel_gets_its_d() -> None:
    """ "ad Ada", "ed Elmo": before the same vowel only."""
    assert [Noun(name, "it", "person").form("to") for name in ("Ada", "Elena", "Bruno")] == [
        "ad Ada",
        "a Elena",
        "a Bruno",
    ]
    assert [join_list(["Spada", last], "it") for last in ("Elmo", "Ascia")] == ["Spada ed Elmo", "Spada e Ascia"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Counterspell took effect and stopped Counterspell."),
        ("it", "La Contromagia ha avuto effetto e ha fermato la Contromagia."),
        ("fr", "Le Contresort annule le Contresort."),
        ("pl", "Kontrzaklęcie znosi działanie karty Kontrzaklęcia."),
    ],
)
def test_a_card_that_stops_another_of_its_name_is_named_twice(lang: str, said: str) -> None:
    assert say_event(["Ada"], Event("cancelled", 0, card="counterspell", source="counterspell"), lang) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_borrows_a_word_of_another_language(lang: str) -> None:
    """Whatever stands before a name is a word of its own language."""
    words = {"en": "the of to a an", "pl": "kartę"}
    words["it"] = (
        "il lo l la i gli le del dello dell della dei degli delle al allo all alla ai agli alle di a un uno una"
    )
    words["fr"] = "le la l les du de des au à aux d un une"
    for key in NAMES.every("space", "card", "spell", "purchase", "creature", "person", "type", "keyword"):
        name = NAMES.of(key, lang)
        declined = forms_of(lang).genitive.get(name, "")
        for spec in ("the", "of", "to", "a", "card") if declined or lang != "pl" else ("the", "of", "to"):
            before = Noun(name, lang).form(spec).removesuffix(declined or name).removesuffix(name)
            assert set(re.findall(r"\w+", before)) <= set(words[lang].split()), (key, spec)


# --- one name for each thing ---

SECTIONS = (
    "space",
    "card",
    "spell",
    "purchase",
    "character",
    "creature",
    "talisman",
    "person",
    "form",
    "type",
    "keyword",
)
ENGLISH: dict[str, list[str]] = {}
for _key in NAMES.every(*SECTIONS):
    ENGLISH.setdefault(NAMES.of(_key, "en"), []).append(_key)
NAMED = re.compile(rf"\b({'|'.join(sorted(map(re.escape, ENGLISH), key=len, reverse=True))})s?\b")
WORDS_TOO = ("Healing", "Storm River")
"""What looks like a name in the English sentence and is none."""


@pytest.mark.parametrize("lang", BOTH)
def test_a_thing_has_one_name(lang: str) -> None:
    """Whatever the English sentence calls by name, the others call by theirs."""
    wrong = []
    for where, words in SENTENCES:
        said = plain(words[lang])
        for found in NAMED.finditer(re.sub("|".join(WORDS_TOO), "", words["en"])):
            names = [NAMES.of(key, lang) for key in ENGLISH[found[1]]]
            if not any(all(stem in said for stem in stems(name)) for name in names):
                wrong.append((where, found[1], names, words[lang]))
    assert not wrong


def stems(name: str) -> list[str]:
    """The long words of a name without their endings, so that a plural is found too."""
    return [word[: max(3, len(word) - 2)] for word in re.findall(r"\w+", plain(name)) if len(word) > 3] or [plain(name)]


@pytest.mark.parametrize(("lang", "rolled"), [("it", r"pedin[ae](?! Fato|\[)"), ("fr", r"\ba tiré")])
def test_figures_are_no_counters_and_dice_are_not_drawn(lang: str, rolled: str) -> None:
    """In Italian a "pedina" is one of fate; in French cards are drawn, dice are thrown."""
    assert not [(where, text) for where, text in texts(lang) if re.search(rolled, text)]


def test_whoever_reads_is_addressed_in_one_way() -> None:
    """What an Italian table or terminal is told speaks to several people; only what a button does is said as to one."""
    one = (
        r"\b([Aa]nnulla|[Aa]pri|[Cc]hiudi|[Cc]hiedi|[Ii]mposta|[Ii]nstalla"
        r"|[Pp]remi|[Rr]icarica|[Ss]cegli(?!e)\w*|[Tt]ogli)\b"
    )
    phrases = load_phrases("it").topics
    told = [(topic, key, text) for topic in ("console", "errors", "files") for key, text in phrases[topic].items()]
    assert not [found for found in told if re.search(one, found[2])]


# --- whose names ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_when_its_name_is_our_own(lang: str) -> None:
    mark = load_phrases(lang).say("pages", "own-name")
    for key in (*cards_of(BOOK), *spaces_of(BOOK)):
        assert (mark in page(BOOK, key, lang).about) == Wording(lang).our_own(key), key


@pytest.mark.parametrize(
    ("key", "ours"),
    [
        ("wolf", {"it", "fr"}),
        ("bear", set()),
        ("hex", {"it", "fr"}),
        ("purchase/sword", {"fr"}),
        ("character.elf", {"it"}),
        ("space.castle", {"it", "fr"}),
        ("space.crown-of-command", set()),
        ("sentinel", set()),
    ],
)
def test_which_names_are_ours(key: str, ours: set[str]) -> None:
    assert {lang for lang in LANGUAGES if Wording(lang).our_own(key)} == ours


# --- what fits, what is said ---

LABEL = 34
"""Letters that fit on a button of 300 pixels."""
LONGEST = {
    "who": "x" * 6,
    "n": "12",
    "card": "x" * 12,
    "space": "x" * 12,
    "other": "x" * 6,
    "what": "x" * 20,
    "words": "x" * 12,
    "amount": "x" * 18,
}


@pytest.mark.parametrize("lang", BOTH)
def test_labels_fit_their_button(lang: str) -> None:
    for key, phrase in load_phrases(lang).topics["options"].items():
        parts = string.Formatter().parse(phrase)
        label = "".join(text + (LONGEST[name] if name else "") for text, name, _, _ in parts)
        assert len(label) <= LABEL, (key, label)


@pytest.mark.parametrize(("lang", "said"), [("it", "Dario ha preso l'Orso."), ("fr", "Dario prend l'Ours.")])
def test_nobody_takes_a_thing_from_themselves(lang: str, said: str) -> None:
    raised = Event("taken", 3, card="bear", origin="trophies:3")
    names = ["Ada", "Bruno", "Carla", "Dario"]
    assert say_event(names, raised, lang) == said
    assert "Dario" in hands(names, [Event("taken", 3, card="bear", origin="seat:0")], lang)[0]
    assert hands(names, [Event("taken", 3, card="bear", origin="seat:3")], lang) == (
        {"it": "Dario prende l'Orso.", "fr": "Dario prend l'Ours."}[lang],
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hands_discard_no_trophies_where_only_experience_was_traded(lang: str) -> None:
    (line,) = hands(["Ada"], [Event("traded", 0, what="strength", n=1)], lang)
    assert line.startswith("Ada "), line


@pytest.mark.parametrize(
    ("lang", "raided"),
    [("it", "Tutto l'oro del personaggio va sulla casella Oasi."), ("fr", "Tout l'or du personnage va à l'Oasis.")],
)
def test_raiders_take_all_gold(lang: str, raided: str) -> None:
    assert described("raiders", lang) == (raided,)
