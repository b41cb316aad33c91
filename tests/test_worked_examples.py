"""The worked examples of the rule texts that hold for the revised 4th edition: every number they tell."""

from __future__ import annotations

from situations import Game, quiet, seat, situation

from talisman_nb.engine.play import Play
from talisman_nb.engine.totals import spell_limit
from talisman_nb.rules.book import book_of


def most_spells(game: Game, who: int) -> int:
    return spell_limit(Play(book_of(game.state.book), game.state), who)


def _unanswered(game: Game) -> Game:
    """Nobody answers a Spell."""
    while game.ask.kind == "react":
        game.say("nobody")
    return game


def test_w2_the_cursed_glade_costs_the_wizard_a_spell() -> None:
    held = ("healing", "hex", "nullify")
    game = situation(seat("wizard", "hills-3", goods=("solomons-crown",), spells=held), seat("thief", "city"))
    assert (game.total(0, "craft"), most_spells(game, 0)) == (7, 3)
    game.walk("cursed-glade")
    assert (game.total(0, "craft"), most_spells(game, 0)) == (5, 2)
    assert game.ask.purpose == "too-many-spells" and set(game.open()) == set(held)
    assert not any(key.startswith("cast:") for key in game.may(0)), "discarded, not cast"
    game.say("hex").turn_end().turn_of(0).walk("runes-1")
    assert (game[0].spells, most_spells(game, 0)) == (("healing", "nullify"), 3), "a third must be gained anew"


