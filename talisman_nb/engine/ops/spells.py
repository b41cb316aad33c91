"""Operations of casting a Spell: naming an unseen one, target, announcement, reaction point, effect, cancelling."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.active_modifiers import Right, fire, permit
from talisman_nb.engine.book_runtime import BY_HAND, CAST, OWN, WAIT, asks, operation, takes
from talisman_nb.engine.card_transfers import remove_card
from talisman_nb.engine.characters import can_reply
from talisman_nb.engine.drawing_cards import name_own, take_from
from talisman_nb.engine.lists import options_of, seat
from talisman_nb.engine.offers import stand, targets, unfit
from talisman_nb.engine.totals import room_for_spells
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import EVERYBODY, TARGET, UNSEEN, Answer, Ask, Frame, Option, key_of, read_key

from .flow import value_of_key

NOBODY: Final = Option("nobody")


@operation("name_spell")
def name_spell(g: WorkingState, op: o.NameSpell, to: None) -> int | None:
    """Discard the cast Spell from the hand; wait for the name of an unseen one.

    If no Spell it may be can be cast now, nothing is cast.
    """
    if g.frame.source == UNSEEN:
        named = any(not option.closed for option in _names(g)) or _may_be_unlisted(g)
        if UNSEEN in g.players[g.frame.you].spells and named:
            return WAIT
        g.halt("program")
        return None
    _out_of_hand(g)
    return None


def _out_of_hand(g: WorkingState) -> None:
    remove_card(g, g.frame.you, g.frame.source)
    g.return_card(g.frame.source)


@asks("name_spell")
def ask_name(g: WorkingState, op: o.NameSpell, to: None) -> Ask:
    """Ask which Spell the unseen card is; it may be one in no list."""
    unlisted = (Option(OWN),) if _may_be_unlisted(g) else ()
    return Ask(g.ply, "pick", g.frame.you, "which-spell", _names(g), unlisted, source=UNSEEN, cites=("spell.hidden",))


def _may_be_unlisted(g: WorkingState) -> bool:
    """Whether an unseen Spell may be one that nobody has typed."""
    return g.deck(g.book.face_down).unknown > 0


def _names(g: WorkingState) -> tuple[Option, ...]:
    """The Spells an unseen one may be, as options; those that can't be cast now are closed."""
    f, reply = g.frame, _answered_moment(g)
    found = []
    for option in options_of(g, "possible_spells", f):
        closed, cites = unfit(g, f.you, option.key, reply)
        found.append(replace(option, closed=closed, cites=cites) if closed else option)
    return tuple(found)


def _answered_moment(g: WorkingState) -> str:
    """The moment `reply.…` of the reaction point this cast answers; "" for none."""
    below = g.stack[-2] if len(g.stack) > 1 else None
    op = g.runtime.programs[below.program].code[below.pc][1] if below else None
    return f"reply.{op.to}" if isinstance(op, o.React) else ""


@takes("name_spell")
def take_name(g: WorkingState, op: o.NameSpell, to: None, key: str, answer: Answer) -> None:
    """Name the unseen Spell and discard it from the hand."""
    key = name_own(g, answer, g.book.face_down) if key == OWN else key
    reveal(g, g.frame.you, key)
    g.frame = replace(g.frame, source=key)
    _out_of_hand(g)


def reveal(g: WorkingState, seat: int, spell: str) -> None:
    """Replace an unseen Spell in a seat's hand by a named one, and correct the counts of the deck."""
    p = g.players[seat]
    at = p.spells.index(UNSEEN)
    g.set(seat, spells=(*p.spells[:at], spell, *p.spells[at + 1 :]))
    name = g.book.face_down
    take_from(g, name, spell)
    g.set_deck(name, unseen=g.deck(name).unseen - 1)


def _targets(g: WorkingState) -> list[Option]:
    return targets(g, g.frame.source, g.frame)


@operation("aim")
def aim(g: WorkingState, op: o.AimSpell, to: None) -> int | None:
    """Choose the target of the Spell; waits if more than one is open, or if the only one is who casts it."""
    open_ = [option.key for option in _targets(g) if not option.closed]
    if len(open_) > 1 or open_ == [key_of("seat", g.frame.you)]:
        return WAIT
    if open_:
        _set_aim(g, open_[0])
    return None


@asks("aim")
def ask_aim(g: WorkingState, op: o.AimSpell, to: None) -> Ask:
    """Ask for the target."""
    return Ask(g.ply, "pick", g.frame.you, TARGET, tuple(_targets(g)), source=g.frame.source, cites=("spell.range",))


@takes("aim")
def take_aim(g: WorkingState, op: o.AimSpell, to: None, key: str, answer: Answer) -> None:
    """Store the chosen target."""
    _set_aim(g, key)


def _set_aim(g: WorkingState, key: str) -> None:
    value = value_of_key(key)
    g.put("target", value)
    if read_key(key).verb == "seat":
        g.frame = replace(g.frame, other=value)


