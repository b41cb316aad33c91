"""Corrections by hand: players set values or move cards (`hand`), or settle a card themselves (`settle`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.model import UNSEEN, Ask, Change, Event, Frame, Promise, State
from talisman_nb.model.bounds import QUESTION_LENGTH
from talisman_nb.rules.book import Book, book_of
from talisman_nb.rules.box_readings import READ

from .book_runtime import BY_HAND, BookRuntime, runtime_of
from .by_hand_cards import CITES, count_of, move_card, put_card, refuse_change, set_lasting, set_lying_gold, set_round
from .characters import enter_character, move_to
from .drawing_cards import refill, stock_deck
from .dying import eliminate, win
from .effects import MISSED, become, form_turns, keep_promise, own_form
from .meeting_order import ENCOUNTER, SPACE
from .ops.figures import set_reading
from .people import PEOPLE, come_back, join
from .refusal import NotAllowedError
from .totals import COUNTED, in_use, over_supply
from .working_state import WorkingState

SEAT_COUNTERS: Final = ("life", "fate", "gold", "strength", "craft")
"""Values of `Change.what` that are counters or coins of a seat."""


def change_by_hand(g: WorkingState, changes: tuple[Change, ...]) -> None:
    """Apply all changes of one answer (`table.correction`).

    Raises `NotAllowedError`, naming the change, if one can't be made; the caller then drops the working state.
    """
    if not changes:
        raise NotAllowedError("table.correction", "nothing is to be set: expected at least one change", CITES)
    before = {what: in_use(g, what) for what in COUNTED}
    for change in changes:
        _check_types(change)
        _change(g, change)
    for what in COUNTED:
        if in_use(g, what) > before[what] and over_supply(g, what):
            message = f"the box has {g.figures[f'box.{what}']} {what} in all"
            raise NotAllowedError("table.supply", message, ("setup.supply", *CITES))


def put_back(now: State, then: State) -> tuple[State, tuple[Event, ...]]:
    """Go back to `then`, an earlier state of the same game, with the next ply (`table.correction`).

    Raises `NotAllowedError` if `then` belongs to another game.
    """
    same = [a.name == b.name for a, b in zip(now.players, then.players, strict=False)]  # others joined or took over
    if now.book != then.book or not any(same):
        raise NotAllowedError("table.correction", "the state is not of this game", CITES)
    return replace(then, ply=now.ply + 1), (Event("put_back", then.turn, n=then.round, cites=CITES),)


def _check_types(change: Change) -> None:
    """Refuse a change whose fields have wrong types: Python callers can build one, and its state could not be saved."""
    try:
        msgspec.convert(msgspec.to_builtins(change), Change)
    except (msgspec.ValidationError, TypeError, OverflowError) as wrong:
        raise refuse_change(change, str(wrong)) from None


def _change(g: WorkingState, change: Change) -> None:
    """Apply one change; raises `NotAllowedError` if it can't be made."""
    if change.what in WITHOUT_SEAT:
        WITHOUT_SEAT[change.what](g, change)
        return
    if not 0 <= change.seat < len(g.players):
        raise refuse_change(change, f"there is no seat {change.seat}")
    if g.players[change.seat].gone:
        raise refuse_change(change, f"seat {change.seat} has left the game")
    if change.what in PEOPLE:
        PEOPLE[change.what](g, change)
        return
    if not g.alive(change.seat) and change.what not in ("character", "turn", "out"):
        raise refuse_change(change, "this seat has no character now; give it one first")
    if change.what in SEAT_COUNTERS:
        _set_counter(g, change)
    elif change.what in OTHERS:
        OTHERS[change.what](g, change)
    else:
        raise refuse_change(change, f"can't be set by hand{did_you_mean(change.what, KNOWN)}")


def _set_counter(g: WorkingState, change: Change) -> None:
    n = count_of(change)
    old = getattr(g.players[change.seat], change.what)
    g.set(change.seat, **{change.what: n})
    g.tell("set_by_hand", change.seat, what=change.what, n=n, cause=str(old), cites=CITES)


