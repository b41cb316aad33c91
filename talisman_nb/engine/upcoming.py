"""Next steps: what the running program asks and does, what would await a seat on a space, whose turns come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.cards.operations.flow import Block, ChooseOption
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import Ask, Fight, Roll, State
from talisman_nb.rules.book import plain_card

from .active_modifiers import active_modifiers, holds
from .bargaining import hide_spells, items
from .costs import number
from .covers import space_at
from .effects import MISSED, shown_on
from .fight import BATTLE, PSYCHIC, attackers, foe_of, left_alone_by, psychic
from .lists import seat
from .meeting_order import number_of
from .scores import ANY, changes, in_force
from .totals import Summand, room_for_spells
from .working_state import Asked, WorkingState, working_state


class ArmourSave(Struct, frozen=True):
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


Outcome = ArmourSave | Begun | Tested | Done


def running(g: WorkingState) -> Definition | None:
    """The definition whose program is on top of the stack; None for a program of the turn or an empty stack."""
    return g.book.find(g.stack[-1].program.rpartition(".")[0]) if g.stack else None


def variable(g: WorkingState, name: str) -> str:
    """A variable of the top frame as text; "" if it has none of this name, or it is empty or 0."""
    frame = g.stack[-1]
    names = g.runtime.programs[frame.program].names
    return str(frame.slots[names[name]] or "") if name in names else ""


def deal_on_table(g: WorkingState) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the gifts of each side of the trade that is talked over, the one who offers it in front; () for none."""
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
    return (who, hide_spells(g, who, items(keys, "give"))), (other, hide_spells(g, other, items(keys, "want")))


def choice_of(g: WorkingState, key: str) -> ChooseOption | None:
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


def rolled_for(g: WorkingState, op: o.RollDice) -> str:
    """The card a roll is about, such as a Follower or Armour: the value of the variable named like its purpose."""
    card = g.get(op.purpose) if op.purpose in g.names else ""
    return card if isinstance(card, str) else ""


def roll_changes(g: WorkingState, op: o.RollDice, faces: tuple[int, ...]) -> tuple[Summand, ...]:
    """Return the changes that are made unasked to a roll with these faces; its faces stay as they are."""
    who = seat(g, op.who)
    if not active_modifiers(g, who).other_rolls:
        return ()
    about = plain_card(rolled_for(g, op)) or plain_card(g.frame.source)
    return in_force(changes(g, who, dict.fromkeys((op.purpose, about, ANY))), sum(faces))


USES = ("table", "if", "save", "begin")
"""Operations whose result depends on a roll."""
PASSED_OVER = ("keep_roll", "add_to_roll", "set", "set_zero")
"""Operations between a roll and its use."""


def outcome_of_roll(g: WorkingState, ask: Ask, added: int = 0) -> Outcome | None:
    """Return the outcome if the roll of `ask` were kept, `added` being what an ability would add to it.

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
    """Return the outcome if the roll that is asked for showed these faces and were kept; None if nothing uses it.

    `added` is what an ability adds to it. Operations that would change nothing are part of it. `g` is a copy of its
    own: the roll is put into it.
    """
    frame = g.stack[-1]
    g.enter(frame, g.runtime.programs[frame.program])
    roll = g.runtime.programs[frame.program].code[frame.pc][1]
    if not isinstance(roll, o.RollDice):
        return None
    plus = sum(part.n for part in roll_changes(g, roll, faces))
    g.put(roll.into, Roll(faces, plus=plus))
    coming = uses_roll(g, frame.pc + 1)
    if coming is None:
        return None
    found = _outcome(g, coming, sum(faces) + plus, added)
    if not isinstance(found, Done) or isinstance(found.block, str):
        return found
    return Done(tuple(_used_for(g, op) for op in found.block))


def _outcome(g: WorkingState, coming: o.Operation, rolled: int, added: int) -> Outcome:
    """Return the outcome of an operation for the roll that its variable holds."""
    if isinstance(coming, o.Save):
        armour = str(g.get(coming.armour))
        return ArmourSave(armour, rolled >= g.facts[armour].save)
    if isinstance(coming, o.If):
        passed = holds(g, coming.when, g.asked)
        return Tested(passed, coming.do if passed else coming.otherwise or ())
    if isinstance(coming, o.Begin):
        return Begun(coming.what, _value(g, coming, coming.with_[0]) if coming.with_ else None)
    assert isinstance(coming, o.TableOp)
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


def _row(table: o.TableOp, value: int) -> Block:
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


SETTLED: Final = frozenset({
    "always", "space_has", "region_is", "alignment_is", "character_is", "form_is", "has", "has_any", "in_stock", "rule",
    "used",
    "turning_back", "alive", "permits", "affords", "can_gain_spell", "at_crown", "some", "others_here",
})  # fmt: skip
"""Conditions whose answer is known before the program runs: they read no variable and no fight."""
PARTS: Final = ("met", "visited")
"""Parts of a space's definition that run for whoever arrives."""


