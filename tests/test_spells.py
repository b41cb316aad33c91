"""Does each Spell do what its card says, and whom can none be cast on?"""

from __future__ import annotations

import pytest
from situations import TALISMAN, quiet, seat, situation

from talisman_nb.table.hand_moves import elsewhere
from talisman_nb.text.questions.question import question


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


def test_temporal_warp_gives_three_turns_in_a_row() -> None:
    game = situation(seat("wizard", "fields-1", spells=("temporal-warp", "healing")), seat("thief", "city"))
    game.aside(0, "cast:temporal-warp")
    turns = 0
    while game.state.turn == 0:
        turns += game.ask.purpose == "move" and game.ask.kind == "die"
        game.say(quiet(game.ask))
    assert turns == 3


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


def test_what_a_shown_card_does_ends_when_the_card_is_destroyed() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("priest", "city", spells=("destruction",)))
    game.walk("fields-1").say("blizzard").turn_end()
    assert game.ask.kind == "way", "no die: one space a turn"
    game.aside(1, "cast:destruction")
    assert (game.ask.kind, game.ask.purpose) == ("die", "move"), "and it rolls again"
    assert game.lying("fields-1") == () and "blizzard" in game.discards("adventure") and game.told("ended")
    assert not game.state.effects


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


def test_who_looks_at_the_top_types_the_cards_of_that_deck() -> None:
    """The question named no deck, so the panel knew no names, and failed on a card that lies elsewhere."""
    game = situation(
        seat("wizard", "hills-1", spells=("divination", "healing")), seat("troll", "city", goods=("cross",))
    )
    game.aside(0, "cast:divination")
    assert game.ask.kind == "card" and question(game.state, game.ask, "en").cards == "adventure"
    assert elsewhere(game.state, game.ask) == {"cross": ("seat:1", "cross")}


def test_nullify_empties_a_hand_with_what_nobody_saw() -> None:
    game = situation(
        seat("wizard", "fields-1", spells=("nullify", "healing")), seat("priest", "city", spells=("spell?", "hex"))
    )
    game.aside(0, "cast:nullify").say("seat:1", "nobody")
    assert game[1].spells == () and sorted(game.discards("spell")) == ["hex", "nullify", "spell?"]


def test_nullify_may_be_aimed_at_oneself() -> None:
    game = situation(seat("priest", "city", spells=("nullify", "hex")), seat("thief", "village"))
    game.aside(0, "cast:nullify").say("seat:0")
    assert game[0].spells == () and set(game.discards("spell")) == {"nullify", "hex"}


def test_the_cursed_glade_takes_the_crowns_craft_and_spells_must_go_two_of_them_unseen() -> None:
    game = situation(
        seat("elf", "hills-1", goods=("solomons-crown",), spells=("healing", "spell?", "spell?"), fate=0),
        seat("thief", "city"),
    )
    game.walk("fields-1").say("imp", 6)
    assert (game[0].space, game.ask.purpose) == ("cursed-glade", "too-many-spells")
    game.say("spell?")
    assert game[0].spells == ("healing", "spell?") and game.total(0, "craft") == 4
    assert not any(key.startswith("cast:") for key in game.may(0))


# --- whom an Amulet keeps from Spells ---


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
