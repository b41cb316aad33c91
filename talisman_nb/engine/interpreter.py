"""The interpreter: runs the instructions of the top frame until one waits, and enforces limits between them."""

from __future__ import annotations

from itertools import count
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards.modifiers import Blank, On
from talisman_nb.model import Frame
from talisman_nb.model.bounds import LONGEST_RUN

from .active_modifiers import active_modifiers, begin, holds_for
from .book_runtime import CAST, WAIT, Code
from .card_transfers import bars, drop
from .dying import die, lifeless, win
from .effects import let_go
from .endless import most_begun, stop_endless
from .fight import tidy_fight
from .offers import action_key, action_option, actions, moments, use
from .totals import excess_objects, spell_limit, talisman_room, talismans
from .working_state import WorkingState

TOO_MANY_SPELLS: Final = "turn.too_many_spells.do"
TOO_MANY_OBJECTS: Final = "turn.too_many_objects.do"


def enforce_limits(g: WorkingState) -> None:
    """Check the seats that changed until none is left; the active seat comes last, so that its programs run first."""
    while g.changed_seats:
        changed = set(g.changed_seats)
        g.changed_seats.clear()
        for seat in changed if len(changed) == 1 else [seat for seat in reversed(g.order()) if seat in changed]:
            if g.players[seat].character:
                _check_seat(g, seat)
    if g.somebody_out and g.winner < 0:
        _last_one(g)


def _check_seat(g: WorkingState, seat: int) -> None:
    """Kill a character without life; else check its limits, its goods and the actions it must use."""
    p = g.players[seat]
    if p.life <= 0 and (seat in g.dying or not lifeless(g, p.form)):
        die(g, seat)
        return
    if p.spells and len(p.spells) > spell_limit(g, seat):
        _once(g, TOO_MANY_SPELLS, seat)
    elif not p.spells:
        _without_spells(g, seat)
    if p.goods:
        _goods(g, seat)
    if g.effects:
        let_go(g, seat)
        _fulfil(g, seat)


def _without_spells(g: WorkingState, seat: int) -> None:
    """Push what must happen while a seat holds no Spell; while it casts its last one, `resolve` does so."""
    for held in active_modifiers(g, seat).of(On, "no_spells"):
        program = g.runtime.modifier_program(held)
        busy = any(f.you == seat and f.program in (CAST, program) for f in (*g.stack, *g.pending_frames))
        if not busy and holds_for(g, held, seat):
            begin(g, held, seat)


def _fulfil(g: WorkingState, seat: int) -> None:
    """Begin the actions that must be used as soon as they can be (`Action.must`), in any seat's turn (`quest.now`)."""
    for held in actions(g, seat, moments(g, seat)):
        option = action_option(g, seat, held) if held.mod.must else None
        if option and not option.closed:
            program = g.runtime.modifier_program(held)
            if not any(f.program == program for f in (*g.stack, *g.pending_frames)):
                use(g, seat, action_key(held))


def _goods(g: WorkingState, seat: int) -> None:
    p = g.players[seat]
    barred = _forbidden_goods(g, p.alignment, p.goods)
    if barred:
        drop(g, seat, barred, ("carry.forbidden", "alignment.forbidden"))
    elif (extra := -talisman_room(g, seat)) > 0:
        drop(g, seat, talismans(g, seat)[-extra:], ("house.talisman-limit", "carry.excess"))
    elif len(p.goods) > g.figures["carry.objects"] and excess_objects(g, seat):
        _once(g, TOO_MANY_OBJECTS, seat)


def _forbidden_goods(g: WorkingState, alignment: str, goods: tuple[str, ...]) -> tuple[str, ...]:
    """The goods a character of this alignment may not have. Cached per book."""
    shared = g.facts is g.runtime.facts  # what was entered, or read off cards, is this game's
    known = g.runtime.barred.get((alignment, goods)) if shared else None
    if known is None:
        known = tuple([card for card in goods if "@" not in card and bars(g.facts[card], alignment)])
        if shared:
            g.runtime.barred[(alignment, goods)] = known
    return known


def _once(g: WorkingState, program: str, seat: int) -> None:
    """Push the program of a limit unless the seat has it running or pending."""
    if any(f.program == program and f.you == seat for f in (*g.stack, *g.pending_frames)):
        return
    g.push(program, seat)


def _last_one(g: WorkingState) -> None:
    """If one seat of several is left in the game, it wins; a game of one person at the table goes on.

    Where the last one must finish, it wins once it is on the Crown (`house.last-finishes`). In an edition that is won
    otherwise only, the game goes on (`win.last`).
    """
    if not g.figures["win.last"]:
        return
    left = [seat for seat, p in enumerate(g.players) if not p.out]
    if len(left) != 1 or sum([not p.gone for p in g.players]) < 2:
        return
    if not g.figures["switch.last_finishes"] or not g.board.crown:
        win(g, left[0], ("win.last",))
    elif g.players[left[0]].space == g.board.crown:
        win(g, left[0], ("house.last-finishes", "win.last"))


LANDING: Final = {"turn": "close", "fight": "over"}
"""Maps the role of an ended program to the label it continues at; programs of other roles are dropped."""


def run(g: WorkingState) -> None:
    """Run from the top frame to the next ask or the end of the game."""
    if _enter_frame(g):
        frame = g.frame
        go_on(g, g.runtime.programs[frame.program].code, frame.pc)


