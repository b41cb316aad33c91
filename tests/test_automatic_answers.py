"""What does a table say by itself, and what does it ask people?"""

from __future__ import annotations

import pytest

from talisman_nb.engine import ask
from talisman_nb.rulings import situation
from talisman_nb.rulings.text_answers import say
from talisman_nb.table import policy
from talisman_nb.table.records import Settings

ROLLS = {
    "good": ("troll fields-3, fate 1 | thief plains-1", ["walk city", "enchantress", "4"], "keep"),
    "bad": ("troll fields-3, fate 1, gold 1 | thief plains-1", ["walk city", "enchantress", "1"], ""),
    "no effect, another may be good": (
        "troll fields-3, fate 1 | thief plains-1",
        ["walk city", "enchantress", "2"],
        "",
    ),
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
    state = situation(text)
    for order in orders:
        *_, (state, _) = say(state, order)
    assert policy.answer(ask(state), state, Settings(players=())) == answer
