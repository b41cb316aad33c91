"""Operations for the loss of a life, elimination and victory."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import as_number
from talisman_nb.engine.dying import eliminate, win
from talisman_nb.engine.lists import seats
from talisman_nb.engine.losses import life_goes
from talisman_nb.engine.registry import operation
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Roll


@operation("save")
def save(g: WorkingState, op: o.Save, to: None) -> None:
    """Save one life if the Armour's die is high enough; the battle stays lost.

    Without another life to lose, the program halts here: nobody is asked for a Spell.
    """
    card, roll, you = str(g.get(op.armour)), g.get(op.by), g.frame.you
    assert isinstance(roll, Roll)
    if roll.value >= g.facts[card].save:
        g.tell("spared", you, what="life", n=1, source=card, faces=roll.faces, cites=("carry.armour", "combat.lose"))
        left = as_number(g.get(op.n)) - 1
        if left:
            g.put(op.n, left)
        else:
            g.halt("program")


@operation("life_goes")
def take_lives(g: WorkingState, op: o.LifeGoes, to: None) -> None:
    """Take the lives that were not saved: `op.n` of them, less the one a Spell saved (`op.cancelled`).

    A life saved by Armour isn't in `op.n` any more (`save`).
    """
    f = g.frame
    n = as_number(g.get(op.n)) - as_number(g.get(op.cancelled))
    if n > 0:
        life_goes(g, f.you, n, str(g.get(op.cause)), f.source, f.other)


@operation("out")
def out(g: WorkingState, op: o.Out, to: None) -> None:
    """Eliminate the seat for good."""
    for who in seats(g, op.who, g.frame):
        eliminate(g, who)


@operation("win")
def wins(g: WorkingState, op: o.Win, to: None) -> None:
    """End the game with this seat as the winner."""
    win(g, seats(g, op.who, g.frame)[0])
