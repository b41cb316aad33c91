"""Limits of seats: checks seats that changed for death, exceeded limits, forbidden goods and fulfilled quests."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards.modifiers import On

from .active_modifiers import active_modifiers
from .book_runtime import CAST
from .card_transfers import bars, drop
from .conditions import holds_for
from .dying import die, win
from .offers import action_key, action_option, actions, moments, use
from .totals import limit, objects, spell_limit, talisman_room, talismans
from .triggers import begin
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
    if p.life <= 0:
        die(g, seat)
        return
    if p.spells and len(p.spells) > spell_limit(g, seat):
        _once(g, TOO_MANY_SPELLS, seat)
    elif not p.spells:
        _without_spells(g, seat)
    if p.goods:
        _goods(g, seat)
    if g.effects:
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
    barred = _barred(g, p.alignment, p.goods)
    if barred:
        drop(g, seat, barred, ("carry.forbidden", "alignment.forbidden"))
    elif (extra := -talisman_room(g, seat)) > 0:
        drop(g, seat, talismans(g, seat)[-extra:], ("house.talisman-limit", "carry.excess"))
    elif len(p.goods) > g.figures["carry.objects"] and len(objects(g, seat)) > limit(g, seat, "objects"):
        _once(g, TOO_MANY_OBJECTS, seat)


def _barred(g: WorkingState, alignment: str, goods: tuple[str, ...]) -> tuple[str, ...]:
    """The goods a character of this alignment may not have. Cached per book."""
    known = g.runtime.barred.get((alignment, goods))
    if known is None:
        known = tuple(card for card in goods if "@" not in card and bars(g.facts[card], alignment))
        g.runtime.barred[(alignment, goods)] = known
    return known


def _once(g: WorkingState, program: str, seat: int) -> None:
    """Push the program of a limit unless the seat has it running or pending."""
    if any(f.program == program and f.you == seat for f in (*g.stack, *g.pending_frames)):
        return
    g.push(program, seat)


def _last_one(g: WorkingState) -> None:
    """If one seat of several is left in the game, it wins; a game of one person at the table goes on.

    Where the last one must finish, it wins once it is on the Crown (`house.last-finishes`).
    """
    left = [seat for seat, p in enumerate(g.players) if not p.out]
    if len(left) != 1 or sum([not p.gone for p in g.players]) < 2:
        return
    if not g.figures["switch.last_finishes"]:
        win(g, left[0])
    elif g.players[left[0]].space == g.board.crown:
        win(g, left[0], ("house.last-finishes",))
