"""Operations that begin and end effects, make and run promises, and change forms."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.costs import number
from talisman_nb.engine.effects import become, end_effects, own_form
from talisman_nb.engine.lists import seat, seats
from talisman_nb.engine.offers import use_again
from talisman_nb.engine.registry import cited, operation
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Effect, Promise
from talisman_nb.rules.book import plain_card


def definition_of(g: WorkingState, name: str) -> str:
    """The key of the definition of an effect, from its name in the running definition."""
    return f"{g.frame.program.rpartition('.')[0]}.{name}"


@operation("begin")
def begin(g: WorkingState, op: o.Begin, to: None) -> None:
    """Begin an effect; with `shows` its card lies on the space to show it."""
    f = g.frame
    until, left = _clock(g, op)
    owner = _clock_seat(g, op)
    slots = tuple(g.get(name) for name in op.with_)
    space = str(g.get(op.on)) if op.on in g.names else ""
    on = "space" if space else op.on if op.on in ("everyone", "card") else "seat"
    who = seat(g, op.on) if on == "seat" else -1
    where = space or g.players[f.you].space
    card = plain_card(f.source)
    shows = where if op.shows else ""
    if op.shows and card not in g.lying(where):
        _from_discards(g, card)
        g.lay(card, where)
    effect = Effect(definition_of(g, op.what), on, who, space, owner, until, left, f.source, shows, slots)
    g.set_effects((*g.effects, effect))
    you, said = who if on == "seat" else f.you, cited(op, f.source)
    g.tell("began", you, what=effect.what, n=left, space=space, source=f.source, cause=until, cites=said)
    g.touch_all()


def _from_discards(g: WorkingState, card: str) -> None:
    deck = g.book.deck_of[card]
    discards = list(g.deck(deck).discards)
    discards.reverse()
    discards.remove(card)
    discards.reverse()
    g.set_deck(deck, discards=tuple(discards))


def _clock(g: WorkingState, op: o.Begin) -> tuple[str, int]:
    if isinstance(op.until, str):
        return op.until, 0
    name, n = op.until.only
    return name, number(g, n)


def _clock_seat(g: WorkingState, op: o.Begin) -> int:
    return seat(g, "you" if isinstance(op.until, str) else op.until.of)


@operation("end")
def end(g: WorkingState, op: o.End, to: None) -> None:
    """End effects of this seat early: those of a name, or ("this") the one the program belongs to."""
    who, f = seat(g, op.who), g.frame
    name = f.program.rpartition(".")[0] if op.what == "this" else op.what
    end_effects(g, lambda e: e.seat == who and (e.what == name or e.what.endswith(f".{name}")))


@operation("promise")
def promise(g: WorkingState, op: o.PromiseOp, to: None) -> None:
    """Store a promise: its program replaces the seat's next turn or move."""
    f = g.frame
    key = g.runtime.program_key(f.program, op.do)
    program = g.runtime.programs[key]
    slots = tuple(g.get(name) if name in op.with_ else None for name in program.slots)
    for who in seats(g, op.who, f):
        kept = g.players[who].promises
        g.set(who, promises=(*kept, Promise(op.at, key, f.source, op.until, slots)))
        g.tell("promised", who, what=op.do, cause=op.at, source=f.source, cites=cited(op, f.source))


@operation("promised")
def promised(g: WorkingState, op: o.Promised, to: None) -> None:
    """Push the program of the oldest promise for this moment.

    One that replaces the move at the start of a turn is removed at the first answer (`keep_promise`), others at once.
    """
    you = g.frame.you
    kept = g.players[you].promises
    for at, found in enumerate(kept):
        if found.at == op.at:
            if op.at == "turn" or g.moment != "turn_start":
                g.set(you, promises=kept[:at] + kept[at + 1 :])
            g.push(found.program, you, source=found.source, slots=found.slots)
            return


@operation("use_again")
def not_used_up(g: WorkingState, op: o.UseAgain, to: None) -> None:
    """Let the running ability be used again."""
    use_again(g)


@operation("become")
def take_form(g: WorkingState, op: o.Become, to: None) -> None:
    """Give the seat a form, or end its form ("own")."""
    for who in seats(g, op.who, g.frame):
        if op.form == "own":
            own_form(g, who)
        else:
            become(g, who, op.form, g.frame.source)
