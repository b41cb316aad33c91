"""Operation that meets what is on a space, one thing after the other: Enemies, events, visits, taking cards."""

from __future__ import annotations

from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine.card_transfers import GOLD, forbidden, give, put_down
from talisman_nb.engine.encounter import SPACE, THINGS, UNBEATEN, Thing, unmet
from talisman_nb.engine.fighting import attackers, open_fight, psychic
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Closed, Option
from talisman_nb.rules.book import plain_card

from .gold import PART, ask_how_much, gold_options, pick_up_gold

ALL = "all"
DONE = "done"
CITES = ("meet.take",)


def _first(g: WorkingState, op: o.NextThing) -> tuple[list[Thing], tuple[Any, ...]]:
    met = g.get(op.into)
    met = met if isinstance(met, tuple) else () if op.space else (SPACE,)
    return unmet(g, g.frame.you, met), met


@operation("next_thing")
def next_thing(g: WorkingState, op: o.NextThing, to: None) -> int | None:
    """Meet the thing with the lowest encounter number and jump back to the label `next`, until nothing is left."""
    things, met = _first(g, op)
    you = g.frame.you
    if not things:
        return WAIT if g.gold[g.here(you)] and DONE not in met and UNBEATEN not in met else None
    first = things[0]
    kind = "" if first.card == SPACE else g.facts[first.card].type
    if UNBEATEN in met and kind not in ENEMIES:
        g.tell("barred", you, space=g.players[you].space, cites=("meet.enemies-first",))
        g.halt("encounter")
        return None
    if kind in THINGS and g.facts[first.card].take == "may":
        return WAIT
    g.put(op.into, (*met, first.card))
    if first.card == SPACE:
        space = g.players[you].space
        fire(g, "visited", you, target=space)
        g.push(g.runtime.visited[space], you, source=f"space.{space}")
    elif kind in ENEMIES:
        _meet_enemies(g, op, things, met)
    elif kind in THINGS:
        _must_take(g, you, first.card)
    else:
        _meet_card(g, you, first.card, kind)
    return g.runtime.programs[g.frame.program].jump_labels["next"]


def _meet_enemies(g: WorkingState, op: o.NextThing, things: list[Thing], met: tuple[Any, ...]) -> None:
    """Open a fight with all Enemies of the lowest number that attack with the same stat (`combat.several`)."""
    together = attackers(g, g.frame.you, [t.card for t in things if t.number == things[0].number])
    g.put(op.into, (*met, *together))
    if together:
        open_fight(g, g.frame.you, cards=tuple(together), stat="craft" if psychic(g, together[0]) else "strength")


def _meet_card(g: WorkingState, you: int, card: str, kind: str) -> None:
    """Push the program of a card: an event is discarded and runs, a stranger or place is visited (`meet.strangers`)."""
    name, facts = plain_card(card), g.facts[card]
    g.tell("meets", you, card=card, space=g.players[you].space, cites=("meet.order",))
    if kind == "event":
        if not facts.stays:
            g.lift(card, g.players[you].space)
            g.return_card(card)
        _run(g, you, card, f"{name}.met")
    else:
        _run(g, you, card, f"{name}.visited")


def _run(g: WorkingState, you: int, card: str, key: str) -> None:
    if card in g.owned:
        g.push("turn.by_hand.do", you, source=card)
    elif key in g.runtime.programs:
        g.push(key, you, source=card)


def _must_take(g: WorkingState, you: int, card: str) -> None:
    reason, cites = forbidden(g, you, card)
    if reason:
        g.tell("may_not_have", you, card=card, what=reason, cites=cites)
        return
    g.lift(card, g.players[you].space)
    give(g, you, card)


def _takeable(g: WorkingState, op: o.NextThing) -> list[Option]:
    """What may be taken here as options, closed ones with their reason: cards and gold."""
    things, _ = _first(g, op)
    you = g.frame.you
    found: list[Option] = []
    for thing in things:
        if thing.card == SPACE or g.facts[thing.card].type not in THINGS:
            continue
        reason, cites = _barred(g, you, thing.card, sum(option.key == thing.card for option in found))
        price = g.facts[thing.card].price
        if not reason and price > g.players[you].gold:
            reason, cites = "no-gold", ("gold.pay",)
        found.append(Option(thing.card, reason, cites or CITES, thing.card, n=price))
    return found + gold_options(g, you, g.gold[g.here(you)], CITES)


def _barred(g: WorkingState, you: int, card: str, before: int) -> Closed:
    """Why a card can't be taken: forbidden to the seat, or ditched by it this turn.

    Of identical copies as many stay as were ditched; `before` is the number of copies offered already.
    """
    reason, rules = forbidden(g, you, card)
    space = g.players[you].space
    own = g.players[you].used.count(put_down(space, card))
    if not reason and own and not g.book.table["carry.take_back"] and before >= g.lying(space).count(card) - own:
        return "put-down", ("carry.ditch",)
    return reason, rules


@asks("next_thing")
def ask_take(g: WorkingState, op: o.NextThing, to: None) -> Ask:
    """Ask what to take; the rest stays on the space."""
    found = _takeable(g, op)
    every = (Option(ALL, cites=CITES),) if len(_free(found)) > 1 else ()
    f = g.frame
    return Ask(
        g.ply,
        "take",
        f.you,
        "take",
        (*found, *every, Option(DONE)),
        action_offers(g, f.you),
        source=g.players[f.you].space,
        cites=CITES,
    )


def _free(found: list[Option]) -> list[str]:
    """The keys taken with the option `ALL`: open options that cost nothing."""
    return [
        option.key
        for option in found
        if not option.closed and option.key != PART and (not option.n or option.key == GOLD)
    ]


@takes("next_thing")
def take_thing(g: WorkingState, op: o.NextThing, to: None, key: str, answer: Answer) -> int:
    """Take what was chosen, or leave the rest (`meet.left`), and jump to the label `next`."""
    things, met = _first(g, op)
    you = g.frame.you
    if key == PART:
        ask_how_much(g, "turn.part_of_gold.do", you, g.gold[g.here(you)])
        return g.runtime.programs[g.frame.program].jump_labels["next"]
    wanted = _free(_takeable(g, op)) if key == ALL else [key]
    if key == DONE:
        g.put(op.into, (*met, *(t.card for t in things if t.card != SPACE and g.facts[t.card].type in THINGS), DONE))
        wanted = []
    for card in wanted:
        _take(g, you, card)
    return g.runtime.programs[g.frame.program].jump_labels["next"]


def _take(g: WorkingState, you: int, card: str) -> None:
    space = g.players[you].space
    if card == GOLD:
        pick_up_gold(g, you, g.gold[g.here(you)], CITES)
        return
    price = g.facts[card].price
    if price:
        g.set(you, gold=g.players[you].gold - price)
        g.tell("paid", you, what="gold", n=price, source=card, cites=("gold.pay",))
    g.lift(card, space)
    give(g, you, card, origin=space)
