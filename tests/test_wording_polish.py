"""Does Polish read as Poles write, with one name for each thing, and do buttons hold their words?"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest
from editions import TESTED
from read_aloud import english_in, every_line, texts

from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.model import Answer, Event
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import EDITIONS, rule_index
from talisman_nb.rulings.cases import cases
from talisman_nb.rulings.check_text import told_step
from talisman_nb.rulings.runner import Played, run
from talisman_nb.text.events import tell_all
from talisman_nb.text.names import load_names, plain
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.contents import screen_of
from talisman_nb.text.screen.labels import labels_of

pytestmark = pytest.mark.slow

BOOK = open_book()
NAMES = ("Ada", "Bruno", "Carla", "Dario")
OTHERS = ("it", "fr", "pl")
BUTTON = 36
"""How many characters a button of 300 px holds in one line."""


# --- numbers ---


def form(n: int) -> str:
    """The Polish plural as it is taught: 1; 2–4 but not 12–14; all others."""
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


NOUNS = sorted({key.rpartition(".")[0] for key in load_phrases("pl").topics["counted"]})


@pytest.mark.parametrize("n", [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 102, 112])
def test_polish_nouns_follow_their_number(n: int) -> None:
    polish = load_phrases("pl")
    for noun in NOUNS:
        assert polish.count(n, noun) == polish.topics["counted"][f"{noun}.{form(n)}"].replace("{n}", str(n))


def polish_phrases() -> Iterator[tuple[str, str]]:
    """Every Polish phrase with its key, without the counted nouns themselves."""
    for topic, phrases in load_phrases("pl").topics.items():
        if topic != "counted":
            yield from ((f"{topic}.{key}", phrase) for key, phrase in phrases.items())


UNBENDING = {"min", "szt", "na", "do", "lub", "przeciw", "wobec", "razy", "więcej", "za", "w", "z"}
"""What may follow a bare number: it is the same after any."""


def test_no_polish_noun_stands_beside_a_number_it_does_not_follow() -> None:
    for key, phrase in polish_phrases():
        for found in re.finditer(r"\{n\d*\} (\w+)", phrase):
            assert found[1] in UNBENDING, (key, phrase)


# --- people ---


def test_nothing_polish_asks_whether_a_player_is_a_man_or_a_woman() -> None:
    """The past of a verb would tell; so a player's sentence stands in the present or the future."""
    for key, phrase in polish_phrases():
        assert not re.search(r"\{(who|other|origin)\}[^.:,;]*? [a-zśćźż]\w*(ł|ła|łby|łaby)\b", phrase), (key, phrase)


def test_a_polish_sentence_bends_no_name_of_a_player() -> None:
    """A name stands in the nominative: never after a preposition, unless "gracz" bears the case."""
    for key, phrase in polish_phrases():
        assert not re.search(r"\b(z|od|dla|do|przez|przed|przeciw|nad|u|o) \{(who|other|origin)\}", phrase), (
            key,
            phrase,
        )


# --- one name for one thing ---

OTHER_WORDS = {
    "dobier": "losować", "dobra[ćn]": "losować", "(wy|do)?ciąg(n|am)": "losować", "unika": "wymykać się",
    "uniknąć": "wymknąć się", "przerzu": "ponowić rzut", "rzuty się powtarza": "ponowić rzut", "misj": "Zadanie",
    "kostk": "kość", "bohater": "Poszukiwacz", "(?<!własną )posta(ć|ci)": "Poszukiwacz", "monet": "sztuka złota",
    "pojedyn": "walka", "łup": "nagroda", "upu(ś|szcz)": "porzucić", "zapas(?!ow)": "talia, stos",
    "stos(y|ie)? odrzuconych(?! kart)": "stos kart odrzuconych", "lecz(y|enie|ony)": "odzyskiwać Życie",
    "zysk[au]\\w* (kolejn\\w+ )?Zaklęci": "otrzymywać", "zrewidowan": "poprawiony", "życzon": "na życzenie",
}  # fmt: skip
"""Beginnings of words that are Polish, and what the game in Polish says instead."""

