"""Stops what a layer wrote without an end: it is named, the turn goes to its close, and people do by hand what it says.

The checks of a book refuse what can be seen there (`cards/check_programs.py`); this is for the rest.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from .book_runtime import BY_HAND
from .fight import tidy_fight
from .working_state import WorkingState

AGAIN: Final = 20
"""Times in a turn that one card or space may send the same character to another encounter."""
MOST_DRAWN: Final = 60
"""Cards drawn in one encounter: no text wants more than a few."""
TURN: Final = "turn.turn.do"
CITES: Final = ("table.by-hand",)


def stop_endless(g: WorkingState) -> None:
    """Drop all running programs but the turn's own, which goes on at its close, and ask what was done by hand."""
    program, source = g.endless or most_begun(g)
    g.endless, g.pending_frames, g.pending_stop = None, [], ""
    g.begun.clear()
    if not g.stack:
        return
    definition, _, name = program.rpartition(".")
    found = g.book.find(definition)
    g.tell("stopped", g.turn, source=source, what=found.at(name) if found else name, cites=CITES)
    if g.fight is not None:
        tidy_fight(g)
    kept = [frame for frame in g.stack if frame.program == TURN][:1] or g.stack[:1]
    labels = g.runtime.programs[TURN].jump_labels
    close = max(kept[0].pc, labels["close"]) if kept[0].program == TURN else kept[0].pc
    g.stack[:] = [replace(kept[0], pc=close)]
    if not g.players[g.turn].gone:
        g.push(BY_HAND, g.turn, source=source)


def sent_again(g: WorkingState, who: int) -> bool:
    """Whether the running program may send a seat to another encounter; one that has done so `AGAIN` times is stopped.

    It is noted down with what was used this turn.
    """
    mark, used = sent_mark(g.frame.source), g.players[who].used
    if used.count(mark) >= AGAIN:
        g.endless, g.stack_changed = (g.frame.program, g.frame.source), True
        return False
    g.set(who, used=(*used, mark))
    return True


def sent_mark(source: str) -> str:
    """The entry in `Player.used` for an encounter that a card or space led to.

    >>> sent_mark("imp")
    'sent.imp'
    """
    return f"sent.{source}"


def most_begun(g: WorkingState) -> tuple[str, str]:
    """The program that was begun most often since the last answer and is none of the turn, with its source."""
    written = [(n, key, source) for (key, _, source), n in g.begun.items() if not key.startswith("turn.")]
    if written:
        _, key, source = max(written)
        return key, source
    return g.frame.program, g.frame.source
