"""Decides which asides (Spells, abilities, drops, corrections) a seat may use before an answer, and runs them."""

from __future__ import annotations

from talisman_nb.model import EVERYBODY, Answer, Ask, Option, read_key

from .book_runtime import CAST
from .by_hand import change_by_hand, settle_by_hand
from .card_transfers import drop
from .offers import action_offers, drop_offers, spell_offers, use
from .refusal import NotAllowedError
from .trophies import trade, trades_at_any_time
from .working_state import WorkingState

BY_HAND, SETTLE = "hand", "settle"
"""Keys of the asides for corrections: setting values, and settling the running card or space."""


def is_aside(key: str) -> bool:
    """Whether the key of an answer is an aside: it interrupts the ask instead of answering it.

    >>> is_aside("cast:healing"), is_aside("hand"), is_aside("keep")
    (True, True, False)
    """
    return key in (BY_HAND, SETTLE) or read_key(key).verb in ("cast", "use", "drop", "trade")


def offered(g: WorkingState, found: Ask, seat: int) -> tuple[Option, ...]:
    """The asides of a seat as options, closed ones with their reason; at a reaction point only Spells that answer it.

    This is the allow-list of asides: `take_aside` refuses any other key.
    """
    if found.kind == "over" or not 0 <= seat < len(g.players) or not g.alive(seat):
        return ()
    if found.kind == "react":
        return spell_offers(g, seat, f"reply.{found.purpose}")
    return spell_offers(g, seat) + action_offers(g, seat) + drop_offers(g, seat) + trades_at_any_time(g, seat)


def besides(g: WorkingState, found: Ask, seat: int) -> tuple[Option, ...]:
    """The asides of a seat that the ask does not list among its own offers."""
    shown = {option.key for option in (*found.options, *found.offers)} if seat == found.seat else set()
    return tuple([option for option in offered(g, found, seat) if option.key not in shown])


def take_aside(g: WorkingState, found: Ask, answer: Answer) -> None:
    """Run an aside: push its program, or apply its corrections.

    Raises `NotAllowedError` if the aside is not open or its seat is not given.
    """
    verb, name = read_key(answer.key)
    seat = answer.seat if answer.seat >= 0 else found.seat
    if answer.key == BY_HAND:
        change_by_hand(g, answer.changes)
    elif answer.key == SETTLE:
        settle_by_hand(g, found)
    elif seat == EVERYBODY:
        raise NotAllowedError("table.whose", f"{answer.key!r}: say whose it is with `seat`", ("table.not-open",))
    else:
        _check_open(g, found, seat, answer.key)
        if verb == "cast":
            g.push(CAST, seat, source=name)
        elif verb == "use":
            use(g, seat, answer.key)
        elif verb == "trade":
            trade(g, seat, name)
        else:
            drop(g, seat, (name,), ("carry.ditch",))


def _check_open(g: WorkingState, found: Ask, seat: int, key: str) -> None:
    """Raise `NotAllowedError` unless the aside is among those offered to the seat, and open."""
    choices = offered(g, found, seat)
    option = next((o for o in choices if o.key == key), None)
    if option is None:
        raise NotAllowedError(
            "table.not-open",
            f"{key!r} can't be done by seat {seat} now",
            ("table.not-open",),
            tuple(o.key for o in choices if not o.closed),
        )
    if option.closed:
        message = f"{key!r} is closed: {option.closed}"
        raise NotAllowedError("closed", message, option.cites, closed=option.closed)
