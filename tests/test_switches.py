"""What tables play both ways: does each switch do what it says, on and off?"""

from __future__ import annotations

import pytest
from editions import PLAYED
from read_aloud import described
from situations import Game, seat, situation

from talisman_nb.model import Change
from talisman_nb.notation.situation import situation as lay_out
from talisman_nb.rules.book import open_book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.rules.layers import Layer, register, specify
from talisman_nb.text.house_rules import switches

THIEF = seat("thief", "city")


def table(*seats: tuple, on: bool, switch: str, **rest: object) -> Game:  # type: ignore[type-arg]
    """A situation where a table has turned a switch on or off."""
    return situation(*seats, house={f"switch.{switch}": on}, **rest)


def drawn(game: Game, space: str, *cards: str) -> Game:
    """Walk to a space and draw."""
    return game.walk(space).say(*cards)


both_ways = pytest.mark.parametrize("on", [False, True])


# --- spaces ---


@both_ways
def test_a_four_at_the_temple_takes_a_follower_or_where_the_table_says_so_a_life(on: bool) -> None:
    game = table(seat("elf", "desert-2", goods=("guide",), fate=0), THIEF, switch="temple_life", on=on)
    game.walk("temple").say(1, 3).say(*(["lose-life"] if on else []))
    assert (game[0].life, game[0].goods) == ((3, ("guide",)) if on else (4, ()))


def test_without_a_follower_only_the_life_can_go() -> None:
    game = table(seat("elf", "desert-2", fate=0), THIEF, switch="temple_life", on=True)
    game.walk("temple").say(1, 3)
    assert game.open() == ("lose-life",)


@both_ways
def test_prince_and_princess_heal_two_or_where_the_table_says_so_four(on: bool) -> None:
    both = seat("troll", "portal-of-power", goods=("prince", "princess"), life=1, gold=0)
    game = table(both, THIEF, switch="royal_pair", on=on).walk("castle")
    while game.ask.kind != "close":
        game.say(game.open()[0])
    assert game[0].life == (5 if on else 3)


@both_ways
def test_one_may_leave_the_temple_without_praying(on: bool) -> None:
    game = table(seat("elf", "desert-2", fate=0), THIEF, switch="temple_leave", on=on).walk("temple")
    assert game.ask.kind == ("choose" if on else "die")
    if on:
        assert game.open() == ("pray", "refuse")
        game.say("refuse")
        assert game.ask.kind == "close" and game[0].life == 4


def test_whoever_stays_at_the_temple_prays() -> None:
    game = table(seat("elf", "desert-2", fate=0), THIEF, switch="temple_leave", on=True)
    game.walk("temple").say("pray", 1, 1)
    assert game[0].life == 2


# --- enemies and events ---


@both_ways
def test_past_a_bandit_paid_off_one_goes_on_where_the_table_says_so(on: bool) -> None:
    game = table(
        seat("troll", "hills-1", gold=1), THIEF, switch="bandit_passed", on=on, lying={"fields-1": ("bandit", "ring")}
    )
    game.walk("fields-1").say("bribe:0")
    assert game.told("evaded" if on else "left_alone") and bool(game.told("barred")) != on
    assert game.lying("fields-1")[0] == "bandit" and (game.ask.kind == "take") == on


@both_ways
def test_the_siren_costs_the_running_turn_or_the_next(on: bool) -> None:
    game = table(seat("troll", "hills-1"), THIEF, switch="siren_next", on=on)
    drawn(game, "fields-1", "siren")
    missed = [event.seat for event in game.told("will_miss")]
    assert sorted(missed) == [0, 1]
    assert [promise.at for promise in game[0].promises] == ["turn"]


@both_ways
def test_where_the_siren_costs_the_next_turn_what_else_was_drawn_is_met(on: bool) -> None:
    game = table(seat("troll", "fields-5"), THIEF, switch="siren_next", on=on)
    game.walk("ruins").say("siren", "wolf")
    assert (game.ask.kind == "fight") == on
    assert len(game[0].promises) == (1 if on else 0), "the running turn counts only where something was left to meet"


