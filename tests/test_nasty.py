"""Do the nastiest cards, spaces and abilities do what they say, answer by answer?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from situations import Game, quiet, seat, situation

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.model import Change

# --- cards that last ---


def test_blizzard_slows_everybody_for_two_rounds_and_lies_there() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("blizzard")
    assert game.lying("fields-1") == ("blizzard",)
    game.say(*["done"] if game.ask.kind == "close" else [])
    assert game.ask.kind == "way" and game.ask.n == 1, "no die: one space"
    game.say(game.ask.options[0].key)
    while game.state.turn == 1:
        game.say(quiet(game.ask))
    assert game.ask.kind == "way", "the first round has passed"
    _once_round(game)
    assert (game.ask.kind, game.ask.purpose) == ("die", "move"), "the second round has passed"
    assert game.lying("fields-1") == () and "blizzard" in game.discards("adventure")


def _once_round(game: Game) -> None:
    """On to the next turn of the seat whose turn it is."""
    me = game.state.turn
    other = False
    for _ in range(200):
        other = other or game.state.turn != me
        if other and game.state.turn == me and game.ask.purpose == "move":
            return
        game.say(quiet(game.ask))
    raise AssertionError("the turn does not come round")


def test_blizzard_is_met_by_nobody_and_counts_as_a_card() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "village"))
    game.walk("fields-1").say("blizzard").turn_end()
    game.say(next(o.key for o in game.ask.options if o.space == "fields-1"))
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
        _once_round(game)
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
        seat("wizard", "village", spells=("acquisition", "hex")), seat("thief", "city", goods=("amulet",)), seat("troll", "crags")
    )
    game.aside(0, "cast:acquisition")
    assert game[2].gold == 0 and game[0].gold == 2, "only the Troll can be meant"


def test_the_runesword_drinks_only_from_a_life_that_was_really_taken() -> None:
    game = situation(seat("assassin", "fields-1", goods=("runesword",)), seat("thief", "graveyard", life=3))
    game.walk("graveyard").say("attack:1", "fight", 6)
    _until(game, "spoils")
    game.say("life")
    assert (game[0].life, game[1].life) == (5, 2)


def _until(game: Game, kind: str) -> Game:
    """Answer quietly until such a question comes."""
    for _ in range(30):
        if game.ask.kind == kind:
            return game
        game.say(quiet(game.ask) if game.ask.kind != "die" else 1)
    raise AssertionError(f"no {kind} is asked, but {game.ask}")


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
        while game.state.turn == 1:
            game.say(quiet(game.ask))
        assert game.ask.kind == "way" and game.ask.n == 1
        while game.state.turn == 0:
            game.say(quiet(game.ask))
    assert game[0].form == "" and game.total(0, "strength") == 4


# --- Spells that answer ---


def test_counterspell_on_counterspell_on_command() -> None:
    game = situation(
        seat("elf", "crown-of-command", spells=("counterspell",)),
        seat("priest", "city", spells=("counterspell",)),
        seat("troll", "crags"),
    )
    assert (game.ask.kind, game.ask.purpose) == ("react", "spell"), "Command waits for an answer"
    game.aside(1, "cast:counterspell")
    assert game.ask.kind == "react"
    game.aside(0, "cast:counterspell")
    assert game.ask.purpose == "command", "no third Counterspell is in the box"
    game.say(6, "keep")
    assert (game[1].life, game[2].life) == (3, 5), "the Command Spell stands"


def test_counterspell_alone_stops_command() -> None:
    game = situation(seat("wizard", "crown-of-command"), seat("priest", "city", spells=("counterspell",)))
    game.aside(1, "cast:counterspell")
    assert game[1].life == 4 and game.ask.purpose != "command"


def test_preservation_after_a_failed_helmet_in_a_fight_against_two() -> None:
    game = situation(
        seat("priest", "fields-1", goods=("helmet",), spells=("preservation",), fate=2),
        seat("thief", "city"),
        lying={"graveyard": ("bear", "ape")},
    )
    game.walk("graveyard").say("fight", 1, 6)
    game.say("keep")
    assert (game.ask.kind, game.ask.purpose) == ("die", "armour")
    game.say(2)
    assert game.ask.kind == "result" and "fate:0" in game.open()
    game.say("fate:0", 3)
    assert (game.ask.kind, game.ask.purpose) == ("react", "life_loss"), "the armour failed, the threat stands"
    game.aside(0, "cast:preservation")
    assert game[0].life == 4 and game[0].fate == 1
    assert game.lying("graveyard") == ("bear", "ape") and game.told("fought")[-1].what == "lost"


def test_preservation_saves_an_enemy_and_makes_it_a_standoff() -> None:
    game = situation(seat("warrior", "fields-1"), seat("priest", "city", spells=("preservation",)), lying={"graveyard": ("bear",)})
    game.walk("graveyard").say("fight", 6, 6, 1)
    if game.ask.kind == "result":
        game.say("keep")
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")
    game.aside(1, "cast:preservation")
    assert game.lying("graveyard") == ("bear",) and game[0].trophies == ()
    assert game.ask.kind == "close" or game.state.turn == 1, "a stand-off ends the turn"


def test_preservation_saves_a_follower() -> None:
    game = situation(seat("priest", "runes-1", goods=("maiden",), spells=("preservation",)), seat("thief", "city"))
    game.walk("chasm").say(6)
    if game.ask.kind == "result":
        game.say("keep")
    game.say(1)
    if game.ask.kind == "result":
        game.say("keep")
    assert (game.ask.kind, game.ask.purpose) == ("react", "kill")
    game.aside(0, "cast:preservation")
    assert game[0].goods == ("maiden",)


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
    _until(game, "choose")
    game.say("raise")
    raised = game[0].goods[0]
    assert raised.startswith("goblin@") and game[0].trophies == ()
    game = situation(seat("ghoul", "fields-1", strength=1, goods=(raised,)), seat("thief", "city"), lying={"graveyard": ("bear",)})
    game.walk("graveyard").say(f"use:{raised}.lend")
    assert game.total(0, "strength") == 5
    game.say("fight", 3, 6).say(*["keep"] * (game.ask.kind == "result"))
    assert game[0].goods == () and "goblin" in game.discards("adventure")
    assert game.total(0, "strength") == 3


def test_the_ghoul_takes_the_life_it_wins_in_psychic_combat() -> None:
    game = situation(seat("ghoul", "fields-1"), seat("troll", "graveyard"))
    game.walk("graveyard").say("psychic:1")
    _until(game, "die").say(6, 1)
    _until(game, "spoils").say("life")
    assert (game[0].life, game[1].life) == (5, 5)


def test_the_minstrel_charms_an_animal() -> None:
    game = situation(seat("minstrel", "fields-1"), seat("thief", "city"), lying={"graveyard": ("bear",)})
    game.walk("graveyard")
    assert {"leave", "fight", "use:character.minstrel.charm"} <= set(game.open())
    game.say("use:character.minstrel.charm", 4)
    game.say(*["keep"] * (game.ask.kind == "result"))
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
    game.say(*["keep"] * (game.ask.kind == "result"))
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
    game = situation(seat("monk", "fields-1", goods=("sword",), craft=2), seat("thief", "city"), lying={"graveyard": ("dragon",)})
    game.walk("graveyard")
    assert game.total(0, "strength") == 5


def test_the_priest_destroys_a_spirit_for_a_spell() -> None:
    game = situation(seat("priest", "fields-1"), seat("thief", "city"), lying={"graveyard": ("demon",)})
    game.walk("graveyard").say("use:character.priest.destroy-spirit", "draw", "healing")
    assert game[0].spells == ("healing",) and game[0].trophies == () and "demon" in game.discards("adventure")


def test_the_sorceress_beguiles_by_alignment() -> None:
    for victim, face, works in (("priest", 5, False), ("priest", 6, True), ("troll", 5, True), ("ghoul", 4, True), ("ghoul", 3, False)):
        game = situation(seat("sorceress", "fields-1", fate=0), seat(victim, "graveyard"))
        game.walk("graveyard").say("use:character.sorceress.beguile@1", face)
        assert (game[0].gold == 2) is works, (victim, face)


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
    while game.state.turn == 1:
        game.say(quiet(game.ask))
    assert game.ask.purpose == "turn-back", "the last fiend waits"
    game.say("go-on", "fight", 6, 1)
    assert game[0].space == "pits"
    while game.state.turn == 0:
        game.say(quiet(game.ask))


def test_the_warlock_rewards_the_quest_at_once() -> None:
    game = situation(seat("thief", "desert-1", goods=("maiden",)), seat("troll", "crags"))
    game.walk("warlocks-cave").say("quest", 3)
    game.say(*["keep"] * (game.ask.kind == "result"))
    assert game[0].goods == ("talisman/talisman",) and game[0].space == "warlocks-cave"


def test_the_crypt_leads_out_by_what_is_missing() -> None:
    for faces, end in (((1, 1, 1), "crypt"), ((3, 1, 1), "crypt"), ((4, 1, 2), "plain-of-peril"), ((6, 6, 6), "city")):
        game = situation(seat("troll", "plain-of-peril", fate=0), seat("thief", "tavern"))
        game.say(next(o.key for o in game.ask.options if o.space == "crypt"), *faces)
        assert game[0].space == end, faces


def test_the_werewolf_keeps_its_strength_until_it_is_beaten() -> None:
    game = situation(seat("troll", "dice-with-death", fate=0), seat("thief", "city")).walk("werewolf-den")
    game.say(6, 6, "fight", 1, 6)
    assert game[0].life == 5 and game.told("fought")[-1].scores == (7, 18)
    game.turn_of(1)
    while game.state.turn == 1:
        game.say(quiet(game.ask))
    game.say("go-on", "fight", 6, 1)
    assert game.told("fought")[-1].scores == (12, 13), "the same Werewolf, no new roll"


def test_at_the_crown_with_three_one_meets_a_character() -> None:
    game = situation(seat("troll", "crown-of-command"), seat("thief", "crown-of-command"), seat("elf", "crown-of-command"))
    assert game.ask.kind == "whom"
    assert set(game.open()) == {"attack:1", "attack:2"}, "not the space: no Command while others stand there"


# --- events and Spells of one's own turn ---


@pytest.mark.parametrize(("face", "space"), list(enumerate(("crags", "forest", "tavern", "ruins", "hidden-valley", "cursed-glade"), 1)))
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
    game = situation(seat("wizard", "fields-1", spells=("random", "healing")), seat("thief", "city", strength=2, craft=1, gold=4, fate=0))
    game.aside(0, "cast:random").say("seat:1", face)
    assert getattr(game[1], what) == value


def test_the_poltergeist_slows_until_the_river_is_crossed() -> None:
    game = situation(seat("troll", "sentinel", goods=("poltergeist",)), seat("thief", "city"))
    assert game.ask.kind == "way" and "drop:poltergeist" not in game.may(0)
    game.say(next(o.key for o in game.ask.options if o.source == "bridge"))
    game.say("fight", 6, 1)
    if game.ask.kind == "result":
        game.say("keep")
    assert game[0].space == "hills-3" and game[0].goods == () and "poltergeist" in game.discards("adventure")


def test_the_poltergeist_must_be_taken() -> None:
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("poltergeist")
    assert game[0].goods == ("poltergeist",)


def test_the_hag_drives_all_others_away_until_the_mystic() -> None:
    game = situation(seat("troll", "hills-1", goods=("maiden", "mule")), seat("thief", "city"), lying={"graveyard": ("unicorn",)})
    game.walk("fields-1").say("cursed-by-a-hag")
    assert game[0].goods == ("cursed-by-a-hag",)
    game = situation(
        seat("troll", "fields-1", goods=("cursed-by-a-hag",), fate=0), seat("thief", "city"), lying={"graveyard": ("unicorn",)}
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
    game = situation(seat("troll", "hills-1", gold=5), seat("thief", "city", gold=0), seat("elf", "woods-2", gold=1), turn=0)
    game.walk("fields-1").say("market-day", "buy:purchase/raft", "buy:purchase/mule")
    assert game[0].gold == 0 and game.ask.seat == 1, "the Thief has one free"
    game.say("free:purchase/armour")
    assert game.ask.seat == 2
    game.say("buy:purchase/helmet")
    assert [game[at].goods for at in range(3)] == [("purchase/raft", "purchase/mule"), ("purchase/armour",), ("purchase/helmet",)]


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
    assert game[0].goods == ("talisman/talisman",) and game.lying("forest") == ()


def test_an_enchanter_grants_one_wish_to_craft_four() -> None:
    game = situation(seat("elf", "fields-1"), seat("troll", "city"), lying={"graveyard": ("enchanter",)})
    game.walk("graveyard").say("teleport", "forest")
    assert game[0].space == "forest" and game.lying("graveyard") == () and game.state.turn == 0
    game = situation(seat("troll", "fields-1"), seat("elf", "city"), lying={"graveyard": ("enchanter",)})
    game.walk("graveyard")
    assert game.lying("graveyard") == ("enchanter",)


def test_immobility_ends_the_turn_before_it_begins() -> None:
    game = situation(seat("troll", "fields-1", trophies=("dragon",)), seat("wizard", "city", spells=("immobility", "healing")))
    game.aside(1, "cast:immobility")
    assert game.state.turn == 1 and game[0].space == "fields-1", "no trade either"


def test_immobility_takes_a_creature_out_of_a_fight() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("immobility", "healing")), seat("thief", "city"), lying={"graveyard": ("bear", "ape")}
    )
    game.walk("graveyard").aside(0, "cast:immobility").say("foe:0", "fight", 6, 1)
    _until(game, "close") if game.state.turn == 0 else None
    assert game[0].trophies == ("ape",) and game.lying("graveyard") == ("bear",)


def test_psionic_blast_adds_the_craft_value_until_the_fight_ends() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("psionic-blast", "healing"), craft=2), seat("thief", "city"), lying={"graveyard": ("bear",)}
    )
    game.walk("graveyard").aside(0, "cast:psionic-blast")
    assert game.total(0, "strength") == 7
    game.say("fight", 1, 1).say(*["keep"] * (game.ask.kind == "result"))
    assert game.total(0, "strength") == 2


def test_an_invisible_defender_slips_away() -> None:
    game = situation(seat("troll", "fields-1"), seat("wizard", "graveyard", spells=("invisibility", "healing")))
    game.walk("graveyard").say("attack:1").aside(1, "cast:invisibility")
    assert (game.ask.seat, game.ask.purpose) == (1, "evade")
    game.say("evade")
    assert game[1].life == 4 and not game.told("fought") and game.told("evaded")


def test_the_teleport_spell_takes_the_place_of_the_roll() -> None:
    game = situation(seat("wizard", "fields-1", spells=("teleport", "healing")), seat("troll", "city"))
    game.aside(0, "cast:teleport").say("ruins")
    assert game[0].space == "ruins" and game.ask.kind == "card" and game.ask.n == 2


def test_destruction_takes_one_of_two_out_of_the_fight() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("destruction", "healing")), seat("thief", "city"), lying={"graveyard": ("bear", "dragon")}
    )
    game.walk("graveyard").aside(0, "cast:destruction").say("graveyard|dragon")
    assert game.ask.kind == "fight" and game.state.fight and [foe.card for foe in game.state.fight.foes] == ["bear"]


def test_destroy_magic_silences_everybody_until_ones_next_turn() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("destroy-magic", "healing")), seat("troll", "city", goods=("magic-belt",), spells=())
    )
    assert game.total(1, "strength") == 7
    game.aside(0, "cast:destroy-magic")
    assert game.total(1, "strength") == 6 and game.may(0) == ()
    game.turn_of(1)
    while game.state.turn == 1:
        game.say(quiet(game.ask))
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
    game = situation(seat("wizard", "fields-1", spells=("nullify", "healing")), seat("priest", "city", spells=("spell?", "hex")))
    game.aside(0, "cast:nullify").say("nobody")
    assert game[1].spells == () and sorted(game.discards("spell")) == ["hex", "nullify", "spell?"]


# --- six tables ---


def test_pestilence_kills_the_drawer_in_a_draw_of_two_and_a_new_character_comes() -> None:
    game = situation(seat("troll", "plains-4", life=1, goods=("ring",)), seat("thief", "city", life=3), seat("elf", "oasis"))
    game.walk("ruins").say("pestilence", "sword")
    assert game[0].character == "" and game[1].life == 2 and game[2].life == 4, "the region only"
    assert set(game.lying("ruins")) == {"sword", "ring"} and game.state.turn == 1
    game.turn_of(1)
    while game.ask.kind != "character":
        game.say(quiet(game.ask))
    game.say("monk")
    assert game[0].character == "monk" and game[0].space == "village"


def test_pestilence_after_the_crown_was_reached_is_the_end() -> None:
    game = situation(seat("troll", "plains-4", life=1), seat("thief", "city"), seat("elf", "oasis"))
    game.state = replace(game.state, crown=True)
    game.walk("ruins").say("pestilence", "sword")
    assert game[0].out and game.state.turn == 1 and game.ask.kind != "over"


def test_mesmerism_takes_the_mule_unless_a_third_counters_it() -> None:
    goods = ("mule", "sword", "axe", "shield", "helmet", "armour", "ring", "cross", "wand")

    def scene() -> Game:
        return situation(
            seat("wizard", "fields-1", spells=("mesmerism", "healing")),
            seat("troll", "city", goods=goods),
            seat("priest", "crags", spells=("counterspell",)),
        ).aside(0, "cast:mesmerism")

    game = scene().aside(2, "cast:counterspell")
    assert game[1].goods == goods and game[0].goods == ()
    game = scene().say("nobody")
    assert game[0].goods == ("mule",) and game.ask.purpose == "too-many-objects" and game.ask.seat == 1
    game.say("sword", "axe", "shield", "helmet")
    assert game[1].goods == ("armour", "ring", "cross", "wand") and game.lying("city") == ("sword", "axe", "shield", "helmet")


def test_the_cursed_glade_takes_the_crowns_craft_and_spells_must_go_two_of_them_unseen() -> None:
    game = situation(
        seat("elf", "hills-1", goods=("solomons-crown",), spells=("healing", "spell?", "spell?"), fate=0), seat("thief", "city")
    )
    game.walk("fields-1").say("imp", 6)
    assert (game[0].space, game.ask.purpose) == ("cursed-glade", "too-many-spells")
    game.say("spell?")
    assert game[0].spells == ("healing", "spell?") and game.total(0, "craft") == 4
    assert not any(key.startswith("cast:") for key in game.may(0))


def test_a_foe_corrected_away_in_the_middle_of_its_fight() -> None:
    game = situation(seat("wizard", "fields-1"), seat("thief", "city"), lying={"graveyard": ("bear", "ape")})
    game.walk("graveyard").say("fight", 3)
    game.by_hand(Change("card", card="bear", origin="space:graveyard", to="discards:adventure"))
    game.say(6).say(*["keep"] * (game.ask.kind == "result"))
    assert game.lying("graveyard") == ("ape",), "the other one is still there"


def test_a_card_that_is_in_no_list_is_met_by_its_type() -> None:
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").own("Gargoyle", "monster", strength=4)
    assert game.ask.kind == "fight"
    game.say("fight", 6, 1).say(*["keep"] * (game.ask.kind == "result"))
    assert game[0].trophies == ("own/Gargoyle",)


def test_what_is_closed_says_why() -> None:
    game = situation(seat("troll", "sentinel", goods=("cursed-by-a-hag",)), seat("thief", "city"))
    with pytest.raises(NotAllowedError, match="closed"):
        game.aside(0, "drop:cursed-by-a-hag")


def test_a_seat_gets_another_character_by_hand() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("character", 0, to="troll"))
    assert game.state.players[0].character == "troll"
    with pytest.raises(NotAllowedError, match="plays already"):
        game.by_hand(Change("character", 0, to="thief"))
    with pytest.raises(NotAllowedError, match='did you mean "warrior"'):
        game.by_hand(Change("character", 0, to="warior"))


def test_put_on_the_crown_by_hand_in_the_middle_of_a_move() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("space", 0, to="crown-of-command"))
    game.say("3")
    assert game.state.players[0].space == "crown-of-command"
    assert ask(game.state).open()
