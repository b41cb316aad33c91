"""Rules that no card tests: who is asked when, what may be taken, what must be done at once; one test per rule."""

from __future__ import annotations

from situations import Game, quiet, seat, situation

from talisman_nb.model import Change


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


def test_who_may_evade_evades_an_ability_too() -> None:
    """evade.what"""
    game = situation(seat("thief", "graveyard", fate=0), seat("elf", "woods-1", gold=2))
    game.walk("woods-1").say("use:character.thief.steal@1")
    assert (game.ask.seat, game.ask.purpose) == (1, "slip-away")
    kept = game.say("evade")
    assert (kept[0].gold, kept[1].gold, kept.ask.kind) == (1, 2, "close")
    game = situation(seat("thief", "graveyard", fate=0), seat("elf", "woods-1", gold=2))
    game.walk("woods-1").say("use:character.thief.steal@1", "none")
    assert (game[0].gold, game[1].gold) == (2, 1)


def test_a_new_character_may_cast_the_spells_it_begins_with() -> None:
    """spell.per-turn: held when its first turn begins"""
    game = situation(seat("troll", "plains-4", life=1), seat("thief", "city", life=3))
    game.walk("ruins").say("pestilence", "sword").turn_of(1)
    while game.ask.kind != "character":
        game.say(quiet(game.ask))
    game.say("wizard", "healing", "hex")
    assert "cast:hex" in game.may(0)


def test_a_quest_is_fulfilled_as_soon_as_it_can_be() -> None:
    """quest.now: in the middle of the turn, as soon as there is a Follower, a Magic Object, the gold"""
    for number, found, gold in ((3, "maiden", 1), (4, "ring", 1), (5, "two-bags-of-gold", 0), (6, "bag-of-gold", 0)):
        game = situation(seat("troll", "desert-1", fate=0), seat("thief", "city"), lying={"chasm": (found,)})
        game.walk("warlocks-cave").say("quest", number).turn_of(0)
        game.walk("chasm").say(6, found)
        assert (game[0].space, game[0].goods, game[0].gold) == ("warlocks-cave", ("talisman/talisman",), gold), number
        assert game.ask.kind == "close"


def test_what_is_at_hand_fulfils_a_quest_when_it_is_taken_on() -> None:
    """quest.now, quest.talisman: without a Talisman left only the quest is over"""
    gone = {"fields-2": ("talisman/talisman",) * 4}
    game = situation(seat("thief", "desert-1", goods=("maiden", "mule"), fate=0), seat("troll", "crags"), lying=gone)
    game.walk("warlocks-cave").say("quest", 3, "mule")
    assert game[0].goods == ("maiden",) and game.told("none_left") and not game.state.effects


def test_who_waits_for_a_new_character_is_out_when_the_crown_is_reached() -> None:
    """death.again, crown.reached"""
    game = situation(seat("troll", "valley-of-fire"), seat("thief", "city", life=1), seat("elf", "oasis"))
    game.by_hand(Change("life", 1, 0))
    assert not game[1].out
    game.walk("crown-of-command")
    assert game[1].out and game[2].character


def test_a_potion_comes_too_late_when_the_dice_are_thrown() -> None:
    """combat.sequence: whatever changes strength comes before the dice"""
    game = situation(
        seat("troll", "fields-1", goods=("potion-of-strength", "mercenary")), seat("thief", "city"), lying={"graveyard": ("bear",)}
    )
    game.walk("graveyard")
    assert {"use:potion-of-strength.drink", "use:mercenary.hire"} <= set(game.open())
    game.say("fight", 6)
    assert not {"use:potion-of-strength.drink", "use:mercenary.hire"} & set(game.may(0))


def test_a_raft_taken_from_somebody_waits_for_the_next_turn() -> None:
    """raft.use"""
    game = situation(seat("wizard", "fields-1", spells=("acquisition", "hex"), craft=0), seat("thief", "city", goods=("raft",), gold=0))
    game.aside(0, "cast:acquisition")
    assert game[0].goods == ("raft",) and "use:raft.raft" not in game.may(0)
    game.turn_of(1).turn_of(0)
    assert "use:raft.raft" in game.may(0)


def test_a_hex_ends_although_its_caster_is_out() -> None:
    """Clocks hang on seats."""
    game = situation(seat("priest", "village", spells=("hex",)), seat("thief", "fields-1"), seat("elf", "oasis"))
    game.aside(0, "cast:hex")
    while game.ask.kind == "react":
        game.say("nobody")
    game.say("graveyard").by_hand(Change("out", 0))
    for _ in range(4):
        game.turn_end().turn_end()
    assert game.lying("graveyard") == ()