@both_ways
@pytest.mark.parametrize(("card", "hero"), [("enchanter", "wizard"), ("fairy", "prophetess"), ("phantom", "wizard")])
def test_a_wish_may_be_refused_where_the_table_says_so(card: str, hero: str, on: bool) -> None:
    game = table(seat(hero, "hills-1", fate=0), THIEF, switch="wish_refused", on=on, lying={"fields-1": (card,)}).walk(
        "fields-1"
    )
    assert ("refuse" in game.open()) == on
    if on:
        game.say("refuse")
        assert game.lying("fields-1") == (card,) and card not in game.discards("adventure")
    else:
        assert game.lying("fields-1") == ()


def test_a_wish_that_is_made_is_granted() -> None:
    game = table(seat("wizard", "hills-1"), THIEF, switch="wish_refused", on=True, lying={"fields-1": ("enchanter",)})
    game.walk("fields-1").say("wish", "craft")
    assert game[0].craft == 1 and "enchanter" in game.discards("adventure")


@both_ways
@pytest.mark.parametrize(("card", "hero"), [("fairy", "prophetess"), ("phantom", "wizard")])
def test_a_wish_may_lead_to_where_one_stands(card: str, hero: str, on: bool) -> None:
    game = table(seat(hero, "hills-1"), THIEF, switch="wish_same_space", on=on, lying={"fields-1": (card,)})
    game.walk("fields-1").say("teleport")
    assert ("fields-1" in game.open()) == on
    game.say("fields-1" if on else "city")
    assert game[0].space == ("fields-1" if on else "city")


# --- what has become a Follower ---

TURNED = ("bear@minstrel.charmed", "ogre@ghoul.raised")


def followed(on: bool) -> Game:
    """A Troll with a charmed Bear, a raised Ogre and a Guide."""
    hero = seat("troll", "fields-1", goods=(*TURNED, "guide"), life=1)
    return table(hero, THIEF, switch="turned_discarded", on=on)


def ditched(game: Game) -> None:
    for card in (*TURNED, "guide"):
        game.aside(0, f"drop:{card}")


LEFT = {
    "ditched": ditched,
    "killed": lambda game: game.by_hand(Change("life", 0, 0)),
    "gone": lambda game: game.by_hand(Change("leave", 0, to="space")),
    "toad": lambda game: game.by_hand(Change("form", 0, 3, "toad")),
}


@both_ways
@pytest.mark.parametrize("how", LEFT)
def test_what_has_become_a_follower_is_discarded_however_it_is_left(how: str, on: bool) -> None:
    game = followed(on)
    LEFT[how](game)
    assert set(game.lying("fields-1")) == ({"guide"} if on else {"guide", "bear", "ogre"})
    assert set(game.discards("adventure")) == ({"bear", "ogre"} if on else set())
    named = [card for kind in ("dropped", "killed", "leaves") for event in game.told(kind) for card in event.cards]
    assert ("followers.turned" in [rule for event in game.told("discarded") for rule in event.cites]) == on
    assert (TURNED[0] in named) != on


def test_an_enemy_that_follows_is_an_enemy_again_only_in_the_second_edition() -> None:
    assert [open_book(edition).table["switch.turned_discarded"] for edition in ("revised4", "second")] == [True, False]


@both_ways
@pytest.mark.parametrize("how", ["strength", "craft"])
def test_a_hex_strikes_whoever_stays_on_the_portal_after_failing(how: str, on: bool) -> None:
    hexed = "troll black-knight, fate 0 | thief city | hex portal-of-power, of thief, left 2"
    game = Game(lay_out(f"house switch.stopped_landed={str(on).lower()} | {hexed}"))
    game.say(2, "portal", how, 6, 6)
    assert (game[0].space, game[0].life) == ("portal-of-power", 5 if on else 6)
    assert game.ask.kind == "close" and game.lying("portal-of-power") == ("hex",)


def test_a_hex_kills_whoever_stays_on_the_portal_with_the_last_life() -> None:
    game = Game(lay_out("troll black-knight, fate 0, life 1 | thief city | hex portal-of-power, of thief, left 2"))
    game.say(2, "portal", "strength", 6, 6)
    assert game[0].character == "" and game.told("killed")