def _space(g: WorkingState, change: Change) -> None:
    if change.to not in g.board.index:
        raise refuse_change(change, f"no space {change.to!r}{did_you_mean(change.to, g.board.spaces)}")
    move_to(g, change.seat, change.to, "put_by_hand", CITES)


def _alignment(g: WorkingState, change: Change) -> None:
    if change.to not in ("good", "neutral", "evil"):
        raise refuse_change(change, f"{change.to!r} is not good, neutral or evil")
    g.set(change.seat, alignment=change.to)
    g.tell("aligned", change.seat, what=change.to, cites=CITES)


def _form(g: WorkingState, change: Change) -> None:
    forms = g.book.forms
    if change.to and change.to not in forms:
        raise refuse_change(
            change,
            f"no form {change.to!r}{did_you_mean(change.to, forms)}; expected {', '.join(forms)}, or "
            "none for one's own",
        )
    turns = count_of(change)
    if change.to:
        become(g, change.seat, change.to, "")
        if form_turns(g.book, change.to):  # one that nothing counts has none to set
            g.set(change.seat, form_left=turns or g.players[change.seat].form_left)
    elif g.players[change.seat].form:
        own_form(g, change.seat)


def _turn(g: WorkingState, change: Change) -> None:
    """Begin the turn of a seat; a limit that a dropped question would have asked about is checked again."""
    if g.players[change.seat].out:
        raise refuse_change(change, f"seat {change.seat} is out of the game and has no turn")
    if g.players[change.seat].paused:
        come_back(g, change.seat)
    g.touch_all()
    g.turn = change.seat
    g.fight = None
    g.stack[:] = [Frame("turn.turn.do", you=change.seat)]
    g.restarted = g.stack_changed = True
    g.tell("turn_by_hand", change.seat, cites=CITES)


def _miss(g: WorkingState, change: Change) -> None:
    n = count_of(change)
    kept = tuple(p for p in g.players[change.seat].promises if p.at != "turn")
    g.set(change.seat, promises=kept + (Promise("turn", MISSED),) * n)
    g.tell("will_miss", change.seat, n=n, cites=CITES)


def _spells(g: WorkingState, change: Change) -> None:
    """Set how many Spells a seat holds; those added come face down from the deck, those taken go back to it."""
    held, unseen = g.players[change.seat].spells, f"spells:{change.seat}"
    more = count_of(change) - len(held)
    known = len(held) - held.count(UNSEEN)
    if change.n < known:
        raise refuse_change(change, f"{known} Spells of seat {change.seat} are known: take them away by name")
    there = sum(g.facts[card].copies for card in g.book.deck_cards[g.book.face_down])
    if change.n > there:
        raise refuse_change(change, f"expected at most {there}, the Spells in the box")
    deck = f"deck:{g.book.face_down}"
    origin, to = (deck, unseen) if more > 0 else (unseen, deck)
    for _ in range(abs(more)):
        put_card(g, replace(change, card=UNSEEN, origin=origin, to=to))
    g.tell("set_by_hand", change.seat, what="spells", n=change.n, cause=str(len(held)), cites=CITES)


def _out(g: WorkingState, change: Change) -> None:
    eliminate(g, change.seat)


def _character(g: WorkingState, change: Change) -> None:
    """Change the character of a seat; on a seat without one, the character enters as after a death."""
    taken = {p.character for p in g.players}
    if change.to not in g.book.characters or change.to in taken:
        why = "plays already" if change.to in taken else f"is unknown{did_you_mean(change.to, g.book.characters)}"
        raise refuse_change(change, f"{change.to!r} {why}")
    if not g.alive(change.seat):
        enter_character(g, change.seat, change.to)
        return
    g.set(change.seat, character=change.to)
    g.tell("character_by_hand", change.seat, what=change.to, cites=CITES)


FACES: Final = 6
LOWEST_YES: Final = 4
"""The lowest face that answers a question with yes (`golden.yes-no`)."""


