"""Do events, questions, sheets and hands read well, also through whole random games, in four languages?"""

from __future__ import annotations

import random

import msgspec
import pytest
from read_aloud import BOOK, assert_well, texts

from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.model import Answer, Ask, Event, Option, OwnCard, State
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.grammar import Noun
from talisman_nb.text.moves import say_moves
from talisman_nb.text.names import LANGUAGES, letters, plain
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.contents import refusal, screen_of, sheet
from talisman_nb.text.screen.labels import character_entries, labels_of

FOUR = [("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "sorceress"), ("Dario", "warrior")]
NAMES = [name for name, _ in FOUR]


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
        "Ada encountered the Wolf.", "Ada paid 1 fate to reroll the 3.", "Ada beat the Wolf, 8 to 7.",
        "The Wolf is now Ada's trophy (2 points).", "Bruno lost 1 life.",
    ]  # fmt: skip
    assert [say_event(NAMES, event, "it") for event in fight] == [
        "Ada ha incontrato il Lupo.", "Ada ha speso 1 pedina Fato per ritirare il dado (aveva fatto 3).",
        "Ada ha battuto il Lupo, 8 a 7.",
        "Il Lupo è ora un trofeo di Ada (2 punti).", "Bruno ha perso 1 punto Vitalità.",
    ]  # fmt: skip
    assert [say_event(NAMES, event, "fr") for event in fight] == [
        "Ada rencontre le Loup.", "Ada dépense 1 pion Destin pour relancer le 3.", "Ada bat le Loup, 8 à 7.",
        "Le Loup devient un trophée d'Ada (2 points).", "Bruno perd 1 vie.",
    ]  # fmt: skip
    assert [say_event(NAMES, event, "pl") for event in fight] == [
        "Zanosi się na walkę: Ada kontra Wilk.", "Ada wydaje 1 żeton Losu i ponawia rzut (wypadło 3).",
        "Ada kontra Wilk: wygrana 8 do 7.", "Ada zdobywa trofeum: Wilk (2 punkty).", "Bruno traci 1 punkt Życia.",
    ]  # fmt: skip
    assert hands(NAMES, fight, "it") == (
        "Ada spende 1 pedina Fato e ritira il dado (aveva fatto 3).", "Ada mette il Lupo tra i trofei.",
        "Bruno rimette nella riserva 1 segnalino Vitalità.",
    )  # fmt: skip


def test_a_roll_of_ones_own_ability_names_the_character_once() -> None:
    rolled = Event("rolled", 0, what="card", n=1, faces=(1,), source="character.thief")
    assert say_event(["Ada"], rolled, "en") == "Ada rolled 1 (Thief)."
    assert say_event(["Thief"], rolled, "en") == "The Thief rolled 1."


def test_secret_cards_are_named_to_their_seat_alone() -> None:
    event = Event("gained_spell", 2, card="healing", only=2)
    assert say_event(NAMES, event, "en", viewer=2) == "Carla gained a Spell: Healing."
    for viewer in (-1, 0):
        assert "Healing" not in say_event(NAMES, event, "en", viewer)
    unseen = Event("gained_spell", 2, card="spell?", only=2)
    assert say_event(NAMES, unseen, "en", viewer=2) == "Carla gained a Spell."


def test_articles_fit_their_nouns() -> None:
    said = [
        Noun(name, "it").form("of")
        for name in ("Lupo", "Orso", "Spettro", "Gnomo", "Lancia Sacra", "Ascia", "Campi", "Rune")
    ]
    assert " ".join(said) == (
        "del Lupo dell'Orso dello Spettro dello Gnomo della Lancia Sacra dell'Ascia dei Campi delle Rune"
    )
    said = [
        Noun(name, "fr").form("to") for name in ("Loup", "Ours", "Épée", "Hache", "Champs", "Hobgobelin", "Hypnose")
    ]
    assert said == ["au Loup", "à l'Ours", "à l'Épée", "à la Hache", "aux Champs", "au Hobgobelin", "à l'Hypnose"]


def test_marks_keep_players_apart() -> None:
    assert letters("Ada", "Bruno", "Carla", "Chiara") == ("A", "B", "Ca", "Ch")
    assert len(set(letters("Ann", "Anna", "Anne", "ann"))) == 4


def test_closed_options_say_why_and_cite_the_rule() -> None:
    state = new_game(FOUR)
    asked = Ask(
        state.ply, "fight", 0, "strength", (Option("fight"), Option("evade", "evade", ("evade.what",))), source="bear"
    )
    closed = question(state, asked, "it").options[1].closed
    assert closed.startswith("Ada non ha nulla che permetta di evitare l'incontro. ")
    assert rule_texts(open_book(), "it")["evade.what"] in closed


def test_refusals_are_one_line() -> None:
    state = new_game(FOUR)
    assert refusal("en", "table.die", 0, state) == "A die shows 1 to 6."
    assert refusal("fr", "closed.no-gold", 1, state) == "Bruno n'a pas assez d'or"


def test_moves_of_hands_read_well() -> None:
    from talisman_nb.table.hand_moves import HandMove

    moves = (
        HandMove("card", card="wolf", origin="space:ruins", to="trophies:0"),
        HandMove("counter", 0, "life", -1, 3),
    )
    assert say_moves(NAMES, moves, "en") == (
        "Move the Wolf from the Ruins to Ada's trophies.",
        "Ada returns 1 life counter to the stock, keeping 3.",
    )


# --- whole games ---


@pytest.mark.parametrize(("seed", "edition"), [(0, "revised4"), (1, "revised4"), (2, "second"), (3, "second-cards")])
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
        answer = some_answer(random_, state, asked)
        state, events = step(state, answer)


def some_answer(random_: random.Random, state: State, asked: Ask) -> Answer:
    if random_.random() < 0.2:
        seat = random_.randrange(4)
        found = [option.key for option in asides(state, seat) if not option.closed]
        if found:
            return Answer(state.ply, random_.choice(found), seat)
    keys = [key for key in asked.open() if key not in ("own", "empty")]
    if not keys:  # a card that nobody has typed
        return Answer(state.ply, "own", asked.seat, own=OwnCard("Gargoyle", "monster", 3))
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
        assert set(event.cites) <= set(rule_texts(book_of(state.book), lang))
    for seat in range(4):
        shown = sheet(state, seat, lang, viewer)
        assert len(shown.spells) + shown.unseen == len(state.players[seat].spells)
        assert viewer == seat or not shown.spells


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_and_figures_are_whole(lang: str) -> None:
    labels = labels_of(BOOK, lang)
    assert len(labels.places) == len(BOOK.board.spaces)
    assert set(labels.cards) == {"adventure", "spell"}
    names = [plain(entry.name) for entry in character_entries(BOOK, lang)]
    assert names == sorted(names) and len(names) == len(BOOK.characters)
