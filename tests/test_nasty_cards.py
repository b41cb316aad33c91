"""Do the nastiest cards do what they say, answer by answer?"""

from __future__ import annotations

import pytest
from situations import TALISMAN, quiet, seat, situation

# --- cards that last ---


def test_blizzard_slows_everybody_for_two_rounds_and_lies_there() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("blizzard")
    assert game.lying("fields-1") == ("blizzard",)
    game.say(*["done"] if game.ask.kind == "close" else [])
    assert game.ask.kind == "way" and game.ask.n == 1, "no die: one space"
    game.say(game.ask.options[0].key)
    game.turn_end()
    assert game.ask.kind == "way", "the first round has passed"
    game.next_turn()
    assert (game.ask.kind, game.ask.purpose) == ("die", "move"), "the second round has passed"
    assert game.lying("fields-1") == () and "blizzard" in game.discards("adventure")


def test_blizzard_is_met_by_nobody_and_counts_as_a_card() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "village"))
    game.walk("fields-1").say("blizzard").turn_end()
    game.say(game.way_to("fields-1"))
    assert game.ask.kind != "card", "a card lies there: nothing is drawn"
    assert len(game.told("meets")) == 1


def test_hex_strikes_first_and_ends_after_three_rounds() -> None:
    game = situation(seat("priest", "village", spells=("hex",)), seat("thief", "fields-1"))
    game.aside(0, "cast:hex").say("graveyard")
    assert "hex" in game.lying("graveyard")
    game.turn_of(1)
    lives = game[1].life
    game.walk("graveyard")
    assert game[1].life == lives - 1
    game.turn_of(0).turn_of(1)
    for _ in range(2):
        game.turn_of(0)
        game.next_turn()
    assert "hex" not in game.lying("graveyard") and "hex" in game.discards("spell")


def test_an_amulet_keeps_the_hex_off() -> None:
    game = situation(seat("wizard", "village", spells=("hex", "random")), seat("thief", "fields-1", goods=("amulet",)))
    game.aside(0, "cast:hex").say("graveyard").turn_of(1)
    lives = game[1].life
    game.walk("graveyard")
    assert game[1].life == lives


def test_no_spell_can_be_aimed_at_an_amulet() -> None:
    game = situation(seat("wizard", "village", spells=("acquisition",)), seat("thief", "city", goods=("amulet",)))
    assert "cast:acquisition" not in game.may(0)
    game = situation(
        seat("wizard", "village", spells=("acquisition", "hex")),
        seat("thief", "city", goods=("amulet",)),
        seat("troll", "crags"),
    )
    game.aside(0, "cast:acquisition")
    assert game[2].gold == 0 and game[0].gold == 2, "only the Troll can be meant"


def test_the_runesword_drinks_only_from_a_life_that_was_really_taken() -> None:
    game = situation(seat("assassin", "fields-1", goods=("runesword",)), seat("thief", "graveyard", life=3))
    game.walk("graveyard").say("attack:1", "fight", 6)
    game.until("spoils")
    game.say("life")
    assert (game[0].life, game[1].life) == (5, 2)


def test_a_toad_drops_everything_and_gets_its_own_back() -> None:
    game = situation(
        seat("druid", "fields-1", strength=2, goods=("sword", "maiden"), spells=("healing",), gold=3),
        seat("thief", "city"),
        lying={"graveyard": ("witch",)},
    )
    game.walk("graveyard").say(1)
    assert game.ask.kind == "result", "fate may better it"
    game.say("keep")
    assert game.lying("graveyard") == ("witch", "sword", "maiden") and game.gold("graveyard") == 3
    assert (game.total(0, "strength"), game.total(0, "craft"), game[0].form) == (1, 1, "toad")
    assert game[0].spells == ("healing",) and game.may(0) == (), "kept, not cast"
    game.turn_of(1)
    for _ in range(3):
        assert game[0].form == "toad"
        game.turn_end()
        assert game.ask.kind == "way" and game.ask.n == 1
        game.turn_end()
    assert game[0].form == "" and game.total(0, "strength") == 4


# --- events and Spells of one's own turn ---


@pytest.mark.parametrize(
    ("face", "space"), list(enumerate(("crags", "forest", "tavern", "ruins", "hidden-valley", "cursed-glade"), 1))
)
def test_the_imp_brings_a_new_encounter_in_the_same_turn(face: int, space: str) -> None:
    game = situation(seat("troll", "hills-1", fate=0), seat("thief", "city"))
    game.walk("fields-1").say("imp", face)
    assert game[0].space == space and game.state.turn == 0
    assert game.ask.kind in ("die", "card", "choose"), "met at once"


def test_the_imp_at_the_same_space_starts_the_encounter_anew() -> None:
    game = situation(seat("troll", "plains-4", fate=0), seat("thief", "city"))
    game.walk("ruins").say("imp", "market", 4)
    assert game.ask.kind == "card" and game.ask.n == 1, "the Market lies there: one card to draw"
    game.say("ring", "ring")
    assert game.ask.kind == "shop"
    game.say("done")
    assert len([e for e in game.told("meets") if e.card == "market"]) == 1


