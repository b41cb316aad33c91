"""Until when may what lies on a space be taken and visited where an edition allows that (`meet.take-anytime`)?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Frame, State
from talisman_nb.notation.text_play import play
from talisman_nb.rules.book import Book, open_book, remember
from talisman_nb.rules.layers import Layer

BOARD = open_book("second").board

OVER = {
    "beaten, then healed": (
        "elf plains-1, life 2 | thief mines | on crags, healer sword",
        "walk crags, done, 1, fight, 1, 6",
    ),
    "a stand-off with a brigand": (
        "sorceress plains-4 | thief mines | on forest, sword",
        "walk forest, done, 1, fight, 3, 1",
    ),
    "beaten by the Sentinel": ("elf woods-1 | thief mines | on sentinel, sword", "2, to sentinel, fight, 1, 6"),
    "a stand-off with the Sentinel": (
        "troll woods-1 | thief mines | on sentinel, sword",
        "2, to sentinel, fight, 4, 1",
    ),
    "beaten in the Pits": ("elf vampires-tower | thief mines | on pits, sword", "walk pits, done, 2, fight, 1, 6"),
    "beaten by the Werewolf": (
        "elf dice-with-death | thief mines | on werewolf-den, sword",
        "walk werewolf-den, done, 6, fight, 1, 6",
    ),
    "a stand-off with a character": (
        "warrior fields-5 | thief tavern | on tavern, sword",
        "walk tavern, attack:1, fight, 1, 2, 3",
    ),
    "a reward": (
        "warrior fields-5 | thief tavern, gold 1 | on tavern, sword",
        "walk tavern, attack:1, fight, 6, 6, 1, gold",
    ),
    "a lost fight": (
        "thief fields-5, gold 1 | warrior tavern | on tavern, sword",
        "walk tavern, attack:1, fight, 1, 6, 6, gold",
    ),
    "a death": (
        "warrior fields-5 | thief tavern, life 1, gold 3, has sword guide",
        "walk tavern, attack:1, fight, 6, 6, 1, life",
    ),
    "a missed turn": ("warrior fields-5 | thief city | on tavern, sword", "walk tavern, done, 1"),
    "a theft where cards are drawn": (
        "thief graveyard | troll woods-1, gold 2 | on woods-1, axe",
        "walk woods-1, use:character.thief.steal@1",
    ),
    "an attack evaded where cards are drawn": (
        "troll graveyard | elf woods-1, gold 2 | on woods-1, axe",
        "walk woods-1, attack:1, evade",
    ),
    "a theft evaded where cards are drawn": (
        "thief graveyard | elf woods-1, gold 2 | on woods-1, axe",
        "walk woods-1, use:character.thief.steal@1, evade",
    ),
    "the Portal opened": ("troll castle | thief city | on plain-of-peril, sword", "3, portal, strength, 1, 1"),
}
OPEN = {
    "a theft": (
        "thief fields-5 | troll tavern, gold 2 | on tavern, axe",
        "walk tavern, use:character.thief.steal@1",
        "axe",
    ),
    "a theft evaded": (
        "thief plains-4 | elf forest, gold 2, spells invisibility | on forest, axe",
        "walk forest, use:character.thief.steal@1, 1: cast:invisibility, evade",
        "axe",
    ),
    "what was left first": ("thief graveyard | troll city | on woods-1, axe", "walk woods-1, done", "axe"),
    "a fight won": ("troll plains-4 | thief city | on forest, axe", "walk forest, done, 1, fight, 6, 1", "axe"),
    "an Enemy beaten where cards are drawn": (
        "troll graveyard | thief city | on woods-1, wolf axe",
        "walk woods-1, fight, 6, 1, done",
        "axe",
    ),
}


def at_close(line: str, answers: str) -> State:
    found = play(f"edition second | {line} > " + " > ".join(answers.split(", "))).state
    assert ask(found).kind == "close"
    return found


@pytest.mark.parametrize("case", OVER)
def test_when_a_turn_is_over_nothing_is_taken_or_visited(case: str) -> None:
    """`combat.lose`, `combat.standoff`, `combat.rewards`, `turn.miss`, `portal.result`; `meet.take-anytime` b."""
    state = at_close(*OVER[case])
    assert ask(state).open() == ("done",)
    assert state.spaces[BOARD.index[state.players[state.turn].space]], "there would be something"


@pytest.mark.parametrize("case", OPEN)
def test_until_then_it_is(case: str) -> None:
    line, answers, card = OPEN[case]
    state = at_close(line, answers)
    assert f"take:{card}" in ask(state).open()
    after, _ = step(state, Answer(state.ply, f"take:{card}"))
    assert card in after.players[after.turn].goods


def test_a_book_saved_by_an_earlier_version_goes_on_as_it_was() -> None:
    """Its turn says nothing of it, so that the answers of its game still fit."""
    base, *above = open_book("second").layers
    turn_of_before = base.texts["programs/turn.toml"].replace(
        '{ op = "close_turn", free = "free" }', '{ op = "close_turn" }'
    )
    before = Layer(base.name, {**base.texts, "programs/turn.toml": turn_of_before})
    book = remember(Book("second", {}, [before, *(Layer(layer.name, dict(layer.texts)) for layer in above)]))
    state = at_close(*OVER["beaten, then healed"])
    turn = Frame("turn.turn.do", book.programs["turn.turn.do"].jump_labels["close"], state.turn)
    assert "visit:healer" in ask(replace(state, book=book.id, stack=(turn,))).open()
