"""Do cards act when a fight is won, not won, rolled for or costs a life; do they kill, follow, and move away?"""

from __future__ import annotations

import pytest
from haunting import haunted
from read_aloud import assert_well, english_in

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask
from talisman_nb.notation.situation import situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.names import LANGUAGES

CARDS = """
[crab]
name = { en = "Crab", it = "Granchio", fr = "Crabe", pl = "Krab" }
type = "animal"
strength = 3
bribe = 1
held = [{ mod = "on", event = "unbeaten", do = "away" }]
away = [{ op = "ahead", n = 2, into = "space" }, { op = "place", card = "this", on = "space" }]

[burr]
name = { en = "Burr", it = "Lappola", fr = "Bardane", pl = "Rzep" }
type = "animal"
strength = 3
held = [{ mod = "on", event = "unbeaten", do = "stick", when = { fight_is = ["lost", "standoff"] } }]
stick = [{ op = "take", card = "this", as = "stuck" }]
[burr.stuck]
type = "follower"
held = [
  { mod = "add", to = "strength", n = -1 },
  { mod = "on", event = "visited", do = "off", when = { space_is = "chapel" } },
]
off = [{ op = "discard", card = "this" }]

[judge]
name = { en = "Judge", it = "Giudice", fr = "Juge", pl = "Sędzia" }
type = "follower"
copies = 2
held = [
  { mod = "on", event = "won_fight", do = "pay" },
  { mod = "on", event = "unbeaten", do = "fine" },
]
pay = [{ op = "gain", what = "gold" }]
fine = [{ op = "lose", what = "gold" }]

[dicer]
name = { en = "Dicer", it = "Biscazziere", fr = "Tricheur", pl = "Szuler" }
type = "follower"
held = [
  { mod = "dice", for = "attack", n = 2, when = { in_battle = true } },
  { mod = "on", event = "attack_rolled", do = "double", when = { alike = 2 } },
]
double = [
  { op = "pick", from = "your.objects", into = "away", by = "chance" },
  { op = "discard", card = "away" },
]

[asp]
name = { en = "Asp", it = "Aspide", fr = "Aspic", pl = "Żmija" }
type = "follower"
held = [{ mod = "on", event = "lost_life", do = "bite", when = { cause_is = ["fight", "spoils"] } }]
bite = [{ op = "perish" }]

[reaper]
name = { en = "Reaper", it = "Mietitore", fr = "Faucheur", pl = "Kosiarz" }
type = "event"
number = 1
met = [{ op = "each", of = "everyone_in_region", as = "other", do = [{ op = "perish", who = "other" }] }]

[homing]
name = { en = "Homing", it = "Rientro", fr = "Retour", pl = "Powrót" }
type = "event"
number = 1
met = [{ op = "pick", from = "spaces.start", into = "space" }, { op = "teleport", to = "space" }]
"""
OWN = register(Layer("fight-triggers", {"adventure/cards.toml": CARDS}))
IN = f"edition revised4 + {OWN.name} | "
HERO = "dwarf fields-1, fate 0, arrived"


def game(hero: str, *answers: object, rest: str = "thief city, fate 0", over: str = "") -> Situation:
    return play(" > ".join((f"edition revised4 + {OWN.name}{over} | {hero} | {rest}", *map(str, answers))))


def lies(found: Situation, card: str) -> list[str]:
    return [
        space
        for space, cards in zip(book_of(found.state.book).board.spaces, found.state.spaces, strict=True)
        if card in cards
    ]


# --- not beaten ---

AWAY = "woods-1"


def two_ahead() -> str:
    ring = open_book().board.in_region("outer")
    return ring[(ring.index("fields-1") + 2) % len(ring)]


@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        (("crab", "fight", 1, 6), True),
        (("crab", "fight", 3, 3), True),
        (("crab", "fight", 6, 1), False),
        (("crab", "bribe:0"), True),
    ],
)
def test_a_creature_that_is_not_beaten_moves_away(answers: tuple[object, ...], moves: bool) -> None:
    found = game(f"{HERO}, gold 3", *answers)
    assert lies(found, "crab") == ([two_ahead()] if moves else [])
    assert not list(violations(found.state))