CAPITALS = (
    "życi", "zaklęci", "przedmiot", "przyjaciel", "przyjaciół", "poszukiwacz", "talizman", "ropuch", "nieznajom",
    "pancerz", "ekwipun",
)  # fmt: skip
"""Beginnings of words of the game, which writes them with a capital wherever they stand."""


def all_polish() -> Iterator[tuple[str, str]]:
    """All Polish sentences: phrases, rules with decisions and editions, rulings, doubts and their subjects."""
    yield from polish_phrases()
    for rule_id, rule in rule_index().items():
        yield rule_id, rule.text("pl")
        if rule.decision:
            yield rule_id, rule.decision.text("pl")
        for edition in EDITIONS:
            yield f"{rule_id} {edition}", rule.says(edition, "pl") or ""
    for case in cases().values():
        yield case.id, case.asks("pl")
        yield case.id, case.decides("pl")
    for book in map(open_book, TESTED):
        for kind, words in book.certainty.basis.items():
            yield kind, words.text("pl")
        for key in book.definitions:
            for doubt in book.certainty.about(key).values():
                yield key, doubt.text("pl")


def test_polish_calls_a_thing_by_one_name() -> None:
    wrong = [
        f"{key}: {text!r} says {word}…, the game says {right}"
        for key, text in all_polish()
        for word, right in OTHER_WORDS.items()
        if re.search(rf"\b{word}", text, re.IGNORECASE)
    ]
    assert not wrong, "\n".join(wrong)


def test_polish_writes_words_of_the_game_with_a_capital() -> None:
    wrong = [(key, text) for key, text in all_polish() if re.search(rf"\b({'|'.join(CAPITALS)})", text)]
    assert not wrong, wrong


SECTIONS = ("space", "card", "spell", "character")
COMMON = {"Death", "Armour"}
"""Names that are also plain words."""


@cache
def named() -> dict[str, tuple[str, ...]]:
    """The Polish names of what has this English name."""
    names, found = load_names(), {}
    for key in names.every(*SECTIONS):
        english = names.of(key, "en")
        found[english] = (*found.get(english, ()), names.of(key, "pl"))
    return {english: polish for english, polish in found.items() if english not in COMMON}


BENT = {"miasto": "mi(a|e)", "las": "l(a|e)s"}
"""Beginnings of names whose middle bends too."""


def stems(name: str) -> list[str]:
    """The words of a Polish name without the ends that bend."""
    return [BENT.get(word, word[: max(len(word) - 3, 2)]) for word in plain(name).split()]


def test_rulings_call_things_by_the_names_of_the_catalogue() -> None:
    """Who reads of a "Holy Lance" in English reads of the card called so in Polish."""
    for case in cases().values():
        told = (case.question, case.decision) if case.decision else (case.question,)
        for english, polish in ((words.en, plain(words.pl)) for words in told):
            for name in sorted(named(), key=len, reverse=True):
                if re.search(rf"\b{re.escape(name)}\b", english):
                    english = english.replace(name, "")
                    said = (all(re.search(rf"\b{stem}", polish) for stem in stems(one)) for one in named()[name])
                    assert any(said), (case.id, name, polish)


@cache
def played() -> tuple[Played, ...]:
    """Every step of every ruling."""
    return tuple(step for case in cases().values() for step in run(case).steps)


@pytest.mark.parametrize("lang", ["en", *OTHERS])
def test_no_line_of_a_ruling_lacks_a_word(lang: str) -> None:
    for line in (line for seen in played() for line in told_step(seen, lang)):
        assert not re.search(r"^(✓ )?[ :.,;]|\bL'\s|  |\( ?\)|\{|\}", line), line


# --- screens ---


