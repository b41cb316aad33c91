"""Does a late Spell reach what was answered in this turn and the last, each moment named by what it answers?"""

from __future__ import annotations

import pytest
from tables import FOUR, from_deck, press, started

from talisman_nb.model import Change
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

CASTERS = FOUR | {"Carla": "sorceress"}


def hexed(lang: str = "en") -> TableController:
    """Ada casts Hex at the start of her turn, throws, moves, draws a Wolf and loses to it; Bruno has Counterspell."""
    table = Table.new(CASTERS, spells="known", lang=lang)
    while table.ask.kind == "card":
        table.answer("healing")
    table.change(
        from_deck("hex", 0, "spell", "spells"), from_deck("counterspell", 1, "spell", "spells"), Change("turn", 0)
    )
    panel = TableController(table)
    panel.handle({"type": "aside", "ply": table.state.ply, "key": "0/cast:hex"})
    press(panel, "sentinel", "3", "clockwise", "wolf", "1", "6")
    return panel


def back_to(panel: TableController, n: int) -> None:
    panel.handle({"type": "hold-on", "n": n})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_spell_that_was_cast_is_named_where_it_may_be_answered(lang: str) -> None:
    """The usual story: cast, throw, move, draw, fight, and only then "I had Counterspell!"."""
    panel = hexed(lang)
    late = panel.screen().late
    table = panel.table
    assert table is not None and len(late) >= 5
    assert [moment.n for moment in late] == sorted((moment.n for moment in late), reverse=True)
    pauses = [
        m for m in late if table.lines[m.n - 1].ask.kind == "react" and table.lines[m.n - 1].ask.purpose == "spell"
    ]
    [pause] = pauses
    if lang == "en":
        assert pause.text == "Ada's Hex takes effect."
    back_to(panel, pause.n)
    keys = {choice.key for choice in panel.screen().asides if not choice.closed}
    assert "1/cast:counterspell" in keys
    panel.handle({"type": "aside", "key": "1/cast:counterspell"})
    assert table.state.effects == () and not table.pending, "the Hex never took effect, and all else still fits"


def test_a_late_spell_reaches_the_turn_before_and_no_further() -> None:
    panel = hexed()
    table = panel.table
    assert table is not None
    while table.state.turn == 0:
        press(panel, table.ask.open()[0])
    first = {moment.n for moment in panel.screen().late}
    assert min(first) <= 8 and any("Hex takes effect" in moment.text for moment in panel.screen().late)
    for turn in (1, 2):
        while table.state.turn == turn:
            press(panel, "3" if table.ask.kind == "die" else table.ask.open()[0])
    assert table.state.turn == 3
    assert not first & {moment.n for moment in panel.screen().late}, "Ada's turn is more than one turn ago"


def test_nothing_is_offered_where_nobody_holds_a_spell() -> None:
    panel = started()
    press(panel, "3", "clockwise")
    assert panel.screen().late == ()


def test_what_waits_for_a_replay_is_no_moment() -> None:
    panel = hexed()
    table = panel.table
    assert table is not None
    die = next(line.n for line in table.lines if line.ask.kind == "die")
    panel.handle({"type": "amend", "n": die, "key": "4"})
    assert bool(table.pending) == (panel.screen().late == ())
