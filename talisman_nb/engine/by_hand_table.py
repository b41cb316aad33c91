"""Corrections by hand of what belongs to the table: gold lying on spaces, effects that last, the round."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.model import MOST_FIGURE, Change, Effect

from .by_hand_cards import CITES, counted, refused
from .effects import end_effects
from .working_state import WorkingState


def set_lying_gold(g: WorkingState, change: Change) -> None:
    """Set the gold that lies on a space."""
    if change.to not in g.board.index:
        raise refused(change, f"no space {change.to!r}{did_you_mean(change.to, g.board.spaces)}")
    n, at = counted(change), g.board.index[change.to]
    g.tell("gold_by_hand", n=n, space=change.to, cause=str(g.gold[at]), cites=CITES)
    g.set_gold(at, n)


def set_lasting(g: WorkingState, change: Change) -> None:
    """Set how many turns or rounds an effect still lasts, 0 to end it; `change` names it as `change_of` does."""
    n = counted(change)
    found = next((effect for effect in g.effects if _names(change, effect)), None)
    if found is None:
        raise refused(change, f"no effect {change.card!r} lasts there")
    if n and not found.left:
        raise refused(change, f"{change.card} has no turns or rounds to count: 0 ends it")
    if not n:
        end_effects(g, lambda effect: effect is found)
        return
    g.set_effects(tuple(replace(effect, left=n) if effect is found else effect for effect in g.effects))
    g.tell("lasts_by_hand", found.seat, n=n, what=found.until, source=found.source or found.what, cites=CITES)
    g.touch_all()


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
        raise refused(change, f"a round is from 1 to {MOST_FIGURE}")
    g.round = change.n
    g.tell("round", n=change.n, cites=CITES)
