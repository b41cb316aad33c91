"""Asides: what any seat may put in before the question is answered; the same question is then asked anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talisman_nb.model import EVERYBODY, Answer, Ask, Option

from .by_hand import change_by_hand, settle_by_hand
from .goods import drop
from .link import CAST
from .offers import action_offers, drop_offers, spell_offers, use
from .refusal import NotAllowedError

if TYPE_CHECKING:
    from .play import Play

VERBS = ("cast", "use", "drop", "hand", "settle")


def aside_verb(key: str) -> str:
    """The verb of an aside's key, "" when it is none.

    >>> aside_verb("cast:healing"), aside_verb("keep")
    ('cast', '')
    """
    verb = key.partition(":")[0]
    return verb if verb in VERBS else ""


def offered(g: Play, found: Ask, seat: int) -> tuple[Option, ...]:
    """What a seat may put in now; at a reaction point only what answers it."""
    if not g.alive(seat):
        return ()
    if found.kind == "react":
        return spell_offers(g, seat, f"reply.{found.purpose}")
    actions = () if found.seat == seat and found.offers else action_offers(g, seat)
    return spell_offers(g, seat) + actions + drop_offers(g, seat)


def take_aside(g: Play, found: Ask, answer: Answer, offered: Option | None = None) -> None:
    """Begin what the aside says; refused when it isn't open. `offered`: the ask's own offer it takes, known to be open."""
    verb, _, name = answer.key.partition(":")
    seat = answer.seat if answer.seat >= 0 else found.seat
    if verb == "hand":
        change_by_hand(g, answer.changes)
    elif verb == "settle":
        settle_by_hand(g, found)
    elif seat == EVERYBODY or not 0 <= seat < len(g.players):
        raise NotAllowedError("table.whose", f"{answer.key!r}: say whose it is with `seat`", ("table.not-open",))
    else:
        option = offered if offered and seat == found.seat else _open(g, found, seat, answer.key)
        if verb == "cast":
            g.push(CAST, seat, source=name)
        elif verb == "use":
            use(g, seat, option.key)
        else:
            drop(g, seat, (name,), ("carry.ditch",))


def _open(g: Play, found: Ask, seat: int, key: str) -> Option:
    choices = (*offered(g, found, seat), *action_offers(g, seat))
    option = next((o for o in choices if o.key == key), None)
    if option is None:
        raise NotAllowedError(
            "table.not-open",
            f"{key!r} can't be done by seat {seat} now",
            ("table.not-open",),
            tuple(o.key for o in choices if not o.closed),
        )
    if option.closed:
        raise NotAllowedError(f"closed.{option.closed}", f"{key!r} is closed: {option.closed}", option.cites)
    return option