@pytest.mark.parametrize(
    ("face", "what", "value"),
    [(1, "form", "toad"), (2, "strength", 0), (3, "craft", 0), (4, "gold", 0), (5, "strength", 3), (6, "life", 5)],
)
def test_random_does_one_of_six_things(face: int, what: str, value: object) -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("random", "healing")),
        seat("thief", "city", strength=2, craft=1, gold=4, fate=0),
    )
    game.aside(0, "cast:random").say("seat:1", face)
    assert getattr(game[1], what) == value


def test_the_poltergeist_slows_until_the_river_is_crossed() -> None:
    game = situation(seat("troll", "sentinel", goods=("poltergeist",)), seat("thief", "city"))
    assert game.ask.kind == "way" and "drop:poltergeist" not in game.may(0)
    game.say(next(o.key for o in game.ask.options if o.source == "bridge"))
    game.say("fight", 6, 1)
    game.keep()
    assert game[0].space == "hills-3" and game[0].goods == () and "poltergeist" in game.discards("adventure")


def test_the_poltergeist_must_be_taken() -> None:
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("poltergeist")
    assert game[0].goods == ("poltergeist",)


def test_the_hag_drives_all_others_away_until_the_mystic() -> None:
    game = situation(
        seat("troll", "hills-1", goods=("maiden", "mule")), seat("thief", "city"), lying={"graveyard": ("unicorn",)}
    )
    game.walk("fields-1").say("cursed-by-a-hag")
    assert game[0].goods == ("cursed-by-a-hag",)
    game = situation(
        seat("troll", "fields-1", goods=("cursed-by-a-hag",), fate=0),
        seat("thief", "city"),
        lying={"graveyard": ("unicorn",)},
    )
    game.walk("graveyard")
    game.say(*["done"] if game.ask.kind == "take" else [])
    assert "unicorn" in game.lying("graveyard")
    game = situation(seat("troll", "fields-1", goods=("cursed-by-a-hag",), fate=0), seat("thief", "city"))
    game.walk("village").say("mystic", 3)
    assert game[0].goods == () and "cursed-by-a-hag" in game.discards("adventure")


def test_temporal_warp_gives_three_turns_in_a_row() -> None:
    game = situation(seat("wizard", "fields-1", spells=("temporal-warp", "healing")), seat("thief", "city"))
    game.aside(0, "cast:temporal-warp")
    turns = 0
    while game.state.turn == 0:
        turns += game.ask.purpose == "move" and game.ask.kind == "die"
        game.say(quiet(game.ask))
    assert turns == 3


def test_market_day_is_for_everybody_from_the_drawer_on() -> None:
    game = situation(
        seat("troll", "hills-1", gold=5), seat("thief", "city", gold=0), seat("elf", "woods-2", gold=1), turn=0
    )
    game.walk("fields-1").say("market-day", "buy:purchase/raft", "buy:purchase/mule")
    assert game[0].gold == 0 and game.ask.seat == 1, "the Thief has one free"
    game.say("free:purchase/armour")
    assert game.ask.seat == 2
    game.say("buy:purchase/helmet")
    assert [game[at].goods for at in range(3)] == [
        ("purchase/raft", "purchase/mule"),
        ("purchase/armour",),
        ("purchase/helmet",),
    ]


def test_evil_darkness_costs_all_but_the_evil_a_turn() -> None:
    game = situation(seat("troll", "hills-1"), seat("ghoul", "city"), seat("elf", "woods-2"))
    game.walk("fields-1").say("evil-darkness")
    missing = [len([p for p in player.promises if p.at == "turn"]) for player in game.state.players]
    assert missing == [1, 0, 1]


def test_raiders_carry_the_gold_to_the_oasis() -> None:
    game = situation(seat("troll", "hills-1", gold=4), seat("thief", "desert-1"))
    game.walk("fields-1").say("raiders")
    assert game[0].gold == 0 and game.gold("oasis") == 4


def test_a_fountain_is_dry_after_four() -> None:
    game = situation(seat("troll", "fields-1"), seat("thief", "city"), lying={"graveyard": ("pool-of-life:1",)})
    game.walk("graveyard").say("take")
    assert game[0].life == 7 and game.lying("graveyard") == () and "pool-of-life" in game.discards("adventure")


def test_the_hermit_gives_a_talisman_and_is_gone() -> None:
    game = situation(seat("troll", "hills-1", fate=0), seat("thief", "city"))
    game.walk("fields-1").say("hermit", 6)
    assert game.lying("forest") == ("hermit",)
    game = situation(seat("troll", "fields-6", fate=0), seat("thief", "city"), lying={"forest": ("hermit",)})
    game.walk("forest").say(5)
    while game.ask.kind not in ("close", "over") and game.state.turn == 0:
        game.say(quiet(game.ask))
    assert game[0].goods == (TALISMAN,) and game.lying("forest") == ()


