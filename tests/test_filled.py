"""Which first option may be filled, because it loses nothing, and what is closed because nothing would come of it?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.engine.view import view_ask
from talisman_nb.model import Answer, State
from talisman_nb.notation.text_answers import say
from talisman_nb.rulings import situation
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Question

FILLED = {
    "attack": ("troll fields-2 | thief hills-1", ["2", "to hills-1"], False),
    "which way": ("troll fields-2 | thief city", ["2"], False),
    "retreat through the Portal": ("troll mines | thief city", [], False),
    "fight": ("dwarf fields-2, has pixie | thief city | on hills-1, wolf", ["2", "to hills-1"], False),
    "a life, or fate for it": (
        "elf crags, fate 1 | thief city | on fields-2, giant",
        ["1", "to fields-2", "fight", "1", "6"],
        False,
    ),
    "the turn's end with trophies": (
        "dwarf fields-5, trophies dragon | thief city | on ruins, sword, axe",
        ["1", "to ruins", "all"],
        False,
    ),
    "dice": ("troll fields-3 | thief plains-1", ["walk city"], False),
    "gold": ("troll hidden-valley, gold 2 | thief city", ["1", "to black-knight"], False),
    "a life or a thing of who was beaten": (
        "warrior plains-1, fate 0, has sword | monk woods-2, fate 0, has ring",
        ["1", "to woods-2", "attack:1", "fight", "4", "6", "1"],
        False,
    ),
    "heal or pray": ("monk hills-1, life 2 | thief city", ["walk chapel"], False),
    "what lies there": ("troll fields-2 | thief city | on hills-1, amulet", ["2", "to hills-1"], True),
}  # fmt: skip


@pytest.mark.parametrize("case", FILLED)
def test_the_filled_option_loses_nothing(case: str) -> None:
    text, orders, safe = FILLED[case]
    assert asked(text, *orders).safe is safe


def test_an_option_that_the_viewer_may_not_see_is_not_filled() -> None:
    state = situation("troll fields-2 | thief city | on hills-1, amulet > walk hills-1")
    found = ask(state)
    first, *others = found.options
    hidden = replace(found, options=(replace(first, owner=0), *others))
    assert question(state, found, "en").safe and not question(state, view_ask(hidden), "en").safe


VAIN = {
    "healthy, poor": ("troll fields-6, gold 0", "walk village", {"blacksmith": "gold", "healer": "lives"}),
    "hurt, poor": ("troll fields-6, gold 0, life 2", "walk village", {"blacksmith": "gold", "healer": "gold"}),
    "hurt, rich": ("troll fields-6, gold 5, life 2", "walk village", {}),
    "nothing to sell": ("troll fields-3, gold 2", "walk city", {"doctor": "lives", "alchemist": "Object"}),
    "something to sell": ("troll fields-3, gold 2, has sword", "walk city", {"doctor": "lives"}),
}


@pytest.mark.parametrize("case", VAIN)
def test_what_would_come_to_nothing_is_closed_with_its_reason(case: str) -> None:
    """The engine lets one go in all the same, and so does an offer."""
    text, order, closed = VAIN[case]
    shown = asked(f"{text} | thief plains-1", order)
    assert {choice.key: choice.closed for choice in shown.options if choice.closed}.keys() == closed.keys()
    for choice in shown.options:
        assert closed.get(choice.key, "") in choice.closed
    assert [offer.key for offer in shown.offers] == list(closed)[:1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reasons_name_whose_they_are(lang: str) -> None:
    state = after("troll fields-6, gold 0 | thief plains-1", "walk village")
    reasons = [choice.closed for choice in question(state, ask(state), lang).options if choice.closed]
    assert len(set(reasons)) == 2 and all("P0" in reason for reason in reasons)


def asked(text: str, *orders: str) -> Question:
    state = after(text, *orders)
    return question(state, ask(state), "en")


def after(text: str, *orders: str) -> State:
    state = situation(text)
    for order in orders:
        *_, (state, _) = say(state, order)
    return state


def test_of_many_options_the_open_ones_come_first_and_are_typed() -> None:
    """A wizard casts a Spell that lies face down: any of seventeen, and some don't fit."""
    state = situation("wizard graveyard, spells spell? | thief plains-1")
    state, _ = step(state, Answer(state.ply, "cast:spell?"))
    shown = question(state, ask(state), "en")
    closed = [bool(choice.closed) for choice in shown.options]
    assert len(closed) > 8 and closed == sorted(closed) and any(closed)