def _ruling(g: WorkingState, change: Change) -> None:
    """Decide a question that no rule answers by a die (`golden.yes-no`); what is decided is settled by hand."""
    cites = ("golden.yes-no",)
    if not g.figures["golden.yes_no"]:
        raise NotAllowedError("table.no-die-ruling", "the rules of this table have no such die", cites)
    question = change.name.strip()
    if not question or len(question) > QUESTION_LENGTH or not question.isprintable():
        raise NotAllowedError("table.die-question", f"expected a question of at most {QUESTION_LENGTH} letters", cites)
    if not 1 <= change.n <= FACES:
        raise NotAllowedError("table.die", f"expected a face from 1 to {FACES}, got {change.n}", cites)
    decided = "yes" if change.n >= LOWEST_YES else "no"
    g.tell("ruled", g.turn, what=question, cause=decided, n=change.n, cites=cites)


def _won(g: WorkingState, change: Change) -> None:
    """End the game with a winner, as an ending that nobody has written says (`table.by-hand`)."""
    win(g, change.seat, ("table.by-hand",))


def decks_by_hand(book: Book) -> tuple[str, ...]:
    """The decks of which a card may be drawn by hand: all but that held in the hand and a stock.

    >>> from talisman_nb.rules.book import open_book
    >>> decks_by_hand(open_book("revised4+pack-dungeon"))
    ('adventure', 'dungeon', 'dungeon-treasures')
    """
    decks = (deck for deck in book.decks if deck not in (book.face_down, stock_deck(book)))
    return tuple(deck for deck in decks if not _has_pieces(book, deck))


def _has_pieces(book: Book, deck: str) -> bool:
    """Whether the cards of a deck are pieces, which lie on the board from the beginning."""
    return any(book.card(card).facts.moves_on for card in book.deck_cards[deck])


def _draw(g: WorkingState, change: Change) -> None:
    """Let a seat draw a card of any deck but that held in the hand; it is met on its space (`table.correction`)."""
    decks = decks_by_hand(g.book)
    if change.to not in decks:
        raise refuse_change(change, f"no deck {change.to!r}{did_you_mean(change.to, decks)}")
    if not refill(g, change.to):
        raise refuse_change(change, f"no card is left in {change.to!r}")
    goes_on = g.fight is not None or any(_meets(frame, change.seat) for frame in (g.frame, *g.stack))
    program = DRAWN if goes_on else DRAWN_AND_MET
    if program not in g.runtime.programs:
        raise refuse_change(change, "this table was begun with a version that has no such draw")
    met = (*g.lying(g.players[change.seat].space), SPACE)
    g.push(program, change.seat, given={"deck": change.to} if goes_on else {"deck": change.to, "met": met})


def _meets(frame: Frame, seat: int) -> bool:
    """Whether a frame is the encounter of a seat."""
    return frame.program == ENCOUNTER and frame.you == seat


DRAWN: Final = "turn.draw_by_hand.do"
DRAWN_AND_MET: Final = "turn.draw_and_meet.do"
"""Programs of a draw by hand: in the encounter of the seat, and where none goes on."""
OTHERS: Final = {
    "character": _character,
    "space": _space,
    "alignment": _alignment,
    "form": _form,
    "turn": _turn,
    "miss": _miss,
    "out": _out,
    "spells": _spells,
    "draw": _draw,
    "won": _won,
}
"""Maps further values of `Change.what` about a seat to what they do."""
WITHOUT_SEAT: Final = {
    "card": move_card,
    "join": join,
    "lying-gold": set_lying_gold,
    "lasts": set_lasting,
    "round": set_round,
    READ: set_reading,
    "ruling": _ruling,
}
"""Maps values of `Change.what` that are about no seat of the game to what they do."""
KNOWN: Final = (*SEAT_COUNTERS, *OTHERS, *PEOPLE, *WITHOUT_SEAT)
"""All values of `Change.what`."""


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
    g.push(BY_HAND, who, other=other, source=source)
