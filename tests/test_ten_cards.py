"""Do the ten worked cards of the page for makers of cards do what it says, in both editions that have their spaces?"""

from __future__ import annotations

import random

import pytest
from page_layers import layers_on
from random_games import some_answer

from talisman_nb import play
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.covers import covers_of
from talisman_nb.engine.totals import total
from talisman_nb.engine.working_state import working_state
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table.boxes import Box, find_mistake, read_box, write_box
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page

TEN = layers_on("ten_cards.md")["ten"]
CARDS = (
    "mole-king", "hasty-boots", "tax-collector", "cold-wind", "borrowed-cloak", "miller", "last-supper", "lantern-boy",
    "quiet-well",
)  # fmt: skip
DRAWN = "dwarf crags, gold 3 | thief city > 1 > clockwise > "


@pytest.fixture(autouse=True)
def ten() -> None:
    register(TEN)


def at(text: str) -> Situation:
    return play(f"edition revised4 + ten | {text}")


@pytest.mark.parametrize("below", ["revised4", "second"])
def test_they_are_a_box_that_plays(below: str) -> None:
    assert find_mistake(read_box(write_box(TEN)), below) is None
    assert Box(TEN).contents[:2] == (len(CARDS), 1)
    book = open_book([below, TEN])
    for key in (*CARDS, "character.ferryman"):
        assert all(str(page(book, key, lang)) for lang in LANGUAGES)
    dice = random.Random(below)
    state = new_game([("Ada", "ferryman"), ("Bruno", "dwarf")], book)
    for _ in range(400):
        if ask(state).kind == "over":
            break
        state, _ = step(state, some_answer(state, dice))
        assert not violations(state)
    assert dict(covers_of(state))["crown-of-command"] == "last-supper"


def test_an_ordinary_enemy() -> None:
    fought = at(f"{DRAWN}mole-king > fight > 1")
    assert fought.state.fight is not None and "Mole King" in str(fought)


def test_a_movement_die_that_may_be_thrown_twice() -> None:
    thrown = at("dwarf crags, has hasty-boots | thief city > 1")
    assert "use:hasty-boots.throw-again" in thrown.open
    again = at("dwarf crags, has hasty-boots | thief city > 1 > use:hasty-boots.throw-again > 3")
    assert "use:hasty-boots.throw-again" not in again.open and "fate:0" in again.open
    landed = again.answer("clockwise").state.players[0].space
    assert landed == at("dwarf crags | thief city > 3 > clockwise").state.players[0].space


def test_an_enemy_with_a_consequence_of_its_own() -> None:
    before, lost = (at(f"{DRAWN}tax-collector{more}").state.players[0] for more in ("", " > fight > 1 > 6 > keep"))
    assert (before.gold - lost.gold, before.life - lost.life, len(lost.promises)) == (2, 0, 1)


def test_a_curse_on_a_space() -> None:
    state = at(f"{DRAWN}cold-wind").state
    weaker = total(working_state(state), 0, "strength")
    assert weaker == total(working_state(at("dwarf crags | thief city").state), 0, "strength") - 1


def test_a_lent_ability() -> None:
    def may_evade(has: str) -> bool:
        return "evade" in at(f"thief chapel{has} | dwarf city | on hills-1 wolf > 1 > anticlockwise").open

    assert may_evade(", has borrowed-cloak") and not may_evade("")


def test_an_errand() -> None:
    errand = at(f"{DRAWN}miller > accept").state
    assert [effect.what for effect in errand.effects] == ["miller.flour"]


def test_an_ending() -> None:
    there = "thief city | on crown-of-command last-supper > crown-of-command"
    assert at(f"dwarf valley-of-fire, gold 12 | {there}").state.winner == 0
    assert at(f"dwarf valley-of-fire, gold 9 | {there}").state.players[0].space == "tavern"


def test_a_follower() -> None:
    with_him, without = (at(f"dwarf crags{has} | thief city").state for has in (", has lantern-boy", ""))
    assert total(working_state(with_him), 0, "craft") == total(working_state(without), 0, "craft") + 1


def test_a_character() -> None:
    assert at("ferryman tavern | thief city > 2").open == ("add", "leave")


@pytest.mark.parametrize(("face", "life"), [(1, 3), (4, 4), (6, 5)])
def test_a_place(face: int, life: int) -> None:
    found = at(f"dwarf crags, life 4 | thief city > 1 > clockwise > quiet-well > {face}")
    found = found.answer("keep") if "keep" in found.open else found
    assert found.state.players[0].life == life and ("quiet-well",) in found.state.spaces
