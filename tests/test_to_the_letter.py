"""Corners where a quick reading of a card or a rule goes wrong; each is what the texts say word by word."""

from __future__ import annotations

import pytest
from situations import TALISMAN, seat, situation

from talisman_nb.table.policy import answer as by_itself
from talisman_nb.table.records import Settings

HAG = "cursed-by-a-hag"


# --- Followers ---


def test_whom_the_hag_curses_gets_no_follower_by_an_ability_either() -> None:
    cursed = seat("minstrel", "fields-1", goods=(HAG,))
    game = situation(cursed, seat("thief", "graveyard", goods=("maiden", "princess"))).walk("graveyard")
    assert "use:character.minstrel.take-maidens@1" not in game.open()
    game = situation(cursed, seat("thief", "city"), lying={"graveyard": ("wolf",)}).walk("graveyard")
    assert "use:character.minstrel.charm" not in game.open()
    game = situation(
        seat("ghoul", "fields-1", fate=0, goods=(HAG, "ring")), seat("thief", "city"), lying={"graveyard": ("wolf",)}
    )
    game.walk("graveyard").say("fight", 6, 1)
    assert game.ask.purpose != "raise" and game[0].trophies == ("wolf",)


def test_the_chasm_takes_a_die_for_each_of_two_followers_alike() -> None:
    game = situation(seat("troll", "runes-2", fate=0, goods=("guide", "guide", "pixie")), seat("thief", "city")).walk(
        "chasm"
    )
    if game.ask.purpose == "roll-here":
        game.say("roll")
    for face in (6, 1, 1, 6):
        game.say(face)
    assert game[0].goods == ("pixie",) and game.ask.kind == "close"


def test_a_raised_follower_may_be_put_down_and_is_an_enemy_again() -> None:
    game = situation(seat("ghoul", "fields-1", goods=("wolf@ghoul.raised",)), seat("thief", "city"))
    game.aside(0, "drop:wolf@ghoul.raised")
    assert game[0].goods == () and game.lying("fields-1") == ("wolf",)


def test_a_mercenary_is_hired_once_in_each_turn_also_in_the_others() -> None:
    hirer = seat("thief", "graveyard", goods=("mercenary",), gold=5, fate=0)
    game = situation(seat("troll", "fields-1", fate=0), seat("warrior", "fields-1", fate=0), hirer)
    for turn in (0, 1):
        game.turn_of(turn).walk("graveyard").say("attack:2").aside(2, "use:mercenary.hire")
        assert game.total(2, "strength") == 6 and "use:mercenary.hire" not in game.may(2)
        game.say("fight", 1, *[1] * (turn + 1))  # the Warrior throws two
        while game.state.turn == turn:
            game.say("done" if "done" in game.open() else game.open()[0])
    assert game[2].gold >= 3


def test_who_is_attacked_uses_the_runesword_rather_than_a_plain_one() -> None:
    game = situation(
        seat("troll", "fields-1", fate=0), seat("thief", "graveyard", goods=("sword", "runesword"), fate=0)
    )
    game.walk("graveyard").say("attack:1", "fight", 1, 6, "life")
    assert (game[0].life, game[1].life) == (5, 5)


# --- abilities ---


@pytest.mark.parametrize(
    ("who", "ability", "goods"),
    [("thief", "steal", ("sword",)), ("sorceress", "take-follower", ("mule",)), ("sorceress", "beguile", ("sword",)),
     ("minstrel", "take-maidens", ("maiden",))],
)  # fmt: skip
def test_invisibility_also_answers_an_ability_that_was_announced(
    who: str, ability: str, goods: tuple[str, ...]
) -> None:
    """`evade.what`: whoever may evade evades an ability, by a Spell cast just then too."""
    victim = seat("elf", "graveyard", gold=0, goods=goods, spells=("invisibility",))
    game = situation(seat(who, "fields-1"), victim).walk("graveyard").say(f"use:character.{who}.{ability}@1")
    assert (game.ask.seat, game.ask.purpose, game.open()) == (1, "slip-away", ("let",)), "nothing allows it yet"
    game.aside(1, "cast:invisibility").say("evade")
    assert game[1].goods == goods and game.ask.kind == "close" and game.told("evaded")


