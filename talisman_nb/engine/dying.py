"""Applies the death of a character, elimination and victory to the working state."""

from __future__ import annotations

from .card_transfers import gone_if_left, leave_behind
from .working_state import WorkingState


def die(g: WorkingState, seat: int) -> None:
    """Kill a seat's character: goods and gold stay on its space (`death.goods`), the rest goes back (`death.rest`).

    The seat is eliminated if the Crown has been reached; otherwise it gets a new character in its next turn.
    """
    p = g.players[seat]
    g.tell(
        "killed",
        seat,
        what=p.character,
        cards=staying(g, seat),
        n=p.gold,
        space=p.space,
        cites=("life.zero", "death.goods", "death.rest"),
    )
    goods_stay(g, seat)
    g.box = (*g.box, f"character.{p.character}")
    remove_character(g, seat)
    if g.crown:
        eliminate(g, seat)


def staying(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The goods of a seat that stay on its space once they are left there (`death.goods`)."""
    return tuple([card for card in g.players[seat].goods if not gone_if_left(g, card)])


def goods_stay(g: WorkingState, seat: int) -> None:
    """Put a seat's goods and gold on its space, and its Spells and trophies back (`death.goods`, `death.rest`)."""
    p = g.players[seat]
    at = g.board.index[p.space]
    leave_behind(g, seat, p.goods)
    for card in (*p.spells, *p.trophies):
        g.return_card(card)
    g.set_gold(at, g.gold[at] + p.gold)


def remove_character(g: WorkingState, seat: int) -> None:
    """Take a character off the board, after its cards; the effects on it end, and in its turn so does the turn."""
    g.set(
        seat, character="", life=0, fate=0, gold=0, strength=0, craft=0, goods=(), spells=(), trophies=(), form="",
        form_left=0, asleep=(0, 0), promises=(), used=(), extra=0, turning_back=False, experience=0,
    )  # fmt: skip
    g.set_effects(tuple(e for e in g.effects if not (e.on == "seat" and e.seat == seat)))
    g.guards_changed = g.stack_changed = True
    if seat == g.turn:
        g.active_died = True


def eliminate(g: WorkingState, seat: int) -> None:
    """Put a seat out of the game for good, its character killed; no effect on one that is out (`crown.reached`)."""
    if g.players[seat].character:
        die(g, seat)  # which eliminates by itself once the Crown has been reached
    if g.players[seat].out:
        return
    g.set(seat, out=True)
    g.somebody_out = True
    g.tell("eliminated", seat, cites=("crown.reached",))


def win(g: WorkingState, seat: int, cites: tuple[str, ...] = ("win.last",)) -> None:
    """End the game with this seat as the winner (`win.last`)."""
    g.winner = seat
    g.stack_changed = True
    g.tell("won", seat, cites=cites)
