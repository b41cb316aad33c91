"""Does each phone of a table that keeps sheets only set its own sheet, and nothing else?"""

from __future__ import annotations

from typing import Any

import pytest
from hosted import Evening, shown, wire
from tables import FOUR

from talisman_nb.model import Change
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

BRUNO = 1
AT_LAPTOP = "This can be corrected only at the laptop, not on a phone."


def sheets_only(**settings: Any) -> Evening:
    """A table of sheets only, Ada's die being what it would ask; Ada holds Hex, Carla a Mule, Bruno a Sword."""
    table = Table.new(FOUR, **settings)
    table.change(Change("card", card="hex", origin="deck:spell", to="spells:0"))
    table.change(Change("card", card="mule", origin="deck:adventure", to="seat:2"))
    table.change(Change("card", card="sword", origin="deck:adventure", to="seat:1"))
    game = Evening(table)
    game.press(game.laptop, type="sheets-only")
    return game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_phone_has_the_form_of_its_own_seat(lang: str) -> None:
    game = sheets_only(lang=lang)
    for seat, screen in enumerate(game.phones):
        question = shown(screen)["question"]
        assert (question["kind"], question["who"]["seat"]) == ("sheets", seat)
        assert question["circumstance"] and "options" not in question and "offers" not in question
    assert shown(game.laptop)["question"]["offers"], "the laptop lets the table take over"
    assert "offers" not in shown(game.television)["question"]


@pytest.mark.parametrize(
    "change",
    [
        {"what": "life", "seat": BRUNO, "n": 2},
        {"what": "gold", "seat": BRUNO, "n": 5},
        {"what": "miss", "seat": BRUNO, "n": 1},
        {"what": "form", "seat": BRUNO, "n": 3, "to": "toad"},
        {"what": "alignment", "seat": BRUNO, "to": "good"},
        {"what": "space", "seat": BRUNO, "to": "ruins"},
        {"what": "spells", "seat": BRUNO, "n": 1},
        {"what": "card", "card": "axe", "to": "seat:1"},
        {"what": "card", "card": "wolf", "to": "seat:1"},
        {"what": "card", "card": "sword", "origin": "seat:1", "to": "discards"},
        {"what": "card", "card": "sword", "origin": "seat:1", "to": "space:ruins"},
    ],
)
def test_a_phone_sets_its_own_sheet(change: dict[str, object]) -> None:
    game = sheets_only()
    before, asked = game.table.state, game.table.ask
    assert not game.press(game.phones[BRUNO], type="correct", changes=[change])
    after = game.table.state
    assert after.players[BRUNO] != before.players[BRUNO] and game.table.lines[-1].by == "by hand"
    assert game.table.settings.sheets_only and game.table.ask.kind == asked.kind
    others = [seat for seat in range(len(FOUR)) if seat != BRUNO]
    assert all(after.players[seat] == before.players[seat] for seat in others)


@pytest.mark.parametrize(
    "change",
    [
        {"what": "life", "seat": 2, "n": 1},
        {"what": "space", "seat": 0, "to": "ruins"},
        {"what": "spells", "seat": 0, "n": 0},
        {"what": "lying-gold", "to": "ruins", "n": 2},
        {"what": "card", "card": "axe", "to": "seat:2"},
        {"what": "card", "card": "axe", "to": "space:ruins"},
        {"what": "card", "card": "sword", "origin": "seat:1", "to": "seat:2"},
        {"what": "card", "card": "mule", "origin": "seat:2", "to": "seat:1"},
        {"what": "card", "card": "mule", "origin": "seat:2", "to": "discards"},
        {"what": "card", "card": "hex", "to": "spells:1"},
        {"what": "card", "card": "hex", "origin": "spells:0", "to": "spells:1"},
        {"what": "card", "card": "mesmerism", "to": "spells:1"},
        {"what": "turn", "seat": BRUNO},
        {"what": "round", "n": 9},
        {"what": "character", "seat": BRUNO, "to": "elf"},
        {"what": "out", "seat": BRUNO},
        {"what": "leave", "seat": BRUNO, "to": "piles"},
    ],
)
def test_a_phone_touches_no_other_sheet_and_no_secret(change: dict[str, object]) -> None:
    game = sheets_only(spells="known")
    before, own = game.table.state, {"what": "life", "seat": BRUNO, "n": 1}
    for changes in ([change], [own, change]):
        assert game.press(game.phones[BRUNO], type="correct", changes=changes) == AT_LAPTOP
        assert game.table.state == before


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "key": "3"},
        {"type": "answer", "key": "table:take-over:0"},
        {"type": "roll"},
        {"type": "aside", "key": "0/drop:sword"},
        {"type": "correct", "changes": [{"what": "life", "seat": 0, "n": 1}], "done": True},
        {"type": "undo"},
    ],
)
def test_the_phone_of_whoever_would_be_asked_answers_nothing(message: dict[str, object]) -> None:
    game = sheets_only()
    before = game.table.state
    assert game.press(game.phones[0], **message)
    assert game.table.state == before and game.table.settings.sheets_only


def test_a_phone_undoes_what_it_set_and_the_laptop_sets_every_sheet() -> None:
    game = sheets_only()
    before = game.table.state
    game.press(game.phones[BRUNO], type="correct", changes=[{"what": "life", "seat": BRUNO, "n": 1}])
    assert shown(game.phones[BRUNO])["can_undo"] and not shown(game.phones[0]).get("can_undo")
    assert not game.press(game.phones[BRUNO], type="undo")
    assert game.table.state.players == before.players
    both = [{"what": "life", "seat": seat, "n": 1} for seat in (0, 2)]
    assert not game.press(game.laptop, type="correct", changes=both)
    assert [game.table.state.players[seat].life for seat in (0, 2)] == [1, 1]


def test_a_phone_without_a_character_has_nothing_to_set() -> None:
    game = sheets_only()
    game.press(game.laptop, type="correct", changes=[{"what": "out", "seat": 3}])
    question = shown(game.phones[3])["question"]
    assert question["kind"] == "over" and "laptop" in question["circumstance"]


def test_a_phone_puts_down_its_own_spell_by_name_and_no_other_screen_learns_another() -> None:
    game = sheets_only(spells="known")
    game.table.change(Change("card", card="mesmerism", origin="deck:spell", to="spells:0"))
    down = {"what": "card", "card": "hex", "origin": "spells:0", "to": "discards"}
    assert game.press(game.phones[BRUNO], type="correct", changes=[down]) == AT_LAPTOP
    fewer = {"what": "spells", "seat": 0, "n": 1}
    assert game.press(game.phones[0], type="correct", changes=[fewer]), "which of two known ones goes is not guessed"
    assert not game.press(game.phones[0], type="correct", changes=[down])
    assert game.table.state.players[0].spells == ("mesmerism",)
    assert game.table.state.decks[1].discards == ("hex",)
    for screen in (game.television, *game.phones[1:]):
        assert "mesmerism" not in "".join(wire(screen).frames[1:]), "it is seen by its seat alone"
    assert not game.press(game.phones[0], type="correct", changes=[{"what": "card", "card": "hex", "to": "spells:0"}])
    assert set(game.table.state.players[0].spells) == {"mesmerism", "hex"}, "it lay open among the discards"
