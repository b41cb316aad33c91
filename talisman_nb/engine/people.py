"""People who join, leave, pause, hand over or change places: decisions of the table, no rule text has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from talisman_nb.model import Change, Player, Promise, RefusalReason
from talisman_nb.model.bounds import MOST_SEATS

from .book_runtime import SETTING_UP
from .card_transfers import go_on_to
from .characters import free_characters, limited_player
from .dying import give_up, goods_stay, remove_character, staying, take_markers
from .effects import MISSED
from .refusal import MOST_LETTERS, NotAllowedError, nameable
from .working_state import WorkingState

CITES: Final = ("table.join",)
TO_SPACE, TO_PILES = "space", "piles"
"""Where the things of a person who leaves go: to the space, as in a death, or all of them back to their piles."""
TURN: Final = "turn.turn.do"
SKIPPED: Final = "missed"
"""Moment of a turn that is skipped: its end asks nothing, as that of a missed turn."""


def join(g: WorkingState, change: Change) -> None:
    """Seat a new person behind the seat `change.seat` in turn order, with a character or to be dealt one now."""
    name, character = change.name.strip(), change.to
    _check_room(g)
    _check_name(name)
    if character and character not in free_characters(g):
        raise _refuse("table.no-character", f"{character!r} is not free: choose another character")
    behind = g.seating or tuple(range(len(g.players)))
    if change.seat >= 0 and change.seat not in behind:
        raise _refuse("table.correction", f"there is no seat {change.seat} to sit behind")
    at = behind.index(change.seat) + 1 if change.seat >= 0 else len(behind)
    seated = limited_player(g, name, character) if character else Player(name, "", "", born=0)
    seat = g.add_player(seated, at)
    g.tell("joins", seat, cites=CITES)
    g.push(SETTING_UP, seat)


def _check_room(g: WorkingState) -> None:
    """Raise `NotAllowedError` if the table is full, or no character is left for another person."""
    most = g.figures["setup.most"]
    here = sum([not p.gone for p in g.players])
    if here >= most:
        raise _refuse("table.full", f"{here} people sit at the table: at most {most} play")
    if len(g.players) >= MOST_SEATS:
        raise _refuse("table.full", f"{len(g.players)} people have played: the game has no figure for another one")
    if not free_characters(g):
        raise _refuse("table.no-character", "no character is left in the box")


def _check_name(name: str) -> None:
    if not nameable(name):
        message = f"{name[:MOST_LETTERS]!r} is no name: expected one line of 1 to {MOST_LETTERS} letters"
        raise _refuse("table.person-name", message)


def _refuse(reason: RefusalReason, message: str) -> NotAllowedError:
    return NotAllowedError(reason, message, CITES)


def leave(g: WorkingState, change: Change) -> None:
    """Take a person out of the game; what the character had stays on its space, or all of it goes back."""
    seat, p = change.seat, g.players[change.seat]
    if change.to not in (TO_SPACE, TO_PILES):
        raise _refuse("table.correction", f"leave: {change.to!r} is neither {TO_SPACE!r} nor {TO_PILES!r}")
    stays = change.to == TO_SPACE
    left_behind = {"cards": staying(g, seat), "n": p.gold} if stays else {}
    g.tell("leaves", seat, what=change.to if p.character else "", space=p.space, cites=CITES, **left_behind)
    if p.character and stays:
        goods_stay(g, seat)
        g.box = (*g.box, f"character.{p.character}")
    elif p.character:
        for card in (*p.goods, *p.spells, *p.trophies):
            g.return_card(card)
    if p.character:
        remove_character(g, seat)
    elif seat == g.turn:
        g.active_died = g.stack_changed = True
    take_markers(g, seat, CITES)
    give_up(g, seat, CITES)
    g.set(seat, gone=True, out=True, paused=False, dealt=())
    g.somebody_out = True


def hand_over(g: WorkingState, change: Change) -> None:
    """Let another person play on with the seat's character."""
    name, before = change.name.strip(), g.players[change.seat].name
    _check_name(name)
    g.set(change.seat, name=name)
    g.tell("seat_handed_over", change.seat, what=before, cites=CITES)


def pause(g: WorkingState, change: Change) -> None:
    """Pass a seat over until it comes back; its running turn is skipped."""
    seat = change.seat
    if not any(not (p.out or p.paused) for at, p in enumerate(g.players) if at != seat):
        raise _refuse("table.last-person", f"nobody but seat {seat} is at the table")
    g.set(seat, paused=True)
    g.tell("pauses", seat, cites=CITES)
    if seat == g.turn:
        _skip_rest(g)


def come_back(g: WorkingState, seat: int) -> None:
    """End the pause of a seat: its next turn is played."""
    g.set(seat, paused=False)
    g.tell("comes_back", seat, cites=CITES)


def _back(g: WorkingState, change: Change) -> None:
    if not g.players[change.seat].paused:
        raise _refuse("table.correction", f"seat {change.seat} does not pause")
    come_back(g, change.seat)


def change_order(g: WorkingState, change: Change) -> None:
    """Let a seat play behind seat `change.n` from now on."""
    seat, behind = change.seat, change.n
    if not 0 <= behind < len(g.players) or behind == seat:
        raise _refuse("table.correction", f"there is no other seat {behind} to play behind")
    others = [each for each in g.seating or range(len(g.players)) if each != seat]
    at = others.index(behind) + 1
    g.seating = (*others[:at], seat, *others[at:])
    g.tell("seat_moved", seat, other=behind, cites=CITES)


def skip(g: WorkingState, change: Change) -> None:
    """Skip the running turn of the seat, or its next one if it has not begun yet."""
    seat = change.seat
    running = seat == g.turn and g.moment != ""
    g.tell("skipped", seat, what="now" if running else "", cites=CITES)
    if running:
        _skip_rest(g)
    else:
        kept = g.players[seat].promises
        g.set(seat, promises=(*kept, Promise("turn", MISSED)))


def _skip_rest(g: WorkingState) -> None:
    """Let the running turn go on at its end; a person who is just joining is dealt a character all the same."""
    if not g.moment:  # the first turn has not begun: it will find that its seat pauses
        return
    close = g.runtime.programs[TURN].jump_labels["close"]
    joining = next((at for at, frame in enumerate(g.stack) if frame.program == SETTING_UP), len(g.stack))
    g.stack[:] = [replace(g.stack[0], pc=close), *g.stack[joining:]]
    g.restarted = g.stack_changed = True
    go_on_to(g, SKIPPED)


PEOPLE: Final[dict[str, Callable[[WorkingState, Change], None]]] = {
    "leave": leave,
    "hand-over": hand_over,
    "pause": pause,
    "back": _back,
    "order": change_order,
    "skip": skip,
}
"""Maps values of `Change.what` about people at the table, except `join`, to what they do."""
