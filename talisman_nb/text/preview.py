"""What would happen if a roll were kept, told from the operations that run next."""

from __future__ import annotations

from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.engine.play import Play
from talisman_nb.model import Ask

from .tell_operations import block
from .told import Told
from .voice import Voice


def preview(voice: Voice, g: Play, ask: Ask) -> str:
    """The row of the table that the roll would take: "Dario becomes a toad for 3 turns"; "" when none is known."""
    if not ask.ahead or not isinstance(ask.ahead[0], o.Table) or not g.stack:
        return ""
    row = _row(ask.ahead[0], ask)
    if row is None:
        return ""
    found = g.book.find(g.stack[-1].program.rpartition(".")[0])
    if found is None:
        return ""
    told = Told(g.book, found, voice, voice.who(ask.seat), this=voice.source(ask.source))
    return block(told, row.do) or voice.say("operations", "nothing")


def _row(table: Any, ask: Ask) -> Any:
    """The row of the value as it stands; before an ability adds to it that is the sum of the faces."""
    value = sum(ask.rolls) if ask.kind == "plus" else ask.n
    rows = table.rows
    return next((row for row in rows if row.low <= value <= row.high), rows[0] if value < rows[0].low else rows[-1])