def test_so_does_one_that_is_evaded() -> None:
    evaded = game(f"{HERO}, spells invisibility", "crab", "0: cast:invisibility", "evade")
    assert lies(evaded, "crab") == [two_ahead()]
    alone = game(f"{HERO}, spells immobility", "crab", "0: cast:immobility")
    assert lies(alone, "crab") == [two_ahead()]


def test_it_moves_before_who_lost_to_it_dies() -> None:
    found = game(f"{HERO}, life 1", "crab", "fight", 1, 6)
    assert lies(found, "crab") == [two_ahead()] and found.state.players[0].character != "dwarf"


def test_past_the_last_space_counting_goes_on_at_the_first() -> None:
    ring = open_book().board.in_region("outer")
    found = game(HERO.replace("fields-1", ring[-1]), "crab", "fight", 1, 6)
    assert lies(found, "crab") == [ring[1]]


@pytest.mark.parametrize(("faces", "follows"), [((1, 6), True), ((3, 3), True), ((6, 1), False)])
def test_a_card_may_come_along_as_something_else(faces: tuple[int, int], follows: bool) -> None:
    found = game(HERO, "burr", "fight", *faces)
    assert (found.state.players[0].goods == ("burr@burr.stuck",)) == follows
    assert not list(violations(found.state))


def test_what_follows_is_written_read_and_discarded_again() -> None:
    stuck = play(f"{IN}dwarf chapel, fate 0, life 5, has burr@burr.stuck, arrived | thief city")
    assert stuck.state.players[0].goods == ()
    assert stuck.state.decks[0].discards == ("burr",)
    held = play(f"{IN}dwarf fields-1, fate 0, has burr@burr.stuck | thief city")
    assert play(situation_text(held.state)).state.players[0].goods == ("burr@burr.stuck",)


def test_who_may_take_no_follower_gets_none() -> None:
    found = game(f"{HERO}, has cursed-by-a-hag", "burr", "fight", 1, 6)
    assert "burr@burr.stuck" not in found.state.players[0].goods and lies(found, "burr") == ["fields-1"]


# --- won ---


@pytest.mark.parametrize(("faces", "gold"), [((6, 1), 4), ((3, 3), 2), ((1, 6), 2)])
def test_a_fight_that_is_won_or_not_is_noticed(faces: tuple[int, int], gold: int) -> None:
    found = game(f"{HERO}, gold 3, has judge", "bear", "fight", *faces)
    assert found.state.players[0].gold == gold


def test_a_creature_that_a_spell_saves_is_not_beaten() -> None:
    found = game(f"{HERO}, gold 3, has judge", "bear", "fight", 6, 1, "1: cast:preservation",
                 rest="thief city, fate 0, spells preservation")  # fmt: skip
    assert found.state.players[0].gold == 2


@pytest.mark.parametrize(("faces", "winner"), [((6, 1), 0), ((1, 6), 1)])
def test_either_side_of_a_duel_may_win(faces: tuple[int, int], winner: int) -> None:
    judged = "gold 3, fate 0, has judge"
    found = play(f"{IN}dwarf fields-1, {judged} | thief graveyard, {judged} > 1 > clockwise > attack:1")
    found = found.answer("fight") if found.ask.kind == "fight" else found
    before = found.answer(str(faces[0])).answer(str(faces[1]))
    after = before.answer("life").state.players if before.ask.kind == "spoils" else before.state.players
    assert [p.gold for p in after] == [4 if seat == winner else 3 for seat in (0, 1)]


# --- rolled ---