@operation("announce")
def announce(g: WorkingState, op: o.Announce, to: None) -> None:
    """Tell the cast and its target to all seats, and count it for this turn (`spell.per-turn`)."""
    f = g.frame
    stand(g, f.you, g.facts[f.source].at)
    g.cast = (*g.cast, f.you)
    g.tell("cast", f.you, other=f.other, card=f.source, space=_space(g), cites=("spell.when", "spell.per-turn"))


def _space(g: WorkingState) -> str:
    target = g.get("target")
    return target if isinstance(target, str) and target in g.board.index else ""


@operation("react")
def react(g: WorkingState, op: o.React, to: None) -> int | None:
    """Wait at a reaction point, unless no seat holds a Spell or the event is cancelled already."""
    if g.get(op.into):
        return None
    return WAIT if can_reply(g) else None


@asks("react")
def ask_react(g: WorkingState, op: o.React, to: None) -> Ask:
    """Ask all seats at once whether one answers with a Spell; the only option is `nobody`."""
    f = g.frame
    return Ask(g.ply, "react", EVERYBODY, op.to, (NOBODY,), source=f.source, other=f.you, n=0, cites=("spell.when",))


@takes("react")
def take_react(g: WorkingState, op: o.React, to: None, key: str, answer: Answer) -> None:
    """Continue: no seat answers. Spells are cast as asides."""


@operation("cancel")
def cancel(g: WorkingState, op: o.Cancel, to: None) -> None:
    """Set `cancelled` in the frame this Spell answers: the nearest below its own cast that has the variable."""
    past_own = False
    for at in range(len(g.stack) - 2, -1, -1):
        frame = g.stack[at]
        names = g.runtime.programs[frame.program].names
        if "cancelled" not in names:
            continue
        if frame.program == CAST and not past_own:
            past_own = True
            continue
        slots = list(frame.slots)
        slots[names["cancelled"]] = 1
        g.stack[at] = Frame(
            frame.program, frame.pc, frame.you, frame.other, frame.source, frame.where, frame.born, tuple(slots)
        )
        spell = frame.source if frame.program == CAST else ""
        g.tell("cancelled", g.frame.you, other=frame.you, card=spell, source=g.frame.source, cites=("card.text",))
        return


@operation("resolve")
def resolve(g: WorkingState, op: o.Resolve, to: None) -> None:
    """Push the Spell's `cast` program unless it was cancelled or its target is no longer in the game.

    The triggers of an empty hand are fired first.
    """
    f = g.frame
    if not g.players[f.you].spells and f.source != "command":
        fire(g, "last_spell_cast", f.you)
        fire(g, "no_spells", f.you)
    if g.get("cancelled") or (f.other >= 0 and not g.players[f.other].character):
        g.tell("fizzled", f.you, card=f.source, cites=("spell.when",))
        return
    if f.source in g.owned or f"{f.source}.cast" not in g.runtime.programs:  # only its words say what it does
        g.push(BY_HAND, f.you, other=f.other, source=f.source)
        return
    g.push(f"{f.source}.cast", f.you, other=f.other, source=f.source, given={"target": g.get("target")})


@operation("gain_spell")
def gain_spell(g: WorkingState, op: o.GainSpell, to: None) -> int | None:
    """Push the program that draws one Spell, if the limit allows it (`spell.gain`)."""
    who = seat(g, op.who)
    if room_for_spells(g, who) < 1:
        g.tell("no_room_for_spell", who, cites=("spell.gain", "spell.limit"))
        return None
    g.push("turn.one_spell.do", who, source=g.frame.source)
    return None


@operation("command")
def command(g: WorkingState, op: o.CastCommand, to: None) -> int | None:
    """Cast the Command Spell, which has no card (`crown.command`).

    Waits if a card of the seat prohibits it: the seat may ditch that card first (`carry.ditch`).
    """
    f = g.frame
    right = permit(g, f.you, "command")
    if right.closed:
        if right.source in g.players[f.you].goods:
            return WAIT
        _not_cast(g, right)
        return None
    g.tell("commands", f.you, cites=("crown.command",))
    g.push("turn.command_spell.do", f.you, source="command")
    return None


def _not_cast(g: WorkingState, right: Right) -> None:
    g.tell("may_not_cast", g.frame.you, source=right.source, cites=(*right.cites, "crown.command"))


@asks("command")
def ask_command(g: WorkingState, op: o.CastCommand, to: None) -> Ask:
    """Ask for the Command Spell, closed while the seat has the card that prohibits it, or to go on without."""
    right = permit(g, g.frame.you, "command")
    options = (Option("command", right.closed, (*right.cites, "crown.command"), right.source), Option("go-on"))
    return Ask(
        g.ply, "choose", g.frame.you, "command", options, source=g.frame.source, cites=("crown.command", "carry.ditch")
    )


@takes("command")
def take_command(g: WorkingState, op: o.CastCommand, to: None, key: str, answer: Answer) -> None:
    """Go on without casting the Command Spell."""
    _not_cast(g, permit(g, g.frame.you, "command"))
