"""Is the card, creature or space a question is about shown beside it, in every language, and nothing that is hidden?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation

from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import CardView, Question


def asked(game: Game, lang: str = "en") -> Question:
    return with_parts(question(game.state, game.ask, lang), game.state, game.ask, lang)


def card_of(game: Game, lang: str = "en") -> CardView:
    found = asked(game, lang).card
    assert found is not None
    return found


def lying(card: str, character: str = "dwarf", **figures: object) -> Game:
    where = {"graveyard": (card,)}
    return situation(seat(character, "fields-1", **figures), seat("thief", "city"), lying=where).walk("graveyard")


def test_an_enemy_stands_beside_its_fight() -> None:
    shown = card_of(lying("dragon"))
    assert (shown.key, shown.name, shown.kind) == ("dragon", "Dragon", "Enemy – Dragon")
    assert (shown.strength, shown.craft, shown.number) == (7, None, 2)
    assert shown.lines == (
        "If the character wins, the card becomes a trophy worth 7 points.",
        "If the Enemy wins, the character loses 1 life.",
    )


def test_an_enemy_that_would_win_says_what_that_costs() -> None:
    assert "If the Enemy wins, the character loses 1 life." in card_of(lying("dragon", fate=1).say("fight", 1, 6)).lines


def test_a_creature_without_a_card_shows_where_it_comes_from() -> None:
    game = situation(seat("dwarf", "fields-6", fate=0), seat("thief", "city")).walk("forest").say(1)
    assert (game.ask.kind, card_of(game).key) == ("fight", "space.forest")


def test_a_fight_between_characters_has_no_card() -> None:
    game = situation(seat("dwarf", "fields-1"), seat("warrior", "graveyard")).walk("graveyard").say("attack:1")
    assert asked(game).card is None


def test_an_armour_stands_beside_its_roll() -> None:
    game = lying("bear", goods=("helmet",), fate=0).say("fight", 1, 6, "helmet")
    assert (game.ask.purpose, card_of(game).key) == ("armour", "helmet")


def test_a_stranger_is_shown_while_it_is_visited() -> None:
    shown = card_of(lying("pool-of-life"))
    assert (shown.key, shown.kind) == ("pool-of-life", "Place")


def test_what_the_answers_say_is_not_said_twice() -> None:
    village = asked(situation(seat("dwarf", "fields-1"), seat("thief", "city")).walk("village"))
    assert village.card is not None and not village.card.lines
    smith = next(option for option in village.options if option.key == "blacksmith")
    assert smith.detail.startswith("may buy for 2 gold: Helmet")


def test_a_card_in_no_list_shows_what_was_typed() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city")).walk("fields-2")
    game.own("Griffin", "monster", strength=5)
    shown = card_of(game)
    assert (shown.name, shown.kind, shown.strength) == ("Griffin", "Monster", 5)


def test_what_is_uncertain_says_so() -> None:
    game = situation(seat("dwarf", "desert-1"), seat("thief", "city")).walk("temple")
    assert card_of(game).unsure.startswith("≈ ")


@pytest.mark.parametrize("kind", ["way", "card", "move"])
def test_a_question_about_nothing_in_particular_has_no_card(kind: str) -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    if kind != "move":
        game.say(1)
    if kind == "card":
        game.say(game.ask.options[0].key)
    assert asked(game).card is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_has_its_words_in_every_language(lang: str) -> None:
    shown = card_of(lying("dragon"), lang)
    assert shown.name and shown.kind and len(shown.lines) == 2
    assert shown.name != "Dragon" or lang in ("en", "fr")


def test_a_choice_of_one_card_shows_that_card() -> None:
    """Whether to give a drawn card back is asked beside the card, not beside the ability that asks."""
    game = situation(seat("prophetess", "crags"), seat("thief", "city")).say(1, "anticlockwise", "bear")
    assert game.ask.purpose == "redraw"
    assert (card_of(game).key, card_of(game).strength) == ("bear", 3)
