"""Operations of the turn and of what lasts: clocks, new characters, the next seat; effects, promises and forms."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.cards.check_terms import SEATS
from talisman_nb.cards.modifiers import FOR_THE_GAME
from talisman_nb.engine.active_modifiers import fire, permit
from talisman_nb.engine.book_runtime import WAIT, asks, operation, rules_cited, takes
from talisman_nb.engine.card_transfers import go_on_to, late_options, take_late, visit
from talisman_nb.engine.characters import (
    AFTER_DEATH,
    AT_SETUP,
    ask_for_character,
    characters_missing,
    give_character,
    set_up,
)
from talisman_nb.engine.costs import number, trade, trades
from talisman_nb.engine.dying import give_up
from talisman_nb.engine.effects import become, end_effects, form_turns, own_form, tick
from talisman_nb.engine.lists import seat, seats
from talisman_nb.engine.offers import action_offers, use_again
from talisman_nb.engine.people import come_back
from talisman_nb.engine.upcoming import has_another_turn, seat_after
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Effect, Frame, Option, Promise, read_key
from talisman_nb.rules.book import plain_card

TURN: Final = "turn.turn.do"
DONE: Final = "done"
MISSED: Final = "missed"
NOTHING_MORE: Final = Option(DONE)


@operation("begin_turn")
def begin_turn(g: WorkingState, op: o.BeginTurn, to: None) -> int | None:
    """Begin the turn: tick clocks, reset what is used up; a seat without a character gets a new one (`death.again`)."""
    you = g.frame.you
    if not g.alive(you) and not g.players[you].out:
        if characters_missing(g, AFTER_DEATH, (you,)):
            return WAIT
        if g.alive(you):
            return g.frame.pc  # its first Spells are held at the start of the turn (`spell.per-turn`)
        g.set(you, out=True)
        g.somebody_out = True
        g.tell("no_character_left", you, cites=("death.again",))
        give_up(g, you, ("death.again",))
    _start_turn(g)
    return None


@operation("setup_character")
def setup_character(g: WorkingState, op: o.SetupCharacter, to: None) -> int | None:
    """Deal the characters that are not given yet; tell that this seat's character enters and push its setup."""
    you = g.frame.you
    if characters_missing(g, AT_SETUP, _first_characters(g, you)):
        return WAIT
    p = g.players[you]
    if p.character:
        g.tell("enters", you, what=p.character, space=p.space, cites=("setup.stats", "setup.start"))
        set_up(g, you)
    return None


@asks("setup_character")
def ask_first_character(g: WorkingState, op: o.SetupCharacter, to: None) -> Ask:
    """Ask for the next character that is dealt, kept or chosen (`setup.characters`)."""
    return ask_for_character(g, AT_SETUP, _first_characters(g, g.frame.you))


@takes("setup_character")
def take_first_character(g: WorkingState, op: o.SetupCharacter, to: None, key: str, answer: Answer) -> int:
    """Give the character, then look what is still missing."""
    give_character(g, AT_SETUP, _first_characters(g, g.frame.you), key, answer)
    return g.frame.pc


def _first_characters(g: WorkingState, you: int) -> list[int]:
    """The seats that are dealt their first character with this one: a seat whose character died waits for its turn."""
    return [seat for seat in g.order(you) if seat == you or not g.players[seat].born]


@operation("missed_turn")
def missed_turn(g: WorkingState, op: o.MissedTurn, to: None) -> None:
    """Tell that the turn is missed (`turn.miss`)."""
    go_on_to(g, MISSED)
    g.tell("missed", g.frame.you, cites=("turn.miss",))


def _start_turn(g: WorkingState) -> None:
    """Start the turn of a seat: reset uses once a turn, tick clocks, fire `turn_begins`."""
    you = g.frame.you
    p = g.players[you]
    g.moment, g.cast, g.held = "turn_start", (), len(p.spells)
    for other, q in enumerate(g.players):  # uses once a turn are per turn of the active seat, for all seats
        if q.used:
            g.set(other, used=tuple([used for used in q.used if used.startswith(FOR_THE_GAME)]))
    g.tell("turn_begins", you, n=g.round, cites=("setup.order",))
    _clocks(g, you)
    if p.paused:
        go_on_to(g, MISSED)  # so that its end asks nothing
    if p.out or p.paused or not p.character:
        g.halt("turn")
        return
    fire(g, "turn_begins", you)
    if g.effects and not any(promise.at == "turn" for promise in p.promises):
        g.changed_seats.append(you)  # a quest may be fulfilled now


def _clocks(g: WorkingState, seat: int) -> None:
    """Tick the effects whose clock hangs on this seat as its turn begins, even if the seat is out."""
    if g.effects:
        end_effects(g, lambda e: e.until == "next_turn" and e.owner == seat)
        tick(g, "rounds", seat)


@asks("begin_turn")
def ask_character(g: WorkingState, op: o.BeginTurn, to: None) -> Ask:
    """Ask for the new character; a chance ask where it is dealt."""
    return ask_for_character(g, AFTER_DEATH, (g.frame.you,))


@takes("begin_turn")
def take_character(g: WorkingState, op: o.BeginTurn, to: None, key: str, answer: Answer) -> int:
    """Give the character, then begin the turn, so that its first Spells are held at its start (`spell.per-turn`)."""
    give_character(g, AFTER_DEATH, (g.frame.you,), key, answer)
    return g.frame.pc


# --- the end of a turn ---


