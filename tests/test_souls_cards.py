"""Do the cards of The Realm of Souls do what they say in each of their branches?"""

from __future__ import annotations

import pytest
from test_souls import BREACH, GHOST, IN, kinds, met

from talisman_nb import play
from talisman_nb.engine.offers import drop_offers
from talisman_nb.engine.working_state import working_state
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import book_of

ON_BREACH = "arrived | thief city | on fields-1, breach"
GHOST_MET = f"{IN}{GHOST.format('fields-1', 2)}, {ON_BREACH}"


def lying(game: Situation, space: str) -> tuple[str, ...]:
    return game.state.spaces[book_of(game.state.book).board.index[space]]


# --- what gathers, brings and burns cards ---


def test_all_spirits_of_the_region_gather_but_no_others() -> None:
    far = "on fields-2, lemure, bear | on chapel, shadow, wraith | on runes-1, spectre"
    game = play(f"{BREACH} | {far} > gathering")
    assert lying(game, "fields-2") == ("bear",) and lying(game, "runes-1") == ("spectre",)
    assert {"lemure", "shadow", "wraith"} <= {*lying(game, "fields-1")} and lying(game, "chapel") == ()
    assert game.state.fight, "they are met"


def test_copies_gather_too() -> None:
    game = play(f"{BREACH} | on fields-2, ghost, ghost > gathering")
    assert lying(game, "fields-1").count("ghost") == 2


def test_as_the_spectre_is_revealed_spirits_come_from_everywhere() -> None:
    game = play(f"{BREACH} | on fields-2, bear | on runes-1, spectre > sepulchre-spectre")
    assert {"spectre", "sepulchre-spectre"} <= {*lying(game, "fields-1")} and lying(game, "fields-2") == ("bear",)
    assert game.state.fight and len(game.state.fight.foes) == 2


def test_fire_burns_spirits_and_veil_cards_and_hurts_the_ghosts_of_the_region() -> None:
    others = "elf chapel, as restless, life 2 | sorceress runes-1, as restless, life 2"
    lies = "on fields-2, lemure, bear, pool-of-souls:2, barbed-bracer"
    game = play(f"{IN}{GHOST.format('fields-1', 2)}, {ON_BREACH} | {others} | {lies} > cleansing-fire")
    assert lying(game, "fields-2") == ("bear",) and lying(game, "fields-1") == ("breach",)
    assert [player.life for player in game.state.players] == [1, 4, 1, 2]


def test_fire_ends_what_a_veil_card_shows() -> None:
    game = play(f"{BREACH} | on fields-4, breach > rising-mists > done")
    assert [effect.shows for effect in game.state.effects] == ["fields-1"]
    game = game.answer("1", "clockwise", "cleansing-fire")
    assert not game.state.effects and lying(game, "fields-1") == ("breach",)


@pytest.mark.parametrize(("who", "meets"), [("as restless, life 1, gold 0", True), ("life 4", False)])
def test_a_summons_brings_spirits_and_ghosts_to_a_space(who: str, meets: bool) -> None:
    lies = "on fields-2, lemure, bear | on runes-1, spectre"
    game = play(
        f"{IN}dwarf city, fate 0, spells spectral-summon | thief village, {who} | {lies} > 0: cast:spectral-summon"
    )
    assert "crypt" not in game.open
    game = game.answer("tavern")
    assert (game.state.players[1].space == "tavern") == meets and game.state.players[0].space == "city"
    assert lying(game, "tavern") == ("lemure", "spectre") and lying(game, "fields-2") == ("bear",)


def test_a_remnant_is_taken_from_anywhere() -> None:
    lies = "on runes-1, sword-of-the-fallen, wraith | on chapel, armour-of-the-fallen, axe"
    game = play(f"{IN}dwarf city, fate 0, spells remnant-of-the-other-side | thief village | {lies}")
    game = game.answer("0: cast:remnant-of-the-other-side")
    assert sorted(game.open) == ["chapel|armour-of-the-fallen", "runes-1|sword-of-the-fallen"]
    game = game.answer("runes-1|sword-of-the-fallen")
    assert game.state.players[0].goods == ("sword-of-the-fallen",) and lying(game, "runes-1") == ("wraith",)


