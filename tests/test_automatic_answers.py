"""What does a table say by itself, and what does it ask people?"""

from __future__ import annotations

import pytest

from talisman_nb.engine import ask
from talisman_nb.model import State
from talisman_nb.rulings import situation
from talisman_nb.rulings.text_answers import say
from talisman_nb.table import policy
from talisman_nb.table.records import Settings

ROLLS = {
    "good": ("troll fields-3, fate 1 | thief plains-1", ["walk city", "enchantress", "4"], "keep"),
    "bad": ("troll fields-3, fate 1, gold 1 | thief plains-1", ["walk city", "enchantress", "1"], ""),
    "nothing to lose, another may be good": (
        "troll fields-3, fate 1 | thief plains-1",
        ["walk city", "enchantress", "2"],
        "keep",
    ),
    "something to lose": (
        "troll fields-3, fate 1, strength +1 | thief plains-1",
        ["walk city", "enchantress", "2"],
        "",
    ),
    "a creature attacks": ("troll plains-3, fate 1 | thief city", ["walk tavern", "2"], "keep"),
    "nothing happens": ("monk hills-1, fate 1 | thief city", ["walk chapel", "pray", "2"], "keep"),
    "every other face fails": ("priest castle, fate 1 | thief plains-1", ["2", "portal", "craft", "1", "1"], "keep"),
    "failed": ("priest castle, fate 1 | thief plains-1", ["2", "portal", "craft", "3", "4"], ""),
    "charmed": (
        "minstrel sentinel, fate 1 | thief mines | on hills-1, bear",
        ["1", "to hills-1", "use:character.minstrel.charm", "6"],
        "keep",
    ),
    "left alone": (
        "minstrel sentinel, fate 1 | thief mines | on hills-1, bear",
        ["1", "to hills-1", "use:character.minstrel.charm", "1"],
        "",
    ),
    "how strong": ("troll dice-with-death, fate 1 | thief city", ["to werewolf-den", "6", "6"], ""),
    "others lose": ("troll valley-of-fire, fate 1, has talisman | thief city", ["to crown-of-command", "6"], "keep"),
    "one Armour": (
        "troll fields-1, fate 0, has shield | thief city | on graveyard, dragon",
        ["walk graveyard", "fight", "1", "6"],
        "shield",
    ),
    "two Armours": (
        "troll fields-1, fate 0, has shield helmet | thief city | on graveyard, dragon",
        ["walk graveyard", "fight", "1", "6"],
        "",
    ),
}


@pytest.mark.parametrize("roll", ROLLS)
def test_what_has_one_sensible_answer_is_not_asked(roll: str) -> None:
    """A good result is kept, one that another throw may better is asked; the only Armour is thrown for."""
    text, orders, answer = ROLLS[roll]
    state = said(text, *orders)
    assert policy.answer(ask(state), state, Settings(players=())) == answer


LYING = {
    "one useful thing": ("troll fields-2 | thief city | on hills-1, sword", "sword"),
    "gold": ("troll fields-2, gold 0 | thief city | on hills-1, market, gold 3", "gold"),
    "several that fit": ("troll fields-2 | thief city | on hills-1, sword, shield", "all"),
    "one that forbids something": ("troll fields-2 | thief city | on hills-1, amulet", ""),
    "one that costs gold": ("troll fields-2, gold 2 | thief city | on hills-1, mercenary", ""),
    "no free hand": ("troll fields-2, has sword axe shield helmet | thief city | on hills-1, armour", ""),
    "more than fits": ("troll fields-2, has axe sword shield | thief city | on hills-1, armour, helmet", ""),
    "to be visited, for nothing": ("edition second | troll fields-2, gold 0 | thief city | on hills-1, market", "done"),
    "to be visited": ("edition second | troll fields-2, gold 3 | thief city | on hills-1, market", ""),
}


@pytest.mark.parametrize("case", LYING)
def test_what_a_table_always_takes_is_not_asked(case: str) -> None:
    text, answer = LYING[case]
    state = said(text, "2", "to hills-1")
    assert ask(state).kind == "take" and policy.answer(ask(state), state, Settings(players=())) == answer


FIGHTS = {
    "the foe's die decides": ("troll crags", "wolf", ["fight", "1"], ""),
    "won whatever the foe throws": ("troll crags, strength +3", "wolf", ["fight", "5"], "6"),
    "lost whatever the foe throws": ("elf crags, fate 0", "dragon", ["fight", "1"], "1"),
    "lost, but there is fate": ("elf crags, fate 1", "giant", ["fight", "1"], ""),
    "won whatever anybody throws": ("troll crags, strength +9", "wolf", ["fight"], "1"),
    "lost whatever anybody throws": ("elf crags, fate 0", "dragon", ["fight"], ""),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_dice_that_cannot_matter_are_not_thrown(case: str) -> None:
    """Neither the foe's die nor one's own where the fight is won; one's own always where it is lost."""
    text, foe, orders, face = FIGHTS[case]
    state = said(f"{text} | thief city | on fields-2, {foe}", "1", "to fields-2", *orders)
    assert policy.answer(ask(state), state, Settings(players=())) == face
    assert policy.answer(ask(state), state, Settings(players=(), dice="virtual")) == ""


def test_an_offer_of_a_gain_is_accepted() -> None:
    state = said("troll fields-2 | thief city | on hills-1, magic-stream:3", "2", "to hills-1")
    assert ask(state).purpose == "take-counter"
    assert policy.answer(ask(state), state, Settings(players=())) == "take"


def test_an_offer_of_spells_that_fit_is_accepted() -> None:
    state = said("druid fields-6 | thief city", "walk woods-1")
    assert ask(state).purpose == "gain-spells"
    assert policy.answer(ask(state), state, Settings(players=())) == "draw"


def said(text: str, *orders: str) -> State:
    state = situation(text)
    for order in orders:
        *_, (state, _) = say(state, order)
    return state
