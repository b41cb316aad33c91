"""Corrections by hand: any value can be set right; what it leaves impossible is settled as far as it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.model import Ask, Change, Frame, Promise

from .dying import eliminate
from .lasting import become, keep_promise, own_form
from .new import enter_character
from .play import without
from .refusal import NotAllowedError
from .travel import move_to

if TYPE_CHECKING:
    from .play import Play

FIGURES = ("life", "fate", "gold", "strength", "craft")
CITES = ("table.correction",)
UNSEEN = "spell?"


def change_by_hand(g: Play, changes: tuple[Change, ...]) -> None:
    """Set every value; the whole answer is one correction (`table.correction`).

    Raises `NotAllowedError` naming the change that can't be made; nothing is changed then.
    """
    for change in changes:
        _change(g, change)


def _refuse(change: Change, message: str) -> Exception:
    return NotAllowedError("table.correction", f"{change.what}: {message}", CITES)


def _change(g: Play, change: Change) -> None:
    if change.what == "card":
        _move_card(g, change)
        return
    if not 0 <= change.seat < len(g.players):
        raise _refuse(change, f"there is no seat {change.seat}")
    if change.what not in ("turn", "out") and not g.players[change.seat].character:
        raise _refuse(change, f"seat {change.seat} has no character on the board")
    if not g.alive(change.seat) and change.what not in ("character", "turn", "out"):
        raise _refuse(change, "this seat has no character now; give it one first")
    if change.what in FIGURES:
        _figure(g, change)
    elif change.what in OTHERS:
        OTHERS[change.what](g, change)
    else:
        raise _refuse(change, f"can't be set by hand{did_you_mean(change.what, (*FIGURES, *OTHERS, 'card'))}")


def _figure(g: Play, change: Change) -> None:
    if change.n < 0:
        raise _refuse(change, f"{change.n} is below 0")
    old = getattr(g.players[change.seat], change.what)
    g.set(change.seat, **{change.what: change.n})
    g.tell("set_by_hand", change.seat, what=change.what, n=change.n, cause=str(old), cites=CITES)


def _space(g: Play, change: Change) -> None:
    if change.to not in g.board.index:
        raise _refuse(change, f"no space {change.to!r}{did_you_mean(change.to, g.board.spaces)}")
    move_to(g, change.seat, change.to, "put_by_hand", CITES)


def _alignment(g: Play, change: Change) -> None:
    if change.to not in ("good", "neutral", "evil"):
        raise _refuse(change, f"{change.to!r} is not good, neutral or evil")
    g.set(change.seat, alignment=change.to)
    g.tell("aligned", change.seat, what=change.to, cites=CITES)


def _form(g: Play, change: Change) -> None:
    if change.to:
        become(g, change.seat, change.to, "")
    elif g.players[change.seat].form:
        own_form(g, change.seat)


def _turn(g: Play, change: Change) -> None:
    g.turn = change.seat
    g.fight = None
    g.stack[:] = [Frame("turn.turn.do", you=change.seat)]
    g.anew = g.stirred = True
    g.tell("turn_by_hand", change.seat, cites=CITES)


def _miss(g: Play, change: Change) -> None:
    kept = tuple(p for p in g.players[change.seat].promises if p.at != "turn")
    g.set(change.seat, promises=kept + (Promise("turn", "turn.missed.do"),) * change.n)
    g.tell("will_miss", change.seat, n=change.n, cites=CITES)


def _out(g: Play, change: Change) -> None:
    eliminate(g, change.seat)


def _character(g: Play, change: Change) -> None:
    """Another character for a seat; one that has none enters as after a death."""
    taken = {p.character for p in g.players}
    if change.to not in g.book.characters or change.to in taken:
        why = "plays already" if change.to in taken else f"is unknown{did_you_mean(change.to, g.book.characters)}"
        raise _refuse(change, f"{change.to!r} {why}")
    if not g.alive(change.seat):
        enter_character(g, change.seat, change.to)
        return
    g.set(change.seat, character=change.to)
    g.tell("character_by_hand", change.seat, what=change.to, cites=CITES)


OTHERS = {"character": _character, "space": _space, "alignment": _alignment, "form": _form, "turn": _turn, "miss": _miss, "out": _out}


# --- cards ---


def _move_card(g: Play, change: Change) -> None:
    """From one place to another: the card is in one place at every moment."""
    if not _lift(g, change):
        raise _refuse(change, f"{change.card!r} is not at {change.origin!r}")
    _lay(g, change)
    g.tell("card_by_hand", card=change.card, origin=change.origin, space=change.to, cites=CITES)


def _lift(g: Play, change: Change) -> bool:
    place, _, name = change.origin.partition(":")
    card = change.card
    if place in HELD and name.isdigit() and int(name) < len(g.players):
        held = getattr(g.players[int(name)], HELD[place])
        if card not in held:
            return False
        g.set(int(name), **{HELD[place]: without(held, card)})
        return True
    if place == "space" and name in g.board.index and card in g.lying(name):
        g.lift(card, name)
        return True
    if place in ("deck", "discards") and name in g.linked.deck_index:
        return _lift_from_deck(g, place, name, card)
    if place == "stock" and card in g.linked.stock_index and g.stocks[g.linked.stock_index[card]]:
        g.stock(card, -1)
        return True
    if place == "box" and card in g.box:
        g.box = without(g.box, card)
        return True
    return False


def _lift_from_deck(g: Play, place: str, name: str, card: str) -> bool:
    deck = g.deck(name)
    if place == "discards":
        if card not in deck.discards:
            return False
        g.set_deck(name, discards=without(deck.discards, card))
        return True
    if card == UNSEEN and name == "spell":
        g.set_deck(name, unseen=deck.unseen + 1)
        return True
    at = g.linked.card_index[name].get(card, -1)
    if at < 0 or not deck.left[at]:
        return False
    g.set_deck(name, left=(*deck.left[:at], deck.left[at] - 1, *deck.left[at + 1 :]))
    return True


def _lay(g: Play, change: Change) -> None:
    place, _, name = change.to.partition(":")
    card = change.card
    if place in HELD and name.isdigit() and int(name) < len(g.players):
        if not g.players[int(name)].character:
            raise _refuse(change, f"seat {name} has no character on the board")
        g.set(int(name), **{HELD[place]: (*getattr(g.players[int(name)], HELD[place]), card)})
    elif place == "space" and name in g.board.index:
        g.lay(card, name)
    elif place == "deck" and name == "spell" and card == UNSEEN:
        g.set_deck(name, unseen=g.deck(name).unseen - 1)
    elif place == "deck" and card in g.linked.card_index.get(name, {}):
        at, left = g.linked.card_index[name][card], g.deck(name).left
        g.set_deck(name, left=(*left[:at], left[at] + 1, *left[at + 1 :]))
    elif place in ("discards", "stock"):
        g.away(card)
    elif place == "box":
        g.box = (*g.box, card)
    else:
        raise _refuse(
            change, f"no place {change.to!r}: expected seat:N, spells:N, trophies:N, space:NAME, deck:NAME, discards:NAME, stock or box"
        )


HELD = {"seat": "goods", "spells": "spells", "trophies": "trophies"}


def settle_by_hand(g: Play, found: Ask) -> None:
    """The running card or space is done by hand: its activation ends, hands tell what it did (`table.by-hand`)."""
    if len(g.stack) < 2 or g.linked.programs[g.frame.program].role in ("turn", "move", "encounter", "limit"):
        raise NotAllowedError(
            "table.by-hand", "only a card, a space or a fight can be settled by hand; correct values with `hand`", ("table.by-hand",)
        )
    keep_promise(g)
    who, source = g.frame.you, g.frame.source or found.source
    other = g.fight.against if g.fight else -1
    g.halt("program")
    g.push("turn.by_hand.do", who, other=other, source=source)
