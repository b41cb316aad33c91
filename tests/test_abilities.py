"""Does each ability of a character do what its card says?"""

from __future__ import annotations

from situations import seat, situation


def test_the_assassins_victim_throws_no_die() -> None:
    game = situation(seat("assassin", "fields-1"), seat("troll", "graveyard", gold=2))
    game.walk("graveyard").say("attack:1")
    assert "use:character.assassin.assassinate" in game.open()
    game.say("use:character.assassin.assassinate", "fight", 6)
    game.keep()
    assert game.told("fought")[-1].scores == (9, 6)
    assert game[1].life == 5 and game[1].gold == 2, "a life, never gold"


def test_the_druid_fills_up_on_spells_in_the_woods_and_turns_once_a_turn() -> None:
    game = situation(seat("druid", "fields-6"), seat("thief", "city"))
    game.walk("woods-1")
    assert game.ask.purpose == "gain-spells"
    game.say("draw", "healing", "hex")
    assert game[0].spells == ("healing", "hex")
    game.aside(0, "use:character.druid.align").say("evil")
    assert game[0].alignment == "evil" and "use:character.druid.align" not in game.may(0)


def test_the_elf_slips_to_another_wood_instead_of_rolling() -> None:
    game = situation(seat("elf", "woods-1"), seat("thief", "city"))
    game.aside(0, "use:character.elf.other-woods").say("woods-3")
    assert game[0].space == "woods-3" and game.ask.kind == "card"


def test_the_ghoul_raises_what_it_killed_and_lends_its_strength_once() -> None:
    game = situation(seat("ghoul", "fields-1", strength=3), seat("thief", "city"), lying={"graveyard": ("goblin",)})
    game.walk("graveyard").say("fight", 6, 1)
    game.until("choose")
    game.say("raise")
    raised = game[0].goods[0]
    assert raised.startswith("goblin@") and game[0].trophies == ()
    game = situation(
        seat("ghoul", "fields-1", strength=1, goods=(raised,)), seat("thief", "city"), lying={"graveyard": ("bear",)}
    )
    game.walk("graveyard").say(f"use:{raised}.lend")
    assert game.total(0, "strength") == 5
    game.say("fight", 3, 6).keep()
    assert game[0].goods == () and "goblin" in game.discards("adventure")
    assert game.total(0, "strength") == 3


def test_the_ghoul_takes_the_life_it_wins_in_psychic_combat() -> None:
    game = situation(seat("ghoul", "fields-1"), seat("troll", "graveyard"))
    game.walk("graveyard").say("psychic:1")
    game.until("die").say(6, 1)
    game.until("spoils").say("life")
    assert (game[0].life, game[1].life) == (5, 5)


def test_the_minstrel_charms_an_animal() -> None:
    game = situation(seat("minstrel", "fields-1"), seat("thief", "city"), lying={"graveyard": ("bear",)})
    game.walk("graveyard")
    assert {"leave", "fight", "use:character.minstrel.charm"} <= set(game.open())
    game.say("use:character.minstrel.charm", 4)
    game.keep()
    assert game[0].goods == ("bear@minstrel.charmed",) and game.lying("graveyard") == ()
    assert game.total(0, "strength") == 2, "only in battle"


def test_an_animal_not_charmed_stays_and_bars_the_rest() -> None:
    game = situation(seat("minstrel", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("bear", "ring")})
    game.walk("fields-1").say("use:character.minstrel.charm", 3)
    assert game.lying("fields-1") == ("bear", "ring") and game.told("barred")


def test_the_monk_counts_its_craft_value_and_no_sword() -> None:
    game = situation(
        seat("monk", "fields-1", goods=("sword",), craft=2), seat("thief", "city"), lying={"graveyard": ("dragon",)}
    )
    game.walk("graveyard")
    assert game.total(0, "strength") == 5


def test_the_priest_destroys_a_spirit_for_a_spell() -> None:
    game = situation(seat("priest", "fields-1"), seat("thief", "city"), lying={"graveyard": ("demon",)})
    game.walk("graveyard").say("use:character.priest.destroy-spirit", "draw", "healing")
    assert game[0].spells == ("healing",) and game[0].trophies == () and "demon" in game.discards("adventure")


def test_the_prophetess_throws_one_card_away_and_meets_the_next() -> None:
    game = situation(seat("prophetess", "crags"), seat("thief", "city"))
    game.walk("plains-1").say("dragon")
    assert game.ask.purpose == "redraw" and "none" in game.open()
    game.say("dragon", "ring")
    assert "dragon" in game.discards("adventure") and game.ask.kind == "take"
    game.say("ring")
    assert game[0].goods == ("ring",)


def test_the_prophetess_draws_another_when_her_last_spell_is_cast() -> None:
    game = situation(seat("prophetess", "crags", life=2, spells=("healing",)), seat("thief", "city"))
    game.aside(0, "cast:healing").say("seat:0", "random")
    assert game[0].spells == ("random",) and game[0].life == 4


def test_the_sorceress_beguiles_by_alignment() -> None:
    for victim, face, works in (
        ("priest", 5, False),
        ("priest", 6, True),
        ("troll", 5, True),
        ("ghoul", 4, True),
        ("ghoul", 3, False),
    ):
        game = situation(seat("sorceress", "fields-1", fate=0), seat(victim, "graveyard"))
        game.walk("graveyard").say("use:character.sorceress.beguile@1", face)
        assert (game[0].gold == 2) is works, (victim, face)


def test_the_sorceress_lures_a_follower_but_no_maiden_unicorn_or_princess() -> None:
    goods = ("maiden", "unicorn", "princess", "mule", "guide", "ring")
    game = situation(seat("sorceress", "fields-1", fate=0), seat("troll", "graveyard", goods=goods))
    game.walk("graveyard").say("use:character.sorceress.take-follower@1")
    assert game.open() == ("mule", "guide")
    assert game.say("guide")[0].goods == ("guide",)
    game = situation(seat("sorceress", "fields-1", fate=0), seat("troll", "graveyard", goods=goods[:3])).walk(
        "graveyard"
    )
    assert "use:character.sorceress.take-follower@1" not in game.open()