def test_where_nothing_is_soulbound_nothing_is_taken() -> None:
    game = play(f"{IN}dwarf city, fate 0, spells remnant-of-the-other-side | thief village | on chapel, axe")
    assert game.answer("0: cast:remnant-of-the-other-side").state.players[0].goods == ()


def test_the_maiden_brings_a_card_that_is_met() -> None:
    game = play(f"{BREACH} | on chapel, bear, axe > lost-maiden")
    assert sorted(game.open) == ["chapel|axe", "chapel|bear"]
    game = game.answer("chapel|bear")
    assert game.state.fight and lying(game, "chapel") == ("axe",) and "bear" in lying(game, "fields-1")
    assert kinds(play(f"{BREACH} > lost-maiden"))[-1] == "meets", "there is nothing to bring"


def test_the_warrior_goes_to_a_card_and_destroys_it() -> None:
    game = play(f"{BREACH} | on chapel, bear, axe > lost-warrior > chapel|bear")
    assert lying(game, "chapel") == ("axe", "lost-warrior") and "lost-warrior" not in lying(game, "fields-1")
    assert not game.state.fight


@pytest.mark.parametrize(("drawn", "there"), [("lost-maiden", "lost-warrior"), ("lost-warrior", "lost-maiden")])
def test_one_of_the_lost_leaves_as_the_other_is_drawn(drawn: str, there: str) -> None:
    game = play(f"{BREACH} | on chapel, {there} > {drawn}")
    assert lying(game, "chapel") == () and drawn in lying(game, "fields-1")


# --- moving ---


@pytest.mark.parametrize(
    ("answer", "way", "end"), [("n:1", "clockwise", 3), ("n:-1", "clockwise", 1), ("leave", "clockwise", 2)]
)
def test_a_friendly_ghost_adds_to_a_move_or_subtracts(answer: str, way: str, end: int) -> None:
    game = play(f"{IN}dwarf city, fate 0, has friendly-ghost | thief village > 2")
    assert game.open == ("n:1", "n:-1", "leave") and game.ask.kind == "plus"
    board = book_of(game.state.book).board
    assert game.answer(answer, way).state.players[0].space == board.in_region("outer")[end + board.space("city").ring]


def test_nobody_stays_because_of_it() -> None:
    game = play(f"{IN}dwarf city, fate 0, has friendly-ghost | thief village > 1")
    assert game.open == ("add", "leave"), "a 1 is not lowered"


def test_bright_light_lets_ghosts_add_and_they_add_up() -> None:
    light = "dwarf fields-1, fate 0, arrived | thief city, as restless, life 1, fate 0, gold 0{} | on fields-1, breach"
    game = play(f"{IN}{light.format('')} > bright-light > done > 2")
    assert game.open == ("add", "leave") and game.ask.n == 1
    both = play(f"{IN}{light.format(', has friendly-ghost')} > bright-light > done > 2")
    assert both.open == ("n:2", "n:1", "n:-1", "leave")
    living = play(
        f"{IN}dwarf fields-1, fate 0, arrived | thief city, fate 0 | on fields-1, breach > bright-light > done > 2"
    )
    assert living.ask.kind == "way"


def test_in_chilling_winds_ghosts_may_go_slower_and_others_must() -> None:
    rest = "| on fields-1, breach > chilling-winds > done"
    ghost = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city, as restless, life 1, fate 0, gold 0 {rest} > 3")
    assert ghost.open == ("add", "leave") and ghost.ask.n == -1
    living = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city, fate 0 {rest}")
    assert living.ask.kind == "way" and living.ask.n == 1


def test_a_wrong_turn_leads_back_where_the_turn_began() -> None:
    game = play(f"{IN}dwarf graveyard, fate 0 | thief city | on woods-1, breach > 1 > clockwise > wrong-turn")
    assert game.state.players[0].space == "graveyard" and kinds(game).count("teleported") == 1
    assert game.ask.source == "space.graveyard", "it is met"


