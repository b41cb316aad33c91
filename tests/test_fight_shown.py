"""Do the sums of a fight say what the engine compares, and its chances what the engine would come to?"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from editions import PLAYED
from shares import some_seeds
from situations import Game, seat, situation
from test_games import game

from talisman_nb.engine import ask
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Ask, Event, State
from talisman_nb.odds.fight import Odds, all_thrown, fight_odds
from talisman_nb.odds.walk import WIN, Considered, TriedAnswer, solve_walk
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.fight_sums import fought_sums
from talisman_nb.text.screen.values import Block, Chances, FightSums, Question, Side


def asked(game: Game, lang: str = "en") -> Question:
    return with_parts(question(game.state, game.ask, lang), game.state, game.ask, lang)


def fight_of(game: Game, lang: str = "en") -> FightSums:
    found = asked(game, lang).fight
    assert found is not None
    return found


def sums(side: Side) -> list[tuple[str, int]]:
    return [(block.label, block.n) for block in side.blocks]


def with_bear(character: str = "dwarf", **figures: object) -> Game:
    game = situation(seat(character, "fields-1", **figures), seat("thief", "city"), lying={"graveyard": ("bear",)})
    return game.walk("graveyard")


def test_a_fight_is_two_sums_with_their_sources() -> None:
    shown = fight_of(with_bear(goods=("sword",), strength=2))
    mine, theirs = shown.sides
    assert (sums(mine), mine.total, mine.dice) == ([("Strength", 5), ("Sword", 1)], 6, (0,))
    assert (sums(theirs), theirs.total, theirs.dice) == ([("Strength", 3)], 3, (0,))
    assert [block.own for block in mine.blocks] == [True, False]
    assert (mine.throws, theirs.throws) == ("P0 rolls", "P1 rolls")
    assert (theirs.label, theirs.picture) == ("Bear", "bear")
    assert shown.chances == Chances(83, 9, 8)


def test_the_side_whose_die_is_asked_for_is_marked() -> None:
    game = with_bear()
    assert [side.asked for side in fight_of(game).sides] == [False, False], "to fight or evade asks for none"
    assert [side.asked for side in fight_of(game.say("fight")).sides] == [True, False]
    assert [side.asked for side in fight_of(game.say(2)).sides] == [False, True]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "P0: 2 dice still to roll"), ("it", "Ancora da tirare per P0: 2 dadi"),
     ("fr", "Reste à lancer pour P0\u00a0: 2 dés"), ("pl", "P0: został jeszcze rzut 2 kośćmi")],
)  # fmt: skip
def test_several_dice_to_come_are_told_with_whose_they_are(lang: str, told: str) -> None:
    assert asked(with_bear("warrior").say("fight"), lang).circumstance == told


def test_dice_take_their_places() -> None:
    shown = fight_of(with_bear().say("fight", 2))
    assert (shown.sides[0].dice, shown.sides[0].total, shown.sides[1].dice) == ((2,), 5, (0,))
    assert shown.chances == Chances(17, 16, 67)


def test_before_the_dice_fate_is_a_chance_more() -> None:
    assert fight_of(with_bear(fate=0)).fate is None
    before = fight_of(with_bear(fate=1))
    assert before.chances == Chances(42, 16, 42) and before.fate == Chances(58, 12, 30)


def test_a_result_says_what_a_reroll_would_bring() -> None:
    shown = asked(with_bear(fate=1).say("fight", 2, 6))
    assert shown.kind == "result" and shown.fight is not None
    assert (shown.fight.chances, shown.fight.fate) == (None, Chances(0, 17, 83))
    assert [offer.chances for offer in shown.offers] == [Chances(0, 17, 83)]


def test_a_defenders_reroll_is_told_from_its_side() -> None:
    game = situation(seat("dwarf", "fields-1", fate=0), seat("warrior", "graveyard", fate=1)).walk("graveyard")
    game.say("attack:1").until("die").say(6, 1, 2)
    shown = asked(game)
    assert (shown.kind, shown.who and shown.who.seat) == ("result", 1) and shown.fight is not None
    first, its = shown.fight.fate, shown.offers[0].chances
    assert shown.fight.whose == 1 and first == its and its is not None and (its.won, its.lost) == (17, 67)


def test_several_enemies_are_a_block_each() -> None:
    lying = {"graveyard": ("bear", "wolf")}
    game = situation(seat("dwarf", "fields-1"), seat("thief", "city"), lying=lying).walk("graveyard")
    theirs = fight_of(game).sides[1]
    assert (sums(theirs), theirs.label) == ([("Bear", 3), ("Wolf", 2)], "Bear and Wolf")


def test_what_a_space_adds_is_a_block_of_its_own() -> None:
    game = situation(seat("dwarf", "cursed-glade"), seat("thief", "city"), lying={"runes-1": ("bear",)}).walk("runes-1")
    assert sums(fight_of(game).sides[1]) == [("Strength", 3), ("Runes", 2)]


def test_psychic_combat_is_about_craft() -> None:
    lying = {"graveyard": ("wraith",)}
    game = situation(seat("wizard", "fields-1"), seat("thief", "city"), lying=lying).walk("graveyard")
    shown = fight_of(game)
    assert shown.psychic and sums(shown.sides[0])[0][0] == "Craft"


def test_a_fight_between_characters_has_both_people() -> None:
    game = situation(seat("dwarf", "fields-1"), seat("warrior", "graveyard")).walk("graveyard").say("attack:1")
    mine, theirs = fight_of(game).sides
    assert (mine.who and mine.who.seat, theirs.who and theirs.who.seat) == (0, 1)
    assert (mine.dice, theirs.dice) == ((0,), (0, 0))  # the Warrior throws two


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sums_have_words_in_every_language(lang: str) -> None:
    first = fight_of(with_bear(goods=("sword",)), lang).sides[0]
    assert all(block.label for block in first.blocks) and first.throws
    assert first.blocks != (Block(3, "Strength", own=True), Block(1, "Sword")) or lang == "en"


@pytest.mark.parametrize(("dice", "best"), [((6, 5, 2), 5), ((6, 2, 5), 5), ((6, 5, 6), 6), ((6, 4, 4), 4)])
def test_of_two_dice_only_the_better_is_in_the_sums_of_a_decided_fight(dice: tuple[int, ...], best: int) -> None:
    """The last die is not what is left of the score: it is not added to the one that lies."""
    game = situation(seat("dwarf", "fields-1", fate=0), seat("warrior", "graveyard", fate=0)).walk("graveyard")
    before = game.say("attack:1").until("die").say(*dice[:-1]).state
    (fought,) = [event for event in game.say(dice[-1]).events if event.kind == "fought"]
    shown = fought_sums(before, fought, "en")
    assert shown is not None
    theirs = shown.sides[1]
    assert (theirs.dice, theirs.total, theirs.best) == ((best,), 4 + best, True)
    assert theirs.throws == "P1 rolls; the higher die counts"


# --- in random games ---


def check_fought(shown: FightSums, events: tuple[Event, ...], where: str) -> int:
    """Compare the sums drawn last, and the dice, with what the engine compared; return 1 if it did."""
    fought = next((event for event in events if event.kind == "fought"), None)
    if fought is None:
        return 0
    thrown = list(fought.faces)  # of the sides that threw
    values = [thrown.pop(0) if side.dice else 0 for side in shown.sides]
    drawn = tuple(sum(block.n for block in side.blocks) for side in shown.sides)
    assert tuple(map(sum, zip(drawn, values, strict=True))) == fought.scores, where
    return 1


class DiceAlone(Considered, frozen=True):
    """To fight, and to pay fate or not; no other decision."""

    def answers(self, state: State, found: Ask) -> list[TriedAnswer]:
        if found.kind not in ("die", "fight", "result"):
            raise LookupError(found.kind)
        said = super().answers(state, found)
        return said if found.chance else [one for one in said if one.key in ("fight", "keep") or "fate:" in one.key]


def walked_odds(state: State, fate: bool) -> Odds:
    """The odds that the engine comes to, answer by answer."""

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        return next((event.what for event in events if event.kind == "fought"), left)

    assert state.fight is not None
    only = DiceAlone(state.fight.you, fate=fate, abilities=False)
    *ways, whole = solve_walk(state, ("won", "standoff", "lost"), ends, WIN, only).value
    assert not any(ways[3:]), "no card that nobody knows"
    return Odds(*(Fraction(n, whole) for n in ways[:3]))


def check_odds(state: State, where: str) -> int:
    """Compare the chances that are counted with those the engine walks; return 1 if they could be."""
    g = working_state(state)
    if ask(state).kind not in ("fight", "die", "result") or state.fight is None or all_thrown(g):
        return 0
    for fate in (False, True):
        try:
            expected = walked_odds(state, fate)
        except LookupError:  # a decision on the way
            return 0
        assert fight_odds(state, fate) == expected, f"{where}, fate {fate}"
    return 1


@pytest.mark.slow
@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("seeds", [range(6), pytest.param(some_seeds(20), marks=pytest.mark.campaign)])
def test_sums_and_chances_in_random_games_are_the_engines(edition: str, seeds: range) -> None:
    compared = reckoned = 0
    dice = random.Random(7)
    for seed in seeds:
        shown: FightSums | None = None
        for at, (state, events) in enumerate(game(seed, edition, 400)):
            where = f"{edition}, seed {seed}, answer {at}"
            if shown:
                compared += check_fought(shown, events, where)
            found = ask(state)
            lang = dice.choice(LANGUAGES)
            shown = with_parts(question(state, found, lang), state, found, lang).fight
            for side in shown.sides if shown else ():
                assert sum(block.n for block in side.blocks) + sum(side.dice) == side.total, where
            if shown and dice.random() < 0.2:
                reckoned += check_odds(state, where)
    assert compared and reckoned


def test_of_two_dice_it_is_said_that_the_higher_counts() -> None:
    warrior = asked(
        situation(seat("warrior", "fields-1"), seat("thief", "city"), lying={"graveyard": ("bear",)}).walk("graveyard")
    )
    assert warrior.fight is not None
    assert [side.throws for side in warrior.fight.sides] == ["P0 rolls; the higher die counts", "P1 rolls"]
