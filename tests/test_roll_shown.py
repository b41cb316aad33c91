"""Does each face of a die, and each sum of several, say what it brings to this character, and is it good or bad?"""

from __future__ import annotations

import random

import pytest
from editions import PLAYED
from shares import some_seeds
from situations import Game, seat, situation
from test_games import game

from talisman_nb.engine import ask
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.panels.table.roll_parts import LONGEST
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Chances, Question, Sum


def asked(game: Game, lang: str = "en") -> Question:
    return with_parts(question(game.state, game.ask, lang), game.state, game.ask, lang)


def faces(game: Game) -> list[tuple[str, str]]:
    return [(option.tone, option.detail) for option in asked(game).options]


def at(character: str, space: str, **figures: object) -> Game:
    return situation(seat(character, space, **figures), seat("thief", "city"))


def mystic(character: str = "troll", **figures: object) -> Game:
    return at(character, "fields-1", **figures).walk("village").say("mystic")


def test_each_face_says_what_it_brings() -> None:
    forest = faces(at("dwarf", "fields-6").walk("forest"))
    assert forest[0] == ("bad", "fights the Brigand (Strength 4)")
    assert forest[1:3] == [("bad", "misses 1 turn")] * 2
    assert forest[3:5] == [("level", "nothing happens")] * 2
    assert forest[5] == ("good", "gains 1 Craft")


def test_the_same_roll_is_good_for_one_and_in_vain_for_another() -> None:
    assert faces(mystic("wizard"))[5] == ("good", "gains a Spell")
    assert faces(mystic("troll"))[5] == ("level", "gains a Spell (no effect)")  # Craft 1 holds none


def test_what_is_so_already_is_no_effect() -> None:
    assert faces(mystic(alignment="evil"))[0] == ("level", "becomes evil (no effect)")


def test_a_fight_that_is_likely_won_is_not_bad() -> None:
    strong = faces(at("warrior", "fields-6", strength=6).walk("forest"))
    assert strong[0][0] == "level"


def test_a_face_says_how_many_fights_in_a_row_it_brings() -> None:
    """The Pits: as many Pitfiends as the die shows, one after the other until one is not beaten."""
    weak = faces(situation(seat("dwarf", "pits"), seat("thief", "city"), arrived=True))
    assert weak[0] == ("bad", "Pitfiend, Strength 4: 28% to win")
    assert weak[2] == ("bad", "3 × Pitfiend, Strength 4: 2% to beat all")
    strong = faces(situation(seat("warrior", "pits", strength=4), seat("thief", "city"), arrived=True))
    assert [tone for tone, _ in strong] == ["level"] * 6 and strong[5][1].endswith("87% to beat all")
    middling = faces(situation(seat("warrior", "pits", strength=1), seat("thief", "city"), arrived=True))
    assert {tone for tone, _ in middling} == {"level", "bad"}, "one is likely beaten, six are not"


def test_an_armour_saves_or_does_not() -> None:
    where = {"graveyard": ("bear",)}
    game = situation(seat("dwarf", "fields-1", goods=("helmet",), fate=0), seat("thief", "city"), lying=where)
    shown = faces(game.walk("graveyard").say("fight", 1, 6, "helmet"))
    assert [tone for tone, _ in shown] == ["bad"] * 5 + ["good"]


def test_a_move_says_nothing_of_the_sort() -> None:
    assert {detail for _, detail in faces(at("dwarf", "crags"))} == {""}


# --- several dice ---


def row(shown: Question, n: int) -> Sum:
    return next(each for each in shown.sums if each.low <= n <= each.high)


def test_sums_say_what_they_bring_with_their_chance() -> None:
    temple = asked(at("troll", "desert-1").walk("temple"))
    assert (row(temple, 2).detail, row(temple, 2).tone, row(temple, 2).percent) == ("loses 2 lives", "bad", 3)
    assert row(temple, 4).detail == "discards one of their Followers (no effect)"
    assert row(temple, 5).tone == "bad"
    assert (row(temple, 8).low, row(temple, 8).high, row(temple, 8).tone) == (8, 9, "level")
    assert sum(each.percent for each in temple.sums) in range(97, 104)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_long_result_is_told_as_on_the_table(lang: str) -> None:
    """What is longer than a row allows would be told by the game, which says less."""
    enslaved = row(asked(at("troll", "desert-1").walk("temple"), lang), 5)
    assert "4" in enslaved.detail and len(enslaved.detail) <= LONGEST