@pytest.mark.parametrize(("face", "end"), [(2, "fields-1"), (3, "fields-1"), (4, "other"), (5, "other")])
def test_the_maze_moves_one_a_step(face: int, end: str) -> None:
    game = met("shifting-maze", face)
    if end == "other":
        around = game.open
        assert len(around) == 2 and game.ask.seat == 0
        game = game.answer(around[0])
        assert game.state.players[0].space == around[0] and kinds(game)[-1] in ("teleported", "turn_begins")
    else:
        assert game.state.players[0].space == "fields-1" and kinds(game)[-1] == "nothing_happens"


def test_in_the_maze_the_neighbour_to_the_right_moves_one() -> None:
    maze = "dwarf fields-1, fate 0, arrived | thief city | elf temple | on fields-1, breach > shifting-maze > 1"
    game = play(f"{IN}{maze}")
    assert game.ask.seat == 2 and len(game.open) == 2
    to = game.open[0]
    assert [player.space for player in game.answer(to).state.players] == [to, "city", "temple"]


def test_the_maze_may_give_another_turn() -> None:
    assert met("shifting-maze", 6).state.players[0].extra == 1


def test_the_pit_takes_a_life_for_a_move_with_three_dice() -> None:
    game = met("pit-of-souls", "plunge")
    assert game.state.players[0].life == 4
    game = game.answer("done", "1", "clockwise", "bag-of-gold", "done", "done")
    assert (game.ask.kind, game.ask.n) == ("die", 3)
    game = game.answer("6", "6", "6")
    assert game.ask.kind == "way" and game.ask.n == 18
    assert met("pit-of-souls", "none").state.players[0].promises == ()


# --- Ghosts ---


def test_a_burial_moves_ones_own_gravemarker() -> None:
    graves = "grave woods-1, of dwarf | grave woods-1, of thief"
    game = play(f"{GHOST_MET} | {graves} > proper-burial")
    assert [(effect.seat, effect.space) for effect in game.state.effects] == [(1, "woods-1"), (0, "graveyard")] or [
        (effect.seat, effect.space) for effect in game.state.effects
    ] == [(0, "graveyard"), (1, "woods-1")]
    assert kinds(met("proper-burial"))[-1] == "nothing_happens"


STRAYED = f"{IN}dwarf fields-1, strength 5, has sword axe, fate 0, arrived | thief city, fate 0 > spirited-away"


def test_whoever_is_spirited_away_is_a_ghost_and_loses_nothing() -> None:
    player = play(STRAYED).state.players[0]
    assert (player.form, player.form_left, player.life) == ("strayed", 3, 5)
    assert player.goods == ("sword", "axe") and player.asleep == (2, 0)
    assert (
        play(f"{IN}{GHOST.format('fields-1', 2)}, arrived | thief city > spirited-away").state.players[0].form
        == "restless"
    )


def test_cards_take_a_strayed_character_for_a_ghost() -> None:
    on = "dwarf fields-1, as strayed, fate 0, arrived | thief city | on fields-1, breach > white-fungus > fight > 1 > 1"
    assert kinds(play(f"{IN}{on}"))[-1] == "lost", "3 and 1 with 3 more"


def test_after_three_turns_it_is_itself_again() -> None:
    game = play(STRAYED)
    for _ in range(40):
        if game.state.players[0].form == "":
            break
        game = game.answer(
            next(
                key
                for key in ("done", "nobody", "none", "clockwise", "1", "the space", "bag-of-gold", *game.open)
                if key in game.open
            )
        )
    player = game.state.players[0]
    assert (player.form, player.strength, player.goods[:2]) == ("", 2, ("sword", "axe"))


def test_a_strayed_character_that_is_killed_goes_on_as_a_ghost() -> None:
    game = play(f"{IN}dwarf fields-1, as strayed, life 1, fate 0, arrived | thief city > giant > fight > 1 > 6")
    player = game.state.players[0]
    assert (player.form, player.life, player.out) == ("restless", 0, False) and game.state.effects


