"""Operations of the encounter: whom to meet, what lies there in its order, programs of the space."""

from __future__ import annotations

from typing import Any, Final

from talisman_nb.cards import operations as o
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine.active_modifiers import fire, permit
from talisman_nb.engine.book_runtime import WAIT, asks, operation, takes
from talisman_nb.engine.card_transfers import (
    CITES,
    GOLD,
    forbidden,
    give,
    gold_to_take,
    may_visit,
    pick_up_gold,
    run_program,
    take_card,
    take_options,
    visit,
)
from talisman_nb.engine.covers import cover_on, space_at, space_facts, visit_program
from talisman_nb.engine.fight import attackers, chosen_first, left_to_choice, open_fight, psychic, to_order
from talisman_nb.engine.meeting_order import SPACE, THINGS, UNBEATEN, Thing, kind_met, unmet
from talisman_nb.engine.offers import action_offers, action_option, actions, use
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key
from talisman_nb.rules.book import plain_card

from .stats import PART, ask_how_much, gold_options

ALL: Final = "all"
DONE: Final = "done"
ORDER: Final = ("meet.order",)


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
        return WAIT if gold_to_take(g, you) and DONE not in met and UNBEATEN not in met else None
    if len(to_order(g, you, things, met)) > 1:
        return WAIT
    return _meet_first(g, op, things, met)


def _meet_first(g: WorkingState, op: o.NextThing, things: list[Thing], met: tuple[Any, ...]) -> int | None:
    """Meet the first of some things, or wait if it may be left."""
    you, first = g.frame.you, things[0]
    kind = "" if first.card == SPACE else kind_met(g, first.card)
    if UNBEATEN in met and kind not in ENEMIES:
        g.tell("barred", you, space=g.players[you].space, cites=("meet.enemies-first",))
        g.halt("encounter")
        return None
    if kind and left_to_choice(g, you, first.card):
        return WAIT
    g.put(op.into, (*met, first.card))
    if first.card == SPACE:
        space = g.players[you].space
        text = space_at(g, space)
        fire(g, "visited", you, target=cover_on(g, space) or space)
        g.push(visit_program(g, space), you, source=text)
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
    """Push the program of a card: an event is discarded and runs, a stranger or place is visited (`meet.strangers`).

    An event that is left on its space runs too (`meet.action-word`).
    """
    if kind != "event":
        visit(g, you, card)
        return
    g.tell("meets", you, card=card, space=g.players[you].space, cites=("meet.order",))
    if not (g.facts[card].stays or g.facts[card].after == "leave"):
        g.lift(card, g.players[you].space)
        g.return_card(card)
    run_program(g, you, card, f"{plain_card(card)}.met")


def _must_take(g: WorkingState, you: int, card: str) -> None:
    reason, cites = forbidden(g, you, card)
    if reason:
        g.tell("may_not_have", you, card=card, what=reason, cites=cites)
        return
    g.lift(card, g.players[you].space)
    give(g, you, card, cites=CITES + g.rules_meant(card, "must_take"))


def _choices(g: WorkingState, op: o.NextThing) -> list[Option]:
    """Return the cards and gold that may be taken or visited here as options, closed ones with their reason."""
    things, _ = _first(g, op)
    you = g.frame.you
    cards = [thing.card for thing in things if thing.card != SPACE]
    visits = [Option(key_of("visit", c), cites=("meet.strangers",), source=c) for c in cards if may_visit(g, you, c)]
    taken = take_options(g, you, [card for card in cards if kind_met(g, card) in THINGS])
    return visits + taken + gold_options(g, you, gold_to_take(g, you), CITES)


@asks("next_thing")
def ask_take(g: WorkingState, op: o.NextThing, to: None) -> Ask:
    """Ask which of equal cards comes first, else what to take; the rest stays on the space."""
    things, met = _first(g, op)
    equal = to_order(g, g.frame.you, things, met) if things else []
    if len(equal) > 1:
        options = tuple(Option(card, source=card, cites=ORDER) for card in equal)
        return Ask(g.ply, "pick", g.frame.you, "order", options, source=g.players[g.frame.you].space, cites=ORDER)
    found = _choices(g, op)
    every = (Option(ALL, cites=CITES),) if len(_free(found)) > 1 else ()
    f = g.frame
    options, source = (*found, *every, Option(DONE)), g.players[f.you].space
    return Ask(g.ply, "take", f.you, "take", options, action_offers(g, f.you), source=source, cites=CITES)


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
    """Meet or take what was chosen, or leave the rest (`meet.left`), and jump to the label `next`."""
    things, met = _first(g, op)
    you = g.frame.you
    if things and len(to_order(g, you, things, met)) > 1:
        _meet_first(g, op, chosen_first(things, key), met)
        return g.runtime.programs[g.frame.program].jump_labels["next"]
    if key == PART:
        ask_how_much(g, "turn.part_of_gold.do", you, gold_to_take(g, you))
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
    return kind_met(g, card) in THINGS or may_visit(g, you, card)


def _take(g: WorkingState, you: int, card: str) -> None:
    if card == GOLD:
        pick_up_gold(g, you, gold_to_take(g, you), CITES)
    else:
        take_card(g, you, card)


