"""Does a question say truly what a roll would do and how likely a fight is, and of the right thing?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation
from tables import TWO

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Chances, Question


def asked(game: Game, lang: str = "en") -> Question:
    return question(game.state, game.ask, lang)


def at_the_mines(character: str) -> Game:
    return situation(seat(character, "plain-of-peril", fate=2), seat("thief", "city")).say("mines")


@pytest.mark.parametrize(
    ("character", "dice", "told"), [("wizard", (3, 2, 4), "Warlock's Cave"), ("troll", (3, 2, 4), "Tavern")]
)
def test_the_mines_take_the_craft_away_first(character: str, dice: tuple[int, ...], told: str) -> None:
    game = at_the_mines(character).say(*dice)
    assert game.ask.kind == "result"
    assert asked(game).headline == f"Keep the 9? Then: P0 goes straight to the {told} and has an encounter there"


@pytest.mark.parametrize(
    ("character", "die", "told"),
    [
        ("wizard", 1, "Keep the 3? Then: nothing happens"),
        ("troll", 6, "Keep the 18? Then: P0 goes straight to the Tavern and has an encounter there"),
    ],
)
def test_a_result_beyond_the_table_counts_as_its_nearest(character: str, die: int, told: str) -> None:
    assert asked(at_the_mines(character).say(die, die, die)).headline == told


@pytest.mark.parametrize(
    ("character", "told"),
    [("wizard", "Keep the 6? Then: P0 gains a Spell"), ("troll", "Keep the 6? Then: nothing happens")],
)
def test_a_spell_that_there_is_no_room_for_is_told_as_nothing(character: str, told: str) -> None:
    """`spell.limit`: a Troll's Craft allows none."""
    game = situation(seat(character, "fields-1", fate=2), seat("thief", "city")).walk("village").say("mystic", 6)
    assert asked(game).headline == told


@pytest.mark.parametrize(
    ("gold", "told"), [(1, "Keep the 3? Then: P0 loses 1 gold"), (0, "Keep the 3? Then: nothing happens")]
)
def test_gold_that_nobody_has_is_not_told_as_lost(gold: int, told: str) -> None:
    """`gold.none`"""
    game = situation(seat("troll", "forest", fate=2, gold=gold), seat("thief", "city")).walk("tavern").say(3)
    assert asked(game).headline == told


def test_the_vampire_takes_lives() -> None:
    game = situation(seat("wizard", "mines", fate=2), seat("thief", "city")).say("vampires-tower", 5)
    assert asked(game).headline == "Keep the 5? Then: P0 loses 3 lives"


def test_what_an_ability_adds_is_told_beside_each_answer() -> None:
    game = situation(seat("priest", "crags"), seat("thief", "city")).walk("chapel").say("pray", 4, "keep")
    assert (game.ask.kind, asked(game).circumstance) == ("plus", "")
    assert [(option.label, option.note) for option in asked(game).options] == [
        ("Add 1", "P0 gains 1 life"),
        ("Add nothing", "nothing happens"),
    ]


@pytest.mark.parametrize(
    ("die", "told"),
    [(5, "Keep the 5? Then: the Helmet does not save the life"), (6, "Keep the 6? Then: the Helmet saves the life")],
)
def test_an_armours_die_says_whether_it_saves(die: int, told: str) -> None:
    game = situation(
        seat("dwarf", "fields-1", goods=("helmet",), fate=2), seat("thief", "city"), lying={"graveyard": ("bear",)}
    )
    game.walk("graveyard").say("fight", 1, 6, "keep", "helmet")
    assert (game.ask.kind, game.ask.purpose) == ("die", "armour")
    assert asked(game.say(die)).headline == told


@pytest.mark.parametrize(
    ("die", "told"),
    [(2, "Keep the 2? Then: that foe is left alone"), (6, "Keep the 6? Then: that foe comes along as a Follower")],
)
def test_a_test_is_told_as_it_would_end(die: int, told: str) -> None:
    game = situation(seat("minstrel", "fields-1", fate=2), seat("thief", "city"), lying={"fields-2": ("bear",)})
    game.walk("fields-2").say("use:character.minstrel.charm", die)
    assert (game.ask.kind, asked(game).headline) == ("result", told)


@pytest.mark.parametrize(
    ("die", "told"),
    [(3, "Keep the 3? Then: P0 stays in the Temple"), (4, "Keep the 4? Then: P0 gets away, and the roll is the move")],
)
def test_a_slaves_die_says_whether_it_frees(die: int, told: str) -> None:
    game = situation(seat("dwarf", "desert-1", fate=2), seat("thief", "city")).walk("temple")
    game.say(2, 3, "keep").turn_end().turn_end()
    assert (game.ask.kind, game.ask.purpose) == ("die", "freedom")
    assert asked(game.say(die)).headline == told