@pytest.mark.parametrize(("life", "keys"), [(0, ("life",)), (2, ("life", "rise"))])
def test_the_priestess_heals_a_ghost_or_brings_it_back_at_its_start(life: int, keys: tuple[str, ...]) -> None:
    ghost = GHOST.format("fields-1", life)
    game = play(f"{IN}{ghost}, has sword sword-of-the-fallen, {ON_BREACH} | grave runes-1, of dwarf > divine-priestess")
    assert game.open == keys
    healed = game.answer("life")
    assert healed.state.players[0].life == life + 1 and "divine-priestess" in lying(healed, "fields-1")
    if life:
        back = game.answer("rise")
        player = back.state.players[0]
        assert (player.form, player.life, player.space, player.goods) == ("", 2, "crags", ("sword-of-the-fallen",))
        assert lying(back, "crags") == ("sword",) and lying(back, "fields-1") == ("breach",) and not back.state.effects


def test_the_priestess_heals_the_living() -> None:
    assert met("divine-priestess", dwarf="fate 0, life 2").state.players[0].life == 3


# --- keywords ---

FALLEN = "sword-of-the-fallen armour-of-the-fallen talisman-of-the-fallen"


def test_a_ghostly_mule_carries_what_is_soulbound() -> None:
    held = f"dwarf fields-1, fate 0, has sword axe helmet ring {FALLEN} ghostly-mule, arrived | thief village"
    full = play(f"{IN}{held} > water-bottle > water-bottle")
    assert full.ask.purpose == "too-many-objects"
    assert set(full.open) == {"sword", "axe", "helmet", "ring", "water-bottle"}, "not what it carries"


def test_without_the_mule_the_surplus_stays_on_the_space() -> None:
    game = met("infernal-fire", dwarf=f"fate 0, has sword axe helmet ring {FALLEN} ghostly-mule, spells hex")
    game = game.answer("sword")
    assert game.ask.purpose == "too-many-objects"
    game = game.answer("axe", "helmet")
    assert {"axe", "helmet"} <= {*lying(game, "fields-1")} and len(game.state.players[0].goods) == 4


def test_with_the_seal_all_goods_stay_with_whoever_dies() -> None:
    dead = "dwarf fields-1, fate 0, life 1, gold 3, has {}, arrived | thief city > giant > fight > 1 > 6"
    game = play(f"{IN}{dead.format('axe mule soul-seal')}")
    player = game.state.players[0]
    assert (player.form, player.goods, player.gold) == ("restless", ("axe", "mule", "soul-seal"), 0)
    assert play(f"{IN}{dead.format('axe mule')}").state.players[0].goods == ()


# --- the mistwalker ---


@pytest.mark.parametrize(
    ("key", "figure", "n"),
    [("strength", "strength", 1), ("craft", "craft", 1), ("life", "life", 6), ("fate", "fate", 1)],
)
def test_the_mistwalker_grants_what_one_likes(key: str, figure: str, n: int) -> None:
    assert getattr(met("mistwalker", key).state.players[0], figure) == n


def test_the_mistwalker_opens_a_way() -> None:
    game = met("mistwalker", "teleport")
    assert "fields-1" not in game.open and "chapel" in game.open and "runes-1" not in game.open
    assert game.answer("chapel").state.players[0].space == "chapel"


# --- drawing ---


def test_the_orb_draws_one_more_and_discards_one() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, has orb-of-the-veil, arrived | thief city > bear > axe")
    assert set(game.open) == {"bear", "axe"} and game.ask.purpose == "throw-away"
    game = game.answer("bear")
    assert lying(game, "fields-1") == ("axe",) and not game.state.fight
    veil = met("mawbeast", "hollow-gaunt", dwarf="fate 0, has orb-of-the-veil")
    assert set(veil.open) == {"mawbeast", "hollow-gaunt"}
    assert lying(veil.answer("hollow-gaunt"), "fields-1") == ("breach", "mawbeast")


