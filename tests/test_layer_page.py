"""Do the examples of the page for authors play as they stand there?"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from page_layers import layers_on
from random_games import some_answer

from talisman_nb.engine import ask, step
from talisman_nb.engine.setup import new_game
from talisman_nb.notation.situation import situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import register
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.find import name_of

PAGE = Path(__file__).resolve().parents[1] / "talisman_nb" / "docs" / "authors.md"


@pytest.fixture(autouse=True)
def layers() -> None:
    for layer in layers_on(PAGE.name).values():
        register(layer)


@pytest.mark.parametrize("name", ["cellars", "shaft", "isle", "lettered-isle"])
def test_an_example_plays(name: str) -> None:
    assert name in layers_on(PAGE.name)
    book = open_book(["second", name])
    for seed in range(3):
        dice = random.Random(seed)
        state = new_game([(f"P{n}", one) for n, one in enumerate(dice.sample(book.characters, 2))], book)
        for _ in range(600):
            if ask(state).kind == "over":
                break
            state, _ = step(state, some_answer(state, dice))
            assert not violations(state), violations(state)


def test_they_say_what_they_do() -> None:
    state = situation("edition second + cellars | dwarf vat-2 | thief city > 1 > clockwise > open-it > 1")
    assert state.players[0].form == "sot" and ask(state).kind != "meet"
    full, bare = open_book(["second", "lettered-isle"]), open_book(["second", "isle"])
    assert not bare.deck_cards["spell"] and full.deck_cards["spell"] == open_book("second").deck_cards["spell"]
    assert full.characters == bare.characters == ("sailor", "pilot", "smuggler")
    assert book_of(state.book).card("sworn-blade").facts.keywords == ("sworn", "weapon")


def test_a_space_walked_to_step_by_step_is_met() -> None:
    state = situation("edition second + shaft | dwarf rung-1 | thief city > rung-2")
    assert ask(state).kind == "fight" and not state.players[0].turning_back
    assert name_of(open_book(["second", "shaft"]), "space.rung-2", "pl") == "Szczebel"


def test_the_games_by_random_players_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(import random.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(example.replace("range(30)", "range(2)"), {})
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["0", "1"]
