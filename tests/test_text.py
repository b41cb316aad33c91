"""Does the program say everything it does, in four languages, and say it well?"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from talisman_nb.cards import modifiers as m
from talisman_nb.cards import operations as o
from talisman_nb.cards import words
from talisman_nb.engine import asides, ask, conditions, lists, new_game, step
from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.panels.words import PLACES, WORDS
from talisman_nb.rules.book import modifiers, open_book, operations
from talisman_nb.rules.index import rule_index
from talisman_nb.text.ask import answered, question, waiting
from talisman_nb.text.certainty import unsure
from talisman_nb.text.grammar import Noun, nouns_of
from talisman_nb.text.hands import hands, say_moves
from talisman_nb.text.marks import letters
from talisman_nb.text.names import LANGUAGES, load_names
from talisman_nb.text.phrases import MissingPhraseError, load_phrases
from talisman_nb.text.say import say_event, why
from talisman_nb.text.screen_of import figures, labels_of, refusal, screen_of
from talisman_nb.text.sheet import sheet
from talisman_nb.text.tale_numbers import tale_numbers
from talisman_nb.text.tell import describe
from talisman_nb.text.told import Told
from talisman_nb.text.voice import Voice

BOOK = open_book()
FOUR = [("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "sorceress"), ("Dario", "warrior")]
NAMES = [name for name, _ in FOUR]
ENGINE = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path("talisman_nb/engine").rglob("*.py")))
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
        if topic not in ("counted", "nouns"):
            assert keys(topic) == keys(topic, lang), topic


@pytest.mark.parametrize("lang", OTHERS)
def test_phrases_have_the_same_places_in_every_language(lang: str) -> None:
    english, other = load_phrases("en"), load_phrases(lang)
    for topic, phrases in english.topics.items():
        for key in phrases if topic not in ("counted", "nouns") else ():
            assert places(phrases[key]) == places(other.topics[topic][key]), f"{lang}/{topic}.toml {key}"


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_has_its_plurals(lang: str) -> None:
    forms = ("one", "few", "many", "other") if lang == "pl" else ("one", "other")
    nouns = {key.partition(".")[0] for key in keys("counted", lang)}
    assert keys("counted", lang) == {f"{noun}.{form}" for noun in nouns for form in forms}
    assert nouns == {key.partition(".")[0] for key in keys("counted", "en")}


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


ENGLISH = re.compile(
    r"\b(the|and|with|from|your|you|turn|roll|rolls|which|what|does|card|cards|life|lives|gold|lost|took|draw|this|that|"
    r"until|when|against|space|nothing|Spell|Object|Follower|reroll)\b"
)


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


@pytest.mark.parametrize("lang", ("it", "fr"))
def test_articles_are_known_of_names_that_exist(lang: str) -> None:
    names = load_names()
    known = {names.of(key, lang) for key in names.every()}
    for kind, listed in nouns_of(lang).items():
        assert listed <= known, kind


# --- everything has a phrase ---


def test_every_operation_has_a_phrase() -> None:
    assert not missing("operations", set(o.NAMES), parts=True)


def test_every_modifier_has_a_phrase() -> None:
    assert not missing("modifiers", {str(mod.__struct_config__.tag) for mod in m.MODIFIERS}, parts=True)


def test_every_condition_has_a_phrase() -> None:
    assert not missing("conditions", set(conditions.TESTS) | words.CONDITIONS, parts=True)


def test_every_closed_list_has_phrases() -> None:
    assert not missing("durations", set(words.DURATIONS))
    assert not missing("moments", set(words.MOMENTS))
    assert not missing("triggers", set(words.EVENTS))
    assert not missing("acts", set(words.ACTS))
    assert not missing("lists", set(words.WHO) | set(words.CARDS) | set(lists.LISTS))
    assert not missing("operations", {f"stop.{what}" for what in words.STOPS})


def test_every_event_of_the_engine_has_a_phrase() -> None:
    told = set(re.findall(r'\btell\(\s*"([a-z_]+)"', ENGINE)) | {
        "walked",
        "crossed",
        "teleported",
        "evaded",
        "left_alone",
        "bought",
        "got",
    }
    assert not missing("events", told, parts=True)


def test_every_question_of_the_engine_has_a_headline() -> None:
    asked = set(re.findall(r'Ask\(\s*g\.ply,\s*"([a-z_]+)"', ENGINE))
    assert not missing("asks", asked, parts=True)


def test_every_reason_has_a_phrase() -> None:
    reasons = set(re.findall(r'closed\s*=\s*"([a-z][a-z_-]+)"', ENGINE)) | set(words.ACTS)
    reasons |= set(re.findall(r'return "([a-z]+(?:-[a-z]+)+)", \(', ENGINE))
    reasons |= {f"no-{what}" for what in ("gold", "fate", "life", "follower", "object", "magic-object")}
    assert not missing("closed", reasons)


def test_every_refusal_has_a_phrase_and_a_rule() -> None:
    code = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path("talisman_nb").rglob("*.py")))
    refused = set(re.findall(r'NotAllowedError\(\s*"(table\.[a-z-]+)"', code))
    assert {"table.no-chance", "table.stale"} <= refused and not missing("errors", refused)
    cited = set(re.findall(r'\("(table\.[a-z-]+)",\)', code))
    assert cited <= set(rule_index())


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


def every_action() -> Iterator[m.Action]:
    for definition in BOOK.definitions.values():
        yield from (mod for _, mod in modifiers(definition) if isinstance(mod, m.Action))


def every_operation() -> Iterator[o.Operation]:
    for definition in BOOK.definitions.values():
        yield from operations(definition)


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


# --- what cards do ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_definition_can_be_told(lang: str) -> None:
    for key in BOOK.definitions:
        for line in (*describe(BOOK, key, lang), unsure(BOOK, key, lang)):
            assert_well(line)


def test_what_it_says_has_the_numbers_of_what_runs() -> None:
    assert describe(BOOK, "space.tavern", "en")[1:4] == (
        "1: misses 1 turn.",
        "2: fights the Farmer (strength 3).",
        "3: loses 1 gold.",
    )
    assert describe(BOOK, "solomons-crown", "fr") == ("+2 Intellect.",)
    assert describe(BOOK, "space.castle", "pl")[1] == "Może odzyskać Życie, płacąc 1 sztukę złota za punkt."


def test_it_tells_what_the_edition_has_switched_on() -> None:
    assert not any("killed" in line for line in describe(BOOK, "runesword", "en"))
    assert describe(BOOK, "space.sentinel", "en") == ("To get past, fights the Sentinel (strength 9).",)


def test_cards_with_options_have_a_line_for_each() -> None:
    wishes = describe(BOOK, "fairy", "it")
    assert wishes[wishes.index("Sceglie una di queste cose:") + 1 :][:2] == ("Ottiene una Magia.", "Guadagna 1 moneta d'oro.")


# --- what cards say reads well ---


def told_lines(lang: str) -> Iterator[tuple[str, str]]:
    """Every line that says what a definition does, with its key."""
    for key in BOOK.definitions:
        for line in describe(BOOK, key, lang):
            yield key, line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_description_is_made_of_sentences(lang: str) -> None:
    for key, line in told_lines(lang):
        assert not re.search(r"[_{}|]|\bNone\b|  |\.\.|,,|: ?:|[(\[] |,\.|;\.", line), (key, line)
        assert line[0].isupper() or line[0].isdigit() or line[0] in "+≤≥", (key, line)
        figures = key.startswith("character.") or re.fullmatch(r"\S+ \d+", line)
        assert line.endswith((".", ":")) or figures, (key, line)


@pytest.mark.parametrize("lang", OTHERS)
def test_no_description_has_english_left(lang: str) -> None:
    english = {line for _, line in told_lines("en") if len(re.findall(r"[a-z]{3,}", line)) > 1}
    for key, line in told_lines(lang):
        assert not ENGLISH.search(line) and line not in english, (key, line)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_description_has_a_word_of_the_program(lang: str) -> None:
    """Keys with a hyphen, of variables, blocks, choices and effects, are nothing to read."""
    codes = {name for d in BOOK.definitions.values() for name in d.blocks}
    codes |= {str(getattr(op, "into", "")) for op in every_operation()} | {mod.key for mod in every_action()}
    codes = {code for code in codes if "-" in code or "_" in code}
    for key, line in told_lines(lang):
        assert not codes & set(re.findall(r"[a-z_-]+", line)), (key, line)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_agree_with_their_nouns_wherever_they_stand(lang: str) -> None:
    said = load_phrases(lang)
    nouns = {key.rpartition(".")[0] for key in said.topics["counted"]}
    forms = {said.count(n, noun).partition(" ")[2] for noun in nouns for n in (1, 2, 5)}
    right = {(n, said.count(n, noun).partition(" ")[2]) for noun in nouns for n in range(100)}
    for key, line in told_lines(lang):
        for found in re.finditer(r"(?<![\d–+])(\d+) ", line):
            nouned = max((form for form in forms if line[found.end() :].startswith(form)), key=len, default="")
            assert not nouned or (int(found[1]), nouned) in right, (key, line)


def test_a_card_reads_as_people_speak() -> None:
    assert describe(BOOK, "holy-lance", "en") == (
        "No evil character may have it.",
        "+1 strength (one Weapon at a time) in battle if the foe is not a Dragon.",
        "+3 strength (one Weapon at a time) in battle if the foe is a Dragon.",
    )
    assert describe(BOOK, "mercenary", "it")[1].startswith(
        "Ingaggia il Mercenario (nel proprio turno o prima di un combattimento, tranne se "
    )
    assert describe(BOOK, "mephistopheles", "fr") == (
        "Si le personnage est mauvais, il gagne 1 point d'Intellect\u00a0; sinon, il prend l'Alignement mauvais.",
    )
    assert describe(BOOK, "character.warrior", "pl")[-1] == "Może używać naraz o 1 Broń więcej."
    assert describe(BOOK, "raft", "en")[1] == (
        "Cross by Raft (at the start of one's turn): discards this card; goes to a space across the River; "
        "that counts as crossing the Storm River; the move is over."
    )


# --- programs told as a whole ---

TALES = load_phrases("en").topics["tales"]
NUMBERED = {
    "space.vampires-tower.visited": (1, 1, 2, 1, 3, 4, 2, 5, 6, 3),
    "space.pits.visited": (1, 4),
    "space.dice-with-death.visited": (2, 2, 1),
    "space.temple.enslaved": (1, 4),
    "space.warlocks-cave.take_on": (1, 1, 2, 3, 1, 4, 1, 5, 3, 6, 2),
    "character.sorceress.beguile": (4, 5, 6, 1),
    "character.minstrel.charm": (1,),
    "evil-darkness.met": (1, 1),
}
"""The numbers of these programs in their order: where one comes or goes, the tale has to be written anew."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", TALES)
def test_numbers_of_a_tale_come_from_what_runs(lang: str, key: str) -> None:
    phrase = load_phrases(lang).topics["tales"][key]
    assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", phrase)), "a number that nobody compares with the program"
    assert bool(places(phrase)) == (key in NUMBERED)


