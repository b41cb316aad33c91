"""Operation by which the winner takes goods and gold of a character it killed (`combat.kill-goods`)."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import as_number
from talisman_nb.engine.card_transfers import GOLD, forbidden, give
from talisman_nb.engine.found_cards import pick_up_gold
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.working_state import WorkingState, without
from talisman_nb.model import Answer, Ask, Option

from .gold import PART, ask_how_much, gold_options
from .next_thing import ALL, DONE

CITES: Final = ("combat.kill-goods",)


def _left(g: WorkingState, op: o.Plunder) -> tuple[tuple[str, ...], int]:
    """The killed character's cards and gold that still lie on the space."""
    here, cards = list(g.lying(g.players[g.frame.you].space)), []
    for card in g.cards(op.loot):
        if card in here:
            here.remove(card)
            cards.append(card)
    return tuple(cards), max(g.gold[g.here(g.frame.you)] - as_number(g.get(op.lay)), 0)


def _options(g: WorkingState, op: o.Plunder) -> list[Option]:
    you = g.frame.you
    cards, gold = _left(g, op)
    found = []
    for card in cards:
        reason, rules = forbidden(g, you, card)
        found.append(Option(card, reason, rules or CITES, card))
    return found + gold_options(g, you, gold, CITES)


@operation("plunder")
def plunder(g: WorkingState, op: o.Plunder, to: None) -> int | None:
    """Wait as long as anything can be taken."""
    return WAIT if any(not option.closed for option in _options(g, op)) else None


@asks("plunder")
def ask_plunder(g: WorkingState, op: o.Plunder, to: None) -> Ask:
    """Ask what the winner takes."""
    found, f = _options(g, op), g.frame
    every = (Option(ALL, cites=CITES),) if sum(not option.closed and option.key != PART for option in found) > 1 else ()
    return Ask(
        g.ply,
        "take",
        f.you,
        "plunder",
        (*found, *every, Option(DONE)),
        source=g.players[f.you].space,
        other=f.other,
        cites=CITES,
    )


@takes("plunder")
def take_plunder(g: WorkingState, op: o.Plunder, to: None, key: str, answer: Answer) -> int | None:
    """Take one item or all and ask again, or end; the rest stays on the space."""
    if key == DONE:
        return None
    if key == PART:
        ask_how_much(g, "turn.part_of_loot.do", g.frame.you, _left(g, op)[1])
        return g.frame.pc
    for option in _options(g, op):
        if not option.closed and option.key != PART and key in (ALL, option.key):
            _seize(g, op, option.key)
    return g.frame.pc


def _seize(g: WorkingState, op: o.Plunder, key: str) -> None:
    you = g.frame.you
    space = g.players[you].space
    if key == GOLD:
        pick_up_gold(g, you, _left(g, op)[1], CITES)
        return
    g.put(op.loot, without(g.cards(op.loot), key))
    g.lift(key, space)
    give(g, you, key, origin=space, cites=CITES)