# --- drawing ---


@both_ways
def test_another_card_is_drawn_for_one_placed_elsewhere(on: bool) -> None:
    game = drawn(table(seat("troll", "hills-1", fate=0), THIEF, switch="draw_again", on=on), "fields-1", "hermit", 4)
    assert game.lying("oasis") == ("hermit",)
    assert (game.ask.kind == "card") == on
    if on:
        game.say("ring")
        assert game.lying("fields-1") == ("ring",)


def test_what_is_drawn_instead_may_go_elsewhere_too() -> None:
    game = drawn(
        table(seat("troll", "hills-1", fate=0), THIEF, switch="draw_again", on=True),
        "fields-1",
        "hermit",
        4,
        "ghost",
        1,
        "wolf",
    )
    assert (game.lying("oasis"), game.lying("city"), game.ask.kind) == (("hermit",), ("ghost",), "fight")


def test_a_card_placed_where_it_was_drawn_is_not_replaced() -> None:
    game = drawn(
        table(seat("troll", "desert-1", fate=0), THIEF, switch="draw_again", on=True), "oasis", "hermit", "wolf", 4
    )
    assert game.lying("oasis") == ("wolf", "hermit") and game.ask.kind == "fight"


@both_ways
def test_the_prophetess_throws_away_one_card_or_each(on: bool) -> None:
    game = table(seat("prophetess", "fields-5"), THIEF, switch="redraw_each", on=on)
    game.walk("ruins").say("wolf", "bear").say("wolf", "ring")
    assert (game.ask.purpose == "redraw") == on
    if on:
        game.say("bear", "sword")
        assert game.ask.kind == "take" and sorted(game.lying("ruins")) == ["ring", "sword"]


@both_ways
def test_whoever_keeps_a_card_is_not_asked_for_the_next(on: bool) -> None:
    game = table(seat("prophetess", "fields-5"), THIEF, switch="redraw_each", on=on)
    game.walk("ruins").say("bandit", "bandit", "none")
    assert game.ask.kind == "fight"


@both_ways
def test_of_two_cards_alike_both_may_be_thrown_away(on: bool) -> None:
    game = table(seat("troll", "fields-5", goods=("orb-of-knowledge",)), THIEF, switch="redraw_each", on=on)
    game.walk("ruins").say("bandit", "bandit", "bandit", "ring")
    assert (game.ask.purpose == "redraw") == on and game.lying("ruins").count("bandit") == 1


# --- things, Spells, abilities ---


@both_ways
def test_a_small_bridge_rids_one_of_the_poltergeist_or_does_not(on: bool) -> None:
    game = table(seat("troll", "fields-3", goods=("poltergeist",)), THIEF, switch="river_bridges", on=on).walk("city")
    assert game[0].goods == (() if on else ("poltergeist",))


@both_ways
def test_the_sentinels_bridge_always_does(on: bool) -> None:
    game = table(seat("troll", "sentinel", goods=("poltergeist",)), seat("elf", "crags"), switch="river_bridges", on=on)
    game.say(next(option.key for option in game.ask.options if option.source == "bridge")).say("fight", 6, 1, "keep")
    assert game[0].goods == () and game[0].space == "hills-3"


@both_ways
def test_the_cross_destroys_spirits_or_whatever_fights_with_craft(on: bool) -> None:
    game = table(seat("troll", "hills-1", goods=("cross",)), THIEF, switch="cross_craft", on=on)
    drawn(game, "fields-1").own("Owl", "monster", craft=3)
    offered = [offer.key for offer in game.ask.offers]
    assert ("use:cross.destroy-craft" in offered) == on and "use:cross.destroy-spirit" not in offered
    if on:
        game.say("use:cross.destroy-craft")
        assert game.told("destroyed") and game.ask.kind == "close"


