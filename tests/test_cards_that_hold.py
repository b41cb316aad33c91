"""Does a card hold another one, guard what lies beside it, turn its token over and hand a card on face down?

With cards of its own, and with those of The Realm of Souls that say such things.
"""

from __future__ import annotations

import pytest
from read_aloud import assert_well, described, english_in

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine.view import view
from talisman_nb.notation.situation import SituationError, situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.contents import held_name, lasting
from talisman_nb.text.wording import wording_of

CARDS = """
[casket]
name = { en = "Casket", it = "Scrigno", fr = "Coffret", pl = "Szkatuła" }
type = "object"
number = 5
held = [
  { mod = "action", key = "put-in", at = ["own_turn"], do = "put_in", name = NAMES },
]
put_in = [
  { op = "pick", from = "your.goods", into = "thing", when = { not = { card_is = ["this", "casket"] } } },
  { op = "if", when = { not = { empty = "thing" } }, do = [
    { op = "begin", what = "inside", word = "in-the-casket", on = "you", until = "had", with = ["thing"] },
  ] },
]
[casket.inside]
mods = [{ mod = "grant", keyword = "locked", to = "thing" }]
ended = [{ op = "discard", card = "thing" }]

[magpie]
name = { en = "Magpie", it = "Gazza", fr = "Pie", pl = "Sroka" }
type = "animal"
strength = 3
here = [{ mod = "cannot", act = "pick_up", cites = ["card.text"] }]

[weathercock]
name = { en = "Weathercock", it = "Segnavento", fr = "Girouette", pl = "Kurek" }
type = "place"
number = 6
stays = "game"
other_side = "spell"
visited = [
  { op = "turn_over" },
  { op = "if", when = { card_is = ["this", "spell"] }, do = [{ op = "gain", what = "gold" }], else = [
    { op = "gain", what = "fate" },
  ] },
]

[broom]
name = { en = "Broom", it = "Scopa", fr = "Balai", pl = "Miotła" }
type = "event"
number = 1
met = [{ op = "each", of = "board.cards", as = "card", do = [
  { op = "if", when = { card_is = ["card", "adventure"] }, do = [{ op = "discard", card = "card" }] },
] }]

[courier]
name = { en = "Courier", it = "Corriere", fr = "Messager", pl = "Goniec" }
type = "event"
number = 1
met = [
  { op = "look", at = "adventure" },
  { op = "pick", from = "others", into = "other" },
  { op = "begin", what = "letter", word = "letter", on = "other" },
]
[courier.letter]
mods = [
  { mod = "holds_top", deck = "adventure" },
  { mod = "on", event = "turn_begins", do = "read" },
]
read = [{ op = "end", what = "this" }]
"""
CARDS = CARDS.replace("NAMES", '{ en = "Put it in", it = "Metterlo", fr = "Ranger", pl = "Włóż" }')
KEYWORDS = '[locked]\nuntaken = true\nname = { en = "Locked", it = "Chiuso", fr = "Enfermé", pl = "Zamknięty" }\n'
KEYS = ("casket", "magpie", "weathercock", "broom", "courier")
IN = "edition revised4 + holding | "
HERE = f"{IN}dwarf fields-1, fate 0, arrived | thief city"


@pytest.fixture(autouse=True)
def layer() -> Layer:
    return register(Layer("holding", {"adventure/holding.toml": CARDS, "keywords.toml": KEYWORDS}))


def lying(game: Situation, space: str) -> tuple[str, ...]:
    assert not violations(game.state)
    return game.state.spaces[book_of(game.state.book).board.index[space]]


def closed(game: Situation) -> dict[str, str]:
    return {option.source or option.key: option.closed for option in game.ask.options if option.closed}


# --- holding ---

FILLED = 'casket sword mule, in-the-casket "sword"'


def test_what_is_put_in_a_card_is_remembered_and_told() -> None:
    game = play(f"{IN}dwarf city, fate 0, has casket sword mule | thief village > 0: use:casket.put-in")
    game = game.answer("sword")
    (effect,) = game.state.effects
    assert (effect.until, effect.source, effect.slots) == ("had", "casket", ("sword",))
    assert any("Casket (Sword)" in each.text for each in lasting(view(game.state), "en"))
    assert 'in-the-casket "sword"' in situation_text(game.state)
    assert not violations(game.state)


def test_nobody_takes_what_is_locked_by_an_ability() -> None:
    game = play(f"{IN}thief city, fate 0, arrived | dwarf city, has {FILLED} > use:character.thief.steal@1")
    assert closed(game) == {"sword": "untaken"} and {"casket"} <= {*game.open} and "sword" not in game.open


