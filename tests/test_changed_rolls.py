"""Do cards change rolls, and what a creature fights with, as they say; with their sources and the engine's chances?"""

from __future__ import annotations

import pytest
from read_aloud import assert_well, english_in
from test_fight_shown import check_odds, sums

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.cards.having import drawback
from talisman_nb.notation.text_play import Situation
from talisman_nb.odds.fight import fight_odds
from talisman_nb.odds.rolls import roll_table
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.panels.table.roll_parts import percents
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.fight_sums import fought_sums
from talisman_nb.text.screen.values import FightSums
from talisman_nb.text.wording import wording_of

CARDS = """
[hydra]
name = { en = "Hydra", it = "Idra", fr = "Hydre", pl = "Hydra" }
type = "monster"
strength = 2
held = [{ mod = "dice", for = "foe", n = 3 }]

[twin-heads]
name = { en = "Janus", it = "Giano", fr = "Janus", pl = "Janus" }
type = "monster"
strength = 2
held = [{ mod = "dice", for = "foe", n = 2, keep = "highest" }]

[mirror]
name = { en = "Mirror", it = "Specchio", fr = "Miroir", pl = "Lustro" }
type = "monster"
strength = 1
held = [{ mod = "fights_with", n = { stat = "strength" } }]

[envy]
name = { en = "Envy", it = "Invidia", fr = "Envie", pl = "Zazdrość" }
type = "monster"
strength = 1
held = [{ mod = "fights_with", n = { plus = [{ highest = "strength" }, 1] } }]

[vulture]
name = { en = "Vulture", it = "Avvoltoio", fr = "Vautour", pl = "Sęp" }
type = "animal"
strength = 2
held = [{ mod = "add", to = "creature_roll", n = { missing = "life" } }]

[hyena]
name = { en = "Hyena", it = "Iena", fr = "Hyène", pl = "Hiena" }
type = "animal"
strength = 2
held = [{ mod = "add", to = "creature_roll", n = { count = "other_cards_here" } }]

[albatross]
name = { en = "Albatross", it = "Albatro", fr = "Albatros", pl = "Albatros" }
type = "follower"
held = [{ mod = "roll_value", for = "attack", n = -2, least = 1 }]

[banner]
name = { en = "Banner", it = "Stendardo", fr = "Bannière", pl = "Sztandar" }
type = "object"
held = [{ mod = "roll_value", for = "foe", n = { minus = [0, { count = "objects" }] }, least = 1 }]

[black-cat]
name = { en = "Cat", it = "Gatto", fr = "Chat", pl = "Kot" }
type = "follower"
held = [{ mod = "roll_value", for = "any", n = -1, least = 1 }]

[omen]
name = { en = "Omen", it = "Presagio", fr = "Présage", pl = "Omen" }
type = "object"
held = [{ mod = "roll_value", for = "witch", n = 2 }]

[bell]
name = { en = "Bell", it = "Campana", fr = "Cloche", pl = "Dzwon" }
type = "object"
held = [{ mod = "reroll", for = "move" }]

[clover]
name = { en = "Clover", it = "Trifoglio", fr = "Trèfle", pl = "Koniczyna" }
type = "object"
held = [{ mod = "reroll", for = "attack", when = { foe_is = "monster" } }, { mod = "reroll", for = "witch" }]

[vow]
name = { en = "Vow", it = "Voto", fr = "Vœu", pl = "Ślub" }
type = "object"
held = [{ mod = "cannot", act = "gain_fate" }]
"""
WITCH = """
[witch]
like = "witch"
visited = [
  { op = "roll", for = "card", into = "die", cites = ["card.text"] },
  { op = "table", by = "die", rows = [
    { from = 1, to = 1, do = [{ op = "lose", what = "life" }] },
    { from = 2, to = 3, do = [{ op = "gain", what = "strength" }] },
    { from = 4, to = 8, do = [{ op = "gain", what = "gold" }] },
  ] },
]
"""
OWN = register(Layer("changed-rolls", {"adventure/cards.toml": CARDS + WITCH}))
BELL = register(Layer("bell", {"adventure/cards.toml": CARDS[CARDS.index("[bell]") : CARDS.index("[clover]")]}))
IN = f"edition revised4 + {OWN.name} | "


def game(hero: str, *answers: object, lying: str = "") -> Situation:
    on = f" | on fields-1, {lying}" if lying else ""
    return play(" > ".join((f"{IN}{hero} | thief city, fate 0{on}", *map(str, answers))))


def shown(found: Situation) -> FightSums:
    fight = with_parts(question(found.state, found.ask, "en"), found.state, found.ask, "en").fight
    assert fight is not None
    return fight


def check(found: Situation) -> None:
    """Compare what is shown of a fight with itself, and its chances with what the engine comes to."""
    for side in shown(found).sides:
        assert sum(block.n for block in side.blocks) + sum(side.dice) == side.total
    assert check_odds(found.state, str(found.told[-1:])), "the chances could be compared"


HERO = "dwarf fields-1, fate 1, arrived"


