"""What happens where two rules meet: dice and fate, armour, deaths, Toads, empty decks, the Crown?"""

from __future__ import annotations

import pytest
from situations import TALISMAN, TOAD, Game, seat, situation

from talisman_nb.model import Change

# --- dice, weapons, fate ---


def test_a_warrior_keeps_the_higher_of_two_dice_with_two_weapons_and_one_fate() -> None:
    game = situation(
        seat("warrior", "hills-1", goods=("sword", "axe"), fate=2),
        seat("thief", "city"),
        lying={"fields-1": ("dragon",)},
    )
    game.walk("fields-1").say("fight", 1, 2, 1)
    assert game.total(0, "strength") == 4 + 1 + 1, "a Warrior uses two weapons"
    assert game.ask.rolls == (8, 8) and game.ask.n == 0, "the higher die counts: 6 + 2 against 7 + 1"
    assert {"fate:0", "fate:1"} <= set(game.open())
    game.say("fate:0")
    assert game.ask.kind == "die" and game.ask.n == 1, "one die only is thrown again"
    game.say(6)
    assert game[0].fate == 1 and game.told("fought")[-1].scores == (12, 8)
    assert "dragon" in game[0].trophies


def test_of_three_weapons_a_warrior_uses_two_and_may_choose() -> None:
    game = situation(
        seat("warrior", "hills-1", goods=("sword", "axe", "runesword")),
        seat("thief", "city"),
        lying={"fields-1": ("dragon",)},
    )
    game.walk("fields-1")
    assert game.total(0, "strength") == 6 and [key for key in game.open() if key.startswith("wield:")]


def test_the_warriors_second_die_is_for_battle_alone() -> None:
    game = situation(seat("warrior", "hills-1"), seat("thief", "city"), lying={"fields-1": ("ghost",)})
    game.walk("fields-1").say("fight")
    assert (game.ask.purpose, game.ask.n) == ("attack", 1), "psychic combat"


# --- armour ---


def test_one_armour_is_tried_for_each_life_and_never_in_psychic_combat() -> None:
    worn = seat("thief", "hills-1", goods=("helmet", "shield"), fate=0)
    game = situation(worn, seat("troll", "city"), lying={"fields-1": ("dragon",)})
    game.walk("fields-1").say("fight", 1, 6)
    assert (game.ask.kind, game.ask.purpose) == ("pick", "armour") and set(game.open()) == {"helmet", "shield", "none"}
    game.say("shield", 4)
    assert game[0].life == 3, "a Shield saves on a five or more, and no second armour is tried"
    game = situation(worn, seat("troll", "city"), lying={"fields-1": ("ghost",)})
    game.walk("fields-1").say("fight", 1, 6)
    assert game[0].life == 3 and not game.told("saved")


# --- several enemies ---


def test_enemies_of_mixed_kinds_fight_by_kind_the_lower_number_first() -> None:
    game = situation(
        seat("dwarf", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("ghost", "wolf", "bear")}
    )
    game.walk("fields-1").say("fight")
    assert [foe.card for foe in game.state.fight.foes] == ["wolf", "bear"], "what attacks with strength fights as one"  # type: ignore[union-attr]
    game.say(6, 1)
    assert set(game[0].trophies) == {"wolf", "bear"}
    assert game.state.fight is not None and game.state.fight.stat == "craft", "then the Spirit, with craft"


def test_a_lost_first_fight_leaves_the_second_enemy_alone() -> None:
    game = situation(
        seat("dwarf", "hills-1", fate=0), seat("thief", "city"), lying={"fields-1": ("ghost", "wolf", "bear")}
    )
    game.walk("fields-1").say("fight", 1, 6)
    assert game[0].life == 4 and len(game.told("fought")) == 1
    game.turn_end()
    assert len(game.told("fought")) == 1 and "ghost" in game.lying("fields-1"), "a lost fight ends the turn"


# --- killed in the middle ---


def test_killed_by_a_space_everything_but_spells_and_trophies_stays_there() -> None:
    game = situation(
        seat("wizard", "runes-2", life=1, gold=2, fate=0, goods=("sword",), spells=("hex",)), seat("thief", "city"),
    )  # fmt: skip
    game.walk("chasm")
    while game[0].character == "wizard":
        game.say(1)
    assert game.lying("chasm") == ("sword",) and game.gold("chasm") == 2
    assert "hex" in game.discards("spell") and game.state.turn == 1, "its turn is over"