def test_nor_by_a_victory() -> None:
    fight = (
        'elf city, strength 6, fate 0, arrived | dwarf city, life 4, fate 0, has casket sword, in-the-casket "sword"'
    )
    game = play(f"{IN}{fight} > attack:1 > fight > 6 > 1")
    assert game.ask.kind == "spoils" and closed(game) == {"sword": "untaken"}


def test_without_the_card_what_it_holds_is_not_locked() -> None:
    with pytest.raises(SituationError, match="lasts only as long as casket is had"):
        play(f'{IN}dwarf city, fate 0, has sword, in-the-casket "sword" | thief village')


def test_who_loses_the_card_loses_what_it_holds_as_it_says() -> None:
    game = play(f"{IN}dwarf city, fate 0, has {FILLED} | thief village > 0: drop:casket")
    assert game.state.players[0].goods == ("mule",) and not game.state.effects
    assert lying(game, "city") == ("casket",), "and the sword is discarded"


def test_one_that_dies_leaves_both() -> None:
    game = play(
        f"{IN}dwarf ruins, life 1, fate 0, has {FILLED}, arrived | thief village | on ruins, dragon, bear "
        "> fight > 1 > 6"
    )
    assert {"casket", "sword"} <= {*lying(game, "ruins")} and not game.state.effects


# --- guarding ---


def test_objects_beside_a_guard_are_left_lying_until_it_is_gone() -> None:
    place = "on fields-1, magpie, sword, mule"
    game = play(f"{IN}dwarf fields-1, strength 6, life 4, fate 0, arrived | thief city | {place} > fight > 6 > 1")
    assert game.ask.kind == "take" and not closed(game) and {"sword", "mule"} <= {*game.open}


def test_who_evades_the_guard_finds_them_closed() -> None:
    game = play(f"{IN}elf woods-1, fate 0, arrived | thief city | on woods-1, magpie, sword, mule > evade")
    assert closed(game) == {"sword": "pick_up"} and "mule" in game.open


def test_objects_are_free_where_it_is_not() -> None:
    game = play(f"{IN}elf woods-1, fate 0, arrived | thief city | on woods-1, bear, sword, mule > evade")
    assert closed(game) == {} and {"sword", "mule"} <= {*game.open}


# --- turning a token over ---


def test_a_token_is_turned_with_each_visit_and_the_card_is_of_another_deck() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, gold 0, arrived | thief city | on fields-1, weathercock")
    at = lying(game, "fields-1")
    assert at == ("weathercock:1",) and (game.state.players[0].gold, game.state.players[0].fate) == (1, 0)
    assert held_name(wording_of(view(game.state), "en"), "weathercock:1") == "Weathercock, token turned over"
    again = play(f"{HERE} | on fields-1, weathercock:1")
    assert lying(again, "fields-1") == ("weathercock",) and again.state.players[0].fate == 1


def test_what_asks_for_the_deck_finds_it_on_one_side_only() -> None:
    here = f"{HERE} | on runes-1, weathercock"
    assert lying(play(f"{here} > broom"), "runes-1") == ()
    assert lying(play(f"{here}:1 > broom"), "runes-1") == ("weathercock:1",)


def test_there_is_one_other_side_only() -> None:
    with pytest.raises(SituationError):
        play(f"{HERE} | on runes-1, weathercock:2")


# --- handing a card on ---


def test_a_card_that_lies_apart_is_not_drawn_until_its_turn() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city | elf fields-2 > courier > bear > seat:2 > done")
    (deck,) = [deck for deck in game.state.decks if deck.known]
    assert deck.known == ("bear",) and deck.knowers == (0,)
    assert not any(deck.known for deck in view(game.state, 2).decks), "only who looked knows it"
    apart = game.answer("1", "clockwise")
    assert apart.ask.kind == "card" and "bear" not in [option.key for option in apart.ask.options], "it lies apart"


def test_it_is_drawn_next_once_it_is_back() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city > courier > bear > done")
    assert game.state.turn == 1 and not game.state.effects, "whose turn has begun"
    game = game.answer("1", "clockwise") if game.ask.kind == "die" else game
    assert not violations(game.state)


# --- words and mistakes ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told(lang: str) -> None:
    book = open_book("revised4+holding")
    for key in KEYS:
        for line in described(key, lang, book):
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (key, line)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('other_side = "spell"', 'other_side = "spells"', r"\[weathercock\] other_side: expected a deck"),
        ('other_side = "spell"', "", r"\[weathercock\] other_side: it goes with"),
        ('deck = "adventure" },\n  { mod', 'deck = "adventures" },\n  { mod', r"holds_top|deck"),
        (', to = "thing"', ', to = "things"', r"\.to: expected goods, objects, followers or a variable"),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    assert old in CARDS
    cards = CARDS.replace(old, new)
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("bad", {"adventure/holding.toml": cards, "keywords.toml": KEYWORDS})])