@pytest.mark.parametrize(
    ("hero", "foe", "theirs"),
    [
        (HERO, "mirror", [("Strength", 3)]),
        (f"{HERO}, strength 5", "mirror", [("Strength", 5)]),
        (f"{HERO}, strength 5", "envy", [("Strength", 6)]),
        (f"{HERO}, life 2", "vulture", [("Strength", 2), ("Vulture", 3)]),
        (f"{HERO}, life 7", "vulture", [("Strength", 2), ("Vulture", -2)]),
        (f"{HERO}, life 5", "vulture", [("Strength", 2)]),
        (f"{HERO}, has banner, sword", "hydra", [("Strength", 2), ("Banner", -2)]),
    ],
)
def test_a_creature_has_what_is_looked_up(hero: str, foe: str, theirs: list[tuple[str, int]]) -> None:
    found = game(hero, foe)
    assert sums(shown(found).sides[1]) == theirs
    check(found)


@pytest.mark.parametrize(("lying", "more"), [("", 0), ("sword", 1), ("sword, axe, sword", 3)])
def test_other_cards_on_the_space_are_counted_each(lying: str, more: int) -> None:
    found = game(HERO, lying=", ".join(filter(None, ("hyena", lying))))
    assert sum(n for label, n in sums(shown(found).sides[1]) if label == "Hyena") == more
    check(found)


def test_a_creature_throws_several_dice() -> None:
    found = game(HERO, "hydra")
    assert shown(found).sides[1].dice == (0, 0, 0)
    check(found)
    found = game(HERO, "hydra", "fight", 6, 1, 2, 1)
    assert [event.scores for event in found.told if event.kind == "fought"] == [] and found.ask.kind == "result"
    found = found.answer("keep")
    assert next(event.scores for event in found.told if event.kind == "fought") == (9, 6)


def test_of_the_dice_of_a_creature_the_highest_may_count() -> None:
    found = game(HERO.replace("fate 1", "fate 0"), "twin-heads", "fight", 4)
    check(found)
    last = found.answer("2").answer("5")
    fought = next(event for event in last.told if event.kind == "fought")
    assert fought.scores == (7, 7)


@pytest.mark.parametrize(("face", "score", "block"), [(6, 7, -2), (3, 4, -2), (2, 4, -1), (1, 4, 0)])
def test_an_attack_roll_is_changed_but_not_below_its_least(face: int, score: int, block: int) -> None:
    found = game(f"{HERO}, has albatross", "mirror", "fight")
    assert sums(shown(found).sides[0]) == [("Strength", 3), ("Albatross", -2)], "also before the dice"
    check(found)
    found = found.answer(str(face))
    assert shown(found).sides[0].total == score
    assert dict(sums(shown(found).sides[0])).get("Albatross", 0) == block
    check(found)


def test_the_sums_of_a_decided_fight_show_the_die_and_what_it_took() -> None:
    for face, block in ((5, -2), (2, -1), (1, 0)):
        found = play(f"{IN}dwarf fields-1, fate 0 | thief graveyard, fate 0, has albatross > 1 > clockwise > attack:1")
        found = found.answer("fight") if found.ask.kind == "fight" else found
        before = found.answer("4").state
        fought = next(e for e in found.answer("4").answer(str(face)).told if e.kind == "fought")
        sides = fought_sums(before, fought, "en")
        assert sides is not None
        theirs = sides.sides[1]
        assert theirs.dice == (face,) and dict(sums(theirs)).get("Albatross", 0) == block
        assert sum(one.n for one in theirs.blocks) + face == theirs.total == fought.scores[1]


def test_the_roll_of_an_opponent_is_changed_too() -> None:
    found = play(f"{IN}dwarf fields-1, fate 0, has banner | thief graveyard, fate 0 > 1 > clockwise > attack:1")
    assert dict(sums(shown(found).sides[1]))["Banner"] == -1
    check(found)


def test_both_may_be_changed_together() -> None:
    found = game(f"{HERO}, has albatross, black-cat", "mirror", "fight", 5)
    assert sums(shown(found).sides[0])[1:] == [("Albatross", -2), ("Cat", -1)]
    found = game(f"{HERO}, has albatross, black-cat", "mirror", "fight", 3)
    assert shown(found).sides[0].total == 4
    check(found)


def test_who_throws_no_die_has_nothing_to_change() -> None:
    found = play(f"{IN}assassin fields-1, fate 0 | thief graveyard, fate 0, has albatross > 1 > clockwise > attack:1")
    found = found.answer("0: use:character.assassin.assassinate")
    assert "Albatross" not in dict(sums(shown(found).sides[1]))
    check(found)


# --- other rolls ---


def test_every_roll_is_changed_and_told() -> None:
    moved = play(f"{IN}dwarf fields-1, fate 0, has black-cat | thief city > 3")
    assert {option.space for option in moved.ask.options} == {
        option.space for option in play(f"{IN}dwarf fields-1, fate 0 | thief city > 2").ask.options
    }
    found = game("dwarf fields-1, fate 0, has black-cat, arrived", "witch", 4)
    assert found.state.players[0].strength == 1
    (less,) = [event for event in found.told if event.kind == "added"]
    assert (less.n, less.cause, less.source) == (1, "card-less", "black-cat")
    assert say_event(found.state, less, "en") == "P0's roll counts 1 less (Cat)."
    assert game("dwarf fields-1, fate 0, has black-cat, arrived", "witch", 1).state.players[0].life == 4