CHARACTER = "character"
"""Stands for a character that was met, in the variable that says who is; the answer to do nothing more to that one."""
NOBODY: Final = "nobody"
"""Key of the option to meet no character after the space."""
BOTH: Final = ("house.meet-both", "meet.choice")


def may_meet(g: WorkingState, space: str) -> bool:
    """Whether characters can be met on a space (`inner.meet`)."""
    return bool(space_facts(g, space).meeting)


@operation("landed")
def fire_landed(g: WorkingState, op: o.Landed, to: None) -> None:
    """Fire the trigger `landed` for the seat that arrived on the space (Hex)."""
    fire(g, "landed", g.frame.you, other=g.frame.you)


def _met_options(g: WorkingState, op: o.Whom) -> tuple[Option, ...]:
    you = g.frame.you
    space = g.players[you].space
    begun = g.get(op.into)
    if isinstance(begun, int):
        return (*_character_options(g, you, begun), Option(DONE, cites=("meet.choice",)))
    found = []
    if may_meet(g, space):
        for other in g.standing(space, you):
            found += _character_options(g, you, other)
    at_crown = space == g.board.crown
    if op.besides:
        found.append(Option(NOBODY, cites=BOTH))
    elif not at_crown or not found:
        found.append(Option(SPACE, space=space, cites=("meet.choice",)))
    return tuple(found)


def _character_options(g: WorkingState, you: int, other: int) -> list[Option]:
    found = [Option(key_of("attack", other), seat=other, cites=("meet.character",))]
    if not permit(g, you, "attack_psychic", other).closed:
        found.append(Option(key_of("psychic", other), seat=other, cites=("combat.kind", "ability.text")))
    for held in actions(g, you, frozenset({"meeting_character"}), other):
        option = action_option(g, you, held, other)
        if option:
            found.append(Option(f"{option.key}@{other}", option.closed, option.cites, option.source, seat=other))
    return found


@operation("whom")
def whom(g: WorkingState, op: o.Whom, to: None) -> int | None:
    """Choose between the characters here and the space; waits only if there is more than one option.

    Whoever has begun to meet a character (`Action.same`) chooses among what else may be done to that one.
    """
    begun = g.get(op.into)
    if isinstance(begun, int):
        if begun in g.standing(g.players[g.frame.you].space, g.frame.you):
            return WAIT
        g.put(op.into, CHARACTER)
        return None
    g.put(op.into, SPACE)
    if g.alone(g.frame.you):
        return None
    if len(_met_options(g, op)) > 1:
        return WAIT
    _sole(g, op)
    return None


def _sole(g: WorkingState, op: o.Whom) -> None:
    only = _met_options(g, op)[0].key
    if only not in (SPACE, NOBODY):
        _meet_character(g, op, only)


@asks("whom")
def ask_whom(g: WorkingState, op: o.Whom, to: None) -> Ask:
    """Ask whom to meet: a character or the space."""
    f = g.frame
    return Ask(
        g.ply,
        "whom",
        f.you,
        "meet",
        _met_options(g, op),
        action_offers(g, f.you),
        source=g.players[f.you].space,
        cites=BOTH if g.figures["meet.both"] else ("meet.choice",),
    )


@takes("whom")
def take_whom(g: WorkingState, op: o.Whom, to: None, key: str, answer: Answer) -> int | None:
    """Attack a character, use an ability on it, or meet the space; an ability besides that lets choose again."""
    if key in (SPACE, NOBODY, DONE):
        g.put(op.into, CHARACTER if key == DONE else key)
        return None
    return g.frame.pc if _meet_character(g, op, key) else None


def _meet_character(g: WorkingState, op: o.Whom, key: str) -> bool:
    """Attack a character or use an ability on it; return whether something else may follow in the encounter."""
    you = g.frame.you
    verb, rest = read_key(key)
    if verb != "use":
        g.put(op.into, CHARACTER)
        open_fight(g, you, against=int(rest), stat="craft" if verb == "psychic" else "strength")
        return False
    name, _, other = rest.rpartition("@")
    used = use(g, you, key_of("use", name), int(other))
    g.put(op.into, int(other) if used.same else SPACE if used.besides else CHARACTER)
    g.push("turn.slip_away.do", int(other), other=you, source=name.rpartition(".")[0])
    return used.same or used.besides


@operation("crossing")
def crossing(g: WorkingState, op: o.Crossing, to: None) -> None:
    """Push the `crossing` program of the seat's space, which may end the turn, unless the seat may pass its guard."""
    f = g.frame
    space = g.players[f.you].space
    text = space_at(g, space)
    if f"{text}.crossing" not in g.runtime.programs:
        return
    free = permit(g, f.you, "pass_guard")
    if not free.closed:
        g.tell("at_gate", f.you, what="free", space=space, source=free.source, cites=free.cites)
        return
    g.tell("at_gate", f.you, space=space, cites=g.facts[text].cites)
    g.push(f"{text}.crossing", f.you, source=text)


@operation("space_program")
def space_program(g: WorkingState, op: o.SpaceProgram, to: None) -> None:
    """Push a part of the space's definition, if it has it."""
    f = g.frame
    text = space_at(g, g.players[f.you].space)
    if f"{text}.{op.part}" in g.runtime.programs:
        g.push(f"{text}.{op.part}", f.you, source=text)
