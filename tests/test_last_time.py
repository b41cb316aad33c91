"""Is what was changed by hand for a card offered when it comes again, for whoever meets it then, in one press?"""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tables import started

from talisman_nb.model import Change
from talisman_nb.panels.table.audience import AGAIN, FORGET
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table.kept_lines import KeptLines
from talisman_nb.table.last_time import MEMORY, LastTime
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
ALTAR = {"name": "Altar", "type": "place", "words": "Pray."}


def met(gold: int = 1) -> TableController:
    """A table at which the first person has met a card of the group's own."""
    panel = started()
    assert panel.table is not None
    panel.table.change(Change("gold", 0, gold))
    for key in ("3", "clockwise"):
        panel.table.answer(key)
    panel.handle({"type": "hand", "own": ALTAR})
    assert panel.table.ask.kind == "hands"
    return panel


def settled(panel: TableController, *changes: dict[str, Any]) -> None:
    panel.handle({"type": "correct", "changes": list(changes), "done": True})
    assert panel.screen().note == ""


def offers(panel: TableController) -> dict[str, str]:
    question = panel.screen().question
    assert question is not None
    return {choice.key: choice.label for choice in question.offers if choice.key.startswith("by-hand:")}


def test_what_was_changed_is_offered_as_a_difference_and_done_in_one_press() -> None:
    settled(met(1), {"what": "gold", "seat": 0, "n": 2}, {"what": "life", "seat": 0, "n": 4})
    panel = met(5)
    assert "1 gold" in offers(panel)[AGAIN] and "1 life" in offers(panel)[AGAIN]
    panel.handle({"type": "answer", "key": AGAIN})
    assert panel.table is not None
    p = panel.table.state.players[0]
    assert (p.gold, p.life) == (6, 4) and panel.table.ask.kind != "hands"
    panel.handle({"type": "undo"})
    assert panel.table.state.players[0].gold == 5, "and it is taken back in one press too"


def test_the_last_time_wins_and_is_forgotten_on_demand() -> None:
    settled(met(), {"what": "gold", "seat": 0, "n": 2})
    settled(met(), {"what": "gold", "seat": 0, "n": 4})
    settled(met())
    panel = met()
    assert "3 gold" in offers(panel)[AGAIN], "that nothing was entered says nothing"
    panel.handle({"type": "answer", "key": FORGET})
    assert offers(panel) == {} and panel.table is not None and panel.table.ask.kind == "hands"
    assert MEMORY.read() == ()


def test_the_card_itself_goes_again_where_it_went() -> None:
    settled(met(), {"what": "card", "card": "own/Altar", "to": "discards:adventure"})
    panel = met()
    assert "Altar" in offers(panel)[AGAIN]
    panel.handle({"type": "answer", "key": AGAIN})
    assert panel.table is not None and not any(panel.table.state.spaces)


@pytest.mark.parametrize("change", [{"what": "gold", "seat": 1, "n": 3}, {"what": "round", "n": 4}])
def test_what_is_about_others_is_not_offered(change: dict[str, Any]) -> None:
    settled(met(), change)
    assert offers(met()) == {} and MEMORY.read() == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_offer_is_worded_in_each_language(lang: str) -> None:
    settled(met(1), {"what": "gold", "seat": 0, "n": 2})
    panel = met()
    panel.handle({"type": "language", "lang": lang})
    assert "1 " in offers(panel)[AGAIN] and "{" not in offers(panel)[AGAIN]


def test_a_settled_card_of_the_list_is_remembered_for_its_edition() -> None:
    panel = started()
    assert panel.table is not None
    for key in ("3", "clockwise", "wolf"):
        panel.table.answer(key)
    panel.table.settle_by_hand()
    settled(panel, {"what": "life", "seat": 0, "n": 3})
    assert [(last.source, last.where) for last in MEMORY.read()] == [("wolf", "revised4")]


# --- the file ---


def test_damaged_lines_stay_and_what_can_not_be_made_is_not_offered() -> None:
    settled(met(), {"what": "gold", "seat": 0, "n": 2})
    written = MEMORY.path.read_bytes()
    MEMORY.path.write_bytes(b'{"source": 3}\nrubbish\n' + written + b'\n{"source": "own/Altar", "wh')
    assert offers(met())
    MEMORY.keep(LastTime("own/Altar", "", (Change("card", card="no-such-card", to="seat:me"),)))
    assert offers(met()) == {}
    assert MEMORY.path.read_bytes().startswith(b'{"source": 3}\nrubbish\n')


def test_two_processes_that_write_at_once_lose_nothing() -> None:
    with get_context("spawn").Pool(2) as pool:
        pool.map(_write, range(2))
    assert len(MEMORY.read()) == 60 + 1, "each forgot its own, and kept the rest"


def _write(who: int) -> None:
    for n in range(40):
        MEMORY.keep(LastTime(f"card-{who}-{n}", "revised4", ()))
        if n % 4 == 0:
            MEMORY.forget(LastTime(f"card-{who}-{n}", "revised4", ()))
    if not who:
        MEMORY.keep(LastTime("the-last", "second", ()))


def test_a_file_that_can_not_be_opened_stops_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeptLines, "path", property(lambda self: Path("/proc/none/by-hand.jsonl")))
    assert offers(met()) == {}