@pytest.mark.parametrize(("key", "expected"), NUMBERED.items())
def test_a_tale_is_about_the_program_as_it_is(key: str, expected: tuple[int, ...]) -> None:
    definition, _, block = key.rpartition(".")
    assert tuple(tale_numbers(BOOK, BOOK.card(definition), block).values()) == expected


def test_a_changed_program_is_told_with_its_new_numbers() -> None:
    tower = BOOK.card("space.vampires-tower")
    roll, table, *rest = tower.blocks["visited"]
    assert isinstance(table, o.Table)
    worse = replace(table, rows=(*table.rows[:2], replace(table.rows[2], do=(replace(table.rows[2].do[0], to=5),))))
    changed = replace(tower, blocks={**tower.blocks, "visited": (roll, worse, *rest)})
    assert Told(BOOK, changed, Voice("pl")).tale("visited")[3] == "5–6: traci 5 punktów Życia"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_quests_ask_for_what_the_cave_wants(lang: str) -> None:
    wanted = tale_numbers(BOOK, BOOK.card("space.warlocks-cave"), "take_on")
    for quest, n in ((5, wanted["n8"]), (6, wanted["n10"])):
        assert load_phrases(lang).count(n, "gold") in load_phrases(lang).say("words", f"quest.{quest}")