def test_an_enchanter_grants_one_wish_to_craft_four() -> None:
    game = situation(seat("elf", "fields-1"), seat("troll", "city"), lying={"graveyard": ("enchanter",)})
    game.walk("graveyard").say("teleport", "forest")
    assert game[0].space == "forest" and game.lying("graveyard") == () and game.state.turn == 0
    game = situation(seat("troll", "fields-1"), seat("elf", "city"), lying={"graveyard": ("enchanter",)})
    game.walk("graveyard")
    assert game.lying("graveyard") == ("enchanter",)


def test_immobility_ends_the_turn_before_it_begins() -> None:
    game = situation(
        seat("troll", "fields-1", trophies=("dragon",)), seat("wizard", "city", spells=("immobility", "healing"))
    )
    game.aside(1, "cast:immobility")
    assert game.state.turn == 1 and game[0].space == "fields-1", "no trade either"


def test_immobility_takes_a_creature_out_of_a_fight() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("immobility", "healing")),
        seat("thief", "city"),
        lying={"graveyard": ("bear", "ape")},
    )
    game.walk("graveyard").aside(0, "cast:immobility").say("foe:0", "fight", 6, 1)
    game.until("close") if game.state.turn == 0 else None
    assert game[0].trophies == ("ape",) and game.lying("graveyard") == ("bear",)


def test_psionic_blast_adds_the_craft_value_until_the_fight_ends() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("psionic-blast", "healing"), craft=2),
        seat("thief", "city"),
        lying={"graveyard": ("bear",)},
    )
    game.walk("graveyard").aside(0, "cast:psionic-blast")
    assert game.total(0, "strength") == 7
    game.say("fight", 1, 1).keep()
    assert game.total(0, "strength") == 2


def test_an_invisible_defender_slips_away() -> None:
    game = situation(seat("troll", "fields-1"), seat("wizard", "graveyard", spells=("invisibility", "healing")))
    game.walk("graveyard").say("attack:1")
    assert (game.ask.seat, game.open()) == (1, ("fight",))
    game.aside(1, "cast:invisibility")
    assert (game.ask.seat, game.open()) == (1, ("fight", "evade"))
    game.say("evade")
    assert game[1].life == 4 and not game.told("fought") and game.told("evaded")


def test_the_teleport_spell_takes_the_place_of_the_roll() -> None:
    game = situation(seat("wizard", "fields-1", spells=("teleport", "healing")), seat("troll", "city"))
    game.aside(0, "cast:teleport").say("ruins")
    assert game[0].space == "ruins" and game.ask.kind == "card" and game.ask.n == 2


def test_destruction_takes_one_of_two_out_of_the_fight() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("destruction", "healing")),
        seat("thief", "city"),
        lying={"graveyard": ("bear", "dragon")},
    )
    game.walk("graveyard").aside(0, "cast:destruction").say("graveyard|dragon")
    assert game.ask.kind == "fight" and game.state.fight and [foe.card for foe in game.state.fight.foes] == ["bear"]


def test_destroy_magic_silences_everybody_until_ones_next_turn() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("destroy-magic", "healing")),
        seat("troll", "city", goods=("magic-belt",), spells=()),
    )
    assert game.total(1, "strength") == 7
    game.aside(0, "cast:destroy-magic")
    assert game.total(1, "strength") == 6 and game.may(0) == ()
    game.turn_of(1)
    game.turn_end()
    assert game.total(1, "strength") == 7 and "cast:healing" in game.may(0)


def test_divination_knows_the_top_for_the_caster_alone() -> None:
    game = situation(seat("wizard", "hills-1", spells=("divination", "healing")), seat("troll", "city"))
    game.aside(0, "cast:divination").say("ring", "bear", "angel", "imp", "cave")
    deck = game.state.decks[0]
    assert deck.known == ("ring", "bear", "angel", "imp", "cave") and deck.knowers == (0,)
    looked = game.told("looked")[-1]
    assert looked.only == 0 and looked.cards == deck.known
    game.walk("fields-1")
    assert game.lying("fields-1") == ("ring",), "the known card comes without asking"
    game = situation(seat("wizard", "hills-1", spells=("divination", "healing")), seat("troll", "city"))
    game.aside(0, "cast:divination").say("?")
    assert game.state.decks[0].known == () and game.ask.purpose == "move"


def test_nullify_empties_a_hand_with_what_nobody_saw() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("nullify", "healing")), seat("priest", "city", spells=("spell?", "hex"))
    )
    game.aside(0, "cast:nullify").say("seat:1", "nobody")
    assert game[1].spells == () and sorted(game.discards("spell")) == ["hex", "nullify", "spell?"]


def test_the_hag_is_no_follower_to_give_up() -> None:
    game = situation(seat("dwarf", "runes-2", goods=("cursed-by-a-hag",), life=4), seat("thief", "city"))
    game.walk("chasm")
    while game.ask.kind == "die" and game.state.turn == 0:
        game.say(1)
    assert game[0].goods == ("cursed-by-a-hag",), "only the Mystic takes her away"
    game = situation(seat("dwarf", "warlocks-cave", goods=("cursed-by-a-hag",)), seat("thief", "city"), arrived=True)
    game.say("quest", 3, "keep")
    assert game.state.effects and game[0].goods == ("cursed-by-a-hag",), "nor is she a Follower to deliver"