def test_w3_an_evil_assassin_leaves_the_holy_lance() -> None:
    game = situation(seat("assassin", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").say("holy-lance")
    assert game.closed("holy-lance") == "alignment"
    game.say("done")
    assert game[0].goods == () and game.lying("fields-1") == ("holy-lance",)


def test_w4_without_the_mule_four_of_eight_objects_are_dropped() -> None:
    eight = ("sword", "axe", "shield", "helmet", "armour", "ring", "cross", "wand")
    game = situation(seat("thief", "fields-1", spells=("mesmerism",)), seat("wizard", "city", goods=("mule", *eight)))
    _unanswered(game.aside(0, "cast:mesmerism"))
    assert (game.ask.seat, game.ask.purpose) == (1, "too-many-objects")
    game.say("sword", "axe", "shield", "helmet")
    assert game[0].goods == ("mule",) and game[1].goods == eight[4:] and game.lying("city") == eight[:4]


def test_w5_the_thief_evades_the_sentinel_and_ends_on_the_portal() -> None:
    game = situation(seat("thief", "graveyard", spells=("immobility",)), seat("troll", "crags"))
    game.say(6, "bridge")
    assert game[0].space == "sentinel" and game.ask.kind == "fight"
    _unanswered(game.aside(0, "cast:immobility"))
    assert game[0].space == "hills-3" and game.ask.n == 3
    game.say("anticlockwise")
    assert game[0].space == "portal-of-power" and not game.told("fought")


def test_w7_a_dragon_on_the_runes_beats_strength_three_whatever_is_thrown() -> None:
    game = situation(seat("sorceress", "temple", strength=1, fate=0), seat("thief", "city"), lying={"runes-3": ("dragon",)})
    assert game.total(0, "strength") == 3
    game.say(2)
    assert {option.space for option in game.ask.options} == {"runes-3", "oasis"}
    game.say(next(o.key for o in game.ask.options if o.space == "runes-3"))
    assert game.ask.kind == "fight", "one card lies there: none is drawn"
    game.say("fight", 6, 1)
    assert game.told("fought")[-1].scores == (9, 10) and game[0].life == 3


def test_w7_a_hex_at_the_oasis_costs_a_life_and_counts_as_a_card() -> None:
    game = situation(seat("wizard", "village", spells=("hex",)), seat("sorceress", "temple", fate=0))
    _unanswered(game.aside(0, "cast:hex"))
    game.say("oasis", *["healing"] * (len(game[0].spells) == 0))
    game.turn_of(1).say(2).say(next(o.key for o in game.ask.options if o.space == "oasis"))
    _unanswered(game)
    assert game[1].life == 3 and game.ask.kind == "card" and game.ask.n == 1
    game.say("dragon")
    assert game.ask.kind == "fight" and game.state.fight and game.state.fight.foes[0].strength == 7


def test_w8_the_imp_takes_the_dwarf_away_and_two_cards_stay() -> None:
    game = situation(seat("dwarf", "black-knight", fate=0), seat("thief", "black-knight"))
    game.walk("hidden-valley").say("bear", "imp", "bag-of-gold", 4)
    assert game[0].space == "ruins" and game.lying("hidden-valley") == ("bear", "bag-of-gold")
    assert game.state.turn == 0 and game.ask.kind == "card" and game.ask.n == 2, "a new encounter in the Ruins"
    game.turn_end().turn_of(1).walk("hidden-valley")
    assert game.ask.kind == "card" and game.ask.n == 1, "two of the three lie there"


def test_w9_the_dwarf_and_its_werewolf() -> None:
    game = situation(seat("dwarf", "dice-with-death", strength=3, fate=0), seat("thief", "city"))
    game.walk("werewolf-den").say(3, 5)
    assert game.state.fight and game.state.fight.foes[0].strength == 8
    game.say("fight", 4, 5)
    assert game.told("fought")[-1].scores == (10, 13) and game[0].life == 4
    game.turn_end().turn_end().say("go-on", "fight", 4, 1)
    assert game.told("fought")[-1].scores == (10, 9) and game[0].space == "werewolf-den"
    game.turn_end().turn_end()
    assert game.ask.kind == "way", "it moves the turn after"


def test_w10_the_monk_has_the_holy_lance_but_not_the_runesword() -> None:
    game = situation(seat("monk", "fields-1"), seat("thief", "city"), lying={"ruins": ("holy-lance", "runesword", "alchemist")})
    alone = game.total(0, "strength")
    game.walk("ruins")
    assert game.closed("runesword") == "alignment"
    game.say("holy-lance", "alchemist", "done")
    assert game.lying("ruins") == ("runesword",) and game.total(0, "strength") == alone
    game.aside(0, "use:alchemist.sell").say("holy-lance")
    assert game[0].gold == 2 and "holy-lance" in game.discards("adventure"), "sold"


def test_w11_the_troll_regenerates_on_a_natural_six_only() -> None:
    for face, offered in ((4, False), (6, True)):
        game = situation(seat("troll", "fields-1", life=3), seat("thief", "city")).say(face)
        assert ("use:character.troll.regenerate" in game.open()) is offered
    game.say("use:character.troll.regenerate")
    assert game[0].life == 4 and game[0].space == "fields-1"


def test_w12_the_cross_may_be_used_or_not() -> None:
    game = situation(seat("troll", "fields-1", goods=("cross",), fate=0), seat("thief", "city"), lying={"graveyard": ("demon",)})
    game.walk("graveyard")
    assert {"fight", "use:cross.destroy-spirit"} <= set(game.open())
    game.say("fight", 6, 1)
    assert game.told("fought")[-1].scores == (7, 11), "fought with craft"


def test_w13_an_object_put_down_is_a_card_less_to_draw() -> None:
    game = situation(seat("troll", "hills-1", goods=("sword",)), seat("thief", "city"))
    game.walk("fields-1")
    assert game.ask.kind == "card" and game.ask.n == 1
    game.aside(0, "drop:sword")
    assert game.ask.kind != "card" and game.lying("fields-1") == ("sword",)
    assert game.closed("sword") == "put-down", "not taken back in the same turn"


def test_w15_where_two_are_drawn_and_one_lies_one_is_drawn() -> None:
    game = situation(seat("troll", "fields-5"), seat("thief", "city"), lying={"ruins": ("purchase/axe",)})
    game.walk("ruins")
    assert game.ask.kind == "card" and game.ask.n == 1, "cards of any deck count"


def test_w18_a_price_of_three_takes_three_gold() -> None:
    game = situation(seat("troll", "fields-1", gold=5), seat("thief", "city"))
    game.walk("village").say("blacksmith", "buy:purchase/axe")
    assert game[0].gold == 2 and game[0].goods == ("purchase/axe",)


def test_w19_fate_throws_one_of_several_dice_again_and_no_second() -> None:
    game = situation(seat("troll", "crypt", fate=2), seat("thief", "city"))
    game.walk("dice-with-death").say(1, 2)
    assert game.ask.kind == "result" and {"fate:0", "fate:1"} <= set(game.open())
    game.say("fate:0", 1)
    assert game.ask.purpose == "death" and game[0].fate == 1, "no second die, nor the same again"
    game.say(1, 1)
    assert game.ask.kind != "result", "never Death's dice"


def test_w20_a_toad_made_a_toad_again_counts_three_turns_anew() -> None:
    game = situation(seat("wizard", "village", spells=("random", "random")), seat("troll", "city", fate=0, strength=2))
    _random(game)
    assert (game[1].form, game[1].form_left) == ("toad", 3)
    game.turn_end().turn_end().turn_end()
    assert game.state.turn == 1 and game[1].form_left == 2
    game.turn_end()
    assert game[1].form_left == 1
    _random(game)
    assert game[1].form_left == 3, "anew, not added up"
    for left in (2, 1, 0):
        game.turn_end().turn_end()
        assert game[1].form_left == left
    assert game[1].form == "" and game.total(1, "strength") == 8, "the old counters are back"


def _random(game: Game) -> None:
    """Seat 0 makes seat 1 a Toad."""
    game.aside(0, "cast:random")
    while game.ask.purpose != "move":
        key = "seat:1" if "seat:1" in game.open() else "1" if game.ask.kind == "die" else quiet(game.ask)
        game.say(key)


def test_w21_followers_killed_go_to_the_discards() -> None:
    game = situation(seat("troll", "runes-1", goods=("maiden",), fate=0), seat("thief", "city"))
    game.walk("chasm").say(6, 1)
    assert game[0].goods == () and "maiden" in game.discards("adventure")
    game = situation(seat("troll", "mines", goods=("maiden", "unicorn"), fate=0), seat("thief", "city"))
    game.walk("vampires-tower").say(4, "maiden", "none")
    assert game[0].goods == ("unicorn",) and game.discards("adventure") == ("maiden",) and game[0].life == 5


def test_w22_the_dragon_of_the_cave_may_be_evaded() -> None:
    for spell in ("immobility", "invisibility"):
        game = situation(seat("elf", "hills-1", spells=(spell,), fate=0), seat("thief", "city"), lying={"fields-1": ("cave",)})
        game.walk("fields-1").say(1)
        assert game.state.fight and game.state.fight.foes[0].strength == 7
        _unanswered(game.aside(0, f"cast:{spell}"))
        if game.ask.kind == "fight":
            game.say("evade")
        assert not game.told("fought") and game.told("evaded") and game[0].life == 4


def test_w23_a_new_alignment_drops_what_it_forbids_at_once() -> None:
    for start, goods, face, alignment in (("good", "holy-grail", 1, "evil"), ("evil", "runesword", 4, "good")):
        game = situation(seat("troll", "fields-1", goods=(goods,), alignment=start, fate=0), seat("thief", "city"))
        game.walk("village").say("mystic", face)
        assert game[0].alignment == alignment and game[0].goods == () and game.lying("village") == (goods,)
