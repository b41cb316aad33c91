"""Are cards of a kind found and moved, pieces too, and seats sent to spaces that depend on them? Is a move added to?"""

from __future__ import annotations

import pytest
from read_aloud import assert_well, described, english_in

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine.offers import drop_offers
from talisman_nb.engine.working_state import working_state
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES

CARDS = """
[flute]
name = { en = "Flute", it = "Flauto", fr = "Flûte", pl = "Flet" }
type = "event"
number = 1
met = [{ op = "each", of = "region.cards", as = "card", do = [
  { op = "if", when = { card_is = ["card", "animal"] }, do = [{ op = "place", card = "card", on = "here" }] },
] }]

[magnet]
name = { en = "Magnet", it = "Calamita", fr = "Aimant", pl = "Magnes" }
type = "event"
number = 1
met = [{ op = "each", of = "board.cards", as = "card", do = [
  { op = "if", when = { card_is = ["card", "weapon", "armour"] }, do = [{ op = "discard", card = "card" }] },
] }]

[flood-of-cards]
name = { en = "Deluge", it = "Diluvio", fr = "Déluge", pl = "Potop" }
type = "event"
number = 1
met = [{ op = "each", of = "board.cards", as = "card", do = [
  { op = "if", when = { card_is = ["card", "adventure"] }, do = [{ op = "discard", card = "card" }] },
] }]

[whirlwind]
name = { en = "Whirlwind", it = "Turbine", fr = "Tourbillon", pl = "Trąba powietrzna" }
type = "stranger"
number = 6
stays = "game"
visited = [{ op = "each", of = "board.cards", as = "card", do = [
  { op = "if", when = { card_is = ["card", "event"] }, do = [{ op = "place", card = "card", on = "here" }] },
] }]

[hawk]
name = { en = "Hawk", it = "Falco", fr = "Faucon", pl = "Jastrząb" }
type = "stranger"
number = 6
stays = "game"
visited = [
  { op = "pick", from = "board.cards", into = "prey", when = { card_is = ["this", "bear", "wolf"] } },
  { op = "if", when = { not = { empty = "prey" } }, do = [{ op = "place", card = "this", on = "prey" }] },
]

[homesick]
name = { en = "Homesickness", it = "Nostalgia", fr = "Nostalgie", pl = "Tęsknota" }
type = "event"
number = 1
met = [{ op = "pick", from = "spaces.start", into = "space", purpose = "teleport" }, { op = "teleport", to = "space" }]

[regret]
name = { en = "Regret", it = "Rimpianto", fr = "Regret", pl = "Żal" }
type = "event"
number = 1
met = [
  { op = "pick", from = "spaces.turn_start", into = "space", purpose = "teleport" },
  { op = "teleport", to = "space" },
]

[nudge]
name = { en = "Nudge", it = "Spinta", fr = "Poussée", pl = "Szturchnięcie" }
type = "event"
number = 1
met = [{ op = "pick", from = "right", into = "other" }, { op = "if", when = { not = { empty = "other" } }, do = [
  { op = "call", program = "push", who = "other" },
], else = [{ op = "nothing" }] }]
push = [
  { op = "pick", from = "spaces.beside_other", into = "space", purpose = "teleport" },
  { op = "teleport", to = "space", who = "other" },
]

[bivouac]
name = { en = "Camp", it = "Campo", fr = "Camp", pl = "Obóz" }
type = "event"
number = 1
met = [{ op = "begin", what = "tent", on = "here", whose = "you", word = "tent" }]
[bivouac.tent]
name = { en = "Tent", it = "Tenda", fr = "Tente", pl = "Namiot" }

[gust]
name = { en = "Gust", it = "Bufera", fr = "Tempête", pl = "Burza" }
type = "event"
number = 1
met = [{ op = "place", card = "tent", on = "tavern" }]

[moult]
name = { en = "Moult", it = "Muta", fr = "Mue", pl = "Linienie" }
type = "event"
number = 1
met = [
  { op = "pick", from = "trophies.all", into = "trophy", by = "chance", purpose = "shuffled" },
  { op = "place", card = "trophy", on = "tavern" },
]

[leash]
name = { en = "Leash", it = "Guinzaglio", fr = "Laisse", pl = "Smycz" }
type = "event"
number = 1
met = [
  { op = "pick", from = "here.cards", into = "pet", when = { card_is = ["this", "animal"] } },
  { op = "take", card = "pet", as = "leashed" },
]
[leash.leashed]
type = "follower"
keywords = ["bound"]
held = [{ mod = "add", to = "strength", n = 1 }]

[boots]
name = { en = "Boots", it = "Stivali", fr = "Bottes", pl = "Buty" }
type = "object"
number = 5
held = [
  { mod = "die_plus", for = "move", n = 2, optional = true },
  { mod = "die_plus", for = "move", n = -2, optional = true },
]

[cloak]
name = { en = "Cloak", it = "Mantello", fr = "Cape", pl = "Płaszcz" }
type = "object"
number = 5
held = [{ mod = "die_plus", for = "move", n = 1, optional = true }]
"""
KEYWORDS = '[bound]\nundroppable = true\nname = { en = "Bound", it = "Legato", fr = "Attaché", pl = "Przywiązany" }\n'
KEYS = (
    "moult", "leash", "flute", "magnet", "whirlwind", "flood-of-cards", "hawk", "homesick",
    "regret", "nudge", "bivouac", "gust", "boots", "cloak",
)  # fmt: skip
IN = "edition revised4 + moved | "
HERE = f"{IN}dwarf fields-1, fate 0, arrived | thief city"