@pytest.mark.parametrize(("faces", "doubles"), [((4, 4), True), ((4, 5), False)])
def test_dice_that_are_alike_are_noticed_once_they_count(faces: tuple[int, int], doubles: bool) -> None:
    found = game(f"{HERO}, has dicer, sword, sword, axe", "bear", "fight", *faces, 1)
    assert (found.ask.chance and found.ask.purpose == "card-by-chance") == doubles
    if doubles:
        asked = ask(found.state)
        assert dict(zip([o.key for o in asked.options], asked.weights, strict=True)) == {"sword": 2, "axe": 1}
        assert found.answer("sword").state.players[0].goods == ("dicer", "sword", "axe")


def test_a_die_that_is_thrown_again_counts_as_it_lies_then() -> None:
    found = game("dwarf fields-1, fate 1, has dicer, sword, axe, arrived", "bear", "fight", 4, 4, 1)
    assert found.ask.kind == "result"
    assert found.answer("keep").ask.purpose == "card-by-chance"
    assert found.answer("fate:0").answer("2").state.players[0].goods == ("dicer", "sword", "axe")


def test_one_thing_is_found_without_asking_chance() -> None:
    found = game(f"{HERO}, has dicer, sword", "bear", "fight", 2, 2, 1)
    assert found.state.players[0].goods == ("dicer",)


def test_only_what_lies_open_is_found_by_chance() -> None:
    text = '[thief-of-words]\nname = "T"\ntype = "event"\nmet = [{ op = "pick", from = "your.spells", into = "a", by = "chance" }, { op = "discard", card = "a" }]\n'  # noqa: E501
    with pytest.raises(CardError, match="only a space or a card that lies open is found by chance"):
        open_book(["revised4", Layer("mine", {"adventure/cards.toml": text})])


# --- killed ---


def test_a_life_lost_in_a_fight_may_kill() -> None:
    assert game(f"{HERO}, has asp", "bear", "fight", 1, 6).state.players[0].character != "dwarf"
    assert game(f"{HERO}, has asp", "pestilence").state.players[0].life == 4
    saved = game(f"{HERO}, has asp, shield", "bear", "fight", 1, 6, "shield", 6)
    assert saved.state.players[0].life == 5


def test_whoever_is_killed_is_so_with_all_lives() -> None:
    found = game(HERO, "reaper", rest="thief fields-2, fate 0 | troll oasis")
    assert [(e.kind, e.n) for e in found.told if e.kind == "lost" and e.what == "life"] == [("lost", 5), ("lost", 4)]
    assert [p.character for p in found.state.players][2] == "troll"
    assert len([e for e in found.told if e.kind == "killed"]) == 2


def test_who_lives_without_life_is_killed_too() -> None:
    over = f" + {haunted().name}"
    found = game("dwarf fields-1, as shade, life 2, gold 0, fate 0, arrived", "reaper", over=over)
    assert {"killed", "eliminated"} <= {e.kind for e in found.told}
    living = game("dwarf fields-1, gold 0, fate 0, arrived", "reaper", over=over)
    assert living.state.players[0].form == "shade"


def test_home_is_where_the_character_began() -> None:
    assert game(HERO, "homing").state.players[0].space == "crags"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_of_it_is_told(lang: str) -> None:
    book = open_book(["revised4", OWN])
    for card in [card for card in book.deck_of if book.layer_of(card) == OWN.name]:
        told = lines(tree_of(book, card, lang))
        assert len(told) > (book.card(card).facts.strength > 0)
        for line in told:
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (card, line)


# --- decided otherwise ---

