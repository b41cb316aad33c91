"""Do cards of another deck come as texts say: instead of the usual ones, with their trigger, each placed once?"""

from __future__ import annotations

import pytest
from read_aloud import assert_well, described, english_in

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import step
from talisman_nb.engine.by_hand_cards import change_of
from talisman_nb.model import Answer, decode, encode
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.names import LANGUAGES

DECKS = '[lore]\nname = { en = "Lore", it = "Saperi", fr = "Savoirs", pl = "Wiedza" }\n'
LORE = "\n".join(
    f'[tome-{n}]\nname = {{ en = "Tome {n}", it = "Tomo {n}", fr = "Tome {n}", pl = "Tom {n}" }}\ntype = "object"\n'
    f'number = 5\ndrawn = [{{ op = "gain", what = "gold" }}]\n'
    for n in range(1, 5)
)
CARDS = """
[flight-of-pages]
name = { en = "Flight of Pages", it = "Volo", fr = "Envol", pl = "Lot" }
type = "event"
number = 1
met = [{ op = "begin", what = "flight", word = "flight", on = "everyone", until = { draws = 2 } }]
[flight-of-pages.flight]
mods = [{ mod = "draws_from", deck = "lore", of = "adventure" }]

[reading]
name = { en = "Reading", it = "Lettura", fr = "Lecture", pl = "Lektura" }
type = "event"
number = 1
met = [{ op = "call", program = "read" }]

[skimming]
name = { en = "Skimming", it = "Scorsa", fr = "Survol", pl = "Kartkowanie" }
type = "event"
number = 1
met = [{ op = "draw", deck = "lore", to = "space" }]

[search]
name = { en = "Search", it = "Ricerca", fr = "Recherche", pl = "Szukanie" }
type = "event"
number = 1
met = [{ op = "draw", deck = "adventure", to = "space", n = 2 }]

[lens]
name = { en = "Lens", it = "Lente", fr = "Loupe", pl = "Lupa" }
type = "object"
number = 5
held = [{ mod = "on", event = "deck_drawn", do = "sees", when = { drawn_from = "lore" } }]
sees = [{ op = "gain", what = "fate" }]

[blinkers]
name = { en = "Blinkers", it = "Paraocchi", fr = "Œillères", pl = "Klapki" }
type = "object"
number = 5
held = [{ mod = "on", event = "deck_drawn", do = "sees", when = { drawn_from = "adventure" } }]
sees = [{ op = "gain", what = "fate" }]

[spade]
name = { en = "Spade", it = "Vanga", fr = "Bêche", pl = "Szpadel" }
type = "object"
number = 5
held = [{ mod = "action", key = "dig", name = "Dig", at = ["own_turn"], do = "digs" }]
digs = [{ op = "draw", deck = "adventure", to = "space", n = 2 }]

[collector]
name = { en = "Collector", it = "Raccoglitore", fr = "Collecteur", pl = "Zbieracz" }
type = "follower"
number = 5
held = [{ mod = "on", event = "deck_drawn", do = "keeps" }]
keeps = [
  { op = "draw", deck = "lore", to = "space", into = "card" },
  { op = "if", when = { not = { empty = "card" } }, do = [{ op = "take", card = "card" }] },
]
"""
PROGRAMS = """
[read]
guard = ["you", "here"]
do = [{ op = "draw", deck = "lore", to = "space", triggers = true }, { op = "place_drawn" }]
"""
KEYS = ("flight-of-pages", "reading", "lens", "collector")
IN = "edition revised4 + library | "
HERE = f"{IN}dwarf fields-1, fate 0, gold 0, arrived | thief city, fate 0"
ALL = [f"tome-{n}" for n in range(1, 5)]


def library(**files: str) -> Layer:
    texts = {"decks.toml": DECKS, "lore/lore.toml": LORE, "adventure/cards.toml": CARDS, "programs/read.toml": PROGRAMS}
    return register(Layer("library", {**texts, **files}))


@pytest.fixture(autouse=True)
def layer() -> Layer:
    return library()


def lying(game: Situation, space: str) -> tuple[str, ...]:
    assert not violations(game.state) and decode(encode(game.state)) == game.state
    return game.state.spaces[book_of(game.state.book).board.index[space]]


# --- a deck instead of another ---


def test_so_many_cards_come_from_another_deck_and_then_no_more() -> None:
    game = play(f"{HERE} > flight-of-pages > done > 1 > clockwise")
    assert game.ask.purpose == "lore" and [effect.left for effect in game.state.effects] == [2]
    game = game.answer("tome-1", "done", "done")
    assert lying(game, "fields-4") == ("tome-1",) and [effect.left for effect in game.state.effects] == [1]
    game = game.answer("2", "clockwise", "tome-2")
    assert not game.state.effects and any(event.kind == "ended" for event in game.told)


