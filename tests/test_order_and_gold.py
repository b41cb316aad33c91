"""Do equal cards come in the player's order, monsters as one, and may gold be put down, where an edition says so?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation

from talisman_nb.engine import asides, ask
from talisman_nb.engine.view import seen_by
from talisman_nb.panels.table.audience import put_in, without_drops
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import Wording

CHOICE = {"order.equal": "choice"}
GOLD = {"carry.gold": True}


def met(*lying: str, house: dict[str, object] | None = None, **figures: object) -> Game:
    """A Troll who has come to where some cards lie."""
    troll = seat("troll", "fields-1", fate=0, **figures)
    rules = CHOICE if house is None else house
    return situation(troll, seat("thief", "city"), lying={"fields-1": lying}, arrived=True, house=rules)


# --- equal numbers ---


def test_equal_cards_come_in_the_order_of_the_player() -> None:
    game = met("hermit", "mage")
    assert (game.ask.kind, game.ask.purpose, game.open()) == ("pick", "order", ("hermit", "mage"))
    assert game.ask.cites == ("meet.order",)
    game.say("mage")
    assert game.told("meets")[0].card == "mage"


def test_where_the_edition_says_so_they_come_as_drawn() -> None:
    assert open_book("revised4").table["order.equal"] == "drawn"
    assert met("hermit", "mage", house={}).ask.purpose != "order"


def test_monsters_that_fight_as_one_are_not_put_in_an_order() -> None:
    game = met("wolf", "bear")
    assert game.ask.kind == "fight"
    assert len(game.state.fight.foes) == 2 if game.state.fight else False


def test_those_with_craft_come_before_those_with_strength_if_the_player_likes() -> None:
    equal = {**CHOICE, "order.spirit": 2.0}
    game = met("wolf", "bear", "shadow", house=equal)
    assert game.open() == ("wolf", "shadow")
    game.say("shadow")
    assert game.state.fight is not None
    assert ([foe.card for foe in game.state.fight.foes], game.state.fight.stat) == (["shadow"], "craft")
    first = met("wolf", "bear", "shadow", house=equal).say("wolf")
    assert first.state.fight is not None
    assert [foe.card for foe in first.state.fight.foes] == ["wolf", "bear"]


def test_craft_one_by_one_is_put_in_an_order_too() -> None:
    game = met("shadow", "ghost", house={**CHOICE, "combat.joint_craft": False})
    assert game.open() == ("shadow", "ghost")
    game.say("ghost")
    assert game.state.fight is not None
    assert [foe.card for foe in game.state.fight.foes] == ["ghost"]


def test_different_numbers_are_no_choice() -> None:
    assert met("mage", "wolf").ask.kind == "fight"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_is_worded(lang: str) -> None:
    state = met("hermit", "mage").state
    asked = question(state, ask(state), lang)
    assert [choice.key for choice in asked.options] == ["hermit", "mage"]
    assert asked.headline.endswith("?")


# --- gold ---


def test_gold_is_put_down_by_amount_at_any_time() -> None:
    game = situation(seat("troll", "fields-1", gold=3), seat("thief", "city", gold=1), house=GOLD)
    assert "drop:gold" in game.may(0)
    before = game.state
    game.aside(0, "drop:gold")
    assert (game.ask.kind, game.ask.purpose, game.open()) == ("amount", "put-down", ("n:3", "n:2", "n:1", "n:0"))
    game.say("n:2")
    assert (game[0].gold, game.gold("fields-1")) == (1, 2)
    assert (game.ask.kind, game.ask.purpose) == ("die", "move")  # the question that was asked is asked anew
    (told,) = game.told("dropped")
    assert told.cites == ("carry.ditch",)
    book = book_of(game.state.book)
    words = {lang: Wording(lang, ["Ada", "Bruno"], book=book) for lang in LANGUAGES}
    assert say_event(words["en"], told, "en") == "Ada put 2 gold down on the Fields."
    assert hands(words["en"], [told], "en") == ("Ada puts 2 gold on the Fields.",)
    assert len({say_event(words[lang], told, lang) for lang in LANGUAGES}) == len(LANGUAGES)
    assert untold(before, game.state, game.events) == ()
    game.aside(1, "drop:gold")  # in another's turn too; of one piece nobody is asked how many
    assert (game[1].gold, game.gold("city")) == (0, 1)


def test_in_the_same_turn_it_is_not_taken_back() -> None:
    game = met("mage", house=GOLD, gold=2)
    game.aside(0, "drop:gold").say("n:2").until("close")
    assert not any(event.what == "gold" for event in game.told("gained") if event.space)
    assert game.gold("fields-1") == 2
    other = situation(seat("troll", "fields-1", gold=2), seat("thief", "fields-1"), turn=1, arrived=True, house=GOLD)
    other.aside(0, "drop:gold").say("n:2").say("the space")
    while other.ask.kind == "card":
        other.say("bag-of-gold")
    assert any(key.startswith("gold") for key in other.open())  # it is for whoever comes next


def test_where_no_rule_says_so_gold_stays() -> None:
    game = situation(seat("troll", "fields-1", gold=3), seat("thief", "city"))
    assert "drop:gold" not in {option.key for option in asides(game.state, 0)}


def test_who_may_part_with_nothing_puts_no_gold_down() -> None:
    game = situation(seat("troll", "fields-1", gold=0), seat("thief", "city"), house=GOLD)
    assert "drop:gold" not in {option.key for option in asides(game.state, 0)}


def test_the_third_edition_does_all_of_it() -> None:
    table = open_book("third").table
    assert (table["order.equal"], table["carry.gold"], table["order.space"]) == ("choice", True, 0)


def test_the_screen_offers_it_beside_what_else_may_be_done() -> None:
    game = situation(seat("troll", "fields-1", gold=3), seat("thief", "city"), house=GOLD)
    words = {lang: put_in(seen_by(game.state, (0,)), (0,), lang, lambda seat: False) for lang in LANGUAGES}
    others, drops = without_drops(words["en"])
    assert [(choice.key, choice.label) for choice in others] == [("0/drop:gold", "Put gold down")]
    assert drops == {}
    assert len({choices[0].label for choices in words.values()}) == len(LANGUAGES)
