"""Operations that begin and end a turn: clocks, new characters, trophies, the next seat."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import FOR_THE_GAME
from talisman_nb.engine.card_transfers import go_on_to
from talisman_nb.engine.dealing import AFTER_DEATH, AT_SETUP, ask_for_character, characters_missing, give_character
from talisman_nb.engine.effects import end_effects, own_form, tick
from talisman_nb.engine.entering import set_up
from talisman_nb.engine.found_cards import late_options, take_late, visit
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.people import come_back
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.trophies import trade, trades
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Frame, Option, read_key

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
    _started(g)
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
    give_character(g, AT_SETUP, _first_characters(g, g.frame.you), key)
    return g.frame.pc


def _first_characters(g: WorkingState, you: int) -> list[int]:
    """The seats that are dealt their first character with this one: a seat whose character died waits for its turn."""
    return [seat for seat in g.order(you) if seat == you or not g.players[seat].born]


@operation("missed_turn")
def missed_turn(g: WorkingState, op: o.MissedTurn, to: None) -> None:
    """Tell that the turn is missed (`turn.miss`)."""
    go_on_to(g, MISSED)
    g.tell("missed", g.frame.you, cites=("turn.miss",))


def _started(g: WorkingState) -> None:
    """Start the turn of a seat: reset uses once a turn, tick clocks, fire `turn_begins`."""
    you = g.frame.you
    p = g.players[you]
    g.moment, g.cast, g.held = "turn_start", (), len(p.spells)
    for seat, other in enumerate(g.players):  # uses once a turn are per turn of the active seat, for all seats
        if other.used:
            g.set(seat, used=tuple([used for used in other.used if used.startswith(FOR_THE_GAME)]))
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
    give_character(g, AFTER_DEATH, (g.frame.you,), key)
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
    if g.players[you].extra > 0 and g.alive(you) and not g.players[you].paused:
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
    """Count a turn of the seat's form, except the one in which it was taken (`toad.duration`)."""
    p = g.players[you]
    if "changed" in p.used:
        g.set(you, used=tuple(u for u in p.used if u != "changed"))
        return
    g.set(you, form_left=p.form_left - 1)
    if p.form_left <= 1:
        own_form(g, you)


def next_seat(g: WorkingState, you: int) -> int:
    """The next seat that is neither out nor paused; ticks the clocks of the seats passed.

    Counts a round when passing the last seat. If everybody in the game is paused, the next one comes back.
    """
    order = g.order(you)
    in_game = [seat for seat in (*order[1:], you) if not g.players[seat].out]
    here = [seat for seat in in_game if not g.players[seat].paused]
    if not in_game:
        return you
    following = (here or in_game)[0]
    if not here:
        come_back(g, following)
    to_pass = order[1 : order.index(following)] if following != you else order[1:]
    for seat in to_pass:
        _clocks(g, seat)
        if g.players[seat].out:
            tick(g, "turns", seat)  # it has no turns that would count
    last = g.seating[-1] if g.seating else len(g.players) - 1
    if last == you or last in to_pass:
        g.round += 1
        g.tell("round", n=g.round, cites=("setup.order",))
    return following
