"""Corrections by hand: players set values or move cards (`hand`), or settle a card themselves (`settle`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.model import MOST_FIGURE, Ask, Change, Event, Frame, Promise, State
from talisman_nb.rules.book import book_of, plain_card

from .book_runtime import BookRuntime, runtime_of
from .dying import eliminate
from .effects import become, keep_promise, own_form
from .entering import enter_character
from .refusal import NotAllowedError
from .travel import move_to
from .working_state import WorkingState, without

SEAT_COUNTERS: Final = ("life", "fate", "gold", "strength", "craft")
"""Values of `Change.what` that are counters or coins of a seat."""
CITES: Final = ("table.correction",)
UNSEEN: Final = "spell?"


def change_by_hand(g: WorkingState, changes: tuple[Change, ...]) -> None:
    """Apply all changes of one answer (`table.correction`).

    Raises `NotAllowedError`, naming the change, if one can't be made; the caller then drops the working state.
    """
    if not changes:
        raise NotAllowedError("table.correction", "nothing is to be set: expected at least one change", CITES)
    for change in changes:
        _check_types(change)
        _change(g, change)


def put_back(now: State, then: State) -> tuple[State, tuple[Event, ...]]:
    """Go back to `then`, an earlier state of the same game, with the next ply (`table.correction`).

    Raises `NotAllowedError` if `then` belongs to another game.
    """
    if now.book != then.book or [p.name for p in now.players] != [p.name for p in then.players]:
        raise NotAllowedError("table.correction", "the state is not of this game", CITES)
    return replace(then, ply=now.ply + 1), (Event("put_back", then.turn, n=then.round, cites=CITES),)


def _refuse(change: Change, message: str) -> Exception:
    return NotAllowedError("table.correction", f"{change.what}: {message}", CITES)


def _check_types(change: Change) -> None:
    """Refuse a change whose fields have wrong types: Python callers can build one, and its state could not be saved."""
    try:
        msgspec.convert(msgspec.to_builtins(change), Change)
    except (msgspec.ValidationError, TypeError, OverflowError) as wrong:
        raise _refuse(change, str(wrong)) from None


def _change(g: WorkingState, change: Change) -> None:
    """Apply one change; raises `NotAllowedError` if it can't be made."""
    if change.what == "card":
        _move_card(g, change)
        return
    if not 0 <= change.seat < len(g.players):
        raise _refuse(change, f"there is no seat {change.seat}")
    if change.what not in ("turn", "out") and not g.players[change.seat].character:
        raise _refuse(change, f"seat {change.seat} has no character on the board")
    if not g.alive(change.seat) and change.what not in ("character", "turn", "out"):
        raise _refuse(change, "this seat has no character now; give it one first")
    if change.what in SEAT_COUNTERS:
        _set_counter(g, change)
    elif change.what in OTHERS:
        OTHERS[change.what](g, change)
    else:
        raise _refuse(change, f"can't be set by hand{did_you_mean(change.what, (*SEAT_COUNTERS, *OTHERS, 'card'))}")


def _counted(change: Change) -> int:
    """The new value of a count; refused outside 0 to `MOST_FIGURE`."""
    if not 0 <= change.n <= MOST_FIGURE:
        raise _refuse(change, f"{_cut(change.n)} is not from 0 to {MOST_FIGURE}")
    return change.n


def _cut(n: int) -> str:
    """A number as a message shows it; one of 12 digits or more is only described."""
    return str(n) if abs(n) < 10**12 else "a number of more than 12 digits"


def _set_counter(g: WorkingState, change: Change) -> None:
    n = _counted(change)
    old = getattr(g.players[change.seat], change.what)
    g.set(change.seat, **{change.what: n})
    g.tell("set_by_hand", change.seat, what=change.what, n=n, cause=str(old), cites=CITES)


def _space(g: WorkingState, change: Change) -> None:
    if change.to not in g.board.index:
        raise _refuse(change, f"no space {change.to!r}{did_you_mean(change.to, g.board.spaces)}")
    move_to(g, change.seat, change.to, "put_by_hand", CITES)