@pytest.fixture(autouse=True)
def layer() -> Layer:
    return register(Layer("moved", {"adventure/moved.toml": CARDS, "keywords.toml": KEYWORDS}))


def lying(game: Situation, space: str) -> tuple[str, ...]:
    assert not violations(game.state)
    return game.state.spaces[book_of(game.state.book).board.index[space]]


def kinds(game: Situation) -> list[str]:
    return [event.kind for event in game.told]


# --- what a card is ---


def test_cards_of_a_type_are_moved_with_all_their_copies() -> None:
    game = play(f"{HERE} | on fields-2, bear, goblin | on chapel, wolf | on runes-1, serpent > flute")
    assert {*lying(game, "fields-1")} == {"bear", "wolf"} and lying(game, "fields-2") == ("goblin",)
    assert lying(game, "runes-1") == ("serpent",), "in another Region"


def test_each_copy_of_one_card_is_moved() -> None:
    copies = CARDS.replace("[flute]", '[hare]\nname = "Hare"\ntype = "animal"\nstrength = 1\ncopies = 3\n[flute]')
    register(Layer("moved", {"adventure/moved.toml": copies, "keywords.toml": KEYWORDS}))
    assert lying(play(f"{HERE} | on fields-2, hare, hare, hare > flute"), "fields-1") == ("hare",) * 3


def test_cards_are_told_by_keyword() -> None:
    game = play(f"{HERE} | on fields-2, sword, bear, helmet | on runes-1, shield > magnet")
    assert lying(game, "fields-2") == ("bear",) and lying(game, "runes-1") == ()


def test_cards_are_told_by_deck() -> None:
    game = play(f"{HERE} | on fields-2, bear, purchase/helmet, mule > flood-of-cards")
    assert lying(game, "fields-2") == ("purchase/helmet",)


def test_cards_are_told_by_name_and_one_goes_to_where_another_lies() -> None:
    game = play(f"{HERE} | on chapel, bear, ape | on crags, wolf > hawk")
    assert sorted(game.open) == ["chapel|bear", "crags|wolf"]
    game = game.answer("crags|wolf")
    assert lying(game, "crags") == ("wolf", "hawk") and lying(game, "fields-1") == ()
    assert lying(play(f"{HERE} | on chapel, ape > hawk"), "fields-1") == ("hawk",), "there is no prey"


def test_a_card_that_shows_an_effect_shows_it_where_it_is_moved_to_and_begins_none_anew() -> None:
    game = play(f"{HERE} | blizzard crags, of thief > whirlwind")
    assert {*lying(game, "fields-1")} == {"whirlwind", "blizzard"} and lying(game, "crags") == ()
    assert [effect.shows for effect in game.state.effects] == ["fields-1"] and "began" not in kinds(game)


# --- pieces ---


def test_a_piece_is_moved_and_only_its_owners() -> None:
    game = play(f"{HERE} | tent crags, of thief | tent crags, of dwarf > gust")
    assert sorted((e.seat, e.space) for e in game.state.effects) == [(0, "tavern"), (1, "crags")]
    assert "began" in kinds(game) and lying(game, "tavern") == ()
    assert any("Tent" in line for line in hands(game.state, game.told, "en"))


@pytest.mark.parametrize("where", ["", " | tent tavern, of dwarf", " | tent crags, of thief"])
def test_where_there_is_none_to_move_nothing_happens(where: str) -> None:
    assert kinds(play(f"{HERE}{where} > gust"))[-1] == "nothing_happens"


# --- trophies, and what a card becomes ---


def test_a_trophy_of_anybody_comes_by_chance_and_copies_count() -> None:
    owners = f"{IN}dwarf fields-1, fate 0, trophies hare hare bear, arrived | thief city, trophies ape"
    copies = CARDS.replace("[flute]", '[hare]\nname = "Hare"\ntype = "animal"\nstrength = 1\ncopies = 3\n[flute]')
    register(Layer("moved", {"adventure/moved.toml": copies, "keywords.toml": KEYWORDS}))
    game = play(f"{owners} > moult")
    assert dict(zip([option.key for option in game.ask.options], game.ask.weights, strict=True)) == {
        "trophies:0|hare": 2,
        "trophies:0|bear": 1,
        "trophies:1|ape": 1,
    }
    game = game.answer("trophies:1|ape")
    assert lying(game, "tavern") == ("ape",) and game.state.players[1].trophies == ()
    assert game.state.players[0].trophies == ("hare", "hare", "bear")


