"""Operation that meets what is on a space, one thing after the other: Enemies, events, visits, taking cards."""

from __future__ import annotations

from typing import Any, Final

from talisman_nb.cards import operations as o
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine.card_transfers import GOLD, forbidden, give
from talisman_nb.engine.fighting import attackers, open_fight, psychic
from talisman_nb.engine.found_cards import CITES, may_visit, pick_up_gold, run_program, take_card, take_options, visit
from talisman_nb.engine.meeting_order import SPACE, THINGS, UNBEATEN, Thing, unmet
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key
from talisman_nb.rules.book import plain_card

from .gold import PART, ask_how_much, gold_options

ALL: Final = "all"
DONE: Final = "done"


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
    if (kind in THINGS and g.facts[first.card].take == "may") or (kind and may_visit(g, you, first.card)):
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
    if kind != "event":
        visit(g, you, card)
        return
    g.tell("meets", you, card=card, space=g.players[you].space, cites=("meet.order",))
    if not g.facts[card].stays:
        g.lift(card, g.players[you].space)
        g.return_card(card)
    run_program(g, you, card, f"{plain_card(card)}.met")


def _must_take(g: WorkingState, you: int, card: str) -> None:
    reason, cites = forbidden(g, you, card)
    if reason:
        g.tell("may_not_have", you, card=card, what=reason, cites=cites)
        return
    g.lift(card, g.players[you].space)
    give(g, you, card)


def _choices(g: WorkingState, op: o.NextThing) -> list[Option]:
    """What may be taken or visited here as options, closed ones with their reason: cards and gold."""
    things, _ = _first(g, op)
    you = g.frame.you
    cards = [thing.card for thing in things if thing.card != SPACE]
    visits = [Option(key_of("visit", c), cites=("meet.strangers",), source=c) for c in cards if may_visit(g, you, c)]
    taken = take_options(g, you, [card for card in cards if g.facts[card].type in THINGS])
    return visits + taken + gold_options(g, you, g.gold[g.here(you)], CITES)


@asks("next_thing")
def ask_take(g: WorkingState, op: o.NextThing, to: None) -> Ask:
    """Ask what to take; the rest stays on the space."""
    found = _choices(g, op)
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
        if not option.closed
        and option.key != PART
        and (not option.n or option.key == GOLD)
        and read_key(option.key).verb != "visit"
    ]


@takes("next_thing")
def take_thing(g: WorkingState, op: o.NextThing, to: None, key: str, answer: Answer) -> int:
    """Take what was chosen, or leave the rest (`meet.left`), and jump to the label `next`."""
    things, met = _first(g, op)
    you = g.frame.you
    if key == PART:
        ask_how_much(g, "turn.part_of_gold.do", you, g.gold[g.here(you)])
        return g.runtime.programs[g.frame.program].jump_labels["next"]
    verb, item = read_key(key)
    if key == DONE:
        g.put(op.into, (*met, *(t.card for t in things if t.card != SPACE and _by_choice(g, you, t.card)), DONE))
    elif verb == "visit":
        g.put(op.into, (*met, item))
        visit(g, you, item)
    else:
        for card in _free(_choices(g, op)) if key == ALL else [key]:
            _take(g, you, card)
    return g.runtime.programs[g.frame.program].jump_labels["next"]


def _by_choice(g: WorkingState, you: int, card: str) -> bool:
    """Whether a card is only there to be taken or visited by choice."""
    return g.facts[card].type in THINGS or may_visit(g, you, card)


def _take(g: WorkingState, you: int, card: str) -> None:
    if card == GOLD:
        pick_up_gold(g, you, g.gold[g.here(you)], CITES)
    else:
        take_card(g, you, card)