def _enter_frame(g: WorkingState) -> bool:
    """Enter the top frame; False if the game is over."""
    if g.winner >= 0 or not g.stack:
        g.stack.clear()
        return False
    frame = g.stack[-1]
    g.enter(frame, g.runtime.programs[frame.program])
    return True


def go_on(g: WorkingState, code: Code, pc: int) -> None:
    """Run `code` from `pc`, then the frames below it, until an operation waits or the game is over.

    What comes to no end is stopped after `LONGEST_RUN` operations, and asks people to do it by hand.
    """
    programs = g.runtime.programs
    bound = LONGEST_RUN
    for at in count():
        operate, op, to, _ = code[pc]
        if operate is None:
            ended = g.stack.pop()
            if programs[ended.program].role == "limit":
                _check_again(g, ended.you)
        else:
            result = operate(g, op, to)
            if result is None:
                pc += 1
            elif result != WAIT:
                pc = result
            elif not g.stack_changed:
                g.leave(pc)
                return
            if g.changed_seats:
                enforce_limits(g)
            if at > bound:
                bound += LONGEST_RUN
                g.endless, g.stack_changed = most_begun(g), True
            if not g.stack_changed:
                continue
            after_operation(g, pc)
        if not _enter_frame(g):
            return
        code, pc = programs[g.frame.program].code, g.frame.pc


def _check_again(g: WorkingState, seat: int) -> None:
    """Check a seat whose limit was enforced: the loop of a limit is bounded, more may be over than it asked about."""
    g.changed_seats.append(seat)
    enforce_limits(g)
    g.stack += g.pending_frames
    g.pending_frames = []


def after_operation(g: WorkingState, pc: int) -> None:
    """Between two operations: save the frame, drop frames whose guard fails, apply a pending stop, push frames.

    `pc` is the instruction at which the running frame continues.
    """
    if g.restarted:
        g.restarted = g.guards_changed = False
    else:
        g.leave(pc)
    if g.changed_seats:
        enforce_limits(g)
    if g.guards_changed:
        _unwind(g)
    if g.active_died:
        g.active_died = False
        _skip_to_turn_end(g)
    if g.pending_stop:
        _apply_stop(g)
    if g.endless:
        stop_endless(g)
    if g.pending_frames:
        g.stack += g.pending_frames
        g.pending_frames = []
    g.stack_changed = False
    if g.fight is not None and not any(g.runtime.programs[f.program].role == "fight" for f in g.stack):
        tidy_fight(g)
        g.stack_changed = False
        g.stack += g.pending_frames
        g.pending_frames = []


def _unwind(g: WorkingState) -> None:
    """Drop the frames whose guard fails; those of a duel also if the opponent has left its space or died.

    Once its dice are compared, such a duel ends the turn as any other does (`combat.rewards`).
    """
    g.guards_changed = False
    over = _opponent_gone(g)
    if over and g.fight is not None and g.fight.ends and g.fight.result in ("won", "lost"):
        _skip_to_turn_end(g)
    if g.foes_changed:
        g.foes_changed = False
        g.stack[:] = [f for f in g.stack if not _names_a_foe(g, f)]
    programs = g.runtime.programs
    g.stack[:] = [f for f in g.stack if _guards_hold(g, f) and not (over and programs[f.program].role == "fight")]


def _names_a_foe(g: WorkingState, frame: Frame) -> bool:
    names = g.runtime.programs[frame.program].names
    return "foe" in names and isinstance(frame.slots[names["foe"]], int)


def _opponent_gone(g: WorkingState) -> bool:
    if g.fight is None or g.fight.against < 0:
        return False
    opponent = g.players[g.fight.against]
    return not opponent.character or opponent.space != g.fight.where


def _skip_to_turn_end(g: WorkingState) -> None:
    """Let the turn's frame continue at its end, as after the death of the active character; other frames run on."""
    labels = g.runtime.programs["turn.turn.do"].jump_labels
    for at, frame in enumerate(g.stack):
        if frame.program == "turn.turn.do" and frame.pc < labels["close"]:
            g.stack[at] = replace(frame, pc=labels["close"])


def _guards_hold(g: WorkingState, frame: Frame) -> bool:
    """Whether the character, ability and space a frame depends on are still there."""
    player = g.players[frame.you]
    if player.gone:  # who has left is asked nothing more; the turn's own frame goes to its end
        return g.runtime.programs[frame.program].role == "turn"
    if frame.other >= 0 and g.players[frame.other].gone and frame.program != CAST:  # the Spell itself is put away
        return False
    if frame.born and (player.born != frame.born or not player.character):
        return False
    if g.runtime.programs[frame.program].bound_to_ability and active_modifiers(g, frame.you).of(Blank, "abilities"):
        return False
    return not frame.where or player.space == frame.where


def _apply_stop(g: WorkingState) -> None:
    """Apply a pending stop: end the innermost program, fight, encounter or move, or the rest of the turn."""
    what, g.pending_stop = g.pending_stop, ""
    programs = g.runtime.programs
    if what == "program" or not any(programs[frame.program].role == what for frame in g.stack):
        g.stack.pop()
        return
    while g.stack:
        frame = g.stack[-1]
        role = programs[frame.program].role
        if role == what and role in LANDING:
            g.stack[-1] = replace(frame, pc=programs[frame.program].jump_labels[LANDING[role]])
            return
        g.stack.pop()
        if role == what:
            return