# --- sentences ---


def test_a_fight_reads_well() -> None:
    fight = (
        Event("attacks", 0, cards=("wolf",), what="strength", space="fields-1"),
        Event("rerolls", 0, n=3, what="fate"),
        Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7), cause="strength"),
        Event("trophy", 0, card="wolf", n=2),
        Event("lost", 1, what="life", n=1, cause="spoils"),
    )
    assert [say_event(NAMES, event, "en") for event in fight] == [
        "Ada fights the Wolf.", "Ada paid 1 fate to reroll the die (3).", "Ada beat the Wolf, 8 to 7.",
        "Wolf is now Ada's trophy (2 points).", "Bruno lost 1 life.",
    ]  # fmt: skip
    assert [say_event(NAMES, event, "it") for event in fight] == [
        "Ada affronta il Lupo.", "Ada ha pagato 1 pedina Fato e ritira il dado (3).", "Ada ha battuto il Lupo, 8 a 7.",
        "Il Lupo è ora un trofeo di Ada (2 punti).", "Bruno ha perso 1 punto Vitalità.",
    ]  # fmt: skip
    assert [say_event(NAMES, event, "fr") for event in fight] == [
        "Ada affronte le Loup.", "Ada a payé 1 pion Destin et relance le dé (3).", "Ada a battu le Loup, 8 à 7.",
        "Le Loup est maintenant un trophée d'Ada (2 points).", "Bruno a perdu 1 vie.",
    ]  # fmt: skip
    assert [say_event(NAMES, event, "pl") for event in fight] == [
        "Walka: Ada kontra Wilk.", "Ada płaci 1 żeton Losu i ponawia rzut (3).", "Ada kontra Wilk: wygrana 8 do 7.",
        "Ada zdobywa trofeum: Wilk (2 punkty).", "Bruno traci 1 punkt Życia.",
    ]  # fmt: skip
    assert hands(NAMES, fight, "it") == (
        "Ada paga 1 pedina Fato e ritira quel dado.", "Ada mette il Lupo tra i trofei.", "Bruno rende 1 punto Vitalità.",
    )  # fmt: skip


