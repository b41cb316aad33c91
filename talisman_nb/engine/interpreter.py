"""The interpreter: runs the instructions of the top frame, one after the other, until one waits for an answer."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards.modifiers import Blank
from talisman_nb.model import Frame

from .active_modifiers import active_modifiers
from .fighting import tidy_fight
from .link import Code
from .play import Play
from .registry import WAIT
from .settling import settle

LANDING = {"turn": "close", "fight": "over"}
"""The label at which an ended turn or fight goes on."""

MOST_OPERATIONS = 50_000
"""More between two answers is a program without an end."""


def run(g: Play) -> None:
    """Go on with the top activation."""
    if _entered(g):
        frame = g.frame
        go_on(g, g.linked.programs[frame.program].code, frame.pc)


def _entered(g: Play) -> bool:
    """Make the top activation the running one; not when the game is over."""
    if g.winner >= 0 or not g.stack:
        g.stack.clear()
        return False
    frame = g.stack[-1]
    g.enter(frame, g.linked.programs[frame.program])
    return True


def go_on(g: Play, code: Code, pc: int) -> None:
    """Operation after operation, activation after activation, until one waits or the game is over."""
    programs = g.linked.programs
    for _ in range(MOST_OPERATIONS):
        operate, op, to, _ = code[pc]
        if operate is None:
            g.stack.pop()
        else:
            result = operate(g, op, to)
            if result is None:
                pc += 1
            elif result != WAIT:
                pc = result
            elif not g.stirred:
                g.leave(pc)
                return
            if g.touched:
                settle(g)
            if not g.stirred:
                continue
            after_operation(g, pc)
        if not _entered(g):
            return
        code, pc = programs[g.frame.program].code, g.frame.pc
    raise RuntimeError(f"a program does not come to an end: {[f.program for f in g.stack]}")


def after_operation(g: Play, pc: int) -> None:
    """Between two operations: save the running frame, drop frames whose guard fails, apply a pending stop, push pending frames.

    `pc` is where the running frame goes on.
    """
    if g.anew:
        g.anew = g.unwind = False
    else:
        g.leave(pc)
    if g.touched:
        settle(g)
    if g.unwind:
        _unwind(g)
    if g.orphaned:
        _orphan(g)
    if g.stop:
        _cut(g)
    if g.pushed:
        g.stack += g.pushed
        g.pushed = []
    g.stirred = False
    if g.fight is not None and not any(g.linked.programs[f.program].role == "fight" for f in g.stack):
        tidy_fight(g)
        g.stirred = False
        g.stack += g.pushed
        g.pushed = []


def _unwind(g: Play) -> None:
    """Activations whose subject is gone from where it was are over, a fight also when its other side is; others go on."""
    g.unwind = False
    over = _opponent_gone(g)
    if g.foes_changed:
        g.foes_changed = False
        g.stack[:] = [f for f in g.stack if not _names_a_foe(g, f)]
    g.stack[:] = [f for f in g.stack if _stands(g, f) and not (over and g.linked.programs[f.program].role == "fight")]


def _names_a_foe(g: Play, frame: Frame) -> bool:
    names = g.linked.programs[frame.program].names
    return "foe" in names and isinstance(frame.slots[names["foe"]], int)


def _opponent_gone(g: Play) -> bool:
    if g.fight is None or g.fight.against < 0:
        return False
    opponent = g.players[g.fight.against]
    return not opponent.character or opponent.space != g.fight.where


def _orphan(g: Play) -> None:
    """The active character is dead: what belongs to others goes on, then the turn only ticks to its end."""
    g.orphaned = False
    marks = g.linked.programs["turn.turn.do"].marks
    for at, frame in enumerate(g.stack):
        if frame.program == "turn.turn.do" and frame.pc < marks["close"]:
            g.stack[at] = replace(frame, pc=marks["close"])


def _stands(g: Play, frame: Frame) -> bool:
    player = g.players[frame.you]
    if frame.born and (player.born != frame.born or not player.character):
        return False
    if g.linked.programs[frame.program].bound_to_ability and active_modifiers(g, frame.you).of(Blank, "abilities"):
        return False
    return not frame.where or player.space == frame.where


def _cut(g: Play) -> None:
    """End the innermost program, fight, encounter or move, or the rest of the turn."""
    what, g.stop = g.stop, ""
    programs = g.linked.programs
    if what == "program" or not any(programs[frame.program].role == what for frame in g.stack):
        g.stack.pop()
        return
    while g.stack:
        frame = g.stack[-1]
        role = programs[frame.program].role
        if role == what and role in LANDING:
            g.stack[-1] = replace(frame, pc=programs[frame.program].marks[LANDING[role]])
            return
        g.stack.pop()
        if role == what:
            return