def test_a_roll_is_told_past_a_house_rule_that_is_off() -> None:
    game = situation(seat("dwarf", "desert-1", fate=2), seat("thief", "city")).walk("temple").say(1, 2)
    assert (game.ask.kind, asked(game).headline) == ("result", "Keep the 3? Then: P0 loses 1 life")


@pytest.mark.parametrize(
    ("die", "told"), [(3, "Keep the 3? Then: deliver a Follower"), (5, "Keep the 5? Then: deliver 3 gold")]
)
def test_the_quest_is_told_before_fate_is_used(die: int, told: str) -> None:
    game = situation(seat("dwarf", "warlocks-cave", fate=2), seat("thief", "city"), arrived=True).say("quest", die)
    assert (game.ask.kind, asked(game).headline) == ("result", told)


@pytest.mark.parametrize(
    ("card", "space", "told"),
    [("fountain-of-wisdom", "graveyard", "gains 1 Craft"), ("pool-of-life", "graveyard", "gains 1 life")],
)
def test_a_counter_says_what_it_brings(card: str, space: str, told: str) -> None:
    game = situation(seat("monk", "fields-1", fate=5), seat("thief", "city"), lying={space: (card,)}).walk(space)
    while game.ask.purpose != "take-counter":
        game.say(game.open()[-1])
    found = [(option.label, option.note) for option in asked(game).options]
    assert found == [("Take a counter", told), ("No thanks", "")]


def test_it_is_the_follower_that_is_about_to_be_killed() -> None:
    game = situation(
        seat("dwarf", "runes-2", goods=("maiden",), fate=0), seat("wizard", "city", spells=("preservation",))
    ).walk("chasm")
    if game.ask.purpose == "roll-here":
        game.say("roll")
    game.say(6, 1)
    assert asked(game).headline == "The Maiden will be killed: does anyone respond?"


def test_a_rule_is_told_once_beside_the_answers_it_closes() -> None:
    game = situation(seat("dwarf", "fields-1", gold=2), seat("thief", "city")).walk("village").say("blacksmith")
    closed = [option.closed for option in asked(game).options if option.closed]
    assert len(closed) > 2
    poor = "P0 does not have enough gold."
    assert closed[0].startswith(f"{poor} ") and set(closed[1:]) == {poor}


# --- how a fight stands ---


@pytest.mark.parametrize(
    ("thrown", "chances", "with_fate"),
    [((), Chances(42, 16, 42), Chances(58, 12, 30)), ((6,), Chances(83, 17, 0), None)],
)
def test_a_fight_says_how_likely_it_is(thrown: tuple[int, ...], chances: Chances, with_fate: Chances | None) -> None:
    table = Table.new(TWO)
    for key in (3, "clockwise", "bear", *thrown):
        table.answer(key)
    question = TableController(table).screen().question
    assert question is not None and question.fight is not None and not question.circumstance
    assert (question.fight.chances, question.fight.fate) == (chances, with_fate)


def headline(table: Table, lang: str = "en") -> str:
    table.set(lang=lang)
    question = TableController(table).screen().question
    assert question is not None
    return question.headline


def test_a_fight_settled_by_hand_is_still_about_its_foe() -> None:
    table = Table.new(TWO)
    for key in (3, "clockwise", "bear"):
        table.answer(key)
    table.settle_by_hand()
    assert headline(table) == "Settle this by hand, then tell the program what changed (Bear)"
    assert headline(table, "it").endswith("(Orso)")


def test_a_fight_with_a_player_settled_by_hand_names_the_player() -> None:
    table = Table.new(TWO)
    table.change(Change("space", 1, to="fields-3"))
    for key in (3, "clockwise", "attack:1"):
        table.answer(key)
    table.settle_by_hand()
    assert headline(table) == "Settle this by hand, then tell the program what changed (Bruno)"


# --- choices that a condition closes ---


def why_closed(game: Game, key: str, lang: str) -> str:
    return next(option.closed for option in question(game.state, game.ask, lang).options if option.key == key)


@pytest.mark.parametrize(
    ("lang", "alignment", "spell"),
    [
        ("en", "only if the character is not neutral.", "only if there is room for another Spell."),
        ("it", "solo se il personaggio non è neutrale.", "solo se c'è posto per un'altra Magia."),
        ("fr", "seulement si le personnage n'est pas neutre.", "de la place pour un autre Sort."),
        ("pl", "tylko jeśli Poszukiwacz nie jest neutralny.", "jest miejsce na jeszcze jedno Zaklęcie."),
    ],
)  # fmt: skip
def test_a_closed_choice_says_what_must_be_so(lang: str, alignment: str, spell: str) -> None:
    druid = situation(seat("druid", "fields-1"), seat("thief", "city")).aside(0, "use:character.druid.align")
    assert alignment in why_closed(druid, "neutral", lang)
    full = situation(
        seat("thief", "fields-1", spells=("healing",), alignment="good"),
        seat("troll", "city"),
        lying={"graveyard": ("fairy",)},
    )
    full.walk("graveyard")
    assert spell in why_closed(full, "spell", lang)
