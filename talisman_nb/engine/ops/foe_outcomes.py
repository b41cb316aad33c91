"""Operations on single foes (destroyed, evaded, left alone, taken along) and on Followers about to be killed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import foe_named
from talisman_nb.engine.card_transfers import give, remove_card
from talisman_nb.engine.fighting import evade_foe, leave_foe, one_less, running
from talisman_nb.engine.lists import seat
from talisman_nb.engine.losses import can_reply
from talisman_nb.engine.meeting_order import evade_all
from talisman_nb.engine.registry import operation
from talisman_nb.engine.text_rules import cited, text_rule
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Foe

from .flow import nothing


@operation("foe_out")
def foe_out(g: WorkingState, op: o.FoeOut, to: None) -> None:
    """Remove one foe from the fight; the last one ends it.

    The turn goes on, unless an Enemy stays that was neither killed nor evaded (`meet.enemies-first`).
    """
    found = foe_named(g, op.foe)
    if found is None:
        nothing(g, op, None)
    else:
        OUT[op.how](g, op, *found)


def _destroyed(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Discard the foe's card; it is no trophy."""
    fight = running(g)
    if foe.card in g.lying(fight.where):  # a correction by hand may have moved it
        g.lift(foe.card, fight.where)
        g.return_card(foe.card)
    g.tell(
        "destroyed", fight.you, cards=(foe.card or foe.name,), source=g.frame.source, cites=(text_rule(g.frame.source),)
    )
    one_less(g, at, "destroyed")


def _evaded(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Remove the foe as evaded."""
    evade_foe(g, at)


def _left(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Remove the foe as one that does not attack; its card stays."""
    leave_foe(g, at)


def _taken(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Give the foe's card to the seat in the role the operation names (raised, charmed)."""
    fight = running(g)
    if foe.card in g.lying(fight.where):  # a correction by hand may have moved it
        g.lift(foe.card, fight.where)
        taken = f"{foe.card}@{g.frame.program.split('.')[1]}.{op.as_}"
        give(g, fight.you, taken, fight.where, g.frame.source, cited(op, g.frame.source))
    one_less(g, at, "taken")


OUT: Final[dict[str, Callable[[WorkingState, o.FoeOut, int, Foe], None]]] = {
    "destroyed": _destroyed, "evaded": _evaded, "left": _left, "taken": _taken,
}  # fmt: skip


@operation("evade")
def evade(g: WorkingState, op: o.Evade, to: None) -> None:
    """Evade the fight before the dice, or an ability about to be used on the seat (`evade.effect`, `evade.what`)."""
    fight, you = g.fight, g.frame.you
    if fight is None:
        g.tell("evaded", you, other=g.frame.other, source=g.frame.source, cites=("evade.effect", "evade.what"))
        g.halt("encounter")
        return
    g.fight = replace(fight, result="evaded")
    if fight.against < 0:
        evade_all(g, you)
    other = fight.you if fight.against == you else fight.against
    g.tell(
        "evaded",
        you,
        other=other,
        cards=tuple(f.card or f.name for f in fight.foes),
        source=g.frame.source,
        cites=("evade.effect",),
    )
    g.halt("fight")


@operation("ambush")
def ambush(g: WorkingState, op: o.Ambush, to: None) -> None:
    """Mark the fight as an assassination: the attacked side throws no die, the reward may be limited to a life."""
    fight = g.fight
    if fight is None:
        nothing(g, op, None)
        return
    g.fight = replace(fight, assassin=True, reward=op.reward)
    g.tell("ambushes", fight.you, other=fight.against, source=g.frame.source, cites=("ability.text",))


# --- Followers ---


@operation("kill")
def kill(g: WorkingState, op: o.Kill, to: None) -> None:
    """Kill a Follower of the seat (`followers.killed`); with a reaction point first if any seat holds a Spell."""
    you = seat(g, op.who)
    card = str(g.get(op.what)) if op.what in g.names else g.frame.source if op.what == "this" else op.what
    if not card or card not in g.players[you].goods:
        return
    if can_reply(g):
        g.push("turn.follower_dies.do", you, source=g.frame.source, given={"card": card, "cancelled": 0})
    else:
        killed(g, you, card)


@operation("follower_goes")
def follower_goes(g: WorkingState, op: o.FollowerGoes, to: None) -> None:
    """Kill the Follower unless a Spell saved it."""
    you, card = g.frame.you, str(g.get(op.card))
    if not g.get(op.cancelled) and card in g.players[you].goods:
        killed(g, you, card)


def killed(g: WorkingState, you: int, card: str) -> None:
    """Discard a killed Follower (`followers.killed`)."""
    remove_card(g, you, card)
    g.return_card(card)
    g.tell("follower_killed", you, card=card, source=g.frame.source, cites=("followers.killed",))