def test_a_text_that_draws_several_draws_them_from_there_as_long_as_it_lasts() -> None:
    game = play(f"{IN}dwarf ruins, fate 0, gold 0, arrived | thief city | flight, left 2")
    assert (game.ask.purpose, game.ask.n) == ("lore", 2)
    assert play(f"{IN}dwarf ruins, fate 0, gold 0, arrived | thief city | flight, left 1 > tome-1").ask.purpose == (
        "adventure"
    )
    dug = play(f"{IN}dwarf temple, fate 0, has spade | thief city | flight, left 1 > 0: use:spade.dig")
    assert dug.ask.purpose == "lore" and dug.answer("tome-1").ask.purpose == "adventure"
    assert not dug.answer("tome-1").state.effects
    assert play(f"{IN}dwarf temple, fate 0, has spade | thief city > 0: use:spade.dig").ask.purpose == "adventure"


def test_the_first_of_two_is_counted_down() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, gold 0, arrived | thief city | flight | flight, left 1 > tome-1")
    assert sorted(effect.left for effect in game.state.effects) == [1, 1]


def test_an_empty_deck_gives_way_to_the_usual_one() -> None:
    out = f"{IN}dwarf fields-1, fate 0, gold 0, arrived | thief city | flight | box {' '.join(ALL)}"
    assert play(out).ask.purpose == "adventure"
    back = out.replace("box", "discards")
    assert play(back).ask.purpose == "lore", "its discards are shuffled"


def test_situations_say_how_many_are_left_and_a_correction_sets_it() -> None:
    text = f"{IN}dwarf temple | thief city | flight"
    state = situation(text)
    assert situation_text(state) == text and [effect.left for effect in state.effects] == [2]
    (change,) = [change_of(effect) for effect in state.effects]
    after, _ = step(state, Answer(state.ply, "hand", changes=(type(change)(**{**_fields(change), "n": 1}),)))
    assert [effect.left for effect in after.effects] == [1]


def _fields(change: object) -> dict[str, object]:
    return {name: getattr(change, name) for name in type(change).__struct_fields__}  # type: ignore[attr-defined]


# --- a trigger of its own ---


def test_a_draw_that_has_a_trigger_fires_it_for_its_deck() -> None:
    assert play(f"{HERE.replace('arrived', 'has lens, arrived')} > reading > tome-1").state.players[0].fate == 1
    assert play(f"{HERE.replace('arrived', 'has blinkers, arrived')} > reading > tome-1").state.players[0].fate == 0
    assert play(f"{HERE.replace('arrived', 'has lens, arrived')} > skimming > tome-1").state.players[0].fate == 0


def test_where_nothing_is_drawn_it_fires_nothing() -> None:
    gone = HERE.replace("arrived", "has lens, arrived") + f" | box {' '.join(ALL)} > reading"
    assert play(gone).state.players[0].fate == 0


def test_what_was_drawn_is_in_a_variable() -> None:
    game = play(f"{HERE.replace('arrived', 'has collector, arrived')} > reading > tome-1 > tome-2")
    assert game.state.players[0].goods == ("collector", "tome-2") and lying(game, "fields-1") == ("tome-1",)


# --- each card is placed once ---


def test_what_a_card_says_as_it_is_drawn_is_done_once() -> None:
    at_ruins = f"{IN}dwarf ruins, fate 0, gold 0, arrived | thief city | flight, left 1 > tome-1 > reading > tome-2"
    assert play(at_ruins).state.players[0].gold == 2, "not again for the first one"
    assert play(f"{HERE} > skimming > tome-1").state.players[0].gold == 0, "nothing places it"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told(lang: str) -> None:
    book = open_book("revised4+library")
    for key in KEYS:
        for line in described(key, lang, book):
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (key, line)
    begun = str(play(f"{HERE} > flight-of-pages", lang))
    assert "{" not in begun and "draws" not in begun.replace("draws from", "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('deck = "lore", of', 'deck = "lure", of', r"mods\[0\]: expected a deck of the book, got 'lure'"),
        ('of = "adventure"', 'of = "adventur"', r"mods\[0\]: expected a deck of the book, got 'adventur'"),
        ('drawn_from = "lore"', 'drawn_from = "loer"', r"drawn_from: expected a deck of the book, got 'loer'"),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    layer = library()
    assert old in CARDS
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("bad", {**layer.texts, "adventure/cards.toml": CARDS.replace(old, new)})])