def at_space(state: State, seat: int, space: str) -> WorkingState:
    """A working state in which a seat stands on another space; nothing has happened there yet."""
    g = working_state(state)
    g.players[seat] = replace(g.players[seat], space=space)
    g.fight = None
    return g


def awaiting_enemies(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Enemies lying on the seat's space that would attack it first, together (`meet.order`, `combat.several`)."""
    space = g.players[seat].space
    gone = list(shown_on(g, space)) if g.effects else []
    spared = left_alone_by(g, seat)
    found = []
    for card in g.lying(space):
        if card in gone:
            gone.remove(card)
        elif g.facts[card].type in ENEMIES - spared:
            found.append(card)
    lowest = min((number_of(g, card) for card in found), default=0)
    first = [card for card in found if number_of(g, card) == lowest]
    return tuple(attackers(g, seat, first)) if first else ()


def open_fight_with(g: WorkingState, seat: int, cards: tuple[str, ...]) -> None:
    """Put a fight with cards into a working state that is only read from then on."""
    stat = PSYCHIC if psychic(g, cards[0]) else BATTLE
    g.fight = Fight(seat, stat, tuple(foe_of(g, card) for card in cards), where=g.players[seat].space)


def effect_of_space(g: WorkingState, seat: int) -> Block:
    """Return the effect of a seat's space: operations of its definition, with conditions that are known decided."""
    text = space_at(g, g.players[seat].space)
    if text in g.owned:  # what only its words say
        return ()
    definition = g.book.card(text)
    asked = Asked(seat, definition.key)
    found: list[o.Operation] = []
    for part in PARTS:
        found += _settled_operations(g, definition.blocks, definition.blocks.get(part, ()), asked)
    return tuple(found)


def _settled_operations(g: WorkingState, blocks: Any, do: Any, asked: Asked) -> Iterator[o.Operation]:
    for op in blocks.get(do, ()) if isinstance(do, str) else do or ():
        if isinstance(op, o.If) and is_settled(op.when):
            yield from _settled_operations(g, blocks, op.do if holds(g, op.when, asked) else op.otherwise, asked)
        else:
            yield op


def is_settled(when: ConditionTable) -> bool:
    """Whether a condition's answer is known before its program runs.

    >>> is_settled(ConditionTable(alignment_is="evil")), is_settled(ConditionTable(won="outcome"))
    (True, False)
    """
    return all(_is_condition_settled(name, value) for name, value in when.items())


def _is_condition_settled(name: str, value: Any) -> bool:
    if name in ("all", "any"):
        return all(map(is_settled, value))
    return is_settled(value) if name == "not" else name in SETTLED


# --- whose turns come ---


class Coming(Struct, frozen=True):
    """How long a seat waits for its next turn: turns that others play first, and how many of its own it misses."""

    before: int
    missed: int


ROUNDS_AHEAD: Final = 30
"""Rounds that are looked ahead for a turn of a seat."""


def has_another_turn(g: WorkingState, you: int) -> bool:
    """Whether a seat plays again as its turn ends."""
    return g.players[you].extra > 0 and g.alive(you) and not g.players[you].paused


def seat_after(g: WorkingState, you: int) -> int:
    """The next seat that is neither out nor paused; where everybody in the game is paused the next one of them.

    It is the seat itself where nobody else is in the game.
    """
    in_game = [seat for seat in (*g.order(you)[1:], you) if not g.players[seat].out]
    return next((seat for seat in in_game if not g.players[seat].paused), in_game[0] if in_game else you)


def turns_before(state: State, seat: int) -> Coming | None:
    """Return how long a seat waits for its next turn; None where it has none, or none that can be foreseen.

    A turn that is missed (`turn.miss`) is none that is played: neither of others nor of the seat itself. The turn that
    is going on counts as one of the others'.

    >>> from talisman_nb.notation.situation import situation
    >>> turns_before(situation("dwarf crags | thief city | troll crags"), 2)
    Coming(before=2, missed=0)
    """
    g = working_state(state)
    if g.players[seat].out or g.players[seat].paused:
        return None
    coming = [[promise.program for promise in p.promises if promise.at == "turn"] for p in g.players]
    extra = [p.extra for p in g.players]
    you, before, missed = g.turn, 1, 0
    for _ in range(ROUNDS_AHEAD * len(g.players)):
        if extra[you] and has_another_turn(g, you):
            extra[you] -= 1
        else:
            you = seat_after(g, you)
        misses = bool(coming[you]) and coming[you].pop(0) == MISSED
        if you == seat and not misses:
            return Coming(before, missed)
        before, missed = before + (not misses), missed + (misses and you == seat)
    return None
