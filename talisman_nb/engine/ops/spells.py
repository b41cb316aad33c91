"""Spells: named, aimed, announced, answered, carried out."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.book_runtime import CAST
from talisman_nb.engine.card_transfers import part
from talisman_nb.engine.lists import options_of, seat
from talisman_nb.engine.losses import can_reply
from talisman_nb.engine.offers import stand, targets, unfit
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import Right, permit
from talisman_nb.engine.totals import room_for_spells
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import EVERYBODY, Answer, Ask, Frame, Option, read_key

from .flow import picked

UNSEEN = "spell?"
NOBODY = Option("nobody")


@operation("name_spell")
def name_spell(g: WorkingState, op: o.NameSpell, to: None) -> int | None:
    """The card leaves the hand; an unseen Spell gets its name when it is shown; none that fits: nothing was cast."""
    if g.frame.source == UNSEEN:
        if UNSEEN in g.players[g.frame.you].spells and any(not option.closed for option in _names(g)):
            return WAIT
        g.halt("program")
        return None
    _out_of_hand(g)
    return None


def _out_of_hand(g: WorkingState) -> None:
    part(g, g.frame.you, g.frame.source)
    g.away(g.frame.source)


@asks("name_spell")
def ask_name(g: WorkingState, op: o.NameSpell, to: None) -> Ask:
    """Which one was it."""
    return Ask(g.ply, "pick", g.frame.you, "which-spell", _names(g), source=UNSEEN, cites=("spell.hidden",))


def _names(g: WorkingState) -> tuple[Option, ...]:
    """What an unseen Spell may turn out to be; one that can't be cast now is closed."""
    f, reply = g.frame, _answered(g)
    found = []
    for option in options_of(g, "possible_spells", f):
        closed, cites = unfit(g, f.you, option.key, reply)
        found.append(replace(option, closed=closed, cites=cites) if closed else option)
    return tuple(found)


def _answered(g: WorkingState) -> str:
    """The reaction point this casting answers, "" for none."""
    below = g.stack[-2] if len(g.stack) > 1 else None
    op = g.runtime.programs[below.program].code[below.pc][1] if below else None
    return f"reply.{op.to}" if isinstance(op, o.React) else ""


@takes("name_spell")
def take_name(g: WorkingState, op: o.NameSpell, to: None, key: str, answer: Answer) -> None:
    """The card is known from now on."""
    reveal(g, g.frame.you, key)
    g.frame = replace(g.frame, source=key)
    _out_of_hand(g)


def reveal(g: WorkingState, seat: int, spell: str) -> None:
    """One unseen Spell of a seat turns out to be this one."""
    p = g.players[seat]
    at = p.spells.index(UNSEEN)
    g.set(seat, spells=(*p.spells[:at], spell, *p.spells[at + 1 :]))
    deck = g.deck("spell")
    i = g.runtime.card_index["spell"][spell]
    g.set_deck("spell", left=(*deck.left[:i], deck.left[i] - 1, *deck.left[i + 1 :]), unseen=deck.unseen - 1)


def _targets(g: WorkingState) -> list[Option]:
    return targets(g, g.frame.source, g.frame)


@operation("aim")
def aim(g: WorkingState, op: o.Aim, to: None) -> int | None:
    """The target: asked when there is a choice."""
    found = _targets(g)
    open_ = [option.key for option in found if not option.closed]
    if len(open_) > 1:
        return WAIT
    if open_:
        _aimed(g, open_[0])
    return None


@asks("aim")
def ask_aim(g: WorkingState, op: o.Aim, to: None) -> Ask:
    """At whom or what."""
    return Ask(g.ply, "pick", g.frame.you, "target", tuple(_targets(g)), source=g.frame.source, cites=("spell.range",))


@takes("aim")
def take_aim(g: WorkingState, op: o.Aim, to: None, key: str, answer: Answer) -> None:
    """The Spell is aimed."""
    _aimed(g, key)


def _aimed(g: WorkingState, key: str) -> None:
    value = picked(key)
    g.put("target", value)
    if read_key(key).verb == "seat":
        g.frame = replace(g.frame, other=value)


@operation("announce")
def announce(g: WorkingState, op: o.Announce, to: None) -> None:
    """Everybody hears of it."""
    f = g.frame
    stand(g, f.you, g.facts[f.source].at)
    g.cast = (*g.cast, f.you)
    g.tell("cast", f.you, other=f.other, card=f.source, space=_space(g), cites=("spell.when", "spell.per-turn"))


def _space(g: WorkingState) -> str:
    target = g.get("target")
    return target if isinstance(target, str) and target in g.board.index else ""


@operation("react")
def react(g: WorkingState, op: o.React, to: None) -> int | None:
    """A reaction point: passed without asking only where nobody could answer whatever they hold."""
    if g.get(op.into):
        return None
    return WAIT if can_reply(g) else None


@asks("react")
def ask_react(g: WorkingState, op: o.React, to: None) -> Ask:
    """Does anybody answer? To all seats at once."""
    f = g.frame
    return Ask(g.ply, "react", EVERYBODY, op.to, (NOBODY,), source=f.source, other=f.you, n=0, cites=("spell.when",))


@takes("react")
def take_react(g: WorkingState, op: o.React, to: None, key: str, answer: Answer) -> None:
    """Nobody."""


@operation("cancel")
def cancel(g: WorkingState, op: o.Cancel, to: None) -> None:
    """What this answers does not happen: the nearest frame below that waits for answers, past one's own cast."""
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
        g.stack[at] = Frame(frame.program, frame.pc, frame.you, frame.other, frame.source, frame.where, frame.born, tuple(slots))
        spell = frame.source if frame.program == CAST else ""
        g.tell("cancelled", g.frame.you, other=frame.you, card=spell, source=g.frame.source, cites=("card.text",))
        return


@operation("resolve")
def resolve(g: WorkingState, op: o.Resolve, to: None) -> None:
    """It takes effect, unless it was answered; whoever cast its last one may gain by that."""
    f = g.frame
    if not g.players[f.you].spells and f.source != "command":
        fire(g, "last_spell_cast", f.you)
    if g.get("cancelled"):
        g.tell("fizzled", f.you, card=f.source, cites=("spell.when",))
        return
    g.push(f"{f.source}.cast", f.you, other=f.other, source=f.source, given={"target": g.get("target")})


@operation("gain_spell")
def gain_spell(g: WorkingState, op: o.Gained, to: None) -> int | None:
    """One Spell, if the limit allows it (`spell.gain`)."""
    who = seat(g, op.who)
    if room_for_spells(g, who) < 1:
        g.tell("no_room_for_spell", who, cites=("spell.gain", "spell.limit"))
        return None
    g.push("turn.one_spell.do", who, source=g.frame.source)
    return None


@operation("command")
def command(g: WorkingState, op: o.Command, to: None) -> int | None:
    """The Command Spell: no card, answered like any other (`crown.command`); what bars it may be put down first (`carry.ditch`)."""
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
def ask_command(g: WorkingState, op: o.Command, to: None) -> Ask:
    """Closed as long as the card that bars it is not put down; or the turn goes on without."""
    right = permit(g, g.frame.you, "command")
    options = (Option("command", right.closed, (*right.cites, "crown.command"), right.source), Option("go-on"))
    return Ask(g.ply, "choose", g.frame.you, "command", options, source=g.frame.source, cites=("crown.command", "carry.ditch"))


@takes("command")
def take_command(g: WorkingState, op: o.Command, to: None, key: str, answer: Answer) -> None:
    """Not cast this turn."""
    _not_cast(g, permit(g, g.frame.you, "command"))