def test_where_nobody_has_any_none_is_laid() -> None:
    assert "placed" not in kinds(play(f"{HERE} > moult"))


def test_one_that_buys_only_lives_lies_as_it_was_printed() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, trophies bear@life, arrived | thief city > moult")
    assert lying(game, "tavern") == ("bear",) and game.state.players[0].trophies == ()


def test_what_a_card_becomes_has_keywords_of_its_own() -> None:
    game = play(f"{IN}dwarf ruins, fate 0, arrived | thief city | on ruins, bear > leash")
    assert game.state.players[0].goods == ("bear@leash.leashed",)
    closed = {o.source: o.closed for o in drop_offers(working_state(game.state), 0)}
    assert closed == {"bear@leash.leashed": "bound"}


# --- spaces that depend on the character, the turn or a neighbour ---


def test_one_is_sent_to_its_own_start() -> None:
    assert play(f"{HERE} > homesick").state.players[0].space == "crags"


def test_one_is_sent_back_to_where_the_turn_began() -> None:
    walked = play(f"{IN}dwarf village, fate 0 | thief city > 1 > clockwise > regret")
    assert walked.state.players[0].space == "village"
    assert play(f"{HERE} > regret").state.players[0].space == "fields-1", "it has not moved"


def test_the_neighbour_to_the_right_pushes_one_a_step() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city | elf temple | troll crags > nudge")
    assert game.ask.seat == 3 and set(game.open) == {"village", "graveyard"}
    assert game.answer("village").state.players[0].space == "village"
    dead = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city | nobody temple, out! > nudge")
    assert dead.ask.seat == 1, "who is out is no neighbour"


def test_nobody_is_pushed_over_a_guarded_bridge() -> None:
    game = play(f"{IN}dwarf sentinel, fate 0, arrived | thief city > nudge")
    assert set(game.open) == {"woods-1", "hills-1"}


# --- additions to a move ---


def test_several_additions_are_asked_for_together() -> None:
    game = play(f"{IN}dwarf city, fate 0, has boots cloak | thief village > 4")
    assert [(option.key, option.n) for option in game.ask.options][:-1] == [
        ("n:3", 3),
        ("n:2", 2),
        ("n:1", 1),
        ("n:-1", -1),
        ("n:-2", -2),
    ]
    assert "may" not in str(game) and game.answer("n:-2").ask.n == 2 and game.answer("leave").ask.n == 4
    assert game.answer("n:3").ask.n == 7


def test_a_roll_stays_at_least_1() -> None:
    assert play(f"{IN}dwarf city, fate 0, has boots | thief village > 2").open == ("add", "leave")


def test_a_die_thrown_again_is_added_to_again() -> None:
    game = play(f"{IN}dwarf city, fate 1, has cloak | thief village > 2 > add > fate:0 > 4")
    assert game.ask.kind == "plus" and game.answer("add").ask.n == 5


def test_who_moves_by_steps_adds_nothing() -> None:
    assert play(f"{IN}dwarf city, fate 0, has cloak poltergeist | thief village").ask.kind == "way"


def test_two_dice_are_each_added_to() -> None:
    game = play(f"{IN}house move.dice=2 | dwarf city, fate 0, has boots | thief village > 1 > 5 > n:-2")
    assert {option.n for option in game.ask.options} and game.ask.n == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told(lang: str) -> None:
    book = open_book("revised4+moved")
    for key in KEYS:
        for line in described(key, lang, book):
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (key, line)
    game = play(f"{IN}dwarf city, fate 0, has boots | thief village > 4", lang).answer("n:-2")
    (added,) = [event for event in game.told if event.kind == "added"]
    assert "2" in say_event(game.state, added, lang) and "-2" not in say_event(game.state, added, lang)
    asked = str(play(f"{IN}dwarf city, fate 0, has boots | thief village > 4", lang))
    assert "-2" not in asked.replace("n:-2", "") and "{" not in asked


# --- mistakes ---


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '["card", "animal"]',
            '["card", "animals"]',
            r"expected a type, keyword, deck or name of cards, got 'animals'",
        ),
        ('card = "tent", on', 'card = "tend", on', r"\[gust\] met\[0\]\.card: expected this, a variable"),
        ('card = "this", on = "prey"', 'card = "this", on = "pray"', r"\.on: expected a space, here or a variable"),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    assert old in CARDS
    with pytest.raises(CardError, match=said):
        open_book(
            ["revised4", Layer("bad", {"adventure/moved.toml": CARDS.replace(old, new), "keywords.toml": KEYWORDS})]
        )
