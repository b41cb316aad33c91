"""Corrections by hand that move cards from one place to another."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.cards.operations import Begin
from talisman_nb.model import MOST_FIGURE, UNSEEN, Change, Effect
from talisman_nb.rules.book import Book, operations_of, plain_card

from .costs import only_for
from .covers import cover_on
from .effects import end_effects
from .refusal import NotAllowedError
from .working_state import WorkingState, without

CITES: Final = ("table.correction",)


def refuse_change(change: Change, message: str) -> NotAllowedError:
    """The refusal of a change, with what was expected."""
    return NotAllowedError("table.correction", f"{change.what}: {message}", CITES)


def count_of(change: Change) -> int:
    """The new value of a count; refused outside 0 to `MOST_FIGURE`."""
    if not 0 <= change.n <= MOST_FIGURE:
        raise refuse_change(change, f"{_cut(change.n)} is not from 0 to {MOST_FIGURE}")
    return change.n


def _cut(n: int) -> str:
    """A number as a message shows it; one of 12 digits or more is only described."""
    return str(n) if abs(n) < 10**12 else "a number of more than 12 digits"


def put_card(g: WorkingState, change: Change) -> None:
    """Move a card as `move_card` does, and tell nothing."""
    if not _lift(g, change):
        raise refuse_change(change, f"{change.card!r} is not at {change.origin!r}")
    _lay(g, change)


def move_card(g: WorkingState, change: Change) -> None:
    """Move a card from `change.origin` to `change.to`; refused if it is not there or there is no such target.

    A card that is put back goes to its own pile, whichever pile is named: the event names that one.
    """
    put_card(g, change)
    to = g.pile_of(change.card) if change.to.partition(":")[0] in PILES else change.to
    g.tell("card_by_hand", card=change.card, origin=change.origin, space=to, cites=CITES)


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
        raise refuse_change(
            change,
            "a Spell nobody has seen is face down in a hand, the deck or its discards, not at "
            f"{change.to!r}: name it first",
        )
    if place in HELD and seat >= 0:
        if place == "aside" and (g.players[seat].character or g.players[seat].out):
            raise refuse_change(change, f"seat {seat} does not wait for a new character")
        if place != "aside" and not g.players[seat].character:
            raise refuse_change(change, f"seat {seat} has no character on the board")
        held = plain_card(card) if only_for(card) and place != "trophies" else card
        g.set(seat, **{HELD[place]: (*getattr(g.players[seat], HELD[place]), held)})
    elif place == "space" and name in g.board.index:
        if g.covers(card) and (old := cover_on(g, name)):
            g.lift(old, name)
            g.return_card(old)
        g.lay(plain_card(card) if "@" in card else card, name)
    elif place == "deck" and name in g.runtime.deck_index and card in g.owned and g.owned[card].deck == name:
        g.set_deck(name, own=(*g.deck(name).own, card))
    elif place == "deck" and name == g.book.face_down and card == UNSEEN:
        g.set_deck(name, unseen=g.deck(name).unseen - 1)
    elif place == "deck" and plain_card(card) in g.runtime.card_index.get(name, {}):
        at, left = g.runtime.card_index[name][plain_card(card)], g.deck(name).left
        g.set_deck(name, left=(*left[:at], left[at] + 1, *left[at + 1 :]))
    elif place in PILES:
        g.return_card(card)
    elif place == "box":
        g.box = (*g.box, card)
    else:
        raise refuse_change(
            change,
            f"no place {change.to!r}: expected seat:N, spells:N, trophies:N, space:NAME, deck:NAME, "
            "discards:NAME, aside:N, stock or box",
        )


def _seat_named(g: WorkingState, name: str) -> int:
    """The seat number in a place such as `seat:1`; -1 if `name` is no seat of this game."""
    return next((seat for seat in range(len(g.players)) if name == str(seat)), -1)


HELD: Final = {"seat": "goods", "spells": "spells", "trophies": "trophies", "aside": "aside"}
"""Maps places of a seat, as in `seat:1`, to fields of `Player`."""
PILES: Final = ("discards", "stock")
"""Places that mean: back to where the card belongs."""
UNSEEN_PLACES: Final = ("spells", "deck", "discards")
"""Places where an unseen Spell may be: those in which cards lie face down or are put back unnamed."""


def set_lying_gold(g: WorkingState, change: Change) -> None:
    """Set the gold that lies on a space."""
    if change.to not in g.board.index:
        raise refuse_change(change, f"no space {change.to!r}{did_you_mean(change.to, g.board.spaces)}")
    n, at = count_of(change), g.board.index[change.to]
    g.tell("gold_by_hand", n=n, space=change.to, cause=str(g.gold[at]), cites=CITES)
    g.set_gold(at, n)


def set_lasting(g: WorkingState, change: Change) -> None:
    """Set how many turns or rounds an effect still lasts, 0 to end it; `change` names it as `change_of` does.

    1 lays a piece of somebody's on a space where there is none.
    """
    n = count_of(change)
    found = next((effect for effect in g.effects if _names(change, effect)), None)
    piece = _piece(g, change) if found is None and n == 1 else None
    if piece is not None:
        g.set_effects((*g.effects, piece))
        g.tell("began", piece.seat, what=piece.what, space=piece.space, cause=piece.until, cites=CITES)
        g.touch_all()
        return
    if found is None:
        raise refuse_change(change, f"no effect {change.card!r} lasts there")
    if n and not found.left:
        raise refuse_change(change, f"{change.card} has no turns or rounds to count: 0 ends it")
    if not n:
        end_effects(g, lambda effect: effect is found)
        return
    g.set_effects(tuple(replace(effect, left=n) if effect is found else effect for effect in g.effects))
    g.tell("lasts_by_hand", found.seat, n=n, what=found.until, source=found.source or found.what, cites=CITES)
    g.touch_all()


def pieces_of(book: Book) -> tuple[str, ...]:
    """The effects of a book that lie on spaces as pieces of somebody's, by their keys.

    >>> from talisman_nb.rules.book import open_book
    >>> pieces_of(open_book("revised4+souls"))
    ('form.restless.grave',)
    """
    begun = [(key, op) for key, found in book.definitions.items() for op in operations_of(found)]
    found = (f"{key}.{op.what}" for key, op in begun if isinstance(op, Begin) and op.whose)
    return tuple(key for key in dict.fromkeys(found) if book.find(key))


def _piece(g: WorkingState, change: Change) -> Effect | None:
    """The piece of somebody's that a correction lays on a space; None if it names none."""
    owner, _, name = change.card.rpartition(".")
    begun = operations_of(g.book.definitions[owner]) if owner in g.book.definitions else ()
    op = next((op for op in begun if isinstance(op, Begin) and op.what == name and op.whose), None)
    seated = 0 <= change.seat < len(g.players) and g.alive(change.seat)
    if op is None or change.to not in g.board.index or not seated:
        return None
    until, left = (op.until, 0) if isinstance(op.until, str) else (op.until.only[0], 1)
    source = "" if owner.startswith("turn.") else owner
    return Effect(change.card, "space", change.seat, change.to, change.seat, until, left, source)


def _names(change: Change, effect: Effect) -> bool:
    return change_of(effect) == replace(change, n=0)


def change_of(effect: Effect) -> Change:
    """The correction of an effect, without its new number.

    >>> change_of(Effect("blizzard.snow", "everyone", owner=1))
    Change(what='lasts', seat=-1, n=0, to='', card='blizzard.snow', origin='1', name='')
    """
    on_card = str(effect.slots[0]) if effect.on == "card" and effect.slots else ""
    return Change("lasts", effect.seat, to=effect.space or on_card, card=effect.what, origin=str(effect.owner))


def set_round(g: WorkingState, change: Change) -> None:
    """Set the number of the round, from 1."""
    if not 1 <= change.n <= MOST_FIGURE:
        raise refuse_change(change, f"a round is from 1 to {MOST_FIGURE}")
    g.round = change.n
    g.tell("round", n=change.n, cites=CITES)