DECIDED = """
[two-faced]
name = { en = "Janus", it = "Giano", fr = "Janus", pl = "Janus" }
type = "monster"
strength = 5
craft = 2
held = [{ mod = "on", event = "fight_begins", do = "how" }]
how = [{ op = "choose", purpose = "choice", options = [
  { key = "go-on", do = [] },
  { key = "in-mind", name = { en = "In mind", it = "Con la mente", fr = "En esprit", pl = "Myślą" }, do = [
    { op = "fight_by", by = "psychic" },
  ] },
] }]

[lucky-horn]
name = { en = "Horn", it = "Corno", fr = "Cor", pl = "Róg" }
type = "object"
held = [
  { mod = "action", key = "blow", name = { en = "Blow", it = "Suonare", fr = "Sonner", pl = "Zadmij" }, at = [
    "fight", "dice",
  ], do = "blow" },
]
blow = [{ op = "discard", card = "this" }, { op = "win_fight" }]

[feud]
name = { en = "Feud", it = "Faida", fr = "Querelle", pl = "Waśń" }
type = "event"
number = 1
met = [
  { op = "pick", from = "others", into = "other", purpose = "look-at" },
  { op = "teleport", to = "other" },
  { op = "attack", foes = "other", spoils = false, ends = false, as = "result" },
  { op = "if", when = { won = "result" }, do = [{ op = "gain", what = "gold", n = { of_other = { have = "gold" } } }] },
]
"""
LATE = register(Layer("decided", {"adventure/cards.toml": DECIDED}))


def decided(hero: str, *answers: object, rest: str = "thief city, fate 0") -> Situation:
    return play(" > ".join((f"edition revised4 + {LATE.name} | {hero} | {rest}", *map(str, answers))))


def test_a_fight_is_about_what_is_chosen() -> None:
    mind, body = decided(HERO, "two-faced", "in-mind"), decided(HERO, "two-faced", "go-on")
    assert [found.state.fight.stat for found in (mind, body) if found.state.fight] == ["craft", "strength"]
    assert mind.answer("fight").answer("3").answer("3").state.players[0].trophies == ("two-faced",)


def test_a_creature_with_two_figures_fights_alone() -> None:
    for lying in ("two-faced, giant", "giant, two-faced"):
        found = decided(HERO, rest=f"thief city, fate 0 | on fields-1, {lying}")
        found = found.answer("two-faced") if found.ask.purpose == "order" else found
        assert [foe.card for foe in found.state.fight.foes if found.state.fight] == [lying.partition(",")[0]]


@pytest.mark.parametrize("before", [(), ("fight",), ("fight", 1)])
def test_a_fight_may_be_won_without_the_dice_that_are_left(before: tuple[object, ...]) -> None:
    found = decided(f"{HERO}, has lucky-horn", "giant", *before, "0: use:lucky-horn.blow")
    found = found.answer("fight") if found.ask.kind == "fight" else found
    player = found.state.players[0]
    assert (player.trophies, player.goods, player.life) == (("giant",), (), 5)
    (fought,) = [event for event in found.told if event.kind == "fought"]
    assert (fought.what, fought.source) == ("won", "lucky-horn") and not list(violations(found.state))


def test_without_spoils_the_card_alone_rewards() -> None:
    rest = "thief city, gold 3, fate 0"
    found = decided("dwarf fields-1, fate 0, gold 1, arrived", "feud", "fight", 6, 1, rest=rest)
    assert [(p.gold, p.life) for p in found.state.players] == [(4, 5), (3, 4)] and found.ask.kind == "close"
    lost = decided("dwarf fields-1, fate 0, gold 1, arrived", "feud", "fight", 1, 6, rest=rest)
    assert lost.ask.kind == "spoils" and lost.ask.seat == 1, "who defends is rewarded as usual"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_decides_a_fight_is_told(lang: str) -> None:
    book = open_book(["revised4", LATE])
    for card in ("two-faced", "lucky-horn", "feud"):
        for line in lines(tree_of(book, card, lang)):
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (card, line)


@pytest.mark.parametrize(("held", "waits"), [("lucky-horn", True), ("sword", False)])
def test_virtual_dice_wait_where_something_may_be_used_between_them(held: str, waits: bool) -> None:
    """Otherwise both rolls of a fight are one press, and the moment after the own one would never come."""
    hero = f"{HERO}, has {held}"
    at_dice = decided(hero, "giant", "fight").state
    table = Table.new({"P0": "dwarf", "P1": "thief"}, layers=[LATE], dice="virtual", seed=1, position=at_dice)
    table.roll()
    assert (table.ask.purpose == "foe") == waits
    if waits:
        table.answer("use:lucky-horn.blow", seat=0)
        assert table.state.players[0].trophies == ("giant",)