def test_secret_cards_are_named_to_their_seat_alone() -> None:
    event = Event("gained_spell", 2, card="healing", only=2)
    assert say_event(NAMES, event, "en", viewer=2) == "Carla gained a Spell: Healing."
    for viewer in (-1, 0):
        assert "Healing" not in say_event(NAMES, event, "en", viewer)
    unseen = Event("gained_spell", 2, card="spell?", only=2)
    assert say_event(NAMES, unseen, "en", viewer=2) == "Carla gained a Spell."


def test_articles_fit_their_nouns() -> None:
    said = [Noun(name, "it").form("of") for name in ("Lupo", "Orso", "Spettro", "Gnomo", "Lancia Sacra", "Ascia", "Campi", "Rune")]
    assert " ".join(said) == ("del Lupo dell'Orso dello Spettro dello Gnomo della Lancia Sacra dell'Ascia dei Campi delle Rune")
    said = [Noun(name, "fr").form("to") for name in ("Loup", "Ours", "Épée", "Hache", "Champs", "Hobgobelin", "Hypnose")]
    assert said == ["au Loup", "à l'Ours", "à l'Épée", "à la Hache", "aux Champs", "au Hobgobelin", "à l'Hypnose"]


def test_marks_keep_players_apart() -> None:
    assert letters(["Ada", "Bruno", "Carla", "Chiara"]) == ("A", "B", "Ca", "Ch")
    assert len(set(letters(["Ann", "Anna", "Anne", "ann"]))) == 4