def _alignment(g: WorkingState, change: Change) -> None:
    if change.to not in ("good", "neutral", "evil"):
        raise _refuse(change, f"{change.to!r} is not good, neutral or evil")
    g.set(change.seat, alignment=change.to)
    g.tell("aligned", change.seat, what=change.to, cites=CITES)


def _form(g: WorkingState, change: Change) -> None:
    forms = [key.removeprefix("form.") for key in g.book.definitions if key.startswith("form.")]
    if change.to and change.to not in forms:
        raise _refuse(
            change,
            f"no form {change.to!r}{did_you_mean(change.to, forms)}; expected {', '.join(forms)}, or "
            "none for one's own",
        )
    if change.to:
        become(g, change.seat, change.to, "")
    elif g.players[change.seat].form:
        own_form(g, change.seat)


def _turn(g: WorkingState, change: Change) -> None:
    g.turn = change.seat
    g.fight = None
    g.stack[:] = [Frame("turn.turn.do", you=change.seat)]
    g.restarted = g.stack_changed = True
    g.tell("turn_by_hand", change.seat, cites=CITES)


def _miss(g: WorkingState, change: Change) -> None:
    n = _counted(change)
    kept = tuple(p for p in g.players[change.seat].promises if p.at != "turn")
    g.set(change.seat, promises=kept + (Promise("turn", "turn.missed.do"),) * n)
    g.tell("will_miss", change.seat, n=n, cites=CITES)


def _out(g: WorkingState, change: Change) -> None:
    eliminate(g, change.seat)


def _character(g: WorkingState, change: Change) -> None:
    """Change the character of a seat; on a seat without one, the character enters as after a death."""
    taken = {p.character for p in g.players}
    if change.to not in g.book.characters or change.to in taken:
        why = "plays already" if change.to in taken else f"is unknown{did_you_mean(change.to, g.book.characters)}"
        raise _refuse(change, f"{change.to!r} {why}")
    if not g.alive(change.seat):
        enter_character(g, change.seat, change.to)
        return
    g.set(change.seat, character=change.to)
    g.tell("character_by_hand", change.seat, what=change.to, cites=CITES)


OTHERS: Final = {
    "character": _character,
    "space": _space,
    "alignment": _alignment,
    "form": _form,
    "turn": _turn,
    "miss": _miss,
    "out": _out,
}


# --- cards ---


def _move_card(g: WorkingState, change: Change) -> None:
    """Move a card from `change.origin` to `change.to`; refused if it is not there or there is no such target."""
    if not _lift(g, change):
        raise _refuse(change, f"{change.card!r} is not at {change.origin!r}")
    _lay(g, change)
    g.tell("card_by_hand", card=change.card, origin=change.origin, space=change.to, cites=CITES)


def _lift(g: WorkingState, change: Change) -> bool:
    """Remove the card from its origin; False if it is not there."""
    place, _, name = change.origin.partition(":")
    card, seat = change.card, _seat_named(g, name)
    if place in HELD and seat >= 0:
        held = getattr(g.players[seat], HELD[place])
        if card not in held:
            return False
        g.set(seat, **{HELD[place]: without(held, card)})
        return True
    if place == "space" and name in g.board.index and card in g.lying(name):
        g.lift(card, name)
        return True
    if place in ("deck", "discards") and name in g.runtime.deck_index:
        return _lift_from_deck(g, place, name, card)
    if place == "stock" and card in g.runtime.stock_index and g.stocks[g.runtime.stock_index[card]]:
        g.stock(card, -1)
        return True
    if place == "box" and card in g.box:
        g.box = without(g.box, card)
        return True
    return False