@operation("close_turn")
def close_turn(g: WorkingState, op: o.CloseTurn, to: None) -> int | None:
    """Wait at the end of the turn for trades and actions, except after a missed turn (`turn.miss`)."""
    missed = g.moment == MISSED
    go_on_to(g, "turn_end")
    you = g.frame.you
    return WAIT if not missed and g.alive(you) and not permit(g, you, "act").closed else None


@asks("close_turn")
def ask_close(g: WorkingState, op: o.CloseTurn, to: None) -> Ask:
    """Ask for trades of trophies, things to take and actions before the turn ends."""
    you = g.frame.you
    late = late_options(g, you) if not op.free or g.get(op.free) else []
    options = (NOTHING_MORE, *trades(g, you), *late)
    return Ask(g.ply, "close", you, "close", options, action_offers(g, you), cites=("trophy.when",))


@takes("close_turn")
def take_close(g: WorkingState, op: o.CloseTurn, to: None, key: str, answer: Answer) -> int | None:
    """End the turn, or trade, take or visit something and ask again."""
    if key == DONE:
        return None
    verb, item = read_key(key)
    if verb == "trade":
        trade(g, g.frame.you, item)
    elif verb == "take":
        take_late(g, g.frame.you, item)
    else:
        visit(g, g.frame.you, item)
    return WAIT


@operation("end_turn")
def end_turn(g: WorkingState, op: o.EndTurn, to: None) -> None:
    """End the turn: end its effects, tick clocks, and begin the turn of the next seat or an extra turn."""
    you = g.frame.you
    g.tell("turn_ends", you, cites=("setup.order",))
    if g.fight is not None:
        g.fight = None
    if g.effects:
        end_effects(g, lambda e: e.until in ("turn", "encounter", "fight"))
        tick(g, "turns", you)
    p = g.players[you]
    if p.form:
        _form_ticks(g, you)
    if has_another_turn(g, you):
        g.set(you, extra=g.players[you].extra - 1)
        following = you
    else:
        following = next_seat(g, you)
    if g.players[following].out:
        g.tell("nobody_left", cites=("win.last",))
        g.stack.clear()
        g.restarted = g.stack_changed = True
        return
    g.turn = following
    g.stack[:] = [Frame(TURN, you=following)]
    g.restarted = g.stack_changed = True


def _form_ticks(g: WorkingState, you: int) -> None:
    """Count a turn of the seat's form, except the one it was taken in, unless it has no end (`toad.duration`)."""
    p = g.players[you]
    if "changed" in p.used:
        g.set(you, used=tuple(u for u in p.used if u != "changed"))
        return
    if not form_turns(g.book, p.form):
        return
    g.set(you, form_left=p.form_left - 1)
    if p.form_left <= 1:
        own_form(g, you)


def next_seat(g: WorkingState, you: int) -> int:
    """The next seat that is neither out nor paused; ticks the clocks of the seats passed.

    Counts a round when passing the last seat. If everybody in the game is paused, the next one comes back.
    """
    order, following = g.order(you), seat_after(g, you)
    if g.players[following].out:
        return you
    if g.players[following].paused:
        come_back(g, following)
    to_pass = order[1 : order.index(following)] if following != you else order[1:]
    for other in to_pass:
        _clocks(g, other)
        if g.players[other].out:
            tick(g, "turns", other)  # it has no turns that would count
    last = g.seating[-1] if g.seating else len(g.players) - 1
    if last == you or last in to_pass:
        g.round += 1
        g.tell("round", n=g.round, cites=("setup.order",))
    return following


def definition_of(g: WorkingState, name: str) -> str:
    """The key of the definition of an effect, from its name in the running definition."""
    return f"{g.frame.program.rpartition('.')[0]}.{name}"


@operation("begin")
def begin(g: WorkingState, op: o.Begin, to: None) -> None:
    """Begin an effect; with `shows` its card lies on the space to show it."""
    f = g.frame
    until, left = _clock(g, op)
    slots = tuple(g.get(name) for name in op.with_)
    space = _marked_space(g, op.on)
    on = "space" if space else op.on if op.on in ("everyone", "card") else "seat"
    who = seat(g, op.on) if on == "seat" else seat(g, op.whose) if op.whose else -1
    owner = who if op.whose else _clock_seat(g, op)
    source = "" if op.whose and f.program.startswith("turn.") else f.source
    where = space or g.players[f.you].space
    card = plain_card(f.source)
    shows = where if op.shows else ""
    if op.shows and card not in g.lying(where):
        _from_discards(g, card)
        g.lay(card, where)
    effect = Effect(definition_of(g, op.what), on, who, space, owner, until, left, source, shows, slots)
    if op.whose and effect in g.effects:  # it lies there already
        return
    g.set_effects((*g.effects, effect))
    you, said = who if who >= 0 else f.you, rules_cited(op, f.source)
    kept = next((str(card) for card in slots if card and card in g.players[you].goods), "") if on == "seat" else ""
    g.tell("began", you, what=effect.what, n=left, space=space, card=kept, source=f.source, cause=until, cites=said)
    g.touch_all()


def _marked_space(g: WorkingState, on: str) -> str:
    """The space an effect lies on: that of a variable, the one named, the seat's own; "" if it lies on none."""
    if on in g.names and on not in SEATS:
        return str(g.get(on))
    return g.players[g.frame.you].space if on == "here" else on if on in g.board.index else ""


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
    end_effects(g, lambda e: e.seat == who and (e.what == name or e.what.endswith(f".{name}")), op.cites)


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
        g.tell("promised", who, what=op.do, cause=op.at, source=f.source, cites=rules_cited(op, f.source))


@operation("promised")
def run_promise(g: WorkingState, op: o.Promised, to: None) -> None:
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