def test_who_has_a_follower_loses_it() -> None:
    shown = asked(at("troll", "desert-1", goods=("maiden",)).walk("temple"))
    assert (row(shown, 4).detail, row(shown, 4).tone) == ("discards one of their Followers", "bad")


def test_after_the_first_die_sums_out_of_reach_are_out() -> None:
    shown = asked(at("troll", "desert-1").walk("temple").say(2))
    assert row(shown, 2).out and row(shown, 9).out and not row(shown, 3).out
    assert [row(shown, n).percent for n in (2, 3, 8, 9)] == [0, 17, 16, 0]


def test_the_row_that_is_needed_is_marked() -> None:
    portal = at("warrior", "castle", strength=4).say(2)
    shown = asked(portal.say(next(way.key for way in portal.ask.options if way.source == "portal")).say("strength"))
    needed = [(each.low, each.high) for each in shown.sums if each.needed]
    assert needed == [(2, 8)] and row(shown, 9).tone == "bad" and row(shown, 8).tone == "good"


def test_where_nothing_is_gained_staying_is_needed() -> None:
    shown = asked(at("dwarf", "plain-of-peril").say("crypt"))
    assert [(each.low, each.high) for each in shown.sums if each.needed] == [(3, 3)]
    assert row(shown, 18).tone == "bad"


def test_the_strength_of_who_comes_is_told_with_the_chance() -> None:
    shown = asked(at("dwarf", "dice-with-death").say("werewolf-den"))
    assert row(shown, 4).detail == "Werewolf, Strength 4: 28% to win"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rolls_have_words_in_every_language(lang: str) -> None:
    tiles = asked(mystic(alignment="evil"), lang).options
    rows = asked(at("dwarf", "dice-with-death").say("werewolf-den"), lang).sums
    assert (len(tiles), len(rows)) == (6, 11) and all(option.detail for option in tiles)
    assert (tiles[0].detail == "becomes evil (no effect)") == (lang == "en")


def test_a_roll_after_which_another_follows_says_its_chances() -> None:
    death = at("dwarf", "crypt").say("dice-with-death")
    own = asked(death)
    assert row(own, 2).detail == "next roll: 100% chance of something bad" and row(own, 2).tone == "bad"
    his = asked(death.say(3, 4, "keep"))
    assert row(his, 2).needed and row(his, 12).tone == "bad" and "lost 1 life" in row(his, 12).detail


def test_a_test_that_is_failed_is_bad_even_if_nothing_is_lost() -> None:
    portal = at("dwarf", "castle").say(2)
    portal.say(next(way.key for way in portal.ask.options if way.source == "portal")).say("craft")
    assert [tone for tone, _ in faces(portal)] == ["good"] * 3 + ["bad"] * 3  # the Dwarf throws one die here


def test_keeping_a_roll_says_what_throwing_again_would_bring() -> None:
    tavern = at("dwarf", "fields-5", fate=1).walk("tavern").say(3)
    assert [offer.chances for offer in asked(tavern).offers] == [Chances(50, 17, 33)]


def test_a_house_rule_that_throws_again_does_not_hide_the_table() -> None:
    rules = {"switch.talisman_rolls": True}
    game = situation(seat("troll", "desert-1"), seat("thief", "city"), house=rules).walk("temple")
    assert row(asked(game), 2).detail == "loses 2 lives"


def test_a_sum_that_the_first_die_rules_out_is_told_too() -> None:
    temple = situation(seat("troll", "desert-1"), seat("thief", "city")).walk("temple").say(2)
    ruled_out = [each for each in asked(temple).sums if each.out]
    assert [each.low for each in ruled_out] == [2, 9, 10, 11, 12] and all(each.detail for each in ruled_out)


# --- in random games ---


@pytest.mark.slow
@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("seeds", [range(10), pytest.param(some_seeds(25), marks=pytest.mark.campaign)])
def test_every_question_of_a_random_game_can_be_shown(edition: str, seeds: range) -> None:
    seen: set[str] = set()
    dice = random.Random(11)
    for seed in seeds:
        for at, (state, _) in enumerate(game(seed, edition, 400)):
            found, lang = ask(state), dice.choice(LANGUAGES)
            shown = with_parts(question(state, found, lang), state, found, lang)
            where = f"{edition}, seed {seed}, answer {at}, {lang}"
            for option in shown.options:
                assert not option.tone or option.detail or option.chances, where
                seen |= {option.tone} if option.detail else set()
            for each in shown.sums:
                assert each.detail and each.low <= each.high and (each.out or each.tone), where
                seen.add("sums")
    assert seen >= {"good", "bad", "level", "sums"}
