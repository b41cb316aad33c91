"""What the running program asks with and does next: everything that text may know of it without reading its code."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.cards.operations.flow import Block, Choice
from talisman_nb.model import Ask, Roll

from .bargaining import hidden, items
from .conditions import holds
from .costs import number
from .totals import room_for_spells
from .working_state import WorkingState


class Saved(Struct, frozen=True):
    """The Armour of this roll prevents the loss of the life, or fails to."""

    armour: str
    succeeds: bool


class Begun(Struct, frozen=True):
    """An effect of the definition begins, with the number that is its strength or duration (None: it has none)."""

    what: str
    n: int | None = None


class Tested(Struct, frozen=True):
    """A condition is checked, and the block for its result runs."""

    passed: bool
    block: Block


class Done(Struct, frozen=True):
    """The operations of the row that the roll selects, without those that would change nothing."""

    block: Block


Outcome = Saved | Begun | Tested | Done


def running(g: WorkingState) -> Definition | None:
    """The definition whose program is on top of the stack; None for a program of the turn or an empty stack."""
    return g.book.find(g.stack[-1].program.rpartition(".")[0]) if g.stack else None


def variable(g: WorkingState, name: str) -> str:
    """A variable of the top frame as text; "" if it has none of this name, or it is empty or 0."""
    frame = g.stack[-1]
    names = g.runtime.programs[frame.program].names
    return str(frame.slots[names[name]] or "") if name in names else ""


def deal_on_table(g: WorkingState) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """What each side of the trade that is being talked over gives, the one who offers it in front; () if none is."""
    if not g.stack:
        return ()
    frame = g.stack[-1]
    program = g.runtime.programs[frame.program]
    into = next((op.into for _, op, *_ in program.code if isinstance(op, o.Bargain | o.Exchange)), "")
    deal = frame.slots[program.names[into]] if into else None
    if not isinstance(deal, tuple) or not deal:
        return ()
    making = isinstance(program.code[frame.pc][1], o.Bargain)
    who, other = (frame.you, frame.other) if making else (frame.other, frame.you)
    keys = tuple(str(key) for key in deal)
    return (who, hidden(g, who, items(keys, "give"))), (other, hidden(g, other, items(keys, "want")))


def choice_of(g: WorkingState, key: str) -> Choice | None:
    """The choice of the waiting operation with this key; None if the operation has no choices of its own."""
    if not g.stack:
        return None
    frame = g.stack[-1]
    waiting = g.runtime.programs[frame.program].code[frame.pc][1]
    return next((choice for choice in getattr(waiting, "options", ()) if choice.key == key), None)


def uses_roll(g: WorkingState, pc: int) -> o.Operation | None:
    """The operation from `pc` on in the running program that uses a roll; None if another one comes first.

    A condition on a house rule is followed, because it is no use of the roll; so is a loop that throws again.
    """
    code = g.runtime.programs[g.frame.program].code
    while pc < len(code):
        _, op, to, name = code[pc]
        if name == "if" and isinstance(op, o.If) and op.when.rule is not None and isinstance(to, int):
            pc = pc + 1 if holds(g, op.when, g.asked) else to
        elif name == "repeat_next" and isinstance(op, o.Repeat) and isinstance(to, tuple):
            if holds(g, op.when, g.asked):
                return None
            pc = int(to[-1])
        elif name in USES:
            return op if isinstance(op, o.Operation) else None
        elif name in PASSED_OVER:
            pc += 1
        else:
            return None
    return None


def fights_counted(g: WorkingState) -> int:
    """How many fights are still to come of those that the card or space of the running one counts down, that one
    included; 1 if it counts none."""
    source = g.stack[-1].source if g.stack else ""
    for frame in reversed(g.stack):
        if not source or frame.source != source:
            return 1
        program = g.runtime.programs[frame.program]
        for _, op, *_ in program.code:
            counted = op.when.at_least if isinstance(op, o.Repeat) and op.when is not None else None
            if counted is not None and str(counted[0]) in program.names:
                left = frame.slots[program.names[str(counted[0])]]
                return max(left, 1) if isinstance(left, int) else 1
    return 1


USES = ("table", "if", "save", "begin")
"""Operations whose result depends on a roll."""
PASSED_OVER = ("keep_roll", "add_to_roll", "set", "set_zero")
"""Operations between a roll and its use."""


def outcome_of_roll(g: WorkingState, ask: Ask, added: int = 0) -> Outcome | None:
    """What would happen if the roll of `ask` were kept, `added` being what an ability would add to it.

    Returns None if no later operation uses the roll. `g` is only read; its top frame is entered.
    """
    if not ask.ahead:
        return None
    g.enter(g.stack[-1], g.runtime.programs[g.stack[-1].program])
    found = _outcome(g, ask.ahead[0], ask.n, added)
    if not isinstance(found, Done) or isinstance(found.block, str):
        return found
    return Done(tuple(_used_for(g, op) for op in found.block if not _in_vain(g, ask, op)))


def outcome_of_faces(g: WorkingState, faces: tuple[int, ...], added: int = 0) -> Outcome | None:
    """What would happen if the roll that is asked for showed these faces and were kept; None if nothing uses it.

    `added` is what an ability adds to it. Operations that would change nothing are part of it. `g` is a copy of its
    own: the roll is put into it.
    """
    frame = g.stack[-1]
    g.enter(frame, g.runtime.programs[frame.program])
    roll = g.runtime.programs[frame.program].code[frame.pc][1]
    if not isinstance(roll, o.RollDice):
        return None
    g.put(roll.into, Roll(faces))
    coming = uses_roll(g, frame.pc + 1)
    if coming is None:
        return None
    found = _outcome(g, coming, sum(faces), added)
    if not isinstance(found, Done) or isinstance(found.block, str):
        return found
    return Done(tuple(_used_for(g, op) for op in found.block))


def _outcome(g: WorkingState, coming: o.Operation, rolled: int, added: int) -> Outcome:
    """What an operation makes of the roll that its variable holds."""
    if isinstance(coming, o.Save):
        armour = str(g.get(coming.armour))
        return Saved(armour, rolled >= g.facts[armour].save)
    if isinstance(coming, o.If):
        passed = holds(g, coming.when, g.asked)
        return Tested(passed, coming.do if passed else coming.otherwise or ())
    if isinstance(coming, o.Begin):
        return Begun(coming.what, _value(g, coming, coming.with_[0]) if coming.with_ else None)
    assert isinstance(coming, o.Table)
    return Done(_row(coming, _value(g, coming, coming.by) + added))


def _in_vain(g: WorkingState, ask: Ask, op: o.Operation) -> bool:
    """Whether there is nothing to lose (`stat.floor`, `gold.none`), or no room for a Spell (`spell.limit`)."""
    if isinstance(op, o.GainSpell):
        return op.who == "you" and room_for_spells(g, ask.seat) < 1
    return isinstance(op, o.Lose) and op.who == "you" and not getattr(g.players[ask.seat], op.what)


def _used_for(g: WorkingState, op: o.Operation) -> o.Operation:
    """For an operation that only notes a number, the later operation that uses it, with the number filled in."""
    if not isinstance(op, o.Set):
        return op
    code = g.runtime.programs[g.frame.program].code
    return next((replace(later, n=op.to) for _, later, *_ in code if getattr(later, "n", None) == op.var), op)


def _row(table: o.Table, value: int) -> Block:
    """The block of the row for a value; a value beyond the table counts as its nearest row."""
    rows = table.rows
    found = next((row for row in rows if row.low <= value <= row.high), rows[0] if value < rows[0].low else rows[-1])
    return found.do


def _value(g: WorkingState, coming: o.Operation, name: str) -> int:
    """The value of a variable when the operation is reached: assignments before it are evaluated."""
    code, pc = g.runtime.programs[g.frame.program].code, g.frame.pc
    for _, op, *_ in code[pc + 1 :]:
        if op is coming:
            break
        if isinstance(op, o.Set) and op.var == name:
            return number(g, op.to)
    return number(g, name)