def test_a_spirit_is_one_of_those_that_fight_with_craft() -> None:
    cross = seat("troll", "hills-1", goods=("cross",))
    game = table(cross, THIEF, switch="cross_craft", on=True, lying={"fields-1": ("shadow",)}).walk("fields-1")
    assert [offer.key for offer in game.ask.offers] == ["use:cross.destroy-craft"]


@both_ways
def test_destroy_magic_stops_the_command_spell_or_does_not(on: bool) -> None:
    caster, ruler = seat("wizard", "city", spells=("destroy-magic",)), seat("troll", "crown-of-command")
    game = table(caster, ruler, switch="destroy_command", on=on).aside(0, "cast:destroy-magic").turn_end().say("go-on")
    assert bool(game.told("may_not_cast")) == on and bool(game.told("commands")) != on


@both_ways
def test_the_thief_takes_a_free_card_beside_a_visit_or_at_the_blacksmith(on: bool) -> None:
    game = (
        table(seat("thief", "fields-1", gold=0), seat("troll", "crags"), switch="free_beside", on=on)
        .walk("village")
        .say("mystic", 2, "keep")
    )
    assert (game.ask.purpose == "free-ware") == on
    if on:
        game.say("purchase/armour")
        assert game[0].goods == ("purchase/armour",) and game.told("got")


@both_ways
def test_the_page_of_the_thief_excepts_the_village_only_beside_a_visit(on: bool) -> None:
    told = described("character.thief", "en", open_book("revised4", {"switch.free_beside": on}))
    assert any("unless it is a visit to the Village" in line for line in told) == on


@both_ways
def test_at_the_blacksmith_the_thief_has_one_free_card_at_most(on: bool) -> None:
    game = (
        table(seat("thief", "fields-1", gold=2), seat("troll", "crags"), switch="free_beside", on=on)
        .walk("village")
        .say("blacksmith")
    )
    assert any(key.startswith("free:") for key in game.open()) != on


@both_ways
@pytest.mark.parametrize("at", ["hills-1", "village"])
def test_on_market_day_the_free_card_is_as_ever_in_the_village_too(on: bool, at: str) -> None:
    game = drawn(
        table(seat("troll", "hills-1"), seat("thief", at, gold=0), switch="free_beside", on=on),
        "fields-1",
        "market-day",
    )
    while game.ask.seat != 1:
        game.say("done")
    assert any(key.startswith("free:") for key in game.open())


@both_ways
def test_on_market_day_the_free_card_is_as_ever(on: bool) -> None:
    game = drawn(
        table(seat("thief", "hills-1", gold=0), seat("troll", "crags"), switch="free_beside", on=on),
        "fields-1",
        "market-day",
    )
    assert any(key.startswith("free:") for key in game.open())


FIREBALL = """
[fireball]
type = "spell"
at = ["turn_start"]
target = "characters"
cast = [
  { op = "set", var = "ball", to = 4 },
  { op = "if", when = { rule = "switch.fireball" }, do = [{ op = "set", var = "ball", to = { stat = "craft" } }] },
  { op = "attack", who = "other", ends = false, foes = [
    { name = "fireball", called = "Fireball", strength = "ball" },
  ] },
]
"""


@pytest.mark.parametrize("edition", PLAYED)
def test_the_fireball_of_a_layer_is_as_strong_as_the_craft_of_its_caster(edition: str) -> None:
    """The Spell is one of expansions that no edition here has: the house rule is for layers that bring it."""
    layers = [edition, register(Layer("fire", {"spell/fire.toml": FIREBALL}))]
    book = open_book(layers)
    assert "switch.fireball" in offered_rules(book) and "switch.fireball" not in offered_rules(open_book(edition))
    assert "Fireball" in next(one.about for one in switches(book, {}, "en") if one.key == "switch.fireball")
    for on in (False, True):
        wizard, troll = seat("wizard", "city", spells=("fireball",), craft=2), seat("troll", "crags")
        game = table(wizard, troll, edition=specify(layers), switch="fireball", on=on)
        game.aside(0, "cast:fireball").say("seat:1")
        fight = game.state.fight
        assert fight is not None and fight.foes[0].strength == (game.total(0, "craft") if on else 4)
