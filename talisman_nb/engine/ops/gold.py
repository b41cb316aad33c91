"""Gold that lies on a space: all of it is taken, or any part (`meet.take`, `combat.kill-goods`)."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import as_number
from talisman_nb.engine.card_transfers import GOLD
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key

PART = "part-of-gold"


def gold_options(g: WorkingState, you: int, n: int, cites: tuple[str, ...]) -> list[Option]:
    """So much gold to take, whole or, where there is more than one piece, in part."""
    if not n:
        return []
    right = permit(g, you, "take_gold")
    part = [Option(PART, right.closed, right.cites or cites)] if n > 1 else []
    return [Option(GOLD, right.closed, right.cites or cites, n=n), *part]


def pick_up_gold(g: WorkingState, you: int, n: int, cites: tuple[str, ...]) -> None:
    """So much of the gold lying on the seat's space is its own now."""
    at = g.here(you)
    g.set(you, gold=g.players[you].gold + n)
    g.set_gold(at, g.gold[at] - n)
    g.tell("gained", you, what=GOLD, n=n, space=g.players[you].space, cites=cites)


def ask_how_much(g: WorkingState, program: str, you: int, most: int) -> None:
    """Begin the program that asks how much of it."""
    g.push(program, you, given={"most": most})


@operation("part_of_gold")
def part_of_gold(g: WorkingState, op: o.PartOfGold, to: None) -> int:
    """How much is asked, up to what the program was given."""
    return WAIT


@asks("part_of_gold")
def ask_part(g: WorkingState, op: o.PartOfGold, to: None) -> Ask:
    """How many pieces, the most first."""
    you = g.frame.you
    most = min(as_number(g.get(op.most)), g.gold[g.here(you)])
    options = tuple(Option(key_of("n", n), n=n, cites=op.cites) for n in range(most, -1, -1))
    return Ask(g.ply, "amount", you, "gold", options, source=g.players[you].space, cites=op.cites)


@takes("part_of_gold")
def take_part(g: WorkingState, op: o.PartOfGold, to: None, key: str, answer: Answer) -> None:
    """So many pieces; the rest stays."""
    n = int(read_key(key).item)
    if n:
        pick_up_gold(g, g.frame.you, n, op.cites)