def test_before_an_ability_strikes_there_is_a_pause_whoever_holds_a_spell() -> None:
    """A pause must not tell whose Spell it is; where nobody holds one there is none (`spell.when`)."""
    thief = seat("thief", "fields-1")
    for spells, paused in ((("healing",), True), ((), False)):
        game = situation(
            thief, seat("elf", "graveyard", gold=2, goods=("sword",)), seat("priest", "city", spells=spells)
        )
        game.walk("graveyard").say("use:character.thief.steal@1")
        assert (game.ask.purpose == "slip-away") is paused
        for wish, says in (("pass", "let"), ("always", "")):
            asked = Settings(players=(), react=(wish,) * 3)
            assert not paused or by_itself(game.ask, game.state, asked) == says, "as each seat wishes"
        game.say(*["let"] * paused).say("gold")
        assert game[0].gold == 2


def test_who_becomes_a_toad_has_no_ability_left_to_finish() -> None:
    """`toad.abilities`: the theft that was announced does not happen."""
    victim = seat("elf", "graveyard", gold=2, goods=("sword",), spells=("random", "random"))
    for said in ((), ("let",)):
        game = situation(seat("thief", "fields-1"), victim).walk("graveyard").say("use:character.thief.steal@1", *said)
        game.aside(1, "cast:random").say("seat:0", 1, "keep")
        game.say(*["let"] * (game.ask.purpose == "slip-away"))
        assert game.ask.kind == "close" and (game[1].gold, game[1].goods) == (2, ("sword",))


# --- Spells ---


def test_no_spell_saves_a_life_of_whom_an_amulet_keeps_from_spells() -> None:
    game = situation(
        seat("troll", "fields-1", life=1, fate=0, goods=("amulet",)),
        seat("priest", "city", spells=("preservation",)),
        lying={"graveyard": ("dragon",)},
    )
    game.walk("graveyard").say("fight", 1, 6)
    assert not game[0].character and game[1].spells == ("preservation",)


def test_an_enemy_held_by_immobility_is_held_for_whom_an_amulet_keeps_from_spells_too() -> None:
    """The Spell is on the creature, not on whoever meets it (`card.text`)."""
    game = situation(
        seat("troll", "fields-1", fate=0, goods=("amulet",)), seat("priest", "city", spells=("immobility",)),
        lying={"graveyard": ("dragon",)},
    )  # fmt: skip
    game.aside(1, "cast:immobility").walk("graveyard")
    assert game.told("evaded") and not game.told("fought")


def test_what_a_shown_card_does_ends_when_the_card_is_destroyed() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("priest", "city", spells=("destruction",)))
    game.walk("fields-1").say("blizzard").turn_end()
    assert game.ask.kind == "way", "no die: one space a turn"
    game.aside(1, "cast:destruction")
    assert (game.ask.kind, game.ask.purpose) == ("die", "move"), "and it rolls again"
    assert game.lying("fields-1") == () and "blizzard" in game.discards("adventure") and game.told("ended")
    assert not game.state.effects


def test_preservation_saves_an_enemy_but_no_creature_of_a_space() -> None:
    strong = seat("troll", "woods-1", fate=0, strength=9)
    game = situation(strong, seat("priest", "city", spells=("preservation",)))
    game.say(3, "bridge", "fight", 6, 1)
    assert game.ask.kind == "way", "the Sentinel is no Enemy card"
    game = situation(strong, seat("priest", "city", spells=("preservation",)), lying={"graveyard": ("ogre",)})
    game.walk("graveyard").say("fight", 6, 1)
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")


def test_destruction_reaches_purchase_and_talisman_cards_which_return_to_their_stock() -> None:
    game = situation(
        seat("wizard", "city", spells=("destruction", "healing")),
        seat("thief", "village"),
        lying={"ruins": (TALISMAN,)},
    )
    game.aside(0, "cast:destruction")
    assert game.lying("ruins") == ()
    game.turn_of(0)
    assert TALISMAN not in game.discards("adventure")


def test_nullify_may_be_aimed_at_oneself() -> None:
    game = situation(seat("priest", "city", spells=("nullify", "hex")), seat("thief", "village"))
    game.aside(0, "cast:nullify")
    assert game[0].spells == () and set(game.discards("spell")) == {"nullify", "hex"}


