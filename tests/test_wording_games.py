"""Have names and verbs the form their sentence needs, in random games and on every card, in four languages?"""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from read_aloud import BOOK, every_line

from talisman_nb.cards.terms import ConditionTable
from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.model import Answer, Event
from talisman_nb.rules.book import open_book
from talisman_nb.text.definitions.condition_words import clause
from talisman_nb.text.definitions.nodes import Context
from talisman_nb.text.events import hands, say_event, tell_all
from talisman_nb.text.names import LANGUAGES, forms_of, load_names
from talisman_nb.text.pages.definition_page import ways
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import Wording

NAMES = load_names()
PEOPLE = ("Ada", "Bruno", "Carla", "Dario")
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 12))]


@cache
def lines_of_game(lang: str, seed: int, answers: int = 300) -> frozenset[str]:
    """Events, hands, headlines and options of a random game."""
    random_, said = random.Random(seed), set[str]()
    edition = ("revised4", "second", "second-cards")[seed % 3]
    state = new_game(list(zip(PEOPLE, random_.sample(open_book(edition).characters, 4), strict=True)), edition)
    for _ in range(answers):
        asked = ask(state)
        if asked.kind == "over":
            break
        shown = question(state, asked, lang)
        said |= {shown.headline, *(option.label for option in shown.options)}
        seat = random_.randrange(4)
        put_in = [option.key for option in asides(state, seat) if not option.closed] if random_.random() < 0.2 else []
        keys = [key for key in asked.open() if key not in ("own", "empty")]
        key, who = (random_.choice(put_in), seat) if put_in else (random_.choice(keys), asked.seat)
        state, events = step(state, Answer(state.ply, key, who))
        said |= {*tell_all(state, events, lang), *hands(state, events, lang, steps=True)}
    return frozenset(said)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_counted_with_a_times_sign(lang: str, seed: int) -> None:
    assert not [line for line in lines_of_game(lang, seed) if re.search(r"\d ×", line)]


# --- Polish: declined names ---

DECLINING = ("space", "card", "character", "spell", "purchase", "creature")
NOMINATIVES = sorted({NAMES.of(key, "pl") for key in NAMES.every(*DECLINING)})
DECLINED = [name for name in NOMINATIVES if forms_of("pl").genitive[name] != name]
UNDECLINED = re.compile(rf"\b(obszar(u|ze|em)?|kart(a|ę|y)) ({'|'.join(map(re.escape, DECLINED))})\b")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_polish_name_stands_in_the_nominative_after_its_noun(seed: int) -> None:
    assert not [line for line in lines_of_game("pl", seed) if UNDECLINED.search(line)]


def test_no_polish_card_names_another_in_the_nominative_after_its_noun() -> None:
    lines = list(every_line("pl"))
    assert not [(key, line) for key, line in lines if UNDECLINED.search(line)]
    assert sum("obszar" in line for _, line in lines) > 50


# --- English: prepositions and articles ---


@pytest.mark.parametrize("seed", SEEDS)
def test_english_spaces_have_their_own_preposition(seed: int) -> None:
    inside = "|".join(name for name, word in forms_of("en").place.items() if word != "on")
    wrong = re.compile(rf"\b(left|leaves|stays|up|figure)\b.* on the ({inside})\b")
    assert not [line for line in lines_of_game("en", seed) if wrong.search(line)]


def test_english_owners_take_no_article() -> None:
    assert say_event(PEOPLE, Event("taken", 0, card="solomons-crown"), "en") == "Ada took Solomon's Crown."
    bags = Event("discarded", 0, card="two-bags-of-gold")
    assert say_event(PEOPLE, bags, "en") == "Ada discarded Two Bags of Gold."


def test_no_english_character_is_a_thing() -> None:
    lines = list(every_line("en"))
    assert not [(key, line) for key, line in lines if re.search(r"\bof its\b", line)]


# --- French: verbs ---

