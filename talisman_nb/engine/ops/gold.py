"""How many: of gold that lies on a space (`meet.take`, `combat.kill-goods`), of what trophies buy."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import as_number
from talisman_nb.engine.card_transfers import GOLD
from talisman_nb.engine.found_cards import pick_up_gold
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.trophies import cites_of, parts_of_trade, trade_instead
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key

PART: Final = "part-of-gold"


def gold_options(g: WorkingState, you: int, n: int, cites: tuple[str, ...]) -> list[Option]:
    """Options to take `n` gold: all of it and, if there is more than one piece, a part."""
    if not n:
        return []
    right = permit(g, you, "take_gold")
    part = [Option(PART, right.closed, right.cites or cites)] if n > 1 else []
    return [Option(GOLD, right.closed, right.cites or cites, n=n), *part]


def ask_how_much(g: WorkingState, program: str, you: int, most: int) -> None:
    """Push the program that asks how many of at most `most` pieces to take."""
    g.push(program, you, given={"most": most})


@operation("part_of_gold")
def part_of_gold(g: WorkingState, op: o.PartOfGold, to: None) -> int:
    """Wait for the number of pieces to take."""
    return WAIT


@asks("part_of_gold")
def ask_part(g: WorkingState, op: o.PartOfGold, to: None) -> Ask:
    """Ask how many pieces to take, the highest number first."""
    you = g.frame.you
    most = min(as_number(g.get(op.most)), g.gold[g.here(you)])
    options = tuple(Option(key_of("n", n), n=n, cites=op.cites) for n in range(most, -1, -1))
    return Ask(g.ply, "amount", you, "gold", options, source=g.players[you].space, cites=op.cites)


@takes("part_of_gold")
def take_part(g: WorkingState, op: o.PartOfGold, to: None, key: str, answer: Answer) -> None:
    """Take that many pieces; the rest stays on the space."""
    n = int(read_key(key).item)
    if n:
        pick_up_gold(g, g.frame.you, n, op.cites)


@operation("part_of_trade")
def part_of_trade(g: WorkingState, op: o.PartOfTrade, to: None) -> int | None:
    """Wait for how many counters are taken as lives or Spells; not if there is only one number."""
    what = str(g.get(op.var))
    parts = parts_of_trade(g, g.frame.you, what)
    if len(parts) > 1:
        return WAIT
    for n, rest in parts:
        trade_instead(g, g.frame.you, what, n, rest)
    return None


@asks("part_of_trade")
def ask_part_of_trade(g: WorkingState, op: o.PartOfTrade, to: None) -> Ask:
    """Ask how many, the highest number first; the rest are counters."""
    you, what = g.frame.you, str(g.get(op.var))
    cites = cites_of(g, what)
    options = tuple(Option(key_of("n", n), n=n, cites=cites) for n, _ in parts_of_trade(g, you, what))
    return Ask(g.ply, "amount", you, f"trade.{what}", options, cites=cites)


@takes("part_of_trade")
def take_part_of_trade(g: WorkingState, op: o.PartOfTrade, to: None, key: str, answer: Answer) -> None:
    """Trade for that many; what else the trophies give is taken as counters."""
    you, what, n = g.frame.you, str(g.get(op.var)), int(read_key(key).item)
    trade_instead(g, you, what, n, dict(parts_of_trade(g, you, what))[n])