KEYS = (
    "key", "kind", "lang", "goods_keys", "trophies_keys", "spells_keys", "thing", "followers", "at", "able",
    "hint", "here", "cards", "space", "table", "picture", "pictures", "tone", "level", "what", "keys", "lies", "change",
    "alignment_key", "portrait", "things",
)  # fmt: skip
"""Parts of a screen that only the panel reads."""


def shown(value: object) -> object:
    """A screen without its keys."""
    if isinstance(value, dict):
        return {
            key: shown(inner)
            for key, inner in value.items()
            if key not in KEYS and (key != "card" or not isinstance(inner, str))
        }
    if isinstance(value, (list, tuple)):  # of a rule the panel says the sentence, which is in the labels
        return [shown(inner) for inner in value if not (isinstance(inner, str) and inner in rule_index())]
    return value


@cache
def evening(lang: str, seed: int, plies: int = 250) -> tuple[frozenset[str], frozenset[str]]:
    """Everything that was shown in a random game, and of it what stood on buttons."""
    random_, said, buttons, events = random.Random(seed), set[str](), set[str](), tuple[Event, ...]()
    edition = ("revised4", "second")[seed % 2]
    state = new_game(list(zip(NAMES, random_.sample(open_book(edition).characters, 4), strict=True)), edition)
    for _ in range(plies):
        asked = ask(state)
        if asked.kind == "over":
            break
        offered = {seat: asides(state, seat) for seat in range(4)}
        screen = screen_of(state, asked, lang, events, viewer=asked.seat, asides=offered)
        said.update(texts(shown(msgspec.to_builtins(screen))))
        buttons.update(choice.label for choice in (*screen.question.options, *screen.question.offers, *screen.asides))
        seat, aside = random_.randrange(4), random_.random() < 0.2
        free = [option.key for option in offered[seat] if not option.closed] if aside else []
        keys = [key for key in asked.open() if key not in ("own", "empty")]
        answer = (
            Answer(state.ply, random_.choice(free), seat)
            if free
            else Answer(state.ply, random_.choice(keys), asked.seat)
        )
        state, events = step(state, answer)
        said.update(tell_all(state, events, lang, asked.seat))
    return frozenset(said), frozenset(buttons)


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_word_on_a_screen_is_english(lang: str, seed: int) -> None:
    for text in evening(lang, seed)[0]:
        assert not english_in(text, lang), text


@pytest.mark.parametrize("lang", OTHERS)
def test_no_word_about_a_card_or_of_the_panel_is_english(lang: str) -> None:
    fixed = {text for key, text in labels_of(BOOK, lang).words.items() if not key.startswith("language-")}
    for text in (*fixed, *(line for _, line in every_line(lang))):
        assert not english_in(text, lang), text


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_key_of_the_program_is_shown(lang: str, seed: int) -> None:
    for text in evening(lang, seed)[0]:
        assert not re.search(r"\w[_@]\w|\b[a-z]+\.[a-z]+\b|\b[a-z]+-\d\b", text), text


def test_whoever_reads_is_addressed_in_one_way() -> None:
    """What a Polish table is told of an answer or a file speaks to several people."""
    one = (
        r"\b([Cc]ofnij|[Nn]aciśnij|[Oo]twórz|[Pp]odaj|[Ss]prawdź|[Ww]czytaj|[Ww]ybierz"
        r"|[Zz]acznij|[Zz]amknij|[Zz]apisz)\b"
    )
    phrases = load_phrases("pl").topics
    told = [(topic, key, text) for topic in ("errors", "files") for key, text in phrases[topic].items()]
    assert not [found for found in told if re.search(one, found[2])]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_buttons_hold_their_words(lang: str, seed: int) -> None:
    assert not {label for label in evening(lang, seed)[1] if len(label) > BUTTON}


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_options_of_every_card_fit_their_button(lang: str) -> None:
    for key, phrase in load_phrases(lang).topics["options"].items():
        filled = re.sub(r"\{[^}]*\}", "Ada Maria", phrase.replace("{n}", "2"))
        assert len(filled) <= BUTTON, (key, filled)