def test_closed_options_say_why_and_cite_the_rule() -> None:
    state = new_game(FOUR)
    asked = Ask(state.ply, "fight", 0, "strength", (Option("fight"), Option("evade", "evade", ("evade.what",))), source="bear")
    closed = question(state, asked, "it").options[1].closed
    assert closed.startswith("Niente di ciò che Ada ha lo consente. ")
    assert why(asked.options[1], "it")[0] in closed


def test_refusals_are_one_line() -> None:
    state = new_game(FOUR)
    assert refusal("en", "table.die", 0, state) == "A die shows 1 to 6."
    assert refusal("fr", "closed.no-gold", 1, state) == "Bruno n'a pas assez d'Or"


def test_moves_of_hands_read_well() -> None:
    from talisman_nb.table.difference import HandMove

    moves = (
        HandMove("card", card="wolf", origin="space:ruins", to="trophies:0"),
        HandMove("counter", 0, "life", -1, 3),
    )
    assert say_moves(NAMES, moves, "en") == ("Wolf: Ruins → Ada's trophies.", "Ada puts back 1 life (3 in the end).")


# --- whole games ---


def assert_well(text: str) -> None:
    """No place left open, no empty bracket, no doubled blank, nothing before its punctuation."""
    assert not re.search(r"[{}\[\]]|\(\)|  | \.$|: \.|^\s|\s$| ,", text), text


@pytest.mark.parametrize(("seed", "edition"), [(0, "revised4"), (1, "revised4"), (2, "second"), (3, "third")])
def test_every_event_question_and_sheet_of_a_random_game_can_be_said(seed: int, edition: str) -> None:
    random_ = random.Random(seed)
    characters = random_.sample(open_book(edition).characters, 4)
    state: State = new_game(list(zip(NAMES, characters, strict=True)), edition)
    events: tuple[Event, ...] = ()
    for ply in range(250):
        asked = ask(state)
        look_at(state, asked, events, LANGUAGES[ply % 4], ply % 5 - 1)
        if asked.kind == "over":
            return
        if asked.seat >= 0:
            assert_well(waiting(state, asked, LANGUAGES[ply % 4]).headline)
        answer = some_answer(random_, state, asked)
        if answer.key in asked.open():
            assert_well(answered(state, asked, answer.key, LANGUAGES[ply % 4]))
        state, events = step(state, answer)


def some_answer(random_: random.Random, state: State, asked: Ask) -> Answer:
    if random_.random() < 0.2:
        seat = random_.randrange(4)
        found = [option.key for option in asides(state, seat) if not option.closed]
        if found:
            return Answer(state.ply, random_.choice(found), seat)
    keys = [key for key in asked.open() if key not in ("own", "empty")]
    return Answer(state.ply, random_.choice(keys), asked.seat)


def look_at(state: State, asked: Ask, events: tuple[Event, ...], lang: str, viewer: int) -> None:
    offered = {seat: asides(state, seat) for seat in range(4)} if asked.kind != "over" else {}
    screen = screen_of(state, asked, lang, events, viewer=viewer, asides=offered)
    assert len(screen.announce.split()) <= 25
    assert len(msgspec.json.encode(screen)) < 10_000
    for text in texts(msgspec.to_builtins(screen)):
        assert_well(text)
    for event in events:
        assert_well(say_event(state, event, lang, viewer))
        why(event, lang)
    for seat in range(4):
        shown = sheet(state, seat, lang, viewer)
        assert len(shown.spells) + shown.unseen == len(state.players[seat].spells)
        assert viewer == seat or not shown.spells


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts(inner)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_and_figures_are_whole(lang: str) -> None:
    labels = labels_of(BOOK, lang)
    assert len(labels.places) == 49
    assert set(labels.cards) == {"adventure", "spell"}
    assert len(figures(BOOK, lang)) == len(BOOK.characters)