def test_a_reroll_is_changed_anew() -> None:
    found = game("dwarf fields-1, fate 1, gold 0, has black-cat, arrived", "witch", 1)
    assert found.ask.kind == "result" and found.ask.n == 1
    assert found.answer("fate:0").answer("5").state.players[0].gold == 1


def test_a_roll_of_a_card_is_changed_by_its_name() -> None:
    assert game("dwarf fields-1, fate 0, gold 0, has omen, arrived", "witch", 2).state.players[0].gold == 1


def test_previews_and_chances_know_what_changes_a_roll() -> None:
    table = roll_table(game("dwarf fields-1, fate 0, has black-cat, arrived", "witch").state)
    assert [face.worth for face in table.faces] == ["bad", "bad", "good", "good", "good", "good"]


def test_fate_is_not_gained_by_who_may_not() -> None:
    found = game("dwarf fields-1, fate 0, has vow, arrived, good", "fairy", "fate")
    assert found.state.players[0].fate == 0
    assert [event.n for event in found.told if (event.kind, event.what) == ("gained", "fate")] == [0]
    healed = play(f"{IN}dwarf fields-1, fate 0, has vow, arrived | thief city > shrine > 2")
    assert healed.state.players[0].fate == 0


# --- told, and checked ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_of_it_is_told(lang: str) -> None:
    book = open_book(["revised4", OWN])
    for card in (
        "hydra",
        "twin-heads",
        "mirror",
        "envy",
        "vulture",
        "hyena",
        "albatross",
        "banner",
        "black-cat",
        "vow",
        "bell",
        "clover",
    ):
        told = lines(tree_of(book, card, lang))
        assert len(told) > (book.card(card).facts.strength > 0)
        for line in told:
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (card, line)


def test_what_takes_away_is_a_drawback() -> None:
    book = open_book(["revised4", OWN])
    assert drawback(book.card("albatross")) and drawback(book.card("black-cat"))
    assert not drawback(book.card("omen"))


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ('{ mod = "add", to = "strength", n = { highest = "strength" } }', "expected a figure it does not change"),
        ('{ mod = "add", to = "craft", n = { minus = [{ stat = "strength" }, 1] } }', "a figure it does not change"),
        ('{ mod = "roll_value", for = "wich", n = 1 }', "expected what some roll is for"),
        ('{ mod = "reroll", for = "foe" }', "expected what a roll is for that may be rerolled"),
        ('{ mod = "add", to = "strength", n = { have = "gold" } }', "a figure it does not change"),
    ],
)
def test_what_would_depend_on_itself_or_on_nothing_is_refused(held: str, said: str) -> None:
    text = f'[stone]\nname = "Stone"\ntype = "object"\nheld = [{held}]\n'
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("mine", {"adventure/cards.toml": text})])


def test_odds_before_the_dice_count_what_changes_them() -> None:
    plain, worse = (fight_odds(game(hero, "mirror").state) for hero in (HERO, f"{HERO}, has albatross"))
    assert worse.won < plain.won


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_a_die_is_rerolled_once_for_nothing_instead_of_for_fate(edition: str) -> None:
    fate = ", fate 1" if edition == "revised4" else ""
    found = play(f"edition {edition} + {BELL.name} | dwarf crags{fate}, has bell | thief city > 1")
    (offer,) = [each for each in found.ask.offers if each.verb == "fate"]
    assert (offer.source, offer.cites) == ("bell", ("card.text",))
    again, (event, *_) = found.answer("fate:0"), found.answer("fate:0").told
    assert (event.kind, event.source, event.cites) == ("rerolls", "bell", ("card.text",))
    moved = again.answer("4")
    assert {way.n for way in moved.ask.options} == {0} and not moved.ask.offers, "one reroll of a roll"
    assert moved.state.players[0].fate == found.state.players[0].fate
    for lang in LANGUAGES:
        (shown,) = [each for each in question(found.state, found.ask, lang).offers if each.key == "fate:0"]
        name = str(wording_of(found.state, lang).card("bell"))
        assert name in shown.note and name in say_event(found.state, event, lang)


def test_a_fight_and_a_table_are_rerolled_for_nothing_too() -> None:
    poor = HERO.replace("fate 1", "fate 0")
    plain, lucky = (game(f"{poor}{has}", "envy") for has in ("", ", has clover"))
    check(lucky)
    assert shown(lucky).chances == percents(fight_odds(lucky.state, fate=True)) and shown(lucky).fate is None
    assert fight_odds(lucky.state, fate=True).won > fight_odds(plain.state, fate=True).won
    lost = lucky.answer("fight").answer("1").answer("6")
    assert [each.source for each in lost.ask.offers if each.verb == "fate"] == ["clover"]
    assert not lost.answer("fate:0").answer("2").ask.offers
    on_table = game(poor + ", has clover", "witch")
    assert roll_table(on_table.state).rerolls and not roll_table(game(poor, "witch").state).rerolls