def test_killed_by_a_card_the_rest_of_the_draw_waits_for_the_next() -> None:
    game = situation(
        seat("dwarf", "ruins", life=1, fate=0),
        seat("thief", "city"),
        lying={"ruins": ("dragon", "sword")},
        arrived=True,
    )
    game.say("fight", 1, 6)
    assert not game[0].character and game.lying("ruins") == ("dragon", "sword")


def test_a_hex_by_somebody_else_kills_before_anything_is_met() -> None:
    game = situation(
        seat("wizard", "city", spells=("hex",)), seat("thief", "hills-1", life=1), lying={"fields-1": ("bear",)}
    )
    game.aside(0, "cast:hex").say("fields-1").turn_of(1).walk("fields-1")
    assert not game[1].character and not game.told("fought") and "bear" in game.lying("fields-1")


# --- Toads ---


def test_a_toad_with_a_mule_drops_all_it_has_and_takes_nothing_up() -> None:
    game = situation(
        seat("troll", "fields-1", goods=("mule", "sword", "axe"), gold=3), seat("wizard", "city", spells=("random",))
    )
    game.aside(1, "cast:random").say("seat:0", 1, "keep")
    assert game[0].form == "toad" and game[0].goods == () and game[0].gold == 0
    assert set(game.lying("fields-1")) == {"mule", "sword", "axe"} and game.gold("fields-1") == 3
    assert game.total(0, "strength") == 1


@pytest.mark.parametrize(
    "space", ["village", "city", "graveyard", "chapel", "tavern", "forest", "crags", "temple", "castle", "oasis"]
)
def test_a_toad_meets_every_kind_of_space_as_a_character_does(space: str) -> None:
    game = situation(seat("troll", space, **TOAD), seat("thief", "hills-1"), arrived=True)
    for _ in range(30):
        if game.state.turn == 1:
            break
        game.say(game.open()[0])
    assert game.state.turn == 1 and game[0].spells == () and game[0].goods == ()


def test_a_toads_quest_waits_until_it_has_something_to_give() -> None:
    game = situation(seat("troll", "warlocks-cave", **TOAD), seat("thief", "hills-1"), arrived=True)
    while game.ask.kind == "choose" and "quest" in game.ask.purpose:
        game.say(game.open()[0])
    game.say(*(["4"] if game.ask.kind == "die" else []))
    game.say("keep")
    assert game[0].form == "toad" and game.state.effects, "it is on a quest, with nothing to give yet"


# --- empty decks and stocks ---


def test_an_empty_adventure_deck_is_the_discards_shuffled() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "city"))
    deck = next(i for i, found in enumerate(game.state.decks) if sum(found.left) > 60)
    cards = [key for key in situation(seat("dwarf", "hills-1")).walk("fields-1").open() if key not in ("own", "empty")]
    game.by_hand(
        *(Change("card", card=c, origin="deck:adventure", to="discards:adventure") for c in _copies(game, deck, cards))
    )
    assert sum(game.state.decks[deck].left) == 0
    game.walk("fields-1")
    assert game.ask.kind == "card" and len(game.open()) > 60, "the discards are the deck again"


def _copies(game: Game, deck: int, cards: list[str]) -> list[str]:
    return [card for card, n in zip(cards, game.state.decks[deck].left, strict=True) for _ in range(n)]


def test_nothing_is_sold_that_is_out_of_stock() -> None:
    game = situation(seat("dwarf", "village", gold=9), seat("thief", "city"), arrived=True).say("blacksmith")
    assert game.closed("buy:purchase/helmet") == ""
    game.by_hand(*[Change("card", card="purchase/helmet", origin="stock", to="seat:1")] * 4)
    assert game.closed("buy:purchase/helmet") == "sold-out" and game.closed("buy:purchase/sword") == ""


def test_a_quest_without_a_talisman_left_brings_none() -> None:
    game = situation(seat("dwarf", "warlocks-cave", gold=3), seat("thief", "city"), arrived=True)
    game.by_hand(*[Change("card", card=TALISMAN, origin="stock", to="seat:1")] * 4)
    game.say("quest", 5, "keep")
    assert game[0].gold == 0 and not game.state.effects, "the quest is fulfilled with what is at hand"
    assert not [card for card in game[0].goods if "talisman" in card]


# --- the Crown ---


def test_with_four_on_the_crown_one_meets_a_character_and_nobody_casts_command() -> None:
    at_crown = [seat(name, "crown-of-command") for name in ("troll", "thief", "dwarf", "wizard")]
    game = situation(*at_crown)
    assert game.ask.kind == "whom" and [key for key in game.open() if key.startswith("attack:")] == [
        "attack:1",
        "attack:2",
        "attack:3",
    ]
    assert "the space" not in game.open(), "somebody has to be met"
