"""What the rule texts and the board say sentence by sentence, where two sentences meet; every test names its rule."""

from __future__ import annotations

import pytest
from situations import TALISMAN, TOAD, on_quest, seat, situation

# --- quests ---


def test_two_enemies_beaten_at_once_fulfil_one_quest() -> None:
    """`quest.one`, `quest.talisman`: one quest, one Talisman."""
    game = situation(seat("troll", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("wolf", "ape")})
    on_quest(game, 0, 2).walk("fields-1").say("fight", 6, 1)
    assert game[0].goods == (TALISMAN,) and game[0].space == "warlocks-cave"
    assert set(game[0].trophies) == {"wolf", "ape"} and len(game.told("ended")) == 1


def test_a_quest_is_fulfilled_in_somebody_elses_turn_too() -> None:
    """`quest.now`: as soon as it can be, whoever's turn it is."""
    game = situation(seat("thief", "hills-1", fate=0, gold=2), seat("troll", "fields-1", fate=0, gold=2))
    on_quest(game, 1, 5).walk("fields-1").say("attack:1", "fight", 1, 6, "gold")
    assert game.state.turn == 0 and (game[1].space, game[1].gold, game[1].goods) == ("warlocks-cave", 0, (TALISMAN,))
    assert game.ask.kind == "close", "a fight between characters ends the turn"


def test_whoever_is_attacked_and_takes_a_life_has_taken_it_for_the_warlock() -> None:
    """`quest.now`, `combat.rewards`: the winner, attacker or not."""
    game = situation(seat("thief", "hills-1", fate=0), seat("troll", "fields-1", fate=0))
    on_quest(game, 1, 1).walk("fields-1").say("attack:1", "fight", 1, 6, "life")
    assert (game[1].space, game[1].goods, game[0].life) == ("warlocks-cave", (TALISMAN,), 3)


def test_a_quest_fulfilled_by_a_killing_waits_until_the_dead_is_plundered() -> None:
    """`combat.kill-goods` before the way to the Cave (`quest.now`)."""
    rich = seat("thief", "fields-1", fate=0, life=1, goods=("sword",), gold=3)
    game = situation(seat("troll", "hills-1", fate=0), rich)
    on_quest(game, 0, 1).walk("fields-1").say("attack:1", "fight", 6, 1, "life", "all")
    assert (game[0].space, game[0].gold, set(game[0].goods)) == ("warlocks-cave", 4, {"sword", TALISMAN})


def test_the_way_out_of_the_inner_region_is_no_opening_of_the_portal() -> None:
    """`portal.out`, `portal.quest`: a running quest bars the way in only."""
    game = on_quest(situation(seat("troll", "plain-of-peril"), seat("thief", "city")), 0, 1)
    assert game.closed(game.way_to("portal-of-power")) == ""
    game = on_quest(situation(seat("troll", "castle"), seat("thief", "city")), 0, 1).say(3)
    assert game.closed("portal") == "open_portal"


@pytest.mark.parametrize(
    ("character", "answers"),
    [("minstrel", ("use:character.minstrel.charm", "foe:0", 6)), ("ghoul", ("fight", 6, 1, "raise"))],
)
def test_a_follower_charmed_or_raised_is_delivered_at_once(character: str, answers: tuple[str | int, ...]) -> None:
    """`quest.now`: it is a Follower as soon as it is had; what lay beside it stays (`meet.left`)."""
    game = situation(
        seat(character, "hills-1", fate=0, strength=4),
        seat("thief", "city"),
        lying={"fields-1": ("wolf", "bear", "sword")},
    )
    on_quest(game, 0, 3).walk("fields-1").say(*answers)
    assert (game[0].space, game[0].goods) == ("warlocks-cave", (TALISMAN,)) and len(game.discards("adventure")) == 1
    assert "sword" in game.lying("fields-1")


