"""Does a question about a roll say truly what the roll would do, and is it said of the right thing?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation

from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Question


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
    assert asked(game).headline == f"9: P0 goes straight to the {told} and has an encounter there"


def test_the_vampire_takes_lives() -> None:
    game = situation(seat("wizard", "mines", fate=2), seat("thief", "city")).say("vampires-tower", 5)
    assert asked(game).headline == "5: P0 loses 3 lives"


def test_what_an_ability_adds_is_told_beside_each_answer() -> None:
    game = situation(seat("priest", "crags"), seat("thief", "city")).walk("chapel").say("pray", 4, "keep")
    assert (game.ask.kind, asked(game).circumstance) == ("plus", "")
    assert [(option.label, option.note) for option in asked(game).options] == [
        ("Add 1", "P0 gains 1 life"),
        ("Leave it", "nothing happens"),
    ]


@pytest.mark.parametrize(
    ("die", "told"), [(5, "5: the Helmet does not save the life"), (6, "6: the Helmet saves the life")]
)
def test_an_armours_die_says_whether_it_saves(die: int, told: str) -> None:
    game = situation(
        seat("dwarf", "fields-1", goods=("helmet",), fate=2), seat("thief", "city"), lying={"graveyard": ("bear",)}
    )
    game.walk("graveyard").say("fight", 1, 6, "keep", "helmet")
    assert (game.ask.kind, game.ask.purpose) == ("die", "armour")
    assert asked(game.say(die)).headline == told


@pytest.mark.parametrize(
    ("die", "told"), [(2, "2: that enemy is left alone"), (6, "6: that enemy comes along as a Follower")]
)
def test_a_test_is_told_as_it_would_end(die: int, told: str) -> None:
    game = situation(seat("minstrel", "fields-1", fate=2), seat("thief", "city"), lying={"fields-2": ("bear",)})
    game.walk("fields-2").say("use:character.minstrel.charm", die)
    assert (game.ask.kind, asked(game).headline) == ("result", told)


@pytest.mark.parametrize(
    ("die", "told"), [(3, "3: P0 stays in the Temple"), (4, "4: P0 gets away, and the roll is the move")]
)
def test_a_slaves_die_says_whether_it_frees(die: int, told: str) -> None:
    game = situation(seat("dwarf", "desert-1", fate=2), seat("thief", "city")).walk("temple")
    game.say(2, 3, "keep").turn_end().turn_end()
    assert (game.ask.kind, game.ask.purpose) == ("die", "freedom")
    assert asked(game.say(die)).headline == told


@pytest.mark.parametrize(("die", "told"), [(3, "3: deliver a Follower"), (5, "5: deliver 3 gold")])
def test_the_quest_is_told_before_fate_is_used(die: int, told: str) -> None:
    game = situation(seat("dwarf", "warlocks-cave", fate=2), seat("thief", "city"), arrived=True).say("quest", die)
    assert (game.ask.kind, asked(game).headline) == ("result", told)


@pytest.mark.parametrize(
    ("card", "space", "told"),
    [("fountain-of-wisdom", "graveyard", "gains 1 craft"), ("pool-of-life", "graveyard", "gains 1 life")],
)
def test_a_counter_says_what_it_brings(card: str, space: str, told: str) -> None:
    game = situation(seat("monk", "fields-1", fate=5), seat("thief", "city"), lying={space: (card,)}).walk(space)
    while game.ask.purpose != "take-counter":
        game.say(game.open()[-1])
    assert [(option.label, option.note) for option in asked(game).options] == [("Take one", told), ("Rather not", "")]


def test_it_is_the_follower_that_is_about_to_be_killed() -> None:
    game = situation(
        seat("dwarf", "runes-2", goods=("maiden",), fate=0), seat("wizard", "city", spells=("preservation",))
    ).walk("chasm")
    if game.ask.purpose == "roll-here":
        game.say("roll")
    game.say(6, 1)
    assert asked(game).headline == "The Maiden is about to be killed: does anybody answer?"


def test_a_rule_is_told_once_beside_the_answers_it_closes() -> None:
    game = situation(seat("dwarf", "fields-1", gold=2), seat("thief", "city")).walk("village").say("blacksmith")
    closed = [option.closed for option in asked(game).options if option.closed]
    assert len(closed) > 2
    assert closed[0].startswith("P0 has too little gold. ") and set(closed[1:]) == {"P0 has too little gold."}
