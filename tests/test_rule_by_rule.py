"""Rules that no card tests: who is asked when, what may be taken, what must be done at once; one test per rule."""

from __future__ import annotations

from situations import seat, situation


def test_the_attacker_does_not_come_back_to_fate() -> None:
    """combat.fate-order"""
    game = situation(seat("elf", "fields-1", fate=2), seat("thief", "graveyard", fate=2))
    game.walk("graveyard").say("attack:1", "fight", 3, 3, "keep")
    assert game.ask.seat == 1
    game.say("fate:0", 1)
    assert game.ask.kind == "spoils"


def test_the_winner_takes_any_part_of_what_a_killed_character_had() -> None:
    """combat.kill-goods"""
    loser = seat("thief", "graveyard", life=1, gold=3, goods=("sword", "mule", "runesword"), fate=0)
    game = situation(seat("monk", "fields-1", fate=0, strength=3), loser)
    game.walk("graveyard").say("attack:1", "fight", 6, 1, "life")
    assert game.closed("runesword") == "alignment"
    game.say("mule", "gold", "done")
    assert (game[0].goods, game[0].gold, game.lying("graveyard")) == (("mule",), 4, ("sword", "runesword"))
    assert game.ask.kind == "close", "the turn ends"


def test_a_defender_that_kills_takes_too() -> None:
    """combat.kill-goods"""
    game = situation(seat("thief", "fields-1", life=1, gold=3, goods=("sword",), fate=0), seat("troll", "graveyard", fate=0))
    game.walk("graveyard").say("attack:1", "fight", 1, 6, "life", "all")
    assert (game[1].goods, game[1].gold, game.gold("graveyard"), game.state.turn) == (("sword",), 4, 0, 1)


def test_what_was_put_down_is_not_taken_back_in_the_same_turn() -> None:
    """carry.ditch"""
    game = situation(seat("troll", "fields-1", goods=("sword",)), seat("thief", "city"), lying={"ruins": ("sword", "market")})
    game.walk("ruins").aside(0, "drop:sword")
    assert game.lying("ruins") == ("sword", "market", "sword")
    game.say("sword")
    assert game.closed("sword") == "put-down", "the other one was free to take"


def test_no_spell_saves_a_creature_of_the_inner_region() -> None:
    """inner.immune"""
    game = situation(seat("troll", "vampires-tower", fate=0), seat("priest", "city", spells=("preservation",))).walk("pits")
    game.say(1, "fight", 6, 1)
    assert game.ask.kind != "react"
