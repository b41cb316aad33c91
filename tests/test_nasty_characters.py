"""Do the nastiest abilities and spaces do what they say, answer by answer?"""

from __future__ import annotations

from situations import TALISMAN, on_quest, seat, situation

# --- characters ---


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


def test_a_bandit_paid_off_bars_the_rest_too() -> None:
    game = situation(seat("thief", "hills-1", gold=2), seat("troll", "crags"), lying={"fields-1": ("bandit", "ring")})
    game.walk("fields-1").say("bribe:0")
    assert game[0].gold == 1 and game.lying("fields-1") == ("bandit", "ring") and game.told("barred")


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


def test_the_thief_takes_one_card_free_at_every_shop() -> None:
    game = situation(seat("thief", "fields-1"), seat("troll", "crags"))
    game.walk("village").say("blacksmith", "free:purchase/armour")
    assert game[0].goods == ("purchase/armour",) and not any(key.startswith("free:") for key in game.open())


# --- spaces ---


def test_the_pits_wait_for_the_fiends_that_are_left() -> None:
    game = situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city")).walk("pits")
    assert game[0].space == "pits"
    game.say(2, "fight", 6, 1)
    assert game.ask.kind == "fight", "the second fiend"
    game.say("fight", 1, 6)
    assert game[0].life == 5
    game.turn_of(1)
    game.turn_end()
    assert game.ask.purpose == "turn-back", "the last fiend waits"
    game.say("go-on", "fight", 6, 1)
    assert game[0].space == "pits"
    game.turn_end()


def test_turning_back_from_the_pits_is_told_once() -> None:
    game = (
        situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city"))
        .walk("pits")
        .say(1, "fight", 1, 6)
        .turn_of(1)
    )
    game.turn_end()
    assert game.ask.cites == ("inner.turn-back",)
    game.say("turn-back", "vampires-tower")
    told = [
        (event.kind, event.cites[0])
        for event in game.events
        if event.kind == "turns_back" or event.space == "vampires-tower"
    ]
    assert told[-2:] == [("turns_back", "inner.turn-back"), ("walked", "inner.turn-back")]
    assert len(game.told("turns_back")) == 1


def test_the_warlock_rewards_the_quest_at_once() -> None:
    game = situation(seat("thief", "desert-1", goods=("maiden",)), seat("troll", "crags"))
    game.walk("warlocks-cave").say("quest", 3)
    game.keep()
    assert game[0].goods == (TALISMAN,) and game[0].space == "warlocks-cave"


def test_who_draws_the_pestilence_has_taken_no_life_for_the_warlock() -> None:
    game = on_quest(situation(seat("troll", "hills-1", fate=0), seat("thief", "city")), 0, 1)
    quest = game.state.effects
    game.walk("fields-1").say("pestilence")
    assert (game[0].space, game[1].life) == ("fields-1", 3) and game.state.effects == quest


def test_the_crypt_leads_out_by_what_is_missing() -> None:
    for faces, end in (((1, 1, 1), "crypt"), ((3, 1, 1), "crypt"), ((4, 1, 2), "plain-of-peril"), ((6, 6, 6), "city")):
        game = situation(seat("troll", "plain-of-peril", fate=0), seat("thief", "tavern"))
        game.say(game.way_to("crypt"), *faces)
        assert game[0].space == end, faces


def test_the_werewolf_keeps_its_strength_until_it_is_beaten() -> None:
    game = situation(seat("troll", "dice-with-death", fate=0), seat("thief", "city")).walk("werewolf-den")
    game.say(6, 6, "fight", 1, 6)
    assert game[0].life == 5 and game.told("fought")[-1].scores == (7, 18)
    game.turn_of(1)
    game.turn_end()
    game.say("go-on", "fight", 6, 1)
    assert game.told("fought")[-1].scores == (12, 13), "the same Werewolf, no new roll"


def test_at_the_crown_with_three_one_meets_a_character() -> None:
    game = situation(
        seat("troll", "crown-of-command"), seat("thief", "crown-of-command"), seat("elf", "crown-of-command")
    )
    assert game.ask.kind == "whom"
    assert set(game.open()) == {"attack:1", "attack:2"}, "not the space: no Command while others stand there"
