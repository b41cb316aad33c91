"""Does a way say what waits at its end, for this character?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from situations import TOAD, Game, seat, situation

from talisman_nb.engine.view import seen_by
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Chances, Choice, Question

Lying = dict[str, tuple[str, ...]]
Told = tuple[str, str]


def asked(game: Game, lang: str = "en") -> Question:
    return with_parts(question(game.state, game.ask, lang), game.state, game.ask, lang)


def end(game: Game, space: str, lang: str = "en") -> Choice:
    return next(option for option in asked(game, lang).options if option.space == space)


def ways(
    character: str, space: str, die: int, lying: dict[str, tuple[str, ...]] | None = None, **figures: object
) -> Game:
    return situation(seat(character, space, **figures), seat("thief", "city"), lying=lying or {}).say(die)


@pytest.mark.parametrize(
    ("alignment", "graveyard", "chapel"),
    [
        ("good", ("bad", "Loses 1 life"), ("good", "Heal all lives or pray")),
        ("evil", ("good", "Replenish all fate or pray"), ("bad", "Loses 1 life")),
    ],
)
def test_what_a_space_does_depends_on_who_comes(
    alignment: str, graveyard: tuple[str, str], chapel: tuple[str, str]
) -> None:
    hurt = {"alignment": alignment, "life": 2, "fate": 1}
    there = end(ways("druid", "woods-1", 1, **hurt), "graveyard")
    assert (there.tone, there.detail, there.picture) == (*graveyard, "space.graveyard")
    other = end(ways("druid", "hills-1", 1, **hurt), "chapel")
    assert (other.tone, other.detail) == chapel


def test_who_is_whole_is_not_healed() -> None:
    assert end(ways("druid", "hills-1", 1, alignment="good"), "chapel").tone == "level"


def test_whoever_may_attack_is_told_what_else_waits_on_the_space() -> None:
    """Instead of an attack the Bear is met: it is named, with the chance against it, and what lies beside it."""
    lying = {"woods-2": ("bear", "ring")}
    game = situation(seat("wizard", "plains-1"), seat("monk", "woods-2"), lying=lying).say(1, "clockwise")
    attack, _, space = asked(game).options
    assert (attack.key, space.key) == ("attack:1", "the space")
    assert (space.detail, space.note) == ("On the space: Bear (Strength 3) against 2", "Ring")
    assert (space.picture, space.chances) == ("bear", Chances(28, 14, 58))


def test_an_enemy_lying_there_is_told_with_its_chance() -> None:
    there = end(ways("priest", "chapel", 4, {"woods-2": ("serpent",)}), "woods-2")
    assert there.detail == "On the space: Serpent (Strength 4) against 2"
    assert (there.picture, there.tone) == ("serpent", "bad")
    assert there.chances == Chances(17, 11, 72)
    assert "draw" not in there.note.lower()  # it lies where a card would be drawn


def test_a_creature_that_leaves_one_alone_is_no_fight() -> None:
    there = end(ways("minstrel", "chapel", 4, {"woods-2": ("bear",)}), "woods-2")
    assert there.chances is None


def test_cards_are_drawn_only_where_they_are() -> None:
    game = ways("dwarf", "fields-6", 2, {"plains-4": ("sword",)})
    there = end(game, "plains-4")
    assert (there.detail, there.note, there.tone) == ("Sword", "", "level")
    assert end(ways("dwarf", "sentinel", 5), "plains-1").detail == "Draw 1 card"


def test_the_guardian_of_a_bridge_and_the_chance_to_pass() -> None:
    there = next(each for each in asked(ways("warrior", "woods-1", 3, strength=3)).options if each.key == "bridge")
    assert there.detail == "To pass, beat the Sentinel (Strength 9) with 7"
    assert there.chances and there.chances.won > 0 and there.note == "then 2 steps more"


def test_the_portal_says_what_it_needs_before_one_goes() -> None:
    there = next(each for each in asked(ways("warrior", "castle", 2, strength=4)).options if each.key == "portal")
    assert there.detail == "To pass: Strength 72%, Craft 3%"
    assert (there.chances, there.tone) == (Chances(72, 0, 28), "good")


def test_rolls_at_the_end_of_a_way_have_their_chances() -> None:
    assert end(ways("dwarf", "fields-6", 1), "forest").chances == Chances(17, 33, 50)
    inner = situation(seat("dwarf", "plain-of-peril"), seat("thief", "city"))
    assert end(inner, "crypt").tone == "bad"


def test_what_lies_at_the_end_and_who_stands_there_is_told() -> None:
    game = situation(seat("dwarf", "fields-6"), seat("thief", "plains-4"), lying={"plains-4": ("sword",)}).say(2)
    assert end(game, "plains-4").detail == "Sword · attacking P1: 42% to win"


def test_what_makes_one_slow_is_said() -> None:
    toad = situation(seat("dwarf", "crags", **TOAD), seat("thief", "city"))
    assert asked(toad).circumstance == "Only 1 step: Toad"
    slow = situation(seat("dwarf", "crags"), seat("thief", "city")).walk("fields-2").say("blizzard").next_turn()
    assert asked(slow).circumstance == "Only 1 step: Blizzard"
    assert asked(ways("dwarf", "crags", 1)).circumstance == ""


def test_a_known_top_of_a_deck_is_not_told() -> None:
    game = ways("dwarf", "crags", 1)
    shown = asked(game).options
    deck = replace(game.state.decks[0], known=("dragon",), knowers=(0,))
    game.state = replace(game.state, decks=(deck, *game.state.decks[1:]))
    assert asked(game).options == shown and "level" in {option.tone for option in shown}


def test_an_attack_says_how_likely_it_is_won() -> None:
    game = situation(seat("dwarf", "fields-1"), seat("thief", "graveyard")).walk("graveyard")
    attack = next(option for option in asked(game).options if option.key == "attack:1")
    assert attack.chances == Chances(42, 16, 42)


def test_the_chance_against_somebody_at_the_end_of_a_way_tells_no_hidden_hand() -> None:
    def told(*spells: str) -> list[Choice]:
        there = seat("thief", "plains-4", spells=spells), seat("troll", "plains-4")
        game = situation(seat("dwarf", "fields-6"), *there).say(2)
        return list(with_parts(question(game.state, game.ask, "en"), seen_by(game.state), game.ask, "en").options)

    way = next(each for each in told("psionic-blast") if each.space == "plains-4")
    assert "attacking P1: 42% to win · attacking P2" in way.detail
    assert told("psionic-blast") == told("hex")


def test_a_choice_says_how_its_roll_is_likely_to_fall() -> None:
    portal = ways("warrior", "castle", 2, strength=4).say("portal")
    assert [each.chances for each in asked(portal).options] == [Chances(72, 0, 28), Chances(3, 0, 97)]
    village = situation(seat("wizard", "fields-1"), seat("thief", "city")).walk("village")
    assert next(each.chances for each in asked(village).options if each.key == "mystic") == Chances(33, 67, 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ends_have_words_in_every_language(lang: str) -> None:
    details = [each.detail for each in asked(ways("priest", "chapel", 4, {"woods-2": ("serpent",)}), lang).options]
    assert all(details) and ("Loses 1 life" in details) == (lang == "en")


def test_two_ends_of_one_name_are_told_apart_by_their_neighbours() -> None:
    far, near = ways("dwarf", "hills-1", 6), ways("dwarf", "hills-1", 1)
    fields = [option for option in asked(far).options if option.label.endswith("Fields")]
    assert len(fields) == 2 and len({option.note for option in fields}) == 2
    assert all(option.note.startswith("between ") for option in fields)
    assert "between" not in end(near, "chapel").note