def test_the_turn_on_the_crown_has_a_start_too() -> None:
    ruler = seat("wizard", "crown-of-command", spells=("acquisition", "healing"))
    game = situation(ruler, seat("priest", "city", spells=("immobility",), goods=("sword",)), seat("thief", "village"))
    assert "cast:acquisition" in game.may(0)
    assert by_itself(game.ask, game.state, Settings(players=())) == "", "a table waits here"
    game.aside(1, "cast:immobility")
    assert game.state.turn == 1 and not game.told("commands"), "held fast it commands nobody"
    game = situation(seat("troll", "crown-of-command"), seat("thief", "village"))
    assert game.ask.purpose == "command", "without a Spell in any hand there is nothing to wait for"


def test_what_a_potion_adds_does_not_count_in_the_cursed_glade() -> None:
    game = situation(
        seat("troll", "hills-3", goods=("potion-of-strength",)),
        seat("thief", "city"),
        lying={"cursed-glade": ("bear",)},
    )
    game.aside(0, "use:potion-of-strength.drink")
    assert game.total(0, "strength") == 8
    assert game.walk("cursed-glade").total(0, "strength") == 6


def test_what_was_drawn_in_place_of_a_card_must_be_met() -> None:
    game = situation(seat("prophetess", "graveyard", goods=("orb-of-knowledge",)), seat("thief", "city"))
    game.walk("fields-1").say("dragon", "dragon", "ogre")
    assert game.ask.kind == "fight" and game.lying("fields-1") == ("ogre",)


# --- moving ---


@pytest.mark.parametrize("bridges", [True, False])
def test_the_poltergeist_goes_at_the_sentinels_bridge_whatever_a_table_says_of_the_others(bridges: bool) -> None:
    haunted = seat("troll", "hills-3", goods=("poltergeist",), fate=0)
    game = situation(haunted, seat("thief", "city"), house={"switch.river_bridges": bridges})
    assert game.say(game.way_to("sentinel"))[0].goods == ()
    game = situation(
        seat("troll", "village", goods=("poltergeist",)), seat("thief", "city"), house={"switch.river_bridges": bridges}
    )
    assert (game.say(game.way_to("fields-6"))[0].goods == ()) == bridges


def test_a_slave_of_the_temple_throws_for_freedom_even_one_space_a_turn() -> None:
    game = situation(seat("troll", "temple", goods=("poltergeist",), fate=0), seat("thief", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end()
    assert (game.ask.kind, game.ask.purpose) == ("die", "freedom")
    game.say(5)
    assert game.ask.n == 1, "free, it goes its one space"


def test_a_troll_enslaved_in_the_temple_may_regenerate_on_a_six() -> None:
    game = situation(seat("troll", "temple", life=3, fate=0), seat("thief", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end().say(6, "use:character.troll.regenerate")
    assert game[0].life == 4 and game[0].space == "temple"


# --- the Inner Region ---


def test_fate_may_change_a_die_thrown_for_the_werewolf() -> None:
    game = situation(seat("troll", "dice-with-death", fate=1), seat("thief", "city"))
    game.say(game.way_to("werewolf-den"), 6, 5)
    assert {"fate:0", "fate:1"} <= set(game.open()), "the space told its visitor to throw them"
    game.say("fate:0", 1)
    assert game.state.fight is not None and game.state.fight.foes[0].strength == 6


def test_turning_back_on_arrival_ignores_the_space() -> None:
    game = situation(seat("troll", "mines"), seat("thief", "city"))
    game.say(game.way_to("vampires-tower")).aside(0, "use:space.vampires-tower.turn-back")
    assert game[0].turning_back and game[0].life == 6 and game.ask.kind == "close"
    game.turn_of(1).turn_end()
    assert [option.space for option in game.ask.options] == ["mines"]


def test_turning_back_between_two_pitfiends_but_not_once_the_dice_are_asked_for() -> None:
    game = situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city"))
    game.say(game.way_to("pits"), 3, "fight")
    assert "use:space.pits.turn-back" not in game.may(0)
    game.say(6, 1, "use:space.pits.turn-back")
    assert game[0].turning_back and game[0].promises == () and game.state.fight is None