def test_the_spirit_of_the_crags_is_no_enemy_for_the_warlock() -> None:
    """`combat.creature`, `trophy.keep`: what a space brings is a creature, not an Enemy card."""
    game = situation(seat("elf", "crags", fate=0), seat("thief", "city"), arrived=True)
    on_quest(game, 0, 2).say(1, "fight", 6, 1)
    assert game.told("fought")[-1].what == "won" and game[0].trophies == () and game.state.effects


# --- Toads ---


def test_a_toad_is_given_no_talisman() -> None:
    """`toad.goods`: it has no Objects, by a quest or a space as little as from the ground."""
    game = situation(seat("troll", "temple", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(6, 4)
    assert game[0].goods == () and game.told("may_not_have")
    game = situation(seat("troll", "hills-1", fate=0, **TOAD), seat("thief", "city"), lying={"sentinel": ("goblin",)})
    on_quest(game, 0, 2).walk("sentinel").say("fight", 6, 1)
    assert game[0].goods == () and game[0].space == "warlocks-cave" and not game.state.effects
    assert sum(game.state.stocks) == sum(situation(seat("troll", "city")).state.stocks), (
        "all four Talismans are in their stock"
    )


def test_a_toad_is_given_no_gold() -> None:
    """`toad.goods`: it has no gold either; life, fate, strength and craft it gains (`toad.stats`, `toad.life-fate`)."""
    game = situation(seat("troll", "tavern", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(4)
    assert game[0].gold == 0 and game.told("may_not_take_gold")
    game = situation(seat("troll", "temple", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(6, 6)
    assert game[0].life == 8
    game = situation(seat("troll", "forest", fate=0, **TOAD), seat("thief", "city"), arrived=True).say(6)
    assert game.total(0, "craft") == 2


def test_a_toad_made_one_again_in_anothers_turn_counts_three_turns_of_its_own() -> None:
    """`toad.again`: three turns anew, from the next one."""
    game = situation(
        seat("troll", "fields-1", form="toad", form_left=1, fate=0),
        seat("wizard", "city", spells=("random", "hex")),
        turn=1,
    )
    game.aside(1, "cast:random").say("seat:0", 1)
    turns = 0
    while game[0].form:
        turns += game.turn_end().state.turn == 1
    assert turns == 3


# --- the Inner Region ---


def test_followers_that_pay_for_all_lives_leave_nothing_to_lose() -> None:
    """`inner.vampire`: no life is lost, so no Spell can be asked for or wasted."""
    game = situation(
        seat("troll", "mines", goods=("guide", "pixie"), fate=0), seat("priest", "city", spells=("preservation",))
    )
    game.walk("vampires-tower").say(1, "guide", "nobody")
    assert game.ask.kind == "close" and game[0].life == 6 and game[0].goods == ("pixie",) and not game.told("lost")


@pytest.mark.parametrize(
    ("start", "space", "won"),
    [("crypt", "dice-with-death", (6, 6, 1, 1)), ("dice-with-death", "werewolf-den", (1, 1, "fight", 6, 1))],
)
def test_what_lies_there_may_be_taken_once_death_or_the_werewolf_is_beaten(
    start: str, space: str, won: tuple[str | int, ...]
) -> None:
    """`meet.take`: after the encounter of the space, and then the turn is over."""
    game = situation(
        seat("troll", start, fate=0), seat("thief", "city"), lying={space: (TALISMAN, "sword")}, gold={space: 2}
    )
    game.walk(space).say(*won)
    assert game.ask.kind == "take" and {TALISMAN, "gold"} <= set(game.open())
    game.say(TALISMAN, "gold", "done")
    assert game[0].goods == (TALISMAN,) and game[0].gold == 3 and game.ask.kind == "close"


def test_whoever_beats_death_in_a_later_turn_takes_what_lies_there_and_moves_in_the_next() -> None:
    """`inner.follow`: higher dice let one move on next turn; until then nothing is taken."""
    game = situation(seat("troll", "crypt", fate=0), seat("thief", "city"), lying={"dice-with-death": ("sword",)})
    game.walk("dice-with-death").say(1, 1, 2, 2)
    assert game.ask.kind == "close" and game[0].life == 5
    game.turn_of(1).turn_end().say("go-on", 6, 6, 1, 1, "sword")
    assert game[0].goods == ("sword",) and game[0].space == "dice-with-death" and game.ask.kind == "close"
    game.turn_end().turn_end()
    assert {option.space for option in game.ask.options} == {"crypt", "werewolf-den"}


def test_the_pits_end_the_turn_also_when_the_last_fiend_is_dead() -> None:
    """`inner.pits`: either way the turn is over."""
    game = situation(seat("troll", "vampires-tower", fate=0), seat("thief", "city"), lying={"pits": ("sword",)})
    game.walk("pits").say(1, "fight", 6, 1)
    assert game.ask.kind == "close" and game.lying("pits") == ("sword",)


# --- weapons ---


@pytest.mark.parametrize("character", ["monk", "priest"])
def test_who_may_use_no_weapon_has_none_to_choose(character: str) -> None:
    """`have-use`, `golden.cannot`: carried, never wielded."""
    game = situation(
        seat(character, "hills-1", goods=("sword", "holy-lance")),
        seat("thief", "city"),
        lying={"fields-1": ("dragon",)},
    )
    game.walk("fields-1")
    assert [key for key in game.open() if key.startswith("wield:")] == []


def test_in_the_cursed_glade_no_weapon_counts_so_none_is_chosen() -> None:
    """`stat.blocked`."""
    armed = seat("warrior", "hills-3", goods=("sword", "axe", "runesword", "unicorn"))
    game = situation(armed, seat("thief", "city"), lying={"cursed-glade": ("bear",)}).walk("cursed-glade")
    assert game.total(0, "strength") == 5 and [key for key in game.open() if key.startswith("wield:")] == []


def test_a_holy_lance_leaves_the_hand_that_turns_evil_in_the_middle_of_a_fight() -> None:
    """`alignment.forbidden`, `stat.total`: at once, and what it added with it."""
    game = situation(
        seat("druid", "hills-1", fate=0, goods=("holy-lance",)), seat("thief", "city"), lying={"fields-1": ("dragon",)}
    )
    game.walk("fields-1")
    before = game.total(0, "strength")
    game.aside(0, "use:character.druid.align").say("evil")
    assert before > game.total(0, "strength") == 2 and game.lying("fields-1") == ("dragon", "holy-lance")
    assert "use:character.druid.align" not in game.may(0), "once a turn"


# --- crossing ---


def test_one_roll_may_lead_over_the_bridge_and_to_the_portal() -> None:
    """`bridge.win`, `portal.open`, `portal.result`: two gates in one move, the second ends it."""
    game = situation(seat("troll", "sentinel", fate=1), seat("thief", "city")).say(6, "bridge", "fight", 6, 1, "keep")
    assert {option.key for option in game.ask.options} == {"clockwise", "anticlockwise", "portal"}
    game.say("portal", "strength", 6, 6)
    assert {"fate:0", "fate:1"} <= set(game.open()), "one of the two dice"
    game.say("fate:1", 1)
    assert game[0].space == "portal-of-power" and game[0].fate == 0 and game.ask.kind == "close", (
        "7 against 6, and no fate is left"
    )
    assert game.told("lost")[-1].n == 0, "strength never falls below its value"


def test_craft_lost_at_the_portal_takes_a_spell_with_it() -> None:
    """`portal.result`, `spell.excess`: at once, and not to be cast instead."""
    game = situation(seat("dwarf", "castle", craft=1, spells=("hex", "healing"), fate=0), seat("thief", "city"))
    game.say(3, "portal", "craft", 6)
    assert game.ask.purpose == "too-many-spells" and not [key for key in game.may(0) if key.startswith("cast:")]
    assert game.say("hex")[0].spells == ("healing",) and game.discards("spell") == ("hex",)


# --- death and loss ---


def test_whoever_dies_in_the_chasm_throws_no_die_for_its_followers() -> None:
    """`life.zero`, `death.goods`: killed at once, they stay on the space."""
    game = (
        situation(seat("elf", "runes-2", fate=0, life=1, goods=("maiden", "unicorn")), seat("thief", "village"))
        .walk("chasm")
        .say(1)
    )
    assert game.state.turn == 1 and game.lying("chasm") == ("maiden", "unicorn") and not game.told("follower_killed")


def test_a_mule_that_dies_goes_back_to_its_stock_and_its_load_to_the_space() -> None:
    """`followers.killed`, `purchase.stock`, `carry.excess`."""
    laden = seat("warrior", "runes-2", fate=0, goods=("purchase/mule", "sword", "axe", "ring", "wand", "shield"))
    game = situation(laden, seat("thief", "city")).walk("chasm").say(6, 1)
    assert game.ask.purpose == "too-many-objects"
    game.say("ring")
    assert game.lying("chasm") == ("ring",) and "purchase/mule" not in game.discards("adventure")


def test_the_plunderer_leaves_what_it_may_not_have() -> None:
    """`combat.kill-goods`, `carry.forbidden`."""
    priest = seat("priest", "fields-1", goods=("holy-lance", "sword"), fate=0, life=1)
    game = (
        situation(seat("ghoul", "hills-1", fate=0, strength=9), priest)
        .walk("fields-1")
        .say("attack:1", "fight", 6, 1, "life")
    )
    assert game.closed("holy-lance") == "alignment"
    assert game.say("all")[0].goods == ("sword",) and game.lying("fields-1") == ("holy-lance",)


def test_whoever_misses_a_turn_defends_itself_and_takes_the_reward() -> None:
    """`turn.miss`, `combat.rewards`: the turn is missed, the fight of another's turn is not."""
    game = (
        situation(seat("troll", "tavern", fate=0), seat("thief", "fields-5", fate=0), arrived=True)
        .say(1)
        .turn_end()
        .walk("tavern")
    )
    game.say("attack:0", "fight", 1, 6, "gold")
    assert game[0].gold == 2 and game.ask.kind == "close" and not game.told("missed")
    game.say("done")
    assert game.state.turn == 1 and game.told("missed"), "and it is the Thief's turn again"


# --- the Crown ---


def test_an_ability_used_on_somebody_at_the_crown_is_the_meeting() -> None:
    """`crown.meet`, `meet.character`: attack or ability, and that is the turn."""
    game = situation(seat("thief", "crown-of-command", fate=0), seat("elf", "crown-of-command", fate=0, gold=3))
    assert set(game.open()) == {"attack:1", "use:character.thief.steal@1"}
    game.say("use:character.thief.steal@1")
    assert (game[0].gold, game[1].gold) == (2, 2) and game.ask.kind == "close"
    game.turn_end()
    assert game.ask.kind == "fight" and game.ask.seat == 1, "no choice: the Elf has nobody else to meet"


def test_fate_may_change_the_die_of_the_command_spell() -> None:
    """`fate.reroll`, `crown.command`: the space told its visitor to throw it."""
    game = situation(seat("troll", "crown-of-command", fate=1), seat("thief", "city")).say(1, "fate:0", 5)
    assert game[1].life == 3 and game[0].fate == 0


@pytest.mark.parametrize("declared", [True, False])
def test_who_turns_back_passes_over_the_instructions_not_over_what_lies_there(declared: bool) -> None:
    """`inner.turn-back`: only what the space says is ignored."""
    start = "valley-of-fire" if declared else "vampires-tower"
    game = situation(
        seat("troll", start, fate=0, turning_back=declared), seat("thief", "city"), lying={"pits": ("sword",)}
    ).walk("pits")
    game.say(*["use:space.pits.turn-back"] * (not declared))
    assert game.ask.kind == "take" and not game.told("rolled")
    game.say("sword")
    assert game[0].goods == ("sword",) and game.ask.kind == "close"