def test_a_duel_is_over_when_the_other_side_is_gone() -> None:
    """A correction in the middle of it."""
    for change in (Change("space", 1, to="city"), Change("life", 1, 0), Change("out", 1)):
        game = situation(seat("elf", "fields-1", fate=2), seat("thief", "graveyard", fate=2), seat("troll", "crags"))
        game.walk("graveyard").say("attack:1", "fight", 3).by_hand(change)
        assert game.ask.kind == "close" and game.state.fight is None, change.what


def test_storm_takes_this_turn_where_cards_are_left_else_the_next() -> None:
    """turn.miss"""
    game = situation(seat("troll", "hills-3", fate=0), seat("thief", "city"))
    game.walk("hidden-valley").say("storm", "bear", "ring")
    assert game.ask.kind == "close" and not game[0].promises and not game[1].promises
    game = situation(seat("troll", "hills-1", fate=0), seat("thief", "city"))
    game.walk("fields-1").say("storm").turn_end()
    assert [event.seat for event in game.told("missed")] == [1, 0], "nobody is asked anything in a missed turn"


def test_command_kills_all_others_at_once_unless_somebody_answers() -> None:
    """win.last, crown.command"""

    def scene() -> Game:
        others = seat("thief", "city", life=1), seat("elf", "oasis", life=1), seat("wizard", "crags", life=1, spells=("preservation",))
        game = situation(seat("troll", "valley-of-fire", fate=0, goods=("talisman",)), *others)
        game.say(next(o.key for o in game.ask.options if o.space == "crown-of-command"))
        while game.ask.kind == "react":
            game.say("nobody")
        return game.say(6)

    game = scene()
    while game.ask.kind == "react":
        game.say("nobody")
    assert game.ask.kind == "over" and game.state.winner == 0
    game = scene().aside(3, "cast:preservation")
    while game.ask.kind == "react":
        game.say("nobody")
    assert game.ask.kind != "over"


def test_the_druid_turns_once_in_each_turn() -> None:
    """alignment.change"""
    game = situation(seat("druid", "fields-1", goods=("runesword",)), seat("thief", "city"))
    game.aside(0, "use:character.druid.align").say("good")
    assert game.lying("fields-1") == ("runesword",) and "use:character.druid.align" not in game.may(0)
    assert "use:character.druid.align" in game.turn_end().may(0)


def test_a_forced_change_counts_where_the_table_says_so() -> None:
    """alignment.change"""
    for free, alignment in ((True, "evil"), (False, "good")):
        house = {"switch.forced_alignment": free}
        game = situation(seat("druid", "fields-1", fate=0), seat("thief", "city"), house=house)
        game.aside(0, "use:character.druid.align").say("good").walk("village").say("mystic", 1)
        assert game[0].alignment == alignment


def test_a_spell_too_many_is_discarded_and_not_cast() -> None:
    """spell.excess"""
    game = situation(seat("thief", "fields-1", spells=("healing", "nullify"), goods=("maiden",), life=2), seat("elf", "city"))
    game.aside(0, "drop:maiden")
    assert game.ask.purpose == "too-many-spells" and "cast:healing" not in game.may(0)
    game.say("nullify")
    assert "cast:healing" in game.may(0)


def test_older_editions_leave_all_of_it_on_the_space_and_let_one_take_back() -> None:
    """combat.kill-goods, carry.ditch"""
    house = {"combat.kill_goods": False, "carry.take_back": True}
    game = situation(seat("troll", "fields-1", fate=0), seat("thief", "graveyard", life=1, goods=("sword",), fate=0), house=house)
    game.walk("graveyard").say("attack:1", "fight", 6, 1, "life")
    assert game.ask.kind == "close" and game.lying("graveyard") == ("sword",)
    game = situation(seat("troll", "hills-1", goods=("sword",)), seat("thief", "city"), house=house)
    game.walk("fields-1").aside(0, "drop:sword").say("sword")
    assert game[0].goods == ("sword",)


def test_an_event_that_is_in_no_list_is_put_away_too() -> None:
    """table.unknown-card"""
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").own("Eclipse", "event")
    assert game.ask.kind == "hands" and game.lying("fields-1") == () and game.state.box == ("own/Eclipse",)
