"""Does each Event, Stranger and Place do what its card says?"""

from __future__ import annotations

import pytest
from situations import TALISMAN, quiet, seat, situation

# --- Events ---


def test_blizzard_is_met_by_nobody_and_counts_as_a_card() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "village"))
    game.walk("fields-1").say("blizzard").turn_end()
    game.say(game.way_to("fields-1"))
    assert game.ask.kind != "card", "a card lies there: nothing is drawn"
    assert len(game.told("meets")) == 1


def test_evil_darkness_costs_all_but_the_evil_a_turn() -> None:
    game = situation(seat("troll", "hills-1"), seat("ghoul", "city"), seat("elf", "woods-2"))
    game.walk("fields-1").say("evil-darkness")
    missing = [len([p for p in player.promises if p.at == "turn"]) for player in game.state.players]
    assert missing == [1, 0, 1]


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


def test_raiders_carry_the_gold_to_the_oasis() -> None:
    game = situation(seat("troll", "hills-1", gold=4), seat("thief", "desert-1"))
    game.walk("fields-1").say("raiders")
    assert game[0].gold == 0 and game.gold("oasis") == 4


# --- Strangers and Places ---


def test_an_enchanter_grants_one_wish_to_craft_four() -> None:
    game = situation(seat("elf", "fields-1"), seat("troll", "city"), lying={"graveyard": ("enchanter",)})
    game.walk("graveyard").say("teleport", "forest")
    assert game[0].space == "forest" and game.lying("graveyard") == () and game.state.turn == 0
    game = situation(seat("troll", "fields-1"), seat("elf", "city"), lying={"graveyard": ("enchanter",)})
    game.walk("graveyard")
    assert game.lying("graveyard") == ("enchanter",)


def test_the_hermit_gives_a_talisman_and_is_gone() -> None:
    game = situation(seat("troll", "hills-1", fate=0), seat("thief", "city"))
    game.walk("fields-1").say("hermit", 6)
    assert game.lying("forest") == ("hermit",)
    game = situation(seat("troll", "fields-6", fate=0), seat("thief", "city"), lying={"forest": ("hermit",)})
    game.walk("forest").say(5)
    while game.ask.kind not in ("close", "over") and game.state.turn == 0:
        game.say(quiet(game.ask))
    assert game[0].goods == (TALISMAN,) and game.lying("forest") == ()


def test_a_fountain_is_dry_after_four() -> None:
    game = situation(seat("troll", "fields-1"), seat("thief", "city"), lying={"graveyard": ("pool-of-life:1",)})
    game.walk("graveyard").say("take")
    assert game[0].life == 7 and game.lying("graveyard") == () and "pool-of-life" in game.discards("adventure")
