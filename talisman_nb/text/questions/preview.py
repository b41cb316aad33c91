"""What would happen if a roll were kept, told from the operations that run next."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import number
from talisman_nb.engine.conditions import holds
from talisman_nb.engine.totals import room_for_spells
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask
from talisman_nb.text.definitions.context import Context
from talisman_nb.text.definitions.one_line import nothing, one_line
from talisman_nb.text.definitions.tree import block_nodes
from talisman_nb.text.wording import Wording


def preview(wording: Wording, g: WorkingState, ask: Ask, added: int = 0) -> str:
    """What the roll would do, with what an ability adds: "Dario becomes a toad for 3 turns"; "" when unknown."""
    if not ask.ahead:
        return ""
    coming, frame = ask.ahead[0], g.stack[-1]
    g.enter(frame, g.runtime.programs[frame.program])
    if isinstance(coming, o.Save):
        armour = str(g.get(coming.armour))
        key = "armour.saves" if ask.n >= g.facts[armour].save else "armour.fails"
        return wording.say("asks", key, source=wording.card(armour))
    if isinstance(coming, o.If):
        return _tested(wording, g, ask, coming)
    if isinstance(coming, o.Begin):
        own = f"{coming.what}.{_value(g, coming, coming.with_[0])}" if coming.with_ else ""
        return wording.word(own) if wording.phrases.has("words", own) else ""
    do = _row(coming, _value(g, coming, coming.by) + added)
    if not isinstance(do, str):
        do = tuple(_meant(g, op) for op in do if not _in_vain(g, ask, op))
    return _in_words(wording, g, ask, do)


def _in_words(wording: Wording, g: WorkingState, ask: Ask, do: Any) -> str:
    """A block in words; "" where no definition is told."""
    found = g.book.find(g.frame.program.rpartition(".")[0])
    if found is None:
        return ""
    nodes = block_nodes(Context(g.book, found, wording, wording.source(ask.source)), do)
    return one_line(wording, nodes, wording.who(ask.seat)) or nothing(wording)


def _in_vain(g: WorkingState, ask: Ask, op: o.Operation) -> bool:
    """Whether there is nothing to lose of it (`stat.floor`, `gold.none`), or no room for a Spell (`spell.limit`)."""
    if isinstance(op, o.Gained):
        return op.who == "you" and room_for_spells(g, ask.seat) < 1
    return isinstance(op, o.Lose) and op.who == "you" and not getattr(g.players[ask.seat], op.what)


def _tested(wording: Wording, g: WorkingState, ask: Ask, fork: o.If) -> str:
    """The block of a test as it would end, or the phrase of its own that this end has."""
    passed = holds(g, fork.when, g.asked)
    own = f"{ask.purpose}.{'then' if passed else 'else'}"
    if wording.phrases.has("asks", own):
        return wording.say("asks", own, who=wording.who(ask.seat))
    return _in_words(wording, g, ask, fork.do if passed else fork.otherwise)


def _meant(g: WorkingState, op: o.Operation) -> o.Operation:
    """What a row is for, where it only notes a number: what is done with that number later on."""
    if not isinstance(op, o.Set):
        return op
    code = g.runtime.programs[g.frame.program].code
    return next((replace(later, n=op.to) for _, later, *_ in code if getattr(later, "n", None) == op.var), op)


def _row(table: o.Table, value: int) -> Any:
    """What the row of a value does."""
    rows = table.rows
    return next((row for row in rows if row.low <= value <= row.high), rows[0] if value < rows[0].low else rows[-1]).do


def _value(g: WorkingState, coming: o.Operation, name: str) -> int:
    """What a table is entered with or an effect begins with: the roll, or what is worked out of it on the way there."""
    code, pc = g.runtime.programs[g.frame.program].code, g.frame.pc
    for _, op, *_ in code[pc + 1 :]:
        if op is coming:
            break
        if isinstance(op, o.Set) and op.var == name:
            return number(g, op.to)
    return number(g, name)