def _lift_from_deck(g: WorkingState, place: str, name: str, card: str) -> bool:
    """Remove the card from a deck or its discard pile; False if no copy is left there."""
    deck = g.deck(name)
    if place == "discards":
        if card not in deck.discards:
            return False
        g.set_deck(name, discards=without(deck.discards, card))
        return True
    if card == UNSEEN and name == g.book.face_down:
        g.set_deck(name, unseen=deck.unseen + 1)
        return True
    if card in deck.own:
        g.set_deck(name, own=without(deck.own, card))
        return True
    at = g.runtime.card_index[name].get(card, -1)
    if at < 0 or not deck.left[at]:
        return False
    g.set_deck(name, left=(*deck.left[:at], deck.left[at] - 1, *deck.left[at + 1 :]))
    return True


def _lay(g: WorkingState, change: Change) -> None:
    """Put the card, already removed from its origin, at its target."""
    place, _, name = change.to.partition(":")
    card, seat = change.card, _seat_named(g, name)
    if card == UNSEEN and place not in UNSEEN_PLACES:
        raise _refuse(
            change,
            "a Spell nobody has seen is face down in a hand, the deck or its discards, not at "
            f"{change.to!r}: name it first",
        )
    if place in HELD and seat >= 0:
        if not g.players[seat].character:
            raise _refuse(change, f"seat {seat} has no character on the board")
        g.set(seat, **{HELD[place]: (*getattr(g.players[seat], HELD[place]), card)})
    elif place == "space" and name in g.board.index:
        g.lay(plain_card(card) if "@" in card else card, name)
    elif place == "deck" and name in g.runtime.deck_index and card in g.owned and g.owned[card].deck == name:
        g.set_deck(name, own=(*g.deck(name).own, card))
    elif place == "deck" and name == g.book.face_down and card == UNSEEN:
        g.set_deck(name, unseen=g.deck(name).unseen - 1)
    elif place == "deck" and plain_card(card) in g.runtime.card_index.get(name, {}):
        at, left = g.runtime.card_index[name][plain_card(card)], g.deck(name).left
        g.set_deck(name, left=(*left[:at], left[at] + 1, *left[at + 1 :]))
    elif place in ("discards", "stock"):
        g.return_card(card)
    elif place == "box":
        g.box = (*g.box, card)
    else:
        raise _refuse(
            change,
            f"no place {change.to!r}: expected seat:N, spells:N, trophies:N, space:NAME, deck:NAME, "
            "discards:NAME, stock or box",
        )


def _seat_named(g: WorkingState, name: str) -> int:
    """The seat number in a place such as `seat:1`; -1 if `name` is no seat of this game."""
    return next((seat for seat in range(len(g.players)) if name == str(seat)), -1)


HELD: Final = {"seat": "goods", "spells": "spells", "trophies": "trophies"}
"""Maps places of a seat, as in `seat:1`, to fields of `Player`."""
UNSEEN_PLACES: Final = ("spells", "deck", "discards")
"""Places where an unseen Spell may be: those in which cards lie face down or are put back unnamed."""


def can_settle(state: State) -> bool:
    """Whether a card, a space or a fight is running, which the players may settle by hand (`table.by-hand`)."""
    return _is_settleable(runtime_of(book_of(state.book)), state.stack)


def _is_settleable(runtime: BookRuntime, stack: Sequence[Frame]) -> bool:
    return len(stack) > 1 and runtime.programs[stack[-1].program].role not in ("turn", "move", "encounter", "limit")


def settle_by_hand(g: WorkingState, found: Ask) -> None:
    """End the frame of the running card or space and ask what was done by hand instead (`table.by-hand`).

    Raises `NotAllowedError` if the running program belongs to the turn itself.
    """
    if not _is_settleable(g.runtime, g.stack):
        raise NotAllowedError(
            "table.by-hand",
            "only a card, a space or a fight can be settled by hand; correct values with `hand`",
            ("table.by-hand",),
        )
    keep_promise(g)
    who, source = g.frame.you, g.frame.source or found.source
    other = g.fight.against if g.fight else -1
    g.halt("program")
    g.push("turn.by_hand.do", who, other=other, source=source)