THIRD_PERSON = re.compile(
    r"^(?:.*(?:: |– ))?(Lance|Gagne|Perd|Prend|Paie|Pioche|Défausse|Pose|Reçoit|Va|Affronte|Choisit|Récupère|"
    r"Peut|Doit|Laisse|Abandonne|Regarde|Retire|Joue|Devient|Ajoute|Garde|Vend|Tire|Rejoue|Avance|Vise|Reste|Vient|"
    r"Sert|Ne (peut|subit|sert))\b",
    re.IGNORECASE,
)
"""A verb in the third person at the beginning of a clause, so without its subject."""


def test_french_cards_say_what_they_do_in_the_infinitive() -> None:
    lines = [(key, line.strip().replace("\u00a0", " ")) for key, line in every_line("fr")]
    assert not [(key, line) for key, line in lines if THIRD_PERSON.search(line)]
    assert sum(bool(re.match(r"\w+(er|ir|re)\b", line)) for _, line in lines) > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_does_in_french_in_the_infinitive(seed: int) -> None:
    people = "|".join((*PEOPLE, "le personnage", "il"))
    wrong = re.compile(rf"\b({people}) (\w+er|perdre|prendre|recevoir|devenir)\b")
    assert not [line for line in lines_of_game("fr", seed) if wrong.search(line)]
    assert not [line for _, line in every_line("fr") if wrong.search(line)]


def test_french_repeats_if_before_each_condition() -> None:
    ctx, both = Context(BOOK, BOOK.card("sword"), Wording("fr")), ConditionTable(own_turn=True, won=True)
    assert clause(ctx, both) == "si c'est son tour et si le combat est gagné"


def test_the_french_journal_is_in_one_tense() -> None:
    """What happened is told in the present, as it is while it happens."""
    past = re.compile(r"\{who\} (?:s'est|n'est|est|n'a|a) (?:rien |pas )?\w+(?:é|i|is|it|u|ert)\b")
    topics = load_phrases("fr").topics
    told = [(key, text) for topic in ("events", "journal") for key, text in topics[topic].items()]
    assert past.search("{who} a pioché {card:the}.") and past.search("{who} n'a rien choisi.")
    assert not [line for line in told if past.search(line[1])]


# --- helpers ---


@pytest.mark.parametrize(
    ("lang", "joins", "leaves"),
    [
        ("en", "The Bandit fights beside Ada until the end of the fight.", "The Bandit no longer helps Ada."),
        (
            "it",
            "Il Bandito combatte al fianco di Ada fino alla fine del combattimento.",
            "Il Bandito non aiuta più Ada.",
        ),
        ("fr", "Le Bandit combat aux côtés d'Ada jusqu'à la fin du combat.", "Le Bandit n'aide plus Ada."),
        ("pl", "Ada i Rozbójnik walczą razem do końca walki.", "Ada i Rozbójnik już nie walczą razem."),
    ],
)
def test_a_helper_joins_and_leaves(lang: str, joins: str, leaves: str) -> None:
    lent = {"what": "character.ghoul.raised.lent", "source": "bandit@ghoul.raised"}
    assert say_event(PEOPLE, Event("began", 0, cause="fight", **lent), lang) == joins
    assert say_event(PEOPLE, Event("ended", 0, **lent), lang) == leaves


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_effect_that_is_no_helper_is_told_as_one(lang: str) -> None:
    strong = Event("began", 0, what="potion-of-strength.strong", source="potion-of-strength", cause="turn")
    hired = Event("began", 0, what="mercenary.hired", source="mercenary", cause="turn")
    said = [say_event(PEOPLE, event, lang) for event in (strong, hired)]
    assert "Ada" not in said[0] and "Ada" in said[1]


# --- spaces of one name ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_shows_the_id_of_a_space(lang: str) -> None:
    shown = [line for space in BOOK.board.spaces for line in ways(BOOK, f"space.{space}", lang)]
    assert len(shown) > 100 and not [line for line in shown if re.search(r"[a-z]-\d", line)]


def test_spaces_of_one_name_are_told_apart() -> None:
    headings = [line for line in ways(BOOK, "space.fields-1", "en") if not line.startswith(" ")]
    assert len(set(headings)) == len(headings) == 6
    assert headings[0] == "Fields (between the Village and the Graveyard), Outer Region"
