"""Do the cards of The Realm of Souls that act in a fight do what they say, and agree shown sums with the engine?"""

from __future__ import annotations

import pytest
from test_fight_shown import check_odds, sums
from test_souls import IN, met

from talisman_nb import play
from talisman_nb.notation.text_play import Situation
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Fight


def shown(found: Situation) -> Fight:
    fight = with_parts(question(found.state, found.ask, "en"), found.state, found.ask, "en").fight
    assert fight is not None
    return fight


def check(found: Situation) -> Fight:
    """The sums that are shown: they agree with themselves, and their chances with what the engine comes to."""
    fight = shown(found)
    for side in fight.sides:
        assert sum(block.n for block in side.blocks) + sum(side.dice) == side.total
    assert check_odds(found.state, str(found.told[-1:])), "the chances could be compared"
    return fight


# --- what a creature is worth ---


@pytest.mark.parametrize(("life", "more"), [(3, 2), (5, 0), (8, -3)])
def test_the_leech_counts_lives_that_are_missing(life: int, more: int) -> None:
    fight = check(met("twisted-leech", dwarf=f"fate 0, life {life}"))
    assert fight.sides[1].total == 4 + more
    assert dict(sums(fight.sides[1])).get("Twisted Leech", 0) == more


def test_the_wraith_throws_three_dice() -> None:
    found = met("abomination-wraith", "fight", 6, 1, 1)
    assert shown(found).sides[1].dice == (1, 1, 0)
    check(found)
    player = found.answer("1").state.players[0]
    assert (player.life, player.trophies) == (7, ())
    assert met("abomination-wraith", "fight", 6, 1, 1, 6).state.players[0].life == 4, "9 against 12"


@pytest.mark.parametrize(("lying", "more"), [("", 0), ("sword", 1), ("sword, mule, sword", 3)])
def test_the_shade_counts_other_cards(lying: str, more: int) -> None:
    """What covers the space is none of them: it is the text of the space."""
    fight = check(met("many-faced-shade", lying=lying))
    assert fight.sides[1].total == 3 + more


@pytest.mark.parametrize(("craft", "own"), [("craft 3", 3), ("craft 6", 6)])
def test_the_nightmare_has_the_craft_of_whoever_fights_it(craft: str, own: int) -> None:
    fight = check(met("nightmare", dwarf=f"fate 0, {craft}"))
    assert [side.total for side in fight.sides] == [own, own] and sums(fight.sides[1]) == [("Craft", own)]


# --- what somebody has ---


def test_the_rebel_takes_from_both_rolls_by_trophies() -> None:
    found = met("hollow-gaunt", "fight", dwarf="fate 0, has rebellious-spirit, trophies bear wolf")
    assert [dict(sums(side))["Rebellious Spirit"] for side in check(found).sides] == [-2, -2]
    found = found.answer("6").answer("2")
    fought = next(event for event in found.told if event.kind == "fought")
    assert fought.scores == (3 + 4, 6 + 1)


def test_the_guide_takes_from_every_roll() -> None:
    found = met("hollow-gaunt", "fight", 4, dwarf="fate 0, has vengeful-guide")
    assert check(found).sides[0].total == 3 + 3
    assert met("judgement", 6, dwarf="fate 0, has vengeful-guide").state.players[0].life == 6, "as on a 5"
    assert "vengeful-guide" in met("vengeful-guide").state.players[0].goods, "it must be taken"


def test_who_wears_the_collar_gains_no_fate() -> None:
    found = play(f"{IN}dwarf fields-1, fate 0, has collar-of-destiny, arrived | thief city > shrine > 2")
    assert found.state.players[0].fate == 0


LOST = "dwarf fields-1, fate 0, life 4, has {}, arrived | thief city > {} > fight > 1 > 6"


def test_the_armour_of_vulnerability_saves_in_psychic_combat_and_costs_a_life_in_battle() -> None:
    saved = play(f"{IN}{LOST.format('armour-of-vulnerability', 'demon')} > armour-of-vulnerability > 3")
    assert saved.state.players[0].life == 4
    assert play(f"{IN}{LOST.format('armour-of-vulnerability', 'demon')} > none").state.players[0].life == 3
    assert play(f"{IN}{LOST.format('armour-of-vulnerability', 'giant')}").state.players[0].life == 2
    both = play(f"{IN}{LOST.format('armour-of-vulnerability, shield', 'giant')} > shield > 6")
    assert both.state.players[0].life == 4, "a life that is saved costs none"


@pytest.mark.parametrize("foe", ["giant", "demon"])
@pytest.mark.parametrize(
    ("more", "least"), [("", 5), (", sword-of-the-fallen", 4), (", sword-of-the-fallen, talisman-of-the-fallen", 3)]
)
def test_the_armour_of_the_fallen_saves_in_every_fight(foe: str, more: str, least: int) -> None:
    for roll in range(1, 7):
        found = play(f"{IN}{LOST.format(f'armour-of-the-fallen{more}', foe)} > armour-of-the-fallen > {roll}")
        assert (found.state.players[0].life == 4) == (roll >= least), roll