def test_of_what_the_orb_throws_away_nothing_comes() -> None:
    game = met("veil-ghost", "mawbeast", "veil-ghost", dwarf="fate 0, has orb-of-the-veil")
    assert game.state.fight, "the Ghost is not placed elsewhere"


def test_a_storm_of_souls_lets_draw_veil_cards() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city, fate 0 > soul-storm > done > 1 > clockwise")
    assert game.ask.purpose == "veil" and game.state.effects[0].left == 5
    game = game.answer("barbed-bracer")
    assert game.state.effects[0].left == 4 and "barbed-bracer" in lying(game, "fields-4")
    end = game.answer("done", "done", "2", "clockwise")
    assert end.ask.purpose == "veil"


def test_fog_adds_to_cards_of_the_adventure_deck_only() -> None:
    fog = play(f"{IN}dwarf fields-1, fate 0, arrived | thief city, fate 0 | on fields-4, breach > foggy-nights > done")
    fog = fog.answer("1", "clockwise", "mawbeast")
    assert fog.state.fight, "no other card is drawn"


def test_a_baptised_enemy_follows_and_lets_draw_veil_cards_instead() -> None:
    game = play(f"{IN}dwarf ruins, fate 0, arrived | thief city, fate 0 > dark-baptism > bag-of-gold > mawbeast")
    assert game.state.players[0].goods == ("mawbeast@dark-baptism.baptised",) and not game.state.fight
    bound = "dwarf temple, fate 0, has mawbeast@dark-baptism.baptised | thief city"
    held = play(f"{IN}{bound}")
    (drop,) = drop_offers(working_state(held.state), 0)
    assert drop.closed == "bound", "it is not put down"
    owner = "dwarf ruins, fate 0, has mawbeast@dark-baptism.baptised, arrived | thief city > bear > axe"
    drawn = play(f"{IN}{owner}")
    assert set(drawn.open) == {"bear", "axe", "none"} and drawn.ask.purpose == "redraw"
    drawn = drawn.answer("bear", "barbed-bracer", "none")
    assert lying(drawn, "ruins") == ("axe", "barbed-bracer") and not drawn.state.fight
    kept = play(f"{IN}{owner} > none")
    assert kept.state.fight and lying(kept, "ruins") == ("bear", "axe")


def test_any_other_card_that_is_revealed_is_met() -> None:
    at = f"{IN}dwarf fields-1, fate 0, arrived | thief city > dark-baptism"
    assert play(f"{at} > barbed-bracer").open[0] == "barbed-bracer"
    there = f"{IN}dwarf fields-1, fate 0, arrived | thief city | on runes-1, lost-warrior > dark-baptism > lost-maiden"
    assert lying(play(there), "runes-1") == (), "what it says as it is drawn is done"
    pool = play(f"{at} > pool-of-souls > take")
    assert pool.state.players[0].life == 6


def test_restless_trophies_are_laid_out_clockwise() -> None:
    owners = "dwarf fields-1, fate 0, trophies bear wolf, arrived | thief city, trophies ape giant"
    game = play(f"{IN}{owners} | on fields-1, breach > restless-dead")
    assert game.ask.chance and set(game.open) == {
        "trophies:0|bear",
        "trophies:0|wolf",
        "trophies:1|ape",
        "trophies:1|giant",
    }
    game = game.answer("trophies:1|giant", "trophies:0|wolf", "trophies:1|ape")
    assert [player.trophies for player in game.state.players] == [(), ()]
    assert lying(game, "fields-1") == ("breach", "giant") and lying(game, "graveyard") == ("wolf",)
    assert lying(game, "woods-1") == ("ape",) and lying(game, "sentinel") == ("bear",)
    assert game.state.fight, "the first one is met here"
    assert kinds(met("restless-dead"))[-1] == "meets", "there are no trophies"


def test_the_heart_of_night_holds_one_more() -> None:
    held = "dwarf city, has sword axe helmet ring heart-of-night | thief village"
    assert play(f"{IN}{held}").ask.purpose == "move"
